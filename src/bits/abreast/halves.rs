//! Thirty-two numbers in four 128-bit registers, with the vectors that every machine of a target has.
//!
//! The twin of `Plain`; the same results, checked against it.

use super::{ABREAST, Abreast};
use crate::bits::half::{self, Half};
use crate::bits::instructions::Portable;

/// Thirty-two numbers of 16 bits, of eight boards in each register.
#[derive(Clone, Copy, Debug)]
pub struct Halves([Half; 4]);

/// Does the same with all four.
macro_rules! each {
    ($operation:ident $(::<$by:ident>)?, $($halves:expr),+) => {
        Halves([
            half::$operation$(::<$by>)?($($halves.0[0]),+),
            half::$operation$(::<$by>)?($($halves.0[1]),+),
            half::$operation$(::<$by>)?($($halves.0[2]),+),
            half::$operation$(::<$by>)?($($halves.0[3]),+),
        ])
    };
}

/// Four numbers as a word, the first in its lowest bits.
#[inline(always)]
fn word(numbers: &[u16; ABREAST], at: usize) -> u64 {
    let [a, b, c, d] = [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]].map(u64::from);
    a | b << 16 | c << 32 | d << 48
}

impl Abreast<Portable> for Halves {
    #[inline(always)]
    fn load(_cpu: Portable, numbers: &[u16; ABREAST]) -> Self {
        let half = |at| half::load([word(numbers, at), word(numbers, at + 4)]);
        Halves([half(0), half(8), half(16), half(24)])
    }

    #[inline(always)]
    fn numbers(self) -> [u16; ABREAST] {
        let words = self.0.map(half::words);
        std::array::from_fn(|at| (words[at / 8][at / 4 % 2] >> (at % 4 * 16)) as u16)
    }

    #[inline(always)]
    fn every(_cpu: Portable, number: u16) -> Self {
        Halves([half::every(number); 4])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each!(and, self, other)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each!(or, self, other)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        each!(xor, self, other)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        each!(minus, self, other)
    }

    #[inline(always)]
    fn up<const BY: i32>(self) -> Self {
        each!(up::<BY>, self)
    }

    #[inline(always)]
    fn down<const BY: i32>(self) -> Self {
        each!(down::<BY>, self)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        each!(plus, self, other)
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        each!(less, self, other)
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        each!(exceeds, self, other)
    }

    #[inline(always)]
    fn zero(self) -> Self {
        each!(zero, self)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        half::is_empty(half::or(half::or(a, b), half::or(c, d)))
    }

    #[inline(always)]
    fn count(self) -> Self {
        each!(counts, self)
    }

    #[inline(always)]
    fn shifts(self) -> Self {
        each!(shifts, self)
    }

    #[inline(always)]
    fn down_by(self, shifts: Self) -> Self {
        each!(times_high, self, shifts)
    }

    #[inline(always)]
    fn pick(self, other: Self, mask: Self) -> Self {
        each!(pick, self, other, mask)
    }
}
