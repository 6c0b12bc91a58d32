//! Thirty-two numbers of 16 bits as one value: one column of each of 32 boards, in SIMD lanes.
//!
//! A [`Plane`](super::plane::Plane) contains all columns of one board. Where the same operation is applied to many
//! boards, the transposed layout is better: column 0 of all boards in one value, column 1 in the next. A step to a
//! neighbouring column is then free, and a difference between boards is a mask.
//!
//! - this file: the operations on such a value
//! - `avx2`: two AVX2 registers
//! - `simd128::lanes`: four registers of 128 bits
//! - `scalar`: plain Rust

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod scalar;

use super::token::CpuToken;
use std::fmt::Debug;

/// The number of boards that are processed together.
pub const BATCH: usize = 32;

/// One number for each board of a batch.
pub type PerBoard = [u16; BATCH];

/// A number of 16 bits for each board of a batch.
///
/// All operations are inlined into the kernel that has the token, and cost a few instructions.
pub trait Lanes32<C: CpuToken>: Copy + Debug + Send + Sync + 'static {
    /// Loads one number per board.
    fn load(cpu: C, numbers: &PerBoard) -> Self;
    /// Returns the numbers by board.
    fn to_array(self) -> PerBoard;
    /// Returns the same number for all boards.
    fn splat(cpu: C, number: u16) -> Self;
    /// Returns the bitwise AND.
    fn and(self, other: Self) -> Self;
    /// Returns the bitwise OR.
    fn or(self, other: Self) -> Self;
    /// Returns the bitwise XOR.
    fn xor(self, other: Self) -> Self;
    /// Returns the bits of `self` that are not in `other`.
    fn and_not(self, other: Self) -> Self;
    /// Shifts every number left by `BY` bits, which moves cells up; bits beyond the top are lost.
    fn up<const BY: i32>(self) -> Self;
    /// Shifts every number right by `BY` bits, which moves cells down; bits beyond the bottom are lost.
    fn down<const BY: i32>(self) -> Self;
    /// Adds, wrapping at 2¹⁶.
    fn add(self, other: Self) -> Self;
    /// Subtracts, wrapping at 2¹⁶.
    fn sub(self, other: Self) -> Self;
    /// Returns all ones where the number is 0, else 0.
    fn eq_zero(self) -> Self;
    /// Returns whether all numbers are 0.
    fn is_empty(self) -> bool;
    /// Counts the bits of each number.
    fn count(self) -> Self;
    /// Converts numbers from 1 to 16 into the argument of [`shr_by`](Self::shr_by); the result for 0 is unspecified.
    fn shift_factors(self) -> Self;
    /// Shifts each number right by the number of bits that was converted by [`shift_factors`](Self::shift_factors).
    fn shr_by(self, shifts: Self) -> Self;

    /// Returns the numbers of `self` where `mask` is all ones, and those of `other` where it is 0.
    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        self.and(mask).or(other.and_not(mask))
    }
}

#[cfg(test)]
mod tests {
    use super::scalar::ScalarLanes;
    use super::*;
    use crate::bits::cpu::{Cpu, Kernel, Portable, dispatch, tested_paths};
    use proptest::prelude::*;

    /// Maps a number to the range from 1 to 16.
    fn few(number: u16) -> u16 {
        number % 16 + 1
    }

    /// All operations in a fixed order.
    struct All([u16; BATCH], [u16; BATCH]);
    impl<C: Cpu> Kernel<C> for All {
        type Out = Vec<[u16; BATCH]>;
        #[inline(always)]
        fn run(self, cpu: C) -> Self::Out {
            all::<C, C::Lanes32>(cpu, self)
        }
    }

    #[inline(always)]
    fn all<C: Cpu, V: Lanes32<C>>(cpu: C, All(a, b): All) -> Vec<[u16; BATCH]> {
        let few = V::load(cpu, &a.map(few));
        let mask = V::load(cpu, &a.map(|number| if number & 1 == 1 { u16::MAX } else { 0 }));
        let (a, b) = (V::load(cpu, &a), V::load(cpu, &b));
        let all = [
            a.and(b),
            a.or(b),
            a.xor(b),
            a.and_not(b),
            a.up::<1>(),
            a.up::<8>(),
            a.down::<1>(),
            a.down::<15>(),
            a.add(b),
            a.sub(b),
            a.eq_zero(),
            a.count(),
            b.shr_by(few.shift_factors()),
            a.select(b, mask),
            V::splat(cpu, a.to_array()[3]),
            V::splat(cpu, u16::from(a.is_empty())),
        ];
        all.map(V::to_array).to_vec()
    }

    fn one_by_one(All(a, b): &All) -> Vec<[u16; BATCH]> {
        let each = |number: &dyn Fn(u16, u16) -> u16| std::array::from_fn(|at| number(a[at], b[at]));
        let all = |yes: bool| if yes { u16::MAX } else { 0 };
        vec![
            each(&|a, b| a & b),
            each(&|a, b| a | b),
            each(&|a, b| a ^ b),
            each(&|a, b| a & !b),
            each(&|a, _| a << 1),
            each(&|a, _| a << 8),
            each(&|a, _| a >> 1),
            each(&|a, _| a >> 15),
            each(&|a, b| a.wrapping_add(b)),
            each(&|a, b| a.wrapping_sub(b)),
            each(&|a, _| all(a == 0)),
            each(&|a, _| a.count_ones() as u16),
            each(&|a, b| (u32::from(b) >> few(a)) as u16),
            each(&|a, b| if a & 1 == 1 { a } else { b }),
            [a[3]; BATCH],
            [u16::from(*a == [0; BATCH]); BATCH],
        ]
    }

    proptest! {
        #[test]
        fn numbers_abreast_are_what_they_are_one_by_one(a: [u16; BATCH], b: [u16; BATCH]) {
            let thin = |at: usize| a[at] & b[at] & a[(at + 1) % BATCH];
            for (a, b) in [(a, b), (std::array::from_fn(thin), a), ([0; BATCH], a), ([u16::MAX; BATCH], b)] {
                prop_assert_eq!(all::<Portable, ScalarLanes>(Portable, All(a, b)), one_by_one(&All(a, b)));
                for path in tested_paths() {
                    prop_assert_eq!(dispatch(path, All(a, b)), one_by_one(&All(a, b)));
                }
            }
        }
    }
}
