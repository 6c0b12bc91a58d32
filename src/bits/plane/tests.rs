//! Tests planes in registers against planes of words.

use super::*;
use crate::bits::cpu::{Cpu, Kernel, Portable, dispatch};
use proptest::prelude::*;

#[test]
fn floating_tiles_and_gaps_are_not_settled() {
    let settled = |words: [u64; 4]| is_settled(Portable, &[WordPlane::<_, 16, 4>::load(Portable, &words)]);
    assert!(settled([0; 4]) && settled([0x0001_0003_0007, 0, 0, 0]));
    assert!(!settled([0x0001_0002_0007, 0, 0, 0]), "a tile floats");
    assert!(!settled([0x0001_0000_0007, 0, 0, 0]), "an empty column lies left of a full one");
    assert!(!settled([0x0001_0003_0007, 1, 0, 0]), "the same across words");
}

/// Kernel that applies all operations of a plane to two planes and a number, and returns the words of each result.
struct All([u64; 4], [u64; 4], u64);
impl<C: Cpu> Kernel<C> for All {
    type Out = Vec<Vec<u64>>;
    #[inline(always)]
    fn run(self, cpu: C) -> Self::Out {
        all::<C::Plane16x16>(cpu, self)
    }
}

#[inline(always)]
fn all<V: Plane<Words = [u64; 4]>>(cpu: V::Cpu, All(a, b, columns): All) -> Vec<Vec<u64>> {
    let board = settled(a, b);
    let (a, b) = (V::load(cpu, &a), V::load(cpu, &b));
    let mut fallen = [a, b];
    V::fall(cpu, &mut fallen, a.or(b).and(a.up()));
    let mut planes = vec![
        a.and(b),
        a.or(b),
        a.xor(b),
        a.and_not(b),
        a.up(),
        a.down(),
        a.left(),
        a.right(),
        a.below_lowest(),
        a.select(b, b.up()),
        V::full_columns(cpu, columns & 0xffff),
        V::splat(cpu, columns),
        cells_of_code(cpu, &[a, b], columns as u32 % 5),
        V::bit(cpu, columns as usize % 256),
        V::clickable(cpu, &[a, b]),
    ];
    let mut full = [a];
    V::fall(cpu, &mut full, V::splat(cpu, u64::MAX).and_not(a));
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
    let mut sunk = board.map(|words| V::load(cpu, &words));
    let (above, right) = V::links(cpu, &sunk);
    planes.extend([
        above,
        right,
        V::clickable(cpu, &sunk),
        V::in_threes(cpu, &sunk),
        V::in_fours(cpu, &sunk),
    ]);
    if let Some(at) = board[0].iter().position(|&word| word != 0) {
        let (group, _) = sunk[0].flood(cpu, at * 64 + board[0][at].trailing_zeros() as usize);
        V::sink(cpu, &mut sunk, group);
        planes.extend(sunk);
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
            let plain = all::<WordPlane<Portable, 16, 4>>(Portable, All(a, b, columns));
            for path in crate::bits::cpu::tested_paths() {
                prop_assert_eq!(&dispatch(path, All(a, b, columns)), &plain);
            }
        }
        let whole = WordPlane::<_, 16, 4>::full_columns(Portable, columns & 0xffff);
        prop_assert_eq!(whole.columns(Portable), columns & 0xffff);
    }
}

/// Turns two random planes into a settled board: cuts each column at its first empty cell, and closes gaps.
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
