//! The independent checker: are answers what they claim to be?
//!
//! It shares nothing with the solvers: it knows the readers, the records, the rules and the slow
//! [`Grid`], and a test sees to it that it stays so. What it cannot check, a proof of optimality or of
//! "none", it calls *not contradicted*, never proven.
//!
//! - [`answer`]: what a results file says, from records, judges' formats and plain lists
//! - [`checker`]: which answer belongs to which puzzle; what is missing, doubled or of another puzzle
//! - [`samegame`], [`mayan`]: a list played by the rule book, and the claims that go with it
//! - [`columns`]: the plain SameGame board of this checker
//! - [`known`]: what answers to equal puzzles say of each other

pub mod answer;
pub mod checker;
pub mod columns;
pub mod known;
pub mod lists;
pub mod mayan;
pub mod samegame;

pub use answer::{Answer, Origin};
pub use checker::{Checker, Entry};

use crate::grid::Grid;
use crate::puzzle::Status;
use serde::Serialize;

/// What is wrong, by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A move that cannot be played.
    Move,
    /// A list that does not do what was asked.
    List,
    /// The score, or whether the board is cleared.
    Score,
    /// The status, or what has to go with it.
    Status,
    /// The bound.
    Bound,
    /// The number of solutions, or the list of them.
    Count,
    /// The answer is to another puzzle.
    Puzzle,
    /// No answer to a puzzle.
    Missing,
    /// A second answer to a puzzle.
    Doubled,
    /// An answer to no puzzle, or no answer at all.
    Stray,
}

/// One thing that is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Of what kind.
    pub kind: Kind,
    /// What is wrong, and what was expected.
    pub what: String,
    /// The number of the bad move, from 1, and the board there.
    pub at: Option<(usize, Grid)>,
}

impl Fault {
    /// A fault of no certain move.
    pub fn new(kind: Kind, what: impl Into<String>) -> Fault {
        Fault { kind, what: what.into(), at: None }
    }
}

/// What is known of one answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The line of the results where it starts, from 1; 0 for a puzzle without an answer.
    pub line: u64,
    /// The index of the puzzle, where it is known.
    pub index: Option<u64>,
    /// The id of the puzzle.
    pub id: String,
    /// The status that a record claims; `None` for a plain list.
    pub status: Option<Status>,
    /// Moves of the list, if it could be played.
    pub moves: Option<usize>,
    /// The score of the list, for SameGame.
    pub score: Option<i64>,
    /// Whether the list clears the board.
    pub cleared: Option<bool>,
    /// Lists of `solutions` that were played, all of them good.
    pub solutions: Option<usize>,
    /// What is wrong; nothing for a valid answer.
    pub faults: Vec<Fault>,
}

impl Verdict {
    /// Whether nothing is wrong.
    pub fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether the answer claims a proof that this checker cannot check.
    pub fn unproven(&self) -> bool {
        self.is_valid() && matches!(self.status, Some(Status::Optimal | Status::Infeasible))
    }
}

/// `1 move`, `2 moves`.
pub(crate) fn several(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
