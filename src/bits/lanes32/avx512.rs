//! Thirty-two numbers in one AVX-512 register.
//!
//! Tested against `ScalarLanes`.

use super::{BATCH, Lanes32};
use crate::bits::token::Avx512;
use std::arch::x86_64::*;

/// Thirty-two numbers of 16 bits in one register. Values are created only from a token or from other values.
#[derive(Clone, Copy, Debug)]
pub struct Lanes512(__m512i);

impl Lanes32<Avx512> for Lanes512 {
    #[inline(always)]
    fn load(_cpu: Avx512, numbers: &[u16; BATCH]) -> Self {
        // SAFETY: the token proves AVX-512; 64 bytes are read from an array of 64 bytes, unaligned.
        Lanes512(unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) })
    }

    #[inline(always)]
    fn to_array(self) -> [u16; BATCH] {
        let mut numbers = [0; BATCH];
        // SAFETY: a register exists only on the AVX-512 path; 64 bytes are written to an array of 64 bytes, unaligned.
        unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), self.0) };
        numbers
    }

    #[inline(always)]
    fn splat(_cpu: Avx512, number: u16) -> Self {
        // SAFETY: the token proves AVX-512.
        Lanes512(unsafe { _mm512_set1_epi16(number as i16) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: a register exists only on the AVX-512 path.
        Lanes512(unsafe { _mm512_and_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: a register exists only on the AVX-512 path.
        Lanes512(unsafe { _mm512_or_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a register exists only on the AVX-512 path.
        Lanes512(unsafe { _mm512_xor_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: a register exists only on the AVX-512 path.
        Lanes512(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn up<const BY: i32>(self) -> Self {
        // SAFETY: a register exists only on the AVX-512 path.
        Lanes512(unsafe { _mm512_sllv_epi16(self.0, _mm512_set1_epi16(BY as i16)) })
    }

    #[inline(always)]
    fn down<const BY: i32>(self) -> Self {
        // SAFETY: a register exists only on the AVX-512 path.
        Lanes512(unsafe { _mm512_srlv_epi16(self.0, _mm512_set1_epi16(BY as i16)) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: a register exists only on the AVX-512 path.
        Lanes512(unsafe { _mm512_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: a register exists only on the AVX-512 path.
        Lanes512(unsafe { _mm512_sub_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn eq_zero(self) -> Self {
        // SAFETY: a register exists only on the AVX-512 path.
        Lanes512(unsafe { _mm512_movm_epi16(_mm512_testn_epi16_mask(self.0, self.0)) })
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: a register exists only on the AVX-512 path.
        unsafe { _mm512_cmpneq_epi64_mask(self.0, _mm512_setzero_si512()) == 0 }
    }

    #[inline(always)]
    fn count(self) -> Self {
        // SAFETY: a register exists only on the AVX-512 path.
        Lanes512(unsafe { _mm512_popcnt_epi16(self.0) })
    }

    #[inline(always)]
    fn shift_factors(self) -> Self {
        self
    }

    #[inline(always)]
    fn shr_by(self, shifts: Self) -> Self {
        // SAFETY: a register exists only on the AVX-512 path.
        Lanes512(unsafe { _mm512_srlv_epi16(self.0, shifts.0) })
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        // SAFETY: a register exists only on the AVX-512 path. The first where the mask has a bit, else the second.
        Lanes512(unsafe { _mm512_ternarylogic_epi32::<0xca>(mask.0, self.0, other.0) })
    }
}
