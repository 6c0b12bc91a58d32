//! The answers that the judges of formats take, and the coordinate systems of lists of clicks.

use super::{WriteError, codingame};
use tilefall_rules::puzzle::Puzzle;
use tilefall_rules::{Cell, GameKind, Move};

/// The answer to a puzzle that is proven to have no solution, in any format.
pub const NO_SOLUTION: &str = "-1\n";

/// The kind of answer that the judge of a format takes.
#[derive(Clone, Copy, Debug)]
pub enum JudgeAnswer {
    /// A list of clicks, for SameGame. The function returns the text of the answer.
    Clicks(fn(&Puzzle, &[Cell]) -> Result<String, WriteError>),
    /// A list of moves, for the Mayan puzzle.
    Moves {
        /// Returns the text of an answer with a single list.
        answer: fn(&Puzzle, &[Move]) -> Result<String, WriteError>,
        /// Returns the text of one of several lists.
        list: fn(&[Move]) -> String,
    },
}

impl JudgeAnswer {
    /// Returns the game that this kind of answer is for.
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
    /// The number of the first row and column, 0 or 1.
    pub first: u64,
    /// Whether the first number of a click is the column.
    pub column_first: bool,
    /// Whether rows count from the top.
    from_top: bool,
    /// Whether a message may follow a click on its line.
    messages: bool,
}

impl Coordinates {
    const fn new(name: &'static str, doc: &'static str, first: u64) -> Coordinates {
        Coordinates { name, doc, first, column_first: false, from_top: false, messages: false }
    }

    /// Converts the two numbers of a click on a board of `rows` rows to row and column, from 1 at the bottom left. A
    /// cell outside the board stays outside, and nothing overflows.
    pub fn click(&self, rows: u64, [one, other]: [u64; 2]) -> [u64; 2] {
        let [row, col] = if self.column_first { [other, one] } else { [one, other] };
        let from_one = |number: u64| number.saturating_add(1 - self.first);
        // A row below the board becomes 0, which is outside the board: rows begin with 1.
        [if self.from_top { rows.saturating_sub(row) } else { from_one(row) }, from_one(col)]
    }

    /// Returns a line without the message after its click; unchanged in coordinates without messages.
    pub fn clicks<'t>(&self, line: &'t [u8]) -> &'t [u8] {
        if self.messages { codingame::without_message(line) } else { line }
    }
}

/// The coordinate system of records.
pub static RECORD_COORDINATES: Coordinates =
    Coordinates::new("records", "ROW COLUMN from 1 at the bottom left", 1);

/// The coordinate systems of lists of clicks; the system of records is the first.
pub static COORDINATES: [&Coordinates; 5] = [
    &RECORD_COORDINATES,
    &Coordinates { from_top: true, ..Coordinates::new("click", "ROW COLUMN from 0 at the top left", 0) },
    &Coordinates {
        column_first: true,
        messages: true,
        ..Coordinates::new("codingame", "COLUMN ROW from 0 at the bottom left", 0)
    },
    &Coordinates::new("rc-bottom", "ROW COLUMN from 0 at the bottom left", 0),
    &Coordinates {
        column_first: true,
        from_top: true,
        ..Coordinates::new("xy-top", "COLUMN ROW from 0 at the top left", 0)
    },
];
