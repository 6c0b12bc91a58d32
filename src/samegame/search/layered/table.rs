//! The boards of one layer in one shard: stored one after the other in the order of insertion, with an index by hash.

use super::record::PathRecord;
use crate::bits::cpu::Cpu;

/// Number of parts into which a layer is divided by hash.
pub const SHARDS: usize = 64;

/// Low bits of an index entry, which hold a board's number plus one. The high bits are a tag from the board's hash.
pub const NUMBER_BITS: u32 = 24;

const NUMBER: u32 = (1 << NUMBER_BITS) - 1;

/// The maximum number of entries of an index.
const MAX_INDEX: usize = 1 << NUMBER_BITS;

/// Minimum number of entries by which a table grows.
const MIN_GROWTH: usize = 16;

#[inline(always)]
pub fn shard_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

/// The boards of one layer in one shard.
#[derive(Debug)]
pub struct Table {
    /// The number of words of a board.
    pub words: usize,
    /// The words of all boards, one board after the other.
    boards: Vec<u64>,
    /// The best path to each board.
    records: Vec<PathRecord>,
    /// The entries by hash: the number of a board plus one, with its tag in the high bits; 0 in free entries.
    index: Vec<u32>,
}

impl Default for Table {
    fn default() -> Self {
        Table::new(0)
    }
}

impl Table {
    /// Creates an empty table of boards with this many words.
    pub fn new(words: usize) -> Table {
        Table { words, boards: Vec::new(), records: Vec::new(), index: Vec::new() }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns the bytes that the table uses.
    pub fn bytes(&self) -> usize {
        self.boards.capacity() * size_of::<u64>()
            + self.records.capacity() * size_of::<PathRecord>()
            + self.index.len() * size_of::<u32>()
    }

    /// Returns the board with index `place` and the best path to it.
    #[inline(always)]
    pub fn get(&self, place: usize) -> (&[u64], PathRecord) {
        (&self.boards[place * self.words..][..self.words], self.records[place])
    }

    /// Prefetches the index entry at which the search for a hash begins.
    #[inline(always)]
    pub fn prefetch_index<C: Cpu>(&self, cpu: C, hash: u64) {
        if !self.index.is_empty() {
            cpu.prefetch(&self.index[hash as usize & (self.index.len() - 1)]);
        }
    }

    /// Prefetches the board of the index entry at which the search for a hash begins, if the entry's tag matches.
    #[inline(always)]
    pub fn prefetch_board<C: Cpu>(&self, cpu: C, hash: u64) {
        if !self.index.is_empty() {
            let slot = self.index[hash as usize & (self.index.len() - 1)];
            if slot & !NUMBER == tag_of(hash) && slot & NUMBER != 0 {
                let place = (slot & NUMBER) as usize - 1;
                cpu.prefetch(&self.boards[place * self.words]);
                cpu.prefetch(&self.boards[(place + 1) * self.words - 1]);
                cpu.prefetch(&self.records[place]);
            }
        }
    }

    /// Inserts a board; if the table contains the board, only keeps the better of the two paths to it. `hash` must be
    /// [`hash_of`] the board. Returns `false` if the table is full, or would use more than `memory` bytes.
    #[inline(always)]
    pub fn insert(&mut self, hash: u64, board: &[u64], record: PathRecord, memory: usize) -> bool {
        debug_assert_eq!((hash_of(board), board.len()), (hash, self.words));
        if self.len() * 4 >= self.index.len() * 3 && !self.grow(memory) {
            return false;
        }
        let (mask, tag) = (self.index.len() - 1, tag_of(hash));
        let mut at = hash as usize & mask;
        loop {
            let slot = self.index[at];
            if slot & NUMBER == 0 {
                if self.records.len() == self.records.capacity() && !self.make_room(memory) {
                    return false;
                }
                self.boards.extend_from_slice(board);
                self.records.push(record);
                self.index[at] = tag | self.len() as u32;
                return true;
            }
            if slot & !NUMBER == tag {
                let place = (slot & NUMBER) as usize - 1;
                if same(&self.boards[place * board.len()..][..board.len()], board) {
                    // Of equally good paths the first one stays.
                    if record.merit() > self.records[place].merit() {
                        self.records[place] = record;
                    }
                    return true;
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Makes room for more boards. Returns `false` if `memory` has no room for another board.
    #[cold]
    fn make_room(&mut self, memory: usize) -> bool {
        let bytes = self.words * size_of::<u64>() + size_of::<PathRecord>();
        // Doubling the vectors could leave half of their memory unused.
        let wanted = (self.len() / 4).max(MIN_GROWTH);
        let more = wanted.min(memory.saturating_sub(self.bytes()) / bytes.max(1));
        self.boards.reserve_exact(more * self.words);
        self.records.reserve_exact(more);
        more > 0
    }

    /// Doubles the index. Returns `false` if the index has its largest size, or `memory` has no room.
    #[cold]
    fn grow(&mut self, memory: usize) -> bool {
        let size = (self.index.len() * 2).max(MIN_GROWTH);
        let more = (size - self.index.len()) * size_of::<u32>();
        if size > MAX_INDEX || self.bytes().saturating_add(more) > memory {
            return false;
        }
        self.index.clear();
        self.index.resize(size, 0);
        for place in 0..self.len() {
            let hash = hash_of(self.get(place).0);
            let mut at = hash as usize & (size - 1);
            while self.index[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.index[at] = tag_of(hash) | (place + 1) as u32;
        }
        true
    }
}

/// The fractional part of the golden ratio times 2⁶⁴.
pub const RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// Multiplies a word by [`RATIO`] to 128 bits and combines both halves.
#[inline(always)]
pub fn fold(word: u64) -> u64 {
    let product = u128::from(word) * u128::from(RATIO);
    product as u64 ^ (product >> 64) as u64
}

/// Returns the hash of a board, given its words.
#[inline(always)]
pub fn hash_of(words: &[u64]) -> u64 {
    let mut hash = RATIO;
    for &word in words {
        hash = fold(hash ^ word);
    }
    hash ^ hash >> 29
}

/// Returns whether two boards of the same number of words are equal.
#[inline(always)]
fn same(one: &[u64], other: &[u64]) -> bool {
    let mut differ = 0;
    for (one, other) in one.iter().zip(other) {
        differ |= one ^ other;
    }
    differ == 0
}

/// Returns the tag of a hash, in the high bits: bits that neither the shard nor the position in the index uses.
#[inline(always)]
fn tag_of(hash: u64) -> u32 {
    ((hash >> 50) as u32) << NUMBER_BITS
}

#[cfg(test)]
mod tests {
    use super::super::record::BoardId;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_table_keeps_each_board_once_with_the_first_best_path(
            puts in proptest::collection::vec((0u64..200, 0i64..4), 0..600),
            words in 1usize..5,
            memory in prop_oneof![Just(usize::MAX), 0..8000usize],
        ) {
            let (mut table, mut twin) = (Table::new(words), Vec::<(u64, PathRecord)>::new());
            for (number, &(board, merit)) in puts.iter().enumerate() {
                let words = vec![board; words];
                let record = PathRecord::new(merit, 1, 0, BoardId(number as u32));
                let inserted = table.insert(hash_of(&words), &words, record, memory);
                prop_assert!(table.bytes() <= memory);
                prop_assert!(inserted || memory < usize::MAX);
                match twin.iter_mut().find(|(here, _)| *here == board) {
                    _ if !inserted => {}
                    Some((_, here)) if here.merit() >= merit => {}
                    Some((_, here)) => *here = record,
                    None => twin.push((board, record)),
                }
            }
            prop_assert_eq!(table.len(), twin.len());
            for (place, &(board, record)) in twin.iter().enumerate() {
                prop_assert_eq!(table.get(place), (&vec![board; words][..], record));
            }
        }
    }
}
