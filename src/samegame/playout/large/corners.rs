//! The corners of a large board, counted by column, so that one of them is drawn with a look at a few blocks.

use crate::samegame::board::below;
use crate::samegame::tiles::{TilePlace, Tiles};
use rand::Rng;

/// The code of no tile, and of no empty cell.
pub(super) const NONE: u8 = u8::MAX;

/// Columns whose counts are added up before they are looked at one by one, and likewise rows.
const BLOCK: usize = 64;

/// The corners of all columns.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// As the codes of the tiles, but 0 where no corner is.
    pub corners: Vec<u8>,
    /// Of each column, from the left.
    pub counts: Vec<Corners>,
    pub all: Corners,
    /// The code whose corners are counted apart: of the tabu colour, or [`NONE`].
    pub apart: u8,
}

/// Corners counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Corners {
    /// All of them.
    pub all: u32,
    /// Those of the colour that is counted apart.
    pub apart: u32,
    /// Rows of the column that were looked at.
    height: u32,
}

impl Index {
    pub fn new(tiles: &Tiles, apart: u8) -> Index {
        let corners = vec![0; tiles.codes().len()];
        let counts = vec![Corners::default(); tiles.columns()];
        let mut index = Index { corners, counts, all: Corners::default(), apart };
        (0..index.counts.len()).for_each(|col| index.recount(tiles, col, 0));
        index
    }

    /// Finds the corners of a column anew, from a row on.
    pub fn recount(&mut self, tiles: &Tiles, col: usize, from: usize) {
        let (bottom, height) = (tiles.bottom(col), tiles.height(col));
        let old = self.counts[col].height as usize;
        let (from, end) = (from.min(height), height.max(old));
        let before = tally(&self.corners[bottom + from..bottom + end], self.apart);
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
        let after = tally(&self.corners[bottom + from..bottom + end], self.apart);
        let count = &mut self.counts[col];
        for count in [&mut *count, &mut self.all] {
            count.all = count.all + after.0 - before.0;
            count.apart = count.apart + after.1 - before.1;
        }
        count.height = height as u32;
    }

    /// Forgets a column that closes.
    pub fn drop(&mut self, col: usize, bottom: usize) {
        let gone = self.counts.remove(col);
        self.corners[bottom..bottom + gone.height as usize].fill(0);
        self.all.all -= gone.all;
        self.all.apart -= gone.apart;
    }

    /// One of the corners, of all colours or of all but the one apart.
    pub fn draw<R: Rng>(&self, tiles: &Tiles, all: bool, rng: &mut R) -> Option<TilePlace> {
        let of = |count: &Corners| (if all { count.all } else { count.all - count.apart }) as usize;
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
            let (some, apart) = tally(block, self.apart);
            let sum = (if all { some } else { some - apart }) as usize;
            if number < sum {
                let spot = |code: u8| code != 0 && (all || code != self.apart);
                let at = (0..block.len()).filter(|&at| spot(block[at])).nth(number)?;
                return Some(TilePlace { col: col as u32, row: (row + at) as u32 });
            }
            number -= sum;
            row += block.len();
        }
        None
    }
}

/// Codes that are not 0, and those that are `apart`.
fn tally(codes: &[u8], apart: u8) -> (u32, u32) {
    let (mut all, mut of_apart) = (0, 0);
    // Sums of bytes, which do not overflow in so few rows.
    for block in codes.chunks(128) {
        let (mut some, mut same) = (0u8, 0u8);
        for &code in block {
            some += u8::from(code != 0);
            same += u8::from(code == apart);
        }
        all += u32::from(some);
        of_apart += u32::from(same);
    }
    (all, of_apart)
}
