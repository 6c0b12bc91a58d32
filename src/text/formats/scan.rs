//! Bytes to tokens with their places: shared code of the readers.
//!
//! A token is a run of bytes that are not white space (space, tab, CR, LF, VT, FF). Nothing is copied,
//! and lines are counted only for an error.

use tilefall_rules::ReadError;
pub use tilefall_rules::read_error::quote;

/// The byte order mark of UTF-8, which may precede a text.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Removes the [`BYTE_ORDER_MARK`] of a text, if any.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// The message for a text in UTF-16.
pub const UTF16: &str = "this is UTF-16 text, expected UTF-8: save it as UTF-8, in Windows PowerShell with '| Set-Content \
                         -Encoding utf8 FILE'";

/// Returns `true` if a text with this start is UTF-16: by its byte order mark, or because every other byte is zero.
///
/// ```
/// use tilefall::text::formats::scan::is_utf16;
/// assert!(is_utf16(b"\xff\xfe1\0") && is_utf16(b"1\0.\0") && is_utf16(b"\0{\0\"") && !is_utf16("é{}".as_bytes()));
/// ```
pub fn is_utf16(start: &[u8]) -> bool {
    let zeros = start.iter().take(4).map(|&byte| byte == 0);
    let is_marked = start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff");
    is_marked || zeros.clone().eq([false, true, false, true]) || zeros.eq([true, false, true, false])
}

/// A token of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The bytes, at least one.
    pub bytes: &'a [u8],
    /// The byte offset in the text.
    pub offset: usize,
    /// Whether the token is the first of its line.
    pub first: bool,
}

/// An iterator over the tokens of a text.
#[derive(Clone, Debug)]
pub struct Scan<'a> {
    text: &'a [u8],
    at: usize,
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

impl<'a> Scan<'a> {
    /// Creates an iterator from the start of a text.
    pub fn new(text: &'a [u8]) -> Self {
        Scan { text, at: 0 }
    }

    /// Returns the next token, which must exist. `what` is the expected input, for the message.
    ///
    /// # Errors
    /// At the end of the text.
    pub fn need(&mut self, what: &str) -> Result<Token<'a>, ReadError> {
        self.next().ok_or_else(|| {
            ReadError::at(self.text, self.text.len(), format!("the input ends here, expected {what}"))
        })
    }

    /// Returns the next token as a number, and the token. `what` is the meaning of the number, for the message.
    ///
    /// # Errors
    /// At the end of the text, for anything but digits, and for numbers above `u64::MAX`.
    pub fn number(&mut self, what: &str) -> Result<(u64, Token<'a>), ReadError> {
        let token = self.need(what)?;
        Ok((number(self.text, token, what)?, token))
    }

    /// Checks that no token is left. `after` is the last part of the input, for the message.
    ///
    /// # Errors
    /// If there is another token.
    pub fn end(&mut self, after: &str) -> Result<(), ReadError> {
        match self.next() {
            None => Ok(()),
            Some(token) => {
                let found = quote(token.bytes);
                Err(self.error(token.offset, format!("found {found}, expected the end after {after}")))
            }
        }
    }

    /// Creates an error at an offset of the text.
    pub fn error(&self, offset: usize, message: impl Into<String>) -> ReadError {
        ReadError::at(self.text, offset, message)
    }
}

impl<'a> Iterator for Scan<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let mut first = self.at == 0;
        let text = self.text;
        while let Some(&byte) = text.get(self.at).filter(|&&byte| is_space(byte)) {
            first |= byte == b'\n';
            self.at += 1;
        }
        let offset = self.at;
        while text.get(self.at).is_some_and(|&byte| !is_space(byte)) {
            self.at += 1;
        }
        (self.at > offset).then(|| Token { bytes: &text[offset..self.at], offset, first })
    }
}

/// Parses a token of `text` as a decimal number.
///
/// # Errors
/// For anything but digits, at the first such byte; and for numbers above `u64::MAX`.
pub fn number(text: &[u8], token: Token<'_>, what: &str) -> Result<u64, ReadError> {
    if let Some(at) = token.bytes.iter().position(|byte| !byte.is_ascii_digit()) {
        let found = quote(token.bytes);
        return Err(ReadError::at(text, token.offset + at, format!("found {found}, expected {what}")));
    }
    digits(token.bytes).ok_or_else(|| {
        let found = quote(token.bytes);
        let message = format!("the number {found} is too large, expected at most {}", u64::MAX);
        ReadError::at(text, token.offset, message)
    })
}

/// Returns the value of a run of digits; `None` above `u64::MAX`.
pub fn digits(bytes: &[u8]) -> Option<u64> {
    bytes
        .iter()
        .try_fold(0u64, |value, byte| value.checked_mul(10)?.checked_add(u64::from(byte.wrapping_sub(b'0'))))
}

/// Returns the lines of a text with their offsets, without their `\n` or `\r\n`. A last line without a line end counts,
/// an empty line after the last `\n` does not.
pub fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = (at, rest[..length].strip_suffix(b"\r").unwrap_or(&rest[..length]));
        at += length + 1;
        Some(line)
    })
}

/// Returns the tokens of the line that starts at `offset`, with their offsets in the text.
pub fn tokens(offset: usize, line: &[u8]) -> impl Iterator<Item = Token<'_>> {
    Scan::new(line).map(move |token| Token { offset: token.offset + offset, ..token })
}
