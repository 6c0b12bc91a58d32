//! Thirty-two numbers of 16 bits as one value: one column each of thirty-two boards that stand abreast.
//!
//! A [`Plane`](super::plane::Plane) is all columns of one board. Where many boards do the same, their columns lie better
//! the other way round: column 0 of all boards in one value, column 1 in the next. Then a step to a neighbouring column
//! costs nothing, and what differs from board to board is a mask.
//!
//! - this file: what such a value can do
//! - `avx512`: in one AVX-512 register
//! - `avx2`: in two AVX2 registers
//! - `halves`: in four registers of 128 bits
//! - `plain`: in plain Rust

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128"),
))]
pub mod halves;
pub mod plain;

use super::instructions::Instructions;
use std::fmt::Debug;

/// Thirty-two numbers on the portable path: in registers that every machine of the target has, or else in plain Rust.
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128"),
))]
pub type PortableAbreast = halves::Halves;
/// Thirty-two numbers on the portable path: in registers that every machine of the target has, or else in plain Rust.
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128"),
)))]
pub type PortableAbreast = plain::Plain;

/// Boards that stand abreast.
pub const ABREAST: usize = 32;

/// A number of each board.
pub type Each = [u16; ABREAST];

/// A number of 16 bits for each of the boards. All operations are inlined into the job that holds the token, and cost a
/// few instructions.
pub trait Abreast<C: Instructions>: Copy + Debug + Send + Sync + 'static {
    /// The numbers by board.
    fn load(cpu: C, numbers: &Each) -> Self;
    /// The numbers by board.
    fn numbers(self) -> Each;
    /// The same number for all boards.
    fn every(cpu: C, number: u16) -> Self;
    /// Bits of both.
    fn and(self, other: Self) -> Self;
    /// Bits of either.
    fn or(self, other: Self) -> Self;
    /// Bits of one but not both.
    fn xor(self, other: Self) -> Self;
    /// Bits of this one alone.
    fn minus(self, other: Self) -> Self;
    /// Bits `BY` places up; those that leave the top are lost.
    fn up<const BY: i32>(self) -> Self;
    /// Bits `BY` places down; those that leave the bottom are lost.
    fn down<const BY: i32>(self) -> Self;
    /// Sums, without what is carried beyond 16 bits.
    fn plus(self, other: Self) -> Self;
    /// Differences; below 0 they begin at 2¹⁶ again.
    fn less(self, other: Self) -> Self;
    /// All bits where this number is above the other one; both are below 2¹⁵.
    fn exceeds(self, other: Self) -> Self;
    /// All bits where the number is 0.
    fn zero(self) -> Self;
    /// Whether all numbers are 0.
    fn is_empty(self) -> bool;
    /// How many bits each number has.
    fn count(self) -> Self;
    /// Numbers from 1 to 16 as [`down_by`](Self::down_by) takes them; for 0 anything.
    fn shifts(self) -> Self;
    /// Bits of each number as many places down as [`shifts`](Self::shifts) was asked for.
    fn down_by(self, shifts: Self) -> Self;

    /// The numbers of this value where `mask` has all bits, the other's where it has none.
    #[inline(always)]
    fn pick(self, other: Self, mask: Self) -> Self {
        self.and(mask).or(other.minus(mask))
    }
}

#[cfg(test)]
mod tests {
    use super::plain::Plain;
    use super::*;
    use crate::bits::cpu::{Cpu, Job, Portable, dispatch_wide, tested_wide};
    use proptest::prelude::*;

    /// A number from 1 to 16.
    fn few(number: u16) -> u16 {
        number % 16 + 1
    }

    /// Everything that a value can do, in a fixed order.
    struct All([u16; ABREAST], [u16; ABREAST]);
    impl Job for All {
        type Out = Vec<[u16; ABREAST]>;
        #[inline(always)]
        fn run<C: Cpu>(self, cpu: C) -> Self::Out {
            all::<C, C::Abreast>(cpu, self)
        }
    }

    #[inline(always)]
    fn all<C: Cpu, V: Abreast<C>>(cpu: C, All(a, b): All) -> Vec<[u16; ABREAST]> {
        let few = V::load(cpu, &a.map(few));
        let (low_a, low_b) = (a.map(|number| number >> 1), b.map(|number| number >> 1));
        let (low_a, low_b) = (V::load(cpu, &low_a), V::load(cpu, &low_b));
        let (a, b) = (V::load(cpu, &a), V::load(cpu, &b));
        let above = low_a.exceeds(low_b);
        let all = [
            a.and(b),
            a.or(b),
            a.xor(b),
            a.minus(b),
            a.up::<1>(),
            a.up::<8>(),
            a.down::<1>(),
            a.down::<15>(),
            a.plus(b),
            a.less(b),
            above,
            a.zero(),
            a.count(),
            b.down_by(few.shifts()),
            a.pick(b, above),
            V::every(cpu, a.numbers()[3]),
            V::every(cpu, u16::from(a.is_empty())),
        ];
        all.map(V::numbers).to_vec()
    }

    fn one_by_one(All(a, b): &All) -> Vec<[u16; ABREAST]> {
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
            each(&|a, b| all(a >> 1 > b >> 1)),
            each(&|a, _| all(a == 0)),
            each(&|a, _| a.count_ones() as u16),
            each(&|a, b| (u32::from(b) >> few(a)) as u16),
            each(&|a, b| if a >> 1 > b >> 1 { a } else { b }),
            [a[3]; ABREAST],
            [u16::from(*a == [0; ABREAST]); ABREAST],
        ]
    }

    proptest! {
        #[test]
        fn numbers_abreast_are_what_they_are_one_by_one(a: [u16; ABREAST], b: [u16; ABREAST]) {
            let thin = |at: usize| a[at] & b[at] & a[(at + 1) % ABREAST];
            for (a, b) in [(a, b), (std::array::from_fn(thin), a), ([0; ABREAST], a), ([u16::MAX; ABREAST], b)] {
                prop_assert_eq!(all::<Portable, Plain>(Portable, All(a, b)), one_by_one(&All(a, b)));
                for path in tested_wide() {
                    prop_assert_eq!(dispatch_wide(path, All(a, b)), one_by_one(&All(a, b)));
                }
            }
        }
    }
}
