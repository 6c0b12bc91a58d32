//! The lines of a results file, whatever state it is in: torn, overwritten, with zeros where power was lost.

use crate::base::StopReason;
use crate::batch::record_key::Head;
use std::io::{self, BufRead as _, BufReader, Read};

/// Bytes of a line that are looked at; what is longer is no record.
const LONGEST: usize = 256 << 20;

/// How every record begins; this is nowhere else in one, for strings escape their quotes.
const START: &[u8] = b"{\"v\":1,\"index\":";

/// The index of a line that is known to be a whole record.
pub fn index_of(line: &[u8]) -> Option<u64> {
    let digits = line.strip_prefix(START);
    let quick = digits.and_then(|digits| {
        let end = digits.iter().position(|byte| !byte.is_ascii_digit())?;
        std::str::from_utf8(&digits[..end]).ok()?.parse().ok()
    });
    quick.or_else(|| Some(Head::of(line)?.index))
}

/// The line of a whole record with this index in place of its own; unchanged if that is not at the usual place.
pub fn renumbered(line: Vec<u8>, index: u64) -> Vec<u8> {
    let Some(digits) = line.strip_prefix(START) else { return line };
    let end = digits.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
    [START, index.to_string().as_bytes(), &digits[end..]].concat()
}

/// The lines of a file.
#[derive(Debug)]
pub struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    /// Where the next line begins.
    at: u64,
    number: u64,
}

/// A line.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its bytes, with the newline if it has one; cut if there are far too many.
    pub bytes: &'a [u8],
    /// The byte of the file at which it begins.
    pub at: u64,
    /// Its number, from 1.
    pub number: u64,
}

impl<R: Read> Lines<R> {
    /// The lines of a reader that stands at the start of its file.
    pub fn new(reader: R) -> Self {
        Lines { reader: BufReader::with_capacity(1 << 16, reader), line: Vec::new(), at: 0, number: 0 }
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// If the file fails.
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
            let room = LONGEST.saturating_sub(self.line.len());
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
    /// The record that this line is; `None` if it is no whole one, and nothing else.
    pub fn whole(&self) -> Option<Head<'a>> {
        Head::of(self.bytes)
    }

    /// The whole record at the end of this line, behind whatever a torn write or a loss of power has left, with the
    /// byte at which it begins and its length.
    pub fn record(&self) -> Option<(Head<'a>, u64, u64)> {
        let place = |from: usize| {
            let bytes = &self.bytes[from..];
            Some((Head::of(bytes)?, self.at + from as u64, bytes.len() as u64))
        };
        place(0).or_else(|| place(memchr::memmem::rfind(self.bytes, START).filter(|&from| from > 0)?))
    }

    /// Like [`record`](Self::record); `None` also for a record whose search was interrupted.
    pub fn answer(&self) -> Option<(Head<'a>, u64, u64)> {
        self.record().filter(|(head, ..)| head.stopped_by != Some(StopReason::Interrupt))
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
    fn a_record_is_found_behind_what_a_crash_left() {
        let record = "{\"v\":1,\"index\":7,\"id\":\"{\\\"v\\\":1,\\\"index\\\":8\",\"status\":\"unknown\"}\n";
        let zeros = "\0".repeat(70_000);
        for before in ["", &zeros, "{\"v\":1,\"index\":6,\"id\":\"a\",\"sta", "\u{fffd}x{"] {
            let text = format!("{before}{record}torn");
            let mut lines = Lines::new(text.as_bytes());
            let line = lines.read().unwrap().unwrap();
            assert_eq!(line.whole().is_some(), before.is_empty());
            let (head, at, len) = line.record().unwrap();
            assert_eq!((head.index, at as usize, len as usize), (7, before.len(), record.len()));
            let line = lines.read().unwrap().unwrap();
            assert_eq!((line.bytes, line.number), (&b"torn"[..], 2));
            assert!(line.record().is_none());
            assert!(lines.read().unwrap().is_none());
        }
    }
}
