//! A plane in registers of 128 bits, which every machine of the target has: SSE2, NEON, WebAssembly's `simd128`.
//!
//! Tested against `WordPlane<16, 4>`.

use super::Plane;
use crate::bits::lanes::bottom;
use crate::bits::token::{Kernel, Portable};
use wide::u16x16;

/// Sixteen lanes of 16 bits.
#[derive(Clone, Copy, Debug)]
pub struct WidePlane(u16x16);

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

/// Defines operations on the lanes.
macro_rules! operations {
    ($($name:ident($a:ident $(, $other:ident)*) = $value:expr;)*) => {$(
        #[inline(always)]
        fn $name(self $(, $other: Self)*) -> Self {
            let $a = self.0;
            $(let $other = $other.0;)*
            WidePlane($value)
        }
    )*};
}

impl WidePlane {
    #[inline(always)]
    fn up_by<const ROWS: i32>(self) -> Self {
        WidePlane(self.0 << ROWS as u32)
    }

    #[inline(always)]
    fn down_by<const ROWS: i32>(self) -> Self {
        WidePlane(self.0 >> ROWS as u32)
    }

    /// Performs one step of a fall: moves the cells of `keep` that fall by `ROWS` rows in this step, and returns them.
    /// `gaps` are the cells where the bit of this step may be set in the number of gaps below.
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

    /// Reverts a step: moves the cells of `moving` up by `ROWS` rows.
    #[inline(always)]
    fn back<const ROWS: i32>(self, moving: Self) -> Self {
        self.up_by::<ROWS>().select(self, moving)
    }
}

impl Plane<Portable> for WidePlane {
    const BITS: u32 = 16;
    type Words = [u64; 4];

    #[inline(always)]
    fn run_kernel<K: Kernel<Portable>>(cpu: Portable, kernel: K) -> K::Out {
        kernel.run(cpu)
    }

    #[inline(always)]
    fn load(_cpu: Portable, words: &[u64; 4]) -> Self {
        let [a, b, c, d] = *words;
        let lane = |word: u64, at: u32| (word >> (16 * at)) as u16;
        let lanes = |word| [lane(word, 0), lane(word, 1), lane(word, 2), lane(word, 3)];
        let [[a, b, c, d], [e, f, g, h], [i, j, k, l], [m, n, o, p]] =
            [lanes(a), lanes(b), lanes(c), lanes(d)];
        WidePlane(u16x16::new([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]))
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = self.0.to_array().map(u64::from);
        let word = |a, b, c, d| a | b << 16 | c << 32 | d << 48;
        [word(a, b, c, d), word(e, f, g, h), word(i, j, k, l), word(m, n, o, p)]
    }

    #[inline(always)]
    fn zero_words() -> [u64; 4] {
        [0; 4]
    }

    #[inline(always)]
    fn bit(cpu: Portable, bit: usize) -> Self {
        let row = Self::splat(cpu, bottom(16) << (bit % 16));
        Self::load(cpu, &COLUMN[bit / 16]).and(row)
    }

    #[inline(always)]
    fn full_columns(_cpu: Portable, columns: u64) -> Self {
        let bits = u16x16::new(std::array::from_fn(|column| 1 << column));
        WidePlane((u16x16::splat(columns as u16) & bits).simd_eq(bits))
    }

    #[inline(always)]
    fn splat(cpu: Portable, word: u64) -> Self {
        Self::load(cpu, &[word; 4])
    }

    #[inline(always)]
    fn columns(self, _cpu: Portable) -> u64 {
        u64::from(!self.0.simd_eq(u16x16::ZERO).to_bitmask() as u16)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == u16x16::ZERO
    }

    #[inline(always)]
    fn left(self) -> Self {
        let [_, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = self.0.to_array();
        WidePlane(u16x16::new([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, 0]))
    }

    #[inline(always)]
    fn right(self) -> Self {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, _] = self.0.to_array();
        WidePlane(u16x16::new([0, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o]))
    }

    /// In pairs, fours and bytes in parallel.
    #[inline(always)]
    fn count(self) -> u32 {
        let (twos, fours, bytes) = (u16x16::splat(0x5555), u16x16::splat(0x3333), u16x16::splat(0x0f0f));
        let pairs = self.0 - (self.0 >> 1_u32 & twos);
        let four = (pairs & fours) + (pairs >> 2_u32 & fours);
        let eight = (four + (four >> 4_u32)) & bytes;
        let sums = eight.reduce_add();
        u32::from(sums & 0xff) + u32::from(sums >> 8)
    }

    /// Works like [`Fall`](crate::bits::fall::Fall) without PEXT, on all columns at once.
    #[inline(always)]
    fn lift(self, _cpu: Portable, keep: Self, _filled: Self) -> Self {
        let (mut fallen, mut gaps) = (keep, WidePlane(!keep.0).up_by::<1>());
        let ones = Self::step::<1>(&mut fallen, &mut gaps);
        let twos = Self::step::<2>(&mut fallen, &mut gaps);
        let fours = Self::step::<4>(&mut fallen, &mut gaps);
        let eights = Self::step::<8>(&mut fallen, &mut gaps);
        self.back::<8>(eights).back::<4>(fours).back::<2>(twos).back::<1>(ones).and(keep)
    }

    operations! {
        and(a, b) = a & b;
        or(a, b) = a | b;
        xor(a, b) = a ^ b;
        and_not(a, b) = a & !b;
        up(a) = a << 1_u32;
        down(a) = a >> 1_u32;
        below_lowest(a) = (a - u16x16::splat(1)) & !a;
        select(a, b, mask) = mask.bitselect(a, b);
    }
}
