//! Thirty-two numbers in four registers of 128 bits, with instructions that every machine of the target has.
//!
//! Tested against `ScalarLanes`.

use crate::bits::lanes32::{BATCH, Lanes32};
use crate::bits::simd128::{self, U16x8};
use crate::bits::token::Portable;

/// Thirty-two numbers of 16 bits, eight boards in each register.
#[derive(Clone, Copy, Debug)]
pub struct Lanes4x128([U16x8; 4]);

/// Defines operations by those on each of the four registers.
macro_rules! operations {
    ($($name:ident $(<$by:ident>)? ($($other:ident),*) = $operation:ident;)*) => {$(
        #[inline(always)]
        fn $name $(<const $by: i32>)? (self $(, $other: Self)*) -> Self {
            Lanes4x128([
                simd128::$operation $(::<$by>)? (self.0[0] $(, $other.0[0])*),
                simd128::$operation $(::<$by>)? (self.0[1] $(, $other.0[1])*),
                simd128::$operation $(::<$by>)? (self.0[2] $(, $other.0[2])*),
                simd128::$operation $(::<$by>)? (self.0[3] $(, $other.0[3])*),
            ])
        }
    )*};
}

/// Returns four numbers as a word, the first in the lowest bits.
#[inline(always)]
fn word(numbers: &[u16; BATCH], at: usize) -> u64 {
    let [a, b, c, d] = [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]].map(u64::from);
    a | b << 16 | c << 32 | d << 48
}

impl Lanes32<Portable> for Lanes4x128 {
    #[inline(always)]
    fn load(_cpu: Portable, numbers: &[u16; BATCH]) -> Self {
        let eight = |at| simd128::load([word(numbers, at), word(numbers, at + 4)]);
        Lanes4x128([eight(0), eight(8), eight(16), eight(24)])
    }

    #[inline(always)]
    fn to_array(self) -> [u16; BATCH] {
        let words = self.0.map(simd128::words);
        std::array::from_fn(|at| (words[at / 8][at / 4 % 2] >> (at % 4 * 16)) as u16)
    }

    #[inline(always)]
    fn splat(_cpu: Portable, number: u16) -> Self {
        Lanes4x128([simd128::splat(number); 4])
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        simd128::is_empty(simd128::or(simd128::or(a, b), simd128::or(c, d)))
    }

    operations! {
        and(other) = and;
        or(other) = or;
        xor(other) = xor;
        and_not(other) = and_not;
        up<BY>() = up;
        down<BY>() = down;
        add(other) = add;
        sub(other) = sub;
        eq_zero() = eq_zero;
        count() = counts;
        shift_factors() = shift_factors;
        shr_by(shifts) = times_high;
        select(other, mask) = select;
    }
}
