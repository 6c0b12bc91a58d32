//! BoardBatch as they are kept: as few words as will do.
//!
//! A column is its height in four bits, or five where sixteen rows are possible, then as many bits of each plane. Up to four colours need two planes, for code 4 is
//! the only one that has no bit in them; up to seven need three.

use crate::bits::lanes32::{BATCH, PerBoard};
use crate::grid::Grid;
use crate::samegame::repr::batch::{COLUMNS, Columns};
use crate::samegame::search::exact::memo::{RATIO, fold};

/// The most words of a board.
pub const MAX_WORDS: usize = (16 * 5usize + 3 * 256).div_ceil(64);

/// How the boards of a search are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// The columns of all boards.
    pub cols: usize,
    /// The planes that are kept.
    planes: u32,
    /// Bits of a height.
    height: u32,
}

impl Encoding {
    /// For a board and all that it leads to; `None` if it has more than 16×16 cells or 7 colours.
    pub fn of(grid: &Grid) -> Option<Encoding> {
        let fits = (1..=16).contains(&grid.cols()) && grid.rows() <= 16 && grid.colours() <= 7;
        fits.then(|| Encoding {
            cols: grid.cols(),
            planes: if grid.colours() <= 4 { 2 } else { 3 },
            height: if grid.rows() < 16 { 4 } else { 5 },
        })
    }

    /// The planes that are kept.
    #[inline(always)]
    pub fn planes(self) -> usize {
        self.planes.min(3) as usize
    }

    /// The words of a board of so many tiles.
    #[inline(always)]
    pub fn words(self, tiles: usize) -> usize {
        (self.cols * self.height as usize + self.planes as usize * tiles).div_ceil(64)
    }

    /// Writes one of the boards that stand abreast: their heights, and their planes, by column.
    #[inline(always)]
    pub fn write(
        self,
        (heights, planes): (&Columns<PerBoard>, &Columns<[PerBoard; 3]>),
        at: usize,
        words: &mut [u64],
    ) {
        let (mut word, mut full, mut next) = (0, 0, 0);
        for col in 0..self.cols.min(16) {
            let height = u32::from(heights[col][at]);
            let mut bits = u64::from(height);
            for plane in 0..self.planes() {
                bits |= u64::from(planes[col][plane][at]) << (self.height + plane as u32 * height);
            }
            let more = self.height + self.planes * height;
            word |= bits << full;
            full += more;
            if full >= 64 {
                words[next] = word;
                next += 1;
                full -= 64;
                // Nothing is left where the last bit filled the word.
                word = if full == 0 { 0 } else { bits >> (more - full) };
            }
        }
        if full > 0 {
            words[next] = word;
        }
    }

    /// Writes a board.
    pub fn write_grid(self, grid: &Grid, words: &mut [u64]) {
        let (mut heights, mut planes) = ([[0; BATCH]; COLUMNS], [[[0; BATCH]; 3]; COLUMNS]);
        for cell in grid.cells() {
            let code = grid.get(cell).map_or(0, |colour| u16::from(colour) + 1);
            heights[cell.col][0] += u16::from(code > 0);
            for (plane, numbers) in planes[cell.col].iter_mut().enumerate() {
                numbers[0] |= (code >> plane & 1) << cell.row;
            }
        }
        self.write((&heights, &planes), 0, words);
    }

    /// Reads a board to its place among those that stand abreast.
    #[inline(always)]
    pub fn read(self, words: &[u64], to: usize, columns: &mut Columns<[PerBoard; 3]>) {
        let mut at = 0;
        for column in &mut columns[..self.cols.min(16)] {
            let (word, shift) = (at as usize / 64, at % 64);
            let mut bits = words[word] >> shift;
            if shift > 0 {
                bits |= words.get(word + 1).copied().unwrap_or(0) << (64 - shift);
            }
            let height = bits as u32 & ((1 << self.height) - 1);
            bits >>= self.height;
            let full = ((1u32 << height) - 1) as u16;
            let mut planes = [0; 3];
            for plane in &mut planes[..self.planes()] {
                *plane = bits as u16 & full;
                bits >>= height;
            }
            if self.planes == 2 {
                planes[2] = full & !(planes[0] | planes[1]);
            }
            for (numbers, plane) in column.iter_mut().zip(planes) {
                numbers[to] = plane;
            }
            at += self.height + self.planes * height;
        }
    }
}

/// A hash of a board that is kept.
#[inline(always)]
pub fn hash(words: &[u64]) -> u64 {
    let mut hash = RATIO;
    for &word in words {
        hash = fold(hash ^ word);
    }
    hash ^ hash >> 29
}
