//! The boards of a layer, without duplicates, each with its best path.
//!
//! Boards are stored one after the other in the order of insertion; an index finds them by hash. So the id of a
//! board never changes, and a lookup that fails only reads the index.

use super::encoding::hash;
use crate::bits::cpu::Cpu;

/// Parts of a layer by hash; one thread at a time works on each.
pub const SHARDS: usize = 64;

/// The largest size of an index: ids of boards have 24 bits.
const MAX_INDEX: usize = 1 << 24;

/// Returns the shard of a hash.
#[inline(always)]
pub fn shard_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

/// The id of a board: its shard, and its index there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardId(pub u32);

impl BoardId {
    /// Returns the id of the board at an index of a shard.
    #[inline(always)]
    pub fn new(shard: usize, place: usize) -> BoardId {
        BoardId((shard << 24 | place) as u32)
    }

    /// Returns the shard and the index.
    #[inline(always)]
    pub fn shard_and_place(self) -> (usize, usize) {
        (self.0 as usize >> 24, self.0 as usize & 0xff_ffff)
    }
}

/// The points of the best path to a board, and its last click, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathRecord(pub u64);

/// The points of a path must be below this.
pub const MAX_POINTS: i32 = 1 << 18;

impl PathRecord {
    /// Creates a record from points below [`MAX_POINTS`], the number of tiles that the click removed, its cell
    /// (16 × column + row), and the board that was clicked.
    #[inline(always)]
    pub fn new(gain: i32, tiles: usize, cell: u8, from: BoardId) -> PathRecord {
        PathRecord((gain as u64) << 46 | (tiles as u64) << 38 | u64::from(cell) << 30 | u64::from(from.0))
    }

    /// Returns the points of the path.
    #[inline(always)]
    pub fn gain(self) -> i32 {
        (self.0 >> 46) as i32
    }

    /// Returns the number of tiles that the click removed.
    #[inline(always)]
    pub fn tiles(self) -> usize {
        (self.0 >> 38 & 0xff) as usize
    }

    /// Returns the first column of the group that was clicked.
    #[inline(always)]
    pub fn column(self) -> u16 {
        (self.0 >> 34 & 0xf) as u16
    }

    /// Returns the last click, without the points.
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
    /// The number of tiles that the click removed.
    pub tiles: u8,
    /// The cell of the click: 16 × column + row.
    pub cell: u8,
}

/// The boards of one shard that have the same number of tiles.
#[derive(Debug, Default)]
pub struct Table {
    /// The number of words of a board.
    words: usize,
    /// The words of each board, followed by its path record.
    boards: Vec<u64>,
    /// The index of a board plus one, with bits of its hash above; 0 in free entries.
    index: Vec<u32>,
}

impl Table {
    /// Creates an empty table of boards with this many words.
    pub fn new(words: usize) -> Table {
        Table { words, boards: Vec::new(), index: Vec::new() }
    }

    /// Returns the number of words of a board.
    #[inline(always)]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns the number of boards.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.boards.len() / (self.words + 1)
    }

    /// Returns the bytes that the table uses.
    pub fn bytes(&self) -> usize {
        self.boards.capacity() * size_of::<u64>() + self.index.len() * size_of::<u32>()
    }

    /// Returns a board and its path record.
    #[inline(always)]
    pub fn get(&self, place: usize) -> (&[u64], PathRecord) {
        let board = &self.boards[place * (self.words + 1)..][..self.words + 1];
        (&board[..self.words], PathRecord(board[self.words]))
    }

    /// Prefetches the entry of the index.
    #[inline(always)]
    pub fn prefetch_index<C: Cpu>(&self, cpu: C, hash: u64) {
        if !self.index.is_empty() {
            cpu.prefetch(&self.index[hash as usize & (self.index.len() - 1)]);
        }
    }

    /// Prefetches the board of the entry of the index, if its tag matches.
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

    /// Inserts a board, or a better path to it; of equally good paths the first one stays. Returns `false` if
    /// the table is full.
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
                    // Doubling the vector could leave half of its memory unused.
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

    /// Doubles the index. Returns `false` if it has its largest size.
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

/// Returns `true` if two boards of the same number of words are equal.
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
    (hash >> 50) as u32 & 0xff
}
