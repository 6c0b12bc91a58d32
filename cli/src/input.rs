//! Files and standard input, open or whole, decompressed.

use super::error::{Misread, Unfit, Unreadable};
use super::exit;
use super::lines::{TextBound, whole};
use super::output;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal as _, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use tilefall::decompress::decompressed;
use tilefall::formats::scan::{BYTE_ORDER_MARK, UTF16, is_utf16};
use tilefall::record::Digest;

/// The name that messages give standard input.
pub const STDIN: &str = "<stdin>";

const BUFFER: usize = 1 << 16;

/// The input of a verb that reads one text: without a word, standard input.
pub fn path(word: Option<&Path>) -> &Path {
    word.unwrap_or(Path::new("-"))
}

/// Refuses standard input for two things at once.
///
/// # Errors
/// If it is.
pub fn refuse_both(puzzles: &Path, answers: &Path) -> Result<(), Unfit> {
    if puzzles.as_os_str() == "-" && answers.as_os_str() == "-" {
        let why = "puzzles and answers are both standard input, expected a file for one of them";
        return Err(Unfit(why.into()));
    }
    Ok(())
}

/// An input and the name that messages give it.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path as given, or [`STDIN`].
    pub name: String,
    /// All of it.
    pub text: Vec<u8>,
}

/// The name that messages give a path: [`STDIN`] for `-`.
pub fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { STDIN.into() } else { path.display().to_string() }
}

/// Opens a file, or standard input for `-`; what is compressed (gzip, Zstandard) is decompressed.
///
/// # Errors
/// [`Unreadable`] if it cannot be opened, [`Misread`] if it is text in UTF-16.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead + Send>> {
    open_counted(path, &Meter::default())
}

/// As [`open`], and what is read, packed as it is, is counted.
///
/// # Errors
/// Those of [`open`].
pub fn open_counted(path: &Path, meter: &Meter) -> anyhow::Result<Box<dyn BufRead + Send>> {
    let unreadable = |error| Unreadable::new(name(path), error);
    let open = || -> io::Result<_> {
        let mut buffer = BUFFER;
        let source: Box<dyn Read + Send> = match path.as_os_str() == "-" {
            true => {
                let stdin = output::stdin()?;
                if stdin.is_terminal() {
                    let end = if cfg!(windows) { "Ctrl-Z and Return" } else { "Ctrl-D" };
                    exit::note(&format!("reading standard input; {end} ends it"));
                }
                Box::new(stdin)
            }
            false => {
                let file = File::open(path)?;
                // A buffer is cleared before it is filled, which takes longer than to read a small file.
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
    if is_utf16(bytes.fill_buf().map_err(unreadable)?) {
        return Err(Misread(format!("{}:1:1: {UTF16}", name(path))).into());
    }
    Ok(decompressed(bytes).map_err(unreadable)?)
}

/// Passes over a byte order mark, which is no part of a text.
///
/// # Errors
/// If the input cannot be read.
pub fn pass_mark(bytes: &mut impl BufRead) -> io::Result<()> {
    let marked = loop {
        match bytes.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            start => break start?.starts_with(BYTE_ORDER_MARK),
        }
    };
    if marked {
        bytes.consume(BYTE_ORDER_MARK.len());
    }
    Ok(())
}

/// How many bytes were read of some inputs, and their digest: of the bytes of each and their number (8 bytes,
/// the low one first). Clones are handles of the same one.
#[derive(Clone, Debug, Default)]
pub struct Meter(Arc<Mutex<(u64, Option<Digest>)>>);

impl Meter {
    /// A meter that makes a digest, too.
    pub fn with_digest() -> Meter {
        Meter(Arc::new(Mutex::new((0, Some(Digest::default())))))
    }

    /// Bytes so far, and their digest if it is made.
    pub fn get(&self) -> (u64, Option<Digest>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, bytes: &[u8], more: u64) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 += more;
        state.1.iter_mut().for_each(|digest| digest.add(bytes));
    }
}

/// A source whose bytes are counted.
struct Counted {
    source: Box<dyn Read + Send>,
    meter: Meter,
    len: u64,
    ended: bool,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = loop {
            // A terminal would be waited for again: it has an end whenever someone types one.
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

/// The digest of a file as a [`Meter`] makes it; `None` if it is not a regular file, which can be read only once, or
/// cannot be opened.
///
/// # Errors
/// [`Unreadable`] if it can be opened but not read.
pub fn digest(path: &Path) -> anyhow::Result<Option<Digest>> {
    let file = Some(path).filter(|path| path.is_file()).and_then(|path| File::open(path).ok());
    let Some(file) = file else { return Ok(None) };
    let meter = Meter::with_digest();
    let source = Box::new(file);
    let mut counted = Counted { source, meter: meter.clone(), len: 0, ended: false };
    io::copy(&mut counted, &mut io::sink()).map_err(|error| Unreadable::new(name(path), error))?;
    Ok(meter.get().1)
}

/// Reads a file, or standard input for `-`, up to a bound.
///
/// # Errors
/// [`Unreadable`] if it cannot be read, [`Misread`](super::exit::Misread) if it is longer than the bound.
pub fn read(path: &Path, bound: TextBound) -> anyhow::Result<Input> {
    let name = name(path);
    let text = whole(open(path)?, &name, bound)?;
    Ok(Input { name, text })
}
