//! CPU paths, such as AVX2. The best path of the machine is detected once and then passed on as a type.
//!
//! Code that gains from newer instructions is written once, generic over a token [`Cpu`], and run by [`dispatch`]. See
//! [`token`](super::token) for the guarantee that a token gives.
//!
//! ```
//! use tilefall::internals::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
//! struct Low { word: u64, mask: u64 }
//! impl<C: Cpu> Kernel<C> for Low {
//!     type Out = u64;
//!     #[inline(always)]
//!     fn run(self, cpu: C) -> u64 { cpu.pext(self.word, self.mask) }
//! }
//! assert_eq!(dispatch(CpuPath::best(), Low { word: 0b1010, mask: 0b1110 }), 0b101);
//! ```

#[cfg(target_arch = "x86_64")]
use super::plane::avx2::Plane256;
use super::plane::{Plane, WordPlane};
use super::simd128::PortablePlane16x16;
#[cfg(target_arch = "x86_64")]
use super::token::Avx2;
pub use super::token::{CpuToken, Kernel, Portable};
use std::sync::OnceLock;

/// A CPU token with the SIMD type of its path.
pub trait Cpu: CpuToken {
    /// A plane of 16×16 cells, in one SIMD register where the path has registers of 256 bits.
    type Plane16x16: Plane<Cpu = Self, Words = [u64; 4]>;
}

impl Cpu for Portable {
    type Plane16x16 = PortablePlane16x16;
}

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx2 {
    type Plane16x16 = Plane256;
}

/// A memory layout of planes: the width of the lanes and the number of words. See [`Lanes`].
pub trait Layout {
    /// A plane in memory, `[u64; WORDS]`.
    type Words;
    /// The type of a plane on a CPU path.
    type Plane<C: Cpu>: Plane<Cpu = C, Words = Self::Words>;
    /// Whether a plane fits an ordinary register, or one SIMD register of a path. If `false`, newer instructions gain
    /// little, so most searches are compiled for the portable path alone.
    const HAS_SIMD: bool;
}

/// The layout with lanes of `BITS` bits in `WORDS` words.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<const BITS: u32, const WORDS: usize>;

macro_rules! layouts {
    ($($bits:literal, $words:literal: $plane:ty, $simd:literal;)*) => {$(
        impl Layout for Lanes<$bits, $words> {
            type Words = [u64; $words];
            type Plane<C: Cpu> = $plane;
            const HAS_SIMD: bool = $simd;
        }
    )*};
}

layouts! {
    8, 1: WordPlane<C, 8, 1>, true;
    16, 4: C::Plane16x16, true;
    16, 8: WordPlane<C, 16, 8>, false;
    16, 16: WordPlane<C, 16, 16>, false;
    32, 12: WordPlane<C, 32, 12>, false;
    32, 16: WordPlane<C, 32, 16>, false;
    64, 64: WordPlane<C, 64, 64>, false;
}

/// A CPU path: a set of instructions that code is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CpuPath {
    /// The instructions that every machine of the target has: plain Rust, with vectors of 128 bits on x86-64, 64-bit
    /// ARM and, in builds with `simd128`, WebAssembly.
    Portable,
    /// x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT.
    Avx2,
}

impl CpuPath {
    /// All paths that the library knows, the portable one first.
    pub const ALL: [CpuPath; 2] = [CpuPath::Portable, CpuPath::Avx2];

    /// Returns the name of the path, as used by `--cpu` and in test reports.
    pub fn name(self) -> &'static str {
        match self {
            CpuPath::Portable => "portable",
            CpuPath::Avx2 => "avx2",
        }
    }

    /// Returns whether this machine can run the path.
    pub fn available(self) -> bool {
        match self {
            CpuPath::Portable => true,
            #[cfg(target_arch = "x86_64")]
            CpuPath::Avx2 => Avx2::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            CpuPath::Avx2 => false,
        }
    }

    /// Returns the available paths, the portable one first. Calls `skipped` with each path that the machine lacks, so
    /// that a test can report it.
    pub fn available_paths(skipped: impl FnMut(CpuPath)) -> Vec<CpuPath> {
        let (here, missing): (Vec<CpuPath>, Vec<CpuPath>) =
            CpuPath::ALL.iter().partition(|path| path.available());
        missing.into_iter().for_each(skipped);
        here
    }

    /// Returns the best path of this machine, detected once: AVX2 if available with fast PEXT, else the portable one.
    pub fn best() -> CpuPath {
        static BEST: OnceLock<CpuPath> = OnceLock::new();
        *BEST.get_or_init(|| {
            #[cfg(target_arch = "x86_64")]
            if Avx2::detect().is_some_and(|token| !token.pext_is_slow()) {
                return CpuPath::Avx2;
            }
            CpuPath::Portable
        })
    }
}

/// Runs a kernel on `path`.
///
/// # Panics
/// Panics if the machine lacks the path; see [`CpuPath::available`].
#[cfg(target_arch = "x86_64")]
#[inline]
pub fn dispatch<K, O>(path: CpuPath, kernel: K) -> O
where
    K: Kernel<Portable, Out = O> + Kernel<Avx2, Out = O>,
{
    match path {
        CpuPath::Portable => Portable.call(kernel),
        CpuPath::Avx2 => Avx2::detect().expect("this CPU lacks the avx2 path").call(kernel),
    }
}

/// Runs a kernel on `path`.
///
/// # Panics
/// Panics if the machine lacks the path; see [`CpuPath::available`].
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub fn dispatch<K: Kernel<Portable>>(path: CpuPath, kernel: K) -> K::Out {
    assert!(path.available(), "this CPU lacks the {} path", path.name());
    Portable.call(kernel)
}

/// Returns the paths that this machine has, for tests; prints the missing paths to standard error.
#[cfg(test)]
pub(crate) fn tested_paths() -> Vec<CpuPath> {
    CpuPath::available_paths(|path| eprintln!("skipped: the {} path, which this CPU lacks", path.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Results = (u64, u64, u64, Vec<u32>, Vec<u8>);

    struct All(u64, u64);
    impl<C: Cpu> Kernel<C> for All {
        type Out = Results;
        #[inline(always)]
        fn run(self, cpu: C) -> Results {
            let All(word, mask) = self;
            let mut bits = Vec::new();
            for n in 0..64 {
                bits.push(cpu.nth_bit(mask, n));
            }
            let halves = cpu.halves16(&[word, mask, !word, word ^ mask]).to_vec();
            (cpu.pext(word, mask), cpu.pdep(word, mask), cpu.low_ones8(mask), bits, halves)
        }
    }

    fn slow(word: u64, mask: u64) -> Results {
        let places: Vec<u32> = (0..64).filter(|&i| mask >> i & 1 == 1).collect();
        let ext = places.iter().enumerate().map(|(k, &i)| (word >> i & 1) << k).sum();
        let dep = places.iter().enumerate().map(|(k, &i)| (word >> k & 1) << i).sum();
        let ones = mask.to_le_bytes().map(|byte| ((1u32 << byte.count_ones()) - 1) as u8);
        let bits = (0..64).map(|n| places.get(n).copied().unwrap_or(64)).collect();
        let bytes = [word, mask, !word, word ^ mask].map(u64::to_le_bytes);
        let half = |half: usize| bytes.as_flattened().iter().copied().skip(half).step_by(2);
        (ext, dep, u64::from_le_bytes(ones), bits, half(0).chain(half(1)).collect())
    }

    proptest! {
        #[test]
        fn instructions_do_what_they_say_on_every_path(word: u64, mask: u64, also: u64) {
            for mask in [mask, mask & also, mask | also, 0, u64::MAX] {
                for path in tested_paths() {
                    prop_assert_eq!(dispatch(path, All(word, mask)), slow(word, mask));
                }
            }
        }
    }
}
