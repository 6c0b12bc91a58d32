//! What is wrong with an answer.

use crate::grid::Grid;
use crate::record::Step;
use serde::Serialize;

/// What is wrong, by kind. Faults of one answer are listed in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The answer is to another puzzle.
    Puzzle,
    /// What was asked does not fit the puzzle or the flags.
    Asked,
    /// A move that cannot be played.
    Move,
    /// A list that does not do what was asked.
    List,
    /// The status does not fit the rest of the record.
    Status,
    /// A field is missing, or one is given that does not belong there.
    Field,
    /// The score, or whether the board is cleared.
    Score,
    /// The bound.
    Bound,
    /// The number of solutions, or the list of them.
    Count,
    /// A search found a counterexample.
    Refuted,
    /// Another answer, or the list that stands with the puzzle, contradicts it.
    Clash,
    /// A second answer to a puzzle, or a second puzzle of an index.
    Duplicate,
    /// An answer to no puzzle, or no answer at all.
    Stray,
    /// No answer to a puzzle.
    Missing,
}

/// One thing that is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Of what kind.
    pub kind: Kind,
    /// What is wrong, and what was expected.
    pub what: String,
    /// The number of the bad move, from 1, and the board there.
    pub at: Option<(usize, Box<Grid>)>,
    /// The list that refutes the answer.
    pub list: Option<Vec<Step>>,
}

impl Fault {
    /// A fault of no certain move.
    pub fn new(kind: Kind, what: impl Into<String>) -> Fault {
        Fault { kind, what: what.into(), at: None, list: None }
    }
}
