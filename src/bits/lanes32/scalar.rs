//! Thirty-two numbers in plain Rust.

use super::{BATCH, Lanes32};
use crate::bits::token::Portable;

/// Thirty-two numbers of 16 bits, aligned for the compiler's vectors.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct ScalarLanes([u16; BATCH]);

impl ScalarLanes {
    #[inline(always)]
    fn each(self, number: impl Fn(u16) -> u16) -> Self {
        self.with(self, |a, _| number(a))
    }

    #[inline(always)]
    fn with(mut self, other: Self, number: impl Fn(u16, u16) -> u16) -> Self {
        for at in 0..BATCH {
            self.0[at] = number(self.0[at], other.0[at]);
        }
        self
    }
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
    fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.with(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn up<const BY: i32>(self) -> Self {
        self.each(|a| a << BY)
    }

    #[inline(always)]
    fn down<const BY: i32>(self) -> Self {
        self.each(|a| a >> BY)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.with(other, u16::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.with(other, u16::wrapping_sub)
    }

    #[inline(always)]
    fn eq_zero(self) -> Self {
        self.each(|a| if a == 0 { u16::MAX } else { 0 })
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, a| all | a) == 0
    }

    #[inline(always)]
    fn count(self) -> Self {
        self.each(|a| a.count_ones() as u16)
    }

    #[inline(always)]
    fn shift_factors(self) -> Self {
        self.each(|n| 1_u16.wrapping_shl(16 - u32::from(n)))
    }

    #[inline(always)]
    fn shr_by(self, factor: Self) -> Self {
        self.with(factor, |a, b| ((u32::from(a) * u32::from(b)) >> 16) as u16)
    }
}
