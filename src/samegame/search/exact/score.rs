//! The highest score, from question to outcome.

use super::memo::Memo;
use super::team::{self, Member};
use super::tree::{Stop, Tree, Watch};
use crate::base::{Cell, StopReason};
use crate::bits::cpu::{Cpu, Job};
use crate::samegame::board::Board;
use crate::samegame::search::exact::points::Worth;
use crate::samegame::search::gate::{Beat, Gate};
use crate::samegame::search::{Found, Goal, Outcome, Query, Report};

/// Nodes between two reports of what was spent.
const TELL: u64 = 1 << 18;

/// A search for the highest score.
pub struct ScoreSearch<'a, B> {
    /// The board.
    pub board: B,
    /// Bytes that it has outside itself.
    pub heap: usize,
    /// How many threads search.
    pub threads: usize,
    /// What is asked.
    pub query: &'a Query<'a>,
    /// What may be spent.
    pub gate: &'a Gate<'a>,
    /// A list to surpass.
    pub start: Option<Found>,
    /// Who gets the reports.
    pub report: &'a dyn Report,
}

impl<B: Board> Job for ScoreSearch<'_, B> {
    type Out = Outcome;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Outcome {
        let ScoreSearch { board, heap, threads, query, gate, start, report } = self;
        let worth = Worth::new(query.rules, query.grid().tiles());
        let known = start.as_ref().and_then(|found| worth.of_list(query.grid(), &found.clicks));
        let (tree, helpers) = team::trees_of((&board, heap), worth, query, gate, threads);
        tree.race().start(known.unwrap_or(i32::MIN / 2));
        let lead = Member { board: &board, tree, watcher: Watcher::new(query, gate, report, start) };
        let helpers = team::helpers_of(helpers, &board, query, gate, report);
        let ((proved, Member { mut tree, watcher, .. }), helpers) = team::search(cpu, lead, helpers);
        let Watcher { mut found, mut found_at, .. } = watcher;
        let mut nodes = proved.nodes;
        for (by_helper, Member { watcher, .. }) in helpers {
            nodes += by_helper.nodes;
            // A lead that comes to its end has as good a list.
            if watcher.found.as_ref().map(|found| found.score) > found.as_ref().map(|found| found.score) {
                (found, found_at) = (watcher.found, watcher.found_at);
            }
        }
        let outcome = match proved.stopped {
            None => {
                Outcome::proven(query, found.expect("a search that comes to its end has finished a game"))
            }
            Some(stop) => {
                let bound = proved.bound.max(proved.best).min(tree.ceiling(cpu, &board));
                // What was cut off the bonus may not be in it.
                let bound = tree.worth().full(bound).min(query.ceiling());
                let reason = match stop {
                    Stop::Limit(reason) => reason,
                    Stop::Enough => StopReason::Target,
                };
                Outcome::stopped(query, found, bound, reason)
            }
        };
        outcome.after(nodes, found_at)
    }
}

/// A search of a board with the memory that there is. A board that lies on the heap is as large in the memo as on
/// the way down, so that each gets a half.
pub fn tree_of<B: Board>(board: &B, heap: usize, worth: Worth, query: &Query, gate: &Gate) -> Tree<B> {
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
