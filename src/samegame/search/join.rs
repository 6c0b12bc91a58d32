//! Joins the outcomes of successive searches for one query into one outcome.

use super::outcome::{Found, Goal, Outcome, Query};
use crate::rules::{Status, StopReason};

/// The best list and the proofs of the searches so far.
pub(super) struct Joined<'a> {
    query: &'a Query<'a>,
    /// The best list that reaches the goal.
    pub best: Option<Found>,
    /// A value that no list surpasses.
    ceiling: i64,
    /// Whether a search was complete: no list surpasses `best`, or none reaches the goal.
    pub proven: bool,
    /// Nodes and trials of all searches.
    pub nodes: u64,
    found_at: u64,
    /// The limit that ended the last search.
    stopped_by: Option<StopReason>,
}

impl<'a> Joined<'a> {
    /// Creates a join without outcomes; `best` is a known list that reaches the goal, if there is one.
    pub fn new(query: &'a Query<'a>, best: Option<Found>) -> Joined<'a> {
        let ceiling = query.ceiling();
        Joined { query, best, ceiling, proven: false, nodes: 0, found_at: 0, stopped_by: None }
    }

    /// Keeps a list that reaches the goal if it is the best so far. `at` is the number of nodes until it was found.
    pub fn keep(&mut self, found: Found, at: u64) {
        let query = self.query;
        if self.best.as_ref().is_none_or(|best| query.value(&found) > query.value(best)) {
            (self.best, self.found_at) = (Some(found), at);
        }
    }

    /// Adds the outcome of the next search: its list, its bound and its nodes.
    pub fn add(&mut self, outcome: Outcome) {
        let query = self.query;
        if let Some(found) = outcome.found.filter(|found| query.reached(found)) {
            self.keep(found, self.nodes + outcome.found_at);
        }
        if let Some(bound) = outcome.bound {
            self.ceiling = self.ceiling.min(query.bound_of_value(bound));
        }
        self.proven |= matches!(outcome.status, Status::Optimal | Status::Infeasible);
        self.nodes += outcome.nodes;
        self.stopped_by = outcome.stopped_by;
    }

    /// Returns whether the best list is proven to be the best, or good enough.
    pub fn suffices(&self) -> bool {
        let top = if self.query.goal == Goal::Clear { i64::MAX } else { self.ceiling };
        let enough = self.query.enough().unwrap_or(i64::MAX).min(top);
        self.proven || self.best.as_ref().is_some_and(|best| self.query.value(best) >= enough)
    }

    /// Returns the joined outcome. `limit` is the limit that ended the searches; if `None`, the last search's limit.
    pub fn finish(self, limit: Option<StopReason>) -> Outcome {
        let Joined { query, best, ceiling, proven, nodes, found_at, stopped_by } = self;
        let enough = best.as_ref().is_some_and(|found| query.suffices(found)).then_some(StopReason::Target);
        let limit = enough.or(limit).or(stopped_by).unwrap_or(StopReason::Trials);
        let outcome = match best {
            Some(best) if proven => Outcome::proven(query, best),
            None if proven && query.goal.needs_empty_board() => Outcome::infeasible(),
            best => Outcome::stopped(query, best, ceiling, limit),
        };
        outcome.after(nodes, found_at)
    }
}
