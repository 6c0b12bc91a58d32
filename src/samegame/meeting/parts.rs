//! The tiles of a SameGame board that can still come together, when some tiles are known to stay.
//!
//! ```text
//!  1 . .    Can the 1s meet while the 3 stays? The upper 1 of the first column can come down to row 0 (x), and the
//!  2 . 1    last 1 can come down, too, but its column cannot come nearer: the 3 keeps the middle column.
//!  2 3 2
//! ```
//!
//! A tile falls only when tiles below it are removed. So its row is between the number of tiles below it that stay and
//! its current row. A tile gets a new neighbour in its row only by falling, or when all columns between them vanish. A
//! column vanishes only if columns close and no tile in it stays. Two tiles of one column become neighbours only when
//! all tiles between them are removed. These conditions are necessary as long as the tiles that are known to stay are
//! on the board.

use crate::rules::Columns;
use crate::rules::grid::{ColumnBoard, TilePlace};

/// A board on which some tiles are known to stay.
pub(crate) struct Meeting {
    columns: Columns,
    /// `below[col][row]` is the number of tiles below the row that stay; the last entry counts the whole column.
    below: Vec<Vec<usize>>,
}

impl Meeting {
    /// Creates a board; `stays` returns whether the tile at a place is known to stay.
    pub fn new(board: &ColumnBoard, columns: Columns, stays: impl Fn(TilePlace) -> bool) -> Meeting {
        let below = |col: usize| {
            let mut below = vec![0];
            for row in 0..board.height(col) {
                let place = TilePlace { col: col as u32, row: row as u32 };
                below.push(below[row] + usize::from(stays(place)));
            }
            below
        };
        Meeting { columns, below: (0..board.columns()).map(below).collect() }
    }

    /// Divides tiles of one colour, sorted by column and row, into parts: tiles of different parts are never in one
    /// group while the tiles that stay are on the board. `tiles` need not contain tiles that are never in a group.
    pub fn parts(&self, tiles: &[TilePlace]) -> Vec<Vec<TilePlace>> {
        let mut parts = Parts((0..tiles.len()).collect());
        let columns: Vec<(usize, &[TilePlace])> = tiles
            .chunk_by(|one, two| one.col == two.col)
            .scan(0, |first, chunk| Some((std::mem::replace(first, *first + chunk.len()), chunk)))
            .collect();
        for (at, &(first, column)) in columns.iter().enumerate() {
            for (number, pair) in (first..).zip(column.windows(2)) {
                if self.stay_between(pair[0], pair[1]) == 0 {
                    parts.join(number, number + 1);
                }
            }
            for &(other_first, other) in &columns[at + 1..] {
                if !self.may_be_adjacent(column[0].col as usize, other[0].col as usize) {
                    break;
                }
                for (number, &tile) in (first..).zip(column) {
                    for (other_number, &other) in (other_first..).zip(other) {
                        if self.lowest(tile) <= other.row as usize && self.lowest(other) <= tile.row as usize
                        {
                            parts.join(number, other_number);
                        }
                    }
                }
            }
        }
        parts.sets(tiles)
    }

    /// Returns the number of tiles that stay between the tiles `low` and `high` of one column.
    fn stay_between(&self, low: TilePlace, high: TilePlace) -> usize {
        let below = &self.below[low.col as usize];
        below[high.row as usize] - below[low.row as usize + 1]
    }

    /// Returns the lowest row that a tile can reach.
    fn lowest(&self, tile: TilePlace) -> usize {
        self.below[tile.col as usize][tile.row as usize]
    }

    /// Returns whether two columns are neighbours, or may become neighbours.
    fn may_be_adjacent(&self, left: usize, right: usize) -> bool {
        let vanishes = |col: usize| self.columns == Columns::Close && self.below[col].last() == Some(&0);
        (left + 1..right).all(vanishes)
    }
}

/// Disjoint sets (union–find): each element holds the index of an element of the same set; a root, its own index.
struct Parts(Vec<usize>);

impl Parts {
    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    /// Joins two sets. The root of a set is its smallest element.
    fn join(&mut self, one: usize, two: usize) {
        let (one, two) = (self.root(one), self.root(two));
        self.0[one.max(two)] = one.min(two);
    }

    fn sets(mut self, tiles: &[TilePlace]) -> Vec<Vec<TilePlace>> {
        let mut sets: Vec<Vec<TilePlace>> = vec![Vec::new(); tiles.len()];
        for (at, &tile) in tiles.iter().enumerate() {
            let root = self.root(at);
            sets[root].push(tile);
        }
        sets.retain(|set| !set.is_empty());
        sets
    }
}
