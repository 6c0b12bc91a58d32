//! A simple SameGame board as a list of columns, for the checker.
//!
//! Columns from the left, each a list of its tiles from the bottom, without empty columns: falling and closing
//! are removals from these lists. It behaves like [`Grid::click`] (a test compares the two) in a fraction of
//! the time.

use crate::base::Cell;
use crate::grid::{ColourNames, Grid};
use std::hash::{Hash, Hasher};

/// A mark in place of a colour: the tile is being removed.
const GONE: u8 = u8::MAX;

/// A SameGame board.
///
/// # Equality
/// By the tiles; only boards made from the same grid can be compared.
#[derive(Clone, Debug)]
pub struct Columns {
    size: (usize, usize),
    names: ColourNames,
    columns: Vec<Vec<u8>>,
}

/// The error of a click that removes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadClick {
    /// The cell is not on the board.
    #[error("the cell lies outside the board")]
    Outside,
    /// The cell holds no tile.
    #[error("the cell is empty")]
    Empty,
    /// No neighbour has the same colour.
    #[error("the tile stands alone, expected a group of two or more")]
    Alone,
}

impl PartialEq for Columns {
    fn eq(&self, other: &Self) -> bool {
        self.columns == other.columns
    }
}

impl Eq for Columns {}

impl Hash for Columns {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.columns.hash(state);
    }
}

impl Columns {
    /// Creates a board from a grid without floating tiles and without empty columns left of full ones.
    pub fn new(grid: &Grid) -> Columns {
        let column =
            |col| (0..grid.rows()).map_while(|row| grid.get(Cell::new(row, col))).collect::<Vec<_>>();
        let columns = (0..grid.cols()).map(column).filter(|tiles| !tiles.is_empty()).collect();
        Columns { size: (grid.rows(), grid.cols()), names: grid.colour_names().clone(), columns }
    }

    fn tile(&self, cell: Cell) -> Option<u8> {
        self.columns.get(cell.col)?.get(cell.row).copied()
    }

    /// Clicks a cell and returns the number of tiles removed, at least 2.
    ///
    /// # Errors
    /// If nothing is removed; the board is then unchanged.
    ///
    /// ```
    /// use tilefall::base::Cell;
    /// use tilefall::grid::Grid;
    /// use tilefall::internals::verify::column_board::{BadClick, Columns};
    /// let mut board = Columns::new(&Grid::parse("1.. / 122").unwrap());
    /// assert_eq!(board.click(Cell::new(1, 1)), Err(BadClick::Empty));
    /// assert_eq!(board.click(Cell::new(0, 0)), Ok(2));
    /// assert_eq!(board.to_grid(), Grid::parse("... / 22.").unwrap());
    /// ```
    pub fn click(&mut self, cell: Cell) -> Result<u64, BadClick> {
        if cell.row >= self.size.0 || cell.col >= self.size.1 {
            return Err(BadClick::Outside);
        }
        let colour = self.tile(cell).ok_or(BadClick::Empty)?;
        let group = self.mark(cell, colour);
        if group.len() == 1 {
            self.columns[cell.col][cell.row] = colour;
            return Err(BadClick::Alone);
        }
        let touched = |pick: fn(usize, usize) -> usize| group.iter().map(|cell| cell.col).reduce(pick);
        let (first, last) = (touched(usize::min).unwrap_or(0), touched(usize::max).unwrap_or(0));
        for column in &mut self.columns[first..=last] {
            column.retain(|&tile| tile != GONE);
        }
        if self.columns[first..=last].iter().any(Vec::is_empty) {
            self.columns.retain(|column| !column.is_empty());
        }
        Ok(group.len() as u64)
    }

    /// Returns every group of two or more tiles: one of its cells, and its size.
    pub fn groups(&self) -> Vec<(Cell, u64)> {
        let mut board = self.clone();
        let mut groups = Vec::new();
        for col in 0..self.columns.len() {
            for row in 0..self.columns[col].len() {
                let cell = Cell::new(row, col);
                let Some(colour) = board.tile(cell).filter(|&tile| tile != GONE) else { continue };
                let size = board.mark(cell, colour).len();
                if size > 1 {
                    groups.push((cell, size as u64));
                }
            }
        }
        groups
    }

    /// Marks the group of a cell, which has this colour, and returns its cells.
    fn mark(&mut self, cell: Cell, colour: u8) -> Vec<Cell> {
        let (mut group, mut next) = (vec![cell], 0);
        self.columns[cell.col][cell.row] = GONE;
        while next < group.len() {
            let Cell { row, col } = group[next];
            next += 1;
            let (below, left) = (row.wrapping_sub(1), col.wrapping_sub(1));
            for near in [
                Cell::new(row + 1, col),
                Cell::new(below, col),
                Cell::new(row, col + 1),
                Cell::new(row, left),
            ] {
                if self.tile(near) == Some(colour) {
                    self.columns[near.col][near.row] = GONE;
                    group.push(near);
                }
            }
        }
        group
    }

    /// Returns the number of tiles left.
    pub fn tiles(&self) -> u64 {
        self.columns.iter().map(|tiles| tiles.len() as u64).sum()
    }

    /// Returns the approximate size in bytes.
    pub fn weight(&self) -> usize {
        let tiles = |tiles: &Vec<u8>| size_of::<Vec<u8>>() + 16 + tiles.capacity();
        size_of::<Self>() + 8 * self.names.len() + self.columns.iter().map(tiles).sum::<usize>()
    }

    /// Returns the number of tiles left of each colour.
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.names.len()];
        self.columns.iter().flatten().for_each(|&tile| counts[usize::from(tile)] += 1);
        counts
    }

    /// Returns the board as a grid.
    pub fn to_grid(&self) -> Grid {
        let mut grid =
            Grid::empty_with_names(self.size.0, self.size.1, &self.names).expect("the size of a grid");
        grid.cells().for_each(|cell| grid.set(cell, self.tile(cell)));
        grid
    }
}
