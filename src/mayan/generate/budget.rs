//! The solver as the generator calls it, within a budget of nodes.

use crate::mayan::solve::{Outcome, Request, solve};
use crate::rules::control::SearchLimits;
use crate::rules::grid::Grid;
use crate::rules::{Status, StopFlag};

/// The maximum number of nodes of one search; beyond it the board is discarded.
const NODES: u64 = 20_000_000;

/// Bytes of the solver's tables.
const MEMORY: usize = 1 << 24;

/// The remaining budget for one puzzle.
pub(super) struct NodeBudget<'a> {
    pub nodes: u64,
    pub stop: &'a StopFlag,
}

impl NodeBudget<'_> {
    /// Solves a board; `None` if a limit was reached before the proof.
    pub fn solve(&mut self, grid: &Grid, request: &Request) -> Option<Outcome> {
        let limits = SearchLimits { nodes: Some(NODES.min(self.nodes)), memory: MEMORY, stop: self.stop };
        let outcome = solve(grid, request, &limits).ok()?;
        // A board that is rejected without a search counts as one node.
        self.nodes = self.nodes.saturating_sub(outcome.stats.nodes.max(1));
        matches!(outcome.status, Status::Optimal | Status::Infeasible).then_some(outcome)
    }
}
