//! What the making of one puzzle may still spend on questions to the solver.

use crate::base::{Limits, Status, StopFlag};
use crate::grid::Grid;
use crate::mayan::solve::{Outcome, Request, solve};

/// Nodes of one question to the solver after which a board is thrown away.
const NODES: u64 = 20_000_000;

/// Bytes of the solver's tables.
const MEMORY: usize = 1 << 24;

/// What the search for one puzzle may still spend.
pub(super) struct Work<'a> {
    pub nodes: u64,
    pub stop: &'a StopFlag,
}

impl Work<'_> {
    /// Asks the solver; `None` if a limit came before the proof.
    pub fn solve(&mut self, grid: &Grid, request: &Request) -> Option<Outcome> {
        let limits = Limits { nodes: Some(NODES.min(self.nodes)), memory: MEMORY, stop: self.stop };
        let outcome = solve(grid, request, &limits, &mut |_| true).ok()?;
        // A board that is refused at a glance is work, too.
        self.nodes = self.nodes.saturating_sub(outcome.stats.nodes.max(1));
        matches!(outcome.status, Status::Optimal | Status::Infeasible).then_some(outcome)
    }
}
