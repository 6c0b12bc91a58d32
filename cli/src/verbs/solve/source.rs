//! The input files and their items, with counts.

use crate::io::files::FileResult;
use crate::io::input::{self, Meter};
use crate::io::puzzles::Inputs;
use crate::io::stream::RawItem;
use std::collections::VecDeque;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::Builder;
use std::time::Duration;
use tilefall::internals::batch::sidecar::{self, MAX_NAMES, Piece, Unread};
use tilefall::internals::batch::{Error, Shard, Weigh};
use tilefall::internals::rules::lock;
use tilefall::text::record::Digest;
use tilefall::text::record::IndexSet;

/// An item and its index.
pub struct Item {
    /// The index of the record: that of the item, or its position in the whole input from 0.
    pub index: u64,
    /// Whether an earlier item has the same index.
    pub twice: bool,
    pub raw: RawItem,
}

impl Weigh for Item {
    fn weight(&self) -> usize {
        self.raw.weight()
    }
}

/// Counts of the items read so far.
#[derive(Debug, Default)]
pub struct InputCounts {
    /// The number of items of all shards.
    pub all: AtomicU64,
    /// The number of items of this shard.
    pub in_shard: AtomicU64,
    /// The size of the items of all shards in the input, in bytes; 0 for inputs that are not read line by line.
    pub bytes: AtomicU64,
    /// The number of items with an explicit index, as in a piece of a larger input.
    pub with_index: AtomicU64,
    /// The number of items with the index of an earlier item.
    pub duplicates: AtomicU64,
    /// Whether all items were read.
    pub ended: AtomicBool,
    /// The message if reading failed, which ends the items.
    pub failed: OnceLock<String>,
    /// The inputs that could not be read, of all shards.
    unread: Mutex<Vec<Unread>>,
}

impl InputCounts {
    /// Returns the inputs that could not be read.
    pub fn unread(&self) -> Vec<Unread> {
        lock(&self.unread).clone()
    }

    /// Checks that reading has not failed.
    ///
    /// # Errors
    /// If the system failed to read.
    pub fn check(&self) -> Result<(), Error> {
        self.failed.get().map_or(Ok(()), |why| Err(Error::Input(why.clone())))
    }
}

/// An iterator over the items of a shard.
pub struct Items {
    raw: Box<dyn Iterator<Item = RawItem> + Send>,
    shard: Option<Shard>,
    seen: Arc<InputCounts>,
    indices: IndexSet,
    /// Items that were peeked or put back.
    front: VecDeque<Item>,
}

/// The input files.
pub struct Source {
    files: Vec<Result<PathBuf, String>>,
    /// Counts the bytes read.
    pub meter: Meter,
    /// The size of all files in bytes, if none is a stream.
    pub size: Option<u64>,
    /// The digest of the names.
    pub names: String,
    /// The sidecar, if the input is a piece.
    pub piece: Option<Piece>,
}

/// The number of items, as far as known from the first ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemCount {
    /// At most one item.
    One,
    /// Several items.
    Several,
    /// One item so far; the stream may contain more.
    Unknown,
}

impl Source {
    /// Examines the files. With `with_digest` their digest is computed as they are read.
    ///
    /// # Errors
    /// If a piece was changed. With `with_digest`, if a directory cannot be listed or is empty: a run could not be
    /// resumed once there are files.
    pub fn new(files: Vec<FileResult>, with_digest: bool) -> anyhow::Result<Source> {
        let mut all = Vec::new();
        for file in files {
            match file {
                Err(error) if with_digest => return Err(error),
                file => all.push(file.map_err(|error| format!("{error:#}"))),
            }
        }
        let files = all;
        let mut names = Digest::default();
        for path in files.iter().flatten() {
            names.add(path.as_os_str().as_encoded_bytes());
            names.add(b"\0");
        }
        let size = files.iter().flatten().map(|path| length(path)).sum();
        let (meter, names) = (Meter::default(), names.to_string());
        let mut source = Source { files, meter, size, names, piece: None };
        if with_digest {
            source.meter = Meter::with_digest();
            if let [Ok(path)] = &source.files[..] {
                source.piece = sidecar::read(path)?;
                if let Some(piece) = &source.piece
                    && let Some(read) = input::digest(path)?
                    && piece.piece != read.to_string()
                {
                    return Err(not_the_piece(&path.display().to_string()).into());
                }
            }
        }
        Ok(source)
    }

    /// Returns the names of the input for a sidecar; none if there are too many.
    pub fn inputs(&self) -> Vec<String> {
        let names = self.files.iter().flatten().map(|path| input::name(path));
        if self.files.len() > MAX_NAMES { Vec::new() } else { names.collect() }
    }

    /// Returns `true` if all inputs are files, so they can be read again, without waiting.
    pub fn is_rereadable(&self) -> bool {
        self.size.is_some()
    }

    /// Returns the digest of the whole input and its number of items, after all were read.
    ///
    /// # Errors
    /// If a piece changed while it was read.
    pub fn digest_and_count(&self, seen: &InputCounts) -> Result<Option<(String, u64)>, Error> {
        let Some(read) = self.meter.get().1.map(|digest| digest.to_string()) else { return Ok(None) };
        match (&self.piece, &self.files[..]) {
            (Some(piece), [Ok(path)]) if piece.piece != read => {
                Err(not_the_piece(&path.display().to_string()))
            }
            (Some(piece), _) => Ok(Some((piece.input.clone(), piece.count))),
            (None, _) => Ok(Some((read, seen.all.load(Ordering::SeqCst)))),
        }
    }

    /// Returns the items, counted by `seen` and `meter`. Only a [rereadable](Self::is_rereadable) input may be read
    /// more than once.
    pub fn items(
        &self,
        inputs: &Inputs,
        shard: Option<Shard>,
        meter: Meter,
        seen: &Arc<InputCounts>,
    ) -> Items {
        let files = self.files.clone().into_iter().map(|file| file.map_err(|error| anyhow::anyhow!(error)));
        Items {
            raw: Box::new(inputs.raw_of(files.collect(), meter)),
            shard,
            seen: seen.clone(),
            indices: IndexSet::default(),
            front: VecDeque::new(),
        }
    }
}

/// Returns the size of a file in bytes; `None` for a stream, which can be read only once. A path that cannot be
/// opened has size 0, because every attempt gives the same error.
fn length(path: &Path) -> Option<u64> {
    if path.as_os_str() == "-" {
        return None;
    }
    match std::fs::metadata(path) {
        Ok(data) if data.is_file() => Some(data.len()),
        Ok(data) if opens(&data) => None,
        _ => Some(0),
    }
}

/// Returns `true` if a file of this type can be opened for reading: not a socket or a directory.
fn opens(data: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        !data.is_dir() && !data.file_type().is_socket()
    }
    #[cfg(not(unix))]
    {
        !data.is_dir()
    }
}

fn not_the_piece(name: &str) -> Error {
    Error::Refused(format!("{name}: this is not the piece that its sidecar describes"))
}

impl Items {
    /// Returns the counts.
    pub fn seen(&self) -> Arc<InputCounts> {
        self.seen.clone()
    }

    /// Puts back the item returned last.
    pub fn put_back(&mut self, item: Item) {
        self.front.push_front(item);
    }

    /// Returns the next item without consuming it.
    pub fn first(&mut self) -> Option<&Item> {
        if self.front.is_empty() {
            let first = self.read_next();
            self.front.extend(first);
        }
        self.front.front()
    }

    /// Returns the next item without consuming it, and the number of remaining items.
    pub fn peek(&mut self) -> (Option<&Item>, ItemCount) {
        self.first();
        if self.front.len() == 1 {
            let second = self.read_next();
            self.front.extend(second);
        }
        let number = if self.front.len() > 1 { ItemCount::Several } else { ItemCount::One };
        (self.front.front(), number)
    }

    /// Like [`peek`](Self::peek), but waits at most `wait` for the second item.
    pub fn peek_soon(&mut self, wait: Duration) -> (Option<&Item>, ItemCount) {
        if self.first().is_none() {
            return (None, ItemCount::One);
        }
        let (send, receive) = channel();
        let raw = Arc::new(Mutex::new(Some(std::mem::replace(&mut self.raw, Box::new(std::iter::empty())))));
        let take = |raw: &Mutex<Option<_>>| lock(raw).take();
        let its = raw.clone();
        let started = Builder::new().spawn(move || {
            let mut raw: Box<dyn Iterator<Item = RawItem> + Send> = take(&its)?;
            let second = raw.next();
            // The receiver may be gone at the end of the program.
            send.send((second, raw)).ok()
        });
        if started.is_err()
            && let Some(raw) = take(&raw)
        {
            // Without another thread, wait here.
            self.raw = raw;
            return self.peek();
        }
        match receive.recv_timeout(wait) {
            Ok((second, raw)) => {
                self.raw = Box::new(second.into_iter().chain(raw));
                self.peek()
            }
            Err(RecvTimeoutError::Timeout) => {
                self.raw = Box::new(DeferredItems(Some(receive)).flatten());
                (self.front.front(), ItemCount::Unknown)
            }
            Err(RecvTimeoutError::Disconnected) => (self.front.front(), ItemCount::One),
        }
    }

    /// Reads the next item of the shard.
    fn read_next(&mut self) -> Option<Item> {
        loop {
            let Some(raw) = self.raw.next() else {
                self.seen.ended.store(self.seen.failed.get().is_none(), Ordering::SeqCst);
                return None;
            };
            if let Some(why) = raw.failed() {
                // The indexes of later items are unknown.
                self.raw = Box::new(std::iter::empty());
                let _ = self.seen.failed.set(why);
                return None;
            }
            let place = self.seen.all.fetch_add(1, Ordering::SeqCst);
            self.seen.bytes.fetch_add(raw.bytes(), Ordering::Relaxed);
            if raw.unreadable().is_some() {
                let unread = Unread { index: place, input: raw.input().to_string() };
                lock(&self.seen.unread).push(unread);
            }
            if self.shard.is_none_or(|shard| shard.has(place)) {
                self.seen.in_shard.fetch_add(1, Ordering::SeqCst);
                let own = raw.index();
                self.seen.with_index.fetch_add(u64::from(own.is_some()), Ordering::SeqCst);
                let index = own.unwrap_or(place);
                let twice = !self.indices.add(index);
                self.seen.duplicates.fetch_add(u64::from(twice), Ordering::SeqCst);
                return Some(Item { index, twice, raw });
            }
        }
    }
}

impl Iterator for Items {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        self.front.pop_front().or_else(|| self.read_next())
    }
}

/// An awaited item and the rest of the items.
type Rest = (Option<RawItem>, Box<dyn Iterator<Item = RawItem> + Send>);

/// The rest of an input, received from a waiting thread.
struct DeferredItems(Option<Receiver<Rest>>);

impl Iterator for DeferredItems {
    type Item = Box<dyn Iterator<Item = RawItem> + Send>;

    fn next(&mut self) -> Option<Self::Item> {
        let (second, raw) = self.0.take()?.recv().ok()?;
        Some(Box::new(second.into_iter().chain(raw)))
    }
}
