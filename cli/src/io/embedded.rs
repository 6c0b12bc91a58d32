//! Records embedded in pictures and pages, and saved games, as inputs.

use super::lines::{self, TextBound};
use crate::error::Unreadable;
use std::io::{BufRead, Cursor};
use tilefall::insight::saved;
use tilefall::text::render::embedded::records;

/// The content of an input.
pub enum Content {
    /// The lines of the records of a picture, a page or a saved game: puzzles and results.
    Records(Vec<String>),
    /// Any other input, from its start.
    Other(Box<dyn BufRead + Send>),
}

/// Reads the embedded records if the input is a picture, a page or a saved game. An input that does not start with `<` is
/// not read further.
///
/// # Errors
/// If the input cannot be read, or a picture or page is longer than the bound.
pub fn read(mut reader: Box<dyn BufRead + Send>, name: &str, bound: TextBound) -> anyhow::Result<Content> {
    let start = reader.fill_buf().map_err(|error| Unreadable::new(name, error))?;
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    if saved::parsed(start).is_some() {
        return Ok(Content::Records(String::from_utf8_lossy(start).lines().map(str::to_owned).collect()));
    }
    if !start.trim_ascii_start().starts_with(b"<") {
        return Ok(Content::Other(reader));
    }
    let text = lines::whole(reader, name, bound)?;
    Ok(match records(&String::from_utf8_lossy(&text)) {
        Some(records) => Content::Records(records),
        None => Content::Other(Box::new(Cursor::new(text))),
    })
}

/// Returns the puzzles among records, as JSON Lines.
pub fn puzzles(records: &[String]) -> Box<dyn BufRead + Send> {
    filtered(records, false)
}

/// Returns the results among records, as JSON Lines.
pub fn results(records: &[String]) -> Box<dyn BufRead + Send> {
    filtered(records, true)
}

/// Filters records: results have a status, puzzles have none.
fn filtered(records: &[String], results: bool) -> Box<dyn BufRead + Send> {
    let wanted = |line: &&String| {
        let record = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(line);
        record.is_ok_and(|record| record.contains_key("status") == results)
    };
    let text: String = records.iter().filter(wanted).flat_map(|line| [line, "\n"]).collect();
    Box::new(Cursor::new(text.into_bytes()))
}
