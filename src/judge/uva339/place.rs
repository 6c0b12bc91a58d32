//! Lines and columns in a stream of blocks.

use crate::base::ReadError;

/// The line and column where the next block begins.
#[derive(Clone, Debug)]
pub(super) struct Place {
    line: u64,
    column: u64,
}

impl Place {
    /// Creates the place at the beginning of a stream.
    pub fn start() -> Self {
        Place { line: 1, column: 1 }
    }

    /// Returns the place after these bytes, in one fast pass over them.
    pub fn after(&self, bytes: &[u8]) -> Place {
        match memchr::memrchr(b'\n', bytes) {
            None => Place { line: self.line, column: self.column + bytes.len() as u64 },
            Some(newline) => Place {
                line: self.line + memchr::memchr_iter(b'\n', bytes).count() as u64,
                column: (bytes.len() - newline) as u64,
            },
        }
    }

    /// Creates an error `back` bytes before this place, on the same line.
    pub fn error(&self, back: u64, message: String) -> ReadError {
        let column = self.column.saturating_sub(back).max(1);
        let reached = (self.line, column);
        ReadError { line: self.line, column, reached, ..ReadError::at(b"", 0, message) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_do_not_depend_on_the_blocks() {
        let text = b"ab\r\n\ncd\nefg";
        for end in 0..=text.len() {
            let whole = ReadError::at(text, end, "x");
            for cut in 0..=end {
                let place = Place::start().after(&text[..cut]).after(&text[cut..end]);
                assert_eq!(place.error(0, "x".into()), whole);
            }
        }
    }
}
