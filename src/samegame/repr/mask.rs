//! Sets of cells of packed boards.

use crate::bits::cells::lowest;
use crate::rules::Cell;
use crate::samegame::repr::board_repr::Cells;

/// A set of cells of a [`Packed`](super::packed::Packed) board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mask<const BITS: u32, const WORDS: usize>(pub(super) [u64; WORDS]);

impl<const BITS: u32, const WORDS: usize> Default for Mask<BITS, WORDS> {
    fn default() -> Self {
        Mask([0; WORDS])
    }
}

impl<const BITS: u32, const WORDS: usize> Mask<BITS, WORDS> {
    /// Returns the bit of a cell, or `None` if the cell is outside the lanes.
    #[inline(always)]
    pub(super) fn bit(cell: Cell) -> Option<usize> {
        let bits = BITS as usize;
        (cell.row < bits && cell.col < WORDS * 64 / bits).then(|| cell.col * bits + cell.row)
    }

    #[inline(always)]
    pub(super) fn cell(bit: usize) -> Cell {
        Cell::new(bit % BITS as usize, bit / BITS as usize)
    }

    /// Returns the index of the last column that has a cell of the set; 0 if the set is empty.
    #[inline(always)]
    pub(in crate::samegame) fn last_column(&self) -> usize {
        let mut last = 0;
        for at in 0..WORDS {
            if self.0[at] != 0 {
                last = at * 64 + 63 - self.0[at].leading_zeros() as usize;
            }
        }
        last / BITS as usize
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        let mut all = 0;
        for word in &self.0 {
            all |= word;
        }
        all == 0
    }
}

impl<const BITS: u32, const WORDS: usize> Cells for Mask<BITS, WORDS> {
    #[inline(always)]
    fn count(&self) -> usize {
        let mut count = 0;
        for word in &self.0 {
            count += word.count_ones() as usize;
        }
        count
    }

    #[inline(always)]
    fn add(&mut self, others: &Self) {
        for at in 0..WORDS {
            self.0[at] |= others.0[at];
        }
    }

    #[inline(always)]
    fn first(&self) -> Option<Cell> {
        lowest(&self.0).map(Self::cell)
    }

    #[inline(always)]
    fn for_each(&self, mut cell: impl FnMut(Cell)) {
        for (at, &word) in self.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                cell(Self::cell(at * 64 + rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
        }
    }
}
