//! Brute force on a small SameGame board: the plain grid, every click, no bound, no click ordering.

use std::collections::HashMap;
use tilefall::base::{Colour, Rules};
use tilefall::grid::Grid;

/// The best of all lists of clicks, each value for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The highest score.
    pub score: i64,
    /// The fewest tiles left.
    pub left: usize,
}

impl Best {
    /// Returns `true` if the board can be cleared.
    pub fn clears(self) -> bool {
        self.left == 0
    }
}

/// Plays every list of clicks to the end.
pub fn best(grid: &Grid, rules: Rules) -> Best {
    visit(grid, rules, &mut HashMap::new())
}

fn visit(grid: &Grid, rules: Rules, known: &mut HashMap<Grid, Best>) -> Best {
    if let Some(&best) = known.get(grid) {
        return best;
    }
    let counts = (0..grid.colours()).map(|colour| grid.count(colour as Colour) as u64);
    let score = if grid.is_over() { rules.at_end(counts) } else { i64::MIN };
    let mut best = Best { score, left: grid.tiles() };
    for cell in grid.groups() {
        let mut next = grid.clone();
        let points = rules.score.points(next.click(cell) as u64) as i64;
        let after = visit(&next, rules, known);
        best = Best { score: best.score.max(points + after.score), left: best.left.min(after.left) };
    }
    known.insert(grid.clone(), best);
    best
}
