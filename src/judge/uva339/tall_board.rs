//! Boards of more rows than a packed column has, played on the plain [`Grid`].

use crate::base::Cell;
use crate::grid::{Grid, GridError};

/// The cells during reading, then the board.
#[derive(Clone, Debug, Default)]
pub(super) struct TallBoard {
    cells: Vec<u8>,
    grid: Option<Grid>,
}

impl TallBoard {
    /// Removes the board.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.grid = None;
    }

    /// Adds a cell; rows from the bottom, each from the left. Memory grows with the cells, not with the stated size.
    pub fn push(&mut self, value: u8) {
        self.cells.push(value);
    }

    /// Builds the board after all cells were added.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn begin(&mut self, rows: usize, cols: usize) -> Result<(), GridError> {
        let value = |cell: Cell| Some(u64::from(self.cells[cell.row * cols + cell.col]));
        self.grid = Some(Grid::from_names(rows, cols, value)?);
        Ok(())
    }

    /// Clicks a cell, 0-based from the bottom left. A click that is not allowed changes nothing.
    pub fn click(&mut self, row: usize, col: usize) {
        if let Some(grid) = &mut self.grid {
            grid.click(Cell::new(row, col));
        }
    }

    /// Returns the board, once it is built.
    pub fn grid(&self) -> Option<&Grid> {
        self.grid.as_ref()
    }
}
