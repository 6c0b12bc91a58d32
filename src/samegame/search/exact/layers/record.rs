//! The best path to a board, as it is stored with the board.

use crate::samegame::search::layered::{NUMBER_BITS, Record};

/// The id of a board: its shard, and its index there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardId(pub u32);

impl BoardId {
    /// Returns the id of the board at an index of a shard.
    #[inline(always)]
    pub fn new(shard: usize, place: usize) -> BoardId {
        BoardId((shard << NUMBER_BITS | place) as u32)
    }

    /// Returns the shard and the index.
    #[inline(always)]
    pub fn shard_and_place(self) -> (usize, usize) {
        (self.0 as usize >> NUMBER_BITS, self.0 as usize & ((1 << NUMBER_BITS) - 1))
    }
}

/// The points of the best path to a board, and its last click, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathRecord(pub u64);

/// The points of a path must be below this.
pub const MAX_POINTS: i64 = 1 << 18;

impl PathRecord {
    /// Creates a record from points below [`MAX_POINTS`], the number of tiles that the click removed, its cell
    /// (16 × column + row), and the board that was clicked.
    #[inline(always)]
    pub fn new(gain: i64, tiles: usize, cell: u8, from: BoardId) -> PathRecord {
        PathRecord((gain as u64) << 46 | (tiles as u64) << 38 | u64::from(cell) << 30 | u64::from(from.0))
    }

    /// Returns the points of the path.
    #[inline(always)]
    pub fn gain(self) -> i64 {
        (self.0 >> 46) as i64
    }

    /// Returns the number of tiles that the click removed.
    #[inline(always)]
    pub fn tiles(self) -> usize {
        (self.0 >> 38 & 0xff) as usize
    }

    /// Returns the first column of the group that was clicked.
    #[inline(always)]
    pub fn column(self) -> usize {
        (self.0 >> 34 & 0xf) as usize
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

impl Record for PathRecord {
    #[inline(always)]
    fn from_word(word: u64) -> Self {
        PathRecord(word)
    }

    /// Of equally good paths the first one stays.
    #[inline(always)]
    fn replaces(self, other: Self) -> bool {
        self.gain() > other.gain()
    }

    #[inline(always)]
    fn depth(self) -> usize {
        self.tiles()
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
