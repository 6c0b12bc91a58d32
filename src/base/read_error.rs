//! An error in a text, with its place.

use std::fmt;

/// Why a reader refuses an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line, from 1.
    pub line: u64,
    /// Column in bytes, from 1.
    pub column: u64,
    /// What is wrong, and what was expected: `found 'x', expected a digit`.
    pub message: String,
    /// Whether the text has the shape of this format and only the puzzle in it is impossible (a floating
    /// tile, say). When no reader accepts an input, such an error is the one to show.
    pub recognised: bool,
    /// Whether the text at least begins in the shape of this format; such an error is the next one to show.
    pub begun: bool,
}

impl ReadError {
    /// An error at a byte offset of a text; counts lines and columns.
    pub fn at(text: &[u8], offset: usize, message: impl Into<String>) -> Self {
        let before = &text[..offset.min(text.len())];
        let line = memchr::memchr_iter(b'\n', before).count() as u64 + 1;
        let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        let column = (before.len() - start) as u64 + 1;
        ReadError { line, column, message: message.into(), recognised: false, begun: false }
    }

    /// The same error, marked as [`recognised`](Self::recognised) if `so` (or if it was before).
    pub fn recognised_if(mut self, so: bool) -> Self {
        self.recognised |= so;
        self
    }

    /// The same error, marked as [`recognised`](Self::recognised).
    pub fn recognised(mut self) -> Self {
        self.recognised = true;
        self
    }
}

impl fmt::Display for ReadError {
    /// `LINE:COLUMN: message`; the caller puts `FILE:` before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}

/// Bytes for a message: between quotes, unprintable ones escaped, cut short.
pub fn quote(bytes: &[u8]) -> String {
    const LONGEST: usize = 24;
    let shown = bytes[..bytes.len().min(LONGEST)].escape_ascii();
    let cut = if bytes.len() > LONGEST { "…" } else { "" };
    format!("'{shown}{cut}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_columns_from_one() {
        let place = |offset| {
            let error = ReadError::at(b"ab\r\ncd\n", offset, "");
            (error.line, error.column)
        };
        assert_eq!([0, 1, 4, 5, 7, 99].map(place), [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 1)]);
    }
}
