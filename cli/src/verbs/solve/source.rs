//! The items of the input, read lazily and counted.

use crate::batch::{Shard, Weigh};
use crate::exit::ReadFailure;
use crate::io::input::Meter;
use crate::io::puzzles::{FileResult, Inputs};
use crate::io::stream::RawItem;
use std::collections::VecDeque;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// An item and its index.
pub struct Item {
    /// The index of the record: the index that the item states, or else the position of the item in the input, from 0.
    pub index: u64,
    pub raw: RawItem,
    /// The byte range of the item's record in the results file, if the record is to be replaced.
    pub replaces: Option<Range<u64>>,
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
    /// Whether all items were read.
    pub ended: AtomicBool,
    /// The message if reading failed; no more items follow.
    pub failed: OnceLock<String>,
}

impl InputCounts {
    /// Checks that reading has not failed.
    pub fn check(&self) -> Result<(), ReadFailure> {
        self.failed.get().map_or(Ok(()), |why| Err(ReadFailure(why.clone())))
    }
}

/// An iterator over the items of a shard.
pub struct Items {
    raw: Box<dyn Iterator<Item = RawItem> + Send>,
    shard: Option<Shard>,
    seen: Arc<InputCounts>,
    /// Items to return before those of `raw`: items that were peeked or put back.
    front: VecDeque<Item>,
}

/// The number of items, as far as the first items show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemCount {
    /// At most one item.
    One,
    Several,
    /// One item so far; the stream may contain more.
    Unknown,
}

/// Returns the total size of the files in bytes; `None` if one of them is a stream.
pub fn size(files: &[FileResult]) -> Option<u64> {
    files.iter().flatten().map(|path| length(path)).sum()
}

/// Returns the size of a file in bytes; `None` for a stream, whose end is unknown. A path that cannot be examined is no
/// stream and has size 0, because every attempt to read it gives the same error.
fn length(path: &Path) -> Option<u64> {
    if path.as_os_str() == "-" {
        return None;
    }
    std::fs::metadata(path).map_or(Some(0), |data| data.is_file().then_some(data.len()))
}

impl Items {
    /// Creates an iterator over the items of a shard. `seen` counts the items, `meter` the bytes read from the files.
    pub fn new(
        inputs: &Inputs,
        files: Vec<FileResult>,
        shard: Option<Shard>,
        meter: &Meter,
        seen: &Arc<InputCounts>,
    ) -> Items {
        let raw = Box::new(inputs.raw_of(files, meter.clone()));
        Items { raw, shard, seen: seen.clone(), front: VecDeque::new() }
    }

    /// Returns the next item without consuming it.
    pub fn first(&mut self) -> Option<&Item> {
        if self.front.is_empty() {
            let first = self.read_next();
            self.front.extend(first);
        }
        self.front.front()
    }

    /// Returns the next item without consuming it, and whether one or several items remain.
    pub fn peek(&mut self) -> (Option<&Item>, ItemCount) {
        self.first();
        if self.front.len() == 1 {
            let second = self.read_next();
            self.front.extend(second);
        }
        let number = if self.front.len() > 1 { ItemCount::Several } else { ItemCount::One };
        (self.front.front(), number)
    }

    /// Puts items back in front of the remaining items.
    pub fn put_back(&mut self, mut items: VecDeque<Item>) {
        items.append(&mut self.front);
        self.front = items;
    }

    /// Reads the next item of the shard.
    fn read_next(&mut self) -> Option<Item> {
        loop {
            let Some(raw) = self.raw.next() else {
                self.seen.ended.store(self.seen.failed.get().is_none(), Ordering::SeqCst);
                return None;
            };
            if let Some(why) = raw.failed() {
                // No more items are read, because their indexes are unknown.
                self.raw = Box::new(std::iter::empty());
                let _ = self.seen.failed.set(why);
                return None;
            }
            let place = self.seen.all.fetch_add(1, Ordering::SeqCst);
            self.seen.bytes.fetch_add(raw.bytes(), Ordering::Relaxed);
            if self.shard.is_none_or(|shard| shard.has(place)) {
                self.seen.in_shard.fetch_add(1, Ordering::SeqCst);
                return Some(Item { index: raw.index().unwrap_or(place), raw, replaces: None });
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
