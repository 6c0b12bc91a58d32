//! Reads files and standard input, decompressed, line by line or as a whole. Bounds on the length of a line and of a
//! text limit the memory.

use crate::args::values::Bytes;
use crate::exit;
use crate::exit::{InvalidInput, Unreadable, UsageError};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal as _, Read};
use std::path::Path;
use std::sync::{Arc, Mutex};
use tilefall::ask::limits::MAX_TEXT;
use tilefall::internals::lock;
use tilefall::rules::ReadError;
use tilefall::text::decompress::decompressed;
use tilefall::text::formats::scan::{BYTE_ORDER_MARK, UTF16, is_utf16};
use tilefall::text::record::Digest;
use tilefall::verify::{Answer, answer};

/// The name of standard input in messages.
pub const STDIN: &str = "<stdin>";

const BUFFER: usize = 1 << 16;

/// Returns the path of a verb's only input: the argument, or `-` for standard input if there is no argument.
pub fn path(word: Option<&Path>) -> &Path {
    word.unwrap_or(Path::new("-"))
}

/// Checks that puzzles and answers are not both standard input.
pub fn refuse_stdin_twice(puzzles: &Path, answers: &Path) -> Result<(), UsageError> {
    if puzzles.as_os_str() == "-" && answers.as_os_str() == "-" {
        let why = "puzzles and answers are both standard input, expected a file for one of them";
        return Err(UsageError(why.into()));
    }
    Ok(())
}

/// The text of an input and its name in messages.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path as given, or [`STDIN`].
    pub name: String,
    /// The whole text, decompressed.
    pub text: Vec<u8>,
}

/// Returns the name of a path in messages: [`STDIN`] for `-`.
pub fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { STDIN.into() } else { path.display().to_string() }
}

/// The first bytes of unsupported compressed files, and the commands that decompress such files.
const OTHER_ARCHIVES: [(&[u8], &str); 4] = [
    (b"\xfd7zXZ\0", "xz -dc"),
    (b"BZh", "bzip2 -dc"),
    (b"PK\x03\x04", "unzip -p"),
    (b"7z\xbc\xaf", "7z x -so"),
];

/// Opens a file, or standard input for `-`, and decompresses gzip and Zstandard.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead + Send>> {
    open_counted(path, &Meter::default())
}

/// Like [`open`]; `meter` counts the compressed bytes read.
pub fn open_counted(path: &Path, meter: &Meter) -> anyhow::Result<Box<dyn BufRead + Send>> {
    let unreadable = |error| Unreadable::new(name(path), error);
    let open = || -> io::Result<_> {
        let mut buffer = BUFFER;
        let source: Box<dyn Read + Send> = match path.as_os_str() == "-" {
            true => {
                let stdin = io::stdin();
                if stdin.is_terminal() {
                    let end = if cfg!(windows) { "Ctrl-Z and Return" } else { "Ctrl-D" };
                    exit::note(&format!("reading standard input; {end} ends it"));
                }
                Box::new(stdin)
            }
            false => {
                let file = File::open(path)?;
                // A small file gets a small buffer: zeroing a large buffer would take longer than reading the file.
                if let Some(about) = file.metadata().ok().filter(|about| about.is_file()) {
                    buffer = about.len().saturating_add(1).clamp(1 << 12, BUFFER as u64) as usize;
                }
                Box::new(file)
            }
        };
        let counted = Counted { source, meter: meter.clone(), len: 0, ended: false };
        Ok(BufReader::with_capacity(buffer, counted))
    };
    let mut bytes = open().map_err(unreadable)?;
    let start = bytes.fill_buf().map_err(unreadable)?;
    let refused = |why: &str| Err(InvalidInput(format!("{}:1:1: {why}", name(path))).into());
    if is_utf16(start) {
        return refused(UTF16);
    }
    if let Some((_, tool)) = OTHER_ARCHIVES.iter().find(|(magic, _)| start.starts_with(magic)) {
        return refused(&format!(
            "this file is packed, expected text, gzip or Zstandard ({tool} unpacks it)"
        ));
    }
    Ok(decompressed(bytes).map_err(unreadable)?)
}

/// Skips a byte order mark at the start of a text.
pub fn skip_byte_order_mark(bytes: &mut impl BufRead) -> io::Result<()> {
    if bytes.fill_buf()?.starts_with(BYTE_ORDER_MARK) {
        bytes.consume(BYTE_ORDER_MARK.len());
    }
    Ok(())
}

/// Counts the bytes read from inputs, and may compute a digest of them: each input adds its bytes, then their number as
/// 8 bytes, little-endian. Clones share the count and the digest.
#[derive(Clone, Debug, Default)]
pub struct Meter(Arc<Mutex<(u64, Option<Digest>)>>);

impl Meter {
    /// Creates a meter that also computes a digest.
    pub fn with_digest() -> Meter {
        Meter(Arc::new(Mutex::new((0, Some(Digest::default())))))
    }

    /// Returns the number of bytes so far, and the digest so far if this meter computes a digest.
    pub fn get(&self) -> (u64, Option<Digest>) {
        *lock(&self.0)
    }

    fn add(&self, bytes: &[u8], more: u64) {
        let mut state = lock(&self.0);
        state.0 += more;
        state.1.iter_mut().for_each(|digest| digest.add(bytes));
    }
}

/// A reader whose bytes are counted by a meter.
struct Counted {
    source: Box<dyn Read + Send>,
    meter: Meter,
    len: u64,
    ended: bool,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = loop {
            // A terminal that has reported the end of file would block in another read until more is typed.
            match if self.ended { Ok(0) } else { self.source.read(buffer) } {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.len += read as u64;
        self.meter.add(&buffer[..read], read as u64);
        if read == 0 && !self.ended && !buffer.is_empty() {
            self.ended = true;
            self.meter.add(&self.len.to_le_bytes(), 0);
        }
        Ok(read)
    }
}

/// Reads a whole file, or standard input for `-`; an input longer than `bound` is an error.
pub fn read(path: &Path, bound: TextBound) -> anyhow::Result<Input> {
    let name = name(path);
    let text = whole(open(path)?, &name, bound)?;
    Ok(Input { name, text })
}

/// The bound on the length of a line.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Input")]
pub struct LineBound {
    /// The longest line to read, for example 64K or 16M [default: 16M]
    #[arg(long, value_name = "SIZE")]
    pub max_line: Option<Bytes>,
}

impl LineBound {
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

/// Reads lines of bounded length, and counts them.
pub struct Lines<R> {
    reader: R,
    bound: LineBound,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// Creates a reader of the lines of `reader`, which must be at its start.
    pub fn new(reader: R, bound: LineBound) -> Self {
        Lines { reader, bound, number: 0 }
    }

    /// Returns the number of the line read last, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Reads the next line, blank or not, without its `\n` or `\r\n` and without a byte order mark. Returns `None` at
    /// the end. A line longer than the bound is skipped; the inner error contains its place.
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

/// Iterates over the answers in a file of result records. A bad line gives an inner error; blank lines are skipped.
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

/// Reads a reader to its end; a text longer than `bound` is an error. `name` is the name of the input in errors.
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
