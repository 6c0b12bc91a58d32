//! External sorting: sorted runs of entries on a scratch file, merged at the end.
//!
//! The checker itself opens no files; the caller provides a function that does, see [`NewScratch`].

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, Read, Seek, SeekFrom, Write};

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

/// The maximum number of runs to merge at once; more runs take several passes.
const MERGE_WIDTH: usize = 64;
/// Bytes of a run to read or write at a time.
const BLOCK: usize = 1 << 14;

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

/// Sorted runs of entries.
pub struct Runs {
    new: NewScratch,
    scratch: Option<Box<dyn Scratch>>,
    /// Start and end offset of each run.
    runs: Vec<(u64, u64)>,
    end: u64,
}

impl std::fmt::Debug for Runs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runs").field("runs", &self.runs).finish_non_exhaustive()
    }
}

impl Runs {
    /// Creates an empty list of runs; the scratch file is created for the first run.
    pub fn new(new: NewScratch) -> Runs {
        Runs { new, scratch: None, runs: Vec::new(), end: 0 }
    }

    /// Returns `true` if there is no run.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Adds a run of entries in ascending order.
    ///
    /// # Errors
    /// If the scratch file cannot be written.
    pub fn add(&mut self, entries: impl IntoIterator<Item = Entry>) -> io::Result<()> {
        self.add_each(entries.into_iter().map(Ok))
    }

    fn add_each(&mut self, entries: impl IntoIterator<Item = io::Result<Entry>>) -> io::Result<()> {
        let scratch = match &mut self.scratch {
            Some(scratch) => scratch,
            none => none.insert((self.new)()?),
        };
        let begin = self.end;
        scratch.seek(SeekFrom::Start(begin))?;
        let mut block = Vec::with_capacity(2 * BLOCK);
        for entry in entries {
            let Entry { key, seq, bytes } = entry?;
            block.extend_from_slice(&key.to_le_bytes());
            block.extend_from_slice(&seq.to_le_bytes());
            block.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
            block.extend_from_slice(&bytes);
            if block.len() >= BLOCK {
                scratch.write_all(&block)?;
                self.end += block.len() as u64;
                block.clear();
            }
        }
        scratch.write_all(&block)?;
        self.end += block.len() as u64;
        if self.end > begin {
            self.runs.push((begin, self.end));
        }
        Ok(())
    }

    /// Returns all entries in order.
    ///
    /// # Errors
    /// If a scratch file cannot be created, read or written.
    pub fn merged(mut self) -> io::Result<Merged> {
        while self.runs.len() > MERGE_WIDTH {
            let mut fewer = Runs::new(self.new);
            for part in std::mem::take(&mut self.runs).chunks(MERGE_WIDTH) {
                let mut scratch = self.scratch.take();
                let mut merged = Merged::new(scratch.take(), part)?;
                fewer.add_each(&mut merged)?;
                self.scratch = merged.scratch;
            }
            self = fewer;
        }
        Merged::new(self.scratch, &self.runs)
    }
}

/// The keys of an entry, its run, and its bytes.
type HeapEntry = Reverse<(u64, u64, usize, Box<[u8]>)>;

/// An iterator over the entries of several runs in order; it ends after an error.
pub struct Merged {
    scratch: Option<Box<dyn Scratch>>,
    runs: Vec<Run>,
    /// The next entry of each run that has one.
    heads: BinaryHeap<HeapEntry>,
}

impl std::fmt::Debug for Merged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Merged").field("runs", &self.runs.len()).finish_non_exhaustive()
    }
}

impl Merged {
    fn new(scratch: Option<Box<dyn Scratch>>, runs: &[(u64, u64)]) -> io::Result<Merged> {
        let run = |&(at, end): &(u64, u64)| Run { at, end, block: Vec::new(), used: 0 };
        let mut merged = Merged { scratch, runs: runs.iter().map(run).collect(), heads: BinaryHeap::new() };
        (0..runs.len()).try_for_each(|run| merged.refill(run))?;
        Ok(merged)
    }

    /// Reads the next entry of a run.
    fn refill(&mut self, run: usize) -> io::Result<()> {
        let Some(scratch) = &mut self.scratch else { return Ok(()) };
        if let Some(Entry { key, seq, bytes }) = self.runs[run].next(scratch.as_mut())? {
            self.heads.push(Reverse((key, seq, run, bytes)));
        }
        Ok(())
    }
}

impl Iterator for Merged {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        let Reverse((key, seq, run, bytes)) = self.heads.pop()?;
        if let Err(error) = self.refill(run) {
            self.heads.clear();
            return Some(Err(error));
        }
        Some(Ok(Entry { key, seq, bytes }))
    }
}

/// Returns the sorted entries in memory and the entries of the runs, in order.
///
/// # Errors
/// If a scratch file cannot be created, read or written.
pub fn sorted(entries: Vec<Entry>, mut runs: Runs) -> io::Result<Sorted> {
    if runs.is_empty() {
        return Ok(Sorted::Memory(entries.into_iter()));
    }
    runs.add(entries)?;
    Ok(Sorted::Scratch(runs.merged()?))
}

/// An iterator over entries in order.
#[derive(Debug)]
pub enum Sorted {
    /// All entries are in memory.
    Memory(std::vec::IntoIter<Entry>),
    /// The entries are on a scratch file.
    Scratch(Merged),
}

impl Iterator for Sorted {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        match self {
            Sorted::Memory(entries) => entries.next().map(Ok),
            Sorted::Scratch(merged) => merged.next(),
        }
    }
}

/// A run that is being read.
struct Run {
    at: u64,
    end: u64,
    block: Vec<u8>,
    used: usize,
}

impl Run {
    fn next(&mut self, scratch: &mut dyn Scratch) -> io::Result<Option<Entry>> {
        if self.used == self.block.len() && self.at == self.end {
            return Ok(None);
        }
        let key = self.number(scratch)?;
        let seq = self.number(scratch)?;
        let len = self.number(scratch)?;
        let mut bytes = vec![0; usize::try_from(len).map_err(io::Error::other)?];
        self.fill(scratch, &mut bytes)?;
        Ok(Some(Entry { key, seq, bytes: bytes.into() }))
    }

    fn number(&mut self, scratch: &mut dyn Scratch) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.fill(scratch, &mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn fill(&mut self, scratch: &mut dyn Scratch, mut out: &mut [u8]) -> io::Result<()> {
        while !out.is_empty() {
            if self.used == self.block.len() {
                let size = (BLOCK as u64).min(self.end - self.at);
                if size == 0 {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                self.block.resize(size as usize, 0);
                scratch.seek(SeekFrom::Start(self.at))?;
                scratch.read_exact(&mut self.block)?;
                (self.at, self.used) = (self.at + size, 0);
            }
            let part = out.len().min(self.block.len() - self.used);
            let (now, later) = out.split_at_mut(part);
            now.copy_from_slice(&self.block[self.used..self.used + part]);
            self.used += part;
            out = later;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_merged_in_order_however_many() {
        for runs in [0, 1, 3, MERGE_WIDTH, MERGE_WIDTH + 1, 3 * MERGE_WIDTH + 5] {
            let mut all = Runs::new(in_memory);
            let entry = |run: usize, at: u64| Entry {
                key: at * 7 % 50 + at / 9,
                seq: run as u64 * 1000 + at,
                bytes: vec![run as u8; (at as usize * 613) % (3 * BLOCK)].into(),
            };
            let mut expected = Vec::new();
            for run in 0..runs {
                let mut entries: Vec<_> = (0..1 + run as u64 % 20).map(|at| entry(run, at)).collect();
                entries.sort_by_key(|entry| (entry.key, entry.seq));
                expected.extend(entries.clone());
                all.add(entries).unwrap();
            }
            all.add([]).unwrap();
            assert_eq!(all.is_empty(), runs == 0);
            expected.sort_by_key(|entry| (entry.key, entry.seq));
            let merged: Vec<_> = all.merged().unwrap().map(Result::unwrap).collect();
            assert_eq!(merged, expected, "{runs} runs");
        }
    }

    #[test]
    fn a_scratch_that_fails_is_an_error_not_an_end() {
        fn broken() -> io::Result<Box<dyn Scratch>> {
            Err(io::Error::other("no room"))
        }
        let entry = Entry { key: 1, seq: 1, bytes: [1].into() };
        assert!(Runs::new(broken).add([entry.clone()]).is_err());
        let mut runs = Runs::new(in_memory);
        runs.add([entry.clone(), entry.clone()]).unwrap();
        // The second entry lies beyond the end of the run.
        runs.runs[0].1 -= 1;
        let merged: Vec<_> = runs.merged().unwrap().collect();
        assert!(merged.len() == 1 && merged[0].is_err(), "{merged:?}");
    }
}
