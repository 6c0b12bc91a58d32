//! A set of puzzle indexes that spills to a scratch file.

use super::external_sort::{Entry, Merged, NewScratch, Runs};
use std::collections::BTreeMap;
use std::io;

/// Approximate bytes per word of 64 indexes.
const SLOT: usize = 24;

/// A set of indexes, a bit each.
#[derive(Debug)]
pub struct IndexSet {
    in_memory: BTreeMap<u64, u64>,
    /// The maximum number of words in memory.
    most: usize,
    spilled: Runs,
    runs: u64,
}

impl IndexSet {
    /// Creates an empty set that keeps at most `most` bytes in memory.
    pub fn new(most: usize, scratch: NewScratch) -> IndexSet {
        IndexSet { in_memory: BTreeMap::new(), most: most / SLOT, spilled: Runs::new(scratch), runs: 0 }
    }

    /// Adds an index; returns `false` if it is known to be in the set already.
    ///
    /// # Errors
    /// If the scratch file cannot be written.
    pub fn add(&mut self, index: u64) -> io::Result<bool> {
        let bit = 1 << (index % 64);
        let word = self.in_memory.entry(index / 64).or_default();
        let new = *word & bit == 0;
        *word |= bit;
        if self.in_memory.len() > self.most {
            self.spill()?;
        }
        Ok(new)
    }

    /// Returns `true` if all indexes are in memory.
    pub fn all_in_memory(&self) -> bool {
        self.spilled.is_empty()
    }

    /// Returns whether the set contains an index; `None` if that is only known at the end.
    pub fn contains(&self, index: u64) -> Option<bool> {
        let in_memory = self.in_memory.get(&(index / 64)).is_some_and(|word| word >> (index % 64) & 1 == 1);
        (in_memory || self.spilled.is_empty()).then_some(in_memory)
    }

    fn spill(&mut self) -> io::Result<()> {
        let seq = self.runs;
        self.runs += 1;
        self.spilled.add(std::mem::take(&mut self.in_memory).into_iter().map(|(key, word)| Entry {
            key,
            seq,
            bytes: Box::new(word.to_le_bytes()),
        }))
    }

    /// Returns the set for lookups in ascending order.
    ///
    /// # Errors
    /// If the scratch file cannot be written or read.
    pub fn finish(mut self) -> io::Result<SortedIndexes> {
        if !self.spilled.is_empty() {
            self.spill()?;
        }
        Ok(SortedIndexes {
            in_memory: self.in_memory,
            spilled: self.spilled.merged()?,
            word: None,
            next: None,
            duplicates: Vec::new(),
        })
    }
}

/// A set of indexes for lookups in ascending order.
#[derive(Debug)]
pub struct SortedIndexes {
    /// The words in memory; empty if there are any on the scratch file.
    in_memory: BTreeMap<u64, u64>,
    spilled: Merged,
    /// The last merged word: its key, its indexes, and the indexes that were added twice.
    word: Option<(u64, u64, u64)>,
    /// The first entry of the next word.
    next: Option<Entry>,
    duplicates: Vec<u64>,
}

impl SortedIndexes {
    /// Returns 0 if an index is not in the set, 1 if it is, and 2 if it was added more than once without
    /// [`IndexSet::add`] detecting it.
    ///
    /// # Errors
    /// If the scratch file cannot be read.
    pub fn multiplicity(&mut self, index: u64) -> io::Result<u8> {
        let key = index / 64;
        while self.word.is_none_or(|(word, ..)| word < key) && self.advance()? {}
        let in_memory = (key, *self.in_memory.get(&key).unwrap_or(&0), 0);
        let (_, once, twice) = self.word.filter(|&(word, ..)| word == key).unwrap_or(in_memory);
        let bit = |word: u64| (word >> (index % 64) & 1) as u8;
        Ok(bit(once) + bit(twice))
    }

    /// Returns the indexes passed so far that were added more than once without [`IndexSet::add`] detecting it.
    pub fn duplicates(&mut self) -> impl Iterator<Item = u64> {
        self.duplicates.drain(..)
    }

    /// Advances to the next word; returns `false` at the end.
    ///
    /// # Errors
    /// If the scratch file cannot be read.
    pub fn advance(&mut self) -> io::Result<bool> {
        let Some(Entry { key, bytes, .. }) = self.entry()? else { return Ok(false) };
        let word = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).map_err(io::Error::other);
        let (mut once, mut twice) = (word(&bytes)?, 0);
        while let Some(entry) = self.entry()? {
            if entry.key != key {
                self.next = Some(entry);
                break;
            }
            let more = word(&entry.bytes)?;
            twice |= once & more;
            once |= more;
        }
        self.duplicates.extend((0..64).filter(|bit| twice >> bit & 1 == 1).map(|bit| key * 64 + bit));
        self.word = Some((key, once, twice));
        Ok(true)
    }

    fn entry(&mut self) -> io::Result<Option<Entry>> {
        self.next.take().map(Ok).or_else(|| self.spilled.next()).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::super::external_sort::in_memory;
    use super::*;

    #[test]
    fn indexes_are_found_again_wherever_they_are_kept() {
        for most in [0, 10 * SLOT, 1 << 20] {
            let mut indexes = IndexSet::new(most, in_memory);
            for index in (0..5000).map(|at| at * 37 % 5000 * 3) {
                assert!(indexes.add(index).unwrap() && indexes.contains(index) != Some(false));
            }
            assert!(indexes.contains(1) != Some(true));
            let reported = !indexes.add(33).unwrap();
            assert_eq!(reported, most == 1 << 20);
            if reported {
                assert_eq!((indexes.contains(3), indexes.contains(4)), (Some(true), Some(false)));
            }
            let mut all = indexes.finish().unwrap();
            for index in [0, 0, 3, 4, 4, 66, 67, 9000, 14_997, 14_998, u64::MAX] {
                let times = if index % 3 == 0 && index < 15_000 { 1 } else { 0 };
                assert_eq!(all.multiplicity(index).unwrap(), times, "{index} {most}");
                if index == 4 {
                    assert_eq!(all.multiplicity(33).unwrap(), if reported { 1 } else { 2 });
                }
            }
            while all.advance().unwrap() {}
            assert_eq!(all.duplicates().collect::<Vec<_>>(), if reported { vec![] } else { vec![33] });
        }
    }
}
