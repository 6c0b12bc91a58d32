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

/// The same number in all lanes.
#[inline(always)]
pub fn every(number: u16) -> Half {
    u16x8_splat(number)
}

/// Sums of lanes, without what is carried beyond 16 bits.
#[inline(always)]
pub fn plus(a: Half, b: Half) -> Half {
    i16x8_add(a, b)
}

/// Differences of lanes; below 0 they begin at 2¹⁶ again.
#[inline(always)]
pub fn less(a: Half, b: Half) -> Half {
    i16x8_sub(a, b)
}

/// All bits of the lanes where `a` is above `b`; both are below 2¹⁵.
#[inline(always)]
pub fn exceeds(a: Half, b: Half) -> Half {
    i16x8_gt(a, b)
}

/// All bits of the lanes that are 0.
#[inline(always)]
pub fn zero(half: Half) -> Half {
    i16x8_eq(half, u16x8_splat(0))
}

/// The bits of each lane.
#[inline(always)]
pub fn counts(half: Half) -> Half {
    u16x8_extadd_pairwise_u8x16(i8x16_popcnt(half))
}

/// Of numbers from 1 to 16 the factors that shift down by as much; for 0 anything.
#[inline(always)]
pub fn shifts(half: Half) -> Half {
    // 2 to the power of 16 − n has its bit in the upper byte up to 8, then in the lower one, where n − 8 is looked up:
    // below 0 that gives 0, as 8 itself does.
    let both = v128_or(half, u16x8_shl(half, 8));
    let bits = i8x16(0, -128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0);
    i8x16_swizzle(bits, i8x16_add(both, u16x8_splat(0x00f8)))
}

/// The upper 16 bits of the products of lanes.
#[inline(always)]
pub fn times_high(a: Half, b: Half) -> Half {
    let (low, high) = (u32x4_extmul_low_u16x8(a, b), u32x4_extmul_high_u16x8(a, b));
    u16x8_narrow_i32x4(u32x4_shr(low, 16), u32x4_shr(high, 16))
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
