//! Reading a results file line by line. Only the fields that identify puzzle and answer are parsed.

use crate::exit::{UsageError, file_error};
use serde::Deserialize;
use std::borrow::Cow;
use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;
use tilefall::rules::{Status, StopReason};

/// The maximum length of a record, in bytes; a longer line is an error.
const MAX_LINE: u64 = 256 << 20;

/// The fields of a result record that identify its puzzle and its answer; other fields are skipped.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordHead<'a> {
    /// The index of the puzzle in the input, by default its position from 0.
    pub index: u64,
    /// The id of the puzzle, by default `INPUT#POSITION`.
    #[serde(borrow)]
    pub id: Cow<'a, str>,
    /// The hash of the puzzle with its rules; `None` in the record of an error.
    #[serde(borrow, default)]
    pub hash: Option<Cow<'a, str>>,
    pub status: Status,
    /// The limit or the signal that ended the search; `None` if the search ended by itself.
    #[serde(default)]
    pub stopped_by: Option<StopReason>,
}

/// A reader of the lines of a results file.
pub struct RecordLines<'a, R> {
    path: &'a Path,
    reader: BufReader<R>,
    line: Vec<u8>,
    /// The number of the current line, from 1.
    number: u64,
    /// The number of bytes of the file up to the end of the current line.
    end: u64,
}

impl<'a, R: Read> RecordLines<'a, R> {
    /// Creates a reader of the file at `path`, from its start.
    pub fn new(path: &'a Path, file: R) -> Self {
        let reader = BufReader::with_capacity(1 << 16, file);
        RecordLines { path, reader, line: Vec::new(), number: 0, end: 0 }
    }

    /// Reads the next line; returns `false` at the end.
    pub fn advance(&mut self) -> anyhow::Result<bool> {
        self.line.clear();
        let mut reader = self.reader.by_ref().take(MAX_LINE);
        let read = reader.read_until(b'\n', &mut self.line).map_err(file_error(self.path, "read"))?;
        self.number += 1;
        self.end += read as u64;
        if read as u64 == MAX_LINE && !self.is_ended() {
            let why = format!("{}: the line is longer than 256 MiB, expected a record", self.place());
            return Err(UsageError(why).into());
        }
        Ok(read > 0)
    }

    /// Returns the place of the line, `FILE:LINE:1`.
    pub fn place(&self) -> String {
        format!("{}:{}:1", self.path.display(), self.number)
    }

    /// Returns the bytes of the line, with the line end if it has one.
    pub fn line(&self) -> &[u8] {
        &self.line
    }

    /// Returns `true` if the line has a line end; only the last line of a file may lack it.
    pub fn is_ended(&self) -> bool {
        self.line.ends_with(b"\n")
    }

    /// Returns the number of bytes of the file up to the end of the line.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Parses the line; `None` unless the line is a whole record as a run writes it. The line end may be missing.
    pub fn head(&self) -> Option<RecordHead<'_>> {
        let text = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        let is_whole = text.starts_with(b"{") && text.ends_with(b"}");
        serde_json::from_slice(text).ok().filter(|_| is_whole)
    }
}
