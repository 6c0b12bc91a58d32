//! Converts outcomes of solvers and generated boards to records.
//!
//! - [`samegame`], [`mayan`]: an outcome as a result record, a generated board as a puzzle with its answer
//! - this file: shared code

pub mod mayan;
pub mod samegame;

use crate::rules::Cell;
use crate::rules::grid::Grid;
use crate::rules::puzzle::{Origin, Puzzle, Task};
use crate::text::formats::{Format, WriteError};
use crate::text::record::{ResultRecord, hash};

/// Checks that a format can represent full boards of this size and number of colours.
///
/// # Errors
/// If the format cannot represent such a board. The message also says which boards the format can represent.
fn check_format(format: &Format, [rows, cols, colours]: [usize; 3], task: Task) -> Result<(), WriteError> {
    let name = |cell: Cell| Some(((cell.row * cols + cell.col) % colours.max(1)) as u64);
    let grid = Grid::from_names(rows, cols, name).map_err(|error| WriteError(error.to_string()))?;
    let full = format.fit(Puzzle::new(grid, task))?;
    format.write(&full).map(drop)
}

/// A generated puzzle of either game, before it gets an id.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The board. Its colours have the generator's names until [`fit`](Self::fit) renames them.
    pub grid: Grid,
    /// The rules of SameGame, or the number of moves and the mode of the Mayan puzzle.
    pub task: Task,
    /// The options and measurements of the generator.
    pub origin: Origin,
    /// The generator's list as an answer, without index, id and hash; `None` if no list is known.
    pub answer: Option<ResultRecord>,
}

impl Generated {
    /// Renames the colours to names of a format, so that the text of the puzzle and the hash of its answer agree.
    ///
    /// # Errors
    /// If the board has more colours than the format has names.
    pub fn fit(self, format: &Format) -> Result<Self, WriteError> {
        let Puzzle { grid, task, .. } = format.fit(Puzzle::new(self.grid, self.task))?;
        Ok(Generated { grid, task, ..self })
    }

    /// Returns the puzzle with its origin and the id `NAME-SEED-NUMBER`, and the answer with the same id.
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
