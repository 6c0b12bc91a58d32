//! Which boards are searched at all, and what is known of them before a search.

use super::outcome::{Found, Goal, Outcome, Query};
use crate::base::{LeftPenalty, Rules};
use crate::grid::{Grid, GridError};
use crate::samegame::board::{BoardError, settled};

/// Cells of the largest board that is searched, empty ones included.
pub const MOST_CELLS: usize = 1_000_000;

/// Rows, and columns, of the largest board that is searched.
pub const MOST_SIDE: usize = 10_000;

/// Tiles of the largest board for branch and bound and for NRPA: both keep something of every click and group.
pub const MOST_TILES: usize = 16_000;

/// Why a board is none of SameGame, or cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
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
    /// The board is larger than [`MOST_CELLS`] or [`MOST_SIDE`].
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
    #[error("a list might score 2^63 or more, expected a smaller --clear-bonus")]
    TooDear,
}

/// Checks that a board of this size is searched. Costs nothing, so that it can be asked before all that takes
/// long on a large one.
///
/// # Errors
/// If it is not.
pub fn fits(grid: &Grid) -> Result<(), Unfit> {
    let (rows, cols) = (grid.rows(), grid.cols());
    let small = rows.max(cols) <= MOST_SIDE && rows * cols <= MOST_CELLS;
    if small { Ok(()) } else { Err(Unfit::TooLarge { rows, cols }) }
}

/// A grid on which nothing floats and no empty column lies left of a full one, of a size that is searched. Made once,
/// where a board comes in: a search that has one need not look again.
#[derive(Clone, Copy, Debug)]
pub struct Settled<'a>(&'a Grid);

impl<'a> Settled<'a> {
    /// Looks at a grid.
    ///
    /// # Errors
    /// [`Unfit::TooLarge`] and [`Unfit::Unsettled`].
    pub fn of(grid: &'a Grid) -> Result<Settled<'a>, Unfit> {
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
pub(super) fn most(grid: &Grid, rules: Rules) -> i128 {
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

/// What is known of a board at a glance: the whole answer where no click is possible, or where a colour has a
/// single tile, which can never go, and the board is to be cleared.
///
/// # Errors
/// If a list could score too much.
pub(super) fn at_a_glance(query: &Query) -> Result<Option<Outcome>, Unfit> {
    let grid = query.grid();
    if i64::try_from(most(grid, query.rules)).is_err() {
        return Err(Unfit::TooDear);
    }
    let single = (0..grid.colours()).any(|colour| grid.count(colour as u8) == 1);
    if query.goal == Goal::Clear && single {
        return Ok(Some(Outcome::infeasible()));
    }
    if !grid.is_over() {
        return Ok(None);
    }
    let found = Found::replay(grid, query.rules, Vec::new()).ok();
    let found = found.filter(|found| query.reached(found));
    Ok(Some(found.map_or_else(Outcome::infeasible, |found| Outcome::proven(query, found))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Cell;

    #[test]
    fn boards_that_do_not_fit_are_refused_by_one_error() {
        let ask = |grid: &Grid| at_a_glance(&Query::score(grid, Rules::default())?);
        let parsed = |drawing| Grid::parse(drawing).unwrap();
        let floating = BoardError::Floating(Cell::new(1, 0));
        assert_eq!(ask(&parsed("1. / .1")), Err(floating.into()));
        assert_eq!(ask(&parsed(".1 / .1")), Err(BoardError::Gap(0).into()));
        for (rows, cols) in [(1001, 1000), (1, 10_001), (10_001, 1)] {
            let grid = Grid::empty(rows, cols, &[1]).unwrap();
            assert_eq!(ask(&grid), Err(Unfit::TooLarge { rows, cols }));
        }
        assert!(ask(&Grid::empty(1000, 1000, &[1]).unwrap()).is_ok());
        let dear = Rules { clear_bonus: i64::MAX as u64, ..Rules::default() };
        assert_eq!(at_a_glance(&Query::score(&parsed("111"), dear).unwrap()), Err(Unfit::TooDear));
        assert!(at_a_glance(&Query::score(&parsed("11"), dear).unwrap()).is_ok());
    }

    #[test]
    fn single_tiles_cost_their_penalty_and_the_bonus() {
        let rules = |left_penalty| Rules { left_penalty, ..Rules::default() };
        let grid = Grid::parse("1 1 1 2 3").unwrap();
        assert_eq!(most(&grid, rules(LeftPenalty::None)), 1);
        assert_eq!(most(&grid, rules(LeftPenalty::N2)), 1 - 2);
        assert_eq!(most(&Grid::parse("1 1 1").unwrap(), rules(LeftPenalty::N2)), 1 + 1000);
    }
}
