//! A plane in two 128-bit registers: 16 lanes of 16 bits, with instructions that every machine of the target has.
//!
//! Tested against `WordPlane<16, 4>`.

use crate::bits::lanes::bottom;
use crate::bits::plane::Plane;
use crate::bits::simd128::{self, U16x8};
use crate::bits::token::{Kernel, Portable};

/// Sixteen lanes of 16 bits: columns 0 to 7 in the first register, 8 to 15 in the second.
#[derive(Clone, Copy, Debug)]
pub struct Plane2x128(U16x8, U16x8);

/// Element c: the plane with all cells of column c.
static COLUMN: [[u64; 4]; 16] = {
    let mut columns = [[0; 4]; 16];
    let mut col = 0;
    while col < 16 {
        columns[col][col / 4] = 0xffff << (col % 4 * 16);
        col += 1;
    }
    columns
};

/// Defines operations on planes, which apply the operation of the same name to both registers.
macro_rules! operations {
    ($($name:ident($($other:ident),*);)*) => {$(
        #[inline(always)]
        fn $name(self $(, $other: Self)*) -> Self {
            Plane2x128(simd128::$name(self.0 $(, $other.0)*), simd128::$name(self.1 $(, $other.1)*))
        }
    )*};
}

impl Plane2x128 {
    #[inline(always)]
    fn up_by<const ROWS: i32>(self) -> Self {
        Plane2x128(simd128::up::<ROWS>(self.0), simd128::up::<ROWS>(self.1))
    }

    #[inline(always)]
    fn down_by<const ROWS: i32>(self) -> Self {
        Plane2x128(simd128::down::<ROWS>(self.0), simd128::down::<ROWS>(self.1))
    }

    /// Performs one step of a fall: the cells of `keep` with an odd number of `gaps` at or below them move down by
    /// `ROWS` rows. Returns the positions of these cells before the move. Before the first step, `gaps` contains the
    /// cells directly above an empty cell; each step then keeps every second cell of `gaps` in a column.
    #[inline(always)]
    fn step<const ROWS: i32>(keep: &mut Self, gaps: &mut Self) -> Self {
        let mut odd = gaps.xor(gaps.up_by::<1>());
        odd = odd.xor(odd.up_by::<2>());
        odd = odd.xor(odd.up_by::<4>());
        odd = odd.xor(odd.up_by::<8>());
        let moving = odd.and(*keep);
        *keep = keep.and_not(moving).or(moving.down_by::<ROWS>());
        *gaps = gaps.and_not(odd);
        moving
    }

    /// Reverts a step: moves cells up by `ROWS` rows, to the positions `moving` that the step returned.
    #[inline(always)]
    fn back<const ROWS: i32>(self, moving: Self) -> Self {
        self.up_by::<ROWS>().select(self, moving)
    }
}

impl Plane for Plane2x128 {
    type Cpu = Portable;
    const BITS: u32 = 16;
    type Words = [u64; 4];

    #[inline(always)]
    fn run_kernel<K: Kernel<Portable>>(cpu: Portable, kernel: K) -> K::Out {
        kernel.run(cpu)
    }

    #[inline(always)]
    fn load(_cpu: Portable, words: &[u64; 4]) -> Self {
        let [a, b, c, d] = *words;
        Plane2x128(simd128::load([a, b]), simd128::load([c, d]))
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        let ([a, b], [c, d]) = (simd128::words(self.0), simd128::words(self.1));
        [a, b, c, d]
    }

    #[inline(always)]
    fn bit(cpu: Portable, bit: usize) -> Self {
        let row = Self::splat(cpu, bottom(16) << (bit % 16));
        Self::load(cpu, &COLUMN[bit / 16]).and(row)
    }

    #[inline(always)]
    fn full_columns(_cpu: Portable, columns: u64) -> Self {
        Plane2x128(simd128::full_lanes(columns as u8), simd128::full_lanes((columns >> 8) as u8))
    }

    #[inline(always)]
    fn splat(_cpu: Portable, word: u64) -> Self {
        Plane2x128(simd128::load([word; 2]), simd128::load([word; 2]))
    }

    #[inline(always)]
    fn columns(self, _cpu: Portable) -> u64 {
        simd128::columns(self.0, self.1)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        simd128::is_empty(simd128::or(self.0, self.1))
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
        Plane2x128(simd128::left(self.0, self.1), simd128::left(self.1, simd128::load([0; 2])))
    }

    #[inline(always)]
    fn right(self) -> Self {
        Plane2x128(simd128::right(simd128::load([0; 2]), self.0), simd128::right(self.0, self.1))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        simd128::count(self.0, self.1)
    }

    /// Works like [`Fall`](crate::bits::fall::Fall) without PEXT, on all columns at once.
    #[inline(always)]
    fn lift(self, _cpu: Portable, keep: Self, _filled: Self) -> Self {
        let (mut fallen, mut gaps) =
            (keep, Plane2x128(simd128::load([u64::MAX; 2]), simd128::load([u64::MAX; 2])));
        gaps = gaps.and_not(keep).up_by::<1>();
        let ones = Self::step::<1>(&mut fallen, &mut gaps);
        let twos = Self::step::<2>(&mut fallen, &mut gaps);
        let fours = Self::step::<4>(&mut fallen, &mut gaps);
        let eights = Self::step::<8>(&mut fallen, &mut gaps);
        self.back::<8>(eights).back::<4>(fours).back::<2>(twos).back::<1>(ones).and(keep)
    }

    operations! {
        and(other);
        or(other);
        xor(other);
        and_not(other);
        below_lowest();
        select(other, mask);
    }
}
