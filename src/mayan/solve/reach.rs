//! Every board that can be reached, in order of distance.
//!
//! M may be huge. If no reachable board is empty there is no solution for any M, and a board of few blocks
//! has few reachable boards: then going through all of them, each once, ends where deepening never
//! would. The walk is carried on in portions, so that it never costs more than the search beside it.

use crate::bits::cpu::{Cpu, Job, Path, dispatch_on};
use crate::mayan::board::Packed;
use crate::mayan::moves::Moves;
use crate::mayan::solve::bound::Measure;
use rustc_hash::FxHashSet;

/// A walk over the reachable boards, breadth first.
pub struct Reach<const B: usize> {
    seen: FxHashSet<[u64; B]>,
    /// Boards to expand, the nearest first.
    queue: std::collections::VecDeque<Packed<B>>,
    cols: u32,
    /// The CPU path to walk on.
    path: Path,
    /// Boards expanded.
    pub expanded: u64,
}

/// How far the walk has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// There is more to see.
    Going,
    /// All was seen, and no board is empty.
    Exhausted,
    /// The empty board can be reached.
    Cleared,
    /// The boards seen take all the memory allowed.
    Full,
}

impl<const B: usize> Reach<B> {
    /// Before the first step from a settled board that is not empty.
    pub fn new(board: Packed<B>, cols: u32, path: Path) -> Self {
        let mut seen = FxHashSet::default();
        seen.insert(board.planes);
        Reach { seen, queue: [board].into(), cols, path, expanded: 0 }
    }

    /// Expands up to `boards` more, as long as those seen fit into `memory` bytes. Boards on which `M`
    /// shows cannot be cleared in any number of moves are left out.
    pub fn advance<M: Measure<B>>(&mut self, boards: u64, memory: usize) -> Walk {
        let measure = std::marker::PhantomData::<M>;
        dispatch_on(self.path, Advance { reach: self, boards, memory, measure })
    }

    #[inline(always)]
    fn meet<M: Measure<B>, C: Cpu>(&mut self, mut board: Packed<B>, cpu: C) -> bool {
        board.settle(cpu);
        if board.is_empty() {
            return true;
        }
        if self.seen.insert(board.planes) && M::of(&board, u64::MAX, cpu).is_some() {
            self.queue.push_back(board);
        }
        false
    }
}

struct Advance<'a, const B: usize, M> {
    reach: &'a mut Reach<B>,
    boards: u64,
    memory: usize,
    measure: std::marker::PhantomData<M>,
}

impl<const B: usize, M: Measure<B>> Job for Advance<'_, B, M> {
    type Out = Walk;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Walk {
        let Advance { reach, boards, memory, .. } = self;
        // A set grows by doubling, and holds both sizes while it moves; the queue holds boards once more.
        let room = memory / (size_of::<[u64; B]>() * 6);
        for _ in 0..boards {
            let Some(board) = reach.queue.pop_front() else { return Walk::Exhausted };
            if reach.seen.len() > room {
                return Walk::Full;
            }
            reach.expanded += 1;
            for step in Moves::of(&board, reach.cols).steps(0) {
                if reach.meet::<M, C>(step.on(&board), cpu) {
                    return Walk::Cleared;
                }
            }
        }
        if reach.queue.is_empty() { Walk::Exhausted } else { Walk::Going }
    }
}
