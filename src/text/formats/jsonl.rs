//! Puzzle records in JSON Lines: one record per line, see [`PuzzleRecord`].
//!
//! Blank lines are skipped. A bad line does not affect other lines: [`each`] continues with the next line.

use super::scan::{lines, quote};
use super::write::WriteError;
use super::{ByLine, DEFAULT, Format, Framing, PuzzleSink, noip};
use crate::record::{PuzzleRecord, json};
use tilefall_rules::puzzle::{Place, Puzzle};
use tilefall_rules::{Columns, ReadError};

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub static FORMAT: Format = Format {
    name: "jsonl",
    doc: "puzzle records in JSON Lines: {\"game\":\"samegame\",\"rows\":[\"1.\",\"12\"]}",
    labels: &super::TO_61,
    framing: Framing::Plain,
    by_line: Some(ByLine { opens, read: read_line }),
    judge_answer: Some(noip::JUDGE_ANSWER),
    read,
    write,
    ..DEFAULT
};

/// Returns `true` if a text with this start contains records. `false` for a list in braces and for another program's
/// object that holds a list: the format `rows` reads both.
fn opens(start: &[u8]) -> bool {
    let Some(inner) = start.strip_prefix(b"{") else { return false };
    let line = &inner[..memchr::memchr(b'\n', inner).unwrap_or(inner.len())];
    let has = |key: &str| memchr::memmem::find(line, key.as_bytes()).is_some();
    if ["\"game\"", "\"status\"", "\"rows\":["].into_iter().any(has) {
        return true;
    }
    let inner = inner.trim_ascii_start();
    let after_string = || {
        let end = memchr::memchr2(b'"', b'\n', &inner[1..])?;
        inner[end + 2..].trim_ascii_start().first().copied()
    };
    match inner.first() {
        Some(b'"') if memchr::memchr(b'[', inner).is_some() => false,
        Some(b'"') => !matches!(after_string(), Some(b',' | b'}')),
        Some(b'{' | b'\'' | b'.') => false,
        first => !first.is_some_and(u8::is_ascii_digit),
    }
}

/// Reads all records. A bad line is an error, and reading continues with the next line.
///
/// # Errors
/// Returns the errors of [`read_line`] if the sink ends reading at the first error.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<(), ReadError> {
    for item in each_by(text, found.options.columns) {
        match item {
            Ok(puzzle) => found.push_placed(puzzle),
            Err(error) => found.fail(error)?,
        }
    }
    Ok(())
}

/// Returns the puzzle of every line that is not blank, or the error of that line.
///
/// ```
/// let text = b"{\"game\":\"samegame\",\"rows\":[\"12\"]}\n?\n{\"game\":\"samegame\",\"rows\":[\"3\"]}\n";
/// let read: Vec<_> = tilefall::text::formats::jsonl::each(text).collect();
/// assert!(read[0].is_ok() && read[2].is_ok());
/// assert_eq!(read[1].as_ref().unwrap_err().line, 2);
/// ```
pub fn each(text: &[u8]) -> impl Iterator<Item = Result<Puzzle, ReadError>> {
    each_by(text, None)
}

/// Like [`each`]; `columns`, if given, overrides the field `columns` of the records' rules.
fn each_by(text: &[u8], columns: Option<Columns>) -> impl Iterator<Item = Result<Puzzle, ReadError>> {
    (1..).zip(lines(text)).filter_map(move |(number, (_, line))| read_line(line, number, columns))
}

/// Returns the puzzle of one line, or `None` for a blank line. `number` is the line number from 1, for the error;
/// `columns`, if given, overrides the field `columns` of the record's rules.
pub fn read_line(line: &[u8], number: u64, columns: Option<Columns>) -> Option<Result<Puzzle, ReadError>> {
    object(line, number, "a puzzle record", |begin| {
        let record = serde_json::from_slice::<PuzzleRecord>(line).map_err(|error| syntax(line, &error))?;
        let puzzle = record.puzzle_by(columns).map_err(|error| {
            let offset = error.cell.and_then(|(row, at)| offset_of(line, row, at));
            ReadError::at(line, offset.unwrap_or(begin), error.message).recognised()
        })?;
        Ok(Puzzle { place: Some(Place { line: number, column: begin as u64 + 1 }), ..puzzle })
    })
}

/// Calls `read` with the offset of the JSON object in `line`, and puts the line `number` into the error. Returns `None`
/// for a blank line. `what` names the expected record in the error of a line without an object.
#[doc(hidden)]
pub fn object<T>(
    line: &[u8],
    number: u64,
    what: &str,
    read: impl FnOnce(usize) -> Result<T, ReadError>,
) -> Option<Result<T, ReadError>> {
    let begin = line.len() - line.trim_ascii_start().len();
    let read = match line.get(begin)? {
        b'{' => read(begin),
        // Refuses an array, which serde would read as the values of the fields in order.
        _ => {
            let message = format!("found {}, expected {what} {{…}}", quote(&line[begin..]));
            Err(ReadError::at(line, begin, message))
        }
    };
    Some(read.map_err(|error| ReadError { line: number, ..error }))
}

fn syntax(line: &[u8], error: &serde_json::Error) -> ReadError {
    if memchr::memmem::find(line, b"\"status\":").is_some() {
        return ReadError::at(line, 0, "this is a result, expected a puzzle record").recognised();
    }
    let message = json::message(error, "a puzzle record");
    ReadError::at(line, error.column().saturating_sub(1), message).recognised()
}

/// Returns the offset in `line` of byte `at` of the string `"rows"[row]`; `None` if any row has escapes.
fn offset_of(line: &[u8], row: usize, at: usize) -> Option<usize> {
    #[derive(serde::Deserialize)]
    struct Rows<'a> {
        #[serde(borrow)]
        rows: Vec<&'a str>,
    }
    let rows = serde_json::from_slice::<Rows<'_>>(line).ok()?.rows;
    let start = rows.get(row)?.as_ptr() as usize - line.as_ptr() as usize;
    Some(start + at)
}

/// Writes one record.
///
/// # Errors
/// Never: a record can represent any board.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    out.push_str(&PuzzleRecord::of(puzzle).to_line());
    Ok(())
}
