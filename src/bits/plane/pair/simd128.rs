//! Eight lanes of 16 bits with the vectors of WebAssembly. A module that has them does not load where they are missing.

use std::arch::wasm32::*;

/// A register of eight lanes.
pub type Half = v128;

#[inline(always)]
pub fn load(words: [u64; 2]) -> Half {
    u64x2(words[0], words[1])
}

#[inline(always)]
pub fn words(half: Half) -> [u64; 2] {
    [u64x2_extract_lane::<0>(half), u64x2_extract_lane::<1>(half)]
}

#[inline(always)]
pub fn and(a: Half, b: Half) -> Half {
    v128_and(a, b)
}

#[inline(always)]
pub fn or(a: Half, b: Half) -> Half {
    v128_or(a, b)
}

#[inline(always)]
pub fn xor(a: Half, b: Half) -> Half {
    v128_xor(a, b)
}

/// The cells of `a` that are not in `b`.
#[inline(always)]
pub fn minus(a: Half, b: Half) -> Half {
    v128_andnot(a, b)
}

/// The cells of `a` where `mask` has them, those of `b` elsewhere.
#[inline(always)]
pub fn pick(a: Half, b: Half, mask: Half) -> Half {
    v128_bitselect(a, b, mask)
}

#[inline(always)]
pub fn is_empty(half: Half) -> bool {
    !v128_any_true(half)
}

/// Every cell `ROWS` rows up, from 1 to 15.
#[inline(always)]
pub fn up<const ROWS: i32>(half: Half) -> Half {
    u16x8_shl(half, ROWS as u32)
}

/// Every cell `ROWS` rows down, from 1 to 15.
#[inline(always)]
pub fn down<const ROWS: i32>(half: Half) -> Half {
    u16x8_shr(half, ROWS as u32)
}

/// Lanes of `low` one to the left, the last from the start of `high`.
#[inline(always)]
pub fn left(low: Half, high: Half) -> Half {
    i16x8_shuffle::<1, 2, 3, 4, 5, 6, 7, 8>(low, high)
}

/// Lanes of `high` one to the right, the first from the end of `low`.
#[inline(always)]
pub fn right(low: Half, high: Half) -> Half {
    i16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(low, high)
}

#[inline(always)]
pub fn below_lowest(half: Half) -> Half {
    v128_andnot(i16x8_sub(half, i16x8_splat(1)), half)
}

/// All cells of the lanes whose bit is set.
#[inline(always)]
pub fn whole(lanes: u8) -> Half {
    let bits = u16x8(1, 2, 4, 8, 16, 32, 64, 128);
    i16x8_eq(v128_and(u16x8_splat(u16::from(lanes)), bits), bits)
}

/// One bit for each lane that is not 0.
#[inline(always)]
pub fn columns(low: Half, high: Half) -> u64 {
    let of = |half| u64::from(i16x8_bitmask(i16x8_ne(half, i16x8_splat(0))));
    of(low) | of(high) << 8
}

/// The cells of both.
#[inline(always)]
pub fn count(low: Half, high: Half) -> u32 {
    words(low).into_iter().chain(words(high)).map(u64::count_ones).sum()
}
