//! An error in an input, with its place.

use super::puzzle::Place;
use unicode_width::UnicodeWidthChar as _;

/// The error of a reader, with its place in the input. Displayed as `LINE:COLUMN: message`; callers prefix `FILE:`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ReadError {
    /// Line, from 1.
    pub line: u64,
    /// Column in bytes, from 1.
    pub column: u64,
    /// The error and the expected input: `found 'x', expected a digit`.
    pub message: String,
    /// Whether the text has the syntax of this format and only the puzzle in it is invalid (a floating tile, for
    /// example). If no reader accepts an input, such an error is shown first.
    pub recognised: bool,
    /// Whether the text has two meanings, so that no reader may accept the text.
    pub ambiguous: bool,
    /// Line and column up to which the text has the syntax of this format. If several readers fail, the error that
    /// reached furthest is shown.
    pub reached: (u64, u64),
}

impl ReadError {
    /// Creates an error at a byte offset of a text, from which line and column are computed.
    pub fn at(text: &[u8], offset: usize, message: impl Into<String>) -> Self {
        let (line, column) = place(text, offset);
        let reached = (line, column);
        ReadError { line, column, message: message.into(), recognised: false, ambiguous: false, reached }
    }

    /// Caps [`reached`](Self::reached) at the place of the byte `offset`.
    pub fn reached(self, text: &[u8], offset: usize) -> Self {
        ReadError { reached: self.reached.min(place(text, offset)), ..self }
    }

    /// Sets [`reached`](Self::reached) to the end of the text.
    pub fn reached_end(self) -> Self {
        ReadError { reached: (u64::MAX, u64::MAX), ..self }
    }

    /// Marks the error as [`recognised`](Self::recognised) if `condition` holds; never removes the mark.
    pub fn recognised_if(mut self, condition: bool) -> Self {
        self.recognised |= condition;
        self
    }

    /// Marks the error as [`recognised`](Self::recognised).
    pub fn recognised(mut self) -> Self {
        self.recognised = true;
        self
    }
}

/// Returns the line and column of an offset, both from 1.
fn place(text: &[u8], offset: usize) -> (u64, u64) {
    let Place { line, column } = Place::default().after(&text[..offset.min(text.len())]);
    (line, column)
}

/// Quotes bytes for a message: unprintable bytes are escaped, long texts shortened.
pub fn quote(bytes: &[u8]) -> String {
    const LONGEST: usize = 24;
    let (mut shown, mut length) = (String::from("'"), 0);
    'all: for chunk in bytes.utf8_chunks() {
        let characters = chunk.valid().chars().map(|c| match c {
            c if c.is_ascii() => (c as u8).escape_ascii().to_string(),
            c if c.is_whitespace() || c.width().unwrap_or(0) == 0 => c.escape_unicode().to_string(),
            c => c.to_string(),
        });
        for text in characters.chain(chunk.invalid().iter().map(|byte| byte.escape_ascii().to_string())) {
            if length == LONGEST {
                shown.push('…');
                break 'all;
            }
            shown += &text;
            length += 1;
        }
    }
    shown + "'"
}
