//! Boards with the most points of the ways to them, each once.
//!
//! Boards stand one behind the other, as they came; an index tells where. So a board has a number that stays, and to ask
//! for one that is not there costs a look at the index.

use super::encoding::hash;
use crate::bits::cpu::Cpu;

/// Parts of a layer, by hash: each has one thread at a time.
pub const SHARDS: usize = 64;

/// The most places of an index: numbers of boards have 24 bits.
const MAX_INDEX: usize = 1 << 24;

/// The shard of a hash.
#[inline(always)]
pub fn shard_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

/// A board by its number: its shard, and its place in that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardId(pub u32);

impl BoardId {
    /// The board at a place of a shard.
    #[inline(always)]
    pub fn new(shard: usize, place: usize) -> BoardId {
        BoardId((shard << 24 | place) as u32)
    }

    /// The shard and the place.
    #[inline(always)]
    pub fn shard_and_place(self) -> (usize, usize) {
        (self.0 as usize >> 24, self.0 as usize & 0xff_ffff)
    }
}

/// What is noted of a board: the points of the best way to it, and the last click of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathRecord(pub u64);

/// Points from here on are not counted.
pub const MAX_POINTS: i32 = 1 << 18;

impl PathRecord {
    /// Points below [`POINTS`], the tiles that the click took, its cell (the column times 16, and the row), and the board
    /// that was clicked.
    #[inline(always)]
    pub fn new(gain: i32, tiles: usize, cell: u8, from: BoardId) -> PathRecord {
        PathRecord((gain as u64) << 46 | (tiles as u64) << 38 | u64::from(cell) << 30 | u64::from(from.0))
    }

    /// The points.
    #[inline(always)]
    pub fn gain(self) -> i32 {
        (self.0 >> 46) as i32
    }

    /// The tiles that the click took.
    #[inline(always)]
    pub fn tiles(self) -> usize {
        (self.0 >> 38 & 0xff) as usize
    }

    /// The first column of the group that was clicked.
    #[inline(always)]
    pub fn column(self) -> u16 {
        (self.0 >> 34 & 0xf) as u16
    }

    /// The way without the points.
    #[inline(always)]
    pub fn step(self) -> Step {
        Step {
            from: BoardId(self.0 as u32 & ((1 << 30) - 1)),
            tiles: (self.0 >> 38) as u8,
            cell: (self.0 >> 30) as u8,
        }
    }
}

/// The last click of the best way to a board.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The board that was clicked.
    pub from: BoardId,
    /// The tiles that it took.
    pub tiles: u8,
    /// Its cell: the column times 16, and the row.
    pub cell: u8,
}

/// The boards of one shard that have the same number of tiles.
#[derive(Debug, Default)]
pub struct Table {
    /// The words of a board.
    words: usize,
    /// Its words and its note, one board behind the other.
    boards: Vec<u64>,
    /// The number of a board plus one, and bits of its hash above; 0 where there is none.
    index: Vec<u32>,
}

impl Table {
    /// An empty table of boards of so many words.
    pub fn new(words: usize) -> Table {
        Table { words, boards: Vec::new(), index: Vec::new() }
    }

    /// The words of a board.
    #[inline(always)]
    pub fn words(&self) -> usize {
        self.words
    }

    /// The boards.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.boards.len() / (self.words + 1)
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.boards.capacity() * size_of::<u64>() + self.index.len() * size_of::<u32>()
    }

    /// A board and its note.
    #[inline(always)]
    pub fn get(&self, place: usize) -> (&[u64], PathRecord) {
        let board = &self.boards[place * (self.words + 1)..][..self.words + 1];
        (&board[..self.words], PathRecord(board[self.words]))
    }

    /// Brings the place in the index into the cache.
    #[inline(always)]
    pub fn prefetch_index<C: Cpu>(&self, cpu: C, hash: u64) {
        if !self.index.is_empty() {
            cpu.prefetch(&self.index[hash as usize & (self.index.len() - 1)]);
        }
    }

    /// Brings the board that the index may tell of into the cache.
    #[inline(always)]
    pub fn prefetch_board<C: Cpu>(&self, cpu: C, hash: u64) {
        if !self.index.is_empty() {
            let slot = self.index[hash as usize & (self.index.len() - 1)];
            if slot >> 24 == tag_of(hash) && slot & 0xff_ffff != 0 {
                let at = ((slot & 0xff_ffff) as usize - 1) * (self.words + 1);
                cpu.prefetch(&self.boards[at]);
                cpu.prefetch(&self.boards[at + self.words]);
            }
        }
    }

    /// Notes a way to a board; the first of those that bring most stays. `false` if there is no room for more boards.
    #[inline(always)]
    pub fn insert(&mut self, hash: u64, board: &[u64], record: PathRecord) -> bool {
        if self.len() * 4 >= self.index.len() * 3 && !self.grow() {
            return false;
        }
        let (mask, tag) = (self.index.len() - 1, tag_of(hash));
        let mut at = hash as usize & mask;
        loop {
            let slot = self.index[at];
            if slot & 0xff_ffff == 0 {
                self.index[at] = tag << 24 | (self.len() + 1) as u32;
                if self.boards.capacity() - self.boards.len() < board.len() + 1 {
                    // A vector that doubles would keep half of the memory for itself.
                    self.boards.reserve_exact((self.boards.len() / 4).max(16 * (board.len() + 1)));
                }
                self.boards.extend_from_slice(board);
                self.boards.push(record.0);
                return true;
            }
            if slot >> 24 == tag {
                let start = ((slot & 0xff_ffff) as usize - 1) * (self.words + 1);
                let here = &mut self.boards[start..start + self.words + 1];
                if same(&here[..self.words], board) {
                    if record.gain() > PathRecord(here[self.words]).gain() {
                        here[self.words] = record.0;
                    }
                    return true;
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Doubles the index; whether there is room for more boards.
    #[cold]
    fn grow(&mut self) -> bool {
        let size = (self.index.len() * 2).max(1 << 4);
        if size > MAX_INDEX {
            return false;
        }
        self.index.clear();
        self.index.resize(size, 0);
        for place in 0..self.len() {
            let hash = hash(self.get(place).0);
            let mut at = hash as usize & (size - 1);
            while self.index[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.index[at] = tag_of(hash) << 24 | (place + 1) as u32;
        }
        true
    }
}

/// Whether two boards of as many words are the same.
#[inline(always)]
fn same(one: &[u64], other: &[u64]) -> bool {
    let mut differ = 0;
    for (one, other) in one.iter().zip(other) {
        differ |= one ^ other;
    }
    differ == 0
}

/// Bits of a hash that neither the shard nor the place in the index depends on.
#[inline(always)]
fn tag_of(hash: u64) -> u32 {
    (hash >> 50) as u32 & 0xff
}
