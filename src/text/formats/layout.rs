//! Comparison of the lines of a number stream with the usual layout of its format. The numbers can be read without it,
//! but the layout distinguishes formats, and shows where a mistake began.

use super::Layout;
use super::scan::Token;
use crate::rules::ReadError;

/// The result of the comparison so far.
#[derive(Debug, Default)]
pub struct LineLayout {
    /// Whether a whole line was read while all lines matched.
    begun: bool,
    /// An offset in the first line that does not match, and the description of the mismatch.
    mismatch: Option<(usize, &'static str)>,
    /// The offset of the previous token.
    previous: usize,
}

impl LineLayout {
    /// Adds the next token, which should or should not start a line. `fewer` and `more` describe a line that ends too early
    /// or continues too long.
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

    /// Returns `true` if a whole line was read while all lines matched.
    pub fn begun(&self) -> bool {
        self.begun
    }

    /// Returns `true` if all lines match so far.
    pub fn matches(&self) -> bool {
        self.mismatch.is_none()
    }

    /// Adds the result of the comparison to an error: whether the text is in this format, and the first line that does not
    /// match after lines that do.
    pub fn explain(&self, text: &[u8], error: ReadError) -> ReadError {
        let error = ReadError { begun: self.begun, ..error }.recognised_if(self.begun && self.matches());
        let error = match self.mismatch {
            Some((offset, _)) => error.reached(text, offset),
            None => error,
        };
        let Some((offset, what)) = self.mismatch.filter(|_| self.begun) else { return error };
        let line = ReadError::at(text, offset, "").line;
        ReadError { message: format!("{}; line {line} {what}", error.message), ..error }
    }

    /// Returns the layout of the text, once it is read.
    pub fn layout(&self) -> Layout {
        if self.matches() { Layout::Neat } else { Layout::Loose }
    }
}
