//! Lookups in a set of cells, stored as words: the lowest cell, or the cell with `n` cells of the set below it.

use super::token::CpuToken;

/// Creates an array by calling `word` with each index.
///
/// Always inlined. `std::array::from_fn` is a call, and its closure lacks the instructions of the CPU path if another
/// codegen unit compiles the closure.
#[inline(always)]
pub fn array_from_fn<const WORDS: usize>(word: impl Fn(usize) -> u64) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    for at in 0..WORDS {
        words[at] = word(at);
    }
    words
}

/// Returns the position of the lowest set bit, counted from bit 0 of the first word, or `None` if no bit is set.
#[inline(always)]
pub fn lowest(words: &[u64]) -> Option<usize> {
    let at = if let [a, b, c, _] = *words {
        // Without a branch, because the first word that is not 0 cannot be predicted.
        usize::from(a == 0) + usize::from(a | b == 0) + usize::from(a | b | c == 0)
    } else {
        words.iter().position(|&word| word != 0)?
    };
    (words[at] != 0).then(|| at * 64 + words[at].trailing_zeros() as usize)
}

/// Like [`lowest`], but with a branch per word. Faster for a set whose lowest bit is removed again and again: the next
/// bit is usually in the same word, so the branches are predicted.
#[inline(always)]
pub fn next_lowest(words: &[u64]) -> Option<usize> {
    let at = words.iter().position(|&word| word != 0)?;
    Some(at * 64 + words[at].trailing_zeros() as usize)
}

/// Returns the position of the set bit with `n` set bits below it. `n` must be smaller than the number of set bits.
///
/// # Panics
/// Panics in debug builds if `n` is too large. In optimised builds the function then panics or returns a bit that is
/// not set.
#[inline(always)]
pub fn nth<C: CpuToken>(cpu: C, words: &[u64], n: usize) -> usize {
    debug_assert!(words.iter().map(|word| word.count_ones() as usize).sum::<usize>() > n);
    let (mut at, mut left) = (0, n);
    if let [a, b, c, _] = *words {
        // Without a branch, because the word with the bit cannot be predicted.
        let (a, b, c) = (a.count_ones() as usize, b.count_ones() as usize, c.count_ones() as usize);
        let past = (usize::from(n >= a), usize::from(n >= a + b), usize::from(n >= a + b + c));
        at = past.0 + past.1 + past.2;
        left = n - (a & past.0.wrapping_neg()) - (b & past.1.wrapping_neg()) - (c & past.2.wrapping_neg());
    } else {
        while left >= words[at].count_ones() as usize {
            left -= words[at].count_ones() as usize;
            at += 1;
        }
    }
    at * 64 + cpu.nth_bit(words[at], left as u32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::cpu::{Cpu, Kernel, dispatch};
    use proptest::prelude::*;

    struct Nth<'a>(&'a [u64]);
    impl<C: Cpu> Kernel<C> for Nth<'_> {
        type Out = Vec<usize>;
        #[inline(always)]
        fn run(self, cpu: C) -> Vec<usize> {
            let count = self.0.iter().map(|word| word.count_ones() as usize).sum();
            let mut all = Vec::new();
            for n in 0..count {
                all.push(nth(cpu, self.0, n));
            }
            all
        }
    }

    proptest! {
        #[test]
        fn bits_are_named_in_order(words: Vec<u64>, four: [u64; 4], few: [u64; 4]) {
            let sparse = [four[0] & few[0], 0, four[2] & few[2] & few[1], 0];
            for words in [&words[..words.len().min(16)], &four, &sparse, &[]] {
                let bits = 0..words.len() * 64;
                let set: Vec<usize> = bits.filter(|bit| words[bit / 64] >> (bit % 64) & 1 == 1).collect();
                prop_assert_eq!(lowest(words), set.first().copied());
                prop_assert_eq!(next_lowest(words), set.first().copied());
                for path in crate::bits::cpu::tested_paths() {
                    prop_assert_eq!(&dispatch(path, Nth(words)), &set);
                }
            }
        }
    }
}
