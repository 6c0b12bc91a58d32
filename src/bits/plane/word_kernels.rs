//! The kernels for planes of any number of words. The drawing shows [`flood`].
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
use std::ops::Range;

/// A plane with access to its words.
pub trait AsWords<const WORDS: usize> {
    /// Returns the words, column 0 in the lowest lane of word 0.
    fn words(&self) -> &[u64; WORDS];
    /// Returns the words, mutably.
    fn words_mut(&mut self) -> &mut [u64; WORDS];
}

impl<const WORDS: usize> AsWords<WORDS> for [u64; WORDS] {
    #[inline(always)]
    fn words(&self) -> &[u64; WORDS] {
        self
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64; WORDS] {
        self
    }
}

/// Flood fill: returns the cells connected to the cell of bit `seed` by steps up, down, left and right inside
/// `within`, and the indexes of the first and the last word of this group. `within` returns a word by its index.
///
/// Bit `seed` must be in `within`. Costs a few passes over the words that the group touches.
#[inline(always)]
pub fn flood<const BITS: u32, const WORDS: usize>(
    within: impl Fn(usize) -> u64,
    seed: usize,
) -> ([u64; WORDS], usize, usize) {
    let start = seed / 64;
    let (mut group, mut first, mut last) = ([0; WORDS], start, start);
    group[start] = spread::<BITS>(1 << (seed % 64), within(start));
    // The words to visit, bit i for word i: the neighbours of words in which the group has grown.
    let mut todo = beside::<BITS>(group[start], start);
    while todo != 0 {
        let at = todo.trailing_zeros() as usize;
        todo &= todo - 1;
        if at >= WORDS {
            break;
        }
        let from_left = if at > 0 { group[at - 1] >> (64 - BITS) } else { 0 };
        let from_right = if at + 1 < WORDS { group[at + 1] << (64 - BITS) } else { 0 };
        let within = within(at);
        let reached = (from_left | from_right) & within & !group[at];
        if reached != 0 {
            group[at] = spread::<BITS>(group[at] | reached, within);
            (first, last) = (first.min(at), last.max(at));
            todo |= beside::<BITS>(group[at], at);
        }
    }
    (group, first, last)
}

/// Returns the neighbouring words that the cells `cells` of word `at` border on: bit i for word i.
#[inline(always)]
fn beside<const BITS: u32>(cells: u64, at: usize) -> u64 {
    let (left, right) = (cells & lane(BITS) != 0, cells >> (64 - BITS) != 0);
    (u64::from(left) << at >> 1) | (u64::from(right) << at << 1)
}

/// Removes the group at bit `seed` if the group has two cells or more: tiles fall, and empty columns close to the left.
/// Returns the number of removed cells.
///
/// Code 0 is empty; the board must be settled. Touches only the words of the group, unless a column has become empty.
#[inline(always)]
pub fn click<C: CpuToken, const BITS: u32, const WORDS: usize, const PLANES: usize>(
    cpu: C,
    planes: &mut [[u64; WORDS]; PLANES],
    seed: usize,
) -> usize {
    // A single branch returns early for all clicks that remove nothing, as most clicks in a contest's input do.
    if !has_equal_neighbour::<BITS, WORDS, PLANES>(planes, seed) {
        return 0;
    }
    let mut flips = [0; PLANES];
    for at in 0..PLANES {
        flips[at] = (planes[at][seed / 64] >> (seed % 64) & 1).wrapping_sub(1);
    }
    let within = |at: usize| {
        let mut cells = u64::MAX;
        for i in 0..PLANES {
            cells &= planes[i][at] ^ flips[i];
        }
        cells
    };
    let (group, first, last) = flood::<BITS, WORDS>(within, seed);
    let end = (last + 1).min(WORDS);
    let mut size = 0;
    for at in first..end {
        size += group[at].count_ones() as usize;
    }
    sink::<C, BITS, WORDS, PLANES>(cpu, planes, &group, first..end);
    size
}

/// Returns whether the cell of bit `seed` is not empty and has an equal neighbour, without a branch on the cells.
#[inline(always)]
fn has_equal_neighbour<const BITS: u32, const WORDS: usize, const PLANES: usize>(
    planes: &[[u64; WORDS]; PLANES],
    seed: usize,
) -> bool {
    let (at, cell) = (seed / 64, 1 << (seed % 64));
    let (before, after) = (at.saturating_sub(1), (at + 1).min(WORDS - 1));
    let (mut tile, mut equal) = (0, [u64::MAX; 3]);
    for plane in planes {
        let own = 0u64.wrapping_sub(plane[at] >> (seed % 64) & 1);
        tile |= own;
        for (equal, word) in equal.iter_mut().zip([before, at, after]) {
            *equal &= !(plane[word] ^ own);
        }
    }
    let sides = if BITS < 64 { cell << BITS | cell >> (BITS % 64) } else { 0 };
    let [left, inside, right] = equal;
    let beside = left & cell << (64 - BITS) & u64::from(at > 0).wrapping_neg()
        | inside & (up::<BITS>(cell) | down::<BITS>(cell) | sides)
        | right & cell >> (64 - BITS) & u64::from(at + 1 < WORDS).wrapping_neg();
    tile & beside != 0
}

/// Flood fill inside one word: returns `cells` and all cells of `within` connected to them.
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
    // Skips empty words at the end. On boards of few words the search for the last column costs more than it saves.
    let mut end = WORDS;
    while WORDS > 16 && end > 0 && self::occupied(planes, end - 1) == 0 {
        end -= 1;
    }
    for at in 0..end {
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

/// Removes the cells `gone`, which are in the words `touched`, lets tiles fall, and closes empty columns
/// to the left.
///
/// Code 0 is empty; the board must be settled. Costs one pass over the words with removed cells, and one over the
/// board if a column has become empty.
#[inline(always)]
pub fn sink<C: CpuToken, const BITS: u32, const WORDS: usize, const PLANES: usize>(
    cpu: C,
    planes: &mut [impl AsWords<WORDS>; PLANES],
    gone: &[u64; WORDS],
    touched: Range<usize>,
) {
    let mut emptied = 0;
    for at in touched.start..touched.end.min(WORDS) {
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

/// Like [`fall`] without PEXT: each round removes the lowest cell of `gone` in every lane. Most groups need few rounds.
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

/// Returns the occupied cells of word `at`.
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
