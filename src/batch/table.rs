//! A table of the records of a file, by the index of their puzzle. 32 bytes per record.

use crate::batch::record_key::{self, RecordHead};

/// A record and its position in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The index of the puzzle.
    pub index: u64,
    /// The [key](crate::batch::record_key::key) of the puzzle.
    pub key: u64,
    /// The offset of the record.
    pub at: u64,
    /// The length of the record in bytes, with the newline.
    pub len: u64,
}

impl Entry {
    /// Creates the entry of a record.
    pub fn new(head: &RecordHead<'_>, at: u64, len: u64) -> Entry {
        Entry { index: head.index, key: head.key(), at, len }
    }
}

/// Records by index, each with a flag for whether it was used.
#[derive(Debug, Default)]
pub struct Table {
    /// Sorted.
    entries: Vec<Entry>,
    used: Vec<bool>,
    unused: usize,
}

/// The result of a lookup of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// The puzzle has no record.
    Missing,
    /// The record of the puzzle.
    Record(Entry),
    /// The record of the puzzle, which was used before.
    Repeated(Entry),
    /// The answer of this index is to another puzzle.
    OtherPuzzle,
}

impl Table {
    /// Creates a table of records. Only the first record of each key stays.
    pub fn new(mut entries: Vec<Entry>) -> Table {
        entries.sort_unstable();
        entries.dedup_by_key(|entry| (entry.index, entry.key));
        Table { used: vec![false; entries.len()], unused: entries.len(), entries }
    }

    /// Looks up the record of a puzzle by its index and the first of its possible keys that has a record, and marks the
    /// record as used.
    pub fn take(&mut self, index: u64, keys: &[u64]) -> Lookup {
        for &key in keys {
            let found = self.entries.binary_search_by_key(&(index, key), |entry| (entry.index, entry.key));
            if let Ok(at) = found {
                let again = std::mem::replace(&mut self.used[at], true);
                self.unused -= usize::from(!again);
                let entry = self.entries[at];
                return if again { Lookup::Repeated(entry) } else { Lookup::Record(entry) };
            }
        }
        // Two puzzles may have one index, but only the first is answered. Keys with a hash come last.
        let end = self.entries.partition_point(|entry| entry.index <= index);
        let last = self.entries[..end].last();
        let other = last.is_some_and(|last| last.index == index && record_key::has_hash(last.key));
        if other { Lookup::OtherPuzzle } else { Lookup::Missing }
    }

    /// Returns `true` if there is a record of this index.
    pub fn has(&self, index: u64) -> bool {
        self.entries.binary_search_by_key(&index, |entry| entry.index).is_ok()
    }

    /// Returns all records by index.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the unused records.
    pub fn unused(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().zip(&self.used).filter(|(_, used)| !**used).map(|(entry, _)| entry)
    }

    /// Returns the indexes of the unused records.
    pub fn left(&self) -> Vec<u64> {
        self.unused().map(|entry| entry.index).collect()
    }

    /// Returns `true` if all records were used.
    pub fn all_used(&self) -> bool {
        self.unused == 0
    }

    /// Marks all records as unused.
    pub fn reset(&mut self) {
        self.used.fill(false);
        self.unused = self.entries.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_by_index_and_key_and_used_once() {
        let entry = |index, key, at| Entry { index, key, at, len: 1 };
        let hashed = record_key::key(5, "a", Some("1"));
        let mut table =
            Table::new(vec![entry(5, hashed, 9), entry(2, 20, 3), entry(2, 21, 4), entry(5, hashed, 7)]);
        assert_eq!(table.entries().len(), 3);
        assert_eq!(table.take(2, &[1, 21]), Lookup::Record(entry(2, 21, 4)));
        assert_eq!(table.take(2, &[1, 21]), Lookup::Repeated(entry(2, 21, 4)));
        assert_eq!(table.left(), [2, 5]);
        assert_eq!((table.take(5, &[20]), table.take(3, &[20])), (Lookup::OtherPuzzle, Lookup::Missing));
        assert_eq!(table.take(2, &[22]), Lookup::Missing, "it is not answered");
        assert_eq!(table.take(5, &[hashed]), Lookup::Record(entry(5, hashed, 7)));
        assert_eq!(table.take(2, &[20, 21]), Lookup::Record(entry(2, 20, 3)));
        assert!(table.all_used());
        table.reset();
        assert_eq!(table.left(), [2, 2, 5]);
    }
}
