//! What solvers and generators give, as records.
//!
//! - [`samegame`], [`mayan`]: an outcome as a result record, a generated board as a puzzle with its answer
//! - this file: what both share

pub mod mayan;
pub mod samegame;

use crate::base::Cell;
use crate::formats::{Format, WriteError};
use crate::grid::Grid;
use crate::puzzle::{Origin, Puzzle, Task};
use crate::record::{ResultRecord, hash};

/// Tells whether a format holds boards of a size with so many colours.
///
/// # Errors
/// If it does not: what it can hold.
fn check(format: &Format, [rows, cols, colours]: [usize; 3], task: Task) -> Result<(), WriteError> {
    let name = |cell: Cell| Some(((cell.row * cols + cell.col) % colours.max(1)) as u64);
    let grid = Grid::from_names(rows, cols, name).map_err(|error| WriteError(error.to_string()))?;
    let full = format.fit(Puzzle::new(grid, task))?;
    format.write(&full).map(drop)
}

/// A puzzle that was generated.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Its board.
    pub grid: Grid,
    /// What is to be done with it.
    pub task: Task,
    /// What was asked for, and what was measured.
    pub origin: Origin,
    /// The answer that proves what is said of it, without index, id and hash.
    pub answer: Option<ResultRecord>,
}

impl Generated {
    /// The same with the colour names that a format has, so that its text and the hash of its answer are of one puzzle.
    ///
    /// # Errors
    /// If the board has more colours than the format has names.
    pub fn fit(self, format: &Format) -> Result<Self, WriteError> {
        let Puzzle { grid, task, .. } = format.fit(Puzzle::new(self.grid, self.task))?;
        Ok(Generated { grid, task, ..self })
    }

    /// The puzzle `number` of a seed with its id, which begins with `name`, and its origin; and its answer.
    pub fn named(self, name: &str, seed: u64, number: u64) -> (Puzzle, Option<ResultRecord>) {
        let id = format!("{name}-{seed}-{number}");
        let mut origin = self.origin;
        origin.insert("by".into(), concat!("tilefall generate ", env!("CARGO_PKG_VERSION")).into());
        origin.insert("seed".into(), seed.into());
        origin.insert("number".into(), number.into());
        let puzzle = Puzzle {
            id: Some(id.clone()),
            origin: Some(Box::new(origin)),
            ..Puzzle::new(self.grid, self.task)
        };
        let hash = || Some(hash(&puzzle));
        let answer = self.answer.map(|answer| ResultRecord { index: number, id, hash: hash(), ..answer });
        (puzzle, answer)
    }
}
