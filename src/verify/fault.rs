//! Faults of answers.

use serde::Serialize;
use tilefall_rules::grid::Grid;
use tilefall_text::record::Step;

/// The kind of a fault. Faults of one answer are listed in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The answer belongs to another puzzle.
    Puzzle,
    /// The question in the record does not fit the puzzle or the flags.
    Asked,
    /// A move that cannot be played.
    Move,
    /// A list that does not meet the task.
    List,
    /// The status does not fit the rest of the record.
    Status,
    /// A field is missing or unexpected.
    Field,
    /// The score, or whether the board is cleared, differs from the result of the list.
    Score,
    /// A list is better than the bound, or a list that is called optimal is worse than the bound.
    Bound,
    /// The numbers of solutions and the listed solutions contradict each other, or the listed ones are out of order.
    Count,
    /// A search found a counterexample.
    Refuted,
    /// A second answer to a puzzle, or a second puzzle with the same index.
    Duplicate,
    /// An answer or a puzzle that is not in the order of the indexes.
    Order,
    /// An answer to a puzzle that is not in the input.
    Stray,
    /// A puzzle without an answer.
    Missing,
}

/// A fault of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind, which also orders the faults of an answer.
    pub kind: Kind,
    /// A message: what is wrong, and what was expected.
    pub what: String,
    /// The number of the bad move, from 1, with the board before it; or the length of a failed list and its last board.
    pub at: Option<(usize, Box<Grid>)>,
    /// The list that refutes the answer; only for [`Kind::Refuted`].
    pub list: Option<Vec<Step>>,
}

impl Fault {
    /// Creates a fault without a move or a list.
    pub fn new(kind: Kind, what: impl Into<String>) -> Fault {
        Fault { kind, what: what.into(), at: None, list: None }
    }
}
