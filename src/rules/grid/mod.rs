//! The plain board of any size: the output of readers, and the slow, obvious reference implementation of both games.
//!
//! A [`Grid`] stores one byte per cell and follows the rules cell by cell. The grid shares no code with packed boards,
//! so packed boards can be tested against the grid.
//!
//! - this file: cells, colours and their names, reading and drawing
//! - [`samegame`](self): `group`, `click`, `is_over` in `samegame.rs`
//! - [`mayan`](self): `play`, `settle`, `canonical_moves` in `mayan.rs`
//! - `column_board.rs`: a SameGame board by columns, which is faster
//! - `names.rs`: colour names and their labels
//! - `canonical.rs`: equivalence of boards under mirroring and renaming of colours

mod canonical;
mod column_board;
mod draw;
mod mayan;
mod names;
mod samegame;

#[doc(hidden)]
pub use column_board::{ColumnBoard, TilePlace};
pub use mayan::MayanError;
pub use names::{ColourNames, is_joined, is_label};

use crate::{Cell, Colour, MAX_COLOURS, plural};
use std::hash::{Hash, Hasher};

/// The maximum number of cells of a board: 2²⁶, about 67 million.
pub const MAX_CELLS: usize = 1 << 26;

/// The error of a board that is too large or has too many colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// More than [`MAX_CELLS`] cells.
    #[error(
        "a board of {} and {} is too large, expected at most {MAX_CELLS} cells",
        size(*.rows, "row"),
        size(*.cols, "column")
    )]
    TooLarge {
        /// Rows; [`usize::MAX`] if the number does not fit.
        rows: usize,
        /// Columns; [`usize::MAX`] if the number does not fit.
        cols: usize,
    },
    /// More than [`MAX_COLOURS`] colours.
    #[error("the board has {0} colours, expected at most {MAX_COLOURS}")]
    TooManyColours(usize),
}

/// Formats a number of rows or columns with its unit: `3 rows`. Readers pass [`usize::MAX`] if a number does not fit.
fn size(number: usize, thing: &str) -> String {
    plural(number, thing) + if number == usize::MAX { " or more" } else { "" }
}

/// The value of an empty cell in the field `tiles`.
const EMPTY: u8 = u8::MAX;

/// A board of any size, one byte per cell.
///
/// # Equality
/// Boards are equal if their sizes and the colour names of all cells are; unused names are ignored.
#[derive(Clone)]
pub struct Grid {
    rows: usize,
    cols: usize,
    names: ColourNames,
    /// The colour of the cell at `col * rows + row`, or [`EMPTY`].
    tiles: Box<[u8]>,
}

impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        let named = |grid: &Self, tile: u8| grid.names.get(usize::from(tile)).copied();
        (self.rows, self.cols) == (other.rows, other.cols)
            && if self.names == other.names {
                self.tiles == other.tiles
            } else {
                let mut pairs = self.tiles.iter().zip(&other.tiles);
                pairs.all(|(&one, &tile)| named(self, one) == named(other, tile))
            }
    }
}

impl Eq for Grid {}

impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.rows, self.cols).hash(state);
        let used = self.used_colours();
        used.iter().for_each(|&colour| self.names[usize::from(colour)].hash(state));
        if used.len() == self.names.len() {
            state.write(&self.tiles);
        } else {
            // Unused names do not count: hash the rank of each colour among the used ones.
            let rank =
                |&tile: &u8| used.iter().position(|&colour| colour == tile).map_or(EMPTY, |at| at as u8);
            state.write(&self.tiles.iter().map(rank).collect::<Vec<u8>>());
        }
    }
}

impl Grid {
    /// Returns the colours that have tiles on the board, ascending.
    fn used_colours(&self) -> Vec<Colour> {
        let mut seen = [false; MAX_COLOURS];
        self.tiles.iter().filter(|&&tile| tile != EMPTY).for_each(|&tile| seen[usize::from(tile)] = true);
        (0..self.names.len() as u8).filter(|&colour| seen[usize::from(colour)]).collect()
    }

    /// Creates an empty board for colours of the given names. Names are sorted and deduplicated.
    ///
    /// # Errors
    /// If there are too many cells or colours.
    pub fn empty(rows: usize, cols: usize, names: &[u64]) -> Result<Self, GridError> {
        let mut names = names.to_vec();
        names.sort_unstable();
        names.dedup();
        if names.len() > MAX_COLOURS {
            return Err(GridError::TooManyColours(names.len()));
        }
        Grid::empty_with_names(rows, cols, &names.into())
    }

    /// Creates an empty board for colours of the given names, with their labels.
    ///
    /// # Errors
    /// If there are too many cells.
    pub fn empty_with_names(rows: usize, cols: usize, names: &ColourNames) -> Result<Self, GridError> {
        let cells = rows.checked_mul(cols).filter(|&n| n <= MAX_CELLS);
        let cells = cells.ok_or(GridError::TooLarge { rows, cols })?;
        Ok(Grid { rows, cols, names: names.clone(), tiles: vec![EMPTY; cells].into() })
    }

    /// Creates a board from a function that returns the colour name of each cell, `None` for empty.
    ///
    /// # Errors
    /// If there are too many cells or colours.
    ///
    /// ```
    /// use tilefall::{rules::Cell, rules::grid::Grid};
    /// let stripes = Grid::from_names(2, 3, |cell| Some(8 - cell.row as u64)).unwrap();
    /// assert_eq!(stripes.names(), [7, 8]);
    /// assert_eq!(stripes.get(Cell::new(1, 2)), Some(0));
    /// ```
    pub fn from_names(
        rows: usize,
        cols: usize,
        mut name: impl FnMut(Cell) -> Option<u64>,
    ) -> Result<Self, GridError> {
        Self::from_names_of(rows, cols, &mut name)
    }

    /// Implements [`from_names`](Self::from_names); compiled once instead of for each closure.
    fn from_names_of(
        rows: usize,
        cols: usize,
        name: &mut dyn FnMut(Cell) -> Option<u64>,
    ) -> Result<Self, GridError> {
        let mut grid = Grid::empty(rows, cols, &[])?;
        // Colours are first numbered in order of appearance, and renumbered in the order of their names at the end.
        let mut names: Vec<u64> = Vec::new();
        for col in 0..cols {
            for row in 0..rows {
                let cell = Cell::new(row, col);
                let Some(name) = name(cell) else { continue };
                let known = names.iter().position(|&known| known == name);
                let colour = known.unwrap_or(names.len());
                if known.is_none() {
                    names.push(name);
                }
                if names.len() > MAX_COLOURS {
                    return Err(GridError::TooManyColours(names.len()));
                }
                let at = grid.at(cell);
                grid.tiles[at] = colour as u8;
            }
        }
        let mut sorted = names.clone();
        sorted.sort_unstable();
        if sorted != names {
            let rank = |name| sorted.binary_search(name).unwrap_or(0) as u8;
            let ranks: Vec<u8> = names.iter().map(rank).collect();
            grid.tiles
                .iter_mut()
                .filter(|tile| **tile != EMPTY)
                .for_each(|tile| *tile = ranks[usize::from(*tile)]);
        }
        grid.names = ColourNames::from(sorted);
        Ok(grid)
    }

    /// Returns the number of rows, including empty ones.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns, including empty ones.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Returns the names of the colours that the board was built with, ascending; some may have vanished since.
    pub fn names(&self) -> &[u64] {
        &self.names
    }

    /// Returns the names of the colours that the board was built with, with their labels.
    pub fn colour_names(&self) -> &ColourNames {
        &self.names
    }

    /// Returns the number of colours that the board was built with.
    pub fn colours(&self) -> usize {
        self.names.len()
    }

    /// Returns the colour of a cell; `None` if it is empty or outside the board.
    pub fn get(&self, cell: Cell) -> Option<Colour> {
        if !self.contains(cell) {
            return None;
        }
        Some(self.tiles[self.at(cell)]).filter(|&tile| tile != EMPTY)
    }

    /// Returns the colour name of a cell; `None` if it is empty or outside the board.
    pub fn name_at(&self, cell: Cell) -> Option<u64> {
        self.get(cell).map(|colour| self.names[usize::from(colour)])
    }

    /// Sets the colour of a cell; `None` empties it.
    ///
    /// # Panics
    /// If the cell is outside the board, or the board has no such colour.
    pub fn set(&mut self, cell: Cell, colour: Option<Colour>) {
        assert!(self.contains(cell), "{cell:?} is outside the board");
        assert!(colour.is_none_or(|c| usize::from(c) < self.names.len()), "no colour {colour:?}");
        let at = self.at(cell);
        self.tiles[at] = colour.unwrap_or(EMPTY);
    }

    /// Returns the columns from the left, each as a slice from the bottom: the colour of a cell, or 255 for empty.
    #[doc(hidden)]
    pub fn columns(&self) -> impl Iterator<Item = &[u8]> {
        self.tiles.chunks_exact(self.rows.max(1))
    }

    /// Like [`columns`](Self::columns), mutable. Only colours of the board, or 255 for empty, may be written.
    #[doc(hidden)]
    pub fn columns_mut(&mut self) -> impl Iterator<Item = &mut [u8]> {
        self.tiles.chunks_exact_mut(self.rows.max(1))
    }

    /// Returns `true` if the cell is on the board.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.col < self.cols
    }

    /// Returns `true` if no tile is left.
    pub fn is_empty(&self) -> bool {
        self.tiles.iter().all(|&tile| tile == EMPTY)
    }

    /// Returns the number of tiles of one colour.
    pub fn count(&self, colour: Colour) -> usize {
        self.tiles.iter().filter(|&&tile| tile == colour).count()
    }

    /// Returns the number of tiles on the board.
    pub fn tiles(&self) -> usize {
        self.tiles.iter().filter(|&&tile| tile != EMPTY).count()
    }

    /// Returns the number of tiles in a column.
    pub fn height(&self, col: usize) -> usize {
        (0..self.rows).filter(|&row| self.get(Cell::new(row, col)).is_some()).count()
    }

    /// Returns all cells, column by column from the left, each from the bottom.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let rows = self.rows;
        (0..self.cols).flat_map(move |col| (0..rows).map(move |row| Cell::new(row, col)))
    }

    /// Returns the first tile (columns from the left, each from the bottom) with an empty cell right below it.
    pub fn first_floating(&self) -> Option<Cell> {
        self.cells().find(|&cell| {
            cell.row > 0 && self.get(cell).is_some() && self.get(Cell::new(cell.row - 1, cell.col)).is_none()
        })
    }

    /// Returns the index of the first empty column that has tiles in some column to its right.
    pub fn first_gap(&self) -> Option<usize> {
        let last = (0..self.cols).rev().find(|&col| self.height(col) > 0)?;
        (0..last).find(|&col| self.height(col) == 0)
    }

    /// Returns the board with its colours renamed: the smallest name becomes `first`, the next one `first + 1`, and so on.
    /// Unused names are dropped, and each name is its own label.
    ///
    /// # Panics
    /// In builds with overflow checks, if the last name would exceed [`u64::MAX`].
    pub fn relabelled(&self, first: u64) -> Grid {
        let used = self.used_colours();
        let mut ranks = [EMPTY; MAX_COLOURS];
        (0..).zip(&used).for_each(|(rank, &colour)| ranks[usize::from(colour)] = rank);
        let rank = |&tile: &u8| ranks.get(usize::from(tile)).copied().unwrap_or(EMPTY);
        let tiles = self.tiles.iter().map(rank).collect();
        Grid {
            names: (first..).take(used.len()).collect::<Vec<u64>>().into(),
            tiles,
            rows: self.rows,
            cols: self.cols,
        }
    }

    /// Lets every tile fall as far as it can.
    pub fn fall(&mut self) {
        for col in 0..self.cols {
            self.fall_in(col);
        }
    }

    fn fall_in(&mut self, col: usize) {
        let mut free = 0;
        for row in 0..self.rows {
            let from = Cell::new(row, col);
            if let Some(colour) = self.get(from) {
                if row > free {
                    self.set(from, None);
                    self.set(Cell::new(free, col), Some(colour));
                }
                free += 1;
            }
        }
    }

    fn at(&self, cell: Cell) -> usize {
        cell.col * self.rows + cell.row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equality_ignores_unused_names() {
        use std::collections::hash_map::DefaultHasher;
        let hash = |grid: &Grid| {
            let mut hasher = DefaultHasher::new();
            grid.hash(&mut hasher);
            hasher.finish()
        };
        let plain = Grid::parse("1.. / 192").unwrap();
        let mut other = Grid::empty(2, 3, &[9, 7, 2, 1, 40]).unwrap();
        plain.cells().for_each(|cell| {
            let colour = plain.name_at(cell).map(|name| other.names().binary_search(&name).unwrap() as u8);
            other.set(cell, colour);
        });
        assert_eq!((&plain, hash(&plain)), (&other, hash(&other)));
        assert_eq!(other.relabelled(5).names(), [5, 6, 7]);
        other.set(Cell::new(0, 2), Some(2));
        assert_ne!((&plain, hash(&plain)), (&other, hash(&other)));
        other.set(Cell::new(0, 2), None);
        assert_ne!((&plain, hash(&plain)), (&other, hash(&other)));
    }
}
