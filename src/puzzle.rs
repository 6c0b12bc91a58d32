//! A board with its task: what readers return, and what simulators and solvers take.

use crate::base::{Cell, Game, Mode, Move, Rules, several};
use crate::grid::Grid;
use std::fmt;
use std::hash::{Hash, Hasher};

/// One puzzle of an input.
///
/// # Equality
/// By board and task; where it came from, and what made it, does not count.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// A name given in the input, if any.
    pub id: Option<String>,
    /// A number given in the input (by `shard`), if any.
    pub index: Option<u64>,
    /// Where it starts in its text, if it comes from one.
    pub place: Option<Place>,
    /// The board, fallen; for SameGame with no empty column left of a full one.
    pub grid: Grid,
    /// What is to be done with it.
    pub task: Task,
    /// What made it and with which settings, if a record says so: names and values as they stand there.
    pub origin: Option<Box<Origin>>,
}

/// What made a puzzle, by name.
pub type Origin = serde_json::Map<String, serde_json::Value>;

impl Puzzle {
    /// A puzzle without id, index and place.
    pub fn new(grid: Grid, task: Task) -> Puzzle {
        Puzzle { id: None, index: None, place: None, grid, task, origin: None }
    }
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: u64,
    /// Column in bytes, from 1.
    pub column: u64,
}

impl Default for Place {
    /// The start of a text.
    fn default() -> Self {
        Place { line: 1, column: 1 }
    }
}

impl fmt::Display for Place {
    /// `LINE:COLUMN`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid && self.task == other.task
    }
}

impl Eq for Puzzle {}

impl Hash for Puzzle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.grid, &self.task).hash(state);
    }
}

/// What is to be done with a board, by game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// SameGame.
    SameGame(SameGameTask),
    /// The Mayan puzzle.
    Mayan(MayanTask),
}

/// Rows, and columns, that a Mayan board may have.
pub const MAYAN_SIDE: usize = 8;

/// Why a game cannot be played on a board, and the cell that shows it; `None` if it can. Nothing may float;
/// SameGame has empty columns only at the right, Mayan at most [`MAYAN_SIDE`] rows and columns.
///
/// ```
/// use tilefall::{base::{Cell, Game}, grid::Grid, puzzle::fault};
/// let board = Grid::parse("1.1").unwrap();
/// assert_eq!(fault(&board, Game::Mayan), None);
/// assert_eq!(fault(&board, Game::SameGame).unwrap().0, Cell::new(0, 2));
/// ```
pub fn fault(grid: &Grid, game: Game) -> Option<(Cell, String)> {
    let (rows, cols) = (grid.rows(), grid.cols());
    if game == Game::Mayan && rows.max(cols) > MAYAN_SIDE {
        let what = format!(
            "{} and {}, expected at most {MAYAN_SIDE} of each",
            several(rows, "row"),
            several(cols, "column")
        );
        return Some((Cell::new(rows - 1, 0), what));
    }
    if let Some(cell) = grid.first_floating() {
        return Some((cell, "this tile floats, expected a tile or the floor right below it".into()));
    }
    let gap = grid.first_gap().filter(|_| game == Game::SameGame)?;
    let next = (gap..cols).map(|col| Cell::new(0, col)).find(|&cell| grid.get(cell).is_some())?;
    let what =
        format!("column {} is empty left of this tile, expected empty columns only at the right", gap + 1);
    Some((next, what))
}

impl Task {
    /// The game of this task.
    pub fn game(&self) -> Game {
        match self {
            Task::SameGame(_) => Game::SameGame,
            Task::Mayan(_) => Game::Mayan,
        }
    }
}

/// The task of a SameGame puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SameGameTask {
    /// The rules given in the input, if any.
    pub rules: Option<Rules>,
    /// A list of clicks that came with the board, 0-based from the bottom left.
    pub clicks: Vec<Cell>,
}

/// The task of a Mayan puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MayanTask {
    /// M, the number of moves allowed; may be huge.
    pub moves: Option<u64>,
    /// How M is meant; `None` for the default of the format.
    pub mode: Option<Mode>,
    /// Whether a swap of two equal blocks is a move.
    pub allow_noop: bool,
    /// A list of moves that came with the board.
    pub list: Vec<Move>,
}
