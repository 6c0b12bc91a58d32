//! The simple bound, for all boards.

use super::final_moves::FinalBound;
use super::lower_bound::LowerBound;
use crate::bits::cpu::Cpu;
use crate::mayan::moves::Moves;
use crate::mayan::packed::Packed;
use crate::mayan::solve::sleep::MoveSet;

/// A bound that only tests that no colour has one or two blocks, and that a move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimpleBound {
    blocks: u32,
}

impl<const B: usize> LowerBound<B> for SimpleBound {
    type Final = SimpleBound;

    #[inline(always)]
    fn of<C: Cpu>(board: &Packed<B>, left: u64, _cpu: C) -> Option<Self> {
        let all = board.occupied();
        if all == 0 {
            return Some(SimpleBound { blocks: 0 });
        }
        for code in 1..=Packed::<B>::COLOURS {
            let cells = board.of_code(code) & all;
            if cells != 0 && cells.count_ones() < 3 {
                return None;
            }
        }
        (left > 0).then_some(SimpleBound { blocks: all.count_ones() })
    }

    #[inline(always)]
    fn swap(&self, _x: u32, _a: usize, _b: usize, _left: u64) -> Option<Self> {
        Some(*self)
    }

    #[inline(always)]
    fn slide(&self, _x: u32, _to: u32, _a: usize, _left: u64) -> Option<Self> {
        Some(*self)
    }

    #[inline(always)]
    fn settled<C: Cpu>(&self, board: &Packed<B>, _codes: u64, left: u64, cpu: C) -> Option<Self> {
        Self::of(board, left, cpu)
    }

    #[inline(always)]
    fn end(&self) -> SimpleBound {
        *self
    }

    #[inline(always)]
    fn moves(&self) -> u64 {
        u64::from(self.blocks > 0)
    }

    #[inline(always)]
    fn distance(&self) -> u32 {
        self.blocks
    }
}

impl<const B: usize> FinalBound<B> for SimpleBound {
    #[inline(always)]
    fn first_of_two(&self, _board: &Packed<B>, moves: MoveSet, _swaps: u64) -> MoveSet {
        moves
    }

    #[inline(always)]
    fn swap(&self, _x: u32, _a: usize, _b: usize) -> Option<Self> {
        Some(*self)
    }

    #[inline(always)]
    fn slide(&self, _x: u32, _to: u32, _a: usize) -> Option<Self> {
        Some(*self)
    }

    #[inline(always)]
    fn same(&self) -> Option<Self> {
        Some(*self)
    }

    #[inline(always)]
    fn settled<C: Cpu>(&self, board: &Packed<B>, _codes: u64, cpu: C) -> Option<Self> {
        Self::of(board, 1, cpu)
    }

    #[inline(always)]
    fn last(&self, board: &Packed<B>, cols: u32) -> MoveSet {
        let Moves { run_swaps, right, left, .. } = Moves::of(board, cols);
        MoveSet { right: run_swaps | right, left }
    }
}
