//! The column bound for the last two moves. With one move left, the bound is tested exactly, without the sums of lanes.
//!
//! A colour is *far* if its blocks cannot all vanish in their columns. A step moves one block to a neighbouring column,
//! and *fixes* the colour if its blocks can all vanish in their columns after the step.
//!
//! **One move left.** A swap is a step right and a step left over the same boundary, a slide is one step. After the
//! last move no block changes its column. So the last move must step every far colour and fix each colour that it
//! steps. At most two colours may be far; two far colours need opposite steps over one boundary.
//!
//! **Two moves left.** The first move fixes at most two colours, and at most two may be far after it. So at most four
//! are far before the first move. If four are far, the first move is a swap that fixes two of them; if three are far,
//! the first move fixes one of them.

use crate::bits::cpu::Cpu;
use crate::mayan::moves::Moves;
use crate::mayan::packed::Packed;
use crate::mayan::solve::bound::column_flow::FAR;
use crate::mayan::solve::bound::counts::{index_after_vanishing, moved};
use crate::mayan::solve::bound::lanes::end;
use crate::mayan::solve::sleep::MoveSet;

/// A bound for the last two moves.
///
/// Methods that return an updated bound return `None` if the board cannot be cleared with one more move.
pub trait FinalBound<const B: usize>: Copy {
    /// Returns the moves of `moves` that a quick test allows as the first of two moves. `swaps` contains all swaps.
    fn first_of_two(&self, board: &Packed<B>, moves: MoveSet, swaps: u64) -> MoveSet;
    /// Returns the bound after a swap of colour codes `a` (in column `x`) and `b` (in column `x + 1`), before settling.
    fn swap(&self, x: u32, a: usize, b: usize) -> Option<Self>;
    /// Returns the bound after a block of colour code `a` moved from column `x` to column `to`, before settling.
    fn slide(&self, x: u32, to: u32, a: usize) -> Option<Self>;
    /// Returns the bound after a move that changes nothing.
    fn same(&self) -> Option<Self>;
    /// Returns the bound after the board settled to `board`, where the colours `codes` (bit c for code c) lost blocks.
    fn settled<C: Cpu>(&self, board: &Packed<B>, codes: u64, cpu: C) -> Option<Self>;
    /// Returns the moves that may clear the board: swaps that make a run, and slides.
    fn last(&self, board: &Packed<B>, cols: u32) -> MoveSet;
}

/// The column bound for the last two moves: the count vectors of the colours, and the set of far colours.
///
/// `K` is one more than the largest colour code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowFinalBound<const K: usize> {
    far: u64,
    counts: [u16; K],
}

impl<const K: usize> FlowFinalBound<K> {
    /// Creates a bound from the indexes of the count vectors and the set of far colours (bit c for code c).
    #[inline(always)]
    pub fn new(counts: [u16; K], far: u64) -> Self {
        FlowFinalBound { far, counts }
    }

    /// Sets the index of a colour's count vector, and whether the colour is far. `end` is the [`end`] of the index.
    #[inline(always)]
    fn put(&mut self, code: usize, index: u16, end: u16) {
        self.counts[code] = index;
        self.far = self.far & !(1 << code) | u64::from(end / FAR) << code;
    }

    /// Returns the steps that fix a colour, as the bits in the low byte of [`end`].
    #[inline(always)]
    fn steps(&self, code: usize) -> u8 {
        end(self.counts[code]) as u8
    }

    /// Returns `self` if one move may fix all far colours.
    #[inline(always)]
    fn fixable(self) -> Option<Self> {
        self.others_fixable(self.far).then_some(self)
    }

    /// Returns `true` if one move may fix all colours of `far`.
    #[inline(always)]
    fn others_fixable(&self, far: u64) -> bool {
        match far.count_ones() {
            0 => true,
            1 => self.steps(far.trailing_zeros() as usize) != 0,
            2 => {
                let (a, b) = two(far);
                opposite(self.steps(a), self.steps(b))
            }
            _ => false,
        }
    }

    /// Returns `true` if one move may fix both the far colours `others` and a colour whose [`end`] is `moved`.
    #[inline(always)]
    fn fixable_with(&self, moved: u16, others: u64) -> bool {
        if moved & FAR == 0 {
            return self.others_fixable(others);
        }
        match others.count_ones() {
            0 => moved as u8 != 0,
            1 => opposite(moved as u8, self.steps(others.trailing_zeros() as usize)),
            _ => false,
        }
    }

    /// Returns the cells of a colour from which a step right fixes the colour, and those from which a step left does.
    #[inline(always)]
    fn fixed_by_step<const B: usize>(&self, board: &Packed<B>, code: usize) -> (u64, u64) {
        let (cells, steps) = (board.of_code(code), self.steps(code));
        (cells & COLUMN_MASKS[usize::from(steps & 0xf)], cells & COLUMN_MASKS[usize::from(steps >> 4)] << 8)
    }
}

#[inline(always)]
fn two(codes: u64) -> (usize, usize) {
    (codes.trailing_zeros() as usize, (codes & (codes - 1)).trailing_zeros() as usize)
}

/// Returns `true` if two sets of steps contain opposite steps over one boundary.
#[inline(always)]
fn opposite(steps: u8, others: u8) -> bool {
    steps & others.rotate_left(4) != 0
}

/// Element s: all cells of the columns in the set s, where bit x stands for column x, 0 to 3.
const COLUMN_MASKS: [u64; 16] = {
    let mut whole = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut x = 0;
        while x < 4 {
            whole[set] |= if set >> x & 1 == 1 { 0xff << (8 * x) } else { 0 };
            x += 1;
        }
        set += 1;
    }
    whole
};

impl<const B: usize, const K: usize> FinalBound<B> for FlowFinalBound<K> {
    #[inline(always)]
    fn first_of_two(&self, board: &Packed<B>, moves: MoveSet, swaps: u64) -> MoveSet {
        if self.far.count_ones() < 3 {
            return moves;
        }
        let (mut right, mut left) = (0, 0);
        let mut rest = self.far;
        while rest != 0 {
            let (r, l) = self.fixed_by_step(board, rest.trailing_zeros() as usize);
            (right, left) = (right | r, left | l);
            rest &= rest - 1;
        }
        match self.far.count_ones() {
            3 => MoveSet { right: moves.right & (right | swaps & left >> 8), left: moves.left & left },
            4 => MoveSet { right: moves.right & swaps & right & left >> 8, left: 0 },
            _ => MoveSet::NONE,
        }
    }

    #[inline(always)]
    fn swap(&self, x: u32, a: usize, b: usize) -> Option<Self> {
        let (new_a, new_b) = (moved(self.counts[a], x, x + 1), moved(self.counts[b], x + 1, x));
        let (end_a, end_b) = (end(new_a), end(new_b));
        let others = self.far & !(1 << a | 1 << b);
        let fixable = if end_a & end_b & FAR != 0 {
            others == 0 && opposite(end_a as u8, end_b as u8)
        } else {
            self.fixable_with(if end_a & FAR != 0 { end_a } else { end_b }, others)
        };
        if !fixable {
            return None;
        }
        let mut new = *self;
        new.put(a, new_a, end_a);
        new.put(b, new_b, end_b);
        Some(new)
    }

    #[inline(always)]
    fn slide(&self, x: u32, to: u32, a: usize) -> Option<Self> {
        let index = moved(self.counts[a], x, to);
        let end = end(index);
        if !self.fixable_with(end, self.far & !(1 << a)) {
            return None;
        }
        let mut new = *self;
        new.put(a, index, end);
        Some(new)
    }

    #[inline(always)]
    fn same(&self) -> Option<Self> {
        self.fixable()
    }

    #[inline(always)]
    fn settled<C: Cpu>(&self, board: &Packed<B>, codes: u64, cpu: C) -> Option<Self> {
        let mut new = *self;
        let mut rest = codes;
        while rest != 0 {
            let code = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let index = index_after_vanishing(board, code, cpu)?;
            new.put(code, index, end(index));
        }
        new.fixable()
    }

    #[inline(always)]
    fn last(&self, board: &Packed<B>, cols: u32) -> MoveSet {
        // The cells from which a slide right, a slide left, or a swap to the right may fix all far colours.
        let (right, left, pairs) = match self.far.count_ones() {
            0 => (!0, !0, !0),
            1 => {
                let (right, left) = self.fixed_by_step(board, self.far.trailing_zeros() as usize);
                (right, left, right | left >> 8)
            }
            2 => {
                let (a, b) = two(self.far);
                let ((right_a, left_a), (right_b, left_b)) =
                    (self.fixed_by_step(board, a), self.fixed_by_step(board, b));
                (0, 0, right_a & left_b >> 8 | right_b & left_a >> 8)
            }
            _ => (0, 0, 0),
        };
        if right | left | pairs == 0 {
            return MoveSet::NONE;
        }
        if K <= 4 {
            // With few colours, it is faster to collect the fixing steps of all colours than to test each move.
            let (mut fix_right, mut fix_left) = (0, 0);
            for code in 1..K {
                let (right, left) = self.fixed_by_step(board, code);
                (fix_right, fix_left) = (fix_right | right, fix_left | left);
            }
            let all = Moves::of(board, cols);
            let swaps = all.run_swaps & pairs & fix_right & fix_left >> 8;
            return MoveSet {
                right: swaps | all.right & right & fix_right,
                left: all.left & left & fix_left,
            };
        }
        let all = Moves::of(board, cols);
        let swaps = all.run_swaps & pairs;
        let mut found = MoveSet { right: swaps | all.right & right, left: all.left & left };
        let mut rest = found.right;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let x = bit / 8;
            let mut fixes = self.steps(board.code(bit)) >> x & 1;
            if swaps >> bit & 1 == 1 {
                fixes &= self.steps(board.code(bit + 8)) >> (4 + x) & 1;
            }
            found.right &= !(u64::from(fixes ^ 1) << bit);
        }
        let mut rest = found.left;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let fixes = self.steps(board.code(bit)) >> (3 + bit / 8) & 1;
            found.left &= !(u64::from(fixes ^ 1) << bit);
        }
        found
    }
}
