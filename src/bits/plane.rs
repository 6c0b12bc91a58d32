//! A plane as one value: what a search holds in registers from click to click.
//!
//! [`Wide`] is any number of words in plain Rust; on the AVX2 path sixteen lanes of 16 bits are one
//! 256-bit register ([`Cpu::Quad`]). Both give the same bits. A column is named by
//! its number, a set of columns is a `u64` with a bit a column.

use super::cpu::{Cpu, JobOn};
use super::lanes::{below_lowest, down, lane, top, up, whole_lanes};
use std::fmt::Debug;

/// A set of cells in columns, as one value.
///
/// Every operation is inlined into the job that holds the token, and costs a few instructions a register.
pub trait Plane<C: Cpu>: Copy + Debug + Send + Sync + 'static {
    /// Bits of a column.
    const BITS: u32;
    /// Whether the whole plane is one register, so that kernels on it are worth inlining; elsewhere they are
    /// calls, which keeps the program small.
    const REGISTER: bool;
    /// The words of a plane.
    type Words: Copy + AsRef<[u64]> + AsMut<[u64]> + Debug + Send + Sync;

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

    /// Takes this plane's cells where `mask` has them, the other's elsewhere.
    #[inline(always)]
    fn pick(self, other: Self, mask: Self) -> Self {
        self.and(mask).or(other.minus(mask))
    }

    /// The cells joined to the cell of bit `seed`, which has to be one of them; and those cells with all
    /// beside them.
    #[inline(always)]
    fn flood(self, cpu: C, seed: usize) -> (Self, Self) {
        kernel::<C, Self, _>(cpu, Flood { within: self, seed })
    }

    /// The number of cells.
    #[inline(always)]
    fn count(self) -> u32 {
        self.words().as_ref().iter().map(|word| word.count_ones()).sum()
    }
}

/// Runs a kernel: inlined for planes that are registers, else as a call.
#[inline(always)]
pub fn kernel<C: Cpu, V: Plane<C>, J: JobOn<C>>(cpu: C, job: J) -> J::Out {
    if V::REGISTER { job.run_on(cpu) } else { cpu.enter(job) }
}

/// See [`Plane::flood`].
struct Flood<V> {
    within: V,
    seed: usize,
}

impl<C: Cpu, V: Plane<C>> JobOn<C> for Flood<V> {
    type Out = (V, V);

    #[inline(always)]
    fn run_on(self, cpu: C) -> (V, V) {
        let Flood { within, seed } = self;
        let mut group = V::bit(cpu, seed);
        loop {
            let tall = group.or(group.up().or(group.down())).and(within);
            let near = tall.or(tall.up().or(tall.down())).or(tall.left().or(tall.right()));
            let wide = near.and(within);
            if wide.xor(group).is_empty() {
                return (wide, near);
            }
            group = wide;
        }
    }
}

/// The cells that hold a tile, of planes that hold colours as codes (empty is code 0).
#[inline(always)]
pub fn occupied<C: Cpu, V: Plane<C>, const PLANES: usize>(planes: &[V; PLANES]) -> V {
    // A closure would be compiled without the path's instructions.
    let mut all = planes[0];
    for &plane in &planes[1..] {
        all = all.or(plane);
    }
    all
}

/// The cells of a code that is not 0; none for one that the planes cannot hold.
#[inline(always)]
pub fn of_code<C: Cpu, V: Plane<C>, const PLANES: usize>(planes: &[V; PLANES], code: u32) -> V {
    let mut cells = occupied(planes);
    for (at, &plane) in planes.iter().enumerate() {
        cells = if code >> at & 1 == 1 { cells.and(plane) } else { cells.minus(plane) };
    }
    if code >> PLANES == 0 { cells } else { cells.minus(cells) }
}

/// The tiles that are equal to the one above, and those that are equal to the one on the right.
#[inline(always)]
pub fn links<C: Cpu, V: Plane<C>, const PLANES: usize>(cpu: C, planes: &[V; PLANES]) -> (V, V) {
    kernel::<C, V, _>(cpu, Links(planes))
}

/// See [`links`].
struct Links<'a, V, const PLANES: usize>(&'a [V; PLANES]);

impl<C: Cpu, V: Plane<C>, const PLANES: usize> JobOn<C> for Links<'_, V, PLANES> {
    type Out = (V, V);

    #[inline(always)]
    fn run_on(self, _cpu: C) -> (V, V) {
        let Links(planes) = self;
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
}

/// The cells that have an equal neighbour.
#[inline(always)]
pub fn movers<C: Cpu, V: Plane<C>, const PLANES: usize>(cpu: C, planes: &[V; PLANES]) -> V {
    let (above, right) = links(cpu, planes);
    above.or(above.up()).or(right.or(right.right()))
}

/// Takes cells out of every plane; what is above them falls.
#[inline(always)]
pub fn fall<C: Cpu, V: Plane<C>, const PLANES: usize>(cpu: C, planes: &mut [V; PLANES], gone: V) {
    kernel::<C, V, _>(cpu, Falling { planes, gone });
}

/// See [`fall`].
struct Falling<'a, V, const PLANES: usize> {
    planes: &'a mut [V; PLANES],
    gone: V,
}

impl<C: Cpu, V: Plane<C>, const PLANES: usize> JobOn<C> for Falling<'_, V, PLANES> {
    type Out = ();

    #[inline(always)]
    fn run_on(self, _cpu: C) {
        let Falling { planes, gone } = self;
        // One round is rarely enough, and two most often are: a test after the first would be foretold wrongly.
        let mut gone = fall_lowest(planes, gone);
        gone = fall_lowest(planes, gone);
        while !gone.is_empty() {
            gone = fall_lowest(planes, gone);
        }
    }
}

/// Takes the lowest cell of `gone` out of each column; gives those that are still to go.
#[inline(always)]
fn fall_lowest<C: Cpu, V: Plane<C>, const PLANES: usize>(planes: &mut [V; PLANES], gone: V) -> V {
    let stay = gone.below_lowest();
    for plane in planes.iter_mut() {
        *plane = plane.pick(plane.down(), stay);
    }
    gone.down().minus(stay)
}

/// Takes cells out of every plane; what is above them falls, and columns slide left over empty ones.
#[inline(always)]
pub fn sink<C: Cpu, V: Plane<C>, const PLANES: usize>(cpu: C, planes: &mut [V; PLANES], gone: V) {
    fall(cpu, planes, gone);
    let mut open = occupied(planes).columns(cpu);
    while open & open.wrapping_add(1) != 0 {
        let gap = open.trailing_ones();
        close(cpu, planes, gap);
        let before = (1 << gap) - 1;
        open = (open & before) | (open >> 1 & !before);
    }
}

/// Takes one column out of each plane; the columns right of it move one to the left.
#[inline(always)]
pub fn close<C: Cpu, V: Plane<C>, const PLANES: usize>(cpu: C, planes: &mut [V; PLANES], column: u32) {
    kernel::<C, V, _>(cpu, Close { planes, column });
}

/// See [`close`].
struct Close<'a, V, const PLANES: usize> {
    planes: &'a mut [V; PLANES],
    column: u32,
}

impl<C: Cpu, V: Plane<C>, const PLANES: usize> JobOn<C> for Close<'_, V, PLANES> {
    type Out = ();

    #[inline(always)]
    fn run_on(self, cpu: C) {
        let before = V::whole(cpu, (1 << self.column) - 1);
        for plane in self.planes.iter_mut() {
            *plane = plane.pick(plane.left(), before);
        }
    }
}

/// A plane in plain words: lanes of `BITS` bits in `WORDS` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const BITS: u32, const WORDS: usize>([u64; WORDS]);

/// Words above which an operation is a call: inlined everywhere, so many words would swell the program.
const INLINED: usize = 16;

impl<const BITS: u32, const WORDS: usize> Wide<BITS, WORDS> {
    /// A plane of words by number.
    #[inline(always)]
    fn of(word: impl Fn(usize) -> u64) -> Self {
        if WORDS > INLINED { Self::of_many(word) } else { Wide(std::array::from_fn(word)) }
    }

    #[inline(never)]
    fn of_many(word: impl Fn(usize) -> u64) -> Self {
        let mut words = [0; WORDS];
        for (at, place) in words.iter_mut().enumerate() {
            *place = word(at);
        }
        Wide(words)
    }

    /// What becomes of all words, one after the other.
    #[inline(always)]
    fn fold(&self, step: impl Fn(u64, usize, u64) -> u64) -> u64 {
        if WORDS > INLINED { self.fold_many(step) } else { self.fold_few(step) }
    }

    #[inline(always)]
    fn fold_few(&self, step: impl Fn(u64, usize, u64) -> u64) -> u64 {
        self.0.iter().enumerate().fold(0, |all, (at, &word)| step(all, at, word))
    }

    #[inline(never)]
    fn fold_many(&self, step: impl Fn(u64, usize, u64) -> u64) -> u64 {
        self.fold_few(step)
    }
}

impl<C: Cpu, const BITS: u32, const WORDS: usize> Plane<C> for Wide<BITS, WORDS>
where
    [u64; WORDS]: AsRef<[u64]> + AsMut<[u64]>,
{
    const BITS: u32 = BITS;
    const REGISTER: bool = false;
    type Words = [u64; WORDS];

    #[inline(always)]
    fn load(_cpu: C, words: &[u64; WORDS]) -> Self {
        Wide(*words)
    }

    #[inline(always)]
    fn words(self) -> [u64; WORDS] {
        self.0
    }

    #[inline(always)]
    fn no_words() -> [u64; WORDS] {
        [0; WORDS]
    }

    #[inline(always)]
    fn bit(_cpu: C, bit: usize) -> Self {
        let mut words = [0; WORDS];
        words[bit / 64] = 1 << (bit % 64);
        Wide(words)
    }

    #[inline(always)]
    fn whole(cpu: C, columns: u64) -> Self {
        let lanes = 64 / BITS as usize;
        Self::of(|at| {
            let here = columns >> (at * lanes) & (u64::MAX >> (64 - lanes));
            let bottom = cpu.pdep(here, super::lanes::bottom(BITS));
            bottom.wrapping_mul(lane(BITS))
        })
    }

    #[inline(always)]
    fn columns(self, cpu: C) -> u64 {
        let lanes = 64 / BITS as usize;
        let of = |word| {
            if BITS < 64 { cpu.pext(whole_lanes::<BITS>(word), top(BITS)) } else { (word != 0) as u64 }
        };
        self.fold(|all, at, word| all | of(word) << (at * lanes))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self::of(|at| self.0[at] & other.0[at])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self::of(|at| self.0[at] | other.0[at])
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self::of(|at| self.0[at] ^ other.0[at])
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self::of(|at| self.0[at] & !other.0[at])
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.fold(|all, _, word| all | word) == 0
    }

    #[inline(always)]
    fn up(self) -> Self {
        Self::of(|at| up::<BITS>(self.0[at]))
    }

    #[inline(always)]
    fn down(self) -> Self {
        Self::of(|at| down::<BITS>(self.0[at]))
    }

    #[inline(always)]
    fn left(self) -> Self {
        Self::of(|at| {
            let next = if at + 1 < WORDS { self.0[at + 1] } else { 0 };
            if BITS < 64 { self.0[at] >> (BITS % 64) | next << (64 - BITS) } else { next }
        })
    }

    #[inline(always)]
    fn right(self) -> Self {
        Self::of(|at| {
            let last = if at > 0 { self.0[at - 1] } else { 0 };
            if BITS < 64 { self.0[at] << (BITS % 64) | last >> (64 - BITS) } else { last }
        })
    }

    #[inline(always)]
    fn pick(self, other: Self, mask: Self) -> Self {
        Self::of(|at| self.0[at] & mask.0[at] | other.0[at] & !mask.0[at])
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.fold(|all, _, word| all + u64::from(word.count_ones())) as u32
    }

    #[inline(always)]
    fn below_lowest(self) -> Self {
        Self::of(|at| below_lowest::<BITS>(self.0[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::cpu::{Job, Path, Portable, dispatch_on};
    use crate::bits::flood;
    use crate::bits::sink::sink as words_sink;
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
        fall(cpu, &mut fallen, a.or(b).and(a.up()));
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
            V::bit(cpu, columns as usize % 256),
            movers(cpu, &[a, b]),
        ];
        let mut closed = [a, b];
        close(cpu, &mut closed, columns as u32 % 16);
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
                let plain = all::<Portable, Wide<16, 4>>(Portable::new(), All(a, b, columns));
                for path in Path::ALL.into_iter().filter(|path| path.available()) {
                    prop_assert_eq!(&dispatch_on(path, All(a, b, columns)), &plain);
                }
            }
        }

        #[test]
        fn whole_planes_do_what_words_do(a: [u64; 4], b: [u64; 4], columns: u64) {
            let cpu = Portable::new();
            let board = settled(a, b);
            let planes = board.map(|words| <Wide<16, 4> as Plane<Portable>>::load(cpu, &words));
            let words = movers::<Portable, _, 2>(cpu, &planes).0;
            prop_assert_eq!(words, flood::movers::<16, 4, 2>(&board));
            if let Some(at) = board[0].iter().position(|&word| word != 0) {
                let seed = at * 64 + board[0][at].trailing_zeros() as usize;
                let (group, _) = Plane::flood(planes[0], cpu, seed);
                prop_assert_eq!(group.0, flood::flood::<16, 4>(&board[0], seed));
                let (mut slow, mut fast) = (board, planes);
                words_sink::<Portable, 16, 4, 2>(cpu, &mut slow, &group.0);
                sink::<Portable, _, 2>(cpu, &mut fast, group);
                prop_assert_eq!(fast.map(|plane| plane.0), slow);
            }
            let whole = <Wide<16, 4> as Plane<Portable>>::whole(cpu, columns & 0xffff);
            prop_assert_eq!(Plane::<Portable>::columns(whole, cpu), columns & 0xffff);
        }
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
