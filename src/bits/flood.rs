//! Connected cells on boards of any number of words, and the cells that have an equal neighbour.
//!
//! ```text
//!  within      seed        group
//!  x x . x     . . . .     x x . .
//!  . x . x     . x . .     . x . .
//!  x . x x     . . . .     . . . .
//! ```

use super::lanes::{down, up};

/// The cells that are joined to the cell of bit `seed` by steps up, down, left and right inside `within`.
///
/// Bit `seed` has to be in `within`. Costs a few passes over the words that the group touches.
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

/// Floods inside one word until nothing changes.
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

/// The cells that have an equal neighbour, of planes that hold colours as codes (empty is code 0).
///
/// Costs some seven operations a plane and word.
#[inline(always)]
pub fn movers<const BITS: u32, const WORDS: usize, const PLANES: usize>(
    planes: &[[u64; WORDS]; PLANES],
) -> [u64; WORDS] {
    let mut out = [0; WORDS];
    for at in 0..WORDS {
        let (mut occupied, mut above, mut right) = (0, 0, 0);
        for plane in planes {
            let next = if at + 1 < WORDS { plane[at + 1] } else { 0 };
            occupied |= plane[at];
            above |= plane[at] ^ down::<BITS>(plane[at]);
            right |= plane[at] ^ (if BITS < 64 { plane[at] >> (BITS % 64) } else { 0 } | next << (64 - BITS));
        }
        // Beyond the edges lies code 0, which no occupied cell is equal to.
        let (same_above, same_right) = (occupied & !above, occupied & !right);
        out[at] |= same_above | up::<BITS>(same_above) | same_right;
        out[at] |= if BITS < 64 { same_right << (BITS % 64) } else { 0 };
        if at + 1 < WORDS {
            out[at + 1] |= same_right >> (64 - BITS);
        }
    }
    out
}
