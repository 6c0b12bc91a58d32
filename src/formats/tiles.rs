//! Cells as they come in, row by row, and the checks that make them a board.

use crate::base::{Cell, Game, MAX_COLOURS, ReadError};
use crate::grid::{Grid, MAX_CELLS};
use crate::puzzle::fault;

/// Which row a text gives first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The top one.
    TopFirst,
    /// The bottom one.
    BottomFirst,
}

const EMPTY: u8 = u8::MAX;

/// The cells of one board with their places, filled as data come. Costs two bytes per cell.
#[derive(Debug)]
pub struct Tiles<'a> {
    text: &'a [u8],
    names: Vec<u64>,
    cells: Vec<u8>,
    offsets: Offsets,
}

/// Offsets, most of them a little behind the one before.
#[derive(Debug, Default)]
struct Offsets {
    /// How far each is from the one before, the first from 0; or [`FAR`].
    steps: Vec<u8>,
    /// The others, with their index.
    far: Vec<(usize, usize)>,
    last: usize,
}

const FAR: u8 = u8::MAX;

impl Offsets {
    fn push(&mut self, offset: usize) {
        let step = offset.checked_sub(self.last).and_then(|step| u8::try_from(step).ok()).unwrap_or(FAR);
        if step == FAR {
            self.far.push((self.steps.len(), offset));
        }
        self.steps.push(step);
        self.last = offset;
    }

    /// The one of this index, which is there.
    fn get(&self, index: usize) -> usize {
        let far = self.far.partition_point(|&(at, _)| at <= index).checked_sub(1).map(|at| self.far[at]);
        let (from, start) = far.map_or((0, 0), |(at, offset)| (at + 1, offset));
        start + self.steps[from..=index].iter().map(|&step| usize::from(step)).sum::<usize>()
    }
}

impl<'a> Tiles<'a> {
    /// No cells yet, of this text.
    pub fn new(text: &'a [u8]) -> Self {
        Tiles { text, names: Vec::new(), cells: Vec::new(), offsets: Offsets::default() }
    }

    /// Cells so far.
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// Where the first cell is written.
    pub fn start(&self) -> usize {
        if self.cells.is_empty() { 0 } else { self.offsets.get(0) }
    }

    /// Takes the next cell, written at `offset`: a colour name, or `None` for empty.
    ///
    /// # Errors
    /// If it is one colour, or one cell, too many for a board.
    pub fn push(&mut self, name: Option<u64>, offset: usize) -> Result<(), ReadError> {
        if self.cells.len() == MAX_CELLS {
            return Err(
                self.error(offset, format!("the board is too large, expected at most {MAX_CELLS} cells"))
            );
        }
        let colour = match name {
            None => EMPTY,
            Some(name) => match self.names.iter().position(|&known| known == name) {
                Some(at) => at as u8,
                None if self.names.len() == MAX_COLOURS => {
                    let message =
                        format!("colour {name} is too many, expected at most {MAX_COLOURS} colours");
                    return Err(self.error(offset, message));
                }
                None => {
                    self.names.push(name);
                    (self.names.len() - 1) as u8
                }
            },
        };
        self.cells.push(colour);
        self.offsets.push(offset);
        Ok(())
    }

    /// The same cells with other names for the colours, in the order in which the colours came up.
    pub fn named(self, names: Vec<u64>) -> Self {
        debug_assert_eq!(names.len(), self.names.len(), "a name for each colour");
        Tiles { names, ..self }
    }

    /// The board, of rows of `cols ≥ 1` cells, as one that the game can stand on.
    ///
    /// # Errors
    /// If it has a [`fault`]: recognised, with the place of the tile.
    ///
    /// # Panics
    /// If the cells are not whole rows.
    pub fn board(&self, cols: usize, order: Order, game: Game) -> Result<Grid, ReadError> {
        assert!(self.cells.len().is_multiple_of(cols), "{} cells in rows of {cols}", self.cells.len());
        let rows = self.cells.len() / cols;
        let index = |cell: Cell| match order {
            Order::TopFirst => (rows - 1 - cell.row) * cols + cell.col,
            Order::BottomFirst => cell.row * cols + cell.col,
        };
        let name = |cell| self.names.get(usize::from(self.cells[index(cell)])).copied();
        let grid = Grid::from_names(rows, cols, name)
            .map_err(|error| self.error(self.start(), error.to_string()))?;
        if let Some((cell, what)) = fault(&grid, game) {
            return Err(self.error(self.offsets.get(index(cell)), what));
        }
        Ok(grid)
    }

    fn error(&self, offset: usize, message: impl Into<String>) -> ReadError {
        ReadError::at(self.text, offset, message).recognised()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_near_and_far_come_back() {
        let all = [0, 1, 3, 257, 511, 512, 767, 1022, 5000, 5000, 5254, 70_000, 70_255, 12, 13];
        for first in 0..all.len() {
            let mut offsets = Offsets::default();
            all[first..].iter().for_each(|&offset| offsets.push(offset));
            let back = (0..all.len() - first).map(|index| offsets.get(index));
            assert!(back.eq(all[first..].iter().copied()), "from {first}");
        }
    }
}
