//! Reading with a bound: line by line, or a text as a whole. No input takes more memory than the bounds allow.

use crate::args::numbers::Bytes;
use crate::error::{InvalidInput, Unreadable};
use std::io::{self, BufRead, Read as _};
use tilefall::ask::limits::MAX_TEXT;
use tilefall::rules::ReadError;
use tilefall::text::formats::scan::BYTE_ORDER_MARK;
use tilefall::verify::{Answer, answer};

/// The bound on the length of a line.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Input")]
pub struct LineBound {
    /// The longest line to read, for example 64K or 16M [default: 16M]
    #[arg(long, value_name = "SIZE")]
    pub max_line: Option<Bytes>,
}

impl LineBound {
    /// Returns the bound in bytes.
    pub fn bytes(self) -> usize {
        self.max_line.map_or(16 << 20, |bytes| bytes.0)
    }
}

/// The bound on the length of a text that is held in memory as a whole.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Input")]
pub struct TextBound {
    /// The longest input to read in a format other than jsonl, counted after decompression, for example 64M or 1G
    /// [default: 64M]
    #[arg(long, value_name = "SIZE")]
    pub max_unpacked: Option<Bytes>,
}

impl TextBound {
    /// Returns the bound in bytes.
    pub fn bytes(self) -> usize {
        self.max_unpacked.map_or(MAX_TEXT, |bytes| bytes.0)
    }
}

/// The bounds on the memory for an input.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Bounds {
    /// The bound for a line.
    #[command(flatten)]
    pub line: LineBound,
    /// The bound for a whole text.
    #[command(flatten)]
    pub text: TextBound,
}

/// The lines of a reader.
pub struct Lines<R> {
    reader: R,
    bound: LineBound,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// Creates an iterator over the lines of a reader, which must be at its start.
    pub fn new(reader: R, bound: LineBound) -> Self {
        Lines { reader, bound, number: 0 }
    }

    /// Returns the number of the line read last, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Reads the next line, blank or not, without its `\n` or `\r\n` and without a byte order mark. Returns `None` at
    /// the end. A line that is longer than the bound is skipped, and is an error with its place.
    pub fn next(&mut self, line: &mut Vec<u8>) -> io::Result<Option<Result<(), ReadError>>> {
        line.clear();
        let most = self.bound.bytes();
        // Room for the line end and the byte order mark.
        let take = most as u64 + 2 + if self.number == 0 { BYTE_ORDER_MARK.len() as u64 } else { 0 };
        let read = self.reader.by_ref().take(take).read_until(b'\n', line)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        let ended = line.ends_with(b"\n");
        if ended {
            line.pop();
            if line.ends_with(b"\r") {
                line.pop();
            }
        }
        if self.number == 1 && line.starts_with(BYTE_ORDER_MARK) {
            line.drain(..BYTE_ORDER_MARK.len());
        }
        if line.len() <= most {
            return Ok(Some(Ok(())));
        }
        if !ended {
            self.reader.skip_until(b'\n')?;
        }
        line.clear();
        let message =
            format!("the line is longer than {} bytes, expected at most that (--max-line)", Bytes::<1>(most));
        let column = most as u64 + 1;
        Ok(Some(Err(ReadError { line: self.number, column, ..ReadError::at(b"", 0, message).recognised() })))
    }
}

/// Returns the answers of a file of result records, or the errors of its lines. Blank lines are skipped.
pub fn records(
    reader: impl BufRead,
    bound: LineBound,
) -> impl Iterator<Item = io::Result<Result<Answer, ReadError>>> {
    let (mut lines, mut line) = (Lines::new(reader, bound), Vec::new());
    std::iter::from_fn(move || {
        loop {
            match lines.next(&mut line) {
                Ok(None) => return None,
                Ok(Some(Ok(()))) => match answer::record(&line, lines.number()) {
                    None => {}
                    Some(read) => return Some(Ok(read)),
                },
                Ok(Some(Err(error))) => return Some(Ok(Err(error))),
                Err(error) => return Some(Err(error)),
            }
        }
    })
}

/// Reads all of a reader.
pub fn whole(mut reader: impl BufRead, name: &str, bound: TextBound) -> anyhow::Result<Vec<u8>> {
    let most = bound.bytes();
    let mut text = Vec::new();
    let read = reader.by_ref().take(most as u64 + 1).read_to_end(&mut text);
    read.map_err(|error| Unreadable::new(name, error))?;
    if text.len() > most {
        let message = format!(
            "the input is longer than {} bytes, expected at most that (--max-unpacked), or JSON Lines, which are \
             read line by line",
            Bytes::<1>(most)
        );
        return Err(InvalidInput(format!("{name}:{}", ReadError::at(&text, most, message))).into());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8], max_line: usize) -> Vec<Result<String, String>> {
        let mut lines = Lines::new(text, LineBound { max_line: Some(Bytes(max_line)) });
        let (mut line, mut all) = (Vec::new(), Vec::new());
        while let Some(read) = lines.next(&mut line).unwrap() {
            let text = || String::from_utf8(line.clone()).unwrap();
            all.push(read.map(|()| text()).map_err(|error| error.to_string()));
        }
        all
    }

    #[test]
    fn lines_have_no_ends_and_long_lines_are_skipped() {
        let fine = |text: &str| Ok(text.to_owned());
        let long = |line: u64| {
            let message = "the line is longer than 3 bytes, expected at most that (--max-line)";
            Err(format!("{line}:4: {message}"))
        };
        assert_eq!(all(b"", 3), []);
        assert_eq!(all(b"\xef\xbb\xbfabc\r\n\nab", 3), [fine("abc"), fine(""), fine("ab")]);
        for end in ["\n", "\r\n", ""] {
            for longer in ["abcd", "abcde", "abcdef", "abcdefghijklmn"] {
                let text = format!("abc\r\n{longer}\nabc\n{longer}{end}");
                assert_eq!(all(text.as_bytes(), 3), [fine("abc"), long(2), fine("abc"), long(4)], "{text:?}");
            }
        }
        // A carriage return without a line feed is part of the line.
        assert_eq!(all(b"abc\rd", 3), [long(1)]);
    }
}
