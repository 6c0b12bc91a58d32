//! Thirty-two numbers in plain Rust.

use super::{ABREAST, Abreast};
use crate::bits::instructions::Portable;

/// Thirty-two numbers of 16 bits, as vectors like them to lie.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Plain([u16; ABREAST]);

impl Plain {
    #[inline(always)]
    fn each(self, number: impl Fn(u16) -> u16) -> Self {
        self.with(self, |a, _| number(a))
    }

    #[inline(always)]
    fn with(mut self, other: Self, number: impl Fn(u16, u16) -> u16) -> Self {
        for at in 0..ABREAST {
            self.0[at] = number(self.0[at], other.0[at]);
        }
        self
    }
}

impl Abreast<Portable> for Plain {
    #[inline(always)]
    fn load(_cpu: Portable, numbers: &[u16; ABREAST]) -> Self {
        Plain(*numbers)
    }

    #[inline(always)]
    fn numbers(self) -> [u16; ABREAST] {
        self.0
    }

    #[inline(always)]
    fn every(_cpu: Portable, number: u16) -> Self {
        Plain([number; ABREAST])
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
    fn minus(self, other: Self) -> Self {
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
    fn plus(self, other: Self) -> Self {
        self.with(other, u16::wrapping_add)
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        self.with(other, u16::wrapping_sub)
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        // Signed, as older vectors compare.
        self.with(other, |a, b| if a as i16 > b as i16 { u16::MAX } else { 0 })
    }

    #[inline(always)]
    fn zero(self) -> Self {
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
    fn shifts(self) -> Self {
        self.each(|n| 1_u16.wrapping_shl(16 - u32::from(n)))
    }

    #[inline(always)]
    fn down_by(self, factor: Self) -> Self {
        self.with(factor, |a, b| ((u32::from(a) * u32::from(b)) >> 16) as u16)
    }
}
