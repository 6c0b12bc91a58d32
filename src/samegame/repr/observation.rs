//! A board as bytes, one per cell, with rows from the top and each from the left.
//!
//! Lanes are columns, but the output consists of rows: one row of 16 lanes becomes 16 bytes.

use crate::bits::cpu::Cpu;

/// The number of lanes that are written at once.
const LANES: usize = 16;

/// Writes the codes of planes of 16-bit lanes to `codes`, and whether each cell is in `set` to `flags`.
///
/// Both slices have `rows` × `cols` elements. There are at most 16 rows, and at most as many columns as lanes.
#[inline(always)]
pub fn write_observation<C: Cpu, T: From<bool> + Copy, const WORDS: usize, const PLANES: usize>(
    cpu: C,
    planes: &[[u64; WORDS]; PLANES],
    set: &[u64; WORDS],
    (rows, cols): (usize, usize),
    codes: &mut [u8],
    flags: &mut [T],
) {
    for row in 0..rows {
        let bit = (rows - 1 - row) as u32;
        // From the left, so that the bytes beyond the end of a row are overwritten by the next row.
        for block in 0..cols.div_ceil(LANES).min(WORDS / 4) {
            let at = row * cols + LANES * block;
            let mut words = [[0; 4]; PLANES];
            for (words, plane) in words.iter_mut().zip(planes) {
                *words = block_words(plane, block);
            }
            write_prefix(codes, at, &cpu.codes16(&words, bit));
            let bits = cpu.codes16(&[block_words(set, block)], bit);
            let mut all = [T::from(false); LANES];
            all.iter_mut().zip(bits).for_each(|(flag, bit)| *flag = T::from(bit != 0));
            write_prefix(flags, at, &all);
        }
    }
}

/// Returns the words of a block of lanes.
#[inline(always)]
fn block_words<const WORDS: usize>(plane: &[u64; WORDS], block: usize) -> [u64; 4] {
    let mut words = [0; 4];
    words.copy_from_slice(&plane[4 * block..4 * block + 4]);
    words
}

/// Writes the items, or as many as fit.
#[inline(always)]
fn write_prefix<T: Copy>(out: &mut [T], at: usize, items: &[T; LANES]) {
    let rest = &mut out[at..];
    match rest.first_chunk_mut() {
        Some(room) => *room = *items,
        None => rest.copy_from_slice(&items[..rest.len()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::cpu::{Kernel, dispatch};
    use proptest::prelude::*;

    struct WriteObservation<'a, const WORDS: usize>(&'a [[u64; WORDS]; 3], &'a [u64; WORDS], (usize, usize));
    impl<C: Cpu, const WORDS: usize> Kernel<C> for WriteObservation<'_, WORDS> {
        type Out = (Vec<u8>, Vec<bool>);
        #[inline(always)]
        fn run(self, cpu: C) -> (Vec<u8>, Vec<bool>) {
            let cells = self.2.0 * self.2.1;
            let (mut codes, mut flags) = (vec![9; cells], vec![false; cells]);
            write_observation(cpu, self.0, self.1, self.2, &mut codes, &mut flags);
            (codes, flags)
        }
    }

    /// Computes the same observation bit by bit.
    fn slow<const WORDS: usize>(work: &WriteObservation<'_, WORDS>) -> (Vec<u8>, Vec<bool>) {
        let (rows, cols) = work.2;
        let bit = |plane: &[u64], at: usize| {
            let (row, col) = (rows - 1 - at / cols, at % cols);
            plane[col / 4] >> (16 * (col % 4) + row) & 1
        };
        let code = |at| (0..3).fold(0, |code, i| code | (bit(&work.0[i], at) as u8) << i);
        ((0..rows * cols).map(code).collect(), (0..rows * cols).map(|at| bit(work.1, at) == 1).collect())
    }

    proptest! {
        #[test]
        fn every_bit_has_its_byte(
            planes in any::<[[u64; 16]; 3]>(),
            set in any::<[u64; 16]>(),
            rows in 1..=16usize,
            cols in 1..=64usize,
        ) {
            let short = |plane: &[u64; 16]| block_words(plane, 0);
            let (few, few_set) = (planes.each_ref().map(short), short(&set));
            for path in crate::bits::cpu::tested_paths() {
                let work = || WriteObservation(&planes, &set, (rows, cols));
                prop_assert_eq!(dispatch(path, work()), slow(&work()));
                let work = || WriteObservation(&few, &few_set, (rows, cols.min(16)));
                prop_assert_eq!(dispatch(path, work()), slow(&work()));
            }
        }
    }
}
