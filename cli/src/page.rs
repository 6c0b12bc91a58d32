//! Pictures and pages as inputs: the records that they carry.

use super::lines::{self, TextBound};
use crate::error::Unreadable;
use std::io::{BufRead, Cursor};
use tilefall::render::carried::records;

/// What an input turned out to be.
pub enum Carried {
    /// A picture or a page with these lines of records: puzzles and results.
    Records(Vec<String>),
    /// Something else, from its start.
    Nothing(Box<dyn BufRead + Send>),
}

/// Looks whether an input is a picture or a page. What does not begin with `<` is not read any further.
///
/// # Errors
/// If it cannot be read, or is longer than the bound.
pub fn carried(mut reader: Box<dyn BufRead + Send>, name: &str, bound: TextBound) -> anyhow::Result<Carried> {
    let start = reader.fill_buf().map_err(|error| Unreadable::new(name, error))?;
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    if !start.trim_ascii_start().starts_with(b"<") {
        return Ok(Carried::Nothing(reader));
    }
    let text = lines::whole(reader, name, bound)?;
    Ok(match records(&String::from_utf8_lossy(&text)) {
        Some(records) => Carried::Records(records),
        None => Carried::Nothing(Box::new(Cursor::new(text))),
    })
}

/// The puzzles among records, as JSON Lines.
pub fn puzzles(records: &[String]) -> Box<dyn BufRead + Send> {
    those(records, false)
}

/// The results among records, as JSON Lines.
pub fn results(records: &[String]) -> Box<dyn BufRead + Send> {
    those(records, true)
}

/// Results have a status, puzzles have none.
fn those(records: &[String], results: bool) -> Box<dyn BufRead + Send> {
    let wanted = |line: &&String| {
        let record = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(line);
        record.is_ok_and(|record| record.contains_key("status") == results)
    };
    let text: String = records.iter().filter(wanted).flat_map(|line| [line, "\n"]).collect();
    Box::new(Cursor::new(text.into_bytes()))
}
