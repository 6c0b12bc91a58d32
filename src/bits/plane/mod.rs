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
#[cfg(test)]
mod tests;
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
        Self::slide(cpu, planes);
    }

    /// Closes empty columns to the left of others.
    #[inline(always)]
    fn slide<const PLANES: usize>(cpu: C, planes: &mut [Self; PLANES]) {
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
pub fn fall_lowest<C: Instructions, V: Plane<C>, const PLANES: usize>(
    planes: &mut [V; PLANES],
    gone: V,
) -> V {
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
    for at in 1..PLANES {
        cells = cells.and(planes[at].xor(V::every(cpu, absent[at])));
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
