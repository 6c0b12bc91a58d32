//! Records by the index of their puzzle: which there are, and where they stand. 32 bytes per record.

use crate::batch::record_key::{self, Head};

/// A record and where it stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The index of its puzzle.
    pub index: u64,
    /// The [key](crate::batch::record_key::key) of its puzzle.
    pub key: u64,
    /// The byte at which it begins.
    pub at: u64,
    /// Its bytes, with the newline.
    pub len: u64,
}

impl Entry {
    /// The record of this head.
    pub fn new(head: &Head<'_>, at: u64, len: u64) -> Entry {
        Entry { index: head.index, key: head.key(), at, len }
    }
}

/// Records by index, and which of them were used.
#[derive(Debug, Default)]
pub struct Table {
    /// Sorted.
    entries: Vec<Entry>,
    used: Vec<bool>,
    unused: usize,
}

/// What a table knows of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// There is no record of it.
    Nothing,
    /// This is its record.
    Record(Entry),
    /// This is its record, and was used before.
    Again(Entry),
    /// The answer to the puzzle of this index is to another puzzle.
    Other,
}

impl Table {
    /// A table of records, of which only the first of each key stays.
    pub fn new(mut entries: Vec<Entry>) -> Table {
        entries.sort_unstable();
        entries.dedup_by_key(|entry| (entry.index, entry.key));
        Table { used: vec![false; entries.len()], unused: entries.len(), entries }
    }

    /// The record of the puzzle of this index that has the first of these keys that any has; it is used by that.
    pub fn take(&mut self, index: u64, keys: &[u64]) -> Taken {
        for &key in keys {
            let found = self.entries.binary_search_by_key(&(index, key), |entry| (entry.index, entry.key));
            if let Ok(at) = found {
                let again = std::mem::replace(&mut self.used[at], true);
                self.unused -= usize::from(!again);
                let entry = self.entries[at];
                return if again { Taken::Again(entry) } else { Taken::Record(entry) };
            }
        }
        // An index may come twice, but only the first puzzle that has it is answered. Keys with a hash come last.
        let end = self.entries.partition_point(|entry| entry.index <= index);
        let last = self.entries[..end].last();
        let other = last.is_some_and(|last| last.index == index && record_key::has_hash(last.key));
        if other { Taken::Other } else { Taken::Nothing }
    }

    /// Whether there is a record of this index.
    pub fn has(&self, index: u64) -> bool {
        self.entries.binary_search_by_key(&index, |entry| entry.index).is_ok()
    }

    /// All records by index.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The records that were not used.
    pub fn unused(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().zip(&self.used).filter(|(_, used)| !**used).map(|(entry, _)| entry)
    }

    /// The indexes of records that were not used.
    pub fn left(&self) -> Vec<u64> {
        self.unused().map(|entry| entry.index).collect()
    }

    /// Whether all were used.
    pub fn all_used(&self) -> bool {
        self.unused == 0
    }

    /// Says that none was used.
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
        assert_eq!(table.take(2, &[1, 21]), Taken::Record(entry(2, 21, 4)));
        assert_eq!(table.take(2, &[1, 21]), Taken::Again(entry(2, 21, 4)));
        assert_eq!(table.left(), [2, 5]);
        assert_eq!((table.take(5, &[20]), table.take(3, &[20])), (Taken::Other, Taken::Nothing));
        assert_eq!(table.take(2, &[22]), Taken::Nothing, "it is not answered");
        assert_eq!(table.take(5, &[hashed]), Taken::Record(entry(5, hashed, 7)));
        assert_eq!(table.take(2, &[20, 21]), Taken::Record(entry(2, 20, 3)));
        assert!(table.all_used());
        table.reset();
        assert_eq!(table.left(), [2, 2, 5]);
    }
}
