//! All moves of a board at once, as masks.
//!
//! The bit of a move is the bit of its block. A *right* move is a swap with the block to the right, or a slide into the
//! empty cell there. A *left* move is a slide into an empty cell. Swaps that make a run are found without playing them:
//! after a swap of block `a` at x with block `b` at x+1, `a` is in a run exactly if these cells have its colour:
//!
//! ```text
//!      2
//!      1              1 and 2, or -1 and -2, or 1 and -1, or p and q;
//!  x  [ ]  p  q       the same for b at x, mirrored
//!     -1
//!     -2
//! ```
//!
//! Each of these equalities is tested by one shift of the whole board.

use super::packed::{Packed, rows_between};
use crate::bits::lanes;
use crate::rules::{Move, Side};

/// Masks of the canonical moves of a settled board, and of the swaps that make a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves {
    /// Swaps of two different blocks, by the bit of the left one.
    pub swaps: u64,
    /// The swaps after which the board has a run.
    pub run_swaps: u64,
    /// Right moves into an empty cell.
    pub right: u64,
    /// Left moves into an empty cell.
    pub left: u64,
}

impl Moves {
    /// Returns the moves of a settled board with `cols` columns, from 1 to 8. Takes about forty word operations.
    ///
    /// # Panics
    /// In builds with overflow checks, if `cols` is 0.
    #[inline(always)]
    pub fn of<const B: usize>(board: &Packed<B>, cols: u32) -> Moves {
        let all = board.occupied();
        let inner = lanes::first_cols(8, cols - 1);
        let beside = all >> 8;
        let swaps = all & beside & !board.equal_at(8);
        // Bit i of `d9` is set if the blocks at bits i and i + 9 (next column, one row up) are equal. `d10` compares
        // the bits i and i + 10, and so on.
        let d9 = board.equal_at(9) & rows_between(0, 7);
        let d10 = board.equal_at(10) & rows_between(0, 6);
        let d7 = board.equal_at(7) & rows_between(1, 8);
        let d6 = board.equal_at(6) & rows_between(2, 8);
        let d16 = board.equal_at(16);
        let d24 = board.equal_at(24);
        let a = d9 & (d10 | d7) | d7 & d6 | d16 & d24;
        let (up, up2, down, down2) = (d7 >> 1, d6 >> 2, d9 << 1, d10 << 2);
        let b = up & (up2 | down) | down & down2 | (d16 << 8) & (d24 << 16);
        Moves {
            swaps,
            run_swaps: swaps & (a | b),
            right: all & !beside & inner,
            left: all & !(all << 8) & !0xff,
        }
    }

    /// Returns an iterator over the moves in canonical order. `noops` are the swaps of equal blocks to include.
    #[inline(always)]
    pub fn iter(&self, noops: u64) -> MoveIter {
        MoveIter { right: self.swaps | self.right | noops, left: self.left, slides: self.right, noops }
    }
}

/// Returns the swaps of two equal blocks, by the bit of the left one. Such swaps change nothing.
#[inline(always)]
pub fn noops<const B: usize>(board: &Packed<B>) -> u64 {
    board.equal_at(8)
}

/// The kind of a canonical move: a swap or a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A swap with a different block to the right.
    Swap,
    /// A swap with an equal block to the right, which changes nothing.
    Noop,
    /// A slide into the empty cell to the right.
    Right,
    /// A slide into the empty cell to the left.
    Left,
}

/// A legal move of a board, by the bit of its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitMove {
    /// The bit of the block that moves, 8x + y.
    pub bit: u32,
    /// Whether the move is a swap or a slide, and to which side.
    pub kind: MoveKind,
}

impl BitMove {
    /// Returns the move in its public form.
    #[inline(always)]
    pub const fn to_move(self) -> Move {
        if matches!(self.kind, MoveKind::Left) { left(self.bit) } else { right(self.bit) }
    }

    /// Applies the move to `board` without settling.
    #[inline(always)]
    pub fn apply<const B: usize>(self, board: &Packed<B>) -> Packed<B> {
        let x = self.bit / 8;
        match self.kind {
            MoveKind::Swap => board.swapped(self.bit),
            MoveKind::Noop => *board,
            MoveKind::Right => board.slid(self.bit, x + 1),
            MoveKind::Left => board.slid(self.bit, x - 1),
        }
    }
}

/// An iterator over the moves of a board in canonical order.
#[derive(Clone, Copy, Debug)]
pub struct MoveIter {
    /// Right moves that were not returned yet.
    right: u64,
    /// Left moves that were not returned yet.
    left: u64,
    /// Right moves into an empty cell.
    slides: u64,
    /// Right moves that change nothing.
    noops: u64,
}

impl Iterator for MoveIter {
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
            return Some(BitMove { bit, kind: MoveKind::Left });
        }
        self.right ^= cell;
        let kind = if self.slides & cell != 0 {
            MoveKind::Right
        } else if self.noops & cell != 0 {
            MoveKind::Noop
        } else {
            MoveKind::Swap
        };
        Some(BitMove { bit, kind })
    }
}

/// Returns the right move of the block at `bit`.
#[inline(always)]
pub const fn right(bit: u32) -> Move {
    Move::new((bit / 8) as u8, (bit % 8) as u8, Side::Right)
}

/// Returns the left move of the block at `bit`.
#[inline(always)]
pub const fn left(bit: u32) -> Move {
    Move::new((bit / 8) as u8, (bit % 8) as u8, Side::Left)
}

/// Returns the bit of the block that a move moves.
#[inline(always)]
pub const fn bit_of(step: Move) -> u32 {
    8 * step.x as u32 + step.y as u32
}
