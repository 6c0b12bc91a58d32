//! A *plane* is a set of cells, one bit per cell, as one value that a search keeps in registers from click to click.
//!
//! [`WordPlane`] is plain Rust, with any number of words. Planes of 16×16 cells have two more types. The AVX2 path uses
//! `avx2::Plane256`, one 256-bit register. The portable path uses `simd128::plane::Plane2x128`, two 128-bit registers,
//! on targets that always have them. All give the same results. A set of columns is a `u64`, bit c for column c.
//!
//! - this file: the operations on a plane, and the kernels for planes in registers
//! - [`word_plane`]: planes of plain words
//! - `word_kernels`: the kernels for words
//! - `avx2`: planes in AVX2 registers
//! - `simd128::plane`: planes in two registers of 128 bits: SSE2, NEON, and WebAssembly's `simd128`

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(test)]
mod tests;
pub mod word_kernels;
pub mod word_plane;

use super::cpu::{Cpu, Kernel};
use std::fmt::Debug;

pub use word_plane::WordPlane;

/// A set of cells in columns, as one value.
///
/// Simple operations are inlined into the kernel that holds the CPU token, and cost a few instructions per register.
pub trait Plane: Copy + Debug + Send + Sync + 'static {
    /// The token of the CPU path whose instructions the operations use.
    type Cpu: Cpu;
    /// The number of bits of a column.
    const BITS: u32;
    /// A plane as an array of words.
    type Words: Copy + AsRef<[u64]> + AsMut<[u64]> + Debug + Send + Sync;

    /// Runs a kernel: inlined if a plane is in registers, else as a function call, which keeps the program small.
    fn run_kernel<K: Kernel<Self::Cpu>>(cpu: Self::Cpu, kernel: K) -> K::Out;
    /// Loads a plane from words.
    fn load(cpu: Self::Cpu, words: &Self::Words) -> Self;
    /// Returns the plane as words.
    fn words(self) -> Self::Words;
    /// Returns the plane with a single cell: bit `bit % 64` of word `bit / 64`.
    fn bit(cpu: Self::Cpu, bit: usize) -> Self;
    /// Returns all cells of a set of columns: bit c of `columns` for column c.
    fn full_columns(cpu: Self::Cpu, columns: u64) -> Self;
    /// Returns the plane whose words are all `word`.
    fn splat(cpu: Self::Cpu, word: u64) -> Self;
    /// Returns the set of the columns that contain a cell: bit c for column c.
    fn columns(self, cpu: Self::Cpu) -> u64;
    /// Returns the intersection.
    fn and(self, other: Self) -> Self;
    /// Returns the union.
    fn or(self, other: Self) -> Self;
    /// Returns the cells that are in exactly one of the planes.
    fn xor(self, other: Self) -> Self;
    /// Returns the cells of `self` that are not in `other`.
    fn and_not(self, other: Self) -> Self;
    /// Returns whether the plane has no cells.
    fn is_empty(self) -> bool;
    /// Moves every cell one row up; the top row is lost.
    fn up(self) -> Self;
    /// Moves every cell one row down; the bottom row is lost.
    fn down(self) -> Self;
    /// Moves every cell one column to the left; column 0 is lost.
    fn left(self) -> Self;
    /// Moves every cell one column to the right; the last column is lost.
    fn right(self) -> Self;
    /// Returns the cells below the lowest cell of each column, or the whole column if it has no cell.
    fn below_lowest(self) -> Self;

    /// Reverts a fall, in which the cells `keep` fell down to the cells `filled`. Returns the cells of this plane,
    /// which must all be in `filled`, at the places from which they fell.
    fn lift(self, cpu: Self::Cpu, keep: Self, filled: Self) -> Self;

    /// Returns the cells of `self` inside `mask` and the cells of `other` outside.
    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        self.and(mask).or(other.and_not(mask))
    }

    /// Returns the number of cells.
    #[inline(always)]
    fn count(self) -> u32 {
        self.words().as_ref().iter().map(|word| word.count_ones()).sum()
    }

    /// Flood fill: returns the group of the cell at bit `seed`, which must be in the plane, and the group together with
    /// all its neighbours.
    #[inline(always)]
    fn flood(self, cpu: Self::Cpu, seed: usize) -> (Self, Self) {
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

    /// Returns the tiles that are equal to the tile above, and the tiles that are equal to the tile on the right. The
    /// planes contain colours as binary codes; empty is code 0.
    #[inline(always)]
    fn links<const PLANES: usize>(_cpu: Self::Cpu, planes: &[Self; PLANES]) -> (Self, Self) {
        let mut above = planes[0].xor(planes[0].down());
        let mut right = planes[0].xor(planes[0].left());
        for &plane in &planes[1..] {
            above = above.or(plane.xor(plane.down()));
            right = right.or(plane.xor(plane.left()));
        }
        // Beyond the edges lies code 0, which no tile has.
        let occupied = occupied(planes);
        (occupied.and_not(above), occupied.and_not(right))
    }

    /// Returns the cells that have an equal neighbour.
    #[inline(always)]
    fn clickable<const PLANES: usize>(cpu: Self::Cpu, planes: &[Self; PLANES]) -> Self {
        let (above, right) = Self::links(cpu, planes);
        above.or(above.up()).or(right.or(right.right()))
    }

    /// Returns the cells of all groups of three or more: cells with two equal neighbours, and their equal neighbours.
    #[inline(always)]
    fn in_threes<const PLANES: usize>(cpu: Self::Cpu, planes: &[Self; PLANES]) -> Self {
        let (above, right) = Self::links(cpu, planes);
        let (below, left) = (above.up(), right.right());
        let inner = above.and(below).or(right.and(left)).or(above.or(below).and(right.or(left)));
        with_linked(inner, above, right)
    }

    /// Returns the cells of all groups of four or more.
    ///
    /// Such a group contains a cell with three equal neighbours, or two adjacent cells with two equal neighbours each.
    /// Conversely, these cells are always in a group of four, because adjacent cells share no neighbour. All other
    /// cells of the group touch one of them.
    #[inline(always)]
    fn in_fours<const PLANES: usize>(cpu: Self::Cpu, planes: &[Self; PLANES]) -> Self {
        let (above, right) = Self::links(cpu, planes);
        let (below, left) = (above.up(), right.right());
        let (tall, wide) = (above.or(below), right.or(left));
        let (both_tall, both_wide) = (above.and(below), right.and(left));
        let two = both_tall.or(both_wide).or(tall.and(wide));
        let three = both_tall.and(wide).or(both_wide.and(tall));
        let (lower, first) = (two.and(above).and(two.down()), two.and(right).and(two.left()));
        let middle = lower.or(lower.up()).or(first.or(first.right()));
        with_linked(three.or(middle), above, right)
    }

    /// Removes the cells `gone` from every plane; the cells above them fall.
    #[inline(always)]
    fn fall<const PLANES: usize>(_cpu: Self::Cpu, planes: &mut [Self; PLANES], gone: Self) {
        // Two rounds are usually enough, and one rarely is: a branch after the first would often be mispredicted.
        let mut gone = fall_lowest(planes, gone);
        gone = fall_lowest(planes, gone);
        while !gone.is_empty() {
            gone = fall_lowest(planes, gone);
        }
    }

    /// Removes one column from every plane; the columns right of it move one to the left.
    #[inline(always)]
    fn close<const PLANES: usize>(cpu: Self::Cpu, planes: &mut [Self; PLANES], column: u32) {
        let before = Self::full_columns(cpu, (1 << column) - 1);
        for plane in planes.iter_mut() {
            *plane = plane.select(plane.left(), before);
        }
    }

    /// Removes the cells `gone` from every plane; the cells above them fall, and columns move left over empty ones.
    #[inline(always)]
    fn sink<const PLANES: usize>(cpu: Self::Cpu, planes: &mut [Self; PLANES], gone: Self) {
        Self::fall(cpu, planes, gone);
        Self::slide(cpu, planes);
    }

    /// Closes empty columns left of occupied ones.
    #[inline(always)]
    fn slide<const PLANES: usize>(cpu: Self::Cpu, planes: &mut [Self; PLANES]) {
        let mut open = occupied(planes).columns(cpu);
        while open & open.wrapping_add(1) != 0 {
            let gap = open.trailing_ones();
            Self::close(cpu, planes, gap);
            let before = (1 << gap) - 1;
            open = (open & before) | (open >> 1 & !before);
        }
    }
}

/// Returns `cells` and their equal neighbours; `above` and `right` are the result of [`Plane::links`].
#[inline(always)]
fn with_linked<V: Plane>(cells: V, above: V, right: V) -> V {
    let tall = cells.and(above).up().or(cells.down().and(above));
    let wide = cells.and(right).right().or(cells.left().and(right));
    cells.or(tall.or(wide))
}

/// Removes the lowest cell of `gone` in each column from all planes. Returns the rest of `gone`, one row lower.
#[inline(always)]
pub fn fall_lowest<V: Plane, const PLANES: usize>(planes: &mut [V; PLANES], gone: V) -> V {
    let stay = gone.below_lowest();
    for plane in planes.iter_mut() {
        *plane = plane.select(plane.down(), stay);
    }
    gone.down().and_not(stay)
}

/// Returns the occupied cells of planes that contain colours as binary codes (empty is code 0).
#[inline(always)]
pub fn occupied<V: Plane, const PLANES: usize>(planes: &[V; PLANES]) -> V {
    // A loop instead of `fold`, whose closure would be compiled without the path's instructions.
    let mut all = planes[0];
    for &plane in &planes[1..] {
        all = all.or(plane);
    }
    all
}

/// `ABSENT[code][k]` is all ones if bit k of the code is 0, else 0: the mask to XOR with plane k.
static ABSENT: [[u64; 6]; 64] = {
    let mut all = [[0; 6]; 64];
    let mut at = 0;
    while at < 64 * 6 {
        all[at / 6][at % 6] = if (at / 6) >> (at % 6) & 1 == 1 { 0 } else { u64::MAX };
        at += 1;
    }
    all
};

/// Returns the cells with colour code `code`, at least 1; no cells if the planes cannot represent the code.
#[inline(always)]
pub fn cells_of_code<V: Plane, const PLANES: usize>(cpu: V::Cpu, planes: &[V; PLANES], code: u32) -> V {
    // Has no branch per bit, because the branch predictor cannot predict colours.
    let absent = &ABSENT[code as usize % 64];
    let mut cells = planes[0].xor(V::splat(cpu, absent[0]));
    for at in 1..PLANES {
        cells = cells.and(planes[at].xor(V::splat(cpu, absent[at])));
    }
    if code >> PLANES == 0 { cells } else { cells.and_not(cells) }
}

/// Returns whether the board is settled, as it is between two clicks: no tile floats, and no empty column lies left of
/// an occupied one.
#[inline(always)]
pub fn is_settled<V: Plane, const PLANES: usize>(cpu: V::Cpu, planes: &[V; PLANES]) -> bool {
    let occupied = occupied(planes);
    let columns = occupied.columns(cpu);
    occupied.down().and_not(occupied).is_empty() && columns & columns.wrapping_add(1) == 0
}
