//! Taking cells off a whole board: what is above them falls, columns slide left over empty ones.

use super::cpu::Cpu;
use super::fall::Fall;
use super::lanes::{below_lowest, bottom, down, lane};

/// Takes the cells `gone` off the board, lets tiles fall, and closes empty columns to the left.
///
/// Code 0 is empty; the board must have been settled. Costs only what words have gone cells, and a pass
/// over the board when a column has become empty.
#[inline(always)]
pub fn sink<C: Cpu, const BITS: u32, const WORDS: usize, const PLANES: usize>(
    cpu: C,
    planes: &mut [[u64; WORDS]; PLANES],
    gone: &[u64; WORDS],
) {
    let mut emptied = 0;
    for at in (0..WORDS).filter(|&at| gone[at] != 0) {
        let before = occupied(planes, at);
        if C::FAST_PEXT {
            let fall = Fall::<BITS>::new(cpu, !gone[at]);
            planes.iter_mut().for_each(|plane| plane[at] = fall.apply(cpu, plane[at]));
        } else {
            drop_one_by_one::<BITS, WORDS, PLANES>(planes, at, gone[at]);
        }
        emptied |= (before ^ occupied(planes, at)) & bottom(BITS);
    }
    if emptied != 0 {
        close::<BITS, WORDS, PLANES>(planes);
    }
}

/// The lowest gone cell of every lane at a time: few rounds, for few groups are tall.
#[inline(always)]
fn drop_one_by_one<const BITS: u32, const WORDS: usize, const PLANES: usize>(
    planes: &mut [[u64; WORDS]; PLANES],
    at: usize,
    mut gone: u64,
) {
    while gone != 0 {
        let stay = below_lowest::<BITS>(gone);
        for plane in planes.iter_mut() {
            plane[at] = (plane[at] & stay) | (down::<BITS>(plane[at]) & !stay);
        }
        gone = down::<BITS>(gone) & !stay;
    }
}

/// Slides columns to the left over empty ones.
#[inline(always)]
fn close<const BITS: u32, const WORDS: usize, const PLANES: usize>(planes: &mut [[u64; WORDS]; PLANES]) {
    let place = |col: usize| (col * BITS as usize / 64, col * BITS as usize % 64);
    let mut free = 0;
    for col in 0..WORDS * 64 / BITS as usize {
        let (from, from_shift) = place(col);
        if occupied(planes, from) >> from_shift & lane(BITS) == 0 {
            continue;
        }
        if col > free {
            let (to, to_shift) = place(free);
            for plane in planes.iter_mut() {
                let cells = plane[from] >> from_shift & lane(BITS);
                plane[from] &= !(lane(BITS) << from_shift);
                plane[to] |= cells << to_shift;
            }
        }
        free += 1;
    }
}

/// The cells of a word that hold a tile.
#[inline(always)]
fn occupied<const WORDS: usize, const PLANES: usize>(planes: &[[u64; WORDS]; PLANES], at: usize) -> u64 {
    planes.iter().fold(0, |all, plane| all | plane[at])
}
