//! An index of the corners of a large board with counts per column, so that drawing a corner reads only a few blocks.

use crate::rules::grid::{ColumnBoard, TilePlace};
use crate::samegame::repr::below;
use rand::Rng;

/// A code that neither tiles nor empty cells have.
pub(super) const NONE: u8 = u8::MAX;

/// The number of columns, and of rows, whose counts are summed before they are examined one by one.
const BLOCK: usize = 64;

/// The corners of all columns.
#[derive(Clone, Debug)]
pub(super) struct CornerIndex {
    /// The codes of the corners, and 0 for all other cells.
    pub corners: Vec<u8>,
    /// The counts of each column, from the left.
    pub counts: Vec<Corners>,
    pub all: Corners,
    /// The code whose corners are counted separately: that of the tabu colour, or [`NONE`].
    pub separate: u8,
}

/// A number of corners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Corners {
    /// The number of all corners.
    pub all: u32,
    /// The number of corners with the separate code.
    pub separate: u32,
    /// The height of the column when it was counted.
    height: u32,
}

impl CornerIndex {
    pub fn new(tiles: &ColumnBoard, separate: u8) -> CornerIndex {
        let corners = vec![0; tiles.codes().len()];
        let counts = vec![Corners::default(); tiles.columns()];
        let mut index = CornerIndex { corners, counts, all: Corners::default(), separate };
        (0..index.counts.len()).for_each(|col| index.recount(tiles, col, 0));
        index
    }

    /// Finds the corners of a column, from row `from` on.
    pub fn recount(&mut self, tiles: &ColumnBoard, col: usize, from: usize) {
        let (bottom, height) = (tiles.bottom(col), tiles.height(col));
        let old = self.counts[col].height as usize;
        let (from, end) = (from.min(height), height.max(old));
        let before = count_codes(&self.corners[bottom + from..bottom + end], self.separate);
        let rows = |bottom: usize| &tiles.codes()[bottom + from..bottom + height];
        let (here, up, down) = (rows(bottom), rows(bottom + 1), rows(bottom - 1));
        let (left, right) = (rows(tiles.bottom_before(col)), rows(tiles.bottom(col + 1)));
        let below_right = rows(tiles.bottom(col + 1) - 1);
        let corners = &mut self.corners[bottom + from..bottom + height];
        let near = up.iter().zip(right).zip(below_right).zip(down.iter().zip(left));
        for ((corner, &code), (((&up, &right), &below_right), (&down, &left))) in
            corners.iter_mut().zip(here).zip(near)
        {
            let starts = (up == code) | (right == code);
            let ends = (down == code) | (left == code) | ((right == code) & (below_right == code));
            *corner = if starts & !ends { code } else { 0 };
        }
        self.corners[bottom + height..bottom + end].fill(0);
        let after = count_codes(&self.corners[bottom + from..bottom + end], self.separate);
        let count = &mut self.counts[col];
        for count in [&mut *count, &mut self.all] {
            count.all = count.all + after.0 - before.0;
            count.separate = count.separate + after.1 - before.1;
        }
        count.height = height as u32;
    }

    /// Removes a column that closes.
    pub fn remove_column(&mut self, col: usize, bottom: usize) {
        let gone = self.counts.remove(col);
        self.corners[bottom..bottom + gone.height as usize].fill(0);
        self.all.all -= gone.all;
        self.all.separate -= gone.separate;
    }

    /// Draws a corner, of all colours or of all but the separate one.
    pub fn draw<R: Rng>(&self, tiles: &ColumnBoard, all: bool, rng: &mut R) -> Option<TilePlace> {
        let of = |count: &Corners| (if all { count.all } else { count.all - count.separate }) as usize;
        let mut number = match of(&self.all) {
            0 => return None,
            corners => below(rng, corners),
        };
        let mut col = 0;
        for block in self.counts.chunks(BLOCK) {
            let sum = block.iter().map(of).sum();
            if number < sum {
                break;
            }
            number -= sum;
            col += block.len();
        }
        while number >= of(self.counts.get(col)?) {
            number -= of(&self.counts[col]);
            col += 1;
        }
        let bottom = tiles.bottom(col);
        let mut row = 0;
        for block in self.corners[bottom..bottom + tiles.height(col)].chunks(BLOCK) {
            let (some, separate) = count_codes(block, self.separate);
            let sum = (if all { some } else { some - separate }) as usize;
            if number < sum {
                let candidate = |code: u8| code != 0 && (all || code != self.separate);
                let at = (0..block.len()).filter(|&at| candidate(block[at])).nth(number)?;
                return Some(TilePlace { col: col as u32, row: (row + at) as u32 });
            }
            number -= sum;
            row += block.len();
        }
        None
    }
}

/// Counts the codes that are not 0, and those equal to `separate`.
fn count_codes(codes: &[u8], separate: u8) -> (u32, u32) {
    let (mut all, mut of_separate) = (0, 0);
    // Sums of bytes, which do not overflow in 128 rows.
    for block in codes.chunks(128) {
        let (mut some, mut same) = (0u8, 0u8);
        for &code in block {
            some += u8::from(code != 0);
            same += u8::from(code == separate);
        }
        all += u32::from(some);
        of_separate += u32::from(same);
    }
    (all, of_separate)
}
