//! The limits of a tree search, and its best list so far.

use crate::rules::control::{Budget, PollCounter};
use crate::rules::{Cell, StopReason};
use crate::samegame::search::{Found, Goal, Query, Report};

/// Nodes between two progress reports.
const REPORT_INTERVAL: u64 = 1 << 18;

/// Checks the limits, and stores and reports the best list.
pub struct SearchMonitor<'a> {
    query: &'a Query<'a>,
    budget: &'a Budget<'a>,
    polls: PollCounter,
    /// The steps that `polls` counts for a node. A node of a large board takes longer, and counts as more steps.
    weight: u32,
    report: &'a dyn Report,
    reported: u64,
    /// The best list so far, at first the known list if there is one.
    pub found: Option<Found>,
    /// The number of nodes at which the best list was found.
    pub found_at: u64,
    /// The clicks from the board of the query to the board where the current search starts.
    pub before: Vec<Cell>,
    /// Nodes of the searches before the current one.
    pub nodes_before: u64,
    /// Nodes after which the current search is given up.
    pub node_budget: u64,
}

impl<'a> SearchMonitor<'a> {
    /// Creates a monitor; `found` is a known list, if there is one.
    pub fn new(
        query: &'a Query<'a>,
        budget: &'a Budget<'a>,
        report: &'a dyn Report,
        found: Option<Found>,
    ) -> Self {
        SearchMonitor {
            query,
            budget,
            polls: PollCounter::default(),
            weight: 1 + query.grid().tiles() as u32 / 32,
            report,
            reported: 0,
            found,
            found_at: 0,
            before: Vec::new(),
            nodes_before: 0,
            node_budget: u64::MAX,
        }
    }

    /// Reports the nodes since the last report; `nodes` is the number in all.
    fn report_nodes(&mut self, nodes: u64) {
        if nodes > self.reported {
            self.report.advanced(nodes - self.reported);
            self.reported = nodes;
        }
    }

    /// Returns the limit that is reached after `nodes` nodes in all; does not read the clock.
    pub fn limit(&self, nodes: u64) -> Option<StopReason> {
        let used_up = self.budget.limits.nodes.is_some_and(|most| nodes >= most);
        if used_up { Some(StopReason::Nodes) } else { self.budget.raised() }
    }

    /// Called before each node except the first, with the number of nodes of the current search. Returns a reason to
    /// stop: [`StopReason::Target`] if the list is good enough or the node budget of the search is used up.
    #[inline(always)]
    pub fn stop(&mut self, nodes: u64) -> Option<StopReason> {
        let all = self.nodes_before + nodes;
        if self.budget.limits.nodes.is_some_and(|most| all >= most) {
            return Some(StopReason::Nodes);
        }
        if nodes >= self.node_budget || self.found.as_ref().is_some_and(|found| self.query.suffices(found)) {
            return Some(StopReason::Target);
        }
        if all.is_multiple_of(REPORT_INTERVAL) {
            self.report_nodes(all);
        }
        self.polls.count(self.budget, self.weight)
    }

    /// Called for each group while the clicks of a large board are listed; returns a reason to stop.
    pub fn pause(&mut self) -> Option<StopReason> {
        self.polls.count(self.budget, 1 + self.weight / 64)
    }

    /// Called for each better list, with its clicks in the current search. Stores and reports the whole list.
    pub fn improved(&mut self, nodes: u64, clicks: &mut dyn Iterator<Item = Cell>) {
        let clicks = self.before.iter().copied().chain(clicks).collect();
        let found = Found::replay(self.query.grid(), self.query.rules, clicks);
        debug_assert!(found.is_ok(), "a click of the search removes nothing");
        if let Ok(found) = found {
            self.found_at = self.nodes_before + nodes;
            self.report.improved(self.found_at, &found);
            self.found = Some(found);
        }
    }

    /// Adds and reports the nodes of a search that is over.
    pub fn count(&mut self, nodes: u64) {
        self.nodes_before += nodes;
        self.report_nodes(self.nodes_before);
    }

    /// Takes over the nodes and the better list of a search by layers, which has reported both.
    pub fn follow(&mut self, nodes: u64, better: Option<(u64, Found)>) {
        if let Some((nodes, found)) = better {
            (self.found_at, self.found) = (self.nodes_before + nodes, Some(found));
        }
        self.nodes_before += nodes;
        self.reported += nodes;
    }

    /// Called once when the search is stopped, with the clicks to the board that would have been opened next. If no
    /// list is known, this unfinished game becomes the best list, unless the goal is to clear the board.
    pub fn stopped(&mut self, nodes: u64, clicks: &mut dyn Iterator<Item = Cell>) {
        if self.found.is_none() && self.query.goal != Goal::Clear {
            self.improved(nodes, clicks);
        }
    }
}
