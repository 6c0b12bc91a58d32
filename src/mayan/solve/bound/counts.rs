//! Indexes of count vectors. A count vector is the number of blocks of one colour in each column.

use crate::bits::cpu::Cpu;
use crate::mayan::packed::{ONES, Packed, byte_counts};

/// Returns the index of the count vector of the cells of one colour. On a settled board no column has eight equal
/// blocks, so three bits per column are enough.
#[inline(always)]
pub(super) fn index_of<C: Cpu>(cells: u64, cpu: C) -> u16 {
    cpu.pext(byte_counts(cells), 0x07 * ONES) as u16 & 0x7fff
}

/// Returns the index after a colour lost blocks; `None` if one or two blocks are left, which can never vanish.
#[inline(always)]
pub(super) fn index_after_vanishing<const B: usize, C: Cpu>(
    board: &Packed<B>,
    code: usize,
    cpu: C,
) -> Option<u16> {
    let cells = board.of_code(code);
    if matches!(cells.count_ones(), 1 | 2) { None } else { Some(index_of(cells, cpu)) }
}

/// Returns the index of a count vector after a block moved from column `x` to the neighbouring column `to`.
#[inline(always)]
pub(super) fn moved(index: u16, x: u32, to: u32) -> u16 {
    // Column x + 1 gains a block (+8) and column x loses one (−1): +7, shifted to the bits of column x.
    const STEP: u16 = 0o7;
    if to > x { index.wrapping_add(STEP << (3 * x)) } else { index.wrapping_sub(STEP << (3 * to)) }
}
