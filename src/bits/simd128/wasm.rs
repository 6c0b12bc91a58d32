//! Eight lanes of 16 bits with WebAssembly's `simd128`. A module with these instructions does not load on an engine
//! without them.

use std::arch::wasm32::*;

/// A register of eight columns, column 0 in the lowest lane, the bottom cell in the lowest bit of its lane.
pub type U16x8 = v128;

#[inline(always)]
pub fn load(words: [u64; 2]) -> U16x8 {
    u64x2(words[0], words[1])
}

#[inline(always)]
pub fn words(a: U16x8) -> [u64; 2] {
    [u64x2_extract_lane::<0>(a), u64x2_extract_lane::<1>(a)]
}

#[inline(always)]
pub fn is_empty(a: U16x8) -> bool {
    !v128_any_true(a)
}

#[inline(always)]
pub fn full_lanes(lanes: u8) -> U16x8 {
    let bits = u16x8(1, 2, 4, 8, 16, 32, 64, 128);
    i16x8_eq(v128_and(u16x8_splat(u16::from(lanes)), bits), bits)
}

#[inline(always)]
pub fn columns(low: U16x8, high: U16x8) -> u64 {
    let of = |a| u64::from(i16x8_bitmask(i16x8_ne(a, i16x8_splat(0))));
    of(low) | of(high) << 8
}

#[inline(always)]
pub fn count(low: U16x8, high: U16x8) -> u32 {
    words(low).into_iter().chain(words(high)).map(u64::count_ones).sum()
}

operations! {
    and(a, b) = v128_and(a, b);
    or(a, b) = v128_or(a, b);
    xor(a, b) = v128_xor(a, b);
    and_not(a, b) = v128_andnot(a, b);
    select(a, b, mask) = v128_bitselect(a, b, mask);
    up<ROWS>(a) = u16x8_shl(a, ROWS as u32);
    down<ROWS>(a) = u16x8_shr(a, ROWS as u32);
    left(low, high) = i16x8_shuffle::<1, 2, 3, 4, 5, 6, 7, 8>(low, high);
    right(low, high) = i16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(low, high);
    below_lowest(a) = v128_andnot(i16x8_sub(a, i16x8_splat(1)), a);
}
