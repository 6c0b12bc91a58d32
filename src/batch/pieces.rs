//! Pieces of an input as they are cut: lines are gathered in memory, and a file is open only while some are added to
//! it, so that any number of pieces needs one descriptor and as much memory as one.
//!
//! Pieces are not synced, because that would take longer than cutting them: a piece that a loss of power damages does not
//! match the digest in its sidecar, and is refused.

use super::disk::NewFile;
use super::sidecar::{self, Piece, VERSION};
use super::{Error, Shard};
use crate::record::Digest;
use std::path::{Path, PathBuf};

/// Bytes gathered in memory, of all pieces and of one.
const MOST: usize = 32 << 20;
const MOST_OF_ONE: usize = 256 << 10;

/// Pieces in progress, put in their places at the end. If the end is never reached no file is changed.
#[derive(Debug)]
pub struct Pieces {
    parts: Vec<Part>,
    /// Bytes of a piece in memory.
    most: usize,
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

/// The file of a piece.
pub fn path(folder: &Path, shard: Shard) -> PathBuf {
    folder.join(format!("piece-{}-of-{}.jsonl", shard.part, shard.parts))
}

impl Pieces {
    /// Begins pieces in a folder.
    ///
    /// # Errors
    /// If a file cannot be created.
    pub fn new(folder: &Path, shards: impl Iterator<Item = Shard>) -> Result<Pieces, Error> {
        let mut pieces = Pieces { parts: Vec::new(), most: 0 };
        for shard in shards {
            let path = path(folder, shard);
            let mut file = NewFile::beside(&path)?;
            file.close();
            let (text, digest) = (Vec::new(), Digest::default());
            pieces.parts.push(Part { shard, path, file, text, digest, len: 0 });
        }
        pieces.most = (MOST / pieces.parts.len().max(1)).min(MOST_OF_ONE);
        Ok(pieces)
    }

    /// Adds a line, with its newline, to the piece of this number.
    ///
    /// # Errors
    /// If its file cannot be written.
    pub fn add(&mut self, number: usize, line: &str) -> Result<(), Error> {
        let part = &mut self.parts[number];
        part.text.extend_from_slice(line.as_bytes());
        if part.text.len() >= self.most { part.flush() } else { Ok(()) }
    }

    /// Writes the remaining lines and the sidecars, and then puts all in their places: `input` is the digest of the whole
    /// input, `count` its number of puzzles.
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
            let mut file = NewFile::beside(&sidecar::beside(&part.path))?;
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
