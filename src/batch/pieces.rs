//! Pieces of an input as they are cut: lines are gathered in memory, and a file is open only while some are added to
//! it, so that any number of pieces needs one descriptor and as much memory as one.
//!
//! Pieces are not synced, because that would take longer than cutting them: one that a power loss
//! spoils does not fit the digest in its sidecar, and is refused.

use super::sidecar::{self, Piece, VERSION};
use super::{Error, Shard, disk};
use crate::record::Digest;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Bytes gathered in memory, of all pieces and of one.
const MOST: usize = 32 << 20;
const MOST_OF_ONE: usize = 256 << 10;

/// Pieces in progress, renamed at the end. They are removed if the end is never reached.
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
    new: PathBuf,
    text: Vec<u8>,
    digest: Digest,
    len: u64,
    done: bool,
}

/// The file of a piece.
pub fn path(folder: &Path, shard: Shard) -> PathBuf {
    folder.join(format!("piece-{}-of-{}.jsonl", shard.part, shard.parts))
}

impl Pieces {
    /// Begins pieces in a folder.
    ///
    /// # Errors
    /// If a file cannot be made.
    pub fn new(folder: &Path, shards: impl Iterator<Item = Shard>) -> Result<Pieces, Error> {
        let mut pieces = Pieces { parts: Vec::new(), most: 0 };
        for shard in shards {
            let path = path(folder, shard);
            let new = disk::with_suffix(&path, ".new");
            File::create(&new).map_err(Error::file(&new))?;
            let (text, digest) = (Vec::new(), Digest::default());
            pieces.parts.push(Part { shard, path, new, text, digest, len: 0, done: false });
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

    /// Writes what is left, the sidecars, and returns the pieces their names: `input` is the digest of the whole input,
    /// `count` its number of puzzles.
    ///
    /// # Errors
    /// If a file fails.
    pub fn finish(mut self, input: &str, count: u64) -> Result<(), Error> {
        self.parts.iter_mut().try_for_each(Part::flush)?;
        for part in &mut self.parts {
            let mut digest = part.digest;
            digest.add(&part.len.to_le_bytes());
            let (piece, input) = (digest.to_string(), input.to_owned());
            sidecar::write_unsynced(
                &part.path,
                &Piece { v: VERSION, piece, input, count, shard: part.shard },
            )?;
            std::fs::rename(&part.new, &part.path).map_err(Error::file(&part.path))?;
            part.done = true;
        }
        Ok(())
    }
}

impl Part {
    fn flush(&mut self) -> Result<(), Error> {
        if self.text.is_empty() {
            return Ok(());
        }
        let file = File::options().append(true).open(&self.new);
        file.and_then(|mut file| file.write_all(&self.text)).map_err(Error::file(&self.new))?;
        self.digest.add(&self.text);
        self.len += self.text.len() as u64;
        self.text.clear();
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.done {
            let _ = std::fs::remove_file(&self.new);
        }
    }
}
