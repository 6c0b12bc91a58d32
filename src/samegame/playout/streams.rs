//! The random numbers of many games at once.

use crate::bits::lanes32::{BATCH, PerBoard};
use rand::{Rng as _, SeedableRng as _, TryRng};
use rand_xoshiro::SplitMix64;
use std::convert::Infallible;

/// A stream of random numbers for each board: those of [`Xoshiro256PlusPlus`] (Blackman and Vigna 2021),
/// in the order that vectors work them out.
///
/// [`Xoshiro256PlusPlus`]: rand_xoshiro::Xoshiro256PlusPlus
pub(super) struct Streams([[u64; BATCH]; 4]);

impl Streams {
    /// Streams that are not yet seeded.
    pub fn new() -> Self {
        Streams([[0; BATCH]; 4])
    }

    /// Begins the stream of a board as the generator's `seed_from_u64` does.
    pub fn seed(&mut self, board: usize, seed: u64) {
        let mut words = SplitMix64::seed_from_u64(seed);
        for state in &mut self.0 {
            state[board] = words.next_u64();
        }
    }

    /// For each board a number below `counts`, with one number of each stream, as [`below`](crate::samegame::repr::below)
    /// makes it; 0 if the count is 0.
    #[inline(always)]
    pub fn below(&mut self, counts: &PerBoard) -> PerBoard {
        let mut drawn = [0; BATCH];
        let [a, b, c, d] = &mut self.0;
        for at in 0..BATCH {
            let bits = next([&mut a[at], &mut b[at], &mut c[at], &mut d[at]]);
            let count = u64::from(counts[at]);
            // The upper 64 bits of a product of 80, in steps of 32.
            let (low, high) = ((bits & 0xffff_ffff) * count, (bits >> 32) * count);
            drawn[at] = ((high + (low >> 32)) >> 32) as u16;
        }
        drawn
    }

    /// The stream of a board.
    pub fn stream(&mut self, board: usize) -> Stream<'_> {
        let [a, b, c, d] = &mut self.0;
        Stream([&mut a[board], &mut b[board], &mut c[board], &mut d[board]])
    }
}

/// One stream alone.
pub(super) struct Stream<'a>([&'a mut u64; 4]);

impl TryRng for Stream<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.try_next_u64()? >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let [a, b, c, d] = &mut self.0;
        Ok(next([a, b, c, d]))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&self.try_next_u64()?.to_le_bytes()[..part.len()]);
        }
        Ok(())
    }
}

/// The next number of a stream with this state.
#[inline(always)]
fn next([a, b, c, d]: [&mut u64; 4]) -> u64 {
    let bits = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
    let shifted = *b << 17;
    *c ^= *a;
    *d ^= *b;
    *b ^= *c;
    *a ^= *d;
    *c ^= shifted;
    *d = d.rotate_left(45);
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samegame::repr::below;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn streams_are_those_of_the_generator_alone() {
        let mut streams = Streams::new();
        let mut alone = Vec::new();
        for board in 0..BATCH {
            streams.seed(board, board as u64 * 100);
            alone.push(Xoshiro256PlusPlus::seed_from_u64(board as u64 * 100));
        }
        for round in 0..100 {
            let counts: PerBoard = std::array::from_fn(|board| ((round * 7 + board * 3) % 257) as u16);
            let drawn = streams.below(&counts);
            for (board, alone) in alone.iter_mut().enumerate() {
                assert_eq!(usize::from(drawn[board]), below(alone, usize::from(counts[board])));
                if (board + round).is_multiple_of(5) {
                    assert_eq!(streams.stream(board).next_u64(), alone.next_u64());
                }
            }
        }
    }
}
