//! Lower bounds on the moves left, kept up to date from node to node.
//!
//! A [`Measure`] is what the search knows of a board besides its cells. The strong one is for boards of
//! up to five columns; every board has the simple one: a colour of one or two blocks can never vanish.

pub mod column_flow;
pub mod lanes;

use crate::bits::cpu::Cpu;
use crate::mayan::board::{Board, ONES, byte_counts};
use crate::mayan::solve::bound::column_flow::SCALE;
use crate::mayan::solve::bound::lanes::Lanes;

/// What a bound keeps for a board, and how moves change it.
///
/// Every method is given `left`, the moves that may still be played afterwards, and answers `None` when
/// the board cannot be cleared with them.
pub trait Measure<const B: usize>: Copy + Send + Sync {
    /// Of a board, from nothing.
    fn of<C: Cpu>(board: &Board<B>, left: u64, cpu: C) -> Option<Self>;
    /// After a swap of colour codes `a` (in column `x`) and `b` (in column `x + 1`), before settling.
    fn swap(&self, x: u32, a: usize, b: usize, left: u64) -> Option<Self>;
    /// After a block of code `a` has gone from column `x` to column `to`, before settling.
    fn slide(&self, x: u32, to: u32, a: usize, left: u64) -> Option<Self>;
    /// Moves that are needed at the least.
    fn moves(&self) -> u64;
    /// How far the board is from done, as a rule of thumb, for ordering.
    fn distance(&self) -> u32;
}

/// The bound of [`columns`](crate::mayan::solve::bound::column_flow): counts a colour, and the lanes of their sum.
///
/// `K` is one more than the largest colour code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow<const K: usize> {
    lanes: Lanes,
    /// The number of the count vector of each colour code.
    counts: [u16; K],
}

/// The limit of a lane for a number of moves; more than 84 moves are as good as any number.
#[inline(always)]
fn limit(left: u64) -> u8 {
    left.min(84) as u8 * SCALE + (left > 84) as u8 * 2
}

/// Adding this, shifted to column x, to a count vector's number takes a block from x to x + 1.
const STEP: u16 = 0o7;

impl<const B: usize, const K: usize> Measure<B> for Flow<K> {
    #[inline(always)]
    fn of<C: Cpu>(board: &Board<B>, left: u64, cpu: C) -> Option<Self> {
        let mut new = Flow { lanes: Lanes::ZERO, counts: [0; K] };
        let all = board.occupied();
        for code in 1..K {
            let cells = board.of_code(code) & all;
            if cells == 0 {
                continue;
            }
            let total = cells.count_ones() as usize;
            // Eight equal blocks do not rest in one column, so three bits a column are enough.
            let counts = cpu.pext(byte_counts(cells), 0x07 * ONES) as u16 & 0x7fff;
            new.counts[code] = counts;
            if crate::mayan::solve::bound::lanes::has_rows(total) {
                new.lanes = new.lanes.plus(Lanes::row(counts));
            }
        }
        (!new.lanes.exceed(limit(left))).then_some(new)
    }

    #[inline(always)]
    fn swap(&self, x: u32, a: usize, b: usize, left: u64) -> Option<Self> {
        let (old_a, old_b) = (self.counts[a], self.counts[b]);
        let step = STEP << (3 * x);
        let (new_a, new_b) = (old_a.wrapping_add(step), old_b.wrapping_sub(step));
        let change = Lanes::row(new_a).plus(Lanes::row(new_b));
        let lanes = self.lanes.minus(Lanes::row(old_a)).minus(Lanes::row(old_b)).plus(change);
        if lanes.exceed(limit(left)) {
            return None;
        }
        let mut new = Flow { lanes, counts: self.counts };
        new.counts[a] = new_a;
        new.counts[b] = new_b;
        Some(new)
    }

    #[inline(always)]
    fn slide(&self, x: u32, to: u32, a: usize, left: u64) -> Option<Self> {
        let old = self.counts[a];
        let counts =
            if to > x { old.wrapping_add(STEP << (3 * x)) } else { old.wrapping_sub(STEP << (3 * to)) };
        let lanes = self.lanes.minus(Lanes::row(old)).plus(Lanes::row(counts));
        if lanes.exceed(limit(left)) {
            return None;
        }
        let mut new = Flow { lanes, counts: self.counts };
        new.counts[a] = counts;
        Some(new)
    }

    #[inline(always)]
    fn moves(&self) -> u64 {
        u64::from(self.lanes.largest().div_ceil(SCALE))
    }

    #[inline(always)]
    fn distance(&self) -> u32 {
        self.lanes.sum()
    }
}

/// No more than that every colour left has three blocks, and that some move is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Three {
    blocks: u32,
}

impl<const B: usize> Measure<B> for Three {
    #[inline(always)]
    fn of<C: Cpu>(board: &Board<B>, left: u64, _cpu: C) -> Option<Self> {
        let all = board.occupied();
        if all == 0 {
            return Some(Three { blocks: 0 });
        }
        for code in 1..=Board::<B>::COLOURS {
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
    fn moves(&self) -> u64 {
        u64::from(self.blocks > 0)
    }

    #[inline(always)]
    fn distance(&self) -> u32 {
        self.blocks
    }
}
