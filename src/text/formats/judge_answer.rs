//! The answers that the judge of a format takes, and the coordinates of its lists.

use super::WriteError;
use crate::rules::puzzle::Puzzle;
use crate::rules::{Cell, GameKind, Move};

/// The answer to a puzzle that is proven to have no solution, in any format.
pub const NO_SOLUTION: &str = "-1\n";

/// The kind of answer that the judge of a format takes.
#[derive(Clone, Copy, Debug)]
pub enum JudgeAnswer {
    /// A list of clicks.
    Clicks(fn(&Puzzle, &[Cell]) -> Result<String, WriteError>),
    /// A list of moves.
    Moves {
        /// Returns the text of a single list.
        answer: fn(&Puzzle, &[Move]) -> Result<String, WriteError>,
        /// Returns the text of one of several lists.
        list: fn(&[Move]) -> String,
    },
}

impl JudgeAnswer {
    /// Returns the game of the puzzles.
    pub fn game(&self) -> GameKind {
        match self {
            JudgeAnswer::Clicks(_) => GameKind::SameGame,
            JudgeAnswer::Moves { .. } => GameKind::Mayan,
        }
    }
}

/// The coordinate system of the clicks in a plain list.
#[derive(Debug)]
pub struct Coordinates {
    /// The name for `--coordinates`.
    pub name: &'static str,
    /// One line for `--help`.
    pub doc: &'static str,
    /// Converts the two numbers of a click on a board of `rows` rows to row and column, from 1 at the bottom left. A cell
    /// outside the board stays outside, and nothing overflows.
    pub click: fn(rows: u64, numbers: [u64; 2]) -> [u64; 2],
    /// The number of the first row and column.
    pub first: u64,
    /// Whether the first number of a click is the column.
    pub column_first: bool,
    /// Returns the part of a line that contains clicks.
    pub clicks: fn(line: &[u8]) -> &[u8],
}

/// The coordinate system of records.
pub static RECORD_COORDINATES: Coordinates = Coordinates {
    name: "records",
    doc: "ROW COLUMN from 1 at the bottom left",
    click: |_, click| click,
    first: 1,
    column_first: false,
    clicks: |line| line,
};

/// The coordinate system of arrays with the bottom row first.
pub(super) static FROM_BOTTOM: Coordinates = Coordinates {
    name: "rc-bottom",
    doc: "ROW COLUMN from 0 at the bottom left",
    click: |_, [row, col]| [row.saturating_add(1), col.saturating_add(1)],
    first: 0,
    column_first: false,
    clicks: |line| line,
};

/// The coordinate system of screens.
pub(super) static FROM_TOP: Coordinates = Coordinates {
    name: "xy-top",
    doc: "COLUMN ROW from 0 at the top left",
    // A row below the board becomes 0, which no board has.
    click: |rows, [col, row]| [rows.saturating_sub(row), col.saturating_add(1)],
    first: 0,
    column_first: true,
    clicks: |line| line,
};
