//! Conversions of rules, cells and moves from Python.

use crate::argument::{Keywords, Whole, Word};
use crate::cells::json_of;
use crate::error::{library_error, value};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyMapping;
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
    /// Row and column, from 1 at the bottom left.
    Cell(i64, i64),
    /// Column and row, from 0 at the bottom left, and the side.
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
        let parts = object.try_iter().map_err(|_| no_move())?.collect::<PyResult<Vec<_>>>()?;
        let whole = |part: &Bound<'py, PyAny>| part.extract::<Whole>().map(|number| number.0);
        match &parts[..] {
            [row, col] => Ok(Place::Cell(whole(row)?, whole(col)?)),
            [x, y, side] => Ok(Place::Slide(whole(x)?, whole(y)?, side.extract::<Word<Side>>()?.0)),
            _ => Err(no_move()),
        }
    }
}

/// Returns the error for an object that is no move.
fn no_move() -> PyErr {
    PyTypeError::new_err(
        "expected (row, col), counted from 1, (x, y, 'R' or 'L'), counted from 0, or an index",
    )
}

impl Place {
    /// Returns the cell of a board of this size.
    pub fn cell(self, rows: usize, cols: usize) -> PyResult<Cell> {
        let most = rows * cols - 1;
        match self {
            Place::Index(at) => cell_of(at, rows, cols)
                .ok_or_else(|| value(format!("index {at} is no cell of the board, expected 0 to {most}"))),
            Place::Cell(row, col) if (1..=rows as i64).contains(&row) && (1..=cols as i64).contains(&col) => {
                Ok(Cell::new(row as usize - 1, col as usize - 1))
            }
            Place::Cell(row, col) => Err(value(format!(
                "there is no cell in row {row}, column {col}, expected 1 to {rows} and 1 to {cols}"
            ))),
            Place::Slide(..) => Err(no_move()),
        }
    }

    /// Returns the Mayan move on a board of this size.
    pub fn slide(self, rows: usize, cols: usize) -> PyResult<Move> {
        match self {
            Place::Index(at) => slide_of(at, rows, cols).ok_or_else(|| {
                let most = 2 * rows * cols - 1;
                value(format!("index {at} is no move of the board, expected 0 to {most}"))
            }),
            Place::Slide(x, y, side) => match (u8::try_from(x), u8::try_from(y)) {
                (Ok(x), Ok(y)) => Ok(Move::new(x, y, side)),
                _ => Err(value(format!(
                    "there is no cell in column {x}, row {y}, expected 0 to {} and 0 to {}",
                    cols - 1,
                    rows - 1
                ))),
            },
            Place::Cell(..) => Err(no_move()),
        }
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
