//! Registers and words, one against the other.

use super::*;
use crate::bits::cpu::{Cpu, Job, Portable, dispatch_on};
use proptest::prelude::*;

#[test]
fn floating_tiles_and_gaps_are_not_sound() {
    let sound = |words: [u64; 4]| sound(Portable, &[Wide::<16, 4>::load(Portable, &words)]);
    assert!(sound([0; 4]) && sound([0x0001_0003_0007, 0, 0, 0]));
    assert!(!sound([0x0001_0002_0007, 0, 0, 0]), "a tile floats");
    assert!(!sound([0x0001_0000_0007, 0, 0, 0]), "an empty column lies left of a full one");
    assert!(!sound([0x0001_0003_0007, 1, 0, 0]), "the same across words");
}

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
