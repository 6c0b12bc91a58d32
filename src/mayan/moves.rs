//! All moves of a board at once, as masks.
//!
//! A *right* move has the bit of its block: a swap with the block beside it, or a slide into the empty
//! cell there. A *left* move is a slide into an empty cell. What the masks say of every swap is found
//! without playing one: a swap of the block `a` at a bit with `b` beside it makes a run only where `a`
//! stands afterwards,
//!
//! ```text
//!      2              a at its new place x+1: equal blocks at 1 and 2, at -1 and -2, at 1 and -1,
//!      1              or at p and q; the same for b at x, mirrored
//!  x  [ ]  p  q
//!     -1
//!     -2
//! ```
//!
//! and each such equality is one shift of the whole board.

use super::board::{Packed, rows_between};
use crate::base::{Move, Side};
use crate::bits::lanes;

/// The canonical moves of a settled board, and which of the swaps make a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves {
    /// Right moves that swap two unlike blocks; the bit of the left one.
    pub swaps: u64,
    /// The swaps after which the board has a run.
    pub hot: u64,
    /// Right moves into an empty cell.
    pub right: u64,
    /// Left moves into an empty cell.
    pub left: u64,
}

impl Moves {
    /// The moves of a settled board with `cols` columns, from 1 to 8. Costs about forty word operations.
    ///
    /// # Panics
    /// In builds with overflow checks, if `cols` is 0.
    #[inline(always)]
    pub fn of<const B: usize>(board: &Packed<B>, cols: u32) -> Moves {
        let all = board.occupied();
        let inner = lanes::first_cols(8, cols - 1);
        let beside = all >> 8;
        let swaps = all & beside & !board.equal_at(8);
        // Bit i of `d9` says: the block of i and the one a column on and a row up are equal; and so on.
        let d9 = board.equal_at(9) & rows_between(0, 7);
        let d10 = board.equal_at(10) & rows_between(0, 6);
        let d7 = board.equal_at(7) & rows_between(1, 8);
        let d6 = board.equal_at(6) & rows_between(2, 8);
        let d16 = board.equal_at(16);
        let d24 = board.equal_at(24);
        let a = d9 & (d10 | d7) | d7 & d6 | d16 & d24;
        let (up, up2, down, down2) = (d7 >> 1, d6 >> 2, d9 << 1, d10 << 2);
        let b = up & (up2 | down) | down & down2 | (d16 << 8) & (d24 << 16);
        Moves { swaps, hot: swaps & (a | b), right: all & !beside & inner, left: all & !(all << 8) & !0xff }
    }

    /// The moves one by one, in the order of answers, with those of [`noops`] that are given.
    #[inline(always)]
    pub fn steps(&self, noops: u64) -> Steps {
        Steps { right: self.swaps | self.right | noops, left: self.left, slides: self.right, noops }
    }

    /// Whether there is a move at all.
    #[inline(always)]
    pub fn any(&self) -> bool {
        self.swaps | self.right | self.left != 0
    }
}

/// Swaps of two equal blocks, which change nothing: right moves only with `--allow-noop`.
#[inline(always)]
pub fn noops<const B: usize>(board: &Packed<B>) -> u64 {
    board.equal_at(8)
}

/// What a move does to the block of its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It changes places with an unlike block to its right.
    Swap,
    /// It changes places with an equal block to its right: nothing changes.
    Noop,
    /// It goes into the empty cell to its right.
    Right,
    /// It goes into the empty cell to its left.
    Left,
}

/// A move of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitMove {
    /// The bit of the block.
    pub bit: u32,
    /// What happens to it.
    pub way: Way,
}

impl BitMove {
    /// The move as answers name it.
    #[inline(always)]
    pub const fn named(self) -> Move {
        if matches!(self.way, Way::Left) { left(self.bit) } else { right(self.bit) }
    }

    /// The board that it makes of the one that it is a move of, before that settles.
    #[inline(always)]
    pub fn on<const B: usize>(self, board: &Packed<B>) -> Packed<B> {
        let x = self.bit / 8;
        match self.way {
            Way::Swap => board.swapped(self.bit),
            Way::Noop => *board,
            Way::Right => board.slid(self.bit, x + 1),
            Way::Left => board.slid(self.bit, x - 1),
        }
    }
}

/// Moves of a board, one by one, in the order of answers.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// Those to come, by their bits.
    right: u64,
    left: u64,
    /// Which of the right moves go into an empty cell, and which change nothing.
    slides: u64,
    noops: u64,
}

impl Iterator for Steps {
    type Item = BitMove;

    #[inline(always)]
    fn next(&mut self) -> Option<BitMove> {
        let rest = self.right | self.left;
        if rest == 0 {
            return None;
        }
        let bit = rest.trailing_zeros();
        let cell = 1 << bit;
        if self.right & cell == 0 {
            self.left ^= cell;
            return Some(BitMove { bit, way: Way::Left });
        }
        self.right ^= cell;
        let way = if self.slides & cell != 0 {
            Way::Right
        } else if self.noops & cell != 0 {
            Way::Noop
        } else {
            Way::Swap
        };
        Some(BitMove { bit, way })
    }
}

/// The right move of the block of a bit.
#[inline(always)]
pub const fn right(bit: u32) -> Move {
    Move::new((bit / 8) as u8, (bit % 8) as u8, Side::Right)
}

/// The left move of the block of a bit.
#[inline(always)]
pub const fn left(bit: u32) -> Move {
    Move::new((bit / 8) as u8, (bit % 8) as u8, Side::Left)
}

/// The bit of a move's block.
#[inline(always)]
pub const fn bit_of(step: Move) -> u32 {
    8 * step.x as u32 + step.y as u32
}
