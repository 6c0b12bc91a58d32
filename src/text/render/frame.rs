//! The board at one step of a timeline.

use super::timeline::Timeline;
use crate::rules::grid::Grid;
use crate::rules::points;
use crate::rules::{Cell, GameKind};

impl Timeline {
    /// Returns the board after a number of steps.
    ///
    /// # Panics
    /// If there are fewer steps.
    ///
    /// ```
    /// use tilefall::rules::{Cell, Rules};
    /// use tilefall::{rules::grid::Grid, text::render::timeline::Timeline};
    /// let grid = Grid::parse("1.. / 122").unwrap();
    /// let time = Timeline::clicks(&grid, &[Cell::new(0, 0)], Rules::default()).unwrap();
    /// assert_eq!(time.board(1), Grid::parse("... / 22.").unwrap());
    /// assert_eq!([time.caption(0), time.caption(1)], ["1: click 1 1 (+0)", "0 points, 2 left"]);
    /// assert_eq!(time.lit(0), [Cell::new(0, 0), Cell::new(1, 0)]);
    /// ```
    pub fn board(&self, steps: usize) -> Grid {
        let mut board =
            Grid::empty_with_names(self.rows, self.cols, &self.names).expect("the size of a board");
        for (tile, cell) in self.tiles.iter().zip(self.after(steps)) {
            if let Some(cell) = cell {
                board.set(cell, Some(tile.colour));
            }
        }
        board
    }

    /// Returns the cells that are highlighted for the next step, on the board after a number of steps; none after the last.
    ///
    /// # Panics
    /// If there are fewer steps.
    pub fn lit(&self, steps: usize) -> Vec<Cell> {
        let Some(step) = self.steps.get(steps) else { return Vec::new() };
        let cells = self.after(steps);
        step.lit.iter().filter_map(|&tile| cells[tile]).collect()
    }

    /// Returns the caption of the board before a step, or of the last board.
    pub fn caption(&self, steps: usize) -> String {
        let last = self.steps.last();
        let left = last.map_or(self.tiles.len(), |last| last.left);
        match (self.steps.get(steps), self.game) {
            (Some(step), GameKind::SameGame) => {
                format!("{}: click {} (+{})", steps + 1, step.label, step.points)
            }
            (Some(step), GameKind::Mayan) if step.label.is_empty() => "runs vanish".into(),
            (Some(step), GameKind::Mayan) => {
                // The settling of the initial board does not count.
                let falls = self.steps[0].label.is_empty();
                format!("{}: {}", steps + 1 - usize::from(falls), step.label)
            }
            (None, GameKind::SameGame) => {
                let score = points(last.map_or(0, |last| last.score));
                if left == 0 { format!("{score}, cleared") } else { format!("{score}, {left} left") }
            }
            (None, GameKind::Mayan) if left == 0 => "cleared".into(),
            (None, GameKind::Mayan) => format!("{left} left"),
        }
    }
}
