//! The column bound at the end of a list: with one move left it can be tested exactly, and without its lanes.
//!
//! Call a colour *far* if its blocks cannot all vanish in the columns where they are
//! ([`clearable`](crate::mayan::solve::bound::column_flow::clearable) says no), and say that a step *mends* a colour
//! if all its blocks can vanish in their columns after it.
//!
//! **One move left.** A move takes one or two colours a step: a swap one right and one left over the same boundary, a
//! slide one. After the last move nothing changes its column any more. So every far colour must be among those that
//! move, each colour that moves must be mended, and at most two colours may be far; two of them must be mended by
//! opposite steps over one boundary. If not, no last move clears the board.
//!
//! **Two moves left.** The first of them mends at most two colours, and at most two may be far after it. So at most
//! four are far before it; with four of them it is a swap that mends both its colours, which are far, and with three
//! it mends one that is far.

use crate::bits::cpu::Cpu;
use crate::mayan::board::Packed;
use crate::mayan::moves::Moves;
use crate::mayan::solve::bound::column_flow::FAR;
use crate::mayan::solve::bound::counts::{moved, number_left};
use crate::mayan::solve::bound::lanes::end;
use crate::mayan::solve::sleep::MoveSet;

/// What the last two moves need of a measure.
///
/// The methods that give another one answer `None` when the board cannot be cleared with one move then.
pub trait End<const B: usize>: Copy {
    /// The moves that may be the first of two, a superset: what they lead to is still to be measured.
    fn first_of_two(&self, board: &Packed<B>, moves: MoveSet, swaps: u64) -> MoveSet;
    /// After a swap of colour codes `a` (in column `x`) and `b` (in column `x + 1`), before settling.
    fn swap(&self, x: u32, a: usize, b: usize) -> Option<Self>;
    /// After a block of code `a` has gone from column `x` to column `to`, before settling.
    fn slide(&self, x: u32, to: u32, a: usize) -> Option<Self>;
    /// After no change at all.
    fn same(&self) -> Option<Self>;
    /// After a board of this measure has settled, and blocks of these colour codes (bit c for code c) vanished.
    fn settled<C: Cpu>(&self, board: &Packed<B>, codes: u64, cpu: C) -> Option<Self>;
    /// The moves that may be the last, of swaps that make a run, and slides.
    fn last(&self, board: &Packed<B>, cols: u32) -> MoveSet;
}

/// The count vectors of the colours, and which of them are far.
///
/// `K` is one more than the largest colour code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends<const K: usize> {
    far: u64,
    counts: [u16; K],
}

impl<const K: usize> Ends<K> {
    /// Of the numbers of the count vectors, and the far colours (bit c for code c).
    #[inline(always)]
    pub fn new(counts: [u16; K], far: u64) -> Self {
        Ends { far, counts }
    }

    /// Notes the new count vector of a colour, and its end.
    #[inline(always)]
    fn put(&mut self, code: usize, index: u16, end: u16) {
        self.counts[code] = index;
        self.far = self.far & !(1 << code) | u64::from(end / FAR) << code;
    }

    /// The steps that mend a colour.
    #[inline(always)]
    fn steps(&self, code: usize) -> u8 {
        end(self.counts[code]) as u8
    }

    /// Itself, if one move may mend all far colours.
    #[inline(always)]
    fn mendable(self) -> Option<Self> {
        self.others_mendable(self.far).then_some(self)
    }

    /// Whether one move may mend these colours, which are far.
    #[inline(always)]
    fn others_mendable(&self, far: u64) -> bool {
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

    /// Whether one move may mend a colour with this end, and those of these colours that are far.
    #[inline(always)]
    fn mendable_with(&self, moved: u16, others: u64) -> bool {
        if moved & FAR == 0 {
            return self.others_mendable(others);
        }
        match others.count_ones() {
            0 => moved as u8 != 0,
            1 => opposite(moved as u8, self.steps(others.trailing_zeros() as usize)),
            _ => false,
        }
    }

    /// The cells of a colour that a single step right, and left, mends.
    #[inline(always)]
    fn mended<const B: usize>(&self, board: &Packed<B>, code: usize) -> (u64, u64) {
        let (cells, steps) = (board.of_code(code), self.steps(code));
        (cells & WHOLE[usize::from(steps & 0xf)], cells & WHOLE[usize::from(steps >> 4)] << 8)
    }
}

/// The codes of a set of two.
#[inline(always)]
fn two(codes: u64) -> (usize, usize) {
    (codes.trailing_zeros() as usize, (codes & (codes - 1)).trailing_zeros() as usize)
}

/// Whether two sets of steps have opposite steps over one boundary.
#[inline(always)]
fn opposite(steps: u8, others: u8) -> bool {
    steps & others.rotate_left(4) != 0
}

/// The columns of a set of columns 0 to 3.
const WHOLE: [u64; 16] = {
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

impl<const B: usize, const K: usize> End<B> for Ends<K> {
    #[inline(always)]
    fn first_of_two(&self, board: &Packed<B>, moves: MoveSet, swaps: u64) -> MoveSet {
        if self.far.count_ones() < 3 {
            return moves;
        }
        let (mut right, mut left) = (0, 0);
        let mut rest = self.far;
        while rest != 0 {
            let (r, l) = self.mended(board, rest.trailing_zeros() as usize);
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
        let mendable = if end_a & end_b & FAR != 0 {
            others == 0 && opposite(end_a as u8, end_b as u8)
        } else {
            self.mendable_with(if end_a & FAR != 0 { end_a } else { end_b }, others)
        };
        if !mendable {
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
        if !self.mendable_with(end, self.far & !(1 << a)) {
            return None;
        }
        let mut new = *self;
        new.put(a, index, end);
        Some(new)
    }

    #[inline(always)]
    fn same(&self) -> Option<Self> {
        self.mendable()
    }

    #[inline(always)]
    fn settled<C: Cpu>(&self, board: &Packed<B>, codes: u64, cpu: C) -> Option<Self> {
        let mut new = *self;
        let mut rest = codes;
        while rest != 0 {
            let code = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let index = number_left(board, code, cpu)?;
            new.put(code, index, end(index));
        }
        new.mendable()
    }

    #[inline(always)]
    fn last(&self, board: &Packed<B>, cols: u32) -> MoveSet {
        // The steps right and left of far colours that mend them, and the swaps of which one is part, or two.
        let (right, left, pairs) = match self.far.count_ones() {
            0 => (!0, !0, !0),
            1 => {
                let (right, left) = self.mended(board, self.far.trailing_zeros() as usize);
                (right, left, right | left >> 8)
            }
            2 => {
                let (a, b) = two(self.far);
                let ((right_a, left_a), (right_b, left_b)) = (self.mended(board, a), self.mended(board, b));
                (0, 0, right_a & left_b >> 8 | right_b & left_a >> 8)
            }
            _ => (0, 0, 0),
        };
        if right | left | pairs == 0 {
            return MoveSet::NONE;
        }
        if K <= 4 {
            // Of few colours the steps of each are soon told.
            let (mut mend_right, mut mend_left) = (0, 0);
            for code in 1..K {
                let (right, left) = self.mended(board, code);
                (mend_right, mend_left) = (mend_right | right, mend_left | left);
            }
            let all = Moves::of(board, cols);
            let swaps = all.hot & pairs & mend_right & mend_left >> 8;
            return MoveSet {
                right: swaps | all.right & right & mend_right,
                left: all.left & left & mend_left,
            };
        }
        let all = Moves::of(board, cols);
        let swaps = all.hot & pairs;
        let mut found = MoveSet { right: swaps | all.right & right, left: all.left & left };
        let mut rest = found.right;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let x = bit / 8;
            let mut mends = self.steps(board.code(bit)) >> x & 1;
            if swaps >> bit & 1 == 1 {
                mends &= self.steps(board.code(bit + 8)) >> (4 + x) & 1;
            }
            found.right &= !(u64::from(mends ^ 1) << bit);
        }
        let mut rest = found.left;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let mends = self.steps(board.code(bit)) >> (3 + bit / 8) & 1;
            found.left &= !(u64::from(mends ^ 1) << bit);
        }
        found
    }
}
