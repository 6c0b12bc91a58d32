//! How far the lines of a number stream are laid out as its format usually is: the numbers do not need them,
//! but they tell formats apart, and where a mistake began.

use super::Layout;
use super::scan::Token;
use crate::base::ReadError;

/// What the lines of a text tell so far.
#[derive(Debug, Default)]
pub struct Lines {
    /// Whether a whole line of the format has been read while the lines fitted.
    begun: bool,
    /// The offset in the first line that does not fit, and what is wrong with it.
    stray: Option<(usize, &'static str)>,
    /// The offset of the token before.
    before: usize,
}

impl Lines {
    /// Takes the next token, which should or should not open a line: `fewer` and `more` say what is wrong
    /// with a line that ends too early or goes on.
    pub fn see(&mut self, token: Token<'_>, opens: bool, [fewer, more]: [&'static str; 2]) {
        if token.first != opens && self.stray.is_none() {
            self.stray = Some(if token.first { (self.before, fewer) } else { (token.offset, more) });
        }
        self.before = token.offset;
    }

    /// To be called when a line of the format is complete.
    pub fn complete(&mut self) {
        self.begun |= self.stray.is_none();
    }

    /// Whether a whole line of the format has been read while the lines fitted.
    pub fn begun(&self) -> bool {
        self.begun
    }

    /// Whether all lines fit so far.
    pub fn fit(&self) -> bool {
        self.stray.is_none()
    }

    /// An error of the text, with what its lines tell: whether it is of this format, and which line was the
    /// first not to fit where those before did.
    pub fn explain(&self, text: &[u8], error: ReadError) -> ReadError {
        let error = ReadError { begun: self.begun, ..error }.recognised_if(self.begun && self.fit());
        let error = match self.stray {
            Some((offset, _)) => error.reached(text, offset),
            None => error,
        };
        let Some((offset, what)) = self.stray.filter(|_| self.begun) else { return error };
        let line = ReadError::at(text, offset, "").line;
        ReadError { message: format!("{}; line {line} {what}", error.message), ..error }
    }

    /// How the text is laid out, once it is read.
    pub fn layout(&self) -> Layout {
        if self.fit() { Layout::Neat } else { Layout::Loose }
    }
}
