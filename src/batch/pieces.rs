//! Writes an input as several pieces. Lines are buffered in memory, and a file is open only while lines are appended, so
//! that any number of pieces needs one descriptor and a fixed amount of memory.
//!
//! Pieces are not synced, because that would take longer than writing them: a piece that a loss of power damages does not
//! match the digest in its sidecar, and is refused.

use super::disk::NewFile;
use super::sidecar::{self, Piece, VERSION};
use super::{Error, Shard};
use crate::text::record::Digest;
use std::path::{Path, PathBuf};

/// The maximum number of bytes buffered in memory, for all pieces and for one.
const MAX_BUFFERED: usize = 32 << 20;
const MAX_PIECE_BUFFER: usize = 256 << 10;

/// Pieces in progress. They are renamed to their final paths at the end; before that no file is changed.
#[derive(Debug)]
pub struct Pieces {
    parts: Vec<Part>,
    /// The maximum number of bytes buffered for a piece.
    max_buffer: usize,
}

#[derive(Debug)]
struct Part {
    shard: Shard,
    path: PathBuf,
    file: NewFile,
    text: Vec<u8>,
    digest: Digest,
    len: u64,
}

/// Returns the path of a piece.
pub fn path(folder: &Path, shard: Shard) -> PathBuf {
    folder.join(format!("piece-{}-of-{}.jsonl", shard.part, shard.parts))
}

impl Pieces {
    /// Starts pieces in a folder.
    ///
    /// # Errors
    /// If a file cannot be created.
    pub fn new(folder: &Path, shards: impl Iterator<Item = Shard>) -> Result<Pieces, Error> {
        let mut pieces = Pieces { parts: Vec::new(), max_buffer: 0 };
        for shard in shards {
            let path = path(folder, shard);
            let mut file = NewFile::create(&path)?;
            file.close();
            let (text, digest) = (Vec::new(), Digest::default());
            pieces.parts.push(Part { shard, path, file, text, digest, len: 0 });
        }
        pieces.max_buffer = (MAX_BUFFERED / pieces.parts.len().max(1)).min(MAX_PIECE_BUFFER);
        Ok(pieces)
    }

    /// Appends a line, with its newline, to the piece of this number.
    ///
    /// # Errors
    /// If its file cannot be written.
    pub fn add(&mut self, number: usize, line: &str) -> Result<(), Error> {
        let part = &mut self.parts[number];
        part.text.extend_from_slice(line.as_bytes());
        if part.text.len() >= self.max_buffer { part.flush() } else { Ok(()) }
    }

    /// Writes the remaining lines and the sidecars, and then renames all files to their final paths. `input` is the digest
    /// of the whole input, `count` its number of puzzles.
    ///
    /// # Errors
    /// If a file fails.
    pub fn finish(mut self, input: &str, count: u64) -> Result<(), Error> {
        let mut sidecars = Vec::new();
        for part in &mut self.parts {
            part.flush()?;
            let mut digest = part.digest;
            digest.add(&part.len.to_le_bytes());
            let (piece, input) = (digest.to_string(), input.to_owned());
            let piece = Piece { v: VERSION, piece, input, count, shard: part.shard };
            let mut file = NewFile::create(&sidecar::path_for(&part.path))?;
            file.write(&sidecar::text(&piece))?;
            file.close();
            sidecars.push(file);
        }
        for (part, sidecar) in self.parts.into_iter().zip(sidecars) {
            sidecar.finish_unsynced()?;
            part.file.finish_unsynced()?;
        }
        Ok(())
    }
}

impl Part {
    fn flush(&mut self) -> Result<(), Error> {
        if self.text.is_empty() {
            return Ok(());
        }
        self.file.write(&self.text)?;
        self.file.close();
        self.digest.add(&self.text);
        self.len += self.text.len() as u64;
        self.text.clear();
        Ok(())
    }
}
