//! Random numbers, and random bits of a set.

use crate::bits::cells::nth;
use crate::bits::cpu::Cpu;
use rand::Rng;

/// Returns a uniform random number below `n`, with an error of less than `n` / 2⁶⁴ in each probability.
#[inline(always)]
pub fn below<R: Rng>(rng: &mut R, n: usize) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}

/// Returns a bit of a set, chosen uniformly. Returns `None`, without taking a number from `rng`, if the set is empty.
#[inline(always)]
pub(in crate::samegame) fn random_bit<C: Cpu, R: Rng>(cpu: C, words: &[u64], rng: &mut R) -> Option<usize> {
    let mut count = 0;
    for word in words {
        count += word.count_ones() as usize;
    }
    if count == 0 {
        return None;
    }
    Some(nth(cpu, words, below(rng, count)))
}
