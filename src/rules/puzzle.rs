//! A board with its task: the output of readers, and the input of simulators and solvers.

use crate::grid::Grid;
use crate::{Cell, Columns, GameKind, Mode, Move, Rules, Step, plural};
use std::fmt;
use std::hash::{Hash, Hasher};

/// One puzzle of an input.
///
/// # Equality
/// Puzzles are equal if their boards and tasks are; id, index, place, origin and note are ignored.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// A name given in the input, if any.
    pub id: Option<String>,
    /// The index given in the input, if any.
    pub index: Option<u64>,
    /// The place in the text where the puzzle starts, if it was read from a text.
    pub place: Option<Place>,
    /// The board. No tile floats; for SameGame no empty column lies left of a column with tiles, unless columns stay.
    pub grid: Grid,
    /// The rules (SameGame) or the number of moves (Mayan), and the list of moves in the input.
    pub task: Task,
    /// The generator of the puzzle and its settings, if the puzzle's record names them.
    pub origin: Option<Box<Origin>>,
    /// A remark of the reader on skipped text or a symbol with two meanings, as `LINE:COLUMN: message`.
    pub note: Option<String>,
}

/// The generator of a puzzle and its settings, by name.
pub type Origin = serde_json::Map<String, serde_json::Value>;

impl Puzzle {
    /// Creates a puzzle with a board and a task; the other fields are `None`.
    pub fn new(grid: Grid, task: Task) -> Puzzle {
        Puzzle { id: None, index: None, place: None, grid, task, origin: None, note: None }
    }
}

/// A line and column of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: u64,
    /// Column in bytes, from 1.
    pub column: u64,
}

impl Default for Place {
    /// Returns the start of a text.
    fn default() -> Self {
        Place { line: 1, column: 1 }
    }
}

impl Place {
    /// Returns the place where `bytes` end if they start at this place.
    pub fn after(self, bytes: &[u8]) -> Place {
        match memchr::memrchr(b'\n', bytes) {
            None => Place { column: self.column + bytes.len() as u64, ..self },
            Some(newline) => Place {
                line: self.line + memchr::memchr_iter(b'\n', bytes).count() as u64,
                column: (bytes.len() - newline) as u64,
            },
        }
    }
}

impl fmt::Display for Place {
    /// Formats as `LINE:COLUMN`.
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

/// The task of a puzzle, by game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Rules and clicks of SameGame.
    SameGame(SameGameTask),
    /// M, the mode and moves of the Mayan puzzle.
    Mayan(MayanTask),
}

/// The maximum number of rows, and of columns, of a Mayan board.
pub const MAYAN_SIDE: usize = 8;

/// Checks that a game can be played on a board: no tile floats; for SameGame empty columns lie only at the right, unless
/// columns stay; for Mayan there are at most [`MAYAN_SIDE`] rows and columns.
///
/// # Errors
/// If the board is unsuitable: the offending cell, and the reason.
///
/// ```
/// use tilefall::{rules::{Columns, GameKind}, rules::grid::Grid, rules::puzzle::check_board_by};
/// let board = Grid::parse("1.1").unwrap();
/// assert_eq!(check_board_by(&board, GameKind::SameGame, Columns::Stay), Ok(()));
/// assert!(check_board_by(&board, GameKind::SameGame, Columns::Close).is_err());
/// ```
pub fn check_board_by(grid: &Grid, game: GameKind, columns: Columns) -> Result<(), (Cell, String)> {
    let (rows, cols) = (grid.rows(), grid.cols());
    if game == GameKind::Mayan && rows.max(cols) > MAYAN_SIDE {
        let what = format!(
            "{} and {}, expected at most {MAYAN_SIDE} of each",
            plural(rows, "row"),
            plural(cols, "column")
        );
        return Err((Cell::new(rows.saturating_sub(1), 0), what));
    }
    if let Some(cell) = grid.first_floating() {
        return Err((cell, "this tile floats, expected a tile or the floor right below it".into()));
    }
    let closes = game == GameKind::SameGame && columns == Columns::Close;
    let gap = grid.first_gap().filter(|_| closes);
    let next_tile =
        |gap: usize| (gap..cols).map(|col| Cell::new(0, col)).find(|&cell| grid.get(cell).is_some());
    match gap.and_then(|gap| Some((gap, next_tile(gap)?))) {
        None => Ok(()),
        Some((gap, next)) => {
            let what = format!(
                "column {} is empty left of this tile, expected empty columns only at the right",
                gap + 1
            );
            Err((next, what))
        }
    }
}

impl Task {
    /// Returns the game of the task.
    pub fn game(&self) -> GameKind {
        match self {
            Task::SameGame(_) => GameKind::SameGame,
            Task::Mayan(_) => GameKind::Mayan,
        }
    }

    /// Returns the list of moves in the input; empty if the input has none.
    pub fn list(&self) -> Vec<Step> {
        match self {
            Task::SameGame(task) => task.clicks.iter().map(|&cell| cell.into()).collect(),
            Task::Mayan(task) => task.list.iter().map(|&step| step.into()).collect(),
        }
    }

    /// Adds moves to the list in the input; skips moves of the other game.
    pub fn add_list(&mut self, steps: &[Step]) {
        match self {
            Task::SameGame(task) => task.clicks.extend(steps.iter().filter_map(|step| step.click())),
            Task::Mayan(task) => task.list.extend(steps.iter().filter_map(|step| step.slide())),
        }
    }
}

/// The task of a SameGame puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SameGameTask {
    /// The rules in the input, if any.
    pub rules: Option<Rules>,
    /// The list of clicks in the input, 0-based from the bottom left.
    pub clicks: Vec<Cell>,
}

/// The task of a Mayan puzzle: M, its mode, and the list of moves in the input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MayanTask {
    /// M, the number of moves allowed; any 64-bit number, or `None` if the input has none.
    pub moves: Option<u64>,
    /// The interpretation of M; `None` if the input names no mode.
    pub mode: Option<Mode>,
    /// Whether swaps of two equal blocks are excluded in mode `exactly`. Other modes always exclude them.
    pub skip_noop: bool,
    /// The list of moves in the input; empty if there is none.
    pub list: Vec<Move>,
}

impl MayanTask {
    /// Whether a swap of two equal blocks is a move: only in lists of exactly M moves, unless such swaps are skipped.
    /// In other modes such a swap is useless, because it changes nothing.
    pub fn counts_noops(&self) -> bool {
        self.mode == Some(Mode::Exactly) && !self.skip_noop
    }
}
