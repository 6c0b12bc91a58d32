//! Eight lanes of 16 bits with NEON, which is part of 64-bit ARM.

use std::arch::aarch64::*;

/// A register of eight columns, column 0 in the lowest lane, the bottom cell in the lowest bit of its lane.
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
pub fn is_empty(a: U16x8) -> bool {
    // SAFETY: NEON is part of the target.
    unsafe { vmaxvq_u32(vreinterpretq_u32_u16(a)) == 0 }
}

/// Returns `1 << i` in lane i: the bit of the lane in a set of lanes.
#[inline(always)]
fn bits() -> U16x8 {
    load([0x0008_0004_0002_0001, 0x0080_0040_0020_0010])
}

#[inline(always)]
pub fn full_lanes(lanes: u8) -> U16x8 {
    // SAFETY: NEON is part of the target.
    unsafe { vtstq_u16(vdupq_n_u16(u16::from(lanes)), bits()) }
}

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

#[inline(always)]
pub fn count(low: U16x8, high: U16x8) -> u32 {
    // SAFETY: NEON is part of the target.
    let cells = unsafe {
        let of = |a| vcntq_u8(vreinterpretq_u8_u16(a));
        vaddvq_u16(vpaddlq_u8(vaddq_u8(of(low), of(high))))
    };
    u32::from(cells)
}

operations! {
    and(a, b) = vandq_u16(a, b);
    or(a, b) = vorrq_u16(a, b);
    xor(a, b) = veorq_u16(a, b);
    and_not(a, b) = vbicq_u16(a, b);
    select(a, b, mask) = vbslq_u16(mask, a, b);
    up<ROWS>(a) = vshlq_n_u16::<ROWS>(a);
    down<ROWS>(a) = vshrq_n_u16::<ROWS>(a);
    left(low, high) = vextq_u16::<1>(low, high);
    right(low, high) = vextq_u16::<7>(low, high);
    below_lowest(a) = vbicq_u16(vsubq_u16(a, vdupq_n_u16(1)), a);
}
