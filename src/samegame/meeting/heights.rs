//! Tests whether all tiles of one colour may come together, from the rows that they can reach.
//!
//! ```text
//!  2 . .    Can the 1s meet while only 2s are removed? The upper 1 of the first column can fall to row 1,
//!  1 . 1    the 1 of the last column to row 0. The 3 stays, so the middle column does not vanish. No:
//!  2 . 2    the cells that 1s can      x . x
//!  1 3 2    reach (x) are apart.       x . x
//!                                      x . x
//! ```
//!
//! A tile falls only when tiles below it are removed: its row ranges from the current row down to the row that the tile
//! has once everything removable is gone. A column vanishes only if nothing in it stays. Close all columns that can
//! vanish, and mark the cells in the row ranges of all tiles. The tiles can form one group only if the marked cells are
//! connected: in such a group, the row of each tile is in its range, neighbours are in the same or in adjacent columns
//! of the closed board, and each range is connected by itself.

use crate::bits::cells::lowest;
use crate::bits::cpu::{Cpu, Lanes, Layout};
use crate::bits::lanes::{below_lowest, bottom, down, lane, up};
use crate::bits::plane::Plane;

/// Returns whether all of `tiles` may become connected when any tiles of `gone` are removed from `occupied`.
#[inline(always)]
pub fn may_merge<C: Cpu, const BITS: u32, const WORDS: usize>(
    cpu: C,
    tiles: [u64; WORDS],
    mut occupied: [u64; WORDS],
    gone: [u64; WORDS],
) -> bool
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    let mut reach = tiles;
    let mut holes = 0;
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
        holes |= (full ^ occupied[at]) & bottom(BITS);
    }
    if holes != 0 {
        close::<BITS, WORDS>(&mut reach, &occupied);
    }
    if has_isolated_cell::<BITS, WORDS>(&reach) {
        return reach.iter().map(|word| word.count_ones()).sum::<u32>() == 1;
    }
    let Some(first) = lowest(&reach) else { return true };
    <Lanes<BITS, WORDS> as Layout>::Plane::load(cpu, &reach).flood(cpu, first).0.words() == reach
}

/// Returns whether some cell of the set has no neighbour in the set.
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
