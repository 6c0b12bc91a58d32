//! Games that `play` keeps, as inputs: a puzzle record and a result record in one file.

use crate::error::Unreadable;
use std::io::{BufRead, Cursor};
use tilefall::insight::saved;

/// The content of an input.
pub enum Content {
    /// The two lines of a game that was kept.
    Game([String; 2]),
    /// Any other input, from its start.
    Other(Box<dyn BufRead + Send>),
}

/// Returns whether an input is a game that was kept.
pub fn read(mut reader: Box<dyn BufRead + Send>, name: &str) -> Result<Content, Unreadable> {
    let start = reader.fill_buf().map_err(|error| Unreadable::new(name, error))?;
    Ok(match saved::parsed(start) {
        Some((puzzle, result)) => Content::Game([puzzle.to_line(), result.to_line()]),
        None => Content::Other(reader),
    })
}

/// Returns a line as an input.
pub fn line(text: &str) -> Box<dyn BufRead + Send> {
    Box::new(Cursor::new(text.to_owned().into_bytes()))
}
