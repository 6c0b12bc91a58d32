//! The boards of breadth-first searches: layers without duplicates.
//!
//! A layer is divided into shards by hash; one thread at a time works on each. The boards of a layer in a shard are a
//! [`Table`]: they are stored one after the other in the order of insertion, and an index finds them by hash. So the
//! place of a board never changes, and a lookup that fails only reads the index. Each board has a [`Record`] of the
//! path to it.
//!
//! Boards wait in [`Pending`] lists between expansion and [`insertion`](insert_all), so that the order of insertion
//! does not depend on the threads.

use crate::bits::cpu::{Cpu, Kernel};
use crate::rules::lock;
use crate::rules::threads::on_threads;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Parts of a layer by hash.
pub const SHARDS: usize = 64;

/// The bits of an entry of the index that hold the number of a board plus one; the other ones are bits of its hash.
pub const NUMBER_BITS: u32 = 24;

const NUMBER: u32 = (1 << NUMBER_BITS) - 1;

/// The largest size of an index.
const MAX_INDEX: usize = 1 << NUMBER_BITS;

/// The entries for which a table makes room at once, at least.
const MIN_GROWTH: usize = 16;

/// How many boards ahead the entry of the index is prefetched, and the stored board.
const PREFETCH_DISTANCE: [usize; 2] = [16, 8];

#[inline(always)]
pub fn shard_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

/// The data stored with a board: the path to it, or a part of it.
pub trait Record: Copy + Send + Sync {
    /// Reads a record from a list.
    fn from_word(word: u64) -> Self;
    /// Returns whether the record replaces another one of the same board.
    fn replaces(self, other: Self) -> bool;
    /// Returns the number of layers between the board and the last one that a pending board may belong to.
    fn depth(self) -> usize;
}

/// The boards of one layer in one shard.
#[derive(Debug)]
pub struct Table<R> {
    /// The number of words of a board.
    words: usize,
    /// The words of each board.
    boards: Vec<u64>,
    /// The record of each board.
    records: Vec<R>,
    /// The number of a board plus one, with bits of its hash above; 0 in free entries.
    index: Vec<u32>,
}

impl<R> Default for Table<R> {
    fn default() -> Self {
        Table::new(0)
    }
}

impl<R> Table<R> {
    /// Creates an empty table of boards with this many words.
    pub fn new(words: usize) -> Table<R> {
        Table { words, boards: Vec::new(), records: Vec::new(), index: Vec::new() }
    }

    /// Creates an empty table with the memory of the index of this one, to which nothing can be added any more.
    pub fn next(&mut self) -> Table<R> {
        let mut index = std::mem::take(&mut self.index);
        index.fill(0);
        Table { index, ..Table::new(self.words) }
    }
}

impl<R: Record> Table<R> {
    /// Returns the number of boards.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns the bytes that the table uses.
    pub fn bytes(&self) -> usize {
        self.boards.capacity() * size_of::<u64>()
            + self.records.capacity() * size_of::<R>()
            + self.index.len() * size_of::<u32>()
    }

    /// Returns a board and its record.
    #[inline(always)]
    pub fn get(&self, place: usize) -> (&[u64], R) {
        (&self.boards[place * self.words..][..self.words], self.records[place])
    }

    /// Prefetches the entry of the index.
    #[inline(always)]
    fn prefetch_index<C: Cpu>(&self, cpu: C, hash: u64) {
        if !self.index.is_empty() {
            cpu.prefetch(&self.index[hash as usize & (self.index.len() - 1)]);
        }
    }

    /// Prefetches the board of the entry of the index, if its tag matches.
    #[inline(always)]
    fn prefetch_board<C: Cpu>(&self, cpu: C, hash: u64) {
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

    /// Inserts a board, or a record that replaces its record. `hash` is the hash of its words by [`hash_of`]. Returns
    /// `false` if the table is full, or would use more than `memory` bytes.
    #[inline(always)]
    pub fn insert(&mut self, hash: u64, board: &[u64], record: R, memory: usize) -> bool {
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
                    if record.replaces(self.records[place]) {
                        self.records[place] = record;
                    }
                    return true;
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Makes room for more boards. Returns `false` if the memory has no room for one.
    #[cold]
    fn make_room(&mut self, memory: usize) -> bool {
        let bytes = self.words * size_of::<u64>() + size_of::<R>();
        // Doubling the vectors could leave half of their memory unused.
        let wanted = (self.len() / 4).max(MIN_GROWTH);
        let more = wanted.min(memory.saturating_sub(self.bytes()) / bytes.max(1));
        self.boards.reserve_exact(more * self.words);
        self.records.reserve_exact(more);
        more > 0
    }

    /// Doubles the index. Returns `false` if it has its largest size, or the memory has no room.
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

/// The golden ratio times 2⁶⁴.
pub const RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// Multiplies a word to 128 bits and combines both halves.
#[inline(always)]
pub fn fold(word: u64) -> u64 {
    let product = u128::from(word) * u128::from(RATIO);
    product as u64 ^ (product >> 64) as u64
}

/// Returns the hash of a board.
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

/// Returns bits of a hash that are independent of the shard and of the position in the index.
#[inline(always)]
fn tag_of(hash: u64) -> u32 {
    ((hash >> 50) as u32) << NUMBER_BITS
}

/// The words of an entry of a [`Pending`] list before the words of the board: its hash and its record.
pub const ENTRY_HEAD: usize = 2;

/// Boards that are to be inserted, by shard. An entry is the hash of a board, its record, and its words.
#[derive(Debug)]
pub struct Pending(Vec<Vec<u64>>);

impl Default for Pending {
    fn default() -> Pending {
        Pending(vec![Vec::new(); SHARDS])
    }
}

impl Pending {
    #[inline(always)]
    pub fn list(&mut self, hash: u64) -> &mut Vec<u64> {
        &mut self.0[shard_of(hash)]
    }

    /// Removes all boards but keeps the memory.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }

    /// Returns the number of words of all entries.
    pub fn words(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }
}

/// The tables of a shard, by layer, and the bytes that each may use.
pub struct Shard<'a, R> {
    /// The tables. Those of boards with a [depth](Record::depth) of 0 come last.
    pub tables: &'a mut [Table<R>],
    /// The bytes that a table may use.
    pub memory: usize,
}

/// Inserts pending boards, in the order of the lists. Returns the entries for which there was no room, by shard.
#[inline(always)]
pub fn insert_all<'a, C: Cpu, R: Record + 'a>(
    cpu: C,
    threads: usize,
    pending: &[&Pending],
    shards: impl Iterator<Item = Shard<'a, R>>,
) -> Vec<Vec<u64>> {
    let shards: Vec<_> = shards.map(|shard| Mutex::new((shard, Vec::new()))).collect();
    let next = AtomicUsize::new(0);
    on_threads(threads, || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(shard) = shards.get(number) else { return };
            let (shard, refused) = &mut *lock(shard);
            for pending in pending {
                let list = &pending.0[number];
                cpu.call(Insert { list, shard, refused });
            }
        }
    });
    shards.into_iter().map(|shard| lock(&shard).1.split_off(0)).collect()
}

/// Inserts the entries of a list.
struct Insert<'a, 'b, R> {
    list: &'a [u64],
    shard: &'a mut Shard<'b, R>,
    refused: &'a mut Vec<u64>,
}

impl<C: Cpu, R: Record> Kernel<C> for Insert<'_, '_, R> {
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: C) {
        let Insert { list, shard: Shard { tables, memory }, refused } = self;
        let last = tables.len() - 1;
        let mut starts = [0; 3];
        let mut ahead = 0;
        // Three passes over the list, one behind the other.
        while starts[2] < list.len() {
            for (pass, start) in starts.iter_mut().enumerate() {
                let behind = [0, PREFETCH_DISTANCE[0] - PREFETCH_DISTANCE[1], PREFETCH_DISTANCE[0]][pass];
                if *start >= list.len() || ahead < behind {
                    continue;
                }
                let (hash, record) = (list[*start], R::from_word(list[*start + 1]));
                let table = &mut tables[last - record.depth()];
                let end = *start + ENTRY_HEAD + table.words;
                match pass {
                    0 => table.prefetch_index(cpu, hash),
                    1 => table.prefetch_board(cpu, hash),
                    _ => {
                        if !table.insert(hash, &list[*start + ENTRY_HEAD..end], record, *memory) {
                            refused.extend_from_slice(&list[*start..end]);
                        }
                    }
                }
                *start = end;
            }
            ahead += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A record of a value, the highest of which is kept, and of the number of its insertion.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Best(u64, usize);

    impl Record for Best {
        fn from_word(word: u64) -> Self {
            Best(word, 0)
        }

        fn replaces(self, other: Self) -> bool {
            self.0 > other.0
        }

        fn depth(self) -> usize {
            0
        }
    }

    proptest! {
        #[test]
        fn a_table_keeps_each_board_once_with_the_first_best_record(
            puts in proptest::collection::vec((0u64..200, 0u64..4), 0..600),
            words in 1usize..5,
            memory in prop_oneof![Just(usize::MAX), 0..8000usize],
        ) {
            let (mut table, mut twin) = (Table::new(words).next(), Vec::<(u64, Best)>::new());
            for (number, &(board, value)) in puts.iter().enumerate() {
                let words = vec![board; words];
                let record = Best(value, number);
                let inserted = table.insert(hash_of(&words), &words, record, memory);
                prop_assert!(table.bytes() <= memory);
                prop_assert!(inserted || memory < usize::MAX);
                match twin.iter_mut().find(|(here, _)| *here == board) {
                    _ if !inserted => {}
                    Some((_, here)) if here.0 >= value => {}
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
