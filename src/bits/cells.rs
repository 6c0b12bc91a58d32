//! Sets of cells as words: the first cell, the cell of a number.

use super::instructions::Instructions;

/// The lowest set bit.
#[inline(always)]
pub fn lowest(words: &[u64]) -> Option<usize> {
    let at = words.iter().position(|&word| word != 0)?;
    Some(at * 64 + words[at].trailing_zeros() as usize)
}

/// The set bit of number `n`, from 0, of words that have more than `n`.
///
/// # Panics
/// If they have not.
#[inline(always)]
pub fn nth<C: Instructions>(cpu: C, words: &[u64], n: usize) -> usize {
    let (mut at, mut left) = (0, n);
    if let [a, b, c, _] = *words {
        // Without a branch: which word it is cannot be foretold.
        let [a, b, c] = [a, b, c].map(|word| word.count_ones() as usize);
        let past = [n >= a, n >= a + b, n >= a + b + c].map(usize::from);
        at = past[0] + past[1] + past[2];
        left = n - (a & past[0].wrapping_neg()) - (b & past[1].wrapping_neg()) - (c & past[2].wrapping_neg());
    } else {
        while left >= words[at].count_ones() as usize {
            left -= words[at].count_ones() as usize;
            at += 1;
        }
    }
    at * 64 + cpu.pdep(1 << left, words[at]).trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::cpu::{Cpu, Job, Path, dispatch_on};
    use proptest::prelude::*;

    struct Nth<'a>(&'a [u64]);
    impl Job for Nth<'_> {
        type Out = Vec<usize>;
        #[inline(always)]
        fn run<C: Cpu>(self, cpu: C) -> Vec<usize> {
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
                for path in Path::ALL.into_iter().filter(|path| path.available()) {
                    prop_assert_eq!(&dispatch_on(path, Nth(words)), &set);
                }
            }
        }
    }
}
