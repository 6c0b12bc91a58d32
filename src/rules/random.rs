//! Random numbers that are the same on every machine.

use rand::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A random number generator that depends only on a seed and a stream number.
///
/// # Stability
/// The numbers never change within a major version of the crate: generated puzzles depend on them. Every draw
/// consumes the same 64-bit numbers on 32-bit and 64-bit machines.
///
/// ```
/// use tilefall::rules::Random;
/// let draw = |seed, stream| Random::new(seed, stream).below(1_000_000);
/// assert_eq!(draw(1, 0), 248_123);
/// assert_ne!(draw(1, 0), draw(0, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Creates a generator. Two generators with a different seed or a different stream give unrelated numbers.
    #[inline]
    pub fn new(seed: u64, stream: u64) -> Random {
        let state = mix(mix(seed) ^ stream.wrapping_mul(GOLDEN));
        // Computes the same state as `seed_from_u64`, which is not inlined and takes four times as long.
        let mut bytes = [0; 32];
        for number in 0..4 {
            let word = mix(state.wrapping_add(GOLDEN.wrapping_mul(number as u64))).to_le_bytes();
            bytes[8 * number..8 * number + 8].copy_from_slice(&word);
        }
        Random(Xoshiro256PlusPlus::from_seed(bytes))
    }

    /// Returns the inner generator, for policies and searches.
    #[doc(hidden)]
    pub fn generator(&mut self) -> &mut Xoshiro256PlusPlus {
        &mut self.0
    }

    /// Returns a uniform number below `n` (to within one part in 2⁶⁴ / `n`), or 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// Returns a uniform number from `low` to `high`, both included.
    ///
    /// # Panics
    /// If `low` is above `high`, in debug builds.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        debug_assert!(low <= high);
        low + self.below(high - low + 1)
    }

    /// Returns `true` with a probability of `percent` in 100.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Shuffles items; all orders are equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// The step of SplitMix64: 2⁶⁴ divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes 64 bits bijectively, by the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
#[inline]
fn mix(bits: u64) -> u64 {
    let bits = bits.wrapping_add(GOLDEN);
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn neighbouring_streams_differ() {
        let first = |seed, stream| Random::new(seed, stream).bits();
        let all: HashSet<u64> =
            (0..60).flat_map(|seed| (0..60).map(move |stream| first(seed, stream))).collect();
        assert_eq!(all.len(), 3600);
    }

    #[test]
    fn every_number_and_every_order_occurs() {
        let mut random = Random::new(1, 2);
        let mut seen = [0; 7];
        (0..700).for_each(|_| seen[random.below(7)] += 1);
        assert!(seen.iter().all(|&count| (60..150).contains(&count)), "{seen:?}");
        let mut orders = HashSet::new();
        for _ in 0..200 {
            let mut items = [1, 2, 3];
            random.shuffle(&mut items);
            orders.insert(items);
        }
        assert_eq!(orders.len(), 6);
        assert_eq!((random.below(0), random.below(1), random.between(4, 4)), (0, 0, 4));
    }
}
