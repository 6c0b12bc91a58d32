//! Seeded input for `samegame simulate`, for tests and benches.

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::io::Write as _;

#[derive(Clone, Copy, Debug)]
pub struct Stream {
    pub grids: usize,
    pub rows: usize,
    pub cols: usize,
    pub colours: u8,
    pub selections: usize,
    pub seed: u64,
}

impl Stream {
    /// Returns the text: uniform random cells and selections, a line for each row and selection, ended by `0 0`.
    pub fn text(self) -> Vec<u8> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut text = Vec::new();
        for _ in 0..self.grids {
            writeln!(text, "{} {}", self.rows, self.cols).unwrap();
            for _ in 0..self.rows {
                for _ in 0..self.cols {
                    text.extend([b'0' + rng.random_range(0..self.colours), b' ']);
                }
                *text.last_mut().unwrap() = b'\n';
            }
            for _ in 0..self.selections {
                let (row, col) = (rng.random_range(1..=self.rows), rng.random_range(1..=self.cols));
                writeln!(text, "{row} {col}").unwrap();
            }
            text.extend(b"0 0\n");
        }
        text.extend(b"0 0\n");
        text
    }
}
