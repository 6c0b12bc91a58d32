//! The best results of all lists on a board of the SameGame family, by brute force on the plain grid: slow and obvious,
//! for boards of up to 14 cells.

use std::collections::HashMap;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Colour, Rules};

/// The best result of each kind, each perhaps reached by a different list. A list may end while clicks are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The highest score.
    pub score: i64,
    /// The fewest tiles left.
    pub left: usize,
    /// The fewest clicks of a list that clears the board.
    pub fewest: Option<usize>,
    /// The most tiles that one click removes.
    pub biggest: usize,
}

impl Best {
    /// Returns `true` if the board can be cleared.
    pub fn clears(self) -> bool {
        self.left == 0
    }
}

/// Returns the best results of all lists of clicks on a board.
pub fn best(grid: &Grid, rules: Rules) -> Best {
    best_after(grid, rules, 0)
}

/// Like [`best`], but for a game in progress: the score includes the `points` of earlier removals.
pub fn best_after(grid: &Grid, rules: Rules, points: i64) -> Best {
    let Rest { cleared, ended, left, fewest, biggest } = visit(grid, &rules, &mut HashMap::new());
    let ended = points + ended;
    let score = cleared.map_or(ended, |later| ended.max(rules.total(points + later, [])));
    Best { score, left, fewest, biggest }
}

/// The best results of all lists that start on a board.
#[derive(Clone, Copy)]
struct Rest {
    /// The most points that removals have in a list that clears the board.
    cleared: Option<i64>,
    /// The highest score of a list that leaves tiles.
    ended: i64,
    left: usize,
    fewest: Option<usize>,
    biggest: usize,
}

fn visit(grid: &Grid, rules: &Rules, known: &mut HashMap<Grid, Rest>) -> Rest {
    if let Some(&rest) = known.get(grid) {
        return rest;
    }
    let counts = (0..grid.colours()).map(|colour| grid.count(colour as Colour) as u64);
    let empty = grid.is_empty();
    let mut rest = Rest {
        cleared: empty.then_some(0),
        ended: if empty { i64::MIN / 2 } else { rules.total(0, counts) },
        left: grid.tiles(),
        fewest: empty.then_some(0),
        biggest: 0,
    };
    for cell in grid.groups_of(rules.min_group) {
        let mut next = grid.clone();
        let size = next.click_by(rules, cell);
        let points = rules.score.points(size as u64);
        let after = visit(&next, rules, known);
        let fewest = after.fewest.map(|clicks| clicks + 1);
        rest = Rest {
            cleared: rest.cleared.max(after.cleared.map(|later| points + later)),
            ended: rest.ended.max(points + after.ended),
            left: rest.left.min(after.left),
            fewest: rest.fewest.into_iter().chain(fewest).min(),
            biggest: rest.biggest.max(after.biggest).max(size),
        };
    }
    known.insert(grid.clone(), rest);
    rest
}
