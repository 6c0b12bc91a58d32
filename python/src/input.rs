//! Conversions of cells and moves from Python.

use crate::argument::{Whole, Word};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use std::fmt;
use tilefall::rules::{Cell, Move, Side};

/// A move of either game as Python code passes it. The size of the board is not known yet.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// The index of a cell, from 0: rows from the top, each from the left. For a Mayan move: the index of the cell to
    /// move right, or this index + the number of cells to move left.
    Index(i64),
    /// Row and column, from 0 at the top left.
    Cell(i64, i64),
    /// Row and column, from 0 at the top left, and the side.
    Slide(i64, i64, Side),
}

impl<'py> FromPyObject<'_, 'py> for Place {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Place> {
        match object.extract::<Whole>() {
            Ok(index) => return Ok(Place::Index(index.0)),
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {}
            Err(error) => return Err(error),
        }
        let parts = object.try_iter().map_err(|_| no_move(&object))?.collect::<PyResult<Vec<_>>>()?;
        let whole = |part: &Bound<'py, PyAny>| part.extract::<Whole>().map(|number| number.0);
        let place = || match &parts[..] {
            [row, col] => Ok(Place::Cell(whole(row)?, whole(col)?)),
            [row, col, side] => Ok(Place::Slide(whole(row)?, whole(col)?, side.extract::<Word<Side>>()?.0)),
            _ => Err(no_move(&object)),
        };
        place().map_err(|error| {
            let is_type = error.is_instance_of::<PyTypeError>(object.py());
            if is_type { no_move(&object) } else { error }
        })
    }
}

/// Returns the error for an object that is no move.
fn no_move(object: &dyn fmt::Debug) -> PyErr {
    let expected = "expected (row, col), in the Mayan puzzle (row, col, 'R' or 'L'), or an index";
    PyTypeError::new_err(format!(
        "found {object:?}, {expected}; rows from the top, columns from the left, from 0"
    ))
}

impl Place {
    /// Converts the place to a cell of a board of this size; a Mayan move is an error.
    pub fn cell(self, rows: usize, cols: usize) -> PyResult<Cell> {
        match self {
            Place::Index(at) => cell_of(at, rows, cols).ok_or_else(|| no_index(at, rows * cols)),
            Place::Cell(row, col) => from_top(row, col, rows, cols),
            Place::Slide(row, col, side) => Err(no_move(&(row, col, side))),
        }
    }

    /// Converts the place to a Mayan move on a board of this size; a cell without a side is an error.
    pub fn slide(self, rows: usize, cols: usize) -> PyResult<Move> {
        match self {
            Place::Index(at) => slide_of(at, rows, cols).ok_or_else(|| no_index(at, 2 * rows * cols)),
            Place::Slide(row, col, side) => {
                let cell = from_top(row, col, rows, cols)?;
                Ok(Move::new(cell.col as u8, cell.row as u8, side))
            }
            Place::Cell(row, col) => Err(no_move(&(row, col))),
        }
    }
}

/// Returns the error for an index outside 0 to `all` − 1.
fn no_index(at: i64, all: usize) -> PyErr {
    PyIndexError::new_err(format!("index {at} is outside the board, expected 0 to {}", all - 1))
}

/// Returns the cell in a row from the top and a column, both from 0.
fn from_top(row: i64, col: i64, rows: usize, cols: usize) -> PyResult<Cell> {
    match (usize::try_from(row), usize::try_from(col)) {
        (Ok(row), Ok(col)) if row < rows && col < cols => Ok(Cell::new(rows - 1 - row, col)),
        _ => Err(PyIndexError::new_err(format!(
            "there is no cell ({row}, {col}), expected row 0 to {} from the top and column 0 to {}",
            rows - 1,
            cols - 1
        ))),
    }
}

/// Returns the cell of an index (see [`Place::Index`]); `None` outside the board.
pub fn cell_of(index: i64, rows: usize, cols: usize) -> Option<Cell> {
    let at = usize::try_from(index).ok().filter(|&at| at < rows * cols)?;
    Some(Cell::new(rows - 1 - at / cols, at % cols))
}

/// Returns the index of a cell.
pub fn index_of(cell: Cell, rows: usize, cols: usize) -> usize {
    (rows - 1 - cell.row) * cols + cell.col
}

/// Returns the Mayan move of an index (see [`Place::Index`]); `None` outside the board.
pub fn slide_of(index: i64, rows: usize, cols: usize) -> Option<Move> {
    let cells = (rows * cols) as i64;
    let side = if index < cells { Side::Right } else { Side::Left };
    let cell = cell_of(if side == Side::Left { index - cells } else { index }, rows, cols)?;
    Some(Move::new(cell.col as u8, cell.row as u8, side))
}

/// Returns the index of a Mayan move.
pub fn index_of_slide(step: Move, rows: usize, cols: usize) -> usize {
    let cell = Cell::new(step.y.into(), step.x.into());
    index_of(cell, rows, cols) + if step.side == Side::Left { rows * cols } else { 0 }
}
