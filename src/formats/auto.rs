//! Which format a text is in.
//!
//! A reader accepts a text that it parses with nothing left over to valid boards. The first format in the
//! list that accepts is taken, unless another accepts too and reads *different* puzzles: then the text is
//! ambiguous. A stream of numbers fits several formats by chance, so where the lines of a text are laid
//! out as one format has them, a format that only finds the same number of numbers has no say.

use super::scan::{Scan, quote};
use super::{FORMATS, Format, Layout, ReadError, jsonl};
use crate::puzzle::Puzzle;

/// What was read, and as what.
#[derive(Debug)]
pub struct Reading {
    /// The format; for a text that no reader accepts, the one that came nearest.
    pub format: &'static Format,
    /// The puzzles, in the order of the text, and what is wrong where it is wrong.
    pub puzzles: Vec<Result<Puzzle, ReadError>>,
}

impl Format {
    /// Reads all puzzles of a text and goes on behind errors where the format lets one: behind a bad line of
    /// JSON Lines. Elsewhere an error is the last item.
    pub fn read_each(&'static self, text: &[u8]) -> Reading {
        if self.name == jsonl::FORMAT.name {
            let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
            return Reading { format: self, puzzles: jsonl::each(text).collect() };
        }
        let mut puzzles = Vec::new();
        let done = self.read(text, &mut puzzles);
        let puzzles = puzzles.into_iter().map(Ok).chain(done.err().map(Err)).collect();
        Reading { format: self, puzzles }
    }
}

/// Reads a text in whatever format it is. A text that starts with `{` is JSON Lines.
///
/// An ambiguous text and one with nothing in it give a single error. If no reader accepts, the error is that
/// of a reader that recognised its format, with the puzzles before it, else of the one that got furthest.
///
/// ```
/// let reading = tilefall::formats::auto::read(b"1..\n122\n");
/// assert_eq!(reading.format.name, "click");
/// assert!(reading.puzzles[0].is_ok());
/// ```
pub fn read(text: &[u8]) -> Reading {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let nothing = |message: &str| Reading {
        format: &FORMATS[0],
        puzzles: vec![Err(ReadError::at(text, text.len(), message))],
    };
    match text.trim_ascii_start().first() {
        None => return nothing("the input is empty, expected puzzles (see --list-formats)"),
        Some(b'{') => return FORMATS[0].read_each(text),
        Some(_) => {}
    }
    let mut accepted: Vec<(&'static Format, Layout, Vec<Puzzle>)> = Vec::new();
    let mut nearest: Option<(&'static Format, ReadError, Vec<Puzzle>)> = None;
    for format in &FORMATS {
        let mut puzzles = Vec::new();
        match format.read(text, &mut puzzles) {
            Ok(layout) => accepted.push((format, layout, puzzles)),
            Err(error) => {
                let rank = |error: &ReadError| (error.recognised, error.line, error.column);
                if nearest.as_ref().is_none_or(|(_, old, _)| rank(&error) > rank(old)) {
                    nearest = Some((format, error, puzzles));
                }
            }
        }
    }
    if accepted.iter().any(|(_, layout, _)| *layout == Layout::Neat) {
        accepted.retain(|(_, layout, _)| *layout != Layout::Loose);
    }
    let unlike = accepted.iter().find(|other| other.2 != accepted[0].2).map(|other| other.0.name);
    match (accepted.into_iter().next(), unlike, nearest) {
        (Some((format, _, puzzles)), None, _) => {
            Reading { format, puzzles: puzzles.into_iter().map(Ok).collect() }
        }
        (Some((format, ..)), Some(other), _) => {
            let (message, place) = (ambiguous(format.name, other), ReadError::at(text, 0, ""));
            Reading { format, puzzles: vec![Err(ReadError { message, ..place })] }
        }
        (None, _, Some((_, error, _))) if !error.recognised && (error.line, error.column) <= start(text) => {
            let first = Scan::new(text).next().map_or(String::new(), |token| quote(token.bytes));
            let message = format!("found {first}, which starts no format, expected one of --list-formats");
            Reading { puzzles: vec![Err(ReadError { message, ..error })], ..nothing("") }
        }
        (None, _, Some((format, error, mut puzzles))) => {
            if !error.recognised {
                puzzles.clear();
            }
            let message = format!("{} (read as {})", error.message, format.name);
            let error = ReadError { message, ..error };
            Reading { format, puzzles: puzzles.into_iter().map(Ok).chain([Err(error)]).collect() }
        }
        (None, _, None) => nothing("no reader accepts the input"),
    }
}

/// Line and column of the first token.
fn start(text: &[u8]) -> (u64, u64) {
    let place = ReadError::at(text, text.len() - text.trim_ascii_start().len(), "");
    (place.line, place.column)
}

fn ambiguous(one: &str, other: &str) -> String {
    format!("the input reads as {one} and, differently, as {other}, expected --format to tell which")
}
