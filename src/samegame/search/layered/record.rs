//! The best path to a board, as it is stored with the board.

use super::table::NUMBER_BITS;

/// The id of a board within its layer: the shard, and the index in the table of the shard.
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

/// The best path to a board, packed into one word: the merit and the last click of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathRecord(pub u64);

/// Merits of paths are below this number: a record has 18 bits for the merit.
pub const MAX_MERIT: i64 = 1 << 18;

impl PathRecord {
    /// Creates a record of a path with a `merit` of at least 0 and below [`MAX_MERIT`]. The last click of the path, on
    /// the cell with number `cell` of the board `from`, leads `layers` layers down.
    #[inline(always)]
    pub fn new(merit: i64, layers: usize, cell: u8, from: BoardId) -> PathRecord {
        PathRecord((merit as u64) << 46 | (layers as u64) << 38 | u64::from(cell) << 30 | u64::from(from.0))
    }

    /// Returns the merit of the path. Of two paths to a board, the one with the higher merit is stored.
    #[inline(always)]
    pub fn merit(self) -> i64 {
        (self.0 >> 46) as i64
    }

    /// Returns the number of layers that the last click leads down.
    #[inline(always)]
    pub fn layers(self) -> usize {
        (self.0 >> 38 & 0xff) as usize
    }

    /// Returns the number of the clicked cell.
    #[inline(always)]
    pub fn cell(self) -> u8 {
        (self.0 >> 30) as u8
    }

    /// Returns the board before the last click, as an id within the layer of that board.
    #[inline(always)]
    pub fn from(self) -> BoardId {
        BoardId(self.0 as u32 & ((1 << 30) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::SHARDS;
    use super::*;

    #[test]
    fn a_record_returns_its_fields() {
        for (merit, layers, cell, from) in
            [(0, 0, 0, 0), (MAX_MERIT - 1, 255, 255, (1 << 30) - 1), (77, 2, 0x9a, 1 << 24)]
        {
            let record = PathRecord::new(merit, layers, cell, BoardId(from));
            assert_eq!((record.merit(), record.layers()), (merit, layers));
            assert_eq!((record.cell(), record.from()), (cell, BoardId(from)));
        }
        assert_eq!(BoardId::new(SHARDS - 1, 12_345).shard_and_place(), (SHARDS - 1, 12_345));
    }
}
