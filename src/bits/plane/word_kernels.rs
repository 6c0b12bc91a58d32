//! The kernels for planes of any number of words.
//!
//! ```text
//!  within      seed        group
//!  x x . x     . . . .     x x . .
//!  . x . x     . x . .     . x . .
//!  x . x x     . . . .     . . . .
//! ```

use crate::bits::cells::array_from_fn;
use crate::bits::fall::Fall;
use crate::bits::lanes::{below_lowest, bottom, down, lane, up};
use crate::bits::token::CpuToken;

/// A plane with access to its words.
pub trait AsWords<const WORDS: usize> {
    /// Returns the words.
    fn words(&self) -> &[u64; WORDS];
    /// Returns the words, mutably.
    fn words_mut(&mut self) -> &mut [u64; WORDS];
}

/// Flood fill: returns the cells connected to the cell of bit `seed` by steps up, down, left and right inside
/// `within`.
///
/// Bit `seed` must be in `within`. Costs a few passes over the words that the group touches.
#[inline(always)]
pub fn flood<const BITS: u32, const WORDS: usize>(within: &[u64; WORDS], seed: usize) -> [u64; WORDS] {
    let mut group = [0; WORDS];
    let (mut first, mut last) = (seed / 64, seed / 64);
    group[seed / 64] = 1 << (seed % 64);
    loop {
        let mut grown = false;
        for at in first.saturating_sub(1)..=(last + 1).min(WORDS - 1) {
            let old = group[at];
            let from_left = if at > 0 { group[at - 1] >> (64 - BITS) } else { 0 };
            let from_right = if at + 1 < WORDS { group[at + 1] << (64 - BITS) } else { 0 };
            let cells = spread::<BITS>((old | from_left | from_right) & within[at], within[at]);
            if cells != old {
                group[at] = cells;
                (first, last, grown) = (first.min(at), last.max(at), true);
            }
        }
        if !grown {
            return group;
        }
    }
}

/// Performs a flood fill inside one word.
#[inline(always)]
fn spread<const BITS: u32>(mut cells: u64, within: u64) -> u64 {
    loop {
        let sides = if BITS < 64 { cells << BITS | cells >> (BITS % 64) } else { 0 };
        let next = (cells | up::<BITS>(cells) | down::<BITS>(cells) | sides) & within;
        if next == cells {
            return cells;
        }
        cells = next;
    }
}

/// Returns the tiles that are equal to the tile above, and the tiles that are equal to the tile on the right. The
/// planes contain colours as binary codes; empty is code 0.
///
/// Costs about seven operations per plane and word.
#[inline(always)]
pub fn links<const BITS: u32, const WORDS: usize, const PLANES: usize>(
    planes: &[impl AsWords<WORDS>; PLANES],
) -> ([u64; WORDS], [u64; WORDS]) {
    let mut out = ([0; WORDS], [0; WORDS]);
    for at in 0..WORDS {
        let (mut occupied, mut above, mut right) = (0, 0, 0);
        for plane in planes {
            let plane = plane.words();
            let next = if at + 1 < WORDS { plane[at + 1] } else { 0 };
            occupied |= plane[at];
            above |= plane[at] ^ down::<BITS>(plane[at]);
            right |= plane[at] ^ (if BITS < 64 { plane[at] >> (BITS % 64) } else { 0 } | next << (64 - BITS));
        }
        // Beyond the edges lies code 0, which no occupied cell has.
        (out.0[at], out.1[at]) = (occupied & !above, occupied & !right);
    }
    out
}

/// Returns the cells that have an equal neighbour.
#[inline(always)]
pub fn clickable<const BITS: u32, const WORDS: usize, const PLANES: usize>(
    planes: &[impl AsWords<WORDS>; PLANES],
) -> [u64; WORDS] {
    let (above, right) = links::<BITS, WORDS, PLANES>(planes);
    array_from_fn(|at| {
        let inside = if BITS < 64 { right[at] << (BITS % 64) } else { 0 };
        let from_left = if at > 0 { right[at - 1] >> (64 - BITS) } else { 0 };
        above[at] | up::<BITS>(above[at]) | right[at] | inside | from_left
    })
}

/// Removes the cells `gone`, lets tiles fall, and closes empty columns to the left.
///
/// Code 0 is empty; the board must be settled. Costs one pass over the words with removed cells, and one over the
/// board if a column has become empty.
#[inline(always)]
pub fn sink<C: CpuToken, const BITS: u32, const WORDS: usize, const PLANES: usize>(
    cpu: C,
    planes: &mut [impl AsWords<WORDS>; PLANES],
    gone: &[u64; WORDS],
) {
    let mut emptied = 0;
    for at in 0..WORDS {
        if gone[at] == 0 {
            continue;
        }
        let before = occupied(planes, at);
        fall::<C, BITS, WORDS, PLANES>(cpu, planes, at, gone[at]);
        emptied |= (before ^ occupied(planes, at)) & bottom(BITS);
    }
    if emptied != 0 {
        close::<BITS, WORDS, PLANES>(planes);
    }
}

/// Removes the cells `gone` from word `at` of every plane; the cells above them fall.
#[inline(always)]
pub fn fall<C: CpuToken, const BITS: u32, const WORDS: usize, const PLANES: usize>(
    cpu: C,
    planes: &mut [impl AsWords<WORDS>; PLANES],
    at: usize,
    gone: u64,
) {
    if C::FAST_PEXT {
        let fall = Fall::<BITS>::new(cpu, !gone);
        for plane in planes {
            let words = plane.words_mut();
            words[at] = fall.apply(cpu, words[at]);
        }
    } else {
        drop_one_by_one::<BITS, WORDS, PLANES>(planes, at, gone);
    }
}

/// Removes the lowest cell of every lane, and repeats: few rounds, because few groups are tall.
#[inline(always)]
fn drop_one_by_one<const BITS: u32, const WORDS: usize, const PLANES: usize>(
    planes: &mut [impl AsWords<WORDS>; PLANES],
    at: usize,
    mut gone: u64,
) {
    while gone != 0 {
        let stay = below_lowest::<BITS>(gone);
        for plane in planes.iter_mut() {
            let words = plane.words_mut();
            words[at] = (words[at] & stay) | (down::<BITS>(words[at]) & !stay);
        }
        gone = down::<BITS>(gone) & !stay;
    }
}

/// Moves columns to the left over empty ones.
#[inline(always)]
fn close<const BITS: u32, const WORDS: usize, const PLANES: usize>(
    planes: &mut [impl AsWords<WORDS>; PLANES],
) {
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
                let words = plane.words_mut();
                let cells = words[from] >> from_shift & lane(BITS);
                words[from] &= !(lane(BITS) << from_shift);
                words[to] |= cells << to_shift;
            }
        }
        free += 1;
    }
}

/// Returns the occupied cells of a word.
#[inline(always)]
fn occupied<const WORDS: usize, const PLANES: usize>(
    planes: &[impl AsWords<WORDS>; PLANES],
    at: usize,
) -> u64 {
    let mut all = 0;
    for plane in planes {
        all |= plane.words()[at];
    }
    all
}
