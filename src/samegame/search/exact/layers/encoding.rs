//! The encoding of boards in memory, in as few words as possible.
//!
//! A column is its height in four bits, or five if sixteen rows are possible, and then as many bits of each
//! plane. Up to four colours need two planes, since code 4 is the only one without a bit in them; up to seven
//! colours need three.

use crate::bits::lanes32::{BATCH, PerBoard};
use crate::rules::grid::Grid;
use crate::samegame::repr::batch::{COLUMNS, Columns};

/// The most words of a board.
pub const MAX_WORDS: usize = (16 * 5usize + 3 * 256).div_ceil(64);

/// The encoding of the boards of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// The number of columns.
    pub cols: usize,
    planes: u32,
    /// Bits of a height.
    height: u32,
}

impl Encoding {
    /// Chooses the encoding for a board and all boards after its clicks; `None` if it has more than 16×16 cells
    /// or 7 colours.
    pub fn of(grid: &Grid) -> Option<Encoding> {
        let fits = (1..=16).contains(&grid.cols()) && grid.rows() <= 16 && grid.colours() <= 7;
        fits.then(|| Encoding {
            cols: grid.cols(),
            planes: if grid.colours() <= 4 { 2 } else { 3 },
            height: if grid.rows() < 16 { 4 } else { 5 },
        })
    }

    #[inline(always)]
    pub fn planes(self) -> usize {
        self.planes.min(3) as usize
    }

    /// Returns the number of words of a board with this many tiles.
    #[inline(always)]
    pub fn words(self, tiles: usize) -> usize {
        (self.cols * self.height as usize + self.planes as usize * tiles).div_ceil(64)
    }

    /// Writes the board in lane `at`, from the heights and planes of all lanes by column.
    #[inline(always)]
    pub fn write(
        self,
        heights: &Columns<PerBoard>,
        planes: &Columns<[PerBoard; 3]>,
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
                // Nothing is left if the last bit filled the word.
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
        self.write(&heights, &planes, 0, words);
    }

    /// Reads a board into lane `to`.
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
