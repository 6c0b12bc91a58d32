//! A board of any size with one byte per tile, for playing on large boards.
//!
//! The plain [`Grid`] reads one plane per colour for each cell, and every column when one closes, which takes minutes
//! over a game of hundreds of thousands of clicks. Here a column is a run of bytes from the bottom, closing a column
//! only changes the list of columns, and a click costs time in proportion to its group and the tiles above it.

use crate::base::{Cell, Colour};
use crate::grid::Grid;
use bitvec::vec::BitVec;
use std::cell::RefCell;

/// The current position of a tile, ordered by column, then by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TilePlace {
    /// The column, from the left.
    pub col: u32,
    /// The row, from the bottom.
    pub row: u32,
}

impl TilePlace {
    /// Converts a cell, which must be on a board.
    pub fn from_cell(cell: Cell) -> TilePlace {
        TilePlace { col: cell.col as u32, row: cell.row as u32 }
    }

    /// Converts to a cell.
    pub fn cell(self) -> Cell {
        Cell::new(self.row as usize, self.col as usize)
    }
}

/// A board of any size.
#[derive(Clone, Debug)]
pub(crate) struct ByteBoard {
    rows: usize,
    /// The colour + 1 of each cell, 0 for empty: columns from the bottom, each between two zeros. The last column is
    /// empty.
    codes: Vec<u8>,
    /// The columns with tiles, from the left, by their index on the initial board.
    open: Vec<u32>,
    /// The number of tiles in each of these columns.
    heights: Vec<u32>,
    /// The number of tiles of each colour.
    counts: Vec<usize>,
    /// One bit per cell, all 0 except during a flood fill.
    marks: RefCell<BitVec>,
}

impl ByteBoard {
    /// Creates a board from a settled grid.
    pub fn from_grid(grid: &Grid) -> ByteBoard {
        let (rows, cols) = (grid.rows(), grid.cols());
        let mut codes = vec![0; (rows + 2) * (cols + 1)];
        let (mut open, mut heights) = (Vec::new(), Vec::new());
        let mut counts = vec![0; grid.colours()];
        for col in 0..cols {
            let bottom = col * (rows + 2) + 1;
            let column = (0..rows).map_while(|row| grid.get(Cell::new(row, col)));
            let height = (bottom..).zip(column).fold(0, |height, (at, colour)| {
                codes[at] = colour + 1;
                counts[usize::from(colour)] += 1;
                height + 1
            });
            if height == 0 {
                break;
            }
            open.push(col as u32);
            heights.push(height);
        }
        let marks = RefCell::new(BitVec::repeat(false, codes.len()));
        ByteBoard { rows, codes, open, heights, counts, marks }
    }

    /// Returns the number of columns with tiles.
    pub fn columns(&self) -> usize {
        self.open.len()
    }

    /// Returns the number of rows of the initial board.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of tiles in a column, 0 beyond the last one.
    pub fn height(&self, col: usize) -> usize {
        self.heights.get(col).map_or(0, |&height| height as usize)
    }

    /// Returns the number of tiles of each colour.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// Returns all codes.
    pub(super) fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// Returns the index of the bottom cell of a column; beyond the last column, of one that stays empty.
    #[inline]
    pub(super) fn bottom(&self, col: usize) -> usize {
        let last = || self.codes.len() - (self.rows + 2);
        self.open.get(col).map_or_else(last, |&col| col as usize * (self.rows + 2)) + 1
    }

    /// Returns the index of the bottom cell of the column on the left.
    #[inline]
    pub(super) fn bottom_before(&self, col: usize) -> usize {
        self.bottom(col.checked_sub(1).unwrap_or(usize::MAX))
    }

    /// Returns the index of a place.
    #[inline]
    pub(super) fn index(&self, place: TilePlace) -> usize {
        self.bottom(place.col as usize) + place.row as usize
    }

    /// Returns the colour of a cell, or `None` if the cell is empty or outside the board.
    pub fn get(&self, cell: Cell) -> Option<Colour> {
        let code = if cell.row < self.rows { self.codes[self.bottom(cell.col) + cell.row] } else { 0 };
        code.checked_sub(1)
    }

    /// Visits the tiles of a group in no particular order until `keep_going` returns `false`. Returns whether all were
    /// visited.
    pub(super) fn walk(
        &self,
        at: TilePlace,
        group: &mut Vec<TilePlace>,
        mut keep_going: impl FnMut(TilePlace) -> bool,
    ) -> bool {
        let mut marks = self.marks.borrow_mut();
        let code = self.codes[self.index(at)];
        group.clear();
        group.push(at);
        marks.set(self.index(at), true);
        let (mut next, mut whole) = (0, true);
        while whole && let Some(&place) = group.get(next) {
            next += 1;
            whole = keep_going(place);
            let TilePlace { col, row } = place;
            let here = self.index(place);
            // Outside the board all cells are empty, so they have another code.
            let near = [
                (here + 1, TilePlace { col, row: row + 1 }),
                (here - 1, TilePlace { col, row: row.wrapping_sub(1) }),
                (
                    self.bottom_before(col as usize) + row as usize,
                    TilePlace { col: col.wrapping_sub(1), row },
                ),
                (self.bottom(col as usize + 1) + row as usize, TilePlace { col: col + 1, row }),
            ];
            for (index, near) in near {
                if self.codes[index] == code && !marks.replace(index, true) {
                    group.push(near);
                }
            }
        }
        for &place in &*group {
            marks.set(self.index(place), false);
        }
        whole
    }

    /// Returns the group of a tile, in order.
    pub(super) fn group(&self, at: TilePlace) -> Vec<TilePlace> {
        let mut group = Vec::new();
        self.walk(at, &mut group, |_| true);
        group.sort_unstable();
        group
    }

    /// Returns whether a tile has an equal neighbour.
    pub(super) fn has_equal_neighbour(&self, at: TilePlace) -> bool {
        let (here, col, row) = (self.index(at), at.col as usize, at.row as usize);
        let near = [here + 1, here - 1, self.bottom_before(col) + row, self.bottom(col + 1) + row];
        self.codes[here] != 0 && near.into_iter().any(|near| self.codes[near] == self.codes[here])
    }

    /// Returns whether a tile has an equal tile above or on the right, but none below, on the left, or below an equal
    /// tile on the right.
    pub(super) fn is_corner(&self, at: TilePlace) -> bool {
        let (here, col, row) = (self.index(at), at.col as usize, at.row as usize);
        let same = |index: usize| self.codes[index] == self.codes[here];
        let right = self.bottom(col + 1) + row;
        self.codes[here] != 0
            && (same(here + 1) || same(right))
            && !(same(here - 1) || same(self.bottom_before(col) + row) || same(right) && same(right - 1))
    }

    /// Removes tiles of one column, given in order; the tiles above fall. Returns whether the column has closed.
    pub(super) fn remove_from_column(&mut self, gone: &[TilePlace]) -> bool {
        let Some(lowest) = gone.first() else { return false };
        let (col, bottom) = (lowest.col as usize, self.bottom(lowest.col as usize));
        let height = self.height(col);
        for place in gone {
            self.counts[usize::from(self.codes[bottom + place.row as usize]) - 1] -= 1;
        }
        let mut free = bottom + lowest.row as usize;
        for (at, place) in gone.iter().enumerate() {
            let from = bottom + place.row as usize + 1;
            let end = bottom + gone.get(at + 1).map_or(height, |next| next.row as usize);
            self.codes.copy_within(from..end, free);
            free += end - from;
        }
        self.codes[free..bottom + height].fill(0);
        self.heights[col] = (free - bottom) as u32;
        if free > bottom {
            return false;
        }
        self.open.remove(col);
        self.heights.remove(col);
        true
    }

    /// Clicks a cell, like [`Grid::click`].
    pub fn click(&mut self, cell: Cell) -> usize {
        if self.get(cell).is_none() || !self.has_equal_neighbour(TilePlace::from_cell(cell)) {
            return 0;
        }
        let group = self.group(TilePlace::from_cell(cell));
        // From the right, so that columns keep their place until they are processed.
        for column in group.chunk_by(|one, two| one.col == two.col).rev() {
            self.remove_from_column(column);
        }
        group.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samegame::repr::below;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn clicks_do_what_the_rule_book_does() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        for number in 0..300 {
            let (rows, cols) = (1 + below(&mut rng, 9), 1 + below(&mut rng, 9));
            let colours = 1 + number % 4;
            let heights: Vec<usize> = (0..cols).map(|_| 1 + below(&mut rng, rows)).collect();
            let mut grid = Grid::from_names(rows, cols + number % 2, |cell| {
                let tile = heights.get(cell.col).is_some_and(|&height| cell.row < height);
                tile.then(|| below(&mut rng, colours) as u64)
            })
            .unwrap();
            let mut tiles = ByteBoard::from_grid(&grid);
            for _ in 0..60 {
                let cell = Cell::new(below(&mut rng, rows + 1), below(&mut rng, cols + 1));
                assert_eq!(tiles.click(cell), grid.click(cell));
                for cell in grid.cells() {
                    assert_eq!(tiles.get(cell), grid.get(cell));
                }
                let counts = (0..grid.colours()).map(|colour| grid.count(colour as u8));
                assert!(counts.eq(tiles.counts().iter().copied()));
                let open = (0..grid.cols()).take_while(|&col| grid.height(col) > 0).count();
                assert_eq!(tiles.columns(), open);
            }
            assert!(tiles.marks.borrow().not_any());
            assert_eq!(tiles.click(Cell::new(usize::MAX, 0)), 0);
            assert_eq!(tiles.click(Cell::new(0, usize::MAX)), 0);
        }
    }
}
