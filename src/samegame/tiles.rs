//! A board of any size, a byte per tile: what large boards are played on.
//!
//! The plain [`Grid`] looks at a plane a colour for each cell, and at every column when one closes; over a game of
//! hundreds of thousands of clicks that is minutes. Here a column is a run of bytes from the bottom, a column that
//! closes leaves nothing but the list of columns, and a click costs what its group and the tiles above it take.

use crate::base::{Cell, Colour};
use crate::grid::Grid;
use bitvec::vec::BitVec;
use std::cell::RefCell;

/// Where a tile stands today, ordered by column, then from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TilePlace {
    /// The column, from the left.
    pub col: u32,
    /// The row, from the bottom.
    pub row: u32,
}

impl TilePlace {
    /// The place of a cell, which must be on a board.
    pub fn of(cell: Cell) -> TilePlace {
        TilePlace { col: cell.col as u32, row: cell.row as u32 }
    }

    /// Its cell.
    pub fn cell(self) -> Cell {
        Cell::new(self.row as usize, self.col as usize)
    }
}

/// A board of any size.
#[derive(Clone, Debug)]
pub(crate) struct Tiles {
    rows: usize,
    /// Colour + 1, 0 for empty: the columns from the bottom, each between two zeros. The last column is empty.
    codes: Vec<u8>,
    /// The columns that have tiles, from the left, by their number on the first board.
    open: Vec<u32>,
    /// Tiles in each of these.
    heights: Vec<u32>,
    /// Tiles of each colour.
    counts: Vec<usize>,
    /// A bit for each code, 0 but while a group is looked for.
    marks: RefCell<BitVec>,
}

impl Tiles {
    /// The board of a settled grid.
    pub fn of_grid(grid: &Grid) -> Tiles {
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
        Tiles { rows, codes, open, heights, counts, marks }
    }

    /// Columns that have tiles.
    pub fn columns(&self) -> usize {
        self.open.len()
    }

    /// Rows of the first board.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Tiles in a column, 0 beyond the last one.
    pub fn height(&self, col: usize) -> usize {
        self.heights.get(col).map_or(0, |&height| height as usize)
    }

    /// Tiles of each colour.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// All codes.
    pub(super) fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// The number of the code of a column's bottom cell; beyond the last column, that of one that stays empty.
    #[inline]
    pub(super) fn bottom(&self, col: usize) -> usize {
        let last = || self.codes.len() - (self.rows + 2);
        self.open.get(col).map_or_else(last, |&col| col as usize * (self.rows + 2)) + 1
    }

    /// The number of the code of the bottom cell left of a column.
    #[inline]
    pub(super) fn bottom_before(&self, col: usize) -> usize {
        self.bottom(col.checked_sub(1).unwrap_or(usize::MAX))
    }

    /// The number of the code of a place.
    #[inline]
    pub(super) fn index(&self, place: TilePlace) -> usize {
        self.bottom(place.col as usize) + place.row as usize
    }

    /// The colour of a cell; `None` if it is empty or outside the board.
    pub fn get(&self, cell: Cell) -> Option<Colour> {
        let code = if cell.row < self.rows { self.codes[self.bottom(cell.col) + cell.row] } else { 0 };
        code.checked_sub(1)
    }

    /// Walks over the group of a tile in no order, until `goes_on` refuses one; whether it did not.
    pub(super) fn walk(
        &self,
        at: TilePlace,
        group: &mut Vec<TilePlace>,
        mut goes_on: impl FnMut(TilePlace) -> bool,
    ) -> bool {
        let mut marks = self.marks.borrow_mut();
        let code = self.codes[self.index(at)];
        group.clear();
        group.push(at);
        marks.set(self.index(at), true);
        let (mut next, mut whole) = (0, true);
        while whole && let Some(&place) = group.get(next) {
            next += 1;
            whole = goes_on(place);
            let TilePlace { col, row } = place;
            let here = self.index(place);
            // Outside the board all is empty, and so of another code.
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

    /// The group of a tile, in order.
    pub(super) fn group(&self, at: TilePlace) -> Vec<TilePlace> {
        let mut group = Vec::new();
        self.walk(at, &mut group, |_| true);
        group.sort_unstable();
        group
    }

    /// Whether a tile has an equal neighbour.
    pub(super) fn has_equal_neighbour(&self, at: TilePlace) -> bool {
        let (here, col, row) = (self.index(at), at.col as usize, at.row as usize);
        let near = [here + 1, here - 1, self.bottom_before(col) + row, self.bottom(col + 1) + row];
        self.codes[here] != 0 && near.into_iter().any(|near| self.codes[near] == self.codes[here])
    }

    /// Whether a tile has an equal one above it or on the right, but none below it, on the left, or below an equal one
    /// on the right.
    pub(super) fn is_corner(&self, at: TilePlace) -> bool {
        let (here, col, row) = (self.index(at), at.col as usize, at.row as usize);
        let same = |index: usize| self.codes[index] == self.codes[here];
        let right = self.bottom(col + 1) + row;
        self.codes[here] != 0
            && (same(here + 1) || same(right))
            && !(same(here - 1) || same(self.bottom_before(col) + row) || same(right) && same(right - 1))
    }

    /// Takes tiles of one column off, in order; what is above them falls. Whether the column has closed.
    pub(super) fn sink(&mut self, gone: &[TilePlace]) -> bool {
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

    /// Clicks a cell, as [`Grid::click`] does.
    pub fn click(&mut self, cell: Cell) -> usize {
        if self.get(cell).is_none() || !self.has_equal_neighbour(TilePlace::of(cell)) {
            return 0;
        }
        let group = self.group(TilePlace::of(cell));
        // From the right, so that columns keep their place until they are done.
        for column in group.chunk_by(|one, two| one.col == two.col).rev() {
            self.sink(column);
        }
        group.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samegame::board::below;
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
            let mut tiles = Tiles::of_grid(&grid);
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
