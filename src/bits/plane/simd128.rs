//! A plane in two 128-bit registers: 16 lanes of 16 bits, with the vectors of WebAssembly.
//!
//! The twin of `Wide<16, 4>`; the same results, checked against it. A module that has these vectors does not load where
//! they are missing, so they need no test at run time.

use crate::bits::instructions::{JobOn, Simd128};
use crate::bits::plane::Plane;
use std::arch::wasm32::*;

/// Sixteen lanes of 16 bits: columns 0 to 7, and 8 to 15.
#[derive(Clone, Copy, Debug)]
pub struct Pair(v128, v128);

/// Does the same with both halves.
macro_rules! both {
    ($operation:ident, $($plane:expr),+) => {
        Pair($operation($($plane.0),+), $operation($($plane.1),+))
    };
}

/// Lanes of `high` one to the right, the first from the end of `low`.
#[inline(always)]
fn to_right(low: v128, high: v128) -> v128 {
    i16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(low, high)
}

/// Lanes of `low` one to the left, the last from the start of `high`.
#[inline(always)]
fn to_left(low: v128, high: v128) -> v128 {
    i16x8_shuffle::<1, 2, 3, 4, 5, 6, 7, 8>(low, high)
}

#[inline(always)]
fn up(half: v128) -> v128 {
    u16x8_shl(half, 1)
}

#[inline(always)]
fn down(half: v128) -> v128 {
    u16x8_shr(half, 1)
}

#[inline(always)]
fn below_lowest(half: v128) -> v128 {
    v128_andnot(i16x8_sub(half, i16x8_splat(1)), half)
}

/// All cells of the columns whose bit of `bits` is in `columns`.
#[inline(always)]
fn whole(columns: v128, bits: v128) -> v128 {
    i16x8_eq(v128_and(columns, bits), bits)
}

/// One bit for each lane that is not 0.
#[inline(always)]
fn columns(half: v128) -> u64 {
    u64::from(i16x8_bitmask(i16x8_ne(half, i16x8_splat(0))))
}

impl Plane<Simd128> for Pair {
    const BITS: u32 = 16;
    type Words = [u64; 4];

    #[inline(always)]
    fn kernel<J: JobOn<Simd128>>(cpu: Simd128, job: J) -> J::Out {
        job.run_on(cpu)
    }

    #[inline(always)]
    fn load(_cpu: Simd128, words: &[u64; 4]) -> Self {
        Pair(u64x2(words[0], words[1]), u64x2(words[2], words[3]))
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        let Pair(low, high) = self;
        [
            u64x2_extract_lane::<0>(low),
            u64x2_extract_lane::<1>(low),
            u64x2_extract_lane::<0>(high),
            u64x2_extract_lane::<1>(high),
        ]
    }

    #[inline(always)]
    fn no_words() -> [u64; 4] {
        [0; 4]
    }

    #[inline(always)]
    fn bit(_cpu: Simd128, bit: usize) -> Self {
        let bits = u64x2_splat(1 << (bit % 64));
        let word = u64x2_splat((bit / 64) as u64);
        let chosen = |low, high| v128_and(i64x2_eq(word, u64x2(low, high)), bits);
        Pair(chosen(0, 1), chosen(2, 3))
    }

    #[inline(always)]
    fn whole(_cpu: Simd128, columns: u64) -> Self {
        let columns = u16x8_splat(columns as u16);
        let low = u16x8(1, 2, 4, 8, 16, 32, 64, 128);
        Pair(whole(columns, low), whole(columns, u16x8_shl(low, 8)))
    }

    #[inline(always)]
    fn every(_cpu: Simd128, word: u64) -> Self {
        Pair(u64x2_splat(word), u64x2_splat(word))
    }

    #[inline(always)]
    fn columns(self, _cpu: Simd128) -> u64 {
        columns(self.0) | columns(self.1) << 8
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        !v128_any_true(v128_or(self.0, self.1))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        both!(v128_and, self, other)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        both!(v128_or, self, other)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        both!(v128_xor, self, other)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        both!(v128_andnot, self, other)
    }

    #[inline(always)]
    fn up(self) -> Self {
        both!(up, self)
    }

    #[inline(always)]
    fn down(self) -> Self {
        both!(down, self)
    }

    #[inline(always)]
    fn left(self) -> Self {
        Pair(to_left(self.0, self.1), to_left(self.1, u64x2_splat(0)))
    }

    #[inline(always)]
    fn right(self) -> Self {
        Pair(to_right(u64x2_splat(0), self.0), to_right(self.0, self.1))
    }

    #[inline(always)]
    fn below_lowest(self) -> Self {
        both!(below_lowest, self)
    }

    #[inline(always)]
    fn pick(self, other: Self, mask: Self) -> Self {
        both!(v128_bitselect, self, other, mask)
    }
}
