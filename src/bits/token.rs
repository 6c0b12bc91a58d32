//! CPU tokens: each proves that the instructions of a CPU path are available, and provides them.
//!
//! There is one token per path: [`Portable`] runs everywhere, [`Avx2`] needs AVX2 and BMI2. The only way to get an
//! [`Avx2`] is its `detect` function, which checks the machine, so the token itself is the proof.
//!
//! `#[target_feature]` applies to one function body and to everything inlined into it. Hence two rules for code that
//! is generic over a token: helpers are `#[inline(always)]`, and calls that must not be inlined (a recursion, a kernel
//! used in many places) go through [`CpuToken::call`].

use super::portable;
use std::fmt::Debug;

/// A computation on a CPU path. Most kernels implement the trait for every `C`; a kernel that contains values of one
/// path, such as SIMD registers, implements the trait for that path.
pub trait Kernel<C: CpuToken> {
    /// The result of [`run`](Self::run).
    type Out;
    /// Runs the computation. Must be `#[inline(always)]`, otherwise the code is compiled without the instructions of
    /// the path.
    fn run(self, cpu: C) -> Self::Out;
}

/// The operations of one path, in plain Rust where the path has no instruction for them.
///
/// Sealed: only this module can give the guarantee of a token.
pub trait CpuToken: Copy + Debug + Send + Sync + 'static + sealed::Sealed {
    /// Whether [`pext`](Self::pext) and [`pdep`](Self::pdep) are single instructions rather than loops.
    const FAST_PEXT: bool = false;

    /// Runs a kernel as a separate function, compiled for this path and not inlined.
    #[inline(never)]
    fn call<K: Kernel<Self>>(self, kernel: K) -> K::Out {
        kernel.run(self)
    }

    /// Extracts the bits of `word` under `mask` and packs them at the low end.
    #[inline(always)]
    fn pext(self, word: u64, mask: u64) -> u64 {
        portable::pext(word, mask)
    }

    /// Deposits the low bits of `word` at the positions of `mask`.
    #[inline(always)]
    fn pdep(self, word: u64, mask: u64) -> u64 {
        portable::pdep(word, mask)
    }

    /// Returns the position of the set bit of `word` with `n` set bits below it, or 64 if there is none. `n` is below
    /// 64.
    #[inline(always)]
    fn nth_bit(self, word: u64, n: u32) -> u32 {
        portable::nth_bit(word, n)
    }

    /// For each byte of `word`, sets as many low bits as the byte has set bits.
    #[inline(always)]
    fn low_ones8(self, word: u64) -> u64 {
        portable::low_ones8(word)
    }

    /// Returns the low bytes of 16 lanes of 16 bits, then their high bytes, lane 0 first.
    #[inline(always)]
    fn halves16(self, words: &[u64; 4]) -> [u8; 32] {
        portable::halves16(words)
    }

    /// Prefetches the cache line of `slot`; does nothing on the portable path.
    #[inline(always)]
    fn prefetch<T>(self, _slot: &T) {}
}

mod sealed {
    /// Restricts [`CpuToken`](super::CpuToken) to the tokens of this module.
    pub trait Sealed {}
    impl Sealed for super::Portable {}
    #[cfg(target_arch = "x86_64")]
    impl Sealed for super::Avx2 {}
}

/// The token of the portable path, which runs everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable;

impl CpuToken for Portable {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    #[inline(always)]
    fn low_ones8(self, word: u64) -> u64 {
        use std::arch::wasm32::*;
        let ones_of = i8x16(0, 1, 3, 7, 15, 31, 63, 127, -1, 0, 0, 0, 0, 0, 0, 0);
        u64x2_extract_lane::<0>(i8x16_swizzle(ones_of, i8x16_popcnt(u64x2_splat(word))))
    }

    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    #[inline(always)]
    fn low_ones8(self, word: u64) -> u64 {
        use std::arch::aarch64::*;
        static ONES_OF: [u8; 16] = [0, 1, 3, 7, 15, 31, 63, 127, 255, 0, 0, 0, 0, 0, 0, 0];
        // SAFETY: NEON is part of the target; 16 bytes are read from an array of 16 bytes.
        unsafe {
            let counts = vcnt_u8(vcreate_u8(word));
            vget_lane_u64::<0>(vreinterpret_u64_u8(vqtbl1_u8(vld1q_u8(ONES_OF.as_ptr()), counts)))
        }
    }
}

/// The token of the AVX2 path: AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// Returns the token if this machine has all instructions of the path.
    #[inline]
    pub fn detect() -> Option<Avx2> {
        let has = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        has.then_some(Avx2(()))
    }

    /// Returns whether PEXT and PDEP are microcoded on this machine, at up to 250 cycles each: on AMD before Zen 3
    /// (family 0x19) and on Hygon.
    pub fn pext_is_slow(self) -> bool {
        // `__cpuid` is a safe function since Rust 1.94.
        #[allow(unused_unsafe)]
        // SAFETY: every x86-64 processor has the instruction CPUID.
        let cpuid = |leaf| unsafe { std::arch::x86_64::__cpuid(leaf) };
        let vendor = cpuid(0);
        let amd = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
        let hygon = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6f67_7948, 0x6e65_476e, 0x656e_6975);
        let signature = cpuid(1).eax;
        let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
        hygon || (amd && family < 0x19)
    }
}

#[cfg(target_arch = "x86_64")]
impl CpuToken for Avx2 {
    const FAST_PEXT: bool = true;

    #[inline(always)]
    fn call<K: Kernel<Self>>(self, kernel: K) -> K::Out {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        #[inline(never)]
        fn body<K: Kernel<Avx2>>(kernel: K) -> K::Out {
            kernel.run(Avx2(()))
        }
        // SAFETY: a token of this type comes from `detect` alone, which tests for every feature that `body`
        // enables.
        unsafe { body(kernel) }
    }

    #[inline(always)]
    fn pext(self, word: u64, mask: u64) -> u64 {
        // SAFETY: the token proves BMI2.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn pdep(self, word: u64, mask: u64) -> u64 {
        // SAFETY: the token proves BMI2.
        unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
    }

    #[inline(always)]
    fn nth_bit(self, word: u64, n: u32) -> u32 {
        self.pdep(1 << n, word).trailing_zeros()
    }

    #[inline(always)]
    fn low_ones8(self, word: u64) -> u64 {
        use std::arch::x86_64::*;
        // SAFETY: the token proves AVX2, which implies SSE2 and SSSE3.
        unsafe {
            let nibble = _mm_set1_epi8(0xf);
            let bits_of = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
            let ones_of = _mm_setr_epi8(0, 1, 3, 7, 15, 31, 63, 127, -1, 0, 0, 0, 0, 0, 0, 0);
            let word = _mm_cvtsi64_si128(word as i64);
            let low = _mm_shuffle_epi8(bits_of, _mm_and_si128(word, nibble));
            let high = _mm_shuffle_epi8(bits_of, _mm_and_si128(_mm_srli_epi16::<4>(word), nibble));
            _mm_cvtsi128_si64(_mm_shuffle_epi8(ones_of, _mm_add_epi8(low, high))) as u64
        }
    }

    #[inline(always)]
    fn halves16(self, words: &[u64; 4]) -> [u8; 32] {
        use std::arch::x86_64::*;
        let mut halves = [0; 32];
        // SAFETY: the token proves AVX2; 32 bytes are read from an array of 32 bytes and written to another, unaligned.
        unsafe {
            let lanes = _mm256_loadu_si256(words.as_ptr().cast());
            let low = _mm256_and_si256(lanes, _mm256_set1_epi16(0xff));
            let high = _mm256_srli_epi16::<8>(lanes);
            // The pack works on each half of the register alone: it puts the low bytes into quarters 0 and 2.
            let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high));
            _mm256_storeu_si256(halves.as_mut_ptr().cast(), packed);
        }
        halves
    }

    #[inline(always)]
    fn prefetch<T>(self, slot: &T) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: SSE is part of x86-64, and a prefetch never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(slot).cast()) }
    }
}
