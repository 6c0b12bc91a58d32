//! What watches a search: its limits, and the best list so far.

use super::memo::Memo;
use super::tree::{Stop, Tree, Watch};
use crate::base::{Cell, StopReason};
use crate::samegame::board::AtRest;
use crate::samegame::search::exact::points::Worth;
use crate::samegame::search::gate::{Beat, Gate};
use crate::samegame::search::{Found, Goal, Query, Report};

/// Nodes between two reports of what was spent.
const TELL: u64 = 1 << 18;

/// A search of a board with the memory that there is. A board that lies on the heap is as large in the memo as on
/// the way down, so that each gets a half.
pub fn tree_of<B: AtRest>(board: &B, heap: usize, worth: Worth, query: &Query, gate: &Gate) -> Tree<B> {
    let memory = gate.limits.memory;
    let memo = Memo::new(if heap > 0 { memory / 2 } else { memory }, heap, board.clone());
    Tree::new(worth, query.grid().colours(), memo, memory.max(1 << 22) / 2)
}

/// The limit that ended a search.
pub fn limit_of(stopped: Option<Stop>) -> Option<StopReason> {
    match stopped {
        Some(Stop::Limit(reason)) => Some(reason),
        Some(Stop::Enough) | None => None,
    }
}

/// Watches the limits, keeps and reports the best list.
pub struct Watcher<'a> {
    query: &'a Query<'a>,
    gate: &'a Gate<'a>,
    beat: Beat,
    /// What a node counts for the clock.
    weight: u32,
    report: &'a dyn Report,
    told: u64,
    /// The best list.
    pub found: Option<Found>,
    /// The nodes at which it was found.
    pub found_at: u64,
    /// Clicks that lead to the board that is searched.
    pub before: Vec<Cell>,
    /// Nodes of searches before this one.
    pub spent: u64,
    /// Nodes after which this search is given up.
    pub budget: u64,
    /// Whether a game that is not finished is a list, if there is no other.
    unfinished: bool,
}

impl<'a> Watcher<'a> {
    /// A watcher that knows a list.
    pub fn new(
        query: &'a Query<'a>,
        gate: &'a Gate<'a>,
        report: &'a dyn Report,
        found: Option<Found>,
    ) -> Self {
        let (before, budget, beat) = (Vec::new(), u64::MAX, Beat::default());
        let weight = 1 + query.grid().tiles() as u32 / 32;
        let (told, found_at, spent) = (0, 0, 0);
        let unfinished = query.goal == Goal::Score;
        Watcher {
            query,
            gate,
            beat,
            weight,
            report,
            told,
            found,
            found_at,
            before,
            spent,
            budget,
            unfinished,
        }
    }

    /// A watcher of a helper, which tells of finished games alone.
    pub fn of_helper(query: &'a Query<'a>, gate: &'a Gate<'a>, report: &'a dyn Report) -> Self {
        Watcher { unfinished: false, ..Watcher::new(query, gate, report, None) }
    }

    /// Reports what was spent up to this many nodes.
    pub fn tell(&mut self, nodes: u64) {
        if nodes > self.told {
            self.report.spent(nodes - self.told);
            self.told = nodes;
        }
    }

    /// Whether a limit is reached after this many nodes in all.
    pub fn limit(&self, nodes: u64) -> Option<StopReason> {
        let used_up = self.gate.limits.nodes.is_some_and(|most| nodes >= most);
        if used_up { Some(StopReason::Nodes) } else { self.gate.raised() }
    }
}

impl Watch for Watcher<'_> {
    #[inline(always)]
    fn stop(&mut self, nodes: u64) -> Option<Stop> {
        let all = self.spent + nodes;
        if self.gate.limits.nodes.is_some_and(|most| all >= most) {
            return Some(Stop::Limit(StopReason::Nodes));
        }
        if nodes >= self.budget || self.found.as_ref().is_some_and(|found| self.query.suffices(found)) {
            return Some(Stop::Enough);
        }
        if all.is_multiple_of(TELL) {
            self.tell(all);
        }
        self.beat.step(self.gate, self.weight).map(Stop::Limit)
    }

    fn pause(&mut self) -> Option<Stop> {
        self.beat.step(self.gate, 1 + self.weight / 64).map(Stop::Limit)
    }

    fn better(&mut self, nodes: u64, clicks: &mut dyn Iterator<Item = Cell>, _value: i32) {
        let clicks = self.before.iter().copied().chain(clicks).collect();
        let found = Found::replay(self.query.grid(), self.query.rules, clicks);
        debug_assert!(found.is_ok(), "a search clicked where nothing is removed");
        if let Ok(found) = found {
            self.found_at = self.spent + nodes;
            self.report.better(self.found_at, &found);
            self.found = Some(found);
        }
    }

    fn stopped(&mut self, nodes: u64, clicks: &mut dyn Iterator<Item = Cell>) {
        if self.found.is_none() && self.unfinished {
            self.better(nodes, clicks, 0);
        }
    }
}
