//! A plane in two 128-bit registers: 16 lanes of 16 bits, with the vectors that every machine of a target has.
//!
//! The twin of `Wide<16, 4>`; the same results, checked against it.

use super::Plane;
use crate::bits::half::{self, Half};
use crate::bits::instructions::{JobOn, Portable};
use crate::bits::lanes::bottom;

/// Sixteen lanes of 16 bits: columns 0 to 7, and 8 to 15.
#[derive(Clone, Copy, Debug)]
pub struct Pair(Half, Half);

/// The cells of each column.
static COLUMN: [[u64; 4]; 16] = {
    let mut columns = [[0; 4]; 16];
    let mut col = 0;
    while col < 16 {
        columns[col][col / 4] = 0xffff << (col % 4 * 16);
        col += 1;
    }
    columns
};

/// Does the same with both halves.
macro_rules! both {
    ($operation:ident, $($plane:expr),+) => {
        Pair(half::$operation($($plane.0),+), half::$operation($($plane.1),+))
    };
}

impl Pair {
    #[inline(always)]
    fn up_by<const ROWS: i32>(self) -> Self {
        Pair(half::up::<ROWS>(self.0), half::up::<ROWS>(self.1))
    }

    #[inline(always)]
    fn down_by<const ROWS: i32>(self) -> Self {
        Pair(half::down::<ROWS>(self.0), half::down::<ROWS>(self.1))
    }

    /// A step of a fall: the cells of `keep` that go down by `ROWS` rows, and takes them there. `gaps` are the cells with
    /// an odd number of gaps below them, of those that count at this step.
    #[inline(always)]
    fn step<const ROWS: i32>(keep: &mut Self, gaps: &mut Self) -> Self {
        let mut odd = gaps.xor(gaps.up_by::<1>());
        odd = odd.xor(odd.up_by::<2>());
        odd = odd.xor(odd.up_by::<4>());
        odd = odd.xor(odd.up_by::<8>());
        let moving = odd.and(*keep);
        *keep = keep.minus(moving).or(moving.down_by::<ROWS>());
        *gaps = gaps.minus(odd);
        moving
    }

    /// Takes a step back: cells go up by `ROWS` rows to where `moving` has them.
    #[inline(always)]
    fn back<const ROWS: i32>(self, moving: Self) -> Self {
        self.up_by::<ROWS>().pick(self, moving)
    }
}

impl Plane<Portable> for Pair {
    const BITS: u32 = 16;
    type Words = [u64; 4];

    #[inline(always)]
    fn kernel<J: JobOn<Portable>>(cpu: Portable, job: J) -> J::Out {
        job.run_on(cpu)
    }

    #[inline(always)]
    fn load(_cpu: Portable, words: &[u64; 4]) -> Self {
        let [a, b, c, d] = *words;
        Pair(half::load([a, b]), half::load([c, d]))
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        let ([a, b], [c, d]) = (half::words(self.0), half::words(self.1));
        [a, b, c, d]
    }

    #[inline(always)]
    fn no_words() -> [u64; 4] {
        [0; 4]
    }

    #[inline(always)]
    fn bit(cpu: Portable, bit: usize) -> Self {
        let row = Self::every(cpu, bottom(16) << (bit % 16));
        Self::load(cpu, &COLUMN[bit / 16]).and(row)
    }

    #[inline(always)]
    fn whole(_cpu: Portable, columns: u64) -> Self {
        Pair(half::whole(columns as u8), half::whole((columns >> 8) as u8))
    }

    #[inline(always)]
    fn every(_cpu: Portable, word: u64) -> Self {
        Pair(half::load([word; 2]), half::load([word; 2]))
    }

    #[inline(always)]
    fn columns(self, _cpu: Portable) -> u64 {
        half::columns(self.0, self.1)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        half::is_empty(half::or(self.0, self.1))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        both!(and, self, other)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        both!(or, self, other)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        both!(xor, self, other)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        both!(minus, self, other)
    }

    #[inline(always)]
    fn up(self) -> Self {
        self.up_by::<1>()
    }

    #[inline(always)]
    fn down(self) -> Self {
        self.down_by::<1>()
    }

    #[inline(always)]
    fn left(self) -> Self {
        Pair(half::left(self.0, self.1), half::left(self.1, half::load([0; 2])))
    }

    #[inline(always)]
    fn right(self) -> Self {
        Pair(half::right(half::load([0; 2]), self.0), half::right(self.0, self.1))
    }

    #[inline(always)]
    fn below_lowest(self) -> Self {
        both!(below_lowest, self)
    }

    #[inline(always)]
    fn pick(self, other: Self, mask: Self) -> Self {
        both!(pick, self, other, mask)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        half::count(self.0, self.1)
    }

    /// As [`Fall`](crate::bits::fall::Fall) without PEXT, on all columns at once.
    #[inline(always)]
    fn lift(self, _cpu: Portable, keep: Self, _filled: Self) -> Self {
        let (mut fallen, mut gaps) = (keep, Pair(half::load([u64::MAX; 2]), half::load([u64::MAX; 2])));
        gaps = gaps.minus(keep).up_by::<1>();
        let ones = Self::step::<1>(&mut fallen, &mut gaps);
        let twos = Self::step::<2>(&mut fallen, &mut gaps);
        let fours = Self::step::<4>(&mut fallen, &mut gaps);
        let eights = Self::step::<8>(&mut fallen, &mut gaps);
        self.back::<8>(eights).back::<4>(fours).back::<2>(twos).back::<1>(ones).and(keep)
    }
}
