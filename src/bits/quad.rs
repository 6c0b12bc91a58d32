//! The board kernels on one 256-bit register a plane: 16 lanes of 16 bits, with AVX2.
//!
//! The twins of `flood`, `movers` and `sink` for 16×16 boards; the same results, checked against them.
//! Shifts of 16-bit elements keep cells in their columns without a mask.

use super::cpu::{Avx2, Cpu as _};
use super::plane::Plane;
use std::arch::x86_64::*;

/// Four words as a register.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn load(words: &[u64; 4]) -> __m256i {
    // SAFETY: 32 bytes are read from an array of 32 bytes, unaligned; AVX2 as for this function.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

/// A register as four words.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn store(cells: __m256i) -> [u64; 4] {
    let mut words = [0; 4];
    // SAFETY: 32 bytes are written to an array of 32 bytes, unaligned; AVX2 as for this function.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), cells) };
    words
}

/// Every cell one column to the right.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn to_right(cells: __m256i) -> __m256i {
    // SAFETY: as for this function. The upper half gets the lower one's last column.
    unsafe { _mm256_alignr_epi8::<14>(cells, _mm256_permute2x128_si256::<0x08>(cells, cells)) }
}

/// Every cell one column to the left.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn to_left(cells: __m256i) -> __m256i {
    // SAFETY: as for this function. The lower half gets the upper one's first column.
    unsafe { _mm256_alignr_epi8::<2>(_mm256_permute2x128_si256::<0x81>(cells, cells), cells) }
}

/// `flood::flood::<16, 4>`.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
pub(super) unsafe fn flood(within: &[u64; 4], seed: usize) -> [u64; 4] {
    // SAFETY: as for this function.
    unsafe {
        let within = load(within);
        // Made in registers: a load right after narrower stores would have to wait for them.
        let word = _mm256_cmpeq_epi64(_mm256_setr_epi64x(0, 1, 2, 3), _mm256_set1_epi64x((seed / 64) as i64));
        let mut group = _mm256_and_si256(word, _mm256_set1_epi64x(1 << (seed % 64)));
        loop {
            let tall = vertical(group);
            let tall = _mm256_and_si256(tall, within);
            let sides = _mm256_or_si256(to_left(tall), to_right(tall));
            let next = _mm256_and_si256(_mm256_or_si256(vertical(tall), sides), within);
            let grown = _mm256_xor_si256(next, group);
            if _mm256_testz_si256(grown, grown) == 1 {
                return store(next);
            }
            group = next;
        }
    }
}

/// The cells and those right above and below them.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn vertical(cells: __m256i) -> __m256i {
    // SAFETY: as for this function.
    unsafe {
        let above = _mm256_slli_epi16::<1>(cells);
        let below = _mm256_srli_epi16::<1>(cells);
        _mm256_or_si256(cells, _mm256_or_si256(above, below))
    }
}

/// `flood::movers::<16, 4, PLANES>`, of the first four words of each plane.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
pub(super) unsafe fn movers<const PLANES: usize>(planes: &[__m256i; PLANES]) -> [u64; 4] {
    // SAFETY: as for this function.
    unsafe {
        let zero = _mm256_setzero_si256();
        let (mut occupied, mut above, mut right) = (zero, zero, zero);
        for &plane in planes {
            occupied = _mm256_or_si256(occupied, plane);
            above = _mm256_or_si256(above, _mm256_xor_si256(plane, _mm256_srli_epi16::<1>(plane)));
            right = _mm256_or_si256(right, _mm256_xor_si256(plane, to_left(plane)));
        }
        let above = _mm256_andnot_si256(above, occupied);
        let right = _mm256_andnot_si256(right, occupied);
        let vertical = _mm256_or_si256(above, _mm256_slli_epi16::<1>(above));
        store(_mm256_or_si256(vertical, _mm256_or_si256(right, to_right(right))))
    }
}

/// `sink::sink::<16, 4, PLANES>`.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
pub(super) unsafe fn sink<const PLANES: usize>(planes: &mut [__m256i; PLANES], gone: &[u64; 4]) {
    // SAFETY: as for this function.
    unsafe {
        let mut gone = load(gone);
        loop {
            // The cells below the lowest gone one of each column, the whole column if none is gone.
            let stay = _mm256_andnot_si256(gone, _mm256_add_epi16(gone, _mm256_set1_epi16(-1)));
            for plane in planes.iter_mut() {
                let fallen = _mm256_andnot_si256(stay, _mm256_srli_epi16::<1>(*plane));
                *plane = _mm256_or_si256(_mm256_and_si256(*plane, stay), fallen);
            }
            gone = _mm256_andnot_si256(stay, _mm256_srli_epi16::<1>(gone));
            if _mm256_testz_si256(gone, gone) == 1 {
                break;
            }
        }
        close(planes);
    }
}

/// Slides columns to the left over empty ones, one gap at a time.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn close<const PLANES: usize>(planes: &mut [__m256i; PLANES]) {
    // SAFETY: as for this function.
    unsafe {
        let zero = _mm256_setzero_si256();
        let occupied = planes.iter().fold(zero, |all, &plane| _mm256_or_si256(all, plane));
        // Two bits a column.
        let mut full = !(_mm256_movemask_epi8(_mm256_cmpeq_epi16(occupied, zero)) as u32);
        while full & full.wrapping_add(1) != 0 {
            let gap = (!full).trailing_zeros();
            let columns = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let moving = _mm256_cmpgt_epi16(columns, _mm256_set1_epi16(gap as i16 / 2 - 1));
            for plane in planes.iter_mut() {
                *plane = _mm256_blendv_epi8(*plane, to_left(*plane), moving);
            }
            let before = (1 << gap) - 1;
            full = (full & before) | (full >> 2 & !before);
        }
    }
}

/// The first four words of each plane as registers.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
pub(super) unsafe fn registers<const WORDS: usize, const PLANES: usize>(
    planes: &[[u64; WORDS]; PLANES],
) -> [__m256i; PLANES] {
    // SAFETY: as for this function.
    planes.each_ref().map(|plane| unsafe { load(plane.first_chunk().expect("four words")) })
}

/// Puts registers back into the first four words of each plane.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
pub(super) unsafe fn put_back<const WORDS: usize, const PLANES: usize>(
    registers: &[__m256i; PLANES],
    planes: &mut [[u64; WORDS]; PLANES],
) {
    for (plane, &register) in planes.iter_mut().zip(registers) {
        // SAFETY: as for this function.
        *plane.first_chunk_mut().expect("four words") = unsafe { store(register) };
    }
}

/// Sixteen lanes of 16 bits in one register. There is none without a token: it comes from one, or from
/// another register.
#[derive(Clone, Copy, Debug)]
pub struct Quad(__m256i);

impl Plane<Avx2> for Quad {
    const BITS: u32 = 16;
    type Words = [u64; 4];

    #[inline(always)]
    fn load(_cpu: Avx2, words: &[u64; 4]) -> Self {
        // SAFETY: the token proves AVX2.
        Quad(unsafe { load(words) })
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        // SAFETY: a register exists only on the AVX2 path.
        unsafe { store(self.0) }
    }

    #[inline(always)]
    fn no_words() -> [u64; 4] {
        [0; 4]
    }

    #[inline(always)]
    fn bit(_cpu: Avx2, bit: usize) -> Self {
        // SAFETY: the token proves AVX2. Made in registers: a load right after a store of a part would wait.
        unsafe {
            let word =
                _mm256_cmpeq_epi64(_mm256_setr_epi64x(0, 1, 2, 3), _mm256_set1_epi64x((bit / 64) as i64));
            Quad(_mm256_and_si256(word, _mm256_set1_epi64x(1 << (bit % 64))))
        }
    }

    #[inline(always)]
    fn whole(_cpu: Avx2, columns: u64) -> Self {
        // SAFETY: the token proves AVX2.
        unsafe {
            let bit = _mm256_setr_epi16(
                1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768,
            );
            let its_own = _mm256_and_si256(bit, _mm256_set1_epi16(columns as i16));
            Quad(_mm256_cmpeq_epi16(its_own, bit))
        }
    }

    #[inline(always)]
    fn columns(self, cpu: Avx2) -> u64 {
        // SAFETY: the token proves AVX2.
        let empty = unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())) };
        cpu.pext(!u64::from(empty as u32), 0x5555_5555)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: a register exists only on the AVX2 path.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: a register exists only on the AVX2 path.
        Quad(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: a register exists only on the AVX2 path.
        Quad(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a register exists only on the AVX2 path.
        Quad(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: a register exists only on the AVX2 path.
        Quad(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn up(self) -> Self {
        // SAFETY: a register exists only on the AVX2 path.
        Quad(unsafe { _mm256_slli_epi16::<1>(self.0) })
    }

    #[inline(always)]
    fn down(self) -> Self {
        // SAFETY: a register exists only on the AVX2 path.
        Quad(unsafe { _mm256_srli_epi16::<1>(self.0) })
    }

    #[inline(always)]
    fn left(self) -> Self {
        // SAFETY: a register exists only on the AVX2 path.
        Quad(unsafe { to_left(self.0) })
    }

    #[inline(always)]
    fn right(self) -> Self {
        // SAFETY: a register exists only on the AVX2 path.
        Quad(unsafe { to_right(self.0) })
    }

    #[inline(always)]
    fn below_lowest(self) -> Self {
        // SAFETY: a register exists only on the AVX2 path.
        Quad(unsafe { _mm256_andnot_si256(self.0, _mm256_add_epi16(self.0, _mm256_set1_epi16(-1))) })
    }
}
