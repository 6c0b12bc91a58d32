//! CPU features: found once, at the entry of a search, then carried as a type.
//!
//! Code that profits from newer instructions is written once, generic over a token [`Cpu`]. There is
//! one token a *path*: [`Portable`] runs everywhere, [`Avx2`] needs AVX2 and *fast* BMI2. A token can
//! only be had through [`dispatch`] or [`dispatch_on`], which look at the machine first, so holding one
//! is the proof that its instructions may be used.
//!
//! `#[target_feature]` holds for one function body and what is inlined into it. Hence the two rules for
//! such code: helpers are `#[inline(always)]`, and a call that is not to be inlined (a recursion) goes
//! through [`Cpu::enter`] again.
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

#[cfg(target_arch = "x86_64")]
use super::plane;
use super::plane::{Plane, Wide};
use super::{flood, portable, sink};
use crate::bits::avx2;
use std::sync::OnceLock;

/// Work that is compiled once a CPU path.
pub trait Job {
    /// What the work gives.
    type Out;
    /// Does the work; must be `#[inline(always)]`, else it is compiled without the path's instructions.
    fn run<C: Cpu>(self, cpu: C) -> Self::Out;
}

/// Work that holds values of one path, such as its registers, and so runs on that path alone.
///
/// Every [`Job`] is one.
pub trait JobOn<C: Cpu> {
    /// What the work gives.
    type Out;
    /// Does the work; must be `#[inline(always)]`, as of a [`Job`].
    fn run_on(self, cpu: C) -> Self::Out;
}

impl<C: Cpu, J: Job> JobOn<C> for J {
    type Out = J::Out;

    #[inline(always)]
    fn run_on(self, cpu: C) -> J::Out {
        self.run(cpu)
    }
}

/// Proof that the instructions of one path may be used, and those instructions.
///
/// Sealed: only this module can promise what a token promises.
pub trait Cpu: Copy + Send + Sync + 'static + sealed::Sealed {
    /// The path of this token.
    const PATH: Path;
    /// Whether [`pext`](Cpu::pext) and [`pdep`](Cpu::pdep) are single instructions, or loops.
    const FAST_PEXT: bool;
    /// A 16×16 plane as this path holds it best.
    type Quad: Plane<Self, Words = [u64; 4]>;
    /// Runs a job in a function of its own, compiled for this path, not inlined: the way to recurse.
    fn enter<J: JobOn<Self>>(self, job: J) -> J::Out;
    /// The bits of `word` under `mask`, packed to the low end.
    fn pext(self, word: u64, mask: u64) -> u64;
    /// The low bits of `word`, spread to the places of `mask`.
    fn pdep(self, word: u64, mask: u64) -> u64;
    /// As many low bits of each byte as `word` has bits in it.
    fn low_ones8(self, word: u64) -> u64;
    /// [`flood`](super::flood::flood) by this path's instructions.
    fn flood<const BITS: u32, const WORDS: usize>(self, within: &[u64; WORDS], seed: usize) -> [u64; WORDS];
    /// [`movers`](super::flood::movers) by this path's instructions.
    fn movers<const BITS: u32, const WORDS: usize, const PLANES: usize>(
        self,
        planes: &[[u64; WORDS]; PLANES],
    ) -> [u64; WORDS];
    /// [`sink`](super::sink::sink) by this path's instructions.
    fn sink<const BITS: u32, const WORDS: usize, const PLANES: usize>(
        self,
        planes: &mut [[u64; WORDS]; PLANES],
        gone: &[u64; WORDS],
    );
    /// Asks for the cache line of `slot`; nothing happens where the CPU has no such hint.
    fn prefetch<T>(self, slot: &T);
}

/// A CPU path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// Plain Rust, any machine.
    Portable,
    /// x86-64 with AVX2, BMI1, BMI2 (not in microcode), LZCNT and POPCNT.
    Avx2,
}

impl Path {
    /// All paths that tilefall is compiled with, the plain one first.
    pub const ALL: [Path; 2] = [Path::Portable, Path::Avx2];

    /// The path's name, as `--cpu` and the test reports spell it.
    pub fn name(self) -> &'static str {
        match self {
            Path::Portable => "portable",
            Path::Avx2 => "avx2",
        }
    }

    /// Whether this machine can run the path.
    pub fn available(self) -> bool {
        match self {
            Path::Portable => true,
            Path::Avx2 => has_avx2(),
        }
    }

    /// The best path of this machine; looked up once.
    pub fn best() -> Path {
        static BEST: OnceLock<Path> = OnceLock::new();
        *BEST.get_or_init(|| if has_avx2() && !slow_pext() { Path::Avx2 } else { Path::Portable })
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
        Path::Portable => Portable(()).enter(job),
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => {
            assert!(has_avx2(), "this CPU lacks the avx2 path");
            Avx2(()).enter(job)
        }
        #[cfg(not(target_arch = "x86_64"))]
        Path::Avx2 => panic!("this CPU lacks the avx2 path"),
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

/// AMD before Zen 3 (family 0x19) has PEXT and PDEP in microcode, up to 250 cycles each.
#[cfg(target_arch = "x86_64")]
fn slow_pext() -> bool {
    use std::arch::x86_64::__cpuid;
    let vendor = __cpuid(0);
    let amd = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
    let hygon = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6f67_7948, 0x6e65_476e, 0x656e_6975);
    let signature = __cpuid(1).eax;
    let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
    hygon || (amd && family < 0x19)
}

#[cfg(not(target_arch = "x86_64"))]
fn slow_pext() -> bool {
    true
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Portable {}
    #[cfg(target_arch = "x86_64")]
    impl Sealed for super::Avx2 {}
}

/// [`flood`](super::flood::flood) as a call of its own: on words it is too long to be worth inlining.
struct Flood<'a, const BITS: u32, const WORDS: usize>(&'a [u64; WORDS], usize);

impl<const BITS: u32, const WORDS: usize> Job for Flood<'_, BITS, WORDS> {
    type Out = [u64; WORDS];

    #[inline(always)]
    fn run<C: Cpu>(self, _cpu: C) -> [u64; WORDS] {
        flood::flood::<BITS, WORDS>(self.0, self.1)
    }
}

/// [`movers`](super::flood::movers) as a call of its own.
struct Movers<'a, const BITS: u32, const WORDS: usize, const PLANES: usize>(&'a [[u64; WORDS]; PLANES]);

impl<const BITS: u32, const WORDS: usize, const PLANES: usize> Job for Movers<'_, BITS, WORDS, PLANES> {
    type Out = [u64; WORDS];

    #[inline(always)]
    fn run<C: Cpu>(self, _cpu: C) -> [u64; WORDS] {
        flood::movers::<BITS, WORDS, PLANES>(self.0)
    }
}

/// [`sink`](super::sink::sink) as a call of its own.
struct Sink<'a, const BITS: u32, const WORDS: usize, const PLANES: usize>(
    &'a mut [[u64; WORDS]; PLANES],
    &'a [u64; WORDS],
);

impl<const BITS: u32, const WORDS: usize, const PLANES: usize> Job for Sink<'_, BITS, WORDS, PLANES> {
    type Out = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        sink::sink::<C, BITS, WORDS, PLANES>(cpu, self.0, self.1);
    }
}

/// The token of the plain path.
#[derive(Clone, Copy, Debug)]
pub struct Portable(());

impl Portable {
    /// The plain path may run everywhere, so its token is free to have.
    pub const fn new() -> Self {
        Portable(())
    }
}

impl Default for Portable {
    fn default() -> Self {
        Self::new()
    }
}

impl Cpu for Portable {
    const PATH: Path = Path::Portable;
    const FAST_PEXT: bool = false;
    type Quad = Wide<16, 4>;

    #[inline(never)]
    fn enter<J: JobOn<Self>>(self, job: J) -> J::Out {
        job.run_on(self)
    }

    #[inline(always)]
    fn pext(self, word: u64, mask: u64) -> u64 {
        portable::pext(word, mask)
    }

    #[inline(always)]
    fn pdep(self, word: u64, mask: u64) -> u64 {
        portable::pdep(word, mask)
    }

    #[inline(always)]
    fn low_ones8(self, word: u64) -> u64 {
        portable::low_ones8(word)
    }

    #[inline(always)]
    fn flood<const BITS: u32, const WORDS: usize>(self, within: &[u64; WORDS], seed: usize) -> [u64; WORDS] {
        self.enter(Flood::<BITS, WORDS>(within, seed))
    }

    #[inline(always)]
    fn movers<const BITS: u32, const WORDS: usize, const PLANES: usize>(
        self,
        planes: &[[u64; WORDS]; PLANES],
    ) -> [u64; WORDS] {
        self.enter(Movers::<BITS, WORDS, PLANES>(planes))
    }

    #[inline(always)]
    fn sink<const BITS: u32, const WORDS: usize, const PLANES: usize>(
        self,
        planes: &mut [[u64; WORDS]; PLANES],
        gone: &[u64; WORDS],
    ) {
        self.enter(Sink::<BITS, WORDS, PLANES>(planes, gone));
    }

    #[inline(always)]
    fn prefetch<T>(self, _slot: &T) {}
}

/// The token of the AVX2 path.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// The first four words of each plane as registers.
    #[inline(always)]
    fn quads<const WORDS: usize, const PLANES: usize>(
        self,
        planes: &[[u64; WORDS]; PLANES],
    ) -> [avx2::Quad; PLANES] {
        let mut quads = [avx2::Quad::load(self, &[0; 4]); PLANES];
        for (quad, plane) in quads.iter_mut().zip(planes) {
            *quad = avx2::Quad::load(self, plane.first_chunk().expect("four words"));
        }
        quads
    }
}

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx2 {
    const PATH: Path = Path::Avx2;
    const FAST_PEXT: bool = true;
    type Quad = avx2::Quad;

    #[inline(always)]
    fn enter<J: JobOn<Self>>(self, job: J) -> J::Out {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        #[inline(never)]
        fn body<J: JobOn<Avx2>>(job: J) -> J::Out {
            job.run_on(Avx2(()))
        }
        // SAFETY: a token of this type exists only after `has_avx2` (see `dispatch_on`), which tests for
        // every feature that `body` enables.
        unsafe { body(job) }
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
    fn low_ones8(self, word: u64) -> u64 {
        use std::arch::x86_64::*;
        // SAFETY: the token proves AVX2, hence SSSE3 and all older.
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
    fn flood<const BITS: u32, const WORDS: usize>(self, within: &[u64; WORDS], seed: usize) -> [u64; WORDS] {
        match within.first_chunk() {
            Some(within) if (BITS, WORDS) == (16, 4) => {
                let mut out = [0; WORDS];
                out.copy_from_slice(&avx2::Quad::load(self, within).flood(self, seed).0.words());
                out
            }
            _ => self.enter(Flood::<BITS, WORDS>(within, seed)),
        }
    }

    #[inline(always)]
    fn movers<const BITS: u32, const WORDS: usize, const PLANES: usize>(
        self,
        planes: &[[u64; WORDS]; PLANES],
    ) -> [u64; WORDS] {
        if (BITS, WORDS) != (16, 4) {
            return self.enter(Movers::<BITS, WORDS, PLANES>(planes));
        }
        let mut out = [0; WORDS];
        out.copy_from_slice(&plane::movers(self, &self.quads(planes)).words());
        out
    }

    #[inline(always)]
    fn sink<const BITS: u32, const WORDS: usize, const PLANES: usize>(
        self,
        planes: &mut [[u64; WORDS]; PLANES],
        gone: &[u64; WORDS],
    ) {
        match gone.first_chunk() {
            Some(gone) if (BITS, WORDS) == (16, 4) => {
                let mut quads = self.quads(planes);
                plane::sink(self, &mut quads, avx2::Quad::load(self, gone));
                for (plane, quad) in planes.iter_mut().zip(quads) {
                    plane.copy_from_slice(&quad.words());
                }
            }
            _ => self.enter(Sink::<BITS, WORDS, PLANES>(planes, gone)),
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, slot: &T) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: SSE is part of x86-64, and a prefetch never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(slot).cast()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    struct All(u64, u64);
    impl Job for All {
        type Out = (u64, u64, u64);
        #[inline(always)]
        fn run<C: Cpu>(self, cpu: C) -> (u64, u64, u64) {
            (cpu.pext(self.0, self.1), cpu.pdep(self.0, self.1), cpu.low_ones8(self.1))
        }
    }

    fn slow(word: u64, mask: u64) -> (u64, u64, u64) {
        let places: Vec<u32> = (0..64).filter(|&i| mask >> i & 1 == 1).collect();
        let ext = places.iter().enumerate().map(|(k, &i)| (word >> i & 1) << k).sum();
        let dep = places.iter().enumerate().map(|(k, &i)| (word >> k & 1) << i).sum();
        let ones = mask.to_le_bytes().map(|byte| ((1u32 << byte.count_ones()) - 1) as u8);
        (ext, dep, u64::from_le_bytes(ones))
    }

    proptest! {
        #[test]
        fn instructions_do_what_they_say_on_every_path(word: u64, mask: u64, also: u64) {
            for mask in [mask, mask & also, mask | also, 0, u64::MAX] {
                for path in Path::ALL.into_iter().filter(|p| p.available()) {
                    prop_assert_eq!(dispatch_on(path, All(word, mask)), slow(word, mask));
                }
            }
        }
    }
}
