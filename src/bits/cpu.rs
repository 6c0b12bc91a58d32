//! CPU paths: the best one is found once, at the entry of a search, then carried as a type.
//!
//! Code that profits from newer instructions is written once, generic over a token [`Cpu`], and run through
//! [`dispatch`] or [`dispatch_on`]; see [`instructions`](super::instructions) for what a token promises.
//!
//! ```
//! use tilefall::bits::cpu::{dispatch, Cpu, Job};
//! struct Low { word: u64, mask: u64 }
//! impl Job for Low {
//!     type Out = u64;
//!     #[inline(always)]
//!     fn run<C: Cpu>(self, cpu: C) -> u64 { cpu.pext(self.word, self.mask) }
//! }
//! assert_eq!(dispatch(Low { word: 0b1010, mask: 0b1110 }), 0b101);
//! ```

use super::abreast::{Abreast, PortableAbreast};
#[cfg(target_arch = "x86_64")]
use super::abreast::{avx2::Registers, avx512::Register};
#[cfg(target_arch = "x86_64")]
use super::instructions::{Avx2, Avx512};
pub use super::instructions::{Instructions, JobOn, Portable};
#[cfg(target_arch = "x86_64")]
use super::plane::avx2::Quad;
use super::plane::{Plane, PortableQuad, Wide};
use std::sync::OnceLock;

/// A token, and the values that its path holds best.
pub trait Cpu: Instructions {
    /// A 16×16 plane: a register where the path has one that is wide enough.
    type Quad: Plane<Self, Words = [u64; 4]>;
    /// A column each of thirty-two boards.
    type Abreast: Abreast<Self>;
}

impl Cpu for Portable {
    type Quad = PortableQuad;
    type Abreast = PortableAbreast;
}

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx2 {
    type Quad = Quad;
    type Abreast = Registers;
}

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx512 {
    type Quad = Quad;
    type Abreast = Register;
}

/// The layout of a board in lanes of `BITS` bits, `WORDS` words a plane.
pub trait Layout {
    /// The words of a plane.
    type Words;
    /// A plane on a path.
    type Plane<C: Cpu>: Plane<C, Words = Self::Words>;
    /// Whether a path may have registers for it, or it fits the usual ones. If not, a search is compiled once, for the
    /// portable path.
    const REGISTERS: bool;
}

/// Lanes of `BITS` bits in `WORDS` words.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<const BITS: u32, const WORDS: usize>;

macro_rules! layouts {
    ($($bits:literal, $words:literal: $plane:ty, $registers:literal;)*) => {$(
        impl Layout for Lanes<$bits, $words> {
            type Words = [u64; $words];
            type Plane<C: Cpu> = $plane;
            const REGISTERS: bool = $registers;
        }
    )*};
}

layouts! {
    8, 1: Wide<8, 1>, true;
    16, 4: C::Quad, true;
    16, 16: Wide<16, 16>, false;
    32, 16: Wide<32, 16>, false;
    32, 32: Wide<32, 32>, false;
    64, 64: Wide<64, 64>, false;
}

/// Work that is compiled once per CPU path.
pub trait Job {
    /// What the work gives.
    type Out;
    /// Does the work; must be `#[inline(always)]`, else it is compiled without the path's instructions.
    fn run<C: Cpu>(self, cpu: C) -> Self::Out;
}

impl<C: Cpu, J: Job> JobOn<C> for J {
    type Out = J::Out;

    #[inline(always)]
    fn run_on(self, cpu: C) -> J::Out {
        self.run(cpu)
    }
}

/// A CPU path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// What every machine of the target has: plain Rust, with vectors of 128 bits on x86-64, 64-bit ARM and, in builds
    /// that have them, WebAssembly.
    Portable,
    /// x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT.
    Avx2,
    /// The same with AVX-512 F, BW, VL and BITALG, for what has code of its own for it; the rest is that of AVX2.
    Avx512,
}

impl Path {
    /// All paths that tilefall is compiled with, the portable one first.
    pub const ALL: [Path; 3] = [Path::Portable, Path::Avx2, Path::Avx512];

    /// The path's name, as `--cpu` and the test reports spell it.
    pub fn name(self) -> &'static str {
        match self {
            Path::Portable => "portable",
            Path::Avx2 => "avx2",
            Path::Avx512 => "avx512",
        }
    }

    /// Whether this machine can run the path.
    pub fn available(self) -> bool {
        match self {
            Path::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => Avx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Path::Avx2 | Path::Avx512 => false,
        }
    }

    /// The paths that this machine can run and that have code of their own for everything: all but AVX-512. The portable
    /// one is the first. `skipped` is called with each that the machine lacks, so that a test can say what it left out.
    pub fn here(skipped: impl FnMut(Path)) -> Vec<Path> {
        Path::split(&[Path::Portable, Path::Avx2], skipped)
    }

    /// The same with AVX-512, for what goes through [`dispatch_wide`].
    pub fn here_wide(skipped: impl FnMut(Path)) -> Vec<Path> {
        Path::split(&Path::ALL, skipped)
    }

    fn split(paths: &[Path], skipped: impl FnMut(Path)) -> Vec<Path> {
        let (here, missing): (Vec<Path>, Vec<Path>) = paths.iter().partition(|path| path.available());
        missing.into_iter().for_each(skipped);
        here
    }

    /// The best path of this machine, looked up once: AVX-512 or AVX2, unless PEXT is slow.
    pub fn best() -> Path {
        static BEST: OnceLock<Path> = OnceLock::new();
        *BEST.get_or_init(|| {
            #[cfg(target_arch = "x86_64")]
            if Avx2::detect().is_some_and(|token| !token.pext_is_slow()) {
                return if Avx512::detect().is_some() { Path::Avx512 } else { Path::Avx2 };
            }
            Path::Portable
        })
    }
}

/// Runs the job on the best path of this machine.
#[inline]
pub fn dispatch<J: Job>(job: J) -> J::Out {
    dispatch_on(Path::best(), job)
}

/// Runs the job on the path named.
///
/// # Panics
/// If the machine lacks the path: ask [`Path::available`] first.
#[inline]
pub fn dispatch_on<J: Job>(path: Path, job: J) -> J::Out {
    match path {
        Path::Portable => Portable.enter(job),
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 | Path::Avx512 => Avx2::detect().expect("this CPU lacks the avx2 path").enter(job),
        #[cfg(not(target_arch = "x86_64"))]
        Path::Avx2 | Path::Avx512 => panic!("this CPU lacks the avx2 path"),
    }
}

/// As [`dispatch_on`], for a job that is compiled for [`Path::Avx512`], too.
///
/// # Panics
/// If the machine lacks the path: ask [`Path::available`] first.
#[inline]
pub fn dispatch_wide<J: Job>(path: Path, job: J) -> J::Out {
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => Avx512::detect().expect("this CPU lacks the avx512 path").enter(job),
        _ => dispatch_on(path, job),
    }
}

/// The paths that a test of the library runs; those that the machine lacks are named on standard error.
#[cfg(test)]
pub(crate) fn tested() -> Vec<Path> {
    Path::here(lacks)
}

/// The same for a test of code that goes through [`dispatch_wide`].
#[cfg(test)]
pub(crate) fn tested_wide() -> Vec<Path> {
    Path::here_wide(lacks)
}

#[cfg(test)]
fn lacks(path: Path) {
    eprintln!("skipped: the {} path, which this CPU lacks", path.name());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    struct All(u64, u64);
    impl Job for All {
        type Out = (u64, u64, u64, Vec<u32>);
        #[inline(always)]
        fn run<C: Cpu>(self, cpu: C) -> Self::Out {
            let All(word, mask) = self;
            let mut bits = Vec::new();
            for n in 0..64 {
                bits.push(cpu.nth_bit(mask, n));
            }
            (cpu.pext(word, mask), cpu.pdep(word, mask), cpu.low_ones8(mask), bits)
        }
    }

    fn slow(word: u64, mask: u64) -> (u64, u64, u64, Vec<u32>) {
        let places: Vec<u32> = (0..64).filter(|&i| mask >> i & 1 == 1).collect();
        let ext = places.iter().enumerate().map(|(k, &i)| (word >> i & 1) << k).sum();
        let dep = places.iter().enumerate().map(|(k, &i)| (word >> k & 1) << i).sum();
        let ones = mask.to_le_bytes().map(|byte| ((1u32 << byte.count_ones()) - 1) as u8);
        let bits = (0..64).map(|n| places.get(n).copied().unwrap_or(64)).collect();
        (ext, dep, u64::from_le_bytes(ones), bits)
    }

    proptest! {
        #[test]
        fn instructions_do_what_they_say_on_every_path(word: u64, mask: u64, also: u64) {
            for mask in [mask, mask & also, mask | also, 0, u64::MAX] {
                for path in tested_wide() {
                    prop_assert_eq!(dispatch_wide(path, All(word, mask)), slow(word, mask));
                }
            }
        }
    }
}
