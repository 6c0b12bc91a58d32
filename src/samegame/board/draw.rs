//! Random numbers, and random bits of a set.

use crate::bits::cells::nth;
use crate::bits::cpu::Cpu;
use rand::Rng;

/// A number below `n`, each with the same chance (but for a part in 2⁶⁴ / `n`).
#[inline(always)]
pub fn below<R: Rng>(rng: &mut R, n: usize) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}

/// One of the bits of a set, each with the same chance; `None`, and no number from `rng`, if there is none.
#[inline(always)]
pub(in crate::samegame) fn draw<C: Cpu, R: Rng>(cpu: C, words: &[u64], rng: &mut R) -> Option<usize> {
    let mut count = 0;
    for word in words {
        count += word.count_ones() as usize;
    }
    if count == 0 {
        return None;
    }
    Some(nth(cpu, words, below(rng, count)))
}
