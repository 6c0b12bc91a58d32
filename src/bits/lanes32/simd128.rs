//! Thirty-two numbers in four registers of 128 bits, with instructions that every machine of the target has.
//!
//! Tested against `ScalarLanes`.

use super::{BATCH, Lanes32};
use crate::bits::simd128::{self, U16x8};
use crate::bits::token::Portable;

/// Thirty-two numbers of 16 bits, eight boards in each register.
#[derive(Clone, Copy, Debug)]
pub struct Lanes4x128([U16x8; 4]);

/// Applies an operation to all four registers.
macro_rules! each {
    ($operation:ident $(::<$by:ident>)?, $($halves:expr),+) => {
        Lanes4x128([
            simd128::$operation$(::<$by>)?($($halves.0[0]),+),
            simd128::$operation$(::<$by>)?($($halves.0[1]),+),
            simd128::$operation$(::<$by>)?($($halves.0[2]),+),
            simd128::$operation$(::<$by>)?($($halves.0[3]),+),
        ])
    };
}

/// Returns four numbers as a word, the first in the lowest bits.
#[inline(always)]
fn word(numbers: &[u16; BATCH], at: usize) -> u64 {
    let [a, b, c, d] = [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]].map(u64::from);
    a | b << 16 | c << 32 | d << 48
}

impl Lanes32<Portable> for Lanes4x128 {
    #[inline(always)]
    fn load(_cpu: Portable, numbers: &[u16; BATCH]) -> Self {
        let eight = |at| simd128::load([word(numbers, at), word(numbers, at + 4)]);
        Lanes4x128([eight(0), eight(8), eight(16), eight(24)])
    }

    #[inline(always)]
    fn to_array(self) -> [u16; BATCH] {
        let words = self.0.map(simd128::words);
        std::array::from_fn(|at| (words[at / 8][at / 4 % 2] >> (at % 4 * 16)) as u16)
    }

    #[inline(always)]
    fn splat(_cpu: Portable, number: u16) -> Self {
        Lanes4x128([simd128::splat(number); 4])
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
    fn and_not(self, other: Self) -> Self {
        each!(and_not, self, other)
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
    fn add(self, other: Self) -> Self {
        each!(add, self, other)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        each!(sub, self, other)
    }

    #[inline(always)]
    fn eq_zero(self) -> Self {
        each!(eq_zero, self)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        simd128::is_empty(simd128::or(simd128::or(a, b), simd128::or(c, d)))
    }

    #[inline(always)]
    fn count(self) -> Self {
        each!(counts, self)
    }

    #[inline(always)]
    fn shift_factors(self) -> Self {
        each!(shift_factors, self)
    }

    #[inline(always)]
    fn shr_by(self, shifts: Self) -> Self {
        each!(times_high, self, shifts)
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        each!(select, self, other, mask)
    }
}
