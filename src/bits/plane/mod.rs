//! A plane as one value: what a search holds in registers from click to click.
//!
//! [`Wide`] is any number of words in plain Rust. Sixteen lanes of 16 bits are one 256-bit register on the AVX2 path,
//! `avx2::Quad`, and two of 128 bits on the portable path of targets that always have them, `pair::Pair`. All give the
//! same bits. A column is named by its number; a set of columns is a `u64` with one bit per column.
//!
//! - this file: what a plane can do, and the kernels on planes that are registers
//! - [`wide`]: planes of plain words
//! - `words`: the kernels on words
//! - `avx2`: planes in AVX2 registers
//! - `pair`: planes in two registers of 128 bits: SSE2, NEON, and the vectors of WebAssembly

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128"),
))]
pub mod pair;
pub mod wide;
mod words;

use super::instructions::{Instructions, JobOn};
use std::fmt::Debug;

pub use wide::Wide;

/// Sixteen lanes of 16 bits on the portable path: registers that every machine of the target has, or else words.
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128"),
))]
pub type PortableQuad = pair::Pair;
/// Sixteen lanes of 16 bits on the portable path: registers that every machine of the target has, or else words.
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128"),
)))]
pub type PortableQuad = Wide<16, 4>;

/// A set of cells in columns, as one value.
///
/// Simple operations are inlined into the job that holds the token, and cost a few instructions per register.
pub trait Plane<C: Instructions>: Copy + Debug + Send + Sync + 'static {
    /// Bits of a column.
    const BITS: u32;
    /// The words of a plane.
    type Words: Copy + AsRef<[u64]> + AsMut<[u64]> + Debug + Send + Sync;

    /// Runs a kernel: inlined where a plane is a register, else as a call, which keeps the program small.
    fn kernel<J: JobOn<C>>(cpu: C, job: J) -> J::Out;
    /// A plane with these words.
    fn load(cpu: C, words: &Self::Words) -> Self;
    /// Its words.
    fn words(self) -> Self::Words;
    /// No words.
    fn no_words() -> Self::Words;
    /// The plane of a single cell, named by its bit.
    fn bit(cpu: C, bit: usize) -> Self;
    /// All cells of a set of columns.
    fn whole(cpu: C, columns: u64) -> Self;
    /// A plane with this word everywhere.
    fn every(cpu: C, word: u64) -> Self;
    /// The columns that hold a cell.
    fn columns(self, cpu: C) -> u64;
    /// Cells of both.
    fn and(self, other: Self) -> Self;
    /// Cells of either.
    fn or(self, other: Self) -> Self;
    /// Cells of one but not both.
    fn xor(self, other: Self) -> Self;
    /// Cells of this one alone.
    fn minus(self, other: Self) -> Self;
    /// Whether there is none.
    fn is_empty(self) -> bool;
    /// Every cell one row up; the top row is lost.
    fn up(self) -> Self;
    /// Every cell one row down; the bottom row is lost.
    fn down(self) -> Self;
    /// Every cell one column to the left; column 0 is lost.
    fn left(self) -> Self;
    /// Every cell one column to the right; the last column is lost.
    fn right(self) -> Self;
    /// The cells below the lowest cell of each column; all of a column that has none.
    fn below_lowest(self) -> Self;

    /// The way back of a fall: each cell goes up to the cell of `keep` that falls to its place. `filled` are the places that
    /// the cells of `keep` fall to; this plane's cells must be among them.
    fn lift(self, cpu: C, keep: Self, filled: Self) -> Self;

    /// Takes this plane's cells where `mask` has them, the other's elsewhere.
    #[inline(always)]
    fn pick(self, other: Self, mask: Self) -> Self {
        self.and(mask).or(other.minus(mask))
    }

    /// The number of cells.
    #[inline(always)]
    fn count(self) -> u32 {
        self.words().as_ref().iter().map(|word| word.count_ones()).sum()
    }

    /// The cells joined to the cell of bit `seed`, which must be one of them; and those cells with all
    /// beside them.
    #[inline(always)]
    fn flood(self, cpu: C, seed: usize) -> (Self, Self) {
        let mut group = Self::bit(cpu, seed);
        loop {
            let tall = group.or(group.up().or(group.down())).and(self);
            let near = tall.or(tall.up().or(tall.down())).or(tall.left().or(tall.right()));
            let wide = near.and(self);
            if wide.xor(group).is_empty() {
                return (wide, near);
            }
            group = wide;
        }
    }

    /// The tiles that are equal to the one above, and those that are equal to the one on the right, of planes
    /// that hold colours as codes (empty is code 0).
    #[inline(always)]
    fn links<const PLANES: usize>(_cpu: C, planes: &[Self; PLANES]) -> (Self, Self) {
        let mut above = planes[0].xor(planes[0].down());
        let mut right = planes[0].xor(planes[0].left());
        for &plane in &planes[1..] {
            above = above.or(plane.xor(plane.down()));
            right = right.or(plane.xor(plane.left()));
        }
        // Beyond the edges lies code 0, which no tile is equal to.
        let occupied = occupied(planes);
        (occupied.minus(above), occupied.minus(right))
    }

    /// The cells that have an equal neighbour.
    #[inline(always)]
    fn movers<const PLANES: usize>(cpu: C, planes: &[Self; PLANES]) -> Self {
        let (above, right) = Self::links(cpu, planes);
        above.or(above.up()).or(right.or(right.right()))
    }

    /// Takes cells out of every plane; what is above them falls.
    #[inline(always)]
    fn fall<const PLANES: usize>(_cpu: C, planes: &mut [Self; PLANES], gone: Self) {
        // One round is rarely enough, and two most often are: a test after the first would be foretold wrongly.
        let mut gone = fall_lowest(planes, gone);
        gone = fall_lowest(planes, gone);
        while !gone.is_empty() {
            gone = fall_lowest(planes, gone);
        }
    }

    /// Takes one column out of every plane; the columns right of it move one to the left.
    #[inline(always)]
    fn close<const PLANES: usize>(cpu: C, planes: &mut [Self; PLANES], column: u32) {
        let before = Self::whole(cpu, (1 << column) - 1);
        for plane in planes.iter_mut() {
            *plane = plane.pick(plane.left(), before);
        }
    }

    /// Takes cells out of every plane; what is above them falls, and columns slide left over empty ones.
    #[inline(always)]
    fn sink<const PLANES: usize>(cpu: C, planes: &mut [Self; PLANES], gone: Self) {
        Self::fall(cpu, planes, gone);
        let mut open = occupied(planes).columns(cpu);
        while open & open.wrapping_add(1) != 0 {
            let gap = open.trailing_ones();
            Self::close(cpu, planes, gap);
            let before = (1 << gap) - 1;
            open = (open & before) | (open >> 1 & !before);
        }
    }
}

/// Takes the lowest cell of `gone` out of each column; returns those that are still to go.
#[inline(always)]
fn fall_lowest<C: Instructions, V: Plane<C>, const PLANES: usize>(planes: &mut [V; PLANES], gone: V) -> V {
    let stay = gone.below_lowest();
    for plane in planes.iter_mut() {
        *plane = plane.pick(plane.down(), stay);
    }
    gone.down().minus(stay)
}

/// The cells that hold a tile, of planes that hold colours as codes (empty is code 0).
#[inline(always)]
pub fn occupied<C: Instructions, V: Plane<C>, const PLANES: usize>(planes: &[V; PLANES]) -> V {
    // A closure would be compiled without the path's instructions.
    let mut all = planes[0];
    for &plane in &planes[1..] {
        all = all.or(plane);
    }
    all
}

/// For each code and plane all ones if the code lacks the bit.
static ABSENT: [[u64; 6]; 64] = {
    let mut all = [[0; 6]; 64];
    let mut at = 0;
    while at < 64 * 6 {
        all[at / 6][at % 6] = if (at / 6) >> (at % 6) & 1 == 1 { 0 } else { u64::MAX };
        at += 1;
    }
    all
};

/// The cells of a code that is not 0; none for one that the planes cannot hold.
#[inline(always)]
pub fn of_code<C: Instructions, V: Plane<C>, const PLANES: usize>(
    cpu: C,
    planes: &[V; PLANES],
    code: u32,
) -> V {
    // Without a branch for each bit: colours cannot be foretold.
    let absent = &ABSENT[code as usize % 64];
    let mut cells = planes[0].xor(V::every(cpu, absent[0]));
    for (at, &plane) in planes.iter().enumerate().skip(1) {
        cells = cells.and(plane.xor(V::every(cpu, absent[at])));
    }
    if code >> PLANES == 0 { cells } else { cells.minus(cells) }
}

/// Whether no tile floats and no empty column lies left of a full one: what holds between any two clicks.
#[inline(always)]
pub fn sound<C: Instructions, V: Plane<C>, const PLANES: usize>(cpu: C, planes: &[V; PLANES]) -> bool {
    let occupied = occupied(planes);
    let columns = occupied.columns(cpu);
    occupied.down().minus(occupied).is_empty() && columns & columns.wrapping_add(1) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::cpu::{Cpu, Job, Portable, dispatch_on};

    #[test]
    fn floating_tiles_and_gaps_are_not_sound() {
        let sound = |words: [u64; 4]| sound(Portable, &[Wide::<16, 4>::load(Portable, &words)]);
        assert!(sound([0; 4]) && sound([0x0001_0003_0007, 0, 0, 0]));
        assert!(!sound([0x0001_0002_0007, 0, 0, 0]), "a tile floats");
        assert!(!sound([0x0001_0000_0007, 0, 0, 0]), "an empty column lies left of a full one");
        assert!(!sound([0x0001_0003_0007, 1, 0, 0]), "the same across words");
    }
    use proptest::prelude::*;

    /// Everything that a plane can do, as words, in a fixed order.
    struct All([u64; 4], [u64; 4], u64);
    impl Job for All {
        type Out = Vec<Vec<u64>>;
        #[inline(always)]
        fn run<C: Cpu>(self, cpu: C) -> Self::Out {
            all::<C, C::Quad>(cpu, self)
        }
    }

    #[inline(always)]
    fn all<C: Cpu, V: Plane<C, Words = [u64; 4]>>(cpu: C, All(a, b, columns): All) -> Vec<Vec<u64>> {
        let (a, b) = (V::load(cpu, &a), V::load(cpu, &b));
        let mut fallen = [a, b];
        V::fall(cpu, &mut fallen, a.or(b).and(a.up()));
        let mut planes = vec![
            a.and(b),
            a.or(b),
            a.xor(b),
            a.minus(b),
            a.up(),
            a.down(),
            a.left(),
            a.right(),
            a.below_lowest(),
            a.pick(b, b.up()),
            V::whole(cpu, columns & 0xffff),
            V::every(cpu, columns),
            of_code(cpu, &[a, b], columns as u32 % 5),
            V::bit(cpu, columns as usize % 256),
            V::movers(cpu, &[a, b]),
        ];
        let mut full = [a];
        V::fall(cpu, &mut full, V::every(cpu, u64::MAX).minus(a));
        planes.extend([full[0], full[0].and(b).lift(cpu, a, full[0])]);
        let mut closed = [a, b];
        V::close(cpu, &mut closed, columns as u32 % 16);
        planes.extend(closed);
        planes.extend(fallen);
        let seed = a.words().iter().position(|&word| word != 0);
        if let Some(at) = seed {
            let (group, near) = a.flood(cpu, at * 64 + a.words()[at].trailing_zeros() as usize);
            planes.extend([group, near]);
        }
        let mut out: Vec<Vec<u64>> = planes.into_iter().map(|plane| plane.words().to_vec()).collect();
        out.push(vec![u64::from(a.is_empty()), a.columns(cpu), u64::from(a.count())]);
        out
    }

    proptest! {
        #[test]
        fn registers_do_what_plain_words_do(a: [u64; 4], b: [u64; 4], columns: u64) {
            let few = std::array::from_fn(|at| a[at] & b[at] & columns.rotate_left(at as u32));
            for (a, b) in [(a, b), (few, a), (few, few), ([0; 4], a), ([u64::MAX; 4], b)] {
                let plain = all::<Portable, Wide<16, 4>>(Portable, All(a, b, columns));
                for path in crate::bits::cpu::tested() {
                    prop_assert_eq!(&dispatch_on(path, All(a, b, columns)), &plain);
                }
            }
        }

        #[test]
        fn kernels_on_words_do_what_those_on_registers_do(a: [u64; 4], b: [u64; 4], columns: u64) {
            let board = settled(a, b);
            let plain = board_kernels::<Portable, Wide<16, 4>>(Portable, &board);
            prop_assert_eq!(&plain, &board_kernels::<Portable, Plain>(Portable, &board), "the plain algorithms");
            for path in crate::bits::cpu::tested() {
                prop_assert_eq!(&dispatch_on(path, Kernels(&board)), &plain);
            }
            let whole = <Wide<16, 4> as Plane<Portable>>::whole(Portable, columns & 0xffff);
            prop_assert_eq!(Plane::<Portable>::columns(whole, Portable), columns & 0xffff);
        }
    }

    /// Everything that kernels do with a settled board.
    struct Kernels<'a>(&'a [[u64; 4]; 2]);
    impl Job for Kernels<'_> {
        type Out = Vec<[u64; 4]>;
        #[inline(always)]
        fn run<C: Cpu>(self, cpu: C) -> Self::Out {
            board_kernels::<C, C::Quad>(cpu, self.0)
        }
    }

    #[inline(always)]
    fn board_kernels<C: Cpu, V: Plane<C, Words = [u64; 4]>>(cpu: C, board: &[[u64; 4]; 2]) -> Vec<[u64; 4]> {
        let planes = board.map(|words| V::load(cpu, &words));
        let (above, right) = V::links(cpu, &planes);
        let mut out = vec![V::movers(cpu, &planes), above, right];
        let first = board[0].iter().position(|&word| word != 0);
        if let Some(at) = first {
            let (group, near) = planes[0].flood(cpu, at * 64 + board[0][at].trailing_zeros() as usize);
            out.extend([group, near]);
            let mut fallen = planes;
            V::fall(cpu, &mut fallen, group);
            let mut sunk = planes;
            V::sink(cpu, &mut sunk, group);
            let mut closed = planes;
            V::close(cpu, &mut closed, at as u32);
            out.extend([fallen, sunk, closed].as_flattened());
        }
        out.into_iter().map(V::words).collect()
    }

    /// Words with nothing but the algorithms of the trait: what [`Wide`] does otherwise is checked against it.
    #[derive(Clone, Copy, Debug)]
    struct Plain(Wide<16, 4>);

    macro_rules! delegate {
        ($($name:ident($($arg:ident),*);)*) => {$(
            fn $name(self, $($arg: Self),*) -> Self {
                Plain(Plane::<Portable>::$name(self.0, $($arg.0),*))
            }
        )*};
    }

    impl Plane<Portable> for Plain {
        const BITS: u32 = 16;
        type Words = [u64; 4];
        fn kernel<J: JobOn<Portable>>(cpu: Portable, job: J) -> J::Out {
            job.run_on(cpu)
        }
        fn load(cpu: Portable, words: &[u64; 4]) -> Self {
            Plain(Wide::load(cpu, words))
        }
        fn words(self) -> [u64; 4] {
            Plane::<Portable>::words(self.0)
        }
        fn no_words() -> [u64; 4] {
            [0; 4]
        }
        fn bit(cpu: Portable, bit: usize) -> Self {
            Plain(Wide::bit(cpu, bit))
        }
        fn whole(cpu: Portable, columns: u64) -> Self {
            Plain(Wide::whole(cpu, columns))
        }
        fn every(cpu: Portable, word: u64) -> Self {
            Plain(Wide::every(cpu, word))
        }
        fn columns(self, cpu: Portable) -> u64 {
            self.0.columns(cpu)
        }
        fn is_empty(self) -> bool {
            Plane::<Portable>::is_empty(self.0)
        }
        fn lift(self, cpu: Portable, keep: Self, filled: Self) -> Self {
            Plain(self.0.lift(cpu, keep.0, filled.0))
        }
        delegate! { and(other); or(other); xor(other); minus(other); up(); down(); left(); right(); below_lowest(); }
    }

    /// Two planes of a board with nothing floating and no gap.
    fn settled(a: [u64; 4], b: [u64; 4]) -> [[u64; 4]; 2] {
        let mut planes = [[0; 4]; 2];
        let mut to = 0;
        for col in 0..16 {
            let column = |words: &[u64; 4]| words[col / 4] >> (col % 4 * 16) & 0xffff;
            let (low, high) = (column(&a), column(&b));
            let height = (low | high).trailing_ones();
            let keep = (1u64 << height) - 1;
            if height > 0 {
                planes[0][to / 4] |= (low & keep) << (to % 4 * 16);
                planes[1][to / 4] |= (high & keep) << (to % 4 * 16);
                to += 1;
            }
        }
        planes
    }
}
