//! The independent checker: are answers what they claim to be?
//!
//! It shares nothing with the solvers: it knows the readers, the records, the rules and the slow
//! [`Grid`](crate::grid::Grid), and a test ensures that it stays so. It searches small puzzles to the end by the rule
//! book: a claim of a proof is then *proven*, or *refuted* by an example. What is too large for that is called *not
//! contradicted*.
//!
//! - [`answer`]: what a results file says, from records, judges' formats and plain lists
//! - `entry`: a puzzle, and how answers are checked; `fault`: what may be wrong with one
//! - [`checker`]: which answer belongs to which puzzle; what is missing, duplicate or of another puzzle;
//!   [`review`](self): one answer compared with its puzzle
//! - [`fields`], [`asked`](self): which fields a record has, and whether it answers what was asked
//! - [`samegame`], [`mayan`], [`counts`](self): a list played by the rule book, and the claims that go with it; [`slides`]:
//!   a list of the Mayan puzzle played
//! - [`playfield`]: the plain SameGame board of this checker
//! - [`search`]: small puzzles searched to the end
//! - [`facts`], [`place`], [`claims`]: what answers to equal puzzles say of each other
//! - [`spill`]: what does not fit in memory; [`indexes`], [`parcel`](self): how little of a puzzle is kept

pub mod answer;
mod asked;
pub mod checker;
pub mod claims;
mod counts;
mod entry;
pub mod facts;
mod fault;
pub mod fields;
pub mod indexes;
pub mod lists;
pub mod mayan;
mod parcel;
pub mod place;
pub mod playfield;
mod review;
pub mod samegame;
pub mod search;
pub mod slides;
pub mod spill;

pub use answer::{Answer, Origin};
pub use checker::Checker;
pub use entry::{Entry, Settings};
pub use fault::{Fault, Kind};
pub use place::Class;

use crate::base::Status;
use search::Proof;

/// The verdict on one answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The line of the results where it starts, from 1; 0 for a puzzle without an answer.
    pub line: u64,
    /// The index of the puzzle, where it is known.
    pub index: Option<u64>,
    /// The id of the puzzle.
    pub id: String,
    /// The status that a record claims, or a plain answer that is no list; `None` for a plain list.
    pub status: Option<Status>,
    /// The number of moves of the list, if it could be played.
    pub moves: Option<usize>,
    /// The score of the list, for SameGame.
    pub score: Option<i64>,
    /// Whether the list clears the board.
    pub cleared: Option<bool>,
    /// Lists of `solutions` that were played, all of them good.
    pub solutions: Option<usize>,
    /// What a search found out about the status.
    pub proof: Proof,
    /// Whether a search proved the bound.
    pub bound_proven: bool,
    /// Whether swaps of two equal blocks counted as moves, for a claim that may depend on them.
    pub noop: Option<bool>,
    /// Whether there is nothing to check: an error for what is no puzzle.
    pub unchecked: bool,
    /// What is wrong, in the order of [`Kind`]; nothing for a valid answer.
    pub faults: Vec<Fault>,
    /// What an earlier verdict on the same answer said, if this one adds to it.
    pub before: Option<Class>,
}

impl Verdict {
    /// Whether nothing is wrong.
    pub fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }

    /// The verdict in one word.
    pub fn class(&self) -> Class {
        match self.status {
            _ if !self.is_valid() => Class::Wrong,
            Some(Status::Optimal | Status::Infeasible) if self.proof == Proof::Proven => Class::Proven,
            Some(Status::Optimal | Status::Infeasible) => Class::Open,
            _ => Class::Plain,
        }
    }
}
