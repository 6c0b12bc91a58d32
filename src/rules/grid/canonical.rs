//! Equivalence of boards under mirroring and renaming of colours.

use super::Grid;
use crate::{Cell, Colour};

impl Grid {
    /// Returns the size and the cells as bytes, with colours numbered in order of appearance. Boards that differ only
    /// in colour names or are mirror images have the same form; in both games such boards are equivalent.
    ///
    /// ```
    /// use tilefall::rules::grid::Grid;
    /// let form = |drawing| Grid::parse(drawing).unwrap().canonical();
    /// assert_eq!(form("1.. / 122"), form("..5 / 335"));
    /// assert_ne!(form("1.. / 122"), form("1.. / 112"));
    /// ```
    pub fn canonical(&self) -> Vec<u8> {
        self.canonical_form(false).min(self.canonical_form(true))
    }

    fn canonical_form(&self, mirrored: bool) -> Vec<u8> {
        let mut numbers: Vec<Colour> = Vec::new();
        let size = [self.rows() as u32, self.cols() as u32];
        let mut form: Vec<u8> = size.into_iter().flat_map(u32::to_le_bytes).collect();
        for col in 0..self.cols() {
            let col = if mirrored { self.cols() - 1 - col } else { col };
            for row in 0..self.rows() {
                let number = self.get(Cell::new(row, col)).map(|colour| {
                    let known = numbers.iter().position(|&one| one == colour);
                    known.unwrap_or_else(|| {
                        numbers.push(colour);
                        numbers.len() - 1
                    })
                });
                form.push(number.map_or(0, |number| number as u8 + 1));
            }
        }
        form
    }
}
