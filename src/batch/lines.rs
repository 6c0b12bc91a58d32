//! The lines of a results file in any state: torn, overwritten, with zeros after a loss of power.

use crate::batch::record_key::RecordHead;
use crate::rules::StopReason;
use std::io::{self, BufRead as _, BufReader, Read};

/// The maximum length of a record, in bytes; longer lines are cut.
const MAX_LINE: usize = 256 << 20;

/// The start of every record. It occurs nowhere else in one, because strings escape their quotes.
const START: &[u8] = b"{\"v\":1,\"index\":";

/// Returns the index of a line that is known to be a whole record.
pub fn index_of(line: &[u8]) -> Option<u64> {
    let digits = line.strip_prefix(START);
    let quick = digits.and_then(|digits| {
        let end = digits.iter().position(|byte| !byte.is_ascii_digit())?;
        std::str::from_utf8(&digits[..end]).ok()?.parse().ok()
    });
    quick.or_else(|| Some(RecordHead::of(line)?.index))
}

/// Replaces the index in the line of a whole record; returns the line unchanged if its index is not at the usual place.
pub fn renumbered(line: Vec<u8>, index: u64) -> Vec<u8> {
    let Some(digits) = line.strip_prefix(START) else { return line };
    let end = digits.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
    [START, index.to_string().as_bytes(), &digits[end..]].concat()
}

/// A reader of lines.
#[derive(Debug)]
pub struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    /// The offset of the next line.
    at: u64,
    number: u64,
}

/// A line of a file.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The bytes, with the newline if there is one; cut if the line is far too long.
    pub bytes: &'a [u8],
    /// The offset of the line in the file.
    pub at: u64,
    /// The line number, from 1.
    pub number: u64,
}

impl<R: Read> Lines<R> {
    /// Creates a reader of lines; `reader` must be at the start of its file.
    pub fn new(reader: R) -> Self {
        Lines::with_block(reader, 1 << 16)
    }

    /// Like [`new`](Self::new); reads this many bytes at a time.
    pub fn with_block(reader: R, block: usize) -> Self {
        Lines { reader: BufReader::with_capacity(block, reader), line: Vec::new(), at: 0, number: 0 }
    }

    /// Reads the next line; `None` at the end.
    ///
    /// # Errors
    /// On an I/O error.
    pub fn read(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let begin = self.at;
        loop {
            let part = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                part => part?,
            };
            let end = memchr::memchr(b'\n', part);
            let used = end.map_or(part.len(), |end| end + 1);
            let room = MAX_LINE.saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..used.min(room)]);
            self.at += used as u64;
            let done = end.is_some() || used == 0;
            self.reader.consume(used);
            if done {
                break;
            }
        }
        if self.at == begin {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(Line { bytes: &self.line, at: begin, number: self.number }))
    }
}

impl<'a> Line<'a> {
    /// Returns the record if the line is exactly one whole record.
    pub fn complete_record(&self) -> Option<RecordHead<'a>> {
        RecordHead::of(self.bytes)
    }

    /// Returns the whole record at the end of the line, behind any remains of a torn write or a loss of power, with its
    /// offset in the file and its length.
    pub fn trailing_record(&self) -> Option<(RecordHead<'a>, u64, u64)> {
        let place = |from: usize| {
            let bytes = &self.bytes[from..];
            Some((RecordHead::of(bytes)?, self.at + from as u64, bytes.len() as u64))
        };
        place(0).or_else(|| place(memchr::memmem::rfind(self.bytes, START).filter(|&from| from > 0)?))
    }

    /// Like [`trailing_record`](Self::trailing_record); `None` also for a record of an interrupted search.
    pub fn answer(&self) -> Option<(RecordHead<'a>, u64, u64)> {
        self.trailing_record().filter(|(head, ..)| head.stopped_by != Some(StopReason::Interrupt))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_gets_another_index() {
        let line = |index: u64| format!("{{\"v\":1,\"index\":{index},\"id\":\"a\"}}\n").into_bytes();
        assert_eq!(renumbered(line(9), 10), line(10));
        assert_eq!(renumbered(b"{\"index\":9}\n".to_vec(), 10), b"{\"index\":9}\n");
    }

    #[test]
    fn a_record_is_found_behind_the_remains_of_a_crash() {
        let record = "{\"v\":1,\"index\":7,\"id\":\"{\\\"v\\\":1,\\\"index\\\":8\",\"status\":\"unknown\"}\n";
        let zeros = "\0".repeat(70_000);
        for before in ["", &zeros, "{\"v\":1,\"index\":6,\"id\":\"a\",\"sta", "\u{fffd}x{"] {
            let text = format!("{before}{record}torn");
            let mut lines = Lines::new(text.as_bytes());
            let line = lines.read().unwrap().unwrap();
            assert_eq!(line.complete_record().is_some(), before.is_empty());
            let (head, at, len) = line.trailing_record().unwrap();
            assert_eq!((head.index, at as usize, len as usize), (7, before.len(), record.len()));
            let line = lines.read().unwrap().unwrap();
            assert_eq!((line.bytes, line.number), (&b"torn"[..], 2));
            assert!(line.trailing_record().is_none());
            assert!(lines.read().unwrap().is_none());
        }
    }
}
