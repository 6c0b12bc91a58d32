//! Boards of more rows than a packed column holds: played on the plain [`Grid`].

use crate::base::Cell;
use crate::grid::{Grid, GridError};

/// The cells as they come, then the board made of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Tall {
    cells: Vec<u8>,
    grid: Option<Grid>,
}

impl Tall {
    /// Forgets the board.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.grid = None;
    }

    /// Adds a cell; rows from the bottom, each from the left. Memory grows by it, whatever size was named.
    pub fn push(&mut self, value: u8) {
        self.cells.push(value);
    }

    /// To be called when all cells are there.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn begin(&mut self, rows: usize, cols: usize) -> Result<(), GridError> {
        let value = |cell: Cell| Some(u64::from(self.cells[cell.row * cols + cell.col]));
        self.grid = Some(Grid::from_names(rows, cols, value)?);
        Ok(())
    }

    /// Clicks a cell, 0-based from the bottom left; any that is not permitted changes nothing.
    pub fn click(&mut self, row: usize, col: usize) {
        if let Some(grid) = &mut self.grid {
            grid.click(Cell::new(row, col));
        }
    }

    /// The board, once all cells are there.
    pub fn grid(&self) -> Option<&Grid> {
        self.grid.as_ref()
    }
}
