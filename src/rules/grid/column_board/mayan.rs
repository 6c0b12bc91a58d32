//! Moves of the Mayan puzzle on a board of columns.

use super::{ColumnBoard, TilePlace};
use crate::rules::grid::MayanError;
use crate::rules::grid::mayan::ends;
use crate::rules::{Cell, Move};

impl ColumnBoard {
    /// Returns the source and the target cell of a Mayan move, like [`Grid::ends`].
    pub fn ends(&self, step: Move) -> Result<(Cell, Cell), MayanError> {
        ends(self.rows, self.cols, step)
    }

    /// Returns `true` if a Mayan move swaps two equal blocks.
    pub fn is_noop(&self, step: Move) -> bool {
        self.ends(step).is_ok_and(|(from, to)| self.get(from).is_some() && self.get(from) == self.get(to))
    }

    /// Plays a Mayan move, like [`Grid::play`].
    pub fn play(&mut self, step: Move) -> Result<(), MayanError> {
        let (from, to) = self.ends(step)?;
        if self.get(from).is_none() {
            return Err(MayanError::Empty);
        }
        self.slide(from, to);
        self.settle();
        Ok(())
    }

    /// Swaps a block with the block at an adjacent cell, or lets it fall there if the cell is empty. Does not settle.
    pub fn slide(&mut self, from: Cell, to: Cell) {
        // Mayan columns do not close: the open ones are the first ones.
        for col in self.open.len()..=to.col {
            self.open.push(col as u32);
            self.heights.push(0);
        }
        let here = self.bottom(from.col) + from.row;
        if to.row < self.height(to.col) {
            let there = self.bottom(to.col) + to.row;
            return self.codes.swap(here, there);
        }
        let code = self.codes[here];
        self.fall_in(&[TilePlace::from_cell(from)]);
        let top = self.bottom(to.col) + self.height(to.col);
        self.codes[top] = code;
        self.heights[to.col] += 1;
        self.counts[usize::from(code) - 1] += 1;
    }

    /// Removes runs and lets blocks fall until there is no run, like [`Grid::settle`]. Returns the number of rounds.
    pub fn settle(&mut self) -> usize {
        let mut rounds = 0;
        loop {
            let runs = self.runs();
            if runs.is_empty() {
                return rounds;
            }
            self.remove(&runs);
            rounds += 1;
        }
    }

    /// Removes blocks, given in order, and lets the blocks above fall. Columns do not close.
    pub fn remove(&mut self, blocks: &[TilePlace]) {
        blocks.chunk_by(|one, two| one.col == two.col).for_each(|column| self.fall_in(column));
    }

    /// Returns the blocks in horizontal or vertical runs of three or more equal blocks, in order.
    pub fn runs(&self) -> Vec<TilePlace> {
        self.places().filter(|&place| self.in_run(place)).collect()
    }

    /// Returns `true` if the block is part of a run of three or more equal blocks.
    fn in_run(&self, place: TilePlace) -> bool {
        let Cell { row, col } = place.cell();
        let code = self.codes[self.index(place)];
        let equal = |row: usize, col: usize| self.column(col).get(row) == Some(&code);
        let up = count_equal(|step| equal(row + step, col));
        let down = count_equal(|step| equal(row.wrapping_sub(step), col));
        let right = count_equal(|step| equal(row, col + step));
        let left = count_equal(|step| equal(row, col.wrapping_sub(step)));
        up + down >= 2 || left + right >= 2
    }
}

/// Returns how many of the cells at distances 1 and 2 are equal, up to the first that is not.
fn count_equal(equal: impl Fn(usize) -> bool) -> usize {
    (1..3).take_while(|&distance| equal(distance)).count()
}
