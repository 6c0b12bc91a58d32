//! The depth-first search below one board, compiled once a CPU path.
//!
//! A node is visited in two passes. The first looks at every legal move that is not asleep, applies the
//! bound to counts alone, and keeps a candidate with its board; the line of the table that the second pass
//! will look at is on its way meanwhile. The second pass goes through the candidates in order: probe,
//! measure, descend.

use super::last;
use super::measure::Measure;
use super::sleep::{self, MoveSet};
use super::stats::Stats;
use super::switches::Switches;
use super::table::{Key, Table};
use crate::bits::cpu::{Cpu, Job};
use crate::limits::{StopFlag, StopReason};
use crate::mayan::board::Board;
use crate::mayan::moves::{self, Moves};
use crate::mayan::{Move, Side};
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

/// A move that passed the bound, and the board it leads to (settled later if it may have runs).
#[derive(Clone, Copy)]
pub(super) struct Candidate<const B: usize, M> {
    pub step: Move,
    /// Whether the board is known to have no run.
    pub quiet: bool,
    pub board: Board<B>,
    pub measure: M,
    /// Smaller is tried first where order is free.
    rank: u32,
}

/// A board with what is known of it.
#[derive(Clone, Copy)]
pub struct Node<const B: usize, M> {
    /// A settled board.
    pub board: Board<B>,
    /// Its bound.
    pub measure: M,
}

/// The state of one thread's search.
pub struct Search<'a, const B: usize, const N: usize, M> {
    /// What to find.
    pub plan: Plan,
    /// Proven failures.
    pub table: Arc<Table<N>>,
    /// Whether the table may be exchanged for a larger one of at most so many bits (0: never).
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
    pub(super) stored: usize,
}

/// What the first pass of a node finds.
pub(super) struct Expansion {
    /// Where the node's candidates start in [`Search::candidates`].
    pub base: usize,
    /// Moves that fail by the bound, or were asleep.
    pub failed: MoveSet,
    /// Moves that make no run, slides included.
    pub quiet: MoveSet,
    /// Right moves that swap, equal blocks included where that is a move.
    pub swaps: u64,
}

impl Expansion {
    /// The same with more moves known to fail.
    pub fn with_failed(&self, more: MoveSet) -> Expansion {
        let failed = MoveSet { right: self.failed.right | more.right, left: self.failed.left | more.left };
        Expansion { failed, ..*self }
    }
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
        let (nodes_left, cancel, stored) = (nodes, None, 0);
        Search { plan, table, grow_to, nodes_left, stop, cancel, sink, stats, path, candidates, stored }
    }

    /// Visits a board with `left` moves to play; `asleep` are moves known to fail.
    pub fn run(&mut self, node: &Node<B, M>, left: u64, asleep: MoveSet) -> Verdict {
        crate::bits::cpu::dispatch_on(self.plan.switches.path(), Visit { search: self, node, left, asleep })
    }

    /// The first pass: legal moves, bound, candidates.
    #[inline(always)]
    pub(super) fn expand<C: Cpu>(
        &mut self,
        node: &Node<B, M>,
        left: u64,
        asleep: MoveSet,
        cpu: C,
    ) -> Expansion {
        let board = &node.board;
        let all = Moves::of(board, self.plan.cols);
        let noops = if self.plan.noop { moves::noops(board) } else { 0 };
        let base = self.candidates.len();
        let after = left - 1;
        let legal = MoveSet { right: all.swaps | all.right | noops, left: all.left };
        let mut failed = legal.and(asleep);
        let wanted = legal.right & !failed.right;
        let wanted_left = legal.left & !failed.left;
        let mut quiet = MoveSet { right: all.swaps & !all.hot | noops, left: 0 };
        let mut rest = wanted | wanted_left;
        let mut cuts = 0;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            let cell = 1 << bit;
            rest ^= cell;
            let x = bit / 8;
            if wanted & cell != 0 {
                let a = board.code(bit);
                if all.right & cell != 0 {
                    match node.measure.slide(x, x + 1, a, after) {
                        Some(measure) => {
                            let board = board.slid(bit, x + 1);
                            self.offer(moves::right(bit), !board.any_run(), board, measure, after, cpu);
                        }
                        None => (failed.right, cuts) = (failed.right | cell, cuts + 1),
                    }
                } else if noops & cell != 0 {
                    if node.measure.moves() <= after {
                        self.offer(moves::right(bit), true, *board, node.measure, after, cpu);
                    } else {
                        (failed.right, cuts) = (failed.right | cell, cuts + 1);
                    }
                } else {
                    match node.measure.swap(x, a, board.code(bit + 8), after) {
                        Some(measure) => {
                            let hot = all.hot & cell != 0;
                            self.offer(moves::right(bit), !hot, board.swapped(bit), measure, after, cpu);
                        }
                        None => (failed.right, cuts) = (failed.right | cell, cuts + 1),
                    }
                }
            }
            if wanted_left & cell != 0 {
                match node.measure.slide(x, x - 1, board.code(bit), after) {
                    Some(measure) => {
                        let board = board.slid(bit, x - 1);
                        self.offer(moves::left(bit), !board.any_run(), board, measure, after, cpu);
                    }
                    None => (failed.left, cuts) = (failed.left | cell, cuts + 1),
                }
            }
        }
        self.stats.tried += u64::from((wanted.count_ones()) + wanted_left.count_ones());
        self.stats.cut_bound += cuts;
        self.stats.cut_sleep +=
            u64::from(failed.and(asleep).right.count_ones() + failed.and(asleep).left.count_ones());
        if after > 1 && self.plan.switches.sleep {
            let slides = MoveSet { right: all.right, left: all.left };
            let of_slides = self.quiet_slides(board, slides);
            quiet.right |= of_slides.right;
            quiet.left = of_slides.left;
        }
        if self.plan.any {
            self.candidates[base..].sort_unstable_by_key(|candidate| candidate.rank);
        }
        Expansion { base, failed, quiet, swaps: all.swaps | noops }
    }

    /// The first pass, its candidates handed out.
    #[inline(always)]
    pub(super) fn expand_apart<C: Cpu>(
        &mut self,
        node: &Node<B, M>,
        left: u64,
        asleep: MoveSet,
        cpu: C,
    ) -> (Expansion, Vec<Candidate<B, M>>) {
        let found = self.expand(node, left, asleep, cpu);
        let candidates = self.candidates.split_off(found.base);
        (found, candidates)
    }

    /// Which slides make no run.
    #[inline(always)]
    fn quiet_slides(&self, board: &Board<B>, slides: MoveSet) -> MoveSet {
        let mut quiet = MoveSet::NONE;
        let mut rest = slides.right;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            quiet.right |= u64::from(!board.slid(bit, bit / 8 + 1).any_run()) << bit;
        }
        let mut rest = slides.left;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            quiet.left |= u64::from(!board.slid(bit, bit / 8 - 1).any_run()) << bit;
        }
        quiet
    }

    #[inline(always)]
    fn offer<C: Cpu>(&mut self, step: Move, quiet: bool, board: Board<B>, measure: M, after: u64, cpu: C) {
        if quiet && after > 1 && self.plan.switches.table {
            self.table.prefetch(Key::<N>::of(&board).hash(), cpu);
        }
        // Moves that make a run come first, then boards that look nearer to done.
        let rank = if self.plan.any { measure.distance() + ((quiet as u32) << 16) } else { 0 };
        self.candidates.push(Candidate { step, quiet, board, measure, rank });
    }

    /// The moves asleep below a candidate of an expanded node.
    #[inline(always)]
    pub(super) fn asleep_below(&self, found: &Expansion, candidate: &Candidate<B, M>) -> MoveSet {
        if !self.plan.switches.sleep || !candidate.quiet {
            return MoveSet::NONE;
        }
        let bit = moves::bit_of(candidate.step);
        let independent = match candidate.step.side {
            Side::Right if found.swaps >> bit & 1 == 1 => sleep::of_swap(bit, found.swaps),
            Side::Right => sleep::of_slide(bit, bit / 8 + 1, found.swaps),
            Side::Left => sleep::of_slide(bit, bit / 8 - 1, found.swaps),
        };
        found.failed.and(found.quiet).and(independent)
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
        if !candidate.quiet {
            board.settle(cpu);
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
            match M::of(&board, after, cpu) {
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
    pub(super) fn note_failure(&mut self, board: &Board<B>, left: u64) {
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

    /// A node with one move left.
    #[inline(always)]
    fn last<C: Cpu>(&mut self, node: &Node<B, M>, cpu: C) -> Verdict {
        let mut verdict = Verdict::None;
        let (path, sink, plan) = (&mut self.path, &mut self.sink, &self.plan);
        let mut solutions = 0;
        let (tried, cut) = last::finish(&node.board, &node.measure, plan, cpu, |step| {
            path.push(step);
            solutions += 1;
            verdict = Verdict::Found;
            if !sink(path) && plan.all {
                verdict = Verdict::Stopped(StopReason::Solutions);
            }
            let go_on = plan.all && verdict == Verdict::Found;
            if go_on {
                path.pop();
            }
            go_on
        });
        self.stats.tried += tried;
        self.stats.cut_bound += cut;
        self.stats.solutions += solutions;
        verdict
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
        if let Err(ended) = search.enter_node(left) {
            return ended;
        }
        if left == 1 {
            return search.last(node, cpu);
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
            let cell = 1 << moves::bit_of(candidate.step);
            match candidate.step.side {
                Side::Right => found.failed.right |= cell,
                Side::Left => found.failed.left |= cell,
            }
        }
        search.candidates.truncate(found.base);
        if verdict == Verdict::None {
            search.note_failure(&node.board, left);
        }
        verdict
    }
}
