//! Which boards are searched at all, and the most that they may bring.

use crate::base::{LeftPenalty, Rules};
use crate::grid::{Grid, GridError};
use crate::samegame::repr::{BoardError, settled};

/// Cells of the largest board that is searched, empty ones included.
pub const MAX_CELLS: usize = 1_000_000;

/// Rows, and columns, of the largest board that is searched.
pub const MAX_SIDE: usize = 10_000;

/// Tiles of the largest board for branch and bound and for NRPA: both keep something of every click and group.
pub const MAX_TILES: usize = 16_000;

/// Why a board is none of SameGame, or cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// A text is no drawing of a board.
    #[error(
        "this is no board, expected rows of one length, '.' for an empty cell, a letter or a digit for a tile"
    )]
    Drawing,
    /// Too many cells or colours.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// A tile floats, or an empty column lies left of a full one.
    #[error(transparent)]
    Unsettled(#[from] BoardError),
    /// The board is larger than [`MAX_CELLS`] or [`MAX_SIDE`].
    #[error(
        "a board of {rows} rows and {cols} columns is too large for a search, expected at most 1,000,000 cells \
         and 10,000 rows or columns"
    )]
    TooLarge {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
    },
    /// The board is too large for the method.
    #[error("the board is too large for this method, expected at most {0}")]
    TooLargeFor(&'static str),
    /// A list could score more than 2⁶³ − 1.
    #[error("a list might score 2^63 or more, expected a smaller bonus for a cleared board")]
    ScoreOverflow,
}

/// Checks that a board of this size is searched. Costs nothing, so that it can be asked before all that takes
/// long on a large one.
///
/// # Errors
/// If it is not.
pub fn fits(grid: &Grid) -> Result<(), SearchError> {
    let (rows, cols) = (grid.rows(), grid.cols());
    let small = rows.max(cols) <= MAX_SIDE && rows * cols <= MAX_CELLS;
    if small { Ok(()) } else { Err(SearchError::TooLarge { rows, cols }) }
}

/// A grid on which nothing floats and no empty column lies left of a full one, of a size that is searched. Made once,
/// where a board comes in: a search that has one need not look again.
#[derive(Clone, Copy, Debug)]
pub struct Settled<'a>(&'a Grid);

impl<'a> Settled<'a> {
    /// Looks at a grid.
    ///
    /// # Errors
    /// [`SearchError::TooLarge`] and [`SearchError::Unsettled`].
    pub fn of(grid: &'a Grid) -> Result<Settled<'a>, SearchError> {
        fits(grid)?;
        settled(grid)?;
        Ok(Settled(grid))
    }

    /// The grid.
    pub fn grid(self) -> &'a Grid {
        self.0
    }
}

/// The most that a list can score by the tiles alone.
pub(super) fn max_score(grid: &Grid, rules: Rules) -> i128 {
    let (mut points, mut single) = (0, 0);
    for count in (0..grid.colours()).map(|colour| grid.count(colour as u8) as u64) {
        match count {
            0 => {}
            1 => single += 1,
            count => points += i128::from(rules.score.points(count)),
        }
    }
    match (single, rules.left_penalty) {
        (0, _) => points + i128::from(rules.clear_bonus),
        (_, LeftPenalty::None) => points,
        (_, LeftPenalty::N2) => points - single,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_tiles_cost_their_penalty_and_the_bonus() {
        let rules = |left_penalty| Rules { left_penalty, ..Rules::default() };
        let grid = Grid::parse("1 1 1 2 3").unwrap();
        assert_eq!(max_score(&grid, rules(LeftPenalty::None)), 1);
        assert_eq!(max_score(&grid, rules(LeftPenalty::N2)), 1 - 2);
        assert_eq!(max_score(&Grid::parse("1 1 1").unwrap(), rules(LeftPenalty::N2)), 1 + 1000);
    }
}
