//! A plane in one 256-bit register: 16 lanes of 16 bits, with AVX2.
//!
//! Tested against `WordPlane<16, 4>`. Shifts of 16-bit elements keep cells in their columns without a mask.

use crate::bits::fall::Fall;
use crate::bits::plane::Plane;
use crate::bits::token::{Avx2, CpuToken as _, Kernel};
use std::arch::x86_64::*;

/// Loads four words into a register.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn load(words: &[u64; 4]) -> __m256i {
    // SAFETY: 32 bytes are read from an array of 32 bytes, unaligned; the caller guarantees AVX2.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

/// Stores a register in four words.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn store(cells: __m256i) -> [u64; 4] {
    let mut words = [0; 4];
    // SAFETY: 32 bytes are written to an array of 32 bytes, unaligned; the caller guarantees AVX2.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), cells) };
    words
}

/// Moves every cell one column to the right.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn to_right(cells: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2. The upper half gets the last column of the lower half.
    unsafe { _mm256_alignr_epi8::<14>(cells, _mm256_permute2x128_si256::<0x08>(cells, cells)) }
}

/// Moves every cell one column to the left.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn to_left(cells: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2. The lower half gets the first column of the upper half.
    unsafe { _mm256_alignr_epi8::<2>(_mm256_permute2x128_si256::<0x81>(cells, cells), cells) }
}

/// Defines methods of [`Plane`] that apply one expression to the registers of their arguments.
macro_rules! operations {
    ($($name:ident($a:ident $(, $other:ident)?) = $value:expr;)*) => {$(
        #[inline(always)]
        fn $name(self $(, $other: Self)?) -> Self {
            let $a = self.0;
            $(let $other = $other.0;)?
            // SAFETY: a `Plane256` is created only with a token, which proves AVX2.
            Plane256(unsafe { $value })
        }
    )*};
}

/// Sixteen lanes of 16 bits in one register. Values are created only from a token or from other values.
#[derive(Clone, Copy, Debug)]
pub struct Plane256(__m256i);

impl Plane for Plane256 {
    type Cpu = Avx2;
    const BITS: u32 = 16;
    type Words = [u64; 4];

    #[inline(always)]
    fn run_kernel<K: Kernel<Avx2>>(cpu: Avx2, kernel: K) -> K::Out {
        kernel.run(cpu)
    }

    #[inline(always)]
    fn load(_cpu: Avx2, words: &[u64; 4]) -> Self {
        // SAFETY: the token proves AVX2.
        Plane256(unsafe { load(words) })
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        // SAFETY: a `Plane256` is created only with a token, which proves AVX2.
        unsafe { store(self.0) }
    }

    #[inline(always)]
    fn bit(_cpu: Avx2, bit: usize) -> Self {
        // SAFETY: the token proves AVX2. Uses registers only: to load four words just after storing one would stall.
        unsafe {
            let word =
                _mm256_cmpeq_epi64(_mm256_setr_epi64x(0, 1, 2, 3), _mm256_set1_epi64x((bit / 64) as i64));
            Plane256(_mm256_and_si256(word, _mm256_set1_epi64x(1 << (bit % 64))))
        }
    }

    #[inline(always)]
    fn full_columns(_cpu: Avx2, columns: u64) -> Self {
        // SAFETY: the token proves AVX2.
        unsafe {
            let bit = _mm256_setr_epi16(
                1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768,
            );
            let its_own = _mm256_and_si256(bit, _mm256_set1_epi16(columns as i16));
            Plane256(_mm256_cmpeq_epi16(its_own, bit))
        }
    }

    #[inline(always)]
    fn splat(_cpu: Avx2, word: u64) -> Self {
        // SAFETY: the token proves AVX2.
        Plane256(unsafe { _mm256_set1_epi64x(word as i64) })
    }

    #[inline(always)]
    fn columns(self, cpu: Avx2) -> u64 {
        // SAFETY: the token proves AVX2.
        let empty = unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())) };
        cpu.pext(!u64::from(empty as u32), 0x5555_5555)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: a `Plane256` is created only with a token, which proves AVX2.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn lift(self, cpu: Avx2, keep: Self, filled: Self) -> Self {
        // SAFETY: the token proves AVX2.
        let [mut cells, keep, filled] = unsafe { [store(self.0), store(keep.0), store(filled.0)] };
        for at in 0..4 {
            cells[at] = Fall::<16>::with_filled(cpu, keep[at], filled[at]).lift(cpu, cells[at]);
        }
        Self::load(cpu, &cells)
    }

    operations! {
        and(a, b) = _mm256_and_si256(a, b);
        or(a, b) = _mm256_or_si256(a, b);
        xor(a, b) = _mm256_xor_si256(a, b);
        and_not(a, b) = _mm256_andnot_si256(b, a);
        up(a) = _mm256_slli_epi16::<1>(a);
        down(a) = _mm256_srli_epi16::<1>(a);
        left(a) = to_left(a);
        right(a) = to_right(a);
        below_lowest(a) = _mm256_andnot_si256(a, _mm256_add_epi16(a, _mm256_set1_epi16(-1)));
    }
}
