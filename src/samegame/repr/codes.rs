//! Converts between bytes, one per cell, and boards with lanes of 16 or 64 bits. The bytes are in rows from the bottom.
//!
//! A byte is 0 for an empty cell, else the colour plus one; a row has a multiple of eight bytes. Lanes are columns, so
//! blocks of 8×8 bits are transposed.

use super::packed::Packed;
use crate::bits::cpu::{Lanes, Layout};

/// The number of cells in a 64-bit word of codes. The width of a row is a multiple of this number.
pub(crate) const CELLS: usize = 8;

impl<const BITS: u32, const WORDS: usize, const PLANES: usize> Packed<BITS, WORDS, PLANES>
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    /// Creates a board from the codes of a settled board that this kind supports, `width` codes to a row.
    #[inline(always)]
    pub(crate) fn from_codes(codes: &[u8], width: usize) -> Self {
        let (codes, words) = (codes.as_chunks::<CELLS>().0, width / CELLS);
        // The number of words that eight lanes take.
        let per_block = BITS as usize / CELLS;
        let mut planes = [[0; WORDS]; PLANES];
        // The loops use indices, because methods of iterators would not be inlined here.
        let mut first = 0;
        while first * words < codes.len() {
            for word in 0..words {
                let mut rows = [0; CELLS];
                for row in 0..CELLS.min(codes.len() / words - first) {
                    rows[row] = u64::from_le_bytes(codes[(first + row) * words + word]);
                }
                for i in 0..PLANES {
                    let mut bits = 0;
                    for row in 0..CELLS {
                        bits |= gather_bits(rows[row] >> i) << (CELLS * row);
                    }
                    let columns = transposed(bits);
                    for at in 0..per_block {
                        let lanes = apart::<BITS>(columns >> (CELLS * CELLS / per_block * at));
                        planes[i][(word * per_block + at) % WORDS] |= lanes << first;
                    }
                }
            }
            first += CELLS;
        }
        Packed::from_planes(planes)
    }

    /// Writes the codes of all cells, `width` codes to a row.
    #[inline(always)]
    pub(crate) fn write_codes(&self, codes: &mut [u8], width: usize) {
        let (codes, words) = (codes.as_chunks_mut::<CELLS>().0, width / CELLS);
        let per_block = BITS as usize / CELLS;
        let mut first = 0;
        while first * words < codes.len() {
            for word in 0..words {
                let mut rows = [0; CELLS];
                for i in 0..PLANES {
                    let mut columns = 0;
                    for at in 0..per_block {
                        let lanes = self.planes[i][(word * per_block + at) % WORDS] >> first;
                        columns |= together::<BITS>(lanes) << (CELLS * CELLS / per_block * at);
                    }
                    let bits = transposed(columns);
                    for row in 0..CELLS {
                        rows[row] |= spread_bits(bits >> (CELLS * row)) << i;
                    }
                }
                for row in 0..CELLS.min(codes.len() / words - first) {
                    codes[(first + row) * words + word] = rows[row].to_le_bytes();
                }
            }
            first += CELLS;
        }
    }
}

/// Returns a block of 8×8 bits with rows and columns exchanged (Warren, Hacker's Delight, 2nd ed., 7-3).
#[inline(always)]
fn transposed(mut bits: u64) -> u64 {
    for (by, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)] {
        let moved = (bits ^ bits >> by) & mask;
        bits ^= moved ^ moved << by;
    }
    bits
}

/// Spreads the lowest bytes of `bytes` to the lanes of a word: four bytes to lanes of 16 bits, one to a lane of 64.
#[inline(always)]
fn apart<const BITS: u32>(bytes: u64) -> u64 {
    match BITS {
        16 => {
            let bytes = bytes & 0xffff_ffff;
            let pairs = (bytes | bytes << 16) & 0x0000_ffff_0000_ffff;
            (pairs | pairs << 8) & 0x00ff_00ff_00ff_00ff
        }
        _ => bytes & 0xff,
    }
}

/// Returns the lowest byte of each lane of a word, packed side by side.
#[inline(always)]
fn together<const BITS: u32>(lanes: u64) -> u64 {
    match BITS {
        16 => {
            let bytes = lanes & 0x00ff_00ff_00ff_00ff;
            let pairs = (bytes | bytes >> 8) & 0x0000_ffff_0000_ffff;
            (pairs | pairs >> 16) & 0xffff_ffff
        }
        _ => lanes & 0xff,
    }
}

/// The lowest bit of each byte.
pub(super) const ONES: u64 = u64::MAX / 0xff;

/// Returns the lowest bits of the eight bytes of a word, as one byte.
#[inline(always)]
pub(super) fn gather_bits(bytes: u64) -> u64 {
    (bytes & ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Returns the lowest eight bits of a word, as one byte each.
#[inline(always)]
pub(super) fn spread_bits(bits: u64) -> u64 {
    // Byte i keeps bit i, and a carry moves this bit to the top of the byte.
    let own = (bits & 0xff).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    (own + (0x7f * ONES)) >> 7 & ONES
}
