//! Reading files and standard input, decompressed.

use super::lines::{TextBound, whole};
use crate::error::{InvalidInput, Unreadable, UsageError};
use crate::exit;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal as _, Read};
use std::path::Path;
use std::sync::{Arc, Mutex};
use tilefall::internals::lock;
use tilefall::text::decompress::decompressed;
use tilefall::text::formats::scan::{BYTE_ORDER_MARK, UTF16, is_utf16};
use tilefall::text::record::Digest;

/// The name of standard input in messages.
pub const STDIN: &str = "<stdin>";

const BUFFER: usize = 1 << 16;

/// Returns the input of a verb that reads one text: standard input without an argument.
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
    /// The whole text.
    pub text: Vec<u8>,
}

/// Returns the name of a path in messages: [`STDIN`] for `-`.
pub fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { STDIN.into() } else { path.display().to_string() }
}

/// The first bytes of packed files that are not read, and the command that unpacks them.
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
                // A buffer is zeroed first, which takes longer than reading a small file.
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

/// Counts the bytes read from inputs and computes their digest: over the bytes of each input, followed by their
/// number (8 bytes, little-endian). Clones share the counts.
#[derive(Clone, Debug, Default)]
pub struct Meter(Arc<Mutex<(u64, Option<Digest>)>>);

impl Meter {
    /// Creates a meter that also computes a digest.
    pub fn with_digest() -> Meter {
        Meter(Arc::new(Mutex::new((0, Some(Digest::default())))))
    }

    /// Returns the number of bytes so far, and the digest if it is computed.
    pub fn get(&self) -> (u64, Option<Digest>) {
        *lock(&self.0)
    }

    fn add(&self, bytes: &[u8], more: u64) {
        let mut state = lock(&self.0);
        state.0 += more;
        state.1.iter_mut().for_each(|digest| digest.add(bytes));
    }
}

/// A reader that reports its bytes to a meter.
struct Counted {
    source: Box<dyn Read + Send>,
    meter: Meter,
    len: u64,
    ended: bool,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = loop {
            // A terminal can be read again after its end of file, and would block.
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

/// Reads a file, or standard input for `-`, up to a bound.
pub fn read(path: &Path, bound: TextBound) -> anyhow::Result<Input> {
    let name = name(path);
    let text = whole(open(path)?, &name, bound)?;
    Ok(Input { name, text })
}
