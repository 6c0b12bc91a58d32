//! The first pass over a node: finds the candidate moves, and the sleep sets of their boards.

use super::node::{Candidate, Node};
use super::search::Search;
use super::sleep::{self, MoveSet};
use super::table::Key;
use crate::bits::cpu::Cpu;
use crate::mayan::moves::{self, Moves};
use crate::mayan::packed::Packed;
use crate::mayan::solve::bound::LowerBound;
use crate::rules::{Move, Side};

/// The result of the first pass over a node.
pub(super) struct Expansion {
    /// Index of the node's first candidate in [`Search::candidates`].
    pub base: usize,
    /// Moves known to fail: cut by the bound or asleep. The second pass adds the candidates that failed.
    pub failed: MoveSet,
    /// Swaps and slides that make no run. Slides that failed are included only if the sleep sets need them.
    pub quiet: MoveSet,
    /// Right moves that are swaps, including swaps of equal blocks if the plan counts these as moves.
    pub swaps: u64,
}

impl<const B: usize, const N: usize, M: LowerBound<B>> Search<'_, B, N, M> {
    /// Runs the first pass: generates the legal moves, applies the bound, and collects candidates.
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
        let mut failed = legal.intersection(asleep);
        let wanted = legal.right & !failed.right;
        let wanted_left = legal.left & !failed.left;
        let mut quiet = MoveSet { right: all.swaps & !all.run_swaps | noops, left: 0 };
        // One branch per kind of move: a generic loop over moves costs the search a few percent.
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
                    match node.bound.slide(x, x + 1, a, after) {
                        Some(bound) => {
                            let board = board.slid(bit, x + 1);
                            let is_quiet = !board.any_run();
                            quiet.right |= u64::from(is_quiet) << bit;
                            self.push_candidate(moves::right(bit), is_quiet, board, bound, after, cpu);
                        }
                        None => (failed.right, cuts) = (failed.right | cell, cuts + 1),
                    }
                } else if noops & cell != 0 {
                    if node.bound.moves() <= after {
                        self.push_candidate(moves::right(bit), true, *board, node.bound, after, cpu);
                    } else {
                        (failed.right, cuts) = (failed.right | cell, cuts + 1);
                    }
                } else {
                    match node.bound.swap(x, a, board.code(bit + 8), after) {
                        Some(bound) => {
                            let hot = all.run_swaps & cell != 0;
                            self.push_candidate(
                                moves::right(bit),
                                !hot,
                                board.swapped(bit),
                                bound,
                                after,
                                cpu,
                            );
                        }
                        None => (failed.right, cuts) = (failed.right | cell, cuts + 1),
                    }
                }
            }
            if wanted_left & cell != 0 {
                match node.bound.slide(x, x - 1, board.code(bit), after) {
                    Some(bound) => {
                        let board = board.slid(bit, x - 1);
                        let is_quiet = !board.any_run();
                        quiet.left |= u64::from(is_quiet) << bit;
                        self.push_candidate(moves::left(bit), is_quiet, board, bound, after, cpu);
                    }
                    None => (failed.left, cuts) = (failed.left | cell, cuts + 1),
                }
            }
        }
        self.stats.tried += u64::from((wanted.count_ones()) + wanted_left.count_ones());
        self.stats.cut_bound += cuts;
        self.stats.cut_sleep += u64::from(
            failed.intersection(asleep).right.count_ones() + failed.intersection(asleep).left.count_ones(),
        );
        // Below a node without candidates no sleep set is needed.
        if after > 1 && self.plan.tuning.sleep && self.candidates.len() > base {
            let slides = MoveSet { right: all.right, left: all.left };
            quiet = quiet.union(self.quiet_slides(board, slides.intersection(failed)));
        }
        if self.plan.any {
            self.candidates[base..].sort_unstable_by_key(|candidate| candidate.rank);
        }
        Expansion { base, failed, quiet, swaps: all.swaps | noops }
    }

    /// Returns the moves of `slides` that make no run.
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
    fn push_candidate<C: Cpu>(
        &mut self,
        step: Move,
        quiet: bool,
        board: Packed<B>,
        bound: M,
        after: u64,
        cpu: C,
    ) {
        if quiet && after > 1 && self.plan.tuning.table {
            self.table.prefetch(Key::<N>::of(&board).hash(), cpu);
        }
        // Moves that make a run come first. Within both kinds, boards nearer to the empty board come first.
        let rank = if self.plan.any { bound.distance() + ((quiet as u32) << 16) } else { 0 };
        self.candidates.push(Candidate { step, quiet, board, bound, rank });
    }

    /// Returns the sleep set of the child that `candidate` leads to; `found` is the expansion of the parent.
    #[inline(always)]
    pub(super) fn asleep_below(&self, found: &Expansion, candidate: &Candidate<B, M>) -> MoveSet {
        if !self.plan.tuning.sleep || !candidate.quiet {
            return MoveSet::NONE;
        }
        let bit = moves::bit_of(candidate.step);
        let independent = match candidate.step.side {
            Side::Right if found.swaps >> bit & 1 == 1 => sleep::independent_of_swap(bit, found.swaps),
            Side::Right => sleep::independent_of_slide(bit, bit / 8 + 1, found.swaps),
            Side::Left => sleep::independent_of_slide(bit, bit / 8 - 1, found.swaps),
        };
        found.failed.intersection(found.quiet).intersection(independent)
    }
}
