//! The last two moves.
//!
//! At least half of all visited boards have one or two moves left, and need little of the general search. With one move
//! left there is no move ordering, no sleep set and no table. The last move must make a run, and all colours must be
//! able to vanish in their columns after the move ([`final_moves`](crate::mayan::solve::bound::final_moves)). Only such
//! moves are played. With two moves left, each move is searched completely before the next. A board without a possible
//! last move is cut by the bound and, unless `plan.any` is set, does not count as a node.

use super::recent::RecentFailures;
use super::search::{Search, Verdict};
use super::sleep::MoveSet;
use crate::bits::cpu::Cpu;
use crate::mayan::moves::{self, Moves};
use crate::mayan::packed::Packed;
use crate::mayan::solve::bound::LowerBound;
use crate::mayan::solve::bound::final_moves::FinalBound;
use crate::mayan::solve::node::Node;
use crate::rules::{Move, StopReason};

impl<const B: usize, const N: usize, M: LowerBound<B>> Search<'_, B, N, M> {
    /// Searches a board with one move left. A board without a possible last move is a node only if `plan.any` is set.
    #[inline(always)]
    pub(super) fn last<C: Cpu>(&mut self, board: &Packed<B>, end: &M::Final, cpu: C) -> Verdict {
        let last = end.last(board, self.plan.cols);
        if last == MoveSet::NONE && !self.plan.any {
            self.stats.cut_bound += 1;
            return Verdict::None;
        }
        if let Err(ended) = self.enter_node(1) {
            return ended;
        }
        self.finish(board, last, cpu)
    }

    /// Plays each move of `last` and reports the solutions.
    #[inline(always)]
    fn finish<C: Cpu>(&mut self, board: &Packed<B>, last: MoveSet, cpu: C) -> Verdict {
        let mut rest = last.right | last.left;
        self.stats.tried += u64::from(last.right.count_ones() + last.left.count_ones());
        let beside = board.occupied() >> 8;
        let mut verdict = Verdict::None;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            let cell = 1 << bit;
            rest &= rest - 1;
            let x = bit / 8;
            if last.right & cell != 0 {
                let child = if beside & cell != 0 { board.swapped(bit) } else { board.slid(bit, x + 1) };
                if empties(child, cpu) {
                    verdict = self.solved(moves::right(bit));
                    if !self.plan.all || verdict != Verdict::Found {
                        return verdict;
                    }
                }
            }
            if last.left & cell != 0 && empties(board.slid(bit, x - 1), cpu) {
                verdict = self.solved(moves::left(bit));
                if !self.plan.all || verdict != Verdict::Found {
                    return verdict;
                }
            }
        }
        verdict
    }

    /// Reports the solution that ends with the move `step`. The path keeps the move if the solution is the answer.
    #[cold]
    fn solved(&mut self, step: Move) -> Verdict {
        self.path.push(step);
        self.stats.solutions += 1;
        let more = (self.sink)(&self.path);
        if !self.plan.all {
            return Verdict::Found;
        }
        if !more {
            return Verdict::Stopped(StopReason::Solutions);
        }
        self.path.pop();
        Verdict::Found
    }

    /// Searches a node with two moves left: each child is searched as soon as its move has passed the bound.
    #[inline(always)]
    pub(super) fn last_two<C: Cpu>(&mut self, node: &Node<B, M>, asleep: MoveSet, cpu: C) -> Verdict {
        let board = &node.board;
        let end = node.bound.end();
        let all = Moves::of(board, self.plan.cols);
        let noops = if self.plan.noop { moves::noops(board) } else { 0 };
        let awake =
            MoveSet { right: (all.swaps | all.right | noops) & !asleep.right, left: all.left & !asleep.left };
        let wanted = end.first_of_two(board, awake, all.swaps);
        let number = |moves: MoveSet| u64::from(moves.right.count_ones() + moves.left.count_ones());
        self.stats.tried += number(awake);
        self.stats.cut_bound += number(awake) - number(wanted);
        let mut rest = wanted.right | wanted.left;
        let mut verdict = Verdict::None;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            let cell = 1 << bit;
            rest &= rest - 1;
            let x = bit / 8;
            let a = board.code(bit);
            if wanted.right & cell != 0 {
                let child = if all.right & cell != 0 {
                    end.slide(x, x + 1, a).map(|end| (board.slid(bit, x + 1), end))
                } else if noops & cell != 0 {
                    end.same().map(|end| (*board, end))
                } else {
                    end.swap(x, a, board.code(bit + 8)).map(|end| (board.swapped(bit), end))
                };
                let quiet = (all.swaps & !all.run_swaps | noops) & cell != 0;
                match self.last_but_one(moves::right(bit), quiet, child, cpu) {
                    Verdict::None => {}
                    Verdict::Found if self.plan.all => verdict = Verdict::Found,
                    ended => return ended,
                }
            }
            if wanted.left & cell != 0 {
                let child = end.slide(x, x - 1, a).map(|end| (board.slid(bit, x - 1), end));
                match self.last_but_one(moves::left(bit), false, child, cpu) {
                    Verdict::None => {}
                    Verdict::Found if self.plan.all => verdict = Verdict::Found,
                    ended => return ended,
                }
            }
        }
        if verdict == Verdict::None {
            self.record_failure(board, 2);
        }
        verdict
    }

    /// Settles and searches the board after `step`, with one move left. `child` is `None` if the bound cut the move.
    #[inline(always)]
    fn last_but_one<C: Cpu>(
        &mut self,
        step: Move,
        quiet: bool,
        child: Option<(Packed<B>, M::Final)>,
        cpu: C,
    ) -> Verdict {
        let Some((mut board, mut end)) = child else {
            self.stats.cut_bound += 1;
            return Verdict::None;
        };
        let gone = if quiet { 0 } else { board.settle_tracking_codes(cpu) };
        if gone != 0 {
            if board.is_empty() {
                return if self.plan.exactly { Verdict::None } else { self.solved(step) };
            }
            match end.settled(&board, gone, cpu) {
                Some(new) => end = new,
                None => {
                    self.stats.cut_bound += 1;
                    return Verdict::None;
                }
            }
        }
        let slot = RecentFailures::slot(&board);
        if self.plan.tuning.table && self.recent.contains(slot, &board) {
            self.stats.cut_table += 1;
            return Verdict::None;
        }
        self.path.push(step);
        let below = self.last(&board, &end, cpu);
        if below == Verdict::None {
            self.recent.insert(slot, &board);
        }
        if below == Verdict::None || (below == Verdict::Found && self.plan.all) {
            self.path.pop();
        }
        below
    }
}

/// Returns `true` if the board settles to an empty one.
#[inline(always)]
fn empties<const B: usize, C: Cpu>(mut board: Packed<B>, cpu: C) -> bool {
    loop {
        let gone = board.runs();
        if gone == 0 {
            return false;
        }
        if gone == board.occupied() {
            return true;
        }
        board.remove(gone, cpu);
    }
}
