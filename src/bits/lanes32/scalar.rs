//! Thirty-two numbers in plain Rust.

use super::{BATCH, Lanes32};
use crate::bits::token::Portable;

/// Thirty-two numbers of 16 bits, aligned for the compiler's vectors.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct ScalarLanes([u16; BATCH]);

/// Defines operations by those on each number.
macro_rules! operations {
    ($($name:ident $(<$by:ident>)? ($a:ident $(, $b:ident)?) = $value:expr;)*) => {$(
        #[inline(always)]
        fn $name $(<const $by: i32>)? (mut self $(, $b: Self)?) -> Self {
            for at in 0..BATCH {
                let $a = self.0[at];
                $(let $b = $b.0[at];)?
                self.0[at] = $value;
            }
            self
        }
    )*};
}

impl Lanes32<Portable> for ScalarLanes {
    #[inline(always)]
    fn load(_cpu: Portable, numbers: &[u16; BATCH]) -> Self {
        ScalarLanes(*numbers)
    }

    #[inline(always)]
    fn to_array(self) -> [u16; BATCH] {
        self.0
    }

    #[inline(always)]
    fn splat(_cpu: Portable, number: u16) -> Self {
        ScalarLanes([number; BATCH])
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, a| all | a) == 0
    }

    operations! {
        and(a, b) = a & b;
        or(a, b) = a | b;
        xor(a, b) = a ^ b;
        and_not(a, b) = a & !b;
        up<BY>(a) = a << BY;
        down<BY>(a) = a >> BY;
        add(a, b) = a.wrapping_add(b);
        sub(a, b) = a.wrapping_sub(b);
        eq_zero(a) = if a == 0 { u16::MAX } else { 0 };
        count(a) = a.count_ones() as u16;
        shift_factors(n) = 1_u16.wrapping_shl(16 - u32::from(n));
        shr_by(a, factor) = ((u32::from(a) * u32::from(factor)) >> 16) as u16;
    }
}
