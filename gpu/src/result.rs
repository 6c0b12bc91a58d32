//! The results of a card, and the searches on the processor that start from them.

use std::collections::HashMap;
use tilefall::Limits;
use tilefall::rules::{Cell, StopReason};
use tilefall::samegame::Outcome;

/// The index and the hash of a puzzle.
pub type Key = (u64, String);

/// The results for puzzles.
pub type Results = HashMap<Key, Solved>;

/// The result for a puzzle.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The best list; empty if none was found.
    pub clicks: Vec<Cell>,
    /// Whether the list is the answer; if not, the processor continues from it.
    pub is_final: bool,
    /// The name of the card.
    pub device: String,
    /// The time of the card for this board in seconds.
    pub seconds: f64,
    /// The same until the best list.
    pub found_after: f64,
    pub(crate) trials: u64,
    pub(crate) found_at: u64,
    pub(crate) stopped_by: StopReason,
}

impl Solved {
    /// Prepares a solver to start from the list. A final list is only replayed and judged.
    pub fn begin(&self, start: &mut Vec<Cell>, limits: &mut Limits) {
        start.clone_from(&self.clicks);
        if self.is_final {
            limits.nodes = Some(0);
        }
    }

    /// Completes the outcome of that solver.
    pub fn complete(&self, outcome: &mut Outcome) {
        (outcome.nodes, outcome.found_at) = (self.trials, self.found_at);
        if outcome.stopped_by == Some(StopReason::Nodes) {
            outcome.stopped_by = Some(self.stopped_by);
        }
    }
}
