//! Conversions of rules, cells and moves from Python.

use crate::argument::{Keywords, Whole, Word};
use crate::cells::json_of;
use crate::error::library_error;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use std::fmt;
use std::num::NonZeroU32;
use tilefall::rules::{Cell, Columns, Goal, Move, Preset, RuleParts, Rules, Side};
use tilefall::text::record::json;

/// The rules of SameGame in the keywords of a call.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleOverrides {
    /// Whole rules, which replace those of the puzzle.
    rules: Option<WholeRules>,
    /// Parts of the rules.
    parts: RuleParts,
}

/// Whole rules: those of a game, which has a usual goal, or as in a record.
#[derive(Clone, Copy, Debug)]
struct WholeRules {
    rules: Rules,
    goal: Option<Goal>,
}

impl FromPyObject<'_, '_> for WholeRules {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<WholeRules> {
        if let Ok(record) = object.cast::<PyMapping>() {
            let rules = serde_json::from_str(&json_of(&record, "the rules")?);
            let rules = rules.map_err(|error| library_error(json::message(&error, "rules")))?;
            return Ok(WholeRules { rules, goal: None });
        }
        let preset = Preset::named(&object.extract::<String>()?).map_err(library_error)?;
        Ok(WholeRules { rules: preset.rules, goal: Some(preset.goal) })
    }
}

impl RuleOverrides {
    /// The names of the keywords.
    pub const NAMES: &[&str] = &[
        "rules",
        "score",
        "clear_bonus",
        "clear_factor",
        "left_penalty",
        "left_points",
        "min_group",
        "columns",
    ];

    /// Converts the keywords of a call.
    pub fn of(keywords: &Keywords<'_>) -> PyResult<RuleOverrides> {
        let positive = |name| Ok::<_, PyErr>(keywords.get::<Option<NonZeroU32>>(name)?.map(u32::from));
        let parts = RuleParts {
            score: keywords.word_or_none("score")?,
            clear_bonus: keywords.get("clear_bonus")?,
            clear_factor: positive("clear_factor")?,
            left_penalty: keywords.word_or_none("left_penalty")?,
            left_points: keywords.word_or_none("left_points")?,
            min_group: positive("min_group")?,
            columns: keywords.word_or_none("columns")?,
        };
        Ok(RuleOverrides { rules: keywords.get("rules")?, parts })
    }

    /// Returns the rules, where `own` are those of the puzzle.
    pub fn on(&self, own: Option<Rules>) -> Rules {
        self.rules.map(|whole| whole.rules).or(own).unwrap_or_default().with(&self.parts)
    }

    /// Returns the columns, unless they are those of the puzzle.
    pub fn columns(&self) -> Option<Columns> {
        self.parts.columns.or(self.rules.map(|whole| whole.rules.columns))
    }

    /// Returns the usual goal of the game that is named.
    pub fn goal(&self) -> Option<Goal> {
        self.rules.and_then(|whole| whole.goal)
    }
}

/// A move of either game on a board of any size.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// The index of a cell, from 0: rows from the top, each from the left. Of a Mayan move: the cell to move right; with
    /// the number of cells added, to the left.
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
        match &parts[..] {
            [row, col] => Ok(Place::Cell(whole(row)?, whole(col)?)),
            [row, col, side] => Ok(Place::Slide(whole(row)?, whole(col)?, side.extract::<Word<Side>>()?.0)),
            _ => Err(no_move(&object)),
        }
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
    /// Returns the cell of a board of this size.
    pub fn cell(self, rows: usize, cols: usize) -> PyResult<Cell> {
        match self {
            Place::Index(at) => cell_of(at, rows, cols).ok_or_else(|| no_index(at, rows * cols)),
            Place::Cell(row, col) => from_top(row, col, rows, cols),
            Place::Slide(row, col, side) => Err(no_move(&(row, col, side))),
        }
    }

    /// Returns the Mayan move on a board of this size.
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

/// Returns the error for an index that none of `all` has.
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

/// Returns the cell of an index.
pub fn cell_of(index: i64, rows: usize, cols: usize) -> Option<Cell> {
    let at = usize::try_from(index).ok().filter(|&at| at < rows * cols)?;
    Some(Cell::new(rows - 1 - at / cols, at % cols))
}

/// Returns the index of a cell.
pub fn index_of(cell: Cell, rows: usize, cols: usize) -> usize {
    (rows - 1 - cell.row) * cols + cell.col
}

/// Returns the Mayan move of an index.
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
