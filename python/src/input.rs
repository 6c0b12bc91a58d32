//! Words, rules, cells and moves of Python as the library's.

use crate::argument::Given;
use crate::error::value;
use crate::number::Whole;
use pyo3::prelude::*;
use std::time::Duration;
use tilefall::base::{Cell, Game, LeftPenalty, Mode, Move, Rules, Score, Side};

/// `samegame` or `mayan`.
pub fn game(given: &Given<'_>) -> PyResult<Game> {
    given.one_of(&[("samegame", Game::SameGame), ("mayan", Game::Mayan)])
}

/// `exactly`, `within` or `shortest`.
pub fn mode(given: &Given<'_>) -> PyResult<Mode> {
    given.one_of(&[Mode::Exactly, Mode::Within, Mode::Shortest].map(|mode| (mode.name(), mode)))
}

/// A limit of time in seconds.
pub fn seconds(given: &Given<'_>) -> PyResult<Duration> {
    const EXPECTED: &str = "seconds, 0 or more";
    let time = given.real(EXPECTED)?;
    let bad = |_| value(format!("{} is {time}, expected {EXPECTED}", given.name()));
    Duration::try_from_secs_f64(time).map_err(bad)
}

/// The rules of a SameGame score that a call names.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleWords {
    score: Option<Score>,
    clear_bonus: Option<u64>,
    left_penalty: Option<LeftPenalty>,
}

impl RuleWords {
    /// The rules of three arguments.
    pub fn of(
        score: Option<Given<'_>>,
        clear_bonus: Option<Given<'_>>,
        left_penalty: Option<Given<'_>>,
    ) -> PyResult<RuleWords> {
        let scores = [
            ("n2", Score::N2),
            ("n1", Score::N1),
            ("tri", Score::Tri),
            ("nn1", Score::Nn1),
            ("count", Score::Count),
        ];
        let penalties = [("none", LeftPenalty::None), ("n2", LeftPenalty::N2)];
        Ok(RuleWords {
            score: score.map(|word| word.one_of(&scores)).transpose()?,
            clear_bonus: clear_bonus.map(|bonus| bonus.number()).transpose()?,
            left_penalty: left_penalty.map(|word| word.one_of(&penalties)).transpose()?,
        })
    }

    /// Returns `rules` with the parts that are named.
    pub fn on(self, rules: Rules) -> Rules {
        rules.with(self.score, self.clear_bonus, self.left_penalty)
    }
}

/// A cell of a board of any size.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// An index into the cells as they are drawn: rows from the top, each from the left, from 0.
    Action(Whole),
    /// Row and column, from 1 at the bottom left.
    Cell(Whole, Whole),
}

impl Place {
    /// The place of an argument: a whole number or two.
    pub fn of(given: &Given<'_>) -> PyResult<Place> {
        const EXPECTED: &str = "(row, col), counted from 1, or an action";
        if let Some(action) = given.whole_if_any()? {
            return Ok(Place::Action(action));
        }
        let [row, col] = given.tuple(EXPECTED)?;
        Ok(Place::Cell(given.part(&row, EXPECTED)?, given.part(&col, EXPECTED)?))
    }

    /// Returns the cell of a board of this size.
    ///
    /// # Errors
    /// A `ValueError` if the board has no such cell.
    pub fn on(&self, rows: usize, cols: usize) -> PyResult<Cell> {
        match *self {
            Place::Action(action) => action.get().and_then(|at| cell_of(at, rows, cols)).ok_or_else(|| {
                let most = rows * cols - 1;
                value(format!("action {action} is no cell of the board, expected 0 to {most}"))
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

/// The cell of an action.
pub fn cell_of(action: i64, rows: usize, cols: usize) -> Option<Cell> {
    let at = usize::try_from(action).ok().filter(|&at| at < rows * cols)?;
    Some(Cell::new(rows - 1 - at / cols, at % cols))
}

/// The action of a cell.
pub fn action_of(cell: Cell, rows: usize, cols: usize) -> usize {
    (rows - 1 - cell.row) * cols + cell.col
}

/// A cell as records have it.
pub fn spelt(cell: Cell) -> (usize, usize) {
    (cell.row + 1, cell.col + 1)
}

/// A Mayan move on a board of any size.
#[derive(Clone, Copy, Debug)]
pub enum Slide {
    /// The action of a cell, as drawn, that goes right; with the number of cells added it goes left.
    Action(Whole),
    /// Column and row, from 0 at the bottom left, and the side.
    Move(Whole, Whole, Side),
}

impl Slide {
    /// The move of an argument: a whole number, or two and a side.
    pub fn of(given: &Given<'_>) -> PyResult<Slide> {
        const EXPECTED: &str = "(x, y, 'R' or 'L'), counted from 0, or an action";
        if let Some(action) = given.whole_if_any()? {
            return Ok(Slide::Action(action));
        }
        let [x, y, side] = given.tuple(EXPECTED)?;
        let (x, y) = (given.part(&x, EXPECTED)?, given.part(&y, EXPECTED)?);
        let side = Given::new("side", &side).one_of(&[("R", Side::Right), ("L", Side::Left)])?;
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
                value(format!("action {action} is no move of the board, expected 0 to {most}"))
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

/// The move of an action.
pub fn slide_of(action: i64, rows: usize, cols: usize) -> Option<Move> {
    let cells = (rows * cols) as i64;
    let side = if action < cells { Side::Right } else { Side::Left };
    let cell = cell_of(if side == Side::Left { action - cells } else { action }, rows, cols)?;
    Some(Move::new(cell.col as u8, cell.row as u8, side))
}

/// The action of a move.
pub fn action_of_slide(step: Move, rows: usize, cols: usize) -> usize {
    let cell = Cell::new(step.y.into(), step.x.into());
    action_of(cell, rows, cols) + if step.side == Side::Left { rows * cols } else { 0 }
}

/// A move as records have it.
pub fn spelt_slide(step: Move) -> (u8, u8, &'static str) {
    (step.x, step.y, if step.side == Side::Right { "R" } else { "L" })
}
