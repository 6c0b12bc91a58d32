//! Bounds on which tiles of one colour can come together, from the heights that they can reach.
//!
//! ```text
//!  2 . .    Can the 1s meet while only 2s are taken? The upper 1 of the first column can come down to
//!  1 . 1    row 1 (x), the one of the last column to row 0, and nothing between the columns may vanish:
//!  2 . 2    the 3 stays. So no.         x . x
//!  1 3 2                                x . x
//!                                       x . x
//! ```
//!
//! A tile falls only when tiles below it are removed, so it stays between its current row and its row once everything
//! removable is gone. A column vanishes only if nothing in it stays. The tiles can form one group only if these row
//! ranges, with the vanishing columns closed, are connected: when the tiles form one group, each range contains the
//! row of its tile, neighbours are in neighbouring columns of the closed board, and every range is connected by
//! itself.

use crate::bits::cells::lowest;
use crate::bits::cpu::{Cpu, Lanes, Layout};
use crate::bits::lanes::{below_lowest, bottom, down, lane, up};
use crate::bits::plane::Plane;
use crate::samegame::repr::board_repr::MergePotential;

/// Returns an upper bound on how many of `tiles` can become connected when any of `gone` are removed from `occupied`.
///
/// Two tiles of different columns can become neighbours only if their row ranges do. Two tiles of one column can
/// become neighbours only if everything between them is removable, that is only if they are neighbours once everything
/// removable is gone.
#[inline(always)]
pub fn merge_potential<C: Cpu, const BITS: u32, const WORDS: usize>(
    cpu: C,
    tiles: [u64; WORDS],
    mut occupied: [u64; WORDS],
    gone: [u64; WORDS],
) -> MergePotential
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    let mut reach = tiles;
    let (mut holes, mut piled) = (0, 0);
    for at in 0..WORDS {
        let (mut now, mut gone) = (tiles[at], gone[at]);
        let full = occupied[at];
        while gone != 0 {
            let stay = below_lowest::<BITS>(gone);
            now = (now & stay) | (down::<BITS>(now) & !stay);
            occupied[at] = (occupied[at] & stay) | (down::<BITS>(occupied[at]) & !stay);
            gone = down::<BITS>(gone) & !stay;
            reach[at] |= now;
        }
        piled |= now & up::<BITS>(now);
        holes |= (full ^ occupied[at]) & bottom(BITS);
    }
    if holes != 0 {
        close::<BITS, WORDS>(&mut reach, &occupied);
    }
    if !has_isolated_cell::<BITS, WORDS>(&reach) {
        let Some(first) = lowest(&reach) else { return MergePotential::All };
        let linked = <Lanes<BITS, WORDS> as Layout>::Plane::load(cpu, &reach).flood(cpu, first).0.words();
        if linked == reach {
            return MergePotential::All;
        }
    } else if reach.iter().map(|word| word.count_ones()).sum::<u32>() == 1 {
        return MergePotential::All;
    }
    let beside = adjacent_rows::<BITS, WORDS>(&reach, &[u64::MAX; WORDS], false);
    for at in 0..WORDS {
        piled |= beside[at] & reach[at];
    }
    if piled != 0 { MergePotential::Some } else { MergePotential::None }
}

/// The maximum number of rows for [`may_get_neighbour`].
pub const MAX_ROWS: usize = 16;

/// Returns the tiles of `tiles` that may get an equal neighbour when any of `gone`, which includes `tiles`, are
/// removed from `occupied`. For lanes of at most [`MAX_ROWS`] rows.
///
/// When two tiles are neighbours, each is in its row range. If they are side by side, the columns between them have
/// vanished; if one is on top of the other, everything between them is gone.
#[inline(always)]
pub fn may_get_neighbour<const BITS: u32, const WORDS: usize>(
    tiles: [u64; WORDS],
    mut occupied: [u64; WORDS],
    gone: [u64; WORDS],
) -> [u64; WORDS] {
    let mut reach = tiles;
    let mut holes = 0;
    // The tiles before each step, and the cells below the tile that is removed in the step.
    let mut steps = [[(0, 0); MAX_ROWS]; WORDS];
    let mut taken = [0; WORDS];
    for at in 0..WORDS {
        let (mut now, mut rest) = (tiles[at], gone[at]);
        let full = occupied[at];
        while rest != 0 {
            let stay = below_lowest::<BITS>(rest);
            steps[at][taken[at]] = (now, stay);
            taken[at] += 1;
            now = (now & stay) | (down::<BITS>(now) & !stay);
            occupied[at] = (occupied[at] & stay) | (down::<BITS>(occupied[at]) & !stay);
            rest = down::<BITS>(rest) & !stay;
            reach[at] |= now;
        }
        holes |= (full ^ occupied[at]) & bottom(BITS);
    }
    let beside = adjacent_rows::<BITS, WORDS>(&reach, &occupied, holes != 0);
    let mut found = [0; WORDS];
    for at in 0..WORDS {
        // Traces back, through the steps, the tiles that had a possible neighbour anywhere on their way.
        let mut hit = 0;
        for &(now, stay) in steps[at][..taken[at]].iter().rev() {
            hit = (hit & stay) | up::<BITS>(hit & !stay) | (now & beside[at]);
        }
        let (tile, pass) = (tiles[at], gone[at] & !tiles[at]);
        let (mut above, mut under) = (up::<BITS>(tile), down::<BITS>(tile));
        loop {
            let more = (above | up::<BITS>(above & pass), under | down::<BITS>(under & pass));
            if more == (above, under) {
                break;
            }
            (above, under) = more;
        }
        found[at] = tile & (hit | above | under);
    }
    found
}

/// Returns for each column the rows in which it has a neighbour among `cells`, across columns that may vanish.
#[inline(always)]
fn adjacent_rows<const BITS: u32, const WORDS: usize>(
    cells: &[u64; WORDS],
    stay: &[u64; WORDS],
    holes: bool,
) -> [u64; WORDS] {
    let mut beside = [0; WORDS];
    if !holes {
        for at in 0..WORDS {
            let from_left = if at > 0 { cells[at - 1] >> (64 - BITS) } else { 0 };
            let from_right = if at + 1 < WORDS { cells[at + 1] << (64 - BITS) } else { 0 };
            let sides = if BITS < 64 { cells[at] << (BITS % 64) | cells[at] >> (BITS % 64) } else { 0 };
            beside[at] = sides | from_left | from_right;
        }
        return beside;
    }
    let bits = BITS as usize;
    let cols = WORDS * 64 / bits;
    for left in [true, false] {
        let mut carry = 0;
        for number in 0..cols {
            let bit = bits * if left { number } else { cols - 1 - number };
            let (at, shift) = (bit / 64, bit % 64);
            beside[at] |= carry << shift;
            let here = cells[at] >> shift & lane(BITS);
            carry = if stay[at] >> shift & 1 == 1 { here } else { carry | here };
        }
    }
    beside
}

/// Returns whether a cell has no neighbour.
#[inline(always)]
fn has_isolated_cell<const BITS: u32, const WORDS: usize>(cells: &[u64; WORDS]) -> bool {
    let mut lone = 0;
    for at in 0..WORDS {
        let from_left = if at > 0 { cells[at - 1] >> (64 - BITS) } else { 0 };
        let from_right = if at + 1 < WORDS { cells[at + 1] << (64 - BITS) } else { 0 };
        let sides = if BITS < 64 { cells[at] << (BITS % 64) | cells[at] >> (BITS % 64) } else { 0 };
        let near = sides | from_left | from_right | up::<BITS>(cells[at]) | down::<BITS>(cells[at]);
        lone |= cells[at] & !near;
    }
    lone != 0
}

/// Removes the columns of `cells` that are empty in `occupied`, and moves the columns right of them to the left.
#[inline(always)]
fn close<const BITS: u32, const WORDS: usize>(cells: &mut [u64; WORDS], occupied: &[u64; WORDS]) {
    let place = |col: usize| (col * BITS as usize / 64, col * BITS as usize % 64);
    let mut closed = [0; WORDS];
    let mut free = 0;
    for col in 0..WORDS * 64 / BITS as usize {
        let (from, shift) = place(col);
        if occupied[from] >> shift & 1 == 1 {
            let (to, to_shift) = place(free);
            closed[to] |= (cells[from] >> shift & lane(BITS)) << to_shift;
            free += 1;
        }
    }
    *cells = closed;
}
