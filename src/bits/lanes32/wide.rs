//! Thirty-two numbers in registers of 128 bits if every machine of the target has them: SSE2, NEON, WebAssembly's
//! `simd128`.

use super::{BATCH, Lanes32};
use crate::bits::token::Portable;
use wide::{f32x4, u16x32};

/// Thirty-two numbers of 16 bits.
#[derive(Clone, Copy, Debug)]
pub struct WideLanes(u16x32);

/// Returns four powers of two from 0 to 15, which are given by their exponents as floats.
#[inline(always)]
fn powers(exponents: [u16; 4]) -> [u16; 4] {
    // The exponent of a float starts at bit 23.
    let floats = exponents.map(|exponent| f32::from_bits(u32::from(exponent) << 23));
    f32x4::new(floats).fast_trunc_int().to_array().map(|power| power as u16)
}

impl Lanes32<Portable> for WideLanes {
    #[inline(always)]
    fn load(_cpu: Portable, numbers: &[u16; BATCH]) -> Self {
        WideLanes(u16x32::new(*numbers))
    }

    #[inline(always)]
    fn to_array(self) -> [u16; BATCH] {
        self.0.to_array()
    }

    #[inline(always)]
    fn splat(_cpu: Portable, number: u16) -> Self {
        WideLanes(u16x32::splat(number))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        WideLanes(self.0 & other.0)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        WideLanes(self.0 | other.0)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        WideLanes(self.0 ^ other.0)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        WideLanes(self.0 & !other.0)
    }

    #[inline(always)]
    fn up<const BY: i32>(self) -> Self {
        WideLanes(self.0 << BY as u32)
    }

    #[inline(always)]
    fn down<const BY: i32>(self) -> Self {
        WideLanes(self.0 >> BY as u32)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        WideLanes(self.0 + other.0)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        WideLanes(self.0 - other.0)
    }

    #[inline(always)]
    fn eq_zero(self) -> Self {
        WideLanes(self.0.simd_eq(u16x32::ZERO))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == u16x32::ZERO
    }

    /// In pairs, fours and bytes in parallel.
    #[inline(always)]
    fn count(self) -> Self {
        let (twos, fours, bytes) = (u16x32::splat(0x5555), u16x32::splat(0x3333), u16x32::splat(0x0f0f));
        let pairs = self.0 - (self.0 >> 1_u32 & twos);
        let four = (pairs & fours) + (pairs >> 2_u32 & fours);
        let eight = (four + (four >> 4_u32)) & bytes;
        WideLanes((eight + (eight << 8_u32)) >> 8_u32)
    }

    /// Returns 2¹⁶⁻ⁿ: the upper 16 bits of a product with it are the factor shifted down by n.
    #[inline(always)]
    fn shift_factors(self) -> Self {
        let mut numbers = (u16x32::splat(127 + 16) - self.0).to_array();
        for four in numbers.as_chunks_mut::<4>().0 {
            *four = powers(*four);
        }
        WideLanes(u16x32::new(numbers))
    }

    #[inline(always)]
    fn shr_by(self, shifts: Self) -> Self {
        WideLanes(self.0.mul_keep_high(shifts.0))
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        WideLanes(mask.0.bitselect(self.0, other.0))
    }
}
