//! Thirty-two numbers in two AVX2 registers.
//!
//! Tested against `ScalarLanes`.

use super::{BATCH, Lanes32};
use crate::bits::token::Avx2;
use std::arch::x86_64::*;

/// Thirty-two numbers of 16 bits: boards 0 to 15, and 16 to 31. Values are created only from a token or from other
/// values.
#[derive(Clone, Copy, Debug)]
pub struct Lanes2x256(__m256i, __m256i);

/// Defines operations by what they do to one register.
macro_rules! operations {
    ($($name:ident $(<$by:ident>)? ($a:ident $(, $other:ident)*) = $value:expr;)*) => {$(
        #[inline(always)]
        fn $name $(<const $by: i32>)? (self $(, $other: Self)*) -> Self {
            // SAFETY: registers exist only on the AVX2 path.
            let low = { let $a = self.0; $(let $other = $other.0;)* unsafe { $value } };
            // SAFETY: as above.
            let high = { let $a = self.1; $(let $other = $other.1;)* unsafe { $value } };
            Lanes2x256(low, high)
        }
    )*};
}

/// Returns 16 bytes in both halves of a register, as byte shuffles need them.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn table(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: 16 bytes are read from an array of 16 bytes, unaligned; AVX2 as for this function.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) }
}

/// Counts the bits of each number.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn count(bits: __m256i) -> __m256i {
    // SAFETY: as for this function. The counts of both bytes of a number are added, each times 1.
    unsafe {
        let of_four = table(&[0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
        let low = _mm256_set1_epi8(0xf);
        let lower = _mm256_shuffle_epi8(of_four, _mm256_and_si256(bits, low));
        let upper = _mm256_shuffle_epi8(of_four, _mm256_and_si256(_mm256_srli_epi16::<4>(bits), low));
        _mm256_maddubs_epi16(_mm256_add_epi8(lower, upper), _mm256_set1_epi8(1))
    }
}

/// Returns 2¹⁶⁻ⁿ for each number n from 1 to 16: the upper 16 bits of a product with it are the factor shifted down by
/// n.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn powers(numbers: __m256i) -> __m256i {
    // SAFETY: as for this function. 2¹⁶⁻ⁿ has its bit in the upper byte for n up to 8, otherwise in the lower byte,
    // where n − 8 is looked up; a negative index gives 0, as 8 itself does.
    unsafe {
        let both = _mm256_or_si256(numbers, _mm256_slli_epi16::<8>(numbers));
        let bits = table(&[0, 128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0]);
        _mm256_shuffle_epi8(bits, _mm256_add_epi8(both, _mm256_set1_epi16(0x00f8)))
    }
}

impl Lanes32<Avx2> for Lanes2x256 {
    #[inline(always)]
    fn load(_cpu: Avx2, numbers: &[u16; BATCH]) -> Self {
        let at = numbers.as_ptr().cast::<__m256i>();
        // SAFETY: the token proves AVX2; 64 bytes are read from an array of 64 bytes, unaligned.
        unsafe { Lanes2x256(_mm256_loadu_si256(at), _mm256_loadu_si256(at.add(1))) }
    }

    #[inline(always)]
    fn to_array(self) -> [u16; BATCH] {
        let mut numbers = [0; BATCH];
        let at = numbers.as_mut_ptr().cast::<__m256i>();
        // SAFETY: registers exist only on the AVX2 path; 64 bytes are written to an array of 64 bytes, unaligned.
        unsafe {
            _mm256_storeu_si256(at, self.0);
            _mm256_storeu_si256(at.add(1), self.1);
        }
        numbers
    }

    #[inline(always)]
    fn splat(_cpu: Avx2, number: u16) -> Self {
        // SAFETY: the token proves AVX2.
        unsafe { Lanes2x256(_mm256_set1_epi16(number as i16), _mm256_set1_epi16(number as i16)) }
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: registers exist only on the AVX2 path.
        unsafe {
            let all = _mm256_or_si256(self.0, self.1);
            _mm256_testz_si256(all, all) == 1
        }
    }

    operations! {
        and(a, b) = _mm256_and_si256(a, b);
        or(a, b) = _mm256_or_si256(a, b);
        xor(a, b) = _mm256_xor_si256(a, b);
        and_not(a, b) = _mm256_andnot_si256(b, a);
        up<BY>(a) = _mm256_slli_epi16::<BY>(a);
        down<BY>(a) = _mm256_srli_epi16::<BY>(a);
        add(a, b) = _mm256_add_epi16(a, b);
        sub(a, b) = _mm256_sub_epi16(a, b);
        eq_zero(a) = _mm256_cmpeq_epi16(a, _mm256_setzero_si256());
        count(a) = count(a);
        shift_factors(a) = powers(a);
        shr_by(a, factors) = _mm256_mulhi_epu16(a, factors);
        select(a, b, mask) = _mm256_blendv_epi8(b, a, mask);
    }
}
