//! The items of the input, counted as they are taken, and of which input they are.

use crate::files::Found;
use crate::input::{self, Meter};
use crate::puzzles::Inputs;
use crate::stream::Raw;
use std::collections::VecDeque;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::Builder;
use std::time::Duration;
use tilefall::batch::indices::Indices;
use tilefall::batch::sidecar::{self, MAX_NAMES, Piece, Unread};
use tilefall::batch::{Error, Shard, Weigh};
use tilefall::record::Digest;

/// An item and its number.
pub struct Item {
    /// The index of its record: its own, or its place in the whole input.
    pub index: u64,
    /// Whether one before it has the same index.
    pub twice: bool,
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
    /// Bytes of the input that the items of all shards take; 0 for inputs that are not read line by line.
    pub bytes: AtomicU64,
    /// Items that name an index themselves, as in a part of a larger input.
    pub own: AtomicU64,
    /// Items with an index that one before them has.
    pub twice: AtomicU64,
    /// Whether there are no more.
    pub ended: AtomicBool,
    /// Why reading failed, and no more items come.
    pub failed: OnceLock<String>,
    /// Inputs that could not be read, of all shards.
    unread: Mutex<Vec<Unread>>,
}

impl Seen {
    /// Inputs that could not be read.
    pub fn unread(&self) -> Vec<Unread> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether reading went well so far.
    ///
    /// # Errors
    /// If the system failed to read.
    pub fn check(&self) -> Result<(), Error> {
        self.failed.get().map_or(Ok(()), |why| Err(Error::Input(why.clone())))
    }
}

/// The items of an input that belong to a shard.
pub struct Items {
    raw: Box<dyn Iterator<Item = Raw> + Send>,
    shard: Option<Shard>,
    seen: Arc<Seen>,
    indices: Indices,
    /// Items that were looked at, to be taken again.
    front: VecDeque<Item>,
}

/// Of which input the items are.
pub struct Source {
    files: Vec<Result<PathBuf, String>>,
    /// Counts what is read.
    pub meter: Meter,
    /// Bytes of all files, if none is a stream.
    pub size: Option<u64>,
    /// The digest of the names.
    pub names: String,
    /// The piece that this input is, if it is one.
    pub piece: Option<Piece>,
}

/// What is known of the number of items after a look at the first ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// None or one.
    One,
    /// Several.
    Several,
    /// One, and it takes a while to find out whether there are more.
    Open,
}

impl Source {
    /// Looks at the files. With `marked` their digest is made as they are read.
    ///
    /// # Errors
    /// If a file is a piece, and not as it was written. With `marked`, if a directory cannot be listed or is empty: a
    /// run could not be resumed once there are files.
    pub fn new(files: Vec<Found>, marked: bool) -> anyhow::Result<Source> {
        let mut all = Vec::new();
        for file in files {
            match file {
                Err(error) if marked => return Err(error),
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
        if marked {
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

    /// The names of the input for a sidecar.
    pub fn inputs(&self) -> Vec<String> {
        let names = self.files.iter().flatten().map(|path| input::name(path));
        if self.files.len() > MAX_NAMES { Vec::new() } else { names.collect() }
    }

    /// Whether all inputs can be read again, and nobody has to wait for them.
    pub fn regular(&self) -> bool {
        self.size.is_some()
    }

    /// The digest of the whole input and its number of items, once all are taken.
    ///
    /// # Errors
    /// If a piece changed while it was read.
    pub fn whole(&self, seen: &Seen) -> Result<Option<(String, u64)>, Error> {
        let Some(read) = self.meter.get().1.map(|digest| digest.to_string()) else { return Ok(None) };
        match (&self.piece, &self.files[..]) {
            (Some(piece), [Ok(path)]) if piece.piece != read => {
                Err(not_the_piece(&path.display().to_string()))
            }
            (Some(piece), _) => Ok(Some((piece.input.clone(), piece.count))),
            (None, _) => Ok(Some((read, seen.all.load(Ordering::SeqCst)))),
        }
    }

    /// The items, counted by `seen` and `meter`; more than once only of a [regular](Self::regular) input.
    pub fn items(&self, inputs: &Inputs, shard: Option<Shard>, meter: Meter, seen: &Arc<Seen>) -> Items {
        let files = self.files.clone().into_iter().map(|file| file.map_err(|error| anyhow::anyhow!(error)));
        Items {
            raw: Box::new(inputs.raw_of(files.collect(), meter)),
            shard,
            seen: seen.clone(),
            indices: Indices::default(),
            front: VecDeque::new(),
        }
    }
}

/// The bytes of a file; `None` if it is a stream, which can be read once only. One that cannot be read has none, however
/// often that is tried.
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

/// Whether this can be opened to read: a socket and a folder cannot.
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
    /// What has been taken.
    pub fn seen(&self) -> Arc<Seen> {
        self.seen.clone()
    }

    /// Puts an item back that was just taken, to be taken again.
    pub fn put_back(&mut self, item: Item) {
        self.front.push_front(item);
    }

    /// The first item that is to come, which stays to be taken.
    pub fn first(&mut self) -> Option<&Item> {
        if self.front.is_empty() {
            let first = self.more();
            self.front.extend(first);
        }
        self.front.front()
    }

    /// The first item that is to come, which stays to be taken, and the number of them.
    pub fn peek(&mut self) -> (Option<&Item>, Number) {
        self.first();
        if self.front.len() == 1 {
            let second = self.more();
            self.front.extend(second);
        }
        let number = if self.front.len() > 1 { Number::Several } else { Number::One };
        (self.front.front(), number)
    }

    /// As [`peek`](Self::peek), but waits for the first item only, and `wait` for the second.
    pub fn peek_soon(&mut self, wait: Duration) -> (Option<&Item>, Number) {
        if self.first().is_none() {
            return (None, Number::One);
        }
        let (send, receive) = channel();
        let raw = Arc::new(Mutex::new(Some(std::mem::replace(&mut self.raw, Box::new(std::iter::empty())))));
        let take = |raw: &Mutex<Option<_>>| raw.lock().unwrap_or_else(PoisonError::into_inner).take();
        let its = raw.clone();
        let started = Builder::new().spawn(move || {
            let mut raw: Box<dyn Iterator<Item = Raw> + Send> = take(&its)?;
            let second = raw.next();
            // Nobody listens if the program has come to its end.
            send.send((second, raw)).ok()
        });
        if started.is_err()
            && let Some(raw) = take(&raw)
        {
            // Without another thread this one waits.
            self.raw = raw;
            return self.peek();
        }
        match receive.recv_timeout(wait) {
            Ok((second, raw)) => {
                self.raw = Box::new(second.into_iter().chain(raw));
                self.peek()
            }
            Err(RecvTimeoutError::Timeout) => {
                self.raw = Box::new(Later(Some(receive)).flatten());
                (self.front.front(), Number::Open)
            }
            Err(RecvTimeoutError::Disconnected) => (self.front.front(), Number::One),
        }
    }

    /// The next item that nobody has looked at.
    fn more(&mut self) -> Option<Item> {
        loop {
            let Some(raw) = self.raw.next() else {
                self.seen.ended.store(self.seen.failed.get().is_none(), Ordering::SeqCst);
                return None;
            };
            if let Some(why) = raw.failed() {
                // The number of every item behind it is not known.
                self.raw = Box::new(std::iter::empty());
                let _ = self.seen.failed.set(why);
                return None;
            }
            let place = self.seen.all.fetch_add(1, Ordering::SeqCst);
            self.seen.bytes.fetch_add(raw.bytes(), Ordering::Relaxed);
            if raw.unreadable().is_some() {
                let unread = Unread { index: place, input: raw.input().to_string() };
                self.seen.unread.lock().unwrap_or_else(PoisonError::into_inner).push(unread);
            }
            if self.shard.is_none_or(|shard| shard.has(place)) {
                self.seen.ours.fetch_add(1, Ordering::SeqCst);
                let own = raw.index();
                self.seen.own.fetch_add(u64::from(own.is_some()), Ordering::SeqCst);
                let index = own.unwrap_or(place);
                let twice = !self.indices.add(index);
                self.seen.twice.fetch_add(u64::from(twice), Ordering::SeqCst);
                return Some(Item { index, twice, raw });
            }
        }
    }
}

impl Iterator for Items {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        self.front.pop_front().or_else(|| self.more())
    }
}

/// An item that is waited for, and all behind it.
type Rest = (Option<Raw>, Box<dyn Iterator<Item = Raw> + Send>);

/// The rest of an input, once it is there.
struct Later(Option<Receiver<Rest>>);

impl Iterator for Later {
    type Item = Box<dyn Iterator<Item = Raw> + Send>;

    fn next(&mut self) -> Option<Self::Item> {
        let (second, raw) = self.0.take()?.recv().ok()?;
        Some(Box::new(second.into_iter().chain(raw)))
    }
}
