//! External sorting: entries in memory, beyond a limit in sorted runs on a scratch file, merged at the end.
//!
//! This module opens no files; the caller provides a function that does, see [`NewScratch`].

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::rc::Rc;

/// A temporary file, or memory, that is discarded on drop.
pub trait Scratch: Read + Write + Seek {}

impl<T: Read + Write + Seek> Scratch for T {}

/// A function that creates an empty scratch file.
pub type NewScratch = fn() -> io::Result<Box<dyn Scratch>>;

/// Creates a scratch file in memory, for small inputs.
///
/// # Errors
/// None.
pub fn in_memory() -> io::Result<Box<dyn Scratch>> {
    Ok(Box::new(io::Cursor::new(Vec::new())))
}

/// Approximate bytes of an entry besides its data.
pub const ENTRY_BYTES: usize = 48;

/// The least and the most bytes of a run to read at a time.
const MIN_BLOCK: usize = 1 << 10;
const MAX_BLOCK: usize = 1 << 16;

/// Data with its sort key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The first sort key.
    pub key: u64,
    /// The second sort key.
    pub seq: u64,
    /// The data.
    pub bytes: Box<[u8]>,
}

/// Entries to be sorted.
pub struct Sorter {
    new: Box<dyn Fn() -> io::Result<Box<dyn Scratch>>>,
    /// The maximum number of bytes in memory.
    most: usize,
    entries: Rc<Vec<Entry>>,
    weight: usize,
    scratch: Option<Rc<RefCell<Box<dyn Scratch>>>>,
    /// Start and end offset of each run on the scratch file.
    runs: Vec<(u64, u64)>,
}

impl std::fmt::Debug for Sorter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sorter").field("entries", &self.entries.len()).field("runs", &self.runs).finish()
    }
}

impl Sorter {
    /// Creates a sorter that keeps at most `most` bytes in memory; `new` creates the scratch file for the rest.
    pub fn new(most: usize, new: impl Fn() -> io::Result<Box<dyn Scratch>> + 'static) -> Sorter {
        Sorter {
            new: Box::new(new),
            most,
            entries: Rc::default(),
            weight: 0,
            scratch: None,
            runs: Vec::new(),
        }
    }

    /// Returns `true` if there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.runs.is_empty()
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// If the scratch file cannot be created or written.
    pub fn push(&mut self, entry: Entry) -> io::Result<()> {
        self.weight += ENTRY_BYTES + entry.bytes.len();
        Rc::make_mut(&mut self.entries).push(entry);
        if self.weight <= self.most {
            return Ok(());
        }
        self.weight = 0;
        self.sort_entries();
        let entries = std::mem::take(&mut self.entries);
        self.add_run(Rc::unwrap_or_clone(entries))
    }

    fn sort_entries(&mut self) {
        Rc::make_mut(&mut self.entries).sort_by_key(|entry| (entry.key, entry.seq));
    }

    /// Adds entries in ascending order, and writes them to the scratch file.
    ///
    /// # Errors
    /// If the scratch file cannot be created or written.
    pub fn add_run(&mut self, entries: impl IntoIterator<Item = Entry>) -> io::Result<()> {
        let scratch = match &self.scratch {
            Some(scratch) => scratch,
            None => self.scratch.insert(Rc::new(RefCell::new((self.new)()?))),
        };
        let mut scratch = scratch.borrow_mut();
        let begin = scratch.seek(SeekFrom::End(0))?;
        let mut out = io::BufWriter::with_capacity(MAX_BLOCK, &mut *scratch);
        for Entry { key, seq, bytes } in entries {
            for number in [key, seq, bytes.len() as u64] {
                out.write_all(&number.to_le_bytes())?;
            }
            out.write_all(&bytes)?;
        }
        out.flush()?;
        drop(out);
        let end = scratch.stream_position()?;
        if end > begin {
            self.runs.push((begin, end));
        }
        Ok(())
    }

    /// Returns all entries in order; equal ones in the order in which they were added.
    ///
    /// # Errors
    /// If the scratch file cannot be read.
    pub fn sorted(&mut self) -> io::Result<Merged> {
        self.merged_with(Vec::new())
    }

    /// Returns all entries and those of other sorted sources, in order.
    ///
    /// # Errors
    /// If the scratch file or a source cannot be read.
    pub fn merged_with(&mut self, mut sources: Vec<Source>) -> io::Result<Merged> {
        let block = (self.most / self.runs.len().max(1)).clamp(MIN_BLOCK, MAX_BLOCK);
        for &(at, end) in &self.runs {
            let Some(scratch) = &self.scratch else { break };
            let part = Part { scratch: scratch.clone(), at, end };
            sources.push(Box::new(Run(BufReader::with_capacity(block, part))));
        }
        self.sort_entries();
        let entries = self.entries.clone();
        sources.push(Box::new((0..entries.len()).map(move |at| Ok(entries[at].clone()))));
        let mut heads = BinaryHeap::with_capacity(sources.len());
        for (number, source) in sources.iter_mut().enumerate() {
            heads.extend(source.next().transpose()?.map(|entry| head_of(entry, number)));
        }
        Ok(Merged { sources, heads })
    }
}

/// A source of entries in order.
pub type Source = Box<dyn Iterator<Item = io::Result<Entry>>>;

/// The keys of an entry, its source, and its bytes.
type HeapEntry = Reverse<(u64, u64, usize, Box<[u8]>)>;

/// An iterator over the entries of several sources in order; it ends after an error.
pub struct Merged {
    sources: Vec<Source>,
    /// The next entry of each source that has one.
    heads: BinaryHeap<HeapEntry>,
}

impl Iterator for Merged {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        let mut head = self.heads.peek_mut()?;
        let source = head.0.2;
        let Reverse((key, seq, _, bytes)) = match self.sources[source].next() {
            Some(Ok(next)) => std::mem::replace(&mut *head, head_of(next, source)),
            None => PeekMut::pop(head),
            Some(Err(error)) => {
                drop(head);
                self.heads.clear();
                return Some(Err(error));
            }
        };
        Some(Ok(Entry { key, seq, bytes }))
    }
}

fn head_of(Entry { key, seq, bytes }: Entry, source: usize) -> HeapEntry {
    Reverse((key, seq, source, bytes))
}

/// A part of a scratch file.
struct Part {
    scratch: Rc<RefCell<Box<dyn Scratch>>>,
    at: u64,
    end: u64,
}

impl Read for Part {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.at).unwrap_or(usize::MAX).min(into.len());
        let mut scratch = self.scratch.borrow_mut();
        scratch.seek(SeekFrom::Start(self.at))?;
        let read = scratch.read(&mut into[..left])?;
        self.at += read as u64;
        Ok(read)
    }
}

/// A run that is being read.
struct Run(BufReader<Part>);

impl Run {
    fn number(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.0.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn entry(&mut self) -> io::Result<Entry> {
        let (key, seq, len) = (self.number()?, self.number()?, self.number()?);
        let mut bytes = vec![0; usize::try_from(len).map_err(io::Error::other)?];
        self.0.read_exact(&mut bytes)?;
        Ok(Entry { key, seq, bytes: bytes.into() })
    }
}

impl Iterator for Run {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        let part = self.0.get_ref();
        (!self.0.buffer().is_empty() || part.at < part.end).then(|| self.entry())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_sorted_in_memory_and_on_a_scratch_file() {
        let entry = |at: u64| Entry {
            key: at * 7 % 50 + at / 900,
            seq: at % 3,
            bytes: vec![at as u8; (at as usize * 613) % (MAX_BLOCK / 10)].into(),
        };
        let mut expected: Vec<_> = (0..600).map(entry).collect();
        expected.sort_by_key(|entry| (entry.key, entry.seq));
        for (most, runs) in [(usize::MAX, 0..1), (1 << 17, 2..30), (0, 600..601)] {
            let mut sorter = Sorter::new(most, in_memory);
            assert!(sorter.is_empty());
            (0..600).for_each(|at| sorter.push(entry(at)).unwrap());
            assert!(runs.contains(&sorter.runs.len()), "{}", sorter.runs.len());
            // It can be read more than once.
            for _ in 0..2 {
                let sorted: Vec<_> = sorter.sorted().unwrap().map(Result::unwrap).collect();
                assert!(sorted == expected && !sorter.is_empty(), "{most}");
            }
        }
    }

    #[test]
    fn a_scratch_that_fails_is_an_error_not_an_end() {
        fn broken() -> io::Result<Box<dyn Scratch>> {
            Err(io::Error::other("no room"))
        }
        let entry = Entry { key: 1, seq: 1, bytes: [1].into() };
        assert!(Sorter::new(0, broken).push(entry.clone()).is_err());
        let mut sorter = Sorter::new(0, in_memory);
        sorter.add_run([entry.clone(), entry.clone()]).unwrap();
        // The second entry lies beyond the end of the run.
        sorter.runs[0].1 -= 1;
        let merged: Vec<_> = sorter.sorted().unwrap().collect();
        assert!(merged.len() == 1 && merged[0].is_err(), "{merged:?}");
    }
}
