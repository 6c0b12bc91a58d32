//! Eight lanes of 16 bits with SSE2, which is part of x86-64.

use std::arch::x86_64::*;

/// A register of eight lanes.
pub type Half = __m128i;

#[inline(always)]
pub fn load(words: [u64; 2]) -> Half {
    // SAFETY: SSE2 is part of x86-64; 16 bytes are read from an array of 16 bytes, unaligned.
    unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
}

#[inline(always)]
pub fn words(half: Half) -> [u64; 2] {
    let mut words = [0; 2];
    // SAFETY: SSE2 is part of x86-64; 16 bytes are written to an array of 16 bytes, unaligned.
    unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), half) };
    words
}

#[inline(always)]
pub fn and(a: Half, b: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_and_si128(a, b) }
}

#[inline(always)]
pub fn or(a: Half, b: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_or_si128(a, b) }
}

#[inline(always)]
pub fn xor(a: Half, b: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_xor_si128(a, b) }
}

/// The cells of `a` that are not in `b`.
#[inline(always)]
pub fn minus(a: Half, b: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_andnot_si128(b, a) }
}

/// The cells of `a` where `mask` has them, those of `b` elsewhere.
#[inline(always)]
pub fn pick(a: Half, b: Half, mask: Half) -> Half {
    or(and(a, mask), minus(b, mask))
}

#[inline(always)]
pub fn is_empty(half: Half) -> bool {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(half, _mm_setzero_si128())) == 0xffff }
}

/// Every cell `ROWS` rows up, from 1 to 15.
#[inline(always)]
pub fn up<const ROWS: i32>(half: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_slli_epi16::<ROWS>(half) }
}

/// Every cell `ROWS` rows down, from 1 to 15.
#[inline(always)]
pub fn down<const ROWS: i32>(half: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_srli_epi16::<ROWS>(half) }
}

/// The same number in all lanes.
#[inline(always)]
pub fn every(number: u16) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_set1_epi16(number as i16) }
}

/// Sums of lanes, without what is carried beyond 16 bits.
#[inline(always)]
pub fn plus(a: Half, b: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_add_epi16(a, b) }
}

/// Differences of lanes; below 0 they begin at 2¹⁶ again.
#[inline(always)]
pub fn less(a: Half, b: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_sub_epi16(a, b) }
}

/// All bits of the lanes where `a` is above `b`; both are below 2¹⁵.
#[inline(always)]
pub fn exceeds(a: Half, b: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_cmpgt_epi16(a, b) }
}

/// All bits of the lanes that are 0.
#[inline(always)]
pub fn zero(half: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_cmpeq_epi16(half, _mm_setzero_si128()) }
}

/// The bits of each lane, counted by twos, fours and bytes side by side.
#[inline(always)]
pub fn counts(half: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let (twos, fours, bytes) = (_mm_set1_epi8(0x55), _mm_set1_epi8(0x33), _mm_set1_epi8(0x0f));
        let pairs = _mm_sub_epi8(half, _mm_and_si128(_mm_srli_epi16::<1>(half), twos));
        let four =
            _mm_add_epi8(_mm_and_si128(pairs, fours), _mm_and_si128(_mm_srli_epi16::<2>(pairs), fours));
        let eight = _mm_and_si128(_mm_add_epi8(four, _mm_srli_epi16::<4>(four)), bytes);
        _mm_srli_epi16::<8>(_mm_add_epi8(eight, _mm_slli_epi16::<8>(eight)))
    }
}

/// Of numbers from 1 to 16 the factors that shift down by as much; for 0 anything.
#[inline(always)]
pub fn shifts(half: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        // 2 to the power of 16 − n as a float: its exponent is in the bits from 23 on, of the upper 16 from 7 on.
        let upper = _mm_slli_epi16::<7>(_mm_sub_epi16(_mm_set1_epi16(127 + 16), half));
        let zero = _mm_setzero_si128();
        let low = _mm_cvttps_epi32(_mm_castsi128_ps(_mm_unpacklo_epi16(zero, upper)));
        let high = _mm_cvttps_epi32(_mm_castsi128_ps(_mm_unpackhi_epi16(zero, upper)));
        // Signs are spread, for what is packed is signed.
        let signed = |half| _mm_srai_epi32::<16>(_mm_slli_epi32::<16>(half));
        _mm_packs_epi32(signed(low), signed(high))
    }
}

/// The upper 16 bits of the products of lanes.
#[inline(always)]
pub fn times_high(a: Half, b: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_mulhi_epu16(a, b) }
}

/// Lanes of `low` one to the left, the last from the start of `high`.
#[inline(always)]
pub fn left(low: Half, high: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_or_si128(_mm_srli_si128::<2>(low), _mm_slli_si128::<14>(high)) }
}

/// Lanes of `high` one to the right, the first from the end of `low`.
#[inline(always)]
pub fn right(low: Half, high: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_or_si128(_mm_slli_si128::<2>(high), _mm_srli_si128::<14>(low)) }
}

#[inline(always)]
pub fn below_lowest(half: Half) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_andnot_si128(half, _mm_add_epi16(half, _mm_set1_epi16(-1))) }
}

/// All cells of the lanes whose bit is set.
#[inline(always)]
pub fn whole(lanes: u8) -> Half {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let bits = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
        _mm_cmpeq_epi16(_mm_and_si128(_mm_set1_epi16(i16::from(lanes)), bits), bits)
    }
}

/// One bit for each lane that is not 0.
#[inline(always)]
pub fn columns(low: Half, high: Half) -> u64 {
    // SAFETY: SSE2 is part of x86-64.
    let empty = unsafe {
        let (low, high) =
            (_mm_cmpeq_epi16(low, _mm_setzero_si128()), _mm_cmpeq_epi16(high, _mm_setzero_si128()));
        _mm_movemask_epi8(_mm_packs_epi16(low, high))
    };
    u64::from(!empty as u16)
}

/// The cells of both: bits are counted by twos, fours and bytes side by side, then the bytes are added.
#[inline(always)]
pub fn count(low: Half, high: Half) -> u32 {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let (twos, fours, bytes) = (_mm_set1_epi8(0x55), _mm_set1_epi8(0x33), _mm_set1_epi8(0x0f));
        let by_fours = |half| {
            let pairs = _mm_sub_epi8(half, _mm_and_si128(_mm_srli_epi16::<1>(half), twos));
            _mm_add_epi8(_mm_and_si128(pairs, fours), _mm_and_si128(_mm_srli_epi16::<2>(pairs), fours))
        };
        // At most 8 in each 4 bits.
        let both = _mm_add_epi8(by_fours(low), by_fours(high));
        let sums = _mm_add_epi8(_mm_and_si128(both, bytes), _mm_and_si128(_mm_srli_epi16::<4>(both), bytes));
        let sums = _mm_sad_epu8(sums, _mm_setzero_si128());
        _mm_cvtsi128_si32(_mm_add_epi32(sums, _mm_srli_si128::<8>(sums))) as u32
    }
}
