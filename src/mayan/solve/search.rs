//! The depth-first search below one board, compiled once per CPU path.
//!
//! A node is visited in two passes. The first looks at every legal move that is not asleep, applies the
//! bound to counts alone, and keeps a candidate with its board; the line of the table that the second pass
//! will look at is on its way meanwhile. The second pass goes through the candidates in order: probe,
//! measure, descend.

use super::node::{Candidate, Node};
use super::recent::Recent;
use super::sleep::MoveSet;
use super::stats::Stats;
use super::switches::Switches;
use super::table::{Key, Table};
use crate::base::{Move, StopFlag, StopReason};
use crate::bits::cpu::{Cpu, Job};
use crate::mayan::board::Packed;
use crate::mayan::solve::bound::Measure;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a search is to find, the same for all its nodes.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Columns of the board.
    pub cols: u32,
    /// Whether the board must be empty after the last move and not before.
    pub exactly: bool,
    /// Whether any solution will do, so that moves may be tried in any order.
    pub any: bool,
    /// Whether to go on after a solution.
    pub all: bool,
    /// Whether swaps of equal blocks are moves.
    pub noop: bool,
    /// Parts to leave out, for experiments.
    pub switches: Switches,
}

/// How a subtree ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Searched out, no solution.
    None,
    /// A solution: the only one looked for, or some of all.
    Found,
    /// A limit came first; nothing is known.
    Stopped(StopReason),
    /// An elder task has a solution; nothing is known, and nothing needs to be.
    Cancelled,
}

/// The state of one thread's search.
pub struct Search<'a, const B: usize, const N: usize, M> {
    /// What to find.
    pub plan: Plan,
    /// Proven failures.
    pub table: Arc<Table<N>>,
    /// Whether the table may be exchanged for a larger one of at most this many bits (0: never).
    pub grow_to: u32,
    /// Nodes that may still be visited.
    pub nodes_left: u64,
    /// Raised from outside.
    pub stop: &'a StopFlag,
    /// Set by whoever finds a solution to the number of its task; larger numbers, such as this search's,
    /// may give up.
    pub cancel: Option<(&'a AtomicU64, u64)>,
    /// Told of each solution; answers whether to go on.
    pub sink: &'a mut dyn FnMut(&[Move]) -> bool,
    /// Counters.
    pub stats: Stats,
    /// Moves from the root to here.
    pub path: Vec<Move>,
    pub(super) candidates: Vec<Candidate<B, M>>,
    pub(super) recent: Recent<B>,
    pub(super) stored: usize,
}

/// Moves left as the table stores them. Deeper nodes are not stored.
const TABLE_DEPTH: u64 = 0xffff;

impl<'a, const B: usize, const N: usize, M: Measure<B>> Search<'a, B, N, M> {
    /// A search that has not begun.
    pub fn new(
        plan: Plan,
        table: Arc<Table<N>>,
        grow_to: u32,
        nodes: u64,
        stop: &'a StopFlag,
        sink: &'a mut dyn FnMut(&[Move]) -> bool,
    ) -> Self {
        let (stats, path, candidates) = (Stats::default(), Vec::new(), Vec::new());
        let (nodes_left, cancel, stored, recent) = (nodes, None, 0, Recent::new());
        Search {
            plan,
            table,
            grow_to,
            nodes_left,
            stop,
            cancel,
            sink,
            stats,
            path,
            candidates,
            recent,
            stored,
        }
    }

    /// Visits a board with `left` moves to play; `asleep` are moves known to fail.
    pub fn run(&mut self, node: &Node<B, M>, left: u64, asleep: MoveSet) -> Verdict {
        crate::bits::cpu::dispatch_on(self.plan.switches.path(), Visit { search: self, node, left, asleep })
    }

    /// Settles and measures a candidate's board, and looks it up. `Ok` is a node to visit; `Err` tells what
    /// is known already: no solution, or that the path with this move is one.
    #[inline(always)]
    pub(super) fn child<C: Cpu>(
        &mut self,
        candidate: &Candidate<B, M>,
        after: u64,
        cpu: C,
    ) -> Result<Node<B, M>, Verdict> {
        let Candidate { mut board, mut measure, .. } = *candidate;
        let gone = if candidate.quiet { 0 } else { board.settle_noting(cpu) };
        if gone != 0 {
            if board.is_empty() {
                if after > 0 && self.plan.exactly {
                    return Err(Verdict::None);
                }
                self.stats.solutions += 1;
                let go_on = (self.sink)(&self.path);
                return Err(if go_on || !self.plan.all {
                    Verdict::Found
                } else {
                    Verdict::Stopped(StopReason::Solutions)
                });
            }
            if after == 0 {
                return Err(Verdict::None);
            }
            match measure.settled(&board, gone, after, cpu) {
                Some(new) => measure = new,
                None => {
                    self.stats.cut_bound += 1;
                    return Err(Verdict::None);
                }
            }
        } else if after == 0 {
            return Err(Verdict::None);
        }
        debug_assert!(board.sound());
        if self.plan.switches.table && after > 1 && after <= TABLE_DEPTH {
            let key = Key::<N>::of(&board);
            if self.table.fails(&key, key.hash(), after as u32) {
                self.stats.cut_table += 1;
                return Err(Verdict::None);
            }
        }
        Ok(Node { board, measure })
    }

    /// Notes that a board has no solution with `left` moves; only after its whole subtree was searched.
    #[inline(always)]
    pub(super) fn note_failure(&mut self, board: &Packed<B>, left: u64) {
        if !self.plan.switches.table || left > TABLE_DEPTH {
            return;
        }
        let key = Key::<N>::of(board);
        self.table.store(&key, key.hash(), left as u32);
        self.stored += 1;
        if self.stored > self.table.capacity() && self.grow_to > 0 {
            self.grow();
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.stored = 0;
        if self.table.bits() < self.grow_to {
            let bits = (self.table.bits() + 2).min(self.grow_to);
            self.table = Arc::new(self.table.grown(bits));
        }
    }

    /// Counts a node, unless a limit is reached.
    #[inline(always)]
    pub(super) fn enter_node(&mut self, left: u64) -> Result<(), Verdict> {
        if self.nodes_left == 0 {
            return Err(Verdict::Stopped(StopReason::Nodes));
        }
        if let Some(reason) = self.stop.raised() {
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

/// One node to visit.
struct Visit<'s, 'a, const B: usize, const N: usize, M> {
    search: &'s mut Search<'a, B, N, M>,
    node: &'s Node<B, M>,
    left: u64,
    asleep: MoveSet,
}

impl<const B: usize, const N: usize, M: Measure<B>> Job for Visit<'_, '_, B, N, M> {
    type Out = Verdict;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Verdict {
        let Visit { search, node, left, asleep } = self;
        if left == 0 {
            return Verdict::None;
        }
        let ends = search.plan.switches.ends;
        if ends && left == 1 {
            return search.last(&node.board, &node.measure.end(), cpu);
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
                    cpu.enter(Visit { search: &mut *search, node: &child, left: left - 1, asleep })
                }
            };
            match below {
                Verdict::None => {}
                Verdict::Found if search.plan.all => verdict = Verdict::Found,
                // The path stays as it is: it is the answer.
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
            search.note_failure(&node.board, left);
        }
        verdict
    }
}
