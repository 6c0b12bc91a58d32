//! [`WordPlane`]: planes of any number of words, in plain Rust.

use super::Plane;
use super::word_kernels;
use crate::bits::cells::array_from_fn;
use crate::bits::cpu::{Cpu, Kernel};
use crate::bits::fall::Fall;
use crate::bits::lanes::{below_lowest, bottom, down, lane, top, up, whole_lanes};
use std::marker::PhantomData;

/// A plane in plain words: lanes of `BITS` bits in `WORDS` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordPlane<C, const BITS: u32, const WORDS: usize>([u64; WORDS], PhantomData<C>);

/// The maximum number of words of a plane whose operations are inlined. Inlined operations of larger planes would make
/// the program too large.
const INLINED: usize = 16;

impl<C, const BITS: u32, const WORDS: usize> WordPlane<C, BITS, WORDS> {
    /// Creates a plane by calling `word` with each index.
    #[inline(always)]
    fn of(word: impl Fn(usize) -> u64) -> Self {
        if WORDS > INLINED { Self::of_many(word) } else { WordPlane(array_from_fn(word), PhantomData) }
    }

    #[inline(never)]
    fn of_many(word: impl Fn(usize) -> u64) -> Self {
        let mut words = [0; WORDS];
        for (at, place) in words.iter_mut().enumerate() {
            *place = word(at);
        }
        WordPlane(words, PhantomData)
    }

    /// Folds all words, in order, from 0: `step(sum, index, word)` returns the next sum.
    #[inline(always)]
    fn fold(&self, step: impl Fn(u64, usize, u64) -> u64) -> u64 {
        if WORDS > INLINED { self.fold_many(step) } else { self.fold_few(step) }
    }

    #[inline(always)]
    fn fold_few(&self, step: impl Fn(u64, usize, u64) -> u64) -> u64 {
        let mut all = 0;
        for at in 0..WORDS {
            all = step(all, at, self.0[at]);
        }
        all
    }

    #[inline(never)]
    fn fold_many(&self, step: impl Fn(u64, usize, u64) -> u64) -> u64 {
        self.fold_few(step)
    }
}

impl<C, const BITS: u32, const WORDS: usize> word_kernels::AsWords<WORDS> for WordPlane<C, BITS, WORDS> {
    #[inline(always)]
    fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64; WORDS] {
        &mut self.0
    }
}

/// Defines each operation on planes by an expression for one word.
macro_rules! operations {
    ($($name:ident($a:ident $(, $other:ident)*) = $value:expr;)*) => {$(
        #[inline(always)]
        fn $name(self $(, $other: Self)*) -> Self {
            Self::of(|at| {
                let $a = self.0[at];
                $(let $other = $other.0[at];)*
                $value
            })
        }
    )*};
}

impl<C: Cpu, const BITS: u32, const WORDS: usize> Plane for WordPlane<C, BITS, WORDS> {
    type Cpu = C;
    const BITS: u32 = BITS;
    type Words = [u64; WORDS];

    #[inline(always)]
    fn run_kernel<K: Kernel<C>>(cpu: C, kernel: K) -> K::Out {
        // One word fits a register: the kernel is inlined.
        if WORDS == 1 { kernel.run(cpu) } else { cpu.call(kernel) }
    }

    #[inline(always)]
    fn load(_cpu: C, words: &[u64; WORDS]) -> Self {
        WordPlane(*words, PhantomData)
    }

    #[inline(always)]
    fn words(self) -> [u64; WORDS] {
        self.0
    }

    #[inline(always)]
    fn bit(_cpu: C, bit: usize) -> Self {
        let mut words = [0; WORDS];
        words[bit / 64] = 1 << (bit % 64);
        WordPlane(words, PhantomData)
    }

    #[inline(always)]
    fn full_columns(cpu: C, columns: u64) -> Self {
        let lanes = 64 / BITS as usize;
        Self::of(|at| {
            let here = columns >> (at * lanes) & (u64::MAX >> (64 - lanes));
            let bottom = cpu.pdep(here, bottom(BITS));
            bottom.wrapping_mul(lane(BITS))
        })
    }

    #[inline(always)]
    fn splat(_cpu: C, word: u64) -> Self {
        WordPlane([word; WORDS], PhantomData)
    }

    #[inline(always)]
    fn columns(self, cpu: C) -> u64 {
        let lanes = 64 / BITS as usize;
        let of = |word| {
            if BITS < 64 { cpu.pext(whole_lanes::<BITS>(word), top(BITS)) } else { (word != 0) as u64 }
        };
        self.fold(|all, at, word| all | of(word) << (at * lanes))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.fold(|all, _, word| all | word) == 0
    }

    #[inline(always)]
    fn left(self) -> Self {
        Self::of(|at| {
            let next = if at + 1 < WORDS { self.0[at + 1] } else { 0 };
            if BITS < 64 { self.0[at] >> (BITS % 64) | next << (64 - BITS) } else { next }
        })
    }

    #[inline(always)]
    fn right(self) -> Self {
        Self::of(|at| {
            let last = if at > 0 { self.0[at - 1] } else { 0 };
            if BITS < 64 { self.0[at] << (BITS % 64) | last >> (64 - BITS) } else { last }
        })
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.fold(|all, _, word| all + u64::from(word.count_ones())) as u32
    }

    operations! {
        and(a, b) = a & b;
        or(a, b) = a | b;
        xor(a, b) = a ^ b;
        and_not(a, b) = a & !b;
        select(a, b, mask) = a & mask | b & !mask;
        up(a) = up::<BITS>(a);
        down(a) = down::<BITS>(a);
        below_lowest(a) = below_lowest::<BITS>(a);
    }

    #[inline(always)]
    fn lift(self, cpu: C, keep: Self, filled: Self) -> Self {
        let mut cells = self.0;
        for (at, cells) in cells.iter_mut().enumerate() {
            // Most words have no cell, but with PEXT a lift costs less than a mispredicted branch.
            if C::FAST_PEXT || *cells != 0 {
                *cells = Fall::<BITS>::with_filled(cpu, keep.0[at], filled.0[at]).lift(cpu, *cells);
            }
        }
        WordPlane(cells, PhantomData)
    }

    #[inline(always)]
    fn flood(self, cpu: C, seed: usize) -> (Self, Self) {
        Self::run_kernel(cpu, Flood(&[self], seed))
    }

    #[inline(always)]
    fn links<const PLANES: usize>(cpu: C, planes: &[Self; PLANES]) -> (Self, Self) {
        Self::run_kernel(cpu, Links(planes))
    }

    #[inline(always)]
    fn clickable<const PLANES: usize>(cpu: C, planes: &[Self; PLANES]) -> Self {
        Self::run_kernel(cpu, Clickable(planes))
    }

    #[inline(always)]
    fn fall<const PLANES: usize>(cpu: C, planes: &mut [Self; PLANES], gone: Self) {
        Self::run_kernel(cpu, Falling(planes, gone));
    }

    #[inline(always)]
    fn close<const PLANES: usize>(cpu: C, planes: &mut [Self; PLANES], column: u32) {
        Self::run_kernel(cpu, Close(planes, column));
    }

    #[inline(always)]
    fn sink<const PLANES: usize>(cpu: C, planes: &mut [Self; PLANES], gone: Self) {
        Self::run_kernel(cpu, Sink(planes, gone));
    }
}

/// Defines operations on planes as kernels: their arguments, result and body.
macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident($($part:ty),*) -> $out:ty: |$this:ident, $cpu:ident| $work:expr;)*) => {$(
        $(#[$doc])*
        struct $name<'a, C, const BITS: u32, const WORDS: usize, const PLANES: usize>($($part),*);

        impl<C: Cpu, const BITS: u32, const WORDS: usize, const PLANES: usize> Kernel<C>
            for $name<'_, C, BITS, WORDS, PLANES>
        {
            type Out = $out;

            #[inline(always)]
            fn run(self, $cpu: C) -> $out {
                let $this = self;
                $work
            }
        }
    )*};
}

kernels! {
    /// [`Plane::flood`] as a kernel.
    Flood(&'a [WordPlane<C, BITS, WORDS>; PLANES], usize) -> (WordPlane<C, BITS, WORDS>, WordPlane<C, BITS, WORDS>): |this, _cpu| {
        let (group, ..) = word_kernels::flood::<BITS, WORDS>(|at| this.0[0].0[at], this.1);
        let group = WordPlane(group, PhantomData);
        (group, group.or(beside(group)))
    };
    /// [`Plane::links`] as a kernel.
    Links(&'a [WordPlane<C, BITS, WORDS>; PLANES]) -> (WordPlane<C, BITS, WORDS>, WordPlane<C, BITS, WORDS>): |this, _cpu| {
        let (above, right) = word_kernels::links::<BITS, WORDS, PLANES>(this.0);
        (WordPlane(above, PhantomData), WordPlane(right, PhantomData))
    };
    /// [`Plane::clickable`] as a kernel.
    Clickable(&'a [WordPlane<C, BITS, WORDS>; PLANES]) -> WordPlane<C, BITS, WORDS>: |this, _cpu| {
        WordPlane(word_kernels::clickable::<BITS, WORDS, PLANES>(this.0), PhantomData)
    };
    /// [`Plane::fall`] as a kernel.
    Falling(&'a mut [WordPlane<C, BITS, WORDS>; PLANES], WordPlane<C, BITS, WORDS>) -> (): |this, cpu| {
        for at in 0..WORDS {
            if this.1.0[at] != 0 {
                word_kernels::fall::<C, BITS, WORDS, PLANES>(cpu, this.0, at, this.1.0[at]);
            }
        }
    };
    /// [`Plane::sink`] as a kernel.
    Sink(&'a mut [WordPlane<C, BITS, WORDS>; PLANES], WordPlane<C, BITS, WORDS>) -> (): |this, cpu| {
        word_kernels::sink::<C, BITS, WORDS, PLANES>(cpu, this.0, &this.1.0, 0..WORDS);
    };
    /// [`Plane::close`] as a kernel.
    Close(&'a mut [WordPlane<C, BITS, WORDS>; PLANES], u32) -> (): |this, cpu| {
        let before = WordPlane::<C, BITS, WORDS>::full_columns(cpu, (1 << this.1) - 1);
        for plane in this.0.iter_mut() {
            *plane = plane.select(plane.left(), before);
        }
    };
}

/// Returns the cells that have a neighbour in `group`, inside and outside the group.
#[inline(always)]
fn beside<C: Cpu, const BITS: u32, const WORDS: usize>(
    group: WordPlane<C, BITS, WORDS>,
) -> WordPlane<C, BITS, WORDS> {
    group.up().or(group.down()).or(group.left().or(group.right()))
}
