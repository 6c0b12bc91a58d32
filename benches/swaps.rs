//! Swaps on Mayan boards for benchmarks.

use tilefall::internals::bits::cpu::{Cpu, Kernel};
use tilefall::internals::mayan::packed::Packed;

/// Plays a swap, given by the bit of its left cell, on each board. Returns the total number of blocks that remain.
pub struct Play<'a>(pub &'a [(Packed<4>, u32)]);

impl<C: Cpu> Kernel<C> for Play<'_> {
    type Out = u32;

    #[inline(always)]
    fn run(self, cpu: C) -> u32 {
        let mut left = 0;
        for (board, bit) in self.0 {
            let mut child = board.swapped(*bit);
            child.settle(cpu);
            left += child.occupied().count_ones();
        }
        left
    }
}
