//! A plain board that knows the names of its tiles, slow and obvious: fast boards and graphics cards are compared with it.

use crate::rules::Cell;
use crate::rules::grid::Grid;

/// A board with the names of its tiles.
#[derive(Clone, Debug)]
pub struct NamedGrid {
    /// The board.
    pub grid: Grid,
    /// The names of the tiles, by columns from the left, each from the bottom.
    names: Vec<Vec<u16>>,
}

impl NamedGrid {
    /// Names the tiles of the first board of a game, with this many names for each column.
    pub fn new(grid: &Grid, bits: usize) -> NamedGrid {
        let column = |col| (0..grid.height(col)).map(|row| (col * bits + row) as u16).collect();
        NamedGrid { grid: grid.clone(), names: (0..grid.cols()).map(column).collect() }
    }

    /// Returns the name of the tile in a cell.
    pub fn name(&self, cell: Cell) -> Option<u16> {
        self.names.get(cell.col)?.get(cell.row).copied()
    }

    /// Returns the cell of a tile that is left.
    pub fn cell(&self, name: u16) -> Option<Cell> {
        let find = |(col, column): (usize, &Vec<u16>)| {
            Some(Cell::new(column.iter().position(|&other| other == name)?, col))
        };
        self.names.iter().enumerate().find_map(find)
    }

    /// Clicks a cell. Returns the size of the group that is removed, or 0.
    pub fn click(&mut self, cell: Cell) -> usize {
        let group = self.grid.group(cell);
        if group.len() < 2 {
            return 0;
        }
        for gone in group.iter().rev() {
            self.names[gone.col].remove(gone.row);
        }
        self.names.retain(|column| !column.is_empty());
        self.grid.click(cell)
    }
}
