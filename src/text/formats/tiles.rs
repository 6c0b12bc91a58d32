//! The cells of a board during reading, row by row, and the validation of the board.

use crate::rules::grid::{Grid, MAX_CELLS};
use crate::rules::puzzle::check_board_by;
use crate::rules::{Cell, Columns, GameKind, MAX_COLOURS, ReadError};

/// The order of the rows in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The top row first.
    TopFirst,
    /// The bottom row first.
    BottomFirst,
}

const EMPTY: u8 = u8::MAX;

/// The cells of one board with their offsets in the text, filled during reading. Costs two bytes per cell.
#[derive(Debug)]
pub struct Tiles<'a> {
    text: &'a [u8],
    names: Vec<u64>,
    cells: Vec<u8>,
    offsets: Offsets,
    /// The first error of a cell or a row.
    bad: Option<ReadError>,
    /// Whether floating tiles fall and columns close before the board is checked.
    pub settle: bool,
}

/// A compact list of offsets, most of which are slightly larger than the previous one.
#[derive(Debug, Default)]
struct Offsets {
    /// The difference to the previous offset, for the first to 0; or [`FAR`].
    steps: Vec<u8>,
    /// The index and value of each offset whose step is [`FAR`].
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

    /// Returns the offset at an index, which must exist.
    fn get(&self, index: usize) -> usize {
        let far = self.far.partition_point(|&(at, _)| at <= index).checked_sub(1).map(|at| self.far[at]);
        let (from, start) = far.map_or((0, 0), |(at, offset)| (at + 1, offset));
        start + self.steps[from..=index].iter().map(|&step| usize::from(step)).sum::<usize>()
    }
}

impl<'a> Tiles<'a> {
    /// Creates an empty board for this text.
    pub fn new(text: &'a [u8]) -> Self {
        Tiles {
            text,
            names: Vec::new(),
            cells: Vec::new(),
            offsets: Offsets::default(),
            bad: None,
            settle: false,
        }
    }

    /// Returns the number of cells so far.
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// Returns the offset of the first cell, or 0 if there is none.
    pub fn start(&self) -> usize {
        if self.cells.is_empty() { 0 } else { self.offsets.get(0) }
    }

    /// Adds the next cell, at `offset` in the text: a colour name, or `None` for empty.
    ///
    /// # Errors
    /// If the board has too many colours or cells.
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

    /// Notes the error of a cell or a row. Reading goes on to the end of the board, which is then refused with the first error.
    pub fn refuse(&mut self, error: ReadError) {
        self.bad.get_or_insert(error);
    }

    /// Returns whether an error was noted.
    pub fn is_refused(&self) -> bool {
        self.bad.is_some()
    }

    /// Returns the first error: one that was noted, or this one.
    pub fn first_error(self, error: ReadError) -> ReadError {
        self.bad.unwrap_or(error)
    }

    /// Replaces the names of the colours, which are in order of appearance.
    pub fn named(self, names: Vec<u64>) -> Self {
        debug_assert_eq!(names.len(), self.names.len(), "a name for each colour");
        Tiles { names, ..self }
    }

    /// Returns the board with rows of `cols ≥ 1` cells.
    ///
    /// # Errors
    /// The first error that was noted; or, if [`check_board_by`] refuses the board, a recognised error with the place of the
    /// tile.
    ///
    /// # Panics
    /// If the cells are not whole rows.
    pub fn board(
        &self,
        cols: usize,
        order: Order,
        game: GameKind,
        columns: Columns,
    ) -> Result<Grid, ReadError> {
        if let Some(error) = &self.bad {
            return Err(error.clone());
        }
        assert!(self.cells.len().is_multiple_of(cols), "{} cells in rows of {cols}", self.cells.len());
        let rows = self.cells.len() / cols;
        let index = |cell: Cell| match order {
            Order::TopFirst => (rows - 1 - cell.row) * cols + cell.col,
            Order::BottomFirst => cell.row * cols + cell.col,
        };
        let name = |cell| self.names.get(usize::from(self.cells[index(cell)])).copied();
        let mut grid = Grid::from_names(rows, cols, name)
            .map_err(|error| self.error(self.start(), error.to_string()))?;
        if self.settle {
            grid.fall();
            if game == GameKind::SameGame && columns == Columns::Close {
                grid.close();
            }
        }
        check_board_by(&grid, game, columns)
            .map_err(|(cell, what)| self.error(self.offsets.get(index(cell)), what).reached_end())?;
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
    fn near_and_far_offsets_round_trip() {
        let all = [0, 1, 3, 257, 511, 512, 767, 1022, 5000, 5000, 5254, 70_000, 70_255, 12, 13];
        for first in 0..all.len() {
            let mut offsets = Offsets::default();
            all[first..].iter().for_each(|&offset| offsets.push(offset));
            let back = (0..all.len() - first).map(|index| offsets.get(index));
            assert!(back.eq(all[first..].iter().copied()), "from {first}");
        }
    }
}
