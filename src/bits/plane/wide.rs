//! Planes of plain words.

use super::Plane;
use super::words;
use crate::bits::cells::by_number;
use crate::bits::fall::Fall;
use crate::bits::instructions::{Instructions, JobOn};
use crate::bits::lanes::{below_lowest, bottom, down, lane, top, up, whole_lanes};

/// A plane in plain words: lanes of `BITS` bits in `WORDS` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const BITS: u32, const WORDS: usize>([u64; WORDS]);

/// Words above which an operation is a call: inlined everywhere, operations on that many words would swell the program.
const INLINED: usize = 16;

impl<const BITS: u32, const WORDS: usize> Wide<BITS, WORDS> {
    /// A plane of words by number.
    #[inline(always)]
    fn of(word: impl Fn(usize) -> u64) -> Self {
        if WORDS > INLINED { Self::of_many(word) } else { Wide(by_number(word)) }
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
        let mut all = 0;
        for at in 0..WORDS {
            all = step(all, at, self.0[at]);
        }
        all
    }

    #[inline(never)]
    fn fold_many(&self, step: impl Fn(u64, usize, u64) -> u64) -> u64 {
        self.fold_few(step)
    }
}

impl<const BITS: u32, const WORDS: usize> words::OfWords<WORDS> for Wide<BITS, WORDS> {
    #[inline(always)]
    fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64; WORDS] {
        &mut self.0
    }
}

impl<C: Instructions, const BITS: u32, const WORDS: usize> Plane<C> for Wide<BITS, WORDS> {
    const BITS: u32 = BITS;
    type Words = [u64; WORDS];

    #[inline(always)]
    fn kernel<J: JobOn<C>>(cpu: C, job: J) -> J::Out {
        // One word is a register.
        if WORDS == 1 { job.run_on(cpu) } else { cpu.enter(job) }
    }

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
            let bottom = cpu.pdep(here, bottom(BITS));
            bottom.wrapping_mul(lane(BITS))
        })
    }

    #[inline(always)]
    fn every(_cpu: C, word: u64) -> Self {
        Wide([word; WORDS])
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

    #[inline(always)]
    fn lift(self, cpu: C, keep: Self, filled: Self) -> Self {
        let mut cells = self.0;
        for (at, cells) in cells.iter_mut().enumerate() {
            // Most words have no cell, but a lift with PEXT costs less than a branch that was foretold wrongly.
            if C::FAST_PEXT || *cells != 0 {
                *cells = Fall::<BITS>::onto(cpu, keep.0[at], filled.0[at]).lift(cpu, *cells);
            }
        }
        Wide(cells)
    }

    #[inline(always)]
    fn flood(self, cpu: C, seed: usize) -> (Self, Self) {
        Self::kernel(cpu, Flood(self, seed))
    }

    #[inline(always)]
    fn links<const PLANES: usize>(cpu: C, planes: &[Self; PLANES]) -> (Self, Self) {
        Self::kernel(cpu, Links(planes))
    }

    #[inline(always)]
    fn movers<const PLANES: usize>(cpu: C, planes: &[Self; PLANES]) -> Self {
        Self::kernel(cpu, Movers(planes))
    }

    #[inline(always)]
    fn fall<const PLANES: usize>(cpu: C, planes: &mut [Self; PLANES], gone: Self) {
        Self::kernel(cpu, Falling(planes, gone));
    }

    #[inline(always)]
    fn close<const PLANES: usize>(cpu: C, planes: &mut [Self; PLANES], column: u32) {
        Self::kernel(cpu, Close(planes, column));
    }

    #[inline(always)]
    fn sink<const PLANES: usize>(cpu: C, planes: &mut [Self; PLANES], gone: Self) {
        Self::kernel(cpu, Sink(planes, gone));
    }
}

/// [`Plane::flood`] as a call.
struct Flood<const BITS: u32, const WORDS: usize>(Wide<BITS, WORDS>, usize);

impl<C: Instructions, const BITS: u32, const WORDS: usize> JobOn<C> for Flood<BITS, WORDS> {
    type Out = (Wide<BITS, WORDS>, Wide<BITS, WORDS>);

    #[inline(always)]
    fn run_on(self, cpu: C) -> (Wide<BITS, WORDS>, Wide<BITS, WORDS>) {
        let _ = cpu;
        let group = Wide(words::flood::<BITS, WORDS>(&self.0.0, self.1));
        (group, Plane::<C>::or(group, beside::<C, BITS, WORDS>(group)))
    }
}

/// The cells beside those of a group, some of it among them.
#[inline(always)]
fn beside<C: Instructions, const BITS: u32, const WORDS: usize>(
    group: Wide<BITS, WORDS>,
) -> Wide<BITS, WORDS> {
    let (up, down) = (Plane::<C>::up(group), Plane::<C>::down(group));
    let (left, right) = (Plane::<C>::left(group), Plane::<C>::right(group));
    Wide(by_number(|at| up.0[at] | down.0[at] | left.0[at] | right.0[at]))
}

/// [`Plane::links`] as a call.
struct Links<'a, const BITS: u32, const WORDS: usize, const PLANES: usize>(&'a [Wide<BITS, WORDS>; PLANES]);

impl<C: Instructions, const BITS: u32, const WORDS: usize, const PLANES: usize> JobOn<C>
    for Links<'_, BITS, WORDS, PLANES>
{
    type Out = (Wide<BITS, WORDS>, Wide<BITS, WORDS>);

    #[inline(always)]
    fn run_on(self, cpu: C) -> (Wide<BITS, WORDS>, Wide<BITS, WORDS>) {
        let _ = cpu;
        let (above, right) = words::links::<BITS, WORDS, PLANES>(self.0);
        (Wide(above), Wide(right))
    }
}

/// [`Plane::movers`] as a call.
struct Movers<'a, const BITS: u32, const WORDS: usize, const PLANES: usize>(&'a [Wide<BITS, WORDS>; PLANES]);

impl<C: Instructions, const BITS: u32, const WORDS: usize, const PLANES: usize> JobOn<C>
    for Movers<'_, BITS, WORDS, PLANES>
{
    type Out = Wide<BITS, WORDS>;

    #[inline(always)]
    fn run_on(self, cpu: C) -> Wide<BITS, WORDS> {
        let _ = cpu;
        Wide(words::movers::<BITS, WORDS, PLANES>(self.0))
    }
}

/// [`Plane::fall`] as a call.
struct Falling<'a, const BITS: u32, const WORDS: usize, const PLANES: usize>(
    &'a mut [Wide<BITS, WORDS>; PLANES],
    Wide<BITS, WORDS>,
);

impl<C: Instructions, const BITS: u32, const WORDS: usize, const PLANES: usize> JobOn<C>
    for Falling<'_, BITS, WORDS, PLANES>
{
    type Out = ();

    #[inline(always)]
    fn run_on(self, cpu: C) {
        for at in 0..WORDS {
            if self.1.0[at] != 0 {
                words::fall::<C, BITS, WORDS, PLANES>(cpu, self.0, at, self.1.0[at]);
            }
        }
    }
}

/// [`Plane::sink`] as a call.
struct Sink<'a, const BITS: u32, const WORDS: usize, const PLANES: usize>(
    &'a mut [Wide<BITS, WORDS>; PLANES],
    Wide<BITS, WORDS>,
);

impl<C: Instructions, const BITS: u32, const WORDS: usize, const PLANES: usize> JobOn<C>
    for Sink<'_, BITS, WORDS, PLANES>
{
    type Out = ();

    #[inline(always)]
    fn run_on(self, cpu: C) {
        words::sink::<C, BITS, WORDS, PLANES>(cpu, self.0, &self.1.0);
    }
}

/// [`Plane::close`] as a call.
struct Close<'a, const BITS: u32, const WORDS: usize, const PLANES: usize>(
    &'a mut [Wide<BITS, WORDS>; PLANES],
    u32,
);

impl<C: Instructions, const BITS: u32, const WORDS: usize, const PLANES: usize> JobOn<C>
    for Close<'_, BITS, WORDS, PLANES>
{
    type Out = ();

    #[inline(always)]
    fn run_on(self, cpu: C) {
        let before = <Wide<BITS, WORDS> as Plane<C>>::whole(cpu, (1 << self.1) - 1);
        for plane in self.0.iter_mut() {
            *plane = Plane::<C>::pick(*plane, Plane::<C>::left(*plane), before);
        }
    }
}
