//! Reference implementation of the Mayan puzzle. Here `x` is a column from the left and `y` a row from the bottom.

use super::Grid;
use crate::{Cell, Move, Side};

/// The error of a move that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MayanError {
    /// The cell of the block is outside the board.
    #[error("the cell lies outside the board")]
    Outside,
    /// The target cell is outside the board.
    #[error("the move leaves the board")]
    OverTheEdge,
    /// The cell is empty. The judge counts a move of an empty cell, which changes nothing.
    #[error("there is no block to move")]
    Empty,
}

impl Grid {
    /// Plays a Mayan move on a settled board, and settles the board again.
    ///
    /// # Errors
    /// If the move leaves the board or there is no block. The board is then unchanged.
    ///
    /// ```
    /// use tilefall::{rules::{Move, Side}, rules::grid::Grid};
    /// let mut grid = Grid::parse("1... / 2112").unwrap();
    /// grid.play(Move::new(0, 1, Side::Right)).unwrap();
    /// assert_eq!(grid, Grid::parse(".1.. / 2112").unwrap());
    /// ```
    pub fn play(&mut self, step: Move) -> Result<(), MayanError> {
        let (from, to) = self.ends(step)?;
        if self.get(from).is_none() {
            return Err(MayanError::Empty);
        }
        self.slide(from, to);
        self.settle();
        Ok(())
    }

    /// Swaps the contents of two adjacent cells. If `to` was empty, blocks then fall. Does not remove runs.
    #[doc(hidden)]
    pub fn slide(&mut self, from: Cell, to: Cell) {
        let (block, other) = (self.get(from), self.get(to));
        self.set(to, block);
        self.set(from, other);
        if other.is_none() {
            self.fall();
        }
    }

    /// Returns the source and the target cell of a move.
    ///
    /// # Errors
    /// If one of the cells is outside the board.
    pub fn ends(&self, step: Move) -> Result<(Cell, Cell), MayanError> {
        let from = Cell::new(usize::from(step.y), usize::from(step.x));
        if !self.contains(from) {
            return Err(MayanError::Outside);
        }
        let col = match step.side {
            Side::Left => from.col.wrapping_sub(1),
            Side::Right => from.col + 1,
        };
        let to = Cell::new(from.row, col);
        if self.contains(to) { Ok((from, to)) } else { Err(MayanError::OverTheEdge) }
    }

    /// Returns `true` if a move swaps two equal blocks, which changes nothing.
    ///
    /// ```
    /// use tilefall::{rules::{Move, Side}, rules::grid::Grid};
    /// let grid = Grid::parse("112").unwrap();
    /// assert!(grid.is_noop(Move::new(0, 0, Side::Right)) && grid.is_noop(Move::new(1, 0, Side::Left)));
    /// assert!(!grid.is_noop(Move::new(1, 0, Side::Right)) && !grid.is_noop(Move::new(0, 0, Side::Left)));
    /// ```
    pub fn is_noop(&self, step: Move) -> bool {
        self.ends(step).is_ok_and(|(from, to)| self.get(from).is_some() && self.get(from) == self.get(to))
    }

    /// Returns `true` if a list swaps two equal blocks when it is played on the settled board.
    pub fn has_noop(&self, list: &[Move]) -> bool {
        let mut board = self.clone();
        board.settle();
        list.iter().any(|&step| {
            let noop = board.is_noop(step);
            _ = board.play(step);
            noop
        })
    }

    /// Removes all horizontal and vertical runs of three or more equal blocks at once and lets blocks fall, until there
    /// is no run. Returns the number of rounds. The board must have no floating block.
    pub fn settle(&mut self) -> usize {
        let mut rounds = 0;
        loop {
            let gone = self.runs();
            if gone.is_empty() {
                return rounds;
            }
            self.remove_and_fall(&gone);
            rounds += 1;
        }
    }

    /// Returns the cells in horizontal or vertical runs of three or more equal blocks.
    pub fn runs(&self) -> Vec<Cell> {
        self.cells().filter(|&cell| self.in_run(cell)).collect()
    }

    /// Returns `true` if the cell is part of a run of three or more equal blocks.
    fn in_run(&self, cell: Cell) -> bool {
        let Some(colour) = self.get(cell) else { return false };
        let equal = |row: usize, col: usize| self.get(Cell::new(row, col)) == Some(colour);
        let upward = |k: usize| (0..3).all(|i| equal(cell.row.wrapping_add(i).wrapping_sub(k), cell.col));
        let rightward = |k: usize| (0..3).all(|i| equal(cell.row, cell.col.wrapping_add(i).wrapping_sub(k)));
        (0..3).any(upward) || (0..3).any(rightward)
    }

    /// Returns `true` if no block floats and there is no run.
    pub fn is_settled(&self) -> bool {
        self.first_floating().is_none() && !self.cells().any(|cell| self.in_run(cell))
    }

    /// Returns the canonical moves in lexicographic order: by x, then y, then right before left. A swap is listed once,
    /// as the right move of its left block; a left move only goes into an empty cell. Swaps of two equal blocks are
    /// listed only with `noop`.
    pub fn canonical_moves(&self, noop: bool) -> Vec<Move> {
        let mut moves = Vec::new();
        for cell in self.cells().filter(|&cell| self.get(cell).is_some()) {
            let (x, y) = (cell.col as u8, cell.row as u8);
            if cell.col + 1 < self.cols
                && (noop || self.get(Cell::new(cell.row, cell.col + 1)) != self.get(cell))
            {
                moves.push(Move::new(x, y, Side::Right));
            }
            if cell.col > 0 && self.get(Cell::new(cell.row, cell.col - 1)).is_none() {
                moves.push(Move::new(x, y, Side::Left));
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(board: &str, moves: &[(u8, u8, Side)]) -> Grid {
        let mut grid = Grid::parse(board).unwrap();
        for &(x, y, side) in moves {
            grid.play(Move::new(x, y, side)).unwrap();
        }
        grid
    }

    #[test]
    fn blocks_above_a_moved_block_fall() {
        let grid = after("3.... / 2.... / 1....", &[(0, 1, Side::Right)]);
        assert_eq!(grid, Grid::parse("..... / 3.... / 12...").unwrap());
    }

    #[test]
    fn runs_that_cross_vanish_together() {
        let grid = after("..1.. / ..3.. / .142. / .2112", &[(1, 1, Side::Right)]);
        assert_eq!(grid, Grid::parse("..1.. / ..3.. / .412. / .2112").unwrap());
        let grid = after("..1.. / 1.1.. / 21433 / 31232", &[(1, 0, Side::Right), (1, 1, Side::Right)]);
        assert_eq!(grid, Grid::parse("..... / 1.... / 24.33 / 32.32").unwrap());
    }
}
