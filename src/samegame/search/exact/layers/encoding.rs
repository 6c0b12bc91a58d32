//! The encoding of boards in memory, in as few 64-bit words as possible.
//!
//! A column is encoded as its height, in four bits, or five if the board has sixteen rows, and then one bit per tile
//! from each plane. A plane holds one bit of the tiles' colour codes, which are numbers from 1. Up to seven colours
//! need three planes. Up to four colours need only the lower two: code 4 (`100`) is the only code without a bit there.

use crate::bits::cpu::{Lanes, Layout};
use crate::rules::grid::Grid;
use crate::samegame::repr::packed::Packed;

/// The most words of an encoded board: 16 columns with 16 tiles each, in three planes.
pub const MAX_WORDS: usize = (16 * 5usize + 3 * 256).div_ceil(64);

/// The encoding of the boards of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    cols: usize,
    /// Planes that are stored: 2 or 3.
    planes: u32,
    /// Bits for the height of a column: 4 or 5.
    height: u32,
}

impl Encoding {
    /// Chooses the encoding for a board and all boards after its clicks; `None` if the board has more than 16 rows, 16
    /// columns or 7 colours.
    pub fn of(grid: &Grid) -> Option<Encoding> {
        let fits = (1..=16).contains(&grid.cols()) && grid.rows() <= 16 && grid.colours() <= 7;
        fits.then(|| Encoding {
            cols: grid.cols(),
            planes: if grid.colours() <= 4 { 2 } else { 3 },
            height: if grid.rows() < 16 { 4 } else { 5 },
        })
    }

    /// Returns the number of words of a board with this many tiles.
    #[inline(always)]
    pub fn words(self, tiles: usize) -> usize {
        (self.cols * self.height as usize + self.planes as usize * tiles).div_ceil(64)
    }

    /// Encodes a board into `words`, whose length must be the board's number of words.
    #[inline(always)]
    pub fn write<const BITS: u32, const WORDS: usize>(self, board: &Packed<BITS, WORDS, 3>, words: &mut [u64])
    where
        Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
    {
        let (mut word, mut full, mut next) = (0, 0, 0);
        for col in 0..self.cols.min(16) {
            // No loop over planes: it would become vector instructions that wait for memory.
            let [first, second, third] = board.column(col);
            let height = (first | second | third).count_ones();
            let mut bits = u64::from(height) | (first | second << height) << self.height;
            if self.planes == 3 {
                bits |= third << (self.height + 2 * height);
            }
            let more = self.height + self.planes * height;
            word |= bits << full;
            full += more;
            if full >= 64 {
                words[next] = word;
                next += 1;
                full -= 64;
                // If the column ends with the word, no bits are left for the next word.
                word = if full == 0 { 0 } else { bits >> (more - full) };
            }
        }
        if full > 0 {
            words[next] = word;
        }
    }

    /// Decodes a board from the words at the beginning of `words`.
    #[inline(always)]
    pub fn read<const BITS: u32, const WORDS: usize>(self, words: &[u64]) -> Packed<BITS, WORDS, 3>
    where
        Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
    {
        let (mut at, mut board) = (0, [[0; WORDS]; 3]);
        for col in 0..self.cols.min(16) {
            let (word, shift) = (at as usize / 64, at % 64);
            let mut bits = words[word] >> shift;
            if shift > 0 {
                bits |= words.get(word + 1).copied().unwrap_or(0) << (64 - shift);
            }
            let height = bits as u32 & ((1 << self.height) - 1);
            bits >>= self.height;
            let full = (1u64 << height) - 1;
            let (first, second, third) = (bits & full, bits >> height & full, bits >> (2 * height) & full);
            let third = if self.planes == 3 { third } else { full & !(first | second) };
            let (word, shift) = (col * BITS as usize / 64 % WORDS, col * BITS as usize % 64);
            board[0][word] |= first << shift;
            board[1][word] |= second << shift;
            board[2][word] |= third << shift;
            at += self.height + self.planes * height;
        }
        Packed::from_planes(board)
    }
}
