//! Thirty-two numbers in registers of 128 bits if every machine of the target has them: SSE2, NEON, WebAssembly's
//! `simd128`.

use super::{BATCH, Lanes32};
use crate::bits::token::Portable;
use wide::{f32x4, u16x32};

/// Thirty-two numbers of 16 bits.
#[derive(Clone, Copy, Debug)]
pub struct WideLanes(u16x32);

/// Defines operations on the numbers.
macro_rules! operations {
    ($($name:ident $(<$by:ident>)? ($a:ident $(, $other:ident)*) = $value:expr;)*) => {$(
        #[inline(always)]
        fn $name $(<const $by: i32>)? (self $(, $other: Self)*) -> Self {
            let $a = self.0;
            $(let $other = $other.0;)*
            WideLanes($value)
        }
    )*};
}

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

    operations! {
        and(a, b) = a & b;
        or(a, b) = a | b;
        xor(a, b) = a ^ b;
        and_not(a, b) = a & !b;
        up<BY>(a) = a << BY as u32;
        down<BY>(a) = a >> BY as u32;
        add(a, b) = a + b;
        sub(a, b) = a - b;
        eq_zero(a) = a.simd_eq(u16x32::ZERO);
        shr_by(a, factors) = a.mul_keep_high(factors);
        select(a, b, mask) = mask.bitselect(a, b);
    }
}
