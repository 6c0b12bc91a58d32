//! The cells of a board during reading, row by row, and the validation of the board.

use super::scan::{Token, quote};
use tilefall_rules::grid::{Grid, MAX_CELLS};
use tilefall_rules::puzzle::check_board_by;
use tilefall_rules::{Cell, Columns, GameKind, MAX_COLOURS, ReadError};

/// The order of the rows in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first line is the top row.
    TopFirst,
    /// The first line is the bottom row.
    BottomFirst,
}

const EMPTY: u8 = u8::MAX;

/// The cells of one board with their offsets in the text, filled during reading. Costs five bytes per cell.
#[derive(Debug)]
pub struct Tiles<'a> {
    text: &'a [u8],
    names: Vec<u64>,
    cells: Vec<u8>,
    /// The offset of each cell; capped at four gigabytes.
    offsets: Vec<u32>,
    /// The first error of a cell or a row.
    bad: Option<ReadError>,
    /// Whether floating tiles fall and columns close before the board is checked.
    pub settle: bool,
}

impl<'a> Tiles<'a> {
    /// Creates an empty board for this text.
    pub fn new(text: &'a [u8]) -> Self {
        Tiles { text, names: Vec::new(), cells: Vec::new(), offsets: Vec::new(), bad: None, settle: false }
    }

    /// Returns the number of cells so far.
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// Returns the offset of the first cell, or 0 if there is none.
    pub fn start(&self) -> usize {
        self.offsets.first().map_or(0, |&offset| offset as usize)
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
        self.offsets.push(u32::try_from(offset).unwrap_or(u32::MAX));
        Ok(())
    }

    /// Adds the cells of a row of signs, a byte each. `cell` parses a sign to a colour name or `Some(None)` for empty,
    /// and returns `None` for an invalid sign; `expected` names the valid signs in the error.
    ///
    /// # Errors
    /// At the first invalid sign.
    pub fn push_signs(
        &mut self,
        row: Token<'_>,
        expected: &str,
        cell: impl Fn(char) -> Option<Option<u64>>,
    ) -> Result<(), ReadError> {
        for (at, byte) in row.bytes.iter().enumerate() {
            let Some(name) = cell(char::from(*byte)) else {
                let message = format!("found {}, expected {expected}", quote(&[*byte]));
                return Err(ReadError::at(self.text, row.offset + at, message));
            };
            self.push(name, row.offset + at)?;
        }
        Ok(())
    }

    /// Notes the error of a cell or a row. Reading continues to the end of the board, and [`board`](Self::board) then
    /// returns the first noted error.
    pub fn refuse(&mut self, error: ReadError) {
        self.bad.get_or_insert(error);
    }

    /// Returns the first error: the noted one, or `error`.
    pub fn first_error(&self, error: ReadError) -> ReadError {
        self.bad.clone().unwrap_or(error)
    }

    /// Replaces the names of the colours: one name for each colour, in order of appearance.
    pub fn named(self, names: Vec<u64>) -> Self {
        debug_assert_eq!(names.len(), self.names.len(), "a name for each colour");
        Tiles { names, ..self }
    }

    /// Returns the board with rows of `cols ≥ 1` cells.
    ///
    /// # Errors
    /// Returns the first noted error or, if [`check_board_by`] refuses the board, a recognised error with the place of
    /// the tile.
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
            .map_err(|(cell, what)| self.error(self.offsets[index(cell)] as usize, what).reached_end())?;
        Ok(grid)
    }

    fn error(&self, offset: usize, message: impl Into<String>) -> ReadError {
        ReadError::at(self.text, offset, message).recognised()
    }
}
