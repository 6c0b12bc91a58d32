//! Sets of cells as words: the first cell, and the cell with a given rank.

use super::instructions::Instructions;

/// Words by their number.
///
/// `std::array::from_fn` does the same, but it is a call, and its closure loses the instructions of a CPU path, where another
/// unit of the crate has compiled it.
#[inline(always)]
pub fn by_number<const WORDS: usize>(word: impl Fn(usize) -> u64) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    for at in 0..WORDS {
        words[at] = word(at);
    }
    words
}

/// The lowest set bit, counted from bit 0 of the first word; `None` if no bit is set.
#[inline(always)]
pub fn lowest(words: &[u64]) -> Option<usize> {
    let at = if let [a, b, c, _] = *words {
        // Without a branch: which word it is cannot be foretold.
        usize::from(a == 0) + usize::from(a | b == 0) + usize::from(a | b | c == 0)
    } else {
        words.iter().position(|&word| word != 0)?
    };
    (words[at] != 0).then(|| at * 64 + words[at].trailing_zeros() as usize)
}

/// [`lowest`] of a set that is taken apart from its low end: the word is most often the one of last time, so a branch is
/// foretold and nothing waits for it.
#[inline(always)]
pub fn next_lowest(words: &[u64]) -> Option<usize> {
    let at = words.iter().position(|&word| word != 0)?;
    Some(at * 64 + words[at].trailing_zeros() as usize)
}

/// The set bit with rank `n`: `n` set bits lie below it. `n` must be smaller than the number of set bits.
///
/// # Panics
/// In debug builds, if `n` is too large. In optimised builds it then panics or returns a bit that is not set.
#[inline(always)]
pub fn nth<C: Instructions>(cpu: C, words: &[u64], n: usize) -> usize {
    debug_assert!(words.iter().map(|word| word.count_ones() as usize).sum::<usize>() > n);
    let (mut at, mut left) = (0, n);
    if let [a, b, c, _] = *words {
        // Without a branch: which word it is cannot be foretold.
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
    use crate::bits::cpu::{Cpu, Job, dispatch_on};
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
                prop_assert_eq!(next_lowest(words), set.first().copied());
                for path in crate::bits::cpu::tested() {
                    prop_assert_eq!(&dispatch_on(path, Nth(words)), &set);
                }
            }
        }
    }
}
