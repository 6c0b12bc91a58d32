//! Eight lanes of 16 bits with NEON, which is part of 64-bit ARM.

use std::arch::aarch64::*;

/// Eight lanes of 16 bits.
pub type U16x8 = uint16x8_t;

#[inline(always)]
pub fn load(words: [u64; 2]) -> U16x8 {
    // SAFETY: NEON is part of the target; 16 bytes are read from an array of 16 bytes.
    unsafe { vreinterpretq_u16_u64(vld1q_u64(words.as_ptr())) }
}

#[inline(always)]
pub fn words(a: U16x8) -> [u64; 2] {
    let mut words = [0; 2];
    // SAFETY: NEON is part of the target; 16 bytes are written to an array of 16 bytes.
    unsafe { vst1q_u64(words.as_mut_ptr(), vreinterpretq_u64_u16(a)) };
    words
}

#[inline(always)]
pub fn and(a: U16x8, b: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vandq_u16(a, b) }
}

#[inline(always)]
pub fn or(a: U16x8, b: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vorrq_u16(a, b) }
}

#[inline(always)]
pub fn xor(a: U16x8, b: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { veorq_u16(a, b) }
}

/// Returns the cells of `a` that are not in `b`.
#[inline(always)]
pub fn and_not(a: U16x8, b: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vbicq_u16(a, b) }
}

/// Returns the cells of `a` inside `mask` and those of `b` outside it.
#[inline(always)]
pub fn select(a: U16x8, b: U16x8, mask: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vbslq_u16(mask, a, b) }
}

#[inline(always)]
pub fn is_empty(a: U16x8) -> bool {
    // SAFETY: NEON is part of the target.
    unsafe { vmaxvq_u32(vreinterpretq_u32_u16(a)) == 0 }
}

/// Moves every cell `ROWS` rows up, from 1 to 15.
#[inline(always)]
pub fn up<const ROWS: i32>(a: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vshlq_n_u16::<ROWS>(a) }
}

/// Moves every cell `ROWS` rows down, from 1 to 15.
#[inline(always)]
pub fn down<const ROWS: i32>(a: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vshrq_n_u16::<ROWS>(a) }
}

/// Returns the same number in all lanes.
#[inline(always)]
pub fn splat(number: u16) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vdupq_n_u16(number) }
}

/// Adds, wrapping at 2¹⁶.
#[inline(always)]
pub fn add(a: U16x8, b: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vaddq_u16(a, b) }
}

/// Subtracts, wrapping at 2¹⁶.
#[inline(always)]
pub fn sub(a: U16x8, b: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vsubq_u16(a, b) }
}

/// Returns all ones in the lanes that are 0, else 0.
#[inline(always)]
pub fn eq_zero(a: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vceqzq_u16(a) }
}

/// Counts the bits of each lane.
#[inline(always)]
pub fn counts(a: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(a))) }
}

/// Returns 2¹⁶⁻ⁿ for each number n from 1 to 16, the factor of [`times_high`] that shifts right by n; unspecified for
/// 0.
#[inline(always)]
pub fn shift_factors(a: U16x8) -> U16x8 {
    static BITS: [u8; 16] = [0, 128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0];
    // SAFETY: NEON is part of the target; 16 bytes are read from an array of 16 bytes. 2¹⁶⁻ⁿ has its bit in the upper
    // byte for n up to 8, otherwise in the lower byte, where n − 8 is looked up; an index outside the table gives 0.
    unsafe {
        let both = vreinterpretq_u8_u16(vorrq_u16(a, vshlq_n_u16::<8>(a)));
        let places = vaddq_u8(both, vreinterpretq_u8_u16(vdupq_n_u16(0x00f8)));
        vreinterpretq_u16_u8(vqtbl1q_u8(vld1q_u8(BITS.as_ptr()), places))
    }
}

/// Returns the upper 16 bits of the products.
#[inline(always)]
pub fn times_high(a: U16x8, b: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe {
        let (low, high) = (vmull_u16(vget_low_u16(a), vget_low_u16(b)), vmull_high_u16(a, b));
        vuzp2q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high))
    }
}

/// Moves the lanes of `low` one to the left; the last lane comes from the start of `high`.
#[inline(always)]
pub fn left(low: U16x8, high: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vextq_u16::<1>(low, high) }
}

/// Moves the lanes of `high` one to the right; the first lane comes from the end of `low`.
#[inline(always)]
pub fn right(low: U16x8, high: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vextq_u16::<7>(low, high) }
}

#[inline(always)]
pub fn below_lowest(a: U16x8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vbicq_u16(vsubq_u16(a, vdupq_n_u16(1)), a) }
}

/// Returns the bit that represents each lane in a set of lanes.
#[inline(always)]
fn bits() -> U16x8 {
    load([0x0008_0004_0002_0001, 0x0080_0040_0020_0010])
}

/// Returns all cells of a set of lanes.
#[inline(always)]
pub fn full_lanes(lanes: u8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vtstq_u16(vdupq_n_u16(u16::from(lanes)), bits()) }
}

/// Returns one bit for each lane that is not 0.
#[inline(always)]
pub fn columns(low: U16x8, high: U16x8) -> u64 {
    // SAFETY: NEON is part of the target.
    let lanes = unsafe {
        let (low, high) = (vtstq_u16(low, low), vtstq_u16(high, high));
        let (low, high) = (vandq_u16(low, bits()), vandq_u16(high, vshlq_n_u16::<8>(bits())));
        vaddvq_u16(vorrq_u16(low, high))
    };
    u64::from(lanes)
}

/// Counts the cells of both registers.
#[inline(always)]
pub fn count(low: U16x8, high: U16x8) -> u32 {
    // SAFETY: NEON is part of the target.
    let cells = unsafe {
        let of = |a| vcntq_u8(vreinterpretq_u8_u16(a));
        vaddvq_u16(vpaddlq_u8(vaddq_u8(of(low), of(high))))
    };
    u32::from(cells)
}
