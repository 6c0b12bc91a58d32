//! Comparison of the lines of a text with the lines that its format prescribes. A reader of a stream of numbers ignores
//! line ends, but line ends distinguish formats, and show where a mistake began.

use super::scan::{Token, lines, tokens};
use tilefall_rules::ReadError;

/// The result of comparing the tokens so far with the lines of the format.
#[derive(Debug, Default)]
pub struct LineLayout {
    /// Whether at least one line was complete before any mismatch.
    begun: bool,
    /// An offset in the first line that does not match, and the description of the mismatch.
    mismatch: Option<(usize, &'static str)>,
    /// The offset of the previous token.
    previous: usize,
}

impl LineLayout {
    /// Compares the next token with the format, in which the token starts a line if `starts_line` is set. The messages
    /// `fewer` and `more` describe a line that ends too early, and a line that ends too late.
    pub fn token(&mut self, token: Token<'_>, starts_line: bool, [fewer, more]: [&'static str; 2]) {
        if token.first != starts_line && self.mismatch.is_none() {
            self.mismatch = Some(if token.first { (self.previous, fewer) } else { (token.offset, more) });
        }
        self.previous = token.offset;
    }

    /// Notes that a line of the format is complete.
    pub fn complete(&mut self) {
        self.begun |= self.mismatch.is_none();
    }

    /// Returns `true` if at least one line was complete before any mismatch.
    pub fn begun(&self) -> bool {
        self.begun
    }

    /// Returns `true` if all lines match so far.
    pub fn matches(&self) -> bool {
        self.mismatch.is_none()
    }

    /// Adds the result of the comparison to an error: whether the text is in this format, and the first mismatch after
    /// matching lines.
    pub fn explain(&self, text: &[u8], error: ReadError) -> ReadError {
        let error = error.recognised_if(self.begun && self.matches());
        let Some((offset, what)) = self.mismatch else { return error };
        let error = error.reached(text, offset);
        if !self.begun {
            return error;
        }
        let line = ReadError::at(text, offset, "").line;
        ReadError { message: format!("{}; line {line} {what}", error.message), ..error }
    }

    /// Checks that the lines of a text match the format. A text of one line, or of one token a line, always passes.
    ///
    /// # Errors
    /// At the first line that does not match.
    pub fn check(&self, text: &[u8], format: &str) -> Result<(), ReadError> {
        let Some((offset, what)) = self.mismatch else { return Ok(()) };
        let tokens_of = |(offset, line)| tokens(offset, line).take(2).count();
        let (mut count, mut longest) = (0, 0);
        for tokens in lines(text).map(tokens_of).filter(|&tokens| tokens > 0) {
            (count, longest) = (count + 1, longest.max(tokens));
            if count > 1 && longest > 1 {
                let message =
                    format!("this line {what}, expected the lines of {format}, or --format {format}");
                return Err(ReadError::at(text, offset, message));
            }
        }
        Ok(())
    }
}
