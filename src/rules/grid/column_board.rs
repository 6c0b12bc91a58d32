//! A board of SameGame by columns, with one byte per tile, for large boards and for the replay of lists.
//!
//! The plain [`Grid`] examines every cell for each click, and every column when one closes, which takes minutes over a
//! game of hundreds of thousands of clicks. A [`ColumnBoard`] stores each column as a run of bytes from the bottom.
//! Closing a column changes only the list of columns, and a click takes time in proportion to its group and the tiles
//! above the group. A test compares the two boards.

use super::{ColourNames, EMPTY, Grid};
use crate::{Cell, Colour, Columns, Rules};
use std::cell::RefCell;

/// The current position of a tile, ordered by column, then by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TilePlace {
    /// The column, from 0 at the left.
    pub col: u32,
    /// The row, from 0 at the bottom.
    pub row: u32,
}

impl TilePlace {
    /// Converts a cell, whose row and column must fit 32 bits.
    pub fn from_cell(cell: Cell) -> TilePlace {
        TilePlace { col: cell.col as u32, row: cell.row as u32 }
    }

    /// Returns the place as a cell.
    pub fn cell(self) -> Cell {
        Cell::new(self.row as usize, self.col as usize)
    }
}

/// A SameGame board of any size without floating tiles.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct ColumnBoard {
    rows: usize,
    cols: usize,
    names: ColourNames,
    /// The code of each cell: 0 for empty, else colour + 1. Cells are stored by initial columns, each from the bottom,
    /// with a 0 before and after the column. An empty column follows the last one.
    codes: Vec<u8>,
    /// The initial index of each current column, from the left, up to the last column with tiles.
    open: Vec<u32>,
    /// The number of tiles in each column of `open`.
    heights: Vec<u32>,
    /// The number of tiles of each colour.
    counts: Vec<usize>,
    /// Whether a flood fill has reached the cell; all `false` between flood fills.
    marks: RefCell<Vec<bool>>,
}

impl ColumnBoard {
    /// Creates a board from a grid without floating tiles; if columns close, also without gaps between columns.
    pub fn new(grid: &Grid) -> ColumnBoard {
        let Grid { rows, cols, names, tiles } = grid;
        let (rows, cols) = (*rows, *cols);
        let mut codes = vec![0; (rows + 2) * (cols + 1)];
        let mut counts = vec![0; names.len()];
        let mut heights = Vec::with_capacity(cols);
        for col in 0..cols {
            let column = &tiles[col * rows..][..rows];
            let height = column.iter().position(|&tile| tile == EMPTY).unwrap_or(rows);
            let bottom = col * (rows + 2) + 1;
            for (code, &tile) in codes[bottom..].iter_mut().zip(&column[..height]) {
                *code = tile + 1;
                counts[usize::from(tile)] += 1;
            }
            heights.push(height as u32);
        }
        let columns = heights.iter().rposition(|&height| height > 0).map_or(0, |last| last + 1);
        heights.truncate(columns);
        let open = (0..columns as u32).collect();
        let marks = RefCell::new(vec![false; codes.len()]);
        ColumnBoard { rows, cols, names: names.clone(), codes, open, heights, counts, marks }
    }

    /// Returns the board as a grid.
    pub fn to_grid(&self) -> Grid {
        let mut grid = Grid::empty_with_names(self.rows, self.cols, &self.names).expect("the size of a grid");
        grid.cells().for_each(|cell| grid.set(cell, self.get(cell)));
        grid
    }

    /// Returns the number of columns up to the last one with tiles. If columns close, all of these have tiles.
    pub fn columns(&self) -> usize {
        self.open.len()
    }

    /// Returns the index on the initial board of column `col`, which must be below [`columns`](Self::columns).
    pub fn first_column(&self, col: usize) -> u32 {
        self.open[col]
    }

    /// Returns the current index of a column of the initial board, or `None` if the column has closed.
    pub fn place_of(&self, first_column: u32) -> Option<usize> {
        self.open.binary_search(&first_column).ok()
    }

    /// Returns the number of tiles in a column, 0 beyond the last one.
    pub fn height(&self, col: usize) -> usize {
        self.heights.get(col).map_or(0, |&height| height as usize)
    }

    /// Returns the number of tiles of each colour.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// Returns all codes: colour + 1, or 0 for empty cells and edges. [`index`](Self::index) points into this slice.
    pub fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// Returns the index in `codes` of a column's bottom cell. All columns beyond the last share an empty column.
    #[inline]
    pub fn bottom(&self, col: usize) -> usize {
        let last = || self.codes.len() - (self.rows + 2);
        self.open.get(col).map_or_else(last, |&col| col as usize * (self.rows + 2)) + 1
    }

    /// Like [`bottom`](Self::bottom), for the column left of `col`; left of column 0 is an empty column.
    #[inline]
    pub fn bottom_before(&self, col: usize) -> usize {
        self.bottom(col.checked_sub(1).unwrap_or(usize::MAX))
    }

    #[inline]
    pub fn index(&self, place: TilePlace) -> usize {
        self.bottom(place.col as usize) + place.row as usize
    }

    /// Returns the colour of a cell, or `None` if the cell is empty or outside the board.
    pub fn get(&self, cell: Cell) -> Option<Colour> {
        let code = if cell.row < self.rows { self.codes[self.bottom(cell.col) + cell.row] } else { 0 };
        code.checked_sub(1)
    }

    /// Returns the places of all tiles by columns from the left, each from the bottom.
    pub fn places(&self) -> impl Iterator<Item = TilePlace> + '_ {
        let column = |(col, &height): (u32, &u32)| (0..height).map(move |row| TilePlace { col, row });
        (0..).zip(&self.heights).flat_map(column)
    }

    /// Fills `group` with the tiles of the group at `at`, in no particular order.
    fn walk(&self, at: TilePlace, group: &mut Vec<TilePlace>) {
        let mut marks = self.marks.borrow_mut();
        let code = self.codes[self.index(at)];
        group.clear();
        group.push(at);
        marks[self.index(at)] = true;
        let mut next = 0;
        while let Some(&place) = group.get(next) {
            next += 1;
            let TilePlace { col, row } = place;
            let here = self.index(place);
            // Cells outside the board are empty, so their code is not `code`.
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
                if self.codes[index] == code && !std::mem::replace(&mut marks[index], true) {
                    group.push(near);
                }
            }
        }
        for &place in &*group {
            marks[self.index(place)] = false;
        }
    }

    /// Returns the tiles of the group at `at`, sorted.
    pub fn group(&self, at: TilePlace) -> Vec<TilePlace> {
        let mut group = Vec::new();
        self.walk(at, &mut group);
        group.sort_unstable();
        group
    }

    /// Returns the first cell and the size of every group of `min` or more tiles, in the order of the first cells.
    pub fn groups_of(&self, min: u32) -> Vec<(Cell, usize)> {
        let mut seen = vec![false; self.codes.len()];
        let (mut groups, mut group) = (Vec::new(), Vec::new());
        for place in self.places() {
            if !seen[self.index(place)] && (min < 2 || self.has_equal_neighbour(place)) {
                self.walk(place, &mut group);
                group.iter().for_each(|&place| seen[self.index(place)] = true);
                if group.len() >= min as usize {
                    groups.push((place.cell(), group.len()));
                }
            }
        }
        groups
    }

    pub fn has_equal_neighbour(&self, at: TilePlace) -> bool {
        let (here, col, row) = (self.index(at), at.col as usize, at.row as usize);
        let near = [here + 1, here - 1, self.bottom_before(col) + row, self.bottom(col + 1) + row];
        self.codes[here] != 0 && near.into_iter().any(|near| self.codes[near] == self.codes[here])
    }

    /// Returns row and colour of each tile of column `col` with an equal neighbour, from the top down to row `from`.
    pub fn paired_in(&self, col: usize, from: usize) -> impl Iterator<Item = (u32, Colour)> + '_ {
        let (bottom, height) = (self.bottom(col), self.height(col));
        // Includes one cell below the column and one above.
        let here = &self.codes[bottom - 1..][..height + 2];
        let left = &self.codes[self.bottom_before(col)..][..height];
        let right = &self.codes[self.bottom(col + 1)..][..height];
        let is_paired = |row: usize| {
            let code = here[row + 1];
            (code == here[row]) | (code == here[row + 2]) | (code == left[row]) | (code == right[row])
        };
        (from..height)
            .rev()
            .filter(move |&row| is_paired(row))
            .map(move |row| (row as u32, here[row + 1] - 1))
    }

    /// Removes tiles of one column, given from the bottom up; the tiles above fall. An emptied column stays in `open`.
    fn fall_in(&mut self, gone: &[TilePlace]) {
        let Some(lowest) = gone.first() else { return };
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
    }

    /// Removes a group, which must be sorted. The tiles above fall; `columns` decides whether emptied columns close.
    pub fn remove(&mut self, columns: Columns, group: &[TilePlace]) {
        // From the right, because closing a column shifts the columns right of it.
        for column in group.chunk_by(|one, two| one.col == two.col).rev() {
            self.fall_in(column);
            let col = column[0].col as usize;
            if columns == Columns::Close && self.heights[col] == 0 {
                self.open.remove(col);
                self.heights.remove(col);
            }
        }
    }

    /// Clicks a cell like [`Grid::click_by`], and returns the number of tiles removed.
    pub fn click_by(&mut self, rules: &Rules, cell: Cell) -> usize {
        let place = TilePlace::from_cell(cell);
        if self.get(cell).is_none() || rules.min_group > 1 && !self.has_equal_neighbour(place) {
            return 0;
        }
        let group = self.group(place);
        if group.len() < rules.min_group as usize {
            return 0;
        }
        self.remove(rules.columns, &group);
        group.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Compares all properties of a column board with the plain grid.
    fn compare(board: &ColumnBoard, grid: &Grid) -> Result<(), TestCaseError> {
        prop_assert_eq!(&board.to_grid(), grid);
        let counts: Vec<usize> = (0..grid.colours()).map(|colour| grid.count(colour as u8)).collect();
        prop_assert_eq!(board.counts(), counts.as_slice());
        let last = (0..grid.cols()).rposition(|col| grid.height(col) > 0).map_or(0, |last| last + 1);
        prop_assert!((0..grid.cols()).all(|col| board.height(col) == grid.height(col)));
        prop_assert!((last..=grid.cols()).contains(&board.columns()));
        prop_assert!(!board.marks.borrow().contains(&true));
        for col in 0..board.columns() {
            let place = |row| TilePlace { col: col as u32, row };
            let paired = |&row: &u32| board.has_equal_neighbour(place(row));
            let rows = (1..board.height(col) as u32).rev().filter(paired);
            let tiles: Vec<_> = rows.map(|row| (row, grid.get(place(row).cell()).unwrap())).collect();
            prop_assert_eq!(board.paired_in(col, 1).collect::<Vec<_>>(), tiles);
        }
        Ok(())
    }

    /// Returns boards without floating tiles.
    fn any_board() -> impl Strategy<Value = Grid> {
        let size = (1..9_usize, 1..10_usize, 1..5_u64);
        size.prop_flat_map(|(rows, cols, colours)| {
            let cells = proptest::collection::vec(proptest::option::weighted(0.8, 0..colours), rows * cols);
            cells.prop_map(move |cells| {
                let mut grid =
                    Grid::from_names(rows, cols, |cell| cells[cell.col * rows + cell.row]).unwrap();
                grid.fall();
                grid
            })
        })
    }

    proptest! {
        #[test]
        fn clicks_equal_those_of_the_plain_grid(
            mut grid in any_board(), clicks in proptest::collection::vec((0..10_usize, 0..11_usize), 1..60),
            min_group in 1..4_u32, close: bool,
        ) {
            let columns = if close { Columns::Close } else { Columns::Stay };
            let rules = Rules { min_group, columns, ..Rules::USUAL };
            if close {
                grid.close();
            }
            let mut board = ColumnBoard::new(&grid);
            for (row, col) in clicks {
                let cells = grid.groups_of(min_group);
                let groups: Vec<_> = cells.into_iter().map(|cell| (cell, grid.group(cell).len())).collect();
                prop_assert_eq!(board.groups_of(min_group), groups);
                let cell = Cell::new(row, col);
                prop_assert_eq!(board.click_by(&rules, cell), grid.click_by(&rules, cell));
                compare(&board, &grid)?;
                let full = (0..grid.cols()).filter(|&col| grid.height(col) > 0).count();
                prop_assert!(!close || board.columns() == full);
            }
            prop_assert_eq!(board.click_by(&rules, Cell::new(usize::MAX, 0)), 0);
            prop_assert_eq!(board.click_by(&rules, Cell::new(0, usize::MAX)), 0);
        }
    }
}
