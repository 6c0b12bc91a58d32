//! Which indexes the puzzles have: a bit each, on a scratch file where they are too many.

use super::spill::{Entry, Merged, NewScratch, Runs};
use std::collections::BTreeMap;
use std::io;

/// Bytes for a word of 64 indexes.
const SLOT: usize = 24;

/// A set of indexes.
#[derive(Debug)]
pub struct Indexes {
    near: BTreeMap<u64, u64>,
    /// Words in memory at most.
    most: usize,
    far: Runs,
    runs: u64,
}

impl Indexes {
    /// None yet; `most` bytes are kept in memory.
    pub fn new(most: usize, scratch: NewScratch) -> Indexes {
        Indexes { near: BTreeMap::new(), most: most / SLOT, far: Runs::new(scratch), runs: 0 }
    }

    /// Adds an index; `false` if it is known to be there already.
    ///
    /// # Errors
    /// If the scratch file cannot be written.
    pub fn add(&mut self, index: u64) -> io::Result<bool> {
        let bit = 1 << (index % 64);
        let word = self.near.entry(index / 64).or_default();
        let new = *word & bit == 0;
        *word |= bit;
        if self.near.len() > self.most {
            self.spill()?;
        }
        Ok(new)
    }

    /// Whether all of them are in memory.
    pub fn are_near(&self) -> bool {
        self.far.is_empty()
    }

    /// Whether an index is there; `None` if that will be known at the end only.
    pub fn contains(&self, index: u64) -> Option<bool> {
        let near = self.near.get(&(index / 64)).is_some_and(|word| word >> (index % 64) & 1 == 1);
        (near || self.far.is_empty()).then_some(near)
    }

    fn spill(&mut self) -> io::Result<()> {
        let seq = self.runs;
        self.runs += 1;
        self.far.add(std::mem::take(&mut self.near).into_iter().map(|(key, word)| Entry {
            key,
            seq,
            bytes: Box::new(word.to_le_bytes()),
        }))
    }

    /// All of them, to be asked for in ascending order.
    ///
    /// # Errors
    /// If the scratch file cannot be written or read.
    pub fn finish(mut self) -> io::Result<Ascending> {
        if !self.far.is_empty() {
            self.spill()?;
        }
        Ok(Ascending {
            near: self.near,
            far: self.far.merged()?,
            word: None,
            next: None,
            doubled: Vec::new(),
        })
    }
}

/// A set of indexes that is asked in ascending order.
#[derive(Debug)]
pub struct Ascending {
    /// What is in memory; empty if there is anything on the scratch file.
    near: BTreeMap<u64, u64>,
    far: Merged,
    /// The last word that was put together: its key, its indexes, and those that were added twice.
    word: Option<(u64, u64, u64)>,
    /// The entry behind it.
    next: Option<Entry>,
    doubled: Vec<u64>,
}

impl Ascending {
    /// How often an index is there: never, once, or more than once without [`Indexes::add`] saying so.
    ///
    /// # Errors
    /// If the scratch file cannot be read.
    pub fn times(&mut self, index: u64) -> io::Result<u8> {
        let key = index / 64;
        while self.word.is_none_or(|(word, ..)| word < key) && self.step()? {}
        let near = (key, *self.near.get(&key).unwrap_or(&0), 0);
        let (_, once, twice) = self.word.filter(|&(word, ..)| word == key).unwrap_or(near);
        let bit = |word: u64| (word >> (index % 64) & 1) as u8;
        Ok(bit(once) + bit(twice))
    }

    /// The indexes passed so far that were added more than once without [`Indexes::add`] saying so.
    pub fn doubled(&mut self) -> impl Iterator<Item = u64> {
        self.doubled.drain(..)
    }

    /// Goes on to the next word; `false` at the end.
    ///
    /// # Errors
    /// If the scratch file cannot be read.
    pub fn step(&mut self) -> io::Result<bool> {
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
        self.doubled.extend((0..64).filter(|bit| twice >> bit & 1 == 1).map(|bit| key * 64 + bit));
        self.word = Some((key, once, twice));
        Ok(true)
    }

    fn entry(&mut self) -> io::Result<Option<Entry>> {
        self.next.take().map(Ok).or_else(|| self.far.next()).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::super::spill::in_memory;
    use super::*;

    #[test]
    fn indexes_are_found_again_wherever_they_are_kept() {
        for most in [0, 10 * SLOT, 1 << 20] {
            let mut indexes = Indexes::new(most, in_memory);
            for index in (0..5000).map(|at| at * 37 % 5000 * 3) {
                assert!(indexes.add(index).unwrap() && indexes.contains(index) != Some(false));
            }
            assert!(indexes.contains(1) != Some(true));
            let told = !indexes.add(33).unwrap();
            assert_eq!(told, most == 1 << 20);
            if told {
                assert_eq!((indexes.contains(3), indexes.contains(4)), (Some(true), Some(false)));
            }
            let mut all = indexes.finish().unwrap();
            for index in [0, 0, 3, 4, 4, 66, 67, 9000, 14_997, 14_998, u64::MAX] {
                let times = if index % 3 == 0 && index < 15_000 { 1 } else { 0 };
                assert_eq!(all.times(index).unwrap(), times, "{index} {most}");
                if index == 4 {
                    assert_eq!(all.times(33).unwrap(), if told { 1 } else { 2 });
                }
            }
            while all.step().unwrap() {}
            assert_eq!(all.doubled().collect::<Vec<_>>(), if told { vec![] } else { vec![33] });
        }
    }
}
