//! Conversions of words, rules, cells and moves from Python.

use crate::argument::{Argument, Keywords};
use crate::cells::json_of;
use crate::error::value;
use crate::number::Whole;
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};
use std::time::Duration;
use tilefall::rules::{
    Cell, Columns, GameKind, Goal, LeftPenalty, Mode, Move, PRESETS, RuleParts, Rules, Score, Side,
};

/// Parses `samegame` or `mayan`.
pub fn game(argument: &Argument<'_>) -> PyResult<GameKind> {
    argument.one_of(&[("samegame", GameKind::SameGame), ("mayan", GameKind::Mayan)])
}

/// Parses `exactly`, `within` or `shortest`.
pub fn mode(argument: &Argument<'_>) -> PyResult<Mode> {
    argument.one_of(&[Mode::Exactly, Mode::Within, Mode::Shortest].map(|mode| (mode.name(), mode)))
}

/// Parses a time limit in seconds or as a `timedelta`; `None` for infinity.
pub fn seconds(argument: &Argument<'_>) -> PyResult<Option<Duration>> {
    const EXPECTED: &str = "seconds, 0 or more, or a timedelta";
    let time = match argument.object().call_method0("total_seconds") {
        Ok(seconds) => seconds.extract()?,
        Err(_) => argument.real(EXPECTED)?,
    };
    let bad = || value(format!("{} is {}, expected {EXPECTED}", argument.name(), argument.shown()));
    match time {
        f64::INFINITY => Ok(None),
        time => Duration::try_from_secs_f64(time).map(Some).map_err(|_| bad()),
    }
}

/// Parses the name of a goal.
pub fn goal(argument: &Argument<'_>) -> PyResult<Goal> {
    argument.one_of(&Goal::NAMED)
}

/// The names of the arguments with rules of SameGame.
const RULES: [&str; 7] =
    ["rules", "score", "clear_bonus", "clear_factor", "left_penalty", "min_group", "columns"];

/// The rules of SameGame in the arguments of a call.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleOverrides {
    /// Whole rules, which replace those of the puzzle.
    rules: Option<Rules>,
    /// The goal of the game that `rules` names.
    goal: Option<Goal>,
    /// Parts of the rules.
    parts: RuleParts,
}

impl RuleOverrides {
    /// Converts the arguments that `get` returns by name.
    ///
    /// # Errors
    /// A `TypeError` or a `ValueError` for a value that is no such rule.
    pub fn of<'py>(
        mut get: impl FnMut(&'static str) -> PyResult<Option<Argument<'py>>>,
    ) -> PyResult<RuleOverrides> {
        let penalties = [("none", LeftPenalty::None), ("n2", LeftPenalty::N2), ("total", LeftPenalty::Total)];
        let columns = [("close", Columns::Close), ("stay", Columns::Stay)];
        let (rules, goal) = match get("rules")? {
            None => (None, None),
            Some(argument) => whole_rules(&argument).map(|(rules, goal)| (Some(rules), goal))?,
        };
        let parts = RuleParts {
            score: get("score")?.map(|score| points(&score)).transpose()?,
            clear_bonus: get("clear_bonus")?.map(|bonus| bonus.number()).transpose()?,
            clear_factor: get("clear_factor")?.map(|factor| at_least_one(&factor)).transpose()?,
            left_penalty: get("left_penalty")?.map(|word| word.one_of(&penalties)).transpose()?,
            min_group: get("min_group")?.map(|size| at_least_one(&size)).transpose()?,
            columns: get("columns")?.map(|word| word.one_of(&columns)).transpose()?,
        };
        Ok(RuleOverrides { rules, goal, parts })
    }

    /// Converts the arguments of a call, in the order of [`RULES`].
    ///
    /// # Errors
    /// The errors of [`of`](Self::of).
    pub fn of_arguments(arguments: [Option<&Bound<'_, PyAny>>; RULES.len()]) -> PyResult<RuleOverrides> {
        RuleOverrides::of(|name| {
            let at = RULES.iter().position(|&known| known == name);
            Ok(at.and_then(|at| Argument::optional(name, arguments[at])))
        })
    }

    /// Converts the keywords of a call.
    ///
    /// # Errors
    /// The errors of [`of`](Self::of).
    pub fn of_keywords(keywords: &Keywords<'_>) -> PyResult<RuleOverrides> {
        RuleOverrides::of(|name| keywords.option(name))
    }

    /// Returns the rules, where `own` are those of the puzzle.
    pub fn on(&self, own: Option<Rules>) -> Rules {
        self.rules.or(own).unwrap_or_default().with(&self.parts)
    }

    /// Returns the columns, unless they are those of the puzzle.
    pub fn columns(&self) -> Option<Columns> {
        self.parts.columns.or(self.rules.map(|rules| rules.columns))
    }

    /// Returns the usual goal of the game that is named.
    pub fn goal(&self) -> Option<Goal> {
        self.goal
    }
}

/// Converts the name of a game, which has a usual goal, or rules as in a record.
fn whole_rules(argument: &Argument<'_>) -> PyResult<(Rules, Option<Goal>)> {
    if let Ok(record) = argument.object().cast::<PyMapping>() {
        let line = json_of(record, argument.name())?;
        let rules = serde_json::from_str(&line);
        return Ok((rules.map_err(|why| value(format!("{}: {why}", argument.name())))?, None));
    }
    let named: Vec<_> = PRESETS.iter().map(|preset| (preset.name, preset)).collect();
    if !argument.object().is_instance_of::<PyString>() {
        return Err(argument.wrong("the name of a game or rules as in a record (dict)"));
    }
    argument.one_of(&named).map(|preset| (preset.rules, Some(preset.goal)))
}

/// Converts the name of a rule for points, or `poly:A,B,C`.
fn points(argument: &Argument<'_>) -> PyResult<Score> {
    let names: Vec<&str> = Score::NAMED.iter().map(|(name, _)| *name).collect();
    let expected = format!("one of {} or poly:A,B,C", names.join(", "));
    let word = argument.word(&expected)?;
    word.parse().map_err(|why: String| match word.starts_with("poly:") {
        true => value(format!("{}: {why}", argument.name())),
        false => value(format!("{} is {}, expected {expected}", argument.name(), argument.shown())),
    })
}

/// Converts a whole number of 32 bits that is not 0.
fn at_least_one(argument: &Argument<'_>) -> PyResult<u32> {
    argument.whole()?.within(argument.name(), "1 to 2**32 - 1", |&number| number > 0)
}

/// A cell of a board of any size.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// An index from 0 into the cells: rows from the top, each from the left.
    Action(Whole),
    /// Row and column, from 1 at the bottom left.
    Cell(Whole, Whole),
}

impl Place {
    /// Parses an argument: a whole number or two.
    pub fn of(argument: &Argument<'_>) -> PyResult<Place> {
        const EXPECTED: &str = "(row, col), counted from 1, or an index";
        if let Some(action) = argument.whole_if_any()? {
            return Ok(Place::Action(action));
        }
        let [row, col] = argument.tuple(EXPECTED)?;
        Ok(Place::Cell(argument.part(&row, EXPECTED)?, argument.part(&col, EXPECTED)?))
    }

    /// Returns the cell of a board of this size.
    ///
    /// # Errors
    /// A `ValueError` if the board has no such cell.
    pub fn on(&self, rows: usize, cols: usize) -> PyResult<Cell> {
        match *self {
            Place::Action(action) => action.get().and_then(|at| cell_of(at, rows, cols)).ok_or_else(|| {
                let most = rows * cols - 1;
                value(format!("index {action} is no cell of the board, expected 0 to {most}"))
            }),
            Place::Cell(row, col) => {
                let place =
                    |at: Whole, most: usize| at.get::<usize>()?.checked_sub(1).filter(|&at| at < most);
                let cell = place(row, rows).zip(place(col, cols)).map(|(row, col)| Cell::new(row, col));
                cell.ok_or_else(|| {
                    value(format!(
                        "there is no cell in row {row}, column {col}, expected 1 to {rows} and 1 to {cols}"
                    ))
                })
            }
        }
    }
}

/// Returns the cell of an action.
pub fn cell_of(action: i64, rows: usize, cols: usize) -> Option<Cell> {
    let at = usize::try_from(action).ok().filter(|&at| at < rows * cols)?;
    Some(Cell::new(rows - 1 - at / cols, at % cols))
}

/// Returns the action of a cell.
pub fn action_of(cell: Cell, rows: usize, cols: usize) -> usize {
    (rows - 1 - cell.row) * cols + cell.col
}

/// Returns a cell as in records: row and column from 1.
pub fn record_cell(cell: Cell) -> (usize, usize) {
    (cell.row + 1, cell.col + 1)
}

/// A Mayan move on a board of any size.
#[derive(Clone, Copy, Debug)]
pub enum Slide {
    /// The action of the cell to move right; with the number of cells added, to the left.
    Action(Whole),
    /// Column and row, from 0 at the bottom left, and the side.
    Move(Whole, Whole, Side),
}

impl Slide {
    /// Parses an argument: a whole number, or two and a side.
    pub fn of(argument: &Argument<'_>) -> PyResult<Slide> {
        const EXPECTED: &str = "(x, y, 'R' or 'L'), counted from 0, or an index";
        if let Some(action) = argument.whole_if_any()? {
            return Ok(Slide::Action(action));
        }
        let [x, y, side] = argument.tuple(EXPECTED)?;
        let (x, y) = (argument.part(&x, EXPECTED)?, argument.part(&y, EXPECTED)?);
        let side = Argument::new("side", &side).one_of(&[("R", Side::Right), ("L", Side::Left)])?;
        Ok(Slide::Move(x, y, side))
    }

    /// Returns the move on a board of this size.
    ///
    /// # Errors
    /// A `ValueError` if there is no such move.
    pub fn on(&self, rows: usize, cols: usize) -> PyResult<Move> {
        match *self {
            Slide::Action(action) => action.get().and_then(|at| slide_of(at, rows, cols)).ok_or_else(|| {
                let most = 2 * rows * cols - 1;
                value(format!("index {action} is no move of the board, expected 0 to {most}"))
            }),
            Slide::Move(x, y, side) => {
                let step = x.get().zip(y.get()).map(|(x, y)| Move::new(x, y, side));
                step.ok_or_else(|| {
                    let (right, top) = (cols.saturating_sub(1), rows.saturating_sub(1));
                    value(format!(
                        "there is no cell in column {x}, row {y}, expected 0 to {right} and 0 to {top}"
                    ))
                })
            }
        }
    }
}

/// Returns the move of an action.
pub fn slide_of(action: i64, rows: usize, cols: usize) -> Option<Move> {
    let cells = (rows * cols) as i64;
    let side = if action < cells { Side::Right } else { Side::Left };
    let cell = cell_of(if side == Side::Left { action - cells } else { action }, rows, cols)?;
    Some(Move::new(cell.col as u8, cell.row as u8, side))
}

/// Returns the action of a move.
pub fn action_of_slide(step: Move, rows: usize, cols: usize) -> usize {
    let cell = Cell::new(step.y.into(), step.x.into());
    action_of(cell, rows, cols) + if step.side == Side::Left { rows * cols } else { 0 }
}

/// Returns a move as in records.
pub fn record_move(step: Move) -> (u8, u8, &'static str) {
    (step.x, step.y, if step.side == Side::Right { "R" } else { "L" })
}
