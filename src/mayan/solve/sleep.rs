//! Sleep sets: moves that need no second look, because the same two moves were tried the other way round.
//!
//! The sleep set of a node N with r moves left is a set of moves B whose child of N is *known to have no
//! solution in r−1 moves*. Every entry is a fact about a board, so it goes together with the table of
//! failures, with bounds and with any order of moves, and the first answer survives: only subtrees
//! without one are passed over (the idea is Godefroid's, 1990, from the checking of concurrent programs).
//!
//! **The rule.** At N, explore A. The child's sleep set is { B in the sleep set of N, or failed already at
//! N : B and A are both *quiet* at N (make no run when played alone there) and independent }. It is empty
//! if A is not quiet. Independent are
//!
//! - two swaps without a common cell;
//! - a swap in row y and a slide of a block of row y' from column x to column t, if the swap touches
//!   column x only below y' (in column t it always lies below what lands there);
//! - two slides with no column in common.
//!
//! **Why.** If both are quiet and independent, the boards before settling are equal in either order, for
//! cells, heights, and thus kind and legality of each move are untouched by the other, and settling is a
//! function of the board. So N·A·B = N·B·A, a child of N·B, which has no solution in r−1; hence N·A·B has
//! none in r−2. The combined board may well make a run.
//!
//! Two tempting rules are wrong. Independence without quietness loses the answer of `- | 33 | 3312 | 2112
//! | 33` (columns, bottom first) in two moves. Quietness that is not tested again at the next level loses
//! that of `1 | 1221 | 21 | 11 | -` in four. Counting and listing all solutions must not use sleep sets.

use crate::base::{Move, Side};
use crate::mayan::board::ONES;
use crate::mayan::moves::bit_of;

/// A set of moves: right moves (swaps and slides) and left moves, by the bits of their blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveSet {
    /// Right moves.
    pub right: u64,
    /// Left moves.
    pub left: u64,
}

impl MoveSet {
    /// No move.
    pub const NONE: MoveSet = MoveSet { right: 0, left: 0 };

    /// Whether the move is one of them.
    #[inline(always)]
    pub fn contains(self, step: Move) -> bool {
        let set = if step.side == Side::Right { self.right } else { self.left };
        set >> bit_of(step) & 1 == 1
    }

    /// Adds a move.
    #[inline(always)]
    pub fn add(&mut self, step: Move) {
        let set = if step.side == Side::Right { &mut self.right } else { &mut self.left };
        *set |= 1 << bit_of(step);
    }

    /// The moves of either set.
    #[inline(always)]
    #[must_use]
    pub fn or(self, other: MoveSet) -> MoveSet {
        MoveSet { right: self.right | other.right, left: self.left | other.left }
    }

    /// The moves of both sets.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: MoveSet) -> MoveSet {
        MoveSet { right: self.right & other.right, left: self.left & other.left }
    }
}

/// The cells of a column.
#[inline(always)]
const fn column(x: u32) -> u64 {
    0xff << (8 * x)
}

/// The cells above the row of a bit, in every column.
#[inline(always)]
fn above(bit: u32) -> u64 {
    !(ONES * (0xff >> (7 - bit % 8)))
}

/// The moves independent of the swap of the block of a bit with the one to its right, on a board where
/// `swaps` are the right moves that swap.
#[inline(always)]
pub fn of_swap(bit: u32, swaps: u64) -> MoveSet {
    let x = bit / 8;
    let near = 1 << bit | 1u64.checked_shl(bit + 8).unwrap_or(0) | 1 << bit >> 8;
    // A slide's block may stand in one of the two columns only above the swap.
    let slides = !(column(x) | column(x + 1)) | above(bit);
    MoveSet { right: swaps & !near | !swaps & slides, left: slides }
}

/// The moves independent of the slide of the block of a bit from its column to column `to`.
#[inline(always)]
pub fn of_slide(bit: u32, to: u32, swaps: u64) -> MoveSet {
    let x = bit / 8;
    let below = !above(bit) & !(ONES << (bit % 8));
    // Swaps that touch column x, as their left or their right column.
    let touching = column(x) | column(x) >> 8;
    let swap = !touching | below;
    // Slides whose source or target is x or `to`.
    let both = column(x) | column(to);
    MoveSet { right: swaps & swap | !swaps & !(both | both >> 8), left: !(both | both << 8) }
}
