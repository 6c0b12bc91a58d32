//! The reachable boards, enumerated by distance from the initial board.
//!
//! If no reachable board is empty, there is no solution for any number of moves M, and M may be huge. A board of few
//! blocks has few reachable boards, so their enumeration ends soon, while deepening would go on up to M. The boards are
//! enumerated in portions between the searches; a portion is a fraction of the boards that the searches visited.

use crate::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use crate::mayan::moves::Moves;
use crate::mayan::packed::Packed;
use crate::mayan::solve::bound::LowerBound;
use rustc_hash::FxHashSet;

/// A breadth-first walk over all boards that can be reached from a board.
pub struct Reach<const B: usize> {
    seen: FxHashSet<[u64; B]>,
    /// Boards to expand, the nearest first.
    queue: std::collections::VecDeque<Packed<B>>,
    cols: u32,
    path: CpuPath,
    /// The number of boards expanded so far.
    pub expanded: u64,
}

/// The state of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReachStatus {
    /// There are more boards to expand.
    Running,
    /// All boards were expanded, and none is empty.
    Exhausted,
    /// The empty board is reachable.
    Cleared,
    /// The visited boards take all the memory allowed.
    OutOfMemory,
}

impl<const B: usize> Reach<B> {
    /// Creates a walk that starts at `board`, which must be settled and not empty.
    pub fn new(board: Packed<B>, cols: u32, path: CpuPath) -> Self {
        let mut seen = FxHashSet::default();
        seen.insert(board.planes);
        Reach { seen, queue: [board].into(), cols, path, expanded: 0 }
    }

    /// Expands up to `boards` more boards, as long as the visited ones fit into `memory` bytes. Skips boards
    /// that `M` proves impossible to clear in any number of moves.
    pub fn advance<M: LowerBound<B>>(&mut self, boards: u64, memory: usize) -> ReachStatus {
        let bound = std::marker::PhantomData::<M>;
        dispatch(self.path, Advance { reach: self, boards, memory, bound })
    }

    #[inline(always)]
    fn meet<M: LowerBound<B>, C: Cpu>(&mut self, mut board: Packed<B>, cpu: C) -> bool {
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
    bound: std::marker::PhantomData<M>,
}

impl<C: Cpu, const B: usize, M: LowerBound<B>> Kernel<C> for Advance<'_, B, M> {
    type Out = ReachStatus;

    #[inline(always)]
    fn run(self, cpu: C) -> ReachStatus {
        let Advance { reach, boards, memory, .. } = self;
        // The set grows by doubling, and both copies exist while it grows; the queue holds each board once more.
        let room = memory / (size_of::<[u64; B]>() * 6);
        for _ in 0..boards {
            let Some(board) = reach.queue.pop_front() else { return ReachStatus::Exhausted };
            if reach.seen.len() > room {
                return ReachStatus::OutOfMemory;
            }
            reach.expanded += 1;
            for step in Moves::of(&board, reach.cols).iter(0) {
                if reach.meet::<M, C>(step.apply(&board), cpu) {
                    return ReachStatus::Cleared;
                }
            }
        }
        if reach.queue.is_empty() { ReachStatus::Exhausted } else { ReachStatus::Running }
    }
}
