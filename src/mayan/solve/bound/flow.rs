//! The strong bound, for boards of up to five columns.

use super::column_flow::SCALE;
use super::counts::{index_after_vanishing, index_of, moved};
use super::final_moves::FlowFinalBound;
use super::lanes::Lanes;
use super::lower_bound::LowerBound;
use crate::bits::cpu::Cpu;
use crate::mayan::packed::Packed;

/// The bound of [`column_flow`](crate::mayan::solve::bound::column_flow): the count vector of each colour, and the sum
/// of the lanes of all colours.
///
/// `K` is one more than the largest colour code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowBound<const K: usize> {
    lanes: Lanes,
    /// The index of the count vector of each colour code, with the flag [`IS_FAR`].
    counts: [u16; K],
}

/// A flag of an index: the blocks cannot all vanish in their columns.
const IS_FAR: u16 = 1 << 15;

/// Returns `index` with [`IS_FAR`] set if `row` is far, else cleared.
#[inline(always)]
fn marked(index: u16, row: &Lanes) -> u16 {
    index & !IS_FAR | if row.far() { IS_FAR } else { 0 }
}

impl<const K: usize> FlowBound<K> {
    /// Returns the set of colours whose blocks cannot all vanish in their columns: bit c for code c.
    #[inline(always)]
    fn far(&self) -> u64 {
        self.counts.iter().enumerate().fold(0, |far, (code, &index)| far | u64::from(index >> 15) << code)
    }
}

/// Returns the largest allowed lane if `left` moves are left, in thirds of a move; 254 for more than 84 moves.
#[inline(always)]
fn limit(left: u64) -> u8 {
    left.min(84) as u8 * SCALE + (left > 84) as u8 * 2
}

impl<const B: usize, const K: usize> LowerBound<B> for FlowBound<K> {
    type Final = FlowFinalBound<K>;

    #[inline(always)]
    fn of<C: Cpu>(board: &Packed<B>, left: u64, cpu: C) -> Option<Self> {
        let mut new = FlowBound { lanes: Lanes::ZERO, counts: [0; K] };
        let all = board.occupied();
        for code in 1..K {
            let cells = board.of_code(code) & all;
            if cells != 0 {
                let counts = index_of(cells, cpu);
                let row = Lanes::row(counts);
                new.counts[code] = marked(counts, &row);
                new.lanes = new.lanes.plus(row);
            }
        }
        (!new.lanes.exceed(limit(left))).then_some(new)
    }

    #[inline(always)]
    fn swap(&self, x: u32, a: usize, b: usize, left: u64) -> Option<Self> {
        let (old_a, old_b) = (self.counts[a], self.counts[b]);
        let (new_a, new_b) = (moved(old_a, x, x + 1), moved(old_b, x + 1, x));
        let (row_a, row_b) = (Lanes::row(new_a), Lanes::row(new_b));
        let lanes = self.lanes.minus(Lanes::row(old_a)).minus(Lanes::row(old_b)).plus(row_a.plus(row_b));
        if lanes.exceed(limit(left)) {
            return None;
        }
        let mut new = FlowBound { lanes, counts: self.counts };
        new.counts[a] = marked(new_a, &row_a);
        new.counts[b] = marked(new_b, &row_b);
        Some(new)
    }

    #[inline(always)]
    fn slide(&self, x: u32, to: u32, a: usize, left: u64) -> Option<Self> {
        let old = self.counts[a];
        let counts = moved(old, x, to);
        let row = Lanes::row(counts);
        let lanes = self.lanes.minus(Lanes::row(old)).plus(row);
        if lanes.exceed(limit(left)) {
            return None;
        }
        let mut new = FlowBound { lanes, counts: self.counts };
        new.counts[a] = marked(counts, &row);
        Some(new)
    }

    #[inline(always)]
    fn settled<C: Cpu>(&self, board: &Packed<B>, codes: u64, left: u64, cpu: C) -> Option<Self> {
        let mut new = *self;
        let mut rest = codes;
        while rest != 0 {
            let code = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let counts = index_after_vanishing(board, code, cpu)?;
            let row = Lanes::row(counts);
            new.lanes = new.lanes.minus(Lanes::row(self.counts[code])).plus(row);
            new.counts[code] = marked(counts, &row);
        }
        (!new.lanes.exceed(limit(left))).then_some(new)
    }

    #[inline(always)]
    fn end(&self) -> FlowFinalBound<K> {
        let mut counts = self.counts;
        for index in &mut counts {
            *index &= !IS_FAR;
        }
        FlowFinalBound::new(counts, self.far())
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
