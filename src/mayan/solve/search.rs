//! The depth-first search below one board, compiled once per CPU path.
//!
//! A node is visited in two passes. The first pass tests every legal move that is not asleep against the bound, before
//! the board settles. Each move that passes becomes a candidate with its board, and the table line of a board that need
//! not settle is prefetched. For each candidate in order, the second pass settles the board, applies the bound, probes
//! the table, and descends.

use super::node::{Candidate, Node};
use super::recent::RecentFailures;
use super::sleep::MoveSet;
use super::stats::Stats;
use super::table::growing_table::GrowingTable;
use super::table::{Key, Table};
use super::tuning::Tuning;
use crate::bits::cpu::{Cpu, Kernel};
use crate::mayan::moves;
use crate::mayan::packed::Packed;
use crate::mayan::solve::bound::LowerBound;
use crate::rules::control::{Budget, PollCounter};
use crate::rules::{Move, StopReason};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The parameters of a search, the same for all its nodes.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Columns of the board.
    pub cols: u32,
    /// Whether the board must be empty after the last move and not before.
    pub exactly: bool,
    /// Whether any solution is accepted, so that moves may be tried in any order.
    pub any: bool,
    /// Whether to continue after a solution.
    pub all: bool,
    /// Whether swaps of equal blocks are moves.
    pub noop: bool,
    /// Parts to disable, and internal parameters, for experiments.
    pub tuning: Tuning,
}

/// The result of searching a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Completely searched, no solution.
    None,
    /// A solution was found, or at least one if all are searched for.
    Found,
    /// A limit was reached first; nothing is known.
    Stopped(StopReason),
    /// A task earlier in search order has a solution, so the result of this search is not needed.
    Cancelled,
}

/// The state of one thread's search.
pub struct Search<'a, const B: usize, const N: usize, M> {
    /// The parameters of the search.
    pub plan: Plan,
    /// Proven failures: the current table of `tables`.
    pub table: Arc<Table<N>>,
    /// The table that all threads share. A full table is replaced by a larger one.
    pub tables: &'a GrowingTable<N>,
    /// Nodes that may still be visited.
    pub nodes_left: u64,
    /// The limits that are polled.
    pub budget: &'a Budget<'a>,
    polls: PollCounter,
    /// The number of the first task with a solution so far, and the number of this search's task. The search is
    /// cancelled if its number is larger.
    pub cancel: Option<(&'a AtomicU64, u64)>,
    /// Called with each solution; returns `false` to end the search.
    pub sink: &'a mut dyn FnMut(&[Move]) -> bool,
    /// Counters of this thread.
    pub stats: Stats,
    /// Moves from the root to the current node.
    pub path: Vec<Move>,
    pub(super) candidates: Vec<Candidate<B, M>>,
    pub(super) recent: RecentFailures<B>,
    /// The number of failures stored since the last call of [`update_table`](Self::update_table).
    stored: usize,
}

impl<'a, const B: usize, const N: usize, M: LowerBound<B>> Search<'a, B, N, M> {
    /// Creates a search that may visit `nodes` nodes.
    pub fn new(
        plan: Plan,
        tables: &'a GrowingTable<N>,
        nodes: u64,
        budget: &'a Budget<'a>,
        sink: &'a mut dyn FnMut(&[Move]) -> bool,
    ) -> Self {
        Search {
            plan,
            table: tables.get(0),
            tables,
            nodes_left: nodes,
            budget,
            polls: PollCounter::default(),
            cancel: None,
            sink,
            stats: Stats::default(),
            path: Vec::new(),
            candidates: Vec::new(),
            recent: RecentFailures::new(),
            stored: 0,
        }
    }

    /// Searches from a node with `left` moves left; `asleep` are moves known to fail.
    pub fn run(&mut self, node: &Node<B, M>, left: u64, asleep: MoveSet) -> Verdict {
        crate::bits::cpu::dispatch(self.plan.tuning.path(), Visit { search: self, node, left, asleep })
    }

    /// Settles a candidate's board, updates its bound and looks the board up in the table. Returns the node, or a known
    /// verdict.
    #[inline(always)]
    pub(super) fn child<C: Cpu>(
        &mut self,
        candidate: &Candidate<B, M>,
        after: u64,
        cpu: C,
    ) -> Result<Node<B, M>, Verdict> {
        let Candidate { mut board, mut bound, .. } = *candidate;
        let gone = if candidate.quiet { 0 } else { board.settle_tracking_codes(cpu) };
        if gone != 0 {
            if board.is_empty() {
                if after > 0 && self.plan.exactly {
                    return Err(Verdict::None);
                }
                self.stats.solutions += 1;
                let more = (self.sink)(&self.path);
                return Err(if more || !self.plan.all {
                    Verdict::Found
                } else {
                    Verdict::Stopped(StopReason::Solutions)
                });
            }
            if after == 0 {
                return Err(Verdict::None);
            }
            match bound.settled(&board, gone, after, cpu) {
                Some(new) => bound = new,
                None => {
                    self.stats.cut_bound += 1;
                    return Err(Verdict::None);
                }
            }
        } else if after == 0 {
            return Err(Verdict::None);
        }
        debug_assert!(board.is_settled());
        if self.plan.tuning.table && after > 1 && after <= Table::<N>::MAX_LEFT {
            let key = Key::<N>::of(&board);
            if self.table.fails(&key, key.hash(), after as u32, self.is_monotone(&board)) {
                self.stats.cut_table += 1;
                return Err(Verdict::None);
            }
        }
        Ok(Node { board, bound })
    }

    /// Whether a board that fails with some number of moves left also fails with fewer moves left.
    #[inline(always)]
    fn is_monotone(&self, board: &Packed<B>) -> bool {
        !self.plan.exactly || self.plan.noop && moves::noops(board) != 0
    }

    /// Records that a board has no solution with `left` moves; only called once its whole subtree was searched.
    #[inline(always)]
    pub(super) fn record_failure(&mut self, board: &Packed<B>, left: u64) {
        if !self.plan.tuning.table || left > Table::<N>::MAX_LEFT {
            return;
        }
        let key = Key::<N>::of(board);
        self.table.store(&key, key.hash(), left as u32, self.is_monotone(board));
        self.stored += 1;
        if self.stored > self.table.capacity() {
            self.update_table();
        }
    }

    /// Switches to the current shared table, which first grows if it is full.
    #[cold]
    #[inline(never)]
    pub(super) fn update_table(&mut self) {
        self.table = self.tables.get(std::mem::take(&mut self.stored));
    }

    /// Counts a node; returns an error if the search must end.
    #[inline(always)]
    pub(super) fn enter_node(&mut self, left: u64) -> Result<(), Verdict> {
        if self.nodes_left == 0 {
            return Err(Verdict::Stopped(StopReason::Nodes));
        }
        if let Some(reason) = self.polls.count(self.budget, 1) {
            return Err(Verdict::Stopped(reason));
        }
        if self.cancel.is_some_and(|(best, task)| best.load(Ordering::Relaxed) < task) {
            return Err(Verdict::Cancelled);
        }
        self.nodes_left -= 1;
        self.stats.enter(left);
        Ok(())
    }
}

/// The kernel that visits one node.
struct Visit<'s, 'a, const B: usize, const N: usize, M> {
    search: &'s mut Search<'a, B, N, M>,
    node: &'s Node<B, M>,
    left: u64,
    asleep: MoveSet,
}

impl<C: Cpu, const B: usize, const N: usize, M: LowerBound<B>> Kernel<C> for Visit<'_, '_, B, N, M> {
    type Out = Verdict;

    #[inline(always)]
    fn run(self, cpu: C) -> Verdict {
        let Visit { search, node, left, asleep } = self;
        if left == 0 {
            return Verdict::None;
        }
        let ends = search.plan.tuning.final_moves;
        if ends && left == 1 {
            return search.last(&node.board, &node.bound.end(), cpu);
        }
        if let Err(ended) = search.enter_node(left) {
            return ended;
        }
        if ends && left == 2 && !search.plan.any {
            return search.last_two(node, asleep, cpu);
        }
        let mut found = search.expand(node, left, asleep, cpu);
        let end = search.candidates.len();
        let mut verdict = Verdict::None;
        for at in found.base..end {
            let candidate = search.candidates[at];
            search.path.push(candidate.step);
            let below = match search.child(&candidate, left - 1, cpu) {
                Err(known) => known,
                Ok(child) => {
                    let asleep = search.asleep_below(&found, &candidate);
                    cpu.call(Visit { search: &mut *search, node: &child, left: left - 1, asleep })
                }
            };
            match below {
                Verdict::None => {}
                Verdict::Found if search.plan.all => verdict = Verdict::Found,
                // The path is kept, because a found path is the answer.
                ended => {
                    search.candidates.truncate(found.base);
                    return ended;
                }
            }
            search.path.pop();
            found.failed.add(candidate.step);
        }
        search.candidates.truncate(found.base);
        if verdict == Verdict::None {
            search.record_failure(&node.board, left);
        }
        verdict
    }
}
