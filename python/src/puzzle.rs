//! [`Puzzle`]: a board with its task, and its subclasses [`SameGamePuzzle`] and [`MayanPuzzle`]. Their Python methods are
//! in [`methods`](crate::methods).

use crate::array::renamed;
use crate::error::{american, value};
use crate::moves::PyStep;
use pyo3::prelude::*;
use std::hash::{Hash, Hasher};
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{self, MayanTask, Task};
use tilefall::rules::{Cell, GameKind, Rules};
use tilefall::text::formats::{Format, jsonl, rows};
use tilefall::text::record::PuzzleRecord;

/// A board with its task, as `read` and `generate` return it and `solve` takes it: a ``SameGamePuzzle`` or a
/// ``MayanPuzzle``. Immutable.
///
/// Two puzzles are equal if their boards and tasks are; ids are not compared.
#[pyclass(module = "tilefall", subclass, frozen, eq, hash, from_py_object)]
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The name of the text that the puzzle was read from.
    pub name: String,
    /// The position of the puzzle in its text, from 1.
    pub position: u64,
    /// The format that the puzzle was read in.
    pub format: &'static Format,
    /// The puzzle of the library: the board and the task.
    pub puzzle: puzzle::Puzzle,
    /// The result record of a generated puzzle, as a line of JSON.
    pub answer: Option<String>,
}

/// A puzzle of the SameGame family: a board, the rules, and clicks that come with it.
#[pyclass(module = "tilefall", extends = Puzzle, frozen)]
#[derive(Debug)]
pub struct SameGamePuzzle;

/// A Mayan puzzle: a board, M, the mode, and moves that come with it.
#[pyclass(module = "tilefall", extends = Puzzle, frozen)]
#[derive(Debug)]
pub struct MayanPuzzle;

/// Returns the Python objects of puzzles, each of the class for its game.
pub fn typed(py: Python<'_>, puzzles: Vec<Puzzle>) -> PyResult<Vec<Bound<'_, Puzzle>>> {
    puzzles.into_iter().map(|puzzle| puzzle.typed(py)).collect()
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Puzzle) -> bool {
        self.puzzle == other.puzzle
    }
}

impl Eq for Puzzle {}

impl Hash for Puzzle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.puzzle.hash(state);
    }
}

impl Puzzle {
    /// Creates a puzzle that was not read from a text.
    pub fn of(puzzle: puzzle::Puzzle) -> Puzzle {
        Puzzle { name: "<board>".into(), position: 1, format: &jsonl::FORMAT, puzzle, answer: None }
    }

    /// Returns the Python object, of the class for the game.
    pub fn typed(self, py: Python<'_>) -> PyResult<Bound<'_, Puzzle>> {
        let game = self.puzzle.task.game();
        let puzzle = PyClassInitializer::from(self);
        match game {
            GameKind::SameGame => Ok(Bound::new(py, puzzle.add_subclass(SameGamePuzzle))?.into_super()),
            GameKind::Mayan => Ok(Bound::new(py, puzzle.add_subclass(MayanPuzzle))?.into_super()),
        }
    }

    /// Returns the id, by default `NAME#POSITION`.
    pub fn named(&self) -> String {
        self.puzzle.id.clone().unwrap_or_else(|| format!("{}#{}", self.name, self.position))
    }

    /// Returns the rules of a SameGame puzzle; `None` for a puzzle without rules and for the Mayan puzzle.
    pub fn rules_of_task(&self) -> Option<Rules> {
        if let Task::SameGame(task) = &self.puzzle.task { task.rules } else { None }
    }

    /// Checks that the game can be played on the board, by the rules of the puzzle.
    pub fn check_board(&self) -> PyResult<()> {
        let columns = self.rules_of_task().unwrap_or_default().columns;
        let checked = puzzle::check_board_by(&self.puzzle.grid, self.puzzle.task.game(), columns);
        checked.map_err(|(cell, why)| value(misplaced(&self.puzzle.grid, cell, &why)))
    }

    /// Returns the moves that come with the puzzle.
    pub fn steps(&self) -> Vec<PyStep> {
        let shape = (self.puzzle.grid.rows(), self.puzzle.grid.cols());
        self.puzzle.task.list().into_iter().map(|step| PyStep(step, shape)).collect()
    }

    /// Returns the task of a Mayan puzzle; `None` for SameGame.
    pub fn mayan_task(&self) -> Option<&MayanTask> {
        if let Task::Mayan(task) = &self.puzzle.task { Some(task) } else { None }
    }

    /// Returns the puzzle to write in `format`. For plain rows, colours are renamed to the numbers of the array.
    pub fn written_in(&self, format: &Format) -> puzzle::Puzzle {
        let puzzle = self.puzzle.clone();
        match format.name == rows::FORMAT.name && puzzle.grid.names().first() == Some(&0) {
            true => puzzle::Puzzle { grid: renamed(&puzzle.grid), ..puzzle },
            false => puzzle,
        }
    }

    /// Returns the puzzle as a line of JSON.
    pub fn line(&self) -> String {
        PuzzleRecord::of(&self.puzzle).to_line()
    }
}

/// Returns the error message `why` about a cell. Rows and columns count as in arrays: from 0 at the top left.
pub fn misplaced(grid: &Grid, cell: Cell, why: &str) -> String {
    let gap = grid.first_gap().unwrap_or_default();
    let why = why.replace(&format!("column {} is", gap + 1), &format!("column {gap} is"));
    format!("cell ({}, {}): {}", grid.rows() - 1 - cell.row, cell.col, american(why))
}
