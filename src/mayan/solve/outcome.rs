//! What is asked of the solver, and what it answers.

use super::stats::Stats;
use super::switches::Switches;
use crate::limits::{StopReason, Threads};
use crate::mayan::{Mode, Move};
use crate::puzzle::Status;

/// Which of the solutions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// One: the shortest, or any, as the mode says; the first of those where the mode has an order.
    One,
    /// The lexicographically smallest, also in mode `within`, where any would do.
    First,
    /// All, up to so many.
    All(u64),
    /// Their number.
    Count,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// M.
    pub moves: u64,
    /// How M is meant.
    pub mode: Mode,
    /// Which solutions.
    pub want: Want,
    /// Whether swaps of equal blocks are moves.
    pub noop: bool,
    /// Threads to use; one if the nodes are limited.
    pub threads: Threads,
    /// Parts to leave out, for experiments.
    pub switches: Switches,
}

impl Request {
    /// One solution on one thread with everything switched on.
    pub fn new(moves: u64, mode: Mode) -> Self {
        Request {
            moves,
            mode,
            want: Want::One,
            noop: false,
            threads: Threads::Some(1),
            switches: Switches::default(),
        }
    }
}

/// Why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// This colour has one or two blocks, by name.
    Colour(u64),
    /// The bound of the first board: at least so many moves are needed.
    Bound(u64),
    /// Every list of moves was tried, or known to fail.
    Searched,
    /// No board that can be reached with any number of moves is empty; so many were looked at.
    Exhausted(u64),
    /// The board is empty from the start, and no move can be played on it.
    Empty,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was proven.
    pub status: Status,
    /// The solution, if one was wanted and found; the first of all if all were wanted.
    pub list: Option<Vec<Move>>,
    /// Their number, if it was wanted: by length from 0, in mode `exactly` and `shortest` only of the one
    /// length.
    pub counts: Vec<u128>,
    /// No list of fewer moves than this is a solution.
    pub bound: u64,
    /// Why there is none, if that is proven.
    pub why: Option<Why>,
    /// What stopped the search, if something did.
    pub stopped_by: Option<StopReason>,
    /// Counters.
    pub stats: Stats,
}

impl Outcome {
    /// The sum of the counts; `None` if it does not fit 128 bits.
    pub fn count(&self) -> Option<u128> {
        self.counts.iter().try_fold(0u128, |sum, &count| sum.checked_add(count))
    }
}
