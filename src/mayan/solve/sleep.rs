//! Sleep sets: moves that need no search at a node, because the same moves were tried in another order.
//!
//! The sleep set of a node N with r moves left is a set of moves. For each move B of the set, the child N·B is *known
//! to have no solution in r−1 moves*. Every entry is a fact about a board, so sleep sets work together with the table
//! of failures, with bounds and with any order of moves, and keep the first answer: only subtrees without a solution
//! are skipped (the idea is from Godefroid, 1990, in the model checking of concurrent programs).
//!
//! **The rule.** The sleep set of the child N·A contains each move B that is in the sleep set of N or has already
//! failed at N, if A and B are independent and both *quiet* at N: neither makes a run when played alone at N. So the
//! set is empty if A is not quiet. These moves are independent:
//!
//! - two swaps without a common cell;
//! - a swap in row y and a slide of a block of row y' from column x to column t, if the swap touches column x only
//!   below y' (in column t, the swap always lies below the landing place);
//! - two slides with no column in common.
//!
//! **Why.** If A and B are quiet and independent, neither move changes the cells and heights that decide whether the
//! other is legal and what it does. So both orders lead to the same board, before settling and after: N·A·B = N·B·A. As
//! N·B has no solution in r−1 moves, its child N·B·A has none in r−2. The board after both moves may well have a run.
//!
//! Two tempting rules are wrong. Independence without quietness loses the answer of `- | 33 | 3312 | 2112
//! | 33` (columns, bottom first) in two moves. Quietness that is not tested again at the next level loses
//! the answer of `1 | 1221 | 21 | 11 | -` in four. Counting and enumerating must not use sleep sets.

use crate::mayan::moves::bit_of;
use crate::mayan::packed::ONES;
use crate::rules::{Move, Side};

/// A set of moves: right moves (swaps and slides) and left moves, by the bits of their blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveSet {
    /// Swaps, and slides to the right.
    pub right: u64,
    /// Slides to the left.
    pub left: u64,
}

impl MoveSet {
    /// The empty set.
    pub const NONE: MoveSet = MoveSet { right: 0, left: 0 };

    /// Returns `true` if the set contains the move.
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

    /// Returns the moves that are in either set.
    #[inline(always)]
    #[must_use]
    pub fn union(self, other: MoveSet) -> MoveSet {
        MoveSet { right: self.right | other.right, left: self.left | other.left }
    }

    /// Returns the moves that are in both sets.
    #[inline(always)]
    #[must_use]
    pub fn intersection(self, other: MoveSet) -> MoveSet {
        MoveSet { right: self.right & other.right, left: self.left & other.left }
    }
}

/// Returns the mask of the cells of a column.
#[inline(always)]
const fn column(x: u32) -> u64 {
    0xff << (8 * x)
}

/// Returns the mask of the cells above the row of `bit`, in every column.
#[inline(always)]
fn above(bit: u32) -> u64 {
    !(ONES * (0xff >> (7 - bit % 8)))
}

/// Returns the moves independent of the swap of the block at `bit` with the block to its right. `swaps` are the right
/// moves that are swaps.
#[inline(always)]
pub fn independent_of_swap(bit: u32, swaps: u64) -> MoveSet {
    let x = bit / 8;
    let near = 1 << bit | 1u64.checked_shl(bit + 8).unwrap_or(0) | 1 << bit >> 8;
    // A slide is independent if its block is outside both columns of the swap, or above the swap.
    let slides = !(column(x) | column(x + 1)) | above(bit);
    MoveSet { right: swaps & !near | !swaps & slides, left: slides }
}

/// Returns the moves independent of the slide of the block at `bit` to column `to`.
#[inline(always)]
pub fn independent_of_slide(bit: u32, to: u32, swaps: u64) -> MoveSet {
    let x = bit / 8;
    let below = !above(bit) & !(ONES << (bit % 8));
    // Swaps whose left or right column is x.
    let touching = column(x) | column(x) >> 8;
    let swap = !touching | below;
    // Slides whose source or target is x or `to`.
    let both = column(x) | column(to);
    MoveSet { right: swaps & swap | !swaps & !(both | both >> 8), left: !(both | both << 8) }
}
