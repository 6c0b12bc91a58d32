//! Eight lanes of 16 bits with SSE2, which is part of x86-64.

use std::arch::x86_64::*;

/// A register of eight columns, column 0 in the lowest lane, the bottom cell in the lowest bit of its lane.
pub type U16x8 = __m128i;

#[inline(always)]
pub fn load(words: [u64; 2]) -> U16x8 {
    // SAFETY: SSE2 is part of x86-64; 16 bytes are read from an array of 16 bytes, unaligned.
    unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
}

#[inline(always)]
pub fn words(a: U16x8) -> [u64; 2] {
    let mut words = [0; 2];
    // SAFETY: SSE2 is part of x86-64; 16 bytes are written to an array of 16 bytes, unaligned.
    unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), a) };
    words
}

#[inline(always)]
pub fn is_empty(a: U16x8) -> bool {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(a, _mm_setzero_si128())) == 0xffff }
}

#[inline(always)]
pub fn full_lanes(lanes: u8) -> U16x8 {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let bits = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
        _mm_cmpeq_epi16(_mm_and_si128(_mm_set1_epi16(i16::from(lanes)), bits), bits)
    }
}

#[inline(always)]
pub fn columns(low: U16x8, high: U16x8) -> u64 {
    // SAFETY: SSE2 is part of x86-64.
    let empty = unsafe {
        let (low, high) =
            (_mm_cmpeq_epi16(low, _mm_setzero_si128()), _mm_cmpeq_epi16(high, _mm_setzero_si128()));
        _mm_movemask_epi8(_mm_packs_epi16(low, high))
    };
    u64::from(!empty as u16)
}

/// Counts the cells of both registers: bits are summed in pairs, fours and bytes in parallel, then the bytes are
/// added.
#[inline(always)]
pub fn count(low: U16x8, high: U16x8) -> u32 {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let (twos, fours, bytes) = (_mm_set1_epi8(0x55), _mm_set1_epi8(0x33), _mm_set1_epi8(0x0f));
        let by_fours = |a| {
            let pairs = _mm_sub_epi8(a, _mm_and_si128(_mm_srli_epi16::<1>(a), twos));
            _mm_add_epi8(_mm_and_si128(pairs, fours), _mm_and_si128(_mm_srli_epi16::<2>(pairs), fours))
        };
        // Each group of 4 bits holds the count of both registers: at most 8, so the addition cannot overflow.
        let both = _mm_add_epi8(by_fours(low), by_fours(high));
        let sums = _mm_add_epi8(_mm_and_si128(both, bytes), _mm_and_si128(_mm_srli_epi16::<4>(both), bytes));
        let sums = _mm_sad_epu8(sums, _mm_setzero_si128());
        _mm_cvtsi128_si32(_mm_add_epi32(sums, _mm_srli_si128::<8>(sums))) as u32
    }
}

operations! {
    and(a, b) = _mm_and_si128(a, b);
    or(a, b) = _mm_or_si128(a, b);
    xor(a, b) = _mm_xor_si128(a, b);
    and_not(a, b) = _mm_andnot_si128(b, a);
    select(a, b, mask) = or(and(a, mask), and_not(b, mask));
    up<ROWS>(a) = _mm_slli_epi16::<ROWS>(a);
    down<ROWS>(a) = _mm_srli_epi16::<ROWS>(a);
    left(low, high) = _mm_or_si128(_mm_srli_si128::<2>(low), _mm_slli_si128::<14>(high));
    right(low, high) = _mm_or_si128(_mm_slli_si128::<2>(high), _mm_srli_si128::<14>(low));
    below_lowest(a) = _mm_andnot_si128(a, _mm_add_epi16(a, _mm_set1_epi16(-1)));
}
