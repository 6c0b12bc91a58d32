//! What a format says beside its puzzles: the answers that its judge takes, and how its lists count.

use super::WriteError;
use crate::base::{Cell, Game, Move};
use crate::puzzle::Puzzle;

/// The answer to a puzzle that is proven to have none, whatever the format.
pub const NONE: &str = "-1\n";

/// How the judge of a format is answered.
#[derive(Clone, Copy, Debug)]
pub enum Native {
    /// With a list of clicks.
    Clicks(fn(&Puzzle, &[Cell]) -> Result<String, WriteError>),
    /// With a list of moves.
    Moves {
        /// The text of the only list that was asked for.
        answer: fn(&Puzzle, &[Move]) -> Result<String, WriteError>,
        /// The text of one list of several.
        list: fn(&[Move]) -> String,
    },
}

impl Native {
    /// The game of the puzzles that are answered.
    pub fn game(&self) -> Game {
        match self {
            Native::Clicks(_) => Game::SameGame,
            Native::Moves { .. } => Game::Mayan,
        }
    }
}

/// How the clicks of a plain list count cells.
#[derive(Debug)]
pub struct Coordinates {
    /// The name that `--coordinates` takes.
    pub name: &'static str,
    /// One line for `--help`.
    pub doc: &'static str,
    /// The row and column, from 1 at the bottom left, of the two numbers of a click on a board of this many rows. A
    /// cell outside the board comes out as one, and nothing overflows.
    pub click: fn(rows: u64, numbers: [u64; 2]) -> [u64; 2],
    /// The part of a line that holds clicks.
    pub clicks: fn(line: &[u8]) -> &[u8],
}

/// As records write clicks.
pub static RECORDS: Coordinates = Coordinates {
    name: "records",
    doc: "ROW COLUMN from 1 at the bottom left",
    click: |_, click| click,
    clicks: |line| line,
};
