//! Three equal cells in a row, horizontally and vertically, on a board of 8-bit lanes in one word.
//!
//! The colour of a cell is a binary code with one bit per plane; empty is code 0. One-hot planes are such a code too,
//! so every function accepts both.
//!
//! ```text
//!  a lane, from the bottom   2 1 1 1 3      same (equal to the next)      . x x . .
//!                                           r = same & same one on        . x . . .
//!                                           r | r << 1 | r << 2           . x x x .
//! ```

use super::lanes::top;

/// The number of bits of a lane.
const BITS: u32 = 8;

/// Returns the cells whose neighbour above has the same colour.
///
/// `occupied` contains the cells whose code is not 0. All eight rows may be in use. Costs three operations per plane.
#[inline(always)]
pub fn same_above<const PLANES: usize>(planes: &[u64; PLANES], occupied: u64) -> u64 {
    let differs = planes.iter().fold(0, |differs, &plane| differs | (plane ^ (plane >> 1)));
    // The top cell of a lane was compared with the bottom cell of the next column.
    occupied & !differs & !top(BITS)
}

/// Returns the cells whose right neighbour has the same colour.
///
/// `occupied` contains the cells whose code is not 0. Costs three operations per plane.
#[inline(always)]
pub fn same_right<const PLANES: usize>(planes: &[u64; PLANES], occupied: u64) -> u64 {
    let differs = planes.iter().fold(0, |differs, &plane| differs | (plane ^ (plane >> BITS)));
    occupied & !differs
}

/// Returns the cells of vertical runs of three or more, given the result of [`same_above`].
#[inline(always)]
pub fn vertical(same: u64) -> u64 {
    // `same` contains no top cell, so neither shift moves a cell into another column.
    let first = same & (same >> 1);
    first | first << 1 | first << 2
}

/// Returns the cells of horizontal runs of three or more, given the result of [`same_right`].
#[inline(always)]
pub fn horizontal(same: u64) -> u64 {
    let first = same & (same >> BITS);
    first | first << BITS | first << (2 * BITS)
}

/// Returns the cells of all horizontal and vertical runs of three or more.
#[inline(always)]
pub fn runs<const PLANES: usize>(planes: &[u64; PLANES], occupied: u64) -> u64 {
    vertical(same_above(planes, occupied)) | horizontal(same_right(planes, occupied))
}

/// Returns whether there is a run of three or more; cheaper than [`runs`].
#[inline(always)]
pub fn any_run<const PLANES: usize>(planes: &[u64; PLANES], occupied: u64) -> bool {
    let up = same_above(planes, occupied);
    let right = same_right(planes, occupied);
    (up & (up >> 1)) | (right & (right >> BITS)) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The colours of the cells, by column and row; 0 is empty.
    type Cells = [[u8; 8]; 8];

    fn slow(cells: &Cells) -> u64 {
        let at = |col: usize, row: usize| cells.get(col).and_then(|c| c.get(row)).copied().unwrap_or(0);
        let mut out = 0;
        for col in 0..8 {
            for row in 0..8 {
                let three = |right: usize, up: usize| {
                    let line = [0usize, 1, 2].map(|k| (col + k * right, row + k * up));
                    let [a, b, c] = line.map(|(col, row)| at(col, row));
                    if a != 0 && a == b && b == c {
                        line.map(|(col, row)| 1 << (8 * col + row))
                    } else {
                        [0; 3]
                    }
                };
                out |= three(1, 0).iter().chain(&three(0, 1)).fold(0u64, |out, bit| out | bit);
            }
        }
        out
    }

    /// Returns the planes of a board, one word per bit of the code.
    fn planes<const PLANES: usize>(cells: &Cells, code: impl Fn(u8) -> u64) -> [u64; PLANES] {
        let mut planes = [0; PLANES];
        for (at, &cell) in cells.as_flattened().iter().enumerate() {
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane |= (code(cell) >> bit & 1) << at;
            }
        }
        planes
    }

    proptest! {
        #[test]
        fn runs_are_those_of_the_rule_book(
            cells in prop::array::uniform8(prop::array::uniform8(0u8..=3)),
            rows in 1usize..=8,
        ) {
            let mut cells = cells;
            cells.iter_mut().for_each(|col| col[rows..].fill(0));
            let expected = slow(&cells);
            let coded: [u64; 2] = planes(&cells, u64::from);
            let one_hot: [u64; 3] = planes(&cells, |cell| (1 << cell) >> 1);
            let occupied = coded[0] | coded[1];
            prop_assert_eq!(runs(&coded, occupied), expected);
            prop_assert_eq!(runs(&one_hot, occupied), expected);
            prop_assert_eq!(any_run(&coded, occupied), expected != 0);
        }
    }
}
