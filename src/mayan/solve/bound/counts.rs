//! The number of a count vector: of the blocks of one colour in each column.

use crate::bits::cpu::Cpu;
use crate::mayan::board::{ONES, Packed, byte_counts};

/// The number of the count vector of the cells of one colour. Eight equal blocks do not rest in one column, so three
/// bits a column are enough.
#[inline(always)]
pub(super) fn number<C: Cpu>(cells: u64, cpu: C) -> u16 {
    cpu.pext(byte_counts(cells), 0x07 * ONES) as u16 & 0x7fff
}

/// The number of the count vector of a colour of which blocks have vanished; `None` if one or two are left, which never
/// vanish.
#[inline(always)]
pub(super) fn number_left<const B: usize, C: Cpu>(board: &Packed<B>, code: usize, cpu: C) -> Option<u16> {
    let cells = board.of_code(code);
    if matches!(cells.count_ones(), 1 | 2) { None } else { Some(number(cells, cpu)) }
}

/// The number of a count vector after a block has gone from column `x` to column `to` beside it.
#[inline(always)]
pub(super) fn moved(index: u16, x: u32, to: u32) -> u16 {
    // Adding this, shifted to column x, takes a block from x to x + 1.
    const STEP: u16 = 0o7;
    if to > x { index.wrapping_add(STEP << (3 * x)) } else { index.wrapping_sub(STEP << (3 * to)) }
}
