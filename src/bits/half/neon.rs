//! Eight lanes of 16 bits with NEON, which is part of 64-bit ARM.

use std::arch::aarch64::*;

/// A register of eight lanes.
pub type Half = uint16x8_t;

#[inline(always)]
pub fn load(words: [u64; 2]) -> Half {
    // SAFETY: NEON is part of the target; 16 bytes are read from an array of 16 bytes.
    unsafe { vreinterpretq_u16_u64(vld1q_u64(words.as_ptr())) }
}

#[inline(always)]
pub fn words(half: Half) -> [u64; 2] {
    let mut words = [0; 2];
    // SAFETY: NEON is part of the target; 16 bytes are written to an array of 16 bytes.
    unsafe { vst1q_u64(words.as_mut_ptr(), vreinterpretq_u64_u16(half)) };
    words
}

#[inline(always)]
pub fn and(a: Half, b: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vandq_u16(a, b) }
}

#[inline(always)]
pub fn or(a: Half, b: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vorrq_u16(a, b) }
}

#[inline(always)]
pub fn xor(a: Half, b: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { veorq_u16(a, b) }
}

/// The cells of `a` that are not in `b`.
#[inline(always)]
pub fn minus(a: Half, b: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vbicq_u16(a, b) }
}

/// The cells of `a` where `mask` has them, those of `b` elsewhere.
#[inline(always)]
pub fn pick(a: Half, b: Half, mask: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vbslq_u16(mask, a, b) }
}

#[inline(always)]
pub fn is_empty(half: Half) -> bool {
    // SAFETY: NEON is part of the target.
    unsafe { vmaxvq_u32(vreinterpretq_u32_u16(half)) == 0 }
}

/// Every cell `ROWS` rows up, from 1 to 15.
#[inline(always)]
pub fn up<const ROWS: i32>(half: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vshlq_n_u16::<ROWS>(half) }
}

/// Every cell `ROWS` rows down, from 1 to 15.
#[inline(always)]
pub fn down<const ROWS: i32>(half: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vshrq_n_u16::<ROWS>(half) }
}

/// The same number in all lanes.
#[inline(always)]
pub fn every(number: u16) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vdupq_n_u16(number) }
}

/// Sums of lanes, without what is carried beyond 16 bits.
#[inline(always)]
pub fn plus(a: Half, b: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vaddq_u16(a, b) }
}

/// Differences of lanes; below 0 they begin at 2¹⁶ again.
#[inline(always)]
pub fn less(a: Half, b: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vsubq_u16(a, b) }
}

/// All bits of the lanes where `a` is above `b`; both are below 2¹⁵.
#[inline(always)]
pub fn exceeds(a: Half, b: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vcgtq_u16(a, b) }
}

/// All bits of the lanes that are 0.
#[inline(always)]
pub fn zero(half: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vceqzq_u16(half) }
}

/// The bits of each lane.
#[inline(always)]
pub fn counts(half: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(half))) }
}

/// Of numbers from 1 to 16 the factors that shift down by as much; for 0 anything.
#[inline(always)]
pub fn shifts(half: Half) -> Half {
    static BITS: [u8; 16] = [0, 128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0];
    // SAFETY: NEON is part of the target; 16 bytes are read from an array of 16 bytes. 2 to the power of 16 − n has its bit
    // in the upper byte up to 8, then in the lower one, where n − 8 is looked up: what is not in the table gives 0.
    unsafe {
        let both = vreinterpretq_u8_u16(vorrq_u16(half, vshlq_n_u16::<8>(half)));
        let places = vaddq_u8(both, vreinterpretq_u8_u16(vdupq_n_u16(0x00f8)));
        vreinterpretq_u16_u8(vqtbl1q_u8(vld1q_u8(BITS.as_ptr()), places))
    }
}

/// The upper 16 bits of the products of lanes.
#[inline(always)]
pub fn times_high(a: Half, b: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe {
        let (low, high) = (vmull_u16(vget_low_u16(a), vget_low_u16(b)), vmull_high_u16(a, b));
        vuzp2q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high))
    }
}

/// Lanes of `low` one to the left, the last from the start of `high`.
#[inline(always)]
pub fn left(low: Half, high: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vextq_u16::<1>(low, high) }
}

/// Lanes of `high` one to the right, the first from the end of `low`.
#[inline(always)]
pub fn right(low: Half, high: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vextq_u16::<7>(low, high) }
}

#[inline(always)]
pub fn below_lowest(half: Half) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vbicq_u16(vsubq_u16(half, vdupq_n_u16(1)), half) }
}

/// The bit of each lane in a set of lanes.
#[inline(always)]
fn bits() -> Half {
    load([0x0008_0004_0002_0001, 0x0080_0040_0020_0010])
}

/// All cells of the lanes whose bit is set.
#[inline(always)]
pub fn whole(lanes: u8) -> Half {
    // SAFETY: NEON is part of the target.
    unsafe { vtstq_u16(vdupq_n_u16(u16::from(lanes)), bits()) }
}

/// One bit for each lane that is not 0.
#[inline(always)]
pub fn columns(low: Half, high: Half) -> u64 {
    // SAFETY: NEON is part of the target.
    let lanes = unsafe {
        let (low, high) = (vtstq_u16(low, low), vtstq_u16(high, high));
        let (low, high) = (vandq_u16(low, bits()), vandq_u16(high, vshlq_n_u16::<8>(bits())));
        vaddvq_u16(vorrq_u16(low, high))
    };
    u64::from(lanes)
}

/// The cells of both.
#[inline(always)]
pub fn count(low: Half, high: Half) -> u32 {
    // SAFETY: NEON is part of the target.
    let cells = unsafe {
        let of = |half| vcntq_u8(vreinterpretq_u8_u16(half));
        vaddvq_u16(vpaddlq_u8(vaddq_u8(of(low), of(high))))
    };
    u32::from(cells)
}
