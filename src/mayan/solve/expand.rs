//! The first pass of a node: which moves are worth a look at their boards, and what sleeps below them.

use super::node::{Candidate, Node};
use super::search::Search;
use super::sleep::{self, MoveSet};
use super::table::Key;
use crate::base::{Move, Side};
use crate::bits::cpu::Cpu;
use crate::mayan::board::Packed;
use crate::mayan::moves::{self, Moves};
use crate::mayan::solve::bound::Measure;

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

impl<const B: usize, const N: usize, M: Measure<B>> Search<'_, B, N, M> {
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
        // Written out move by move: going through the moves as one kind of thing costs the search some percent.
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
                            let calm = !board.any_run();
                            quiet.right |= u64::from(calm) << bit;
                            self.offer(moves::right(bit), calm, board, measure, after, cpu);
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
                        let calm = !board.any_run();
                        quiet.left |= u64::from(calm) << bit;
                        self.offer(moves::left(bit), calm, board, measure, after, cpu);
                    }
                    None => (failed.left, cuts) = (failed.left | cell, cuts + 1),
                }
            }
        }
        self.stats.tried += u64::from((wanted.count_ones()) + wanted_left.count_ones());
        self.stats.cut_bound += cuts;
        self.stats.cut_sleep +=
            u64::from(failed.and(asleep).right.count_ones() + failed.and(asleep).left.count_ones());
        // Nothing sleeps below a node without candidates.
        if after > 1 && self.plan.switches.sleep && self.candidates.len() > base {
            let slides = MoveSet { right: all.right, left: all.left };
            quiet = quiet.or(self.quiet_slides(board, slides.and(failed)));
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

    /// Which of these slides make no run.
    #[inline(always)]
    fn quiet_slides(&self, board: &Packed<B>, slides: MoveSet) -> MoveSet {
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
    fn offer<C: Cpu>(&mut self, step: Move, quiet: bool, board: Packed<B>, measure: M, after: u64, cpu: C) {
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
}
