//! The items of the input, counted as they are taken, and of which input they are.

use crate::batch::sidecar::{self, Piece};
use crate::batch::{Error, Shard, Weigh};
use crate::cli::input::{self, Meter};
use crate::cli::puzzles::PuzzleArgs;
use crate::cli::stream::Raw;
use crate::record::Digest;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// An item and its number in the whole input.
pub struct Item {
    pub index: u64,
    pub raw: Raw,
}

impl Weigh for Item {
    fn weight(&self) -> usize {
        self.raw.weight()
    }
}

/// What has been taken of an input.
#[derive(Debug, Default)]
pub struct Seen {
    /// Items of all shards.
    pub all: AtomicU64,
    /// Items of this shard.
    pub ours: AtomicU64,
    /// Whether there are no more.
    pub ended: AtomicBool,
}

/// The items of an input that belong to a shard.
pub struct Items {
    raw: Box<dyn Iterator<Item = Raw> + Send>,
    shard: Option<Shard>,
    seen: Arc<Seen>,
    /// Items that were looked at, to be taken again.
    front: VecDeque<Item>,
}

/// Of which input the items are.
pub struct Source {
    files: Vec<anyhow::Result<PathBuf>>,
    /// Counts what is read.
    pub meter: Meter,
    /// Bytes of all files, if they are regular ones.
    pub size: Option<u64>,
    /// The digest of the whole input, if it is known beforehand.
    pub input: Option<String>,
    /// The digest of the names.
    pub names: String,
    /// The piece that this input is, if it is one.
    pub piece: Option<Piece>,
}

impl Source {
    /// Looks at the files; reads them through for their digest if `marked`.
    ///
    /// # Errors
    /// If a file is a piece, and not as it was written.
    pub fn new(args: &PuzzleArgs, marked: bool) -> Result<Source, Error> {
        let files = input::files(&args.files);
        let mut names = Digest::default();
        for path in files.iter().flatten() {
            names.add(path.as_os_str().as_encoded_bytes());
            names.add(b"\0");
        }
        let length = |path: &PathBuf| {
            std::fs::metadata(path).ok().filter(|data| data.is_file()).map(|data| data.len())
        };
        let size = files.iter().flatten().map(length).sum();
        let (meter, names) = (Meter::default(), names.to_string());
        let mut source = Source { files, meter, size, input: None, names, piece: None };
        if marked {
            let digest = input::digest(&source.files).map(|digest| digest.to_string());
            if let [Ok(path)] = &source.files[..] {
                source.piece = sidecar::read(path)?;
                if source.piece.as_ref().is_some_and(|piece| Some(&piece.piece) != digest.as_ref()) {
                    let why = "this is not the piece that its sidecar tells of";
                    return Err(Error::Refused(format!("{}: {why}", path.display())));
                }
            }
            match (&source.piece, digest) {
                (Some(piece), _) => source.input = Some(piece.input.clone()),
                (None, Some(digest)) => source.input = Some(digest),
                (None, None) => source.meter = Meter::with_digest(),
            }
        }
        Ok(source)
    }

    /// The digest of the whole input and its number of items, once all are taken.
    pub fn whole(&self, seen: &Seen) -> Option<(String, u64)> {
        let read = || self.meter.get().1.map(|digest| digest.to_string());
        let count = self.piece.as_ref().map_or(seen.all.load(Ordering::SeqCst), |piece| piece.count);
        Some((self.input.clone().or_else(read)?, count))
    }

    /// The items; to be called once.
    pub fn items(&mut self, args: &PuzzleArgs, shard: Option<Shard>, seen: &Arc<Seen>) -> Items {
        let files = std::mem::take(&mut self.files);
        Items {
            raw: Box::new(args.raw_of(files, self.meter.clone())),
            shard,
            seen: seen.clone(),
            front: VecDeque::new(),
        }
    }
}

impl Items {
    /// What has been taken.
    pub fn seen(&self) -> Arc<Seen> {
        self.seen.clone()
    }

    /// The first two items that are to come, which stay to be taken: the first, and whether it is the only one.
    pub fn peek(&mut self) -> (Option<&Item>, bool) {
        let (first, second) = (self.next(), self.next());
        let single = second.is_none();
        self.front.extend(first.into_iter().chain(second));
        (self.front.front(), single)
    }
}

impl Iterator for Items {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if let Some(item) = self.front.pop_front() {
            return Some(item);
        }
        loop {
            let Some(raw) = self.raw.next() else {
                self.seen.ended.store(true, Ordering::SeqCst);
                return None;
            };
            let index = self.seen.all.fetch_add(1, Ordering::SeqCst);
            if self.shard.is_none_or(|shard| shard.has(index)) {
                self.seen.ours.fetch_add(1, Ordering::SeqCst);
                return Some(Item { index, raw });
            }
        }
    }
}
