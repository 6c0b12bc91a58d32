//! Limits on the boards that are searched, and a bound on their scores.

use crate::rules::grid::{Grid, GridError};
use crate::rules::{Colour, Columns, LeftPenalty, MAX_COLOURS, Rules};
use crate::samegame::meeting::stretches::{Stretch, Stretches};
use crate::samegame::repr::{BoardError, check_settled};

/// Most cells of a board that is searched, empty cells included.
pub const MAX_CELLS: usize = 1_000_000;

/// Most rows, and most columns, of a board that is searched.
pub const MAX_SIDE: usize = 10_000;

/// Most tiles of a board for branch and bound, which stores something for every click and group.
pub const MAX_TILES: usize = 16_000;

/// Why a board is not a SameGame board, or cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The text is not a drawing of a board.
    #[error(
        "this is not a board, expected rows of one length, '.' for an empty cell, a letter or a digit for a tile"
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

/// Checks the size of a board. This takes no time, so that it can be called before anything that takes long on
/// a large board.
///
/// # Errors
/// If the board is too large for a search.
pub fn fits(grid: &Grid) -> Result<(), SearchError> {
    let (rows, cols) = (grid.rows(), grid.cols());
    let small = rows.max(cols) <= MAX_SIDE && rows * cols <= MAX_CELLS;
    if small { Ok(()) } else { Err(SearchError::TooLarge { rows, cols }) }
}

/// A grid of a size that is searched, without floating tiles and, where columns close, without an empty column left
/// of a full one. It is checked once, where a board comes in, and not again by each search.
#[derive(Clone, Copy, Debug)]
pub struct Settled<'a>(&'a Grid);

impl<'a> Settled<'a> {
    /// Checks a grid.
    ///
    /// # Errors
    /// Returns [`SearchError::TooLarge`] or [`SearchError::Unsettled`].
    pub fn of(grid: &'a Grid, columns: Columns) -> Result<Settled<'a>, SearchError> {
        fits(grid)?;
        check_settled(grid, columns)?;
        Ok(Settled(grid))
    }

    /// Returns the grid.
    pub fn grid(self) -> &'a Grid {
        self.0
    }
}

/// Returns the tiles of each colour that can never be removed together with others.
pub(super) fn stretches(grid: &Grid, rules: &Rules) -> Vec<Stretch> {
    Stretches::default().of(grid, (grid.cols(), grid.colours()), rules).to_vec()
}

/// Returns an upper bound on the points of the removals of `tiles` tiles, however they are divided among removals.
///
/// Every tile has its share in the points of its removal. No share is larger than the largest one of any size of removal,
/// so there are at most that many points for each tile. Too few tiles stay.
pub(super) fn most_points(rules: &Rules, tiles: u64) -> i128 {
    let all_by = |n: u64| i128::from(rules.score.points(n)) * i128::from(tiles) / i128::from(n);
    (u64::from(rules.min_group.max(1))..=tiles).map(all_by).max().map_or(0, |most| most.max(0))
}

/// Returns an upper bound on the score of a list, from the numbers of tiles alone.
pub(super) fn max_score(grid: &Grid, rules: Rules) -> i128 {
    let (mut points, mut stay) = (0, [0; MAX_COLOURS]);
    for Stretch { colour, tiles, .. } in stretches(grid, &rules) {
        points += most_points(&rules, tiles as u64);
        if tiles < rules.min_group as usize {
            stay[colour] += tiles as i128;
        }
    }
    // From two tiles left on, more tiles cost more; a single one may not stay alone.
    let least = |stay: i128| (stay.max(2) - 2).pow(2);
    let all: i128 = stay.iter().sum();
    let of_left = points + i128::from(rules.most_left_points(grid.tiles() as u64));
    match (all, rules.left_penalty) {
        (0, _) => {
            let bonus = i128::from(rules.clear_bonus) + i128::from(rules.left_points(0));
            of_left.max((points + bonus) * i128::from(rules.clear_factor.max(1)))
        }
        (_, LeftPenalty::None) => of_left,
        (_, LeftPenalty::N2) => {
            let of = |(colour, &stay): (usize, &i128)| match stay {
                1 if grid.count(colour as Colour) == 1 => 1,
                _ => least(stay),
            };
            of_left - stay.iter().take(grid.colours()).enumerate().map(of).sum::<i128>()
        }
        (_, LeftPenalty::Total) => of_left - least(all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_too_many_cells_or_too_long_sides_do_not_fit() {
        for (rows, cols, small) in
            [(1000, 1000, true), (1001, 1000, false), (1, 10_001, false), (10_001, 1, false)]
        {
            assert_eq!(fits(&Grid::empty(rows, cols, &[1]).unwrap()).is_ok(), small);
        }
    }

    #[test]
    fn single_tiles_cost_their_penalty_and_the_bonus() {
        let rules = |left_penalty| Rules { left_penalty, ..Rules::default() };
        let grid = Grid::parse("1 1 1 2 3").unwrap();
        assert_eq!(max_score(&grid, rules(LeftPenalty::None)), 1);
        assert_eq!(max_score(&grid, rules(LeftPenalty::N2)), 1 - 2);
        assert_eq!(max_score(&Grid::parse("1 1 1").unwrap(), rules(LeftPenalty::N2)), 1 + 1000);
    }
}
