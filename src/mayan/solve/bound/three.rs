//! The simple bound, which every board has.

use super::ends::End;
use super::measure::Measure;
use crate::bits::cpu::Cpu;
use crate::mayan::board::Packed;
use crate::mayan::moves::Moves;
use crate::mayan::solve::sleep::MoveSet;

/// No more than that every colour left has three blocks, and that some move is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Three {
    blocks: u32,
}

impl<const B: usize> Measure<B> for Three {
    type End = Three;

    #[inline(always)]
    fn of<C: Cpu>(board: &Packed<B>, left: u64, _cpu: C) -> Option<Self> {
        let all = board.occupied();
        if all == 0 {
            return Some(Three { blocks: 0 });
        }
        for code in 1..=Packed::<B>::COLOURS {
            let cells = board.of_code(code) & all;
            if cells != 0 && cells.count_ones() < 3 {
                return None;
            }
        }
        (left > 0).then_some(Three { blocks: all.count_ones() })
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
    fn end(&self) -> Three {
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

impl<const B: usize> End<B> for Three {
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
        let Moves { hot, right, left, .. } = Moves::of(board, cols);
        MoveSet { right: hot | right, left }
    }
}
