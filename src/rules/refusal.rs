//! The limits of the solvers: puzzles beyond these limits are refused.
//!
//! The checker uses the same limits: it accepts an error record only for a puzzle that a solver refuses.

use super::grid::Grid;
use super::puzzle::MayanTask;
use super::stretches::stretches;
use super::{Colour, Goal, Mode, Rules};

/// The maximum number of cells of a SameGame board for a search, empty cells included.
pub const MAX_CELLS: usize = 1_000_000;

/// The maximum number of rows, and of columns, of a SameGame board for a search.
pub const MAX_SIDE: usize = 10_000;

/// The maximum number of tiles of a board for branch and bound, which stores data for every click and group.
#[doc(hidden)]
pub const EXACT_TILES: usize = 16_000;

/// The maximum numbers of cells, rows and colours of a board for the search for the fewest clicks.
const FEWEST: [usize; 3] = [64, 63, 7];

/// The reason why a solver refuses a puzzle. Its text is the `error` of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
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
    /// The board is too large for the method; contains the method's limit: `16,000 tiles`.
    #[error("the board is too large for this method, expected at most {0}")]
    TooLargeFor(&'static str),
    /// A list could score more than 2⁶³ − 1.
    #[error("a list might score 2^63 or more, expected a smaller bonus for a cleared board")]
    ScoreOverflow,
    /// The mode is `exactly`, but the puzzle has no M.
    #[error("the puzzle has no number of moves, expected --moves M (in Python max_moves=M)")]
    NoMoves,
}

impl Refusal {
    /// Checks the number of cells, rows and columns of a SameGame board.
    ///
    /// # Errors
    /// If no method searches a board of this size.
    pub fn check_size(grid: &Grid) -> Result<(), Refusal> {
        let (rows, cols) = (grid.rows(), grid.cols());
        let is_small = rows.max(cols) <= MAX_SIDE && rows * cols <= MAX_CELLS;
        if is_small { Ok(()) } else { Err(Refusal::TooLarge { rows, cols }) }
    }

    /// Checks that the score of every list fits in 64 bits, by an upper bound from the points of each colour, the
    /// points at the end, and the factor for a cleared board.
    ///
    /// # Errors
    /// If the score of a list might be 2⁶³ or more.
    #[doc(hidden)]
    pub fn check_scores(grid: &Grid, rules: &Rules) -> Result<(), Refusal> {
        let counts = || (0..grid.colours()).map(|colour| grid.count(colour as Colour) as u64);
        let points = counts().map(|count| most_points(rules, count)).sum::<i128>();
        let left = points + i128::from(rules.most_left_points(grid.tiles() as u64));
        let end = i128::from(rules.clear_bonus) + i128::from(rules.left_points(0));
        let cleared = (points + end) * i128::from(rules.clear_factor.max(1));
        let stays = counts().any(|count| count > 0 && count < rules.min_group.into());
        let most = if stays { left } else { left.max(cleared) };
        if most <= i128::from(i64::MAX) { Ok(()) } else { Err(Refusal::ScoreOverflow) }
    }

    /// Checks that the exact search (`--method exact`) supports the board. The limits are:
    ///
    /// - 64 cells, 63 rows and 7 colours for the fewest clicks;
    /// - 16,000 tiles for other goals;
    /// - none if the answer is known [without a search](is_decided).
    ///
    /// # Errors
    /// If the board is larger.
    #[doc(hidden)]
    pub fn check_exact(grid: &Grid, rules: &Rules, goal: Goal) -> Result<(), Refusal> {
        let (fits, most) = match goal {
            Goal::Fewest => {
                let colours = (0..grid.colours()).filter(|&colour| grid.count(colour as Colour) > 0).count();
                let size = [grid.rows() * grid.cols(), grid.rows(), colours];
                let fits = size.iter().zip(FEWEST).all(|(size, most)| *size <= most);
                (fits, "64 cells, 63 rows and 7 colours for the fewest clicks")
            }
            _ => (grid.tiles() <= EXACT_TILES, "16,000 tiles"),
        };
        if fits || is_decided(grid, rules, goal) { Ok(()) } else { Err(Refusal::TooLargeFor(most)) }
    }

    /// Checks that a Mayan task with exactly M moves has M.
    ///
    /// # Errors
    /// If M is missing.
    pub fn check_moves(task: &MayanTask) -> Result<(), Refusal> {
        let lacks = task.mode == Some(Mode::Exactly) && task.moves.is_none();
        if lacks { Err(Refusal::NoMoves) } else { Ok(()) }
    }
}

/// Returns whether the answer is known without a search: no group can be removed, or the goal is an empty board and
/// some tiles can never be removed.
fn is_decided(grid: &Grid, rules: &Rules, goal: Goal) -> bool {
    let stays = || stretches(grid, rules).iter().any(|stretch| stretch.tiles < rules.min_group as usize);
    goal.needs_empty_board() && stays() || grid.groups_of(rules.min_group).is_empty()
}

/// Returns an upper bound on the points for removing up to `tiles` tiles, in any number of clicks.
///
/// The bound is `tiles` times the highest number of points per tile, over all sizes of a group. It is 0 if `tiles` is
/// below the smallest group.
#[doc(hidden)]
pub fn most_points(rules: &Rules, tiles: u64) -> i128 {
    let all_by = |n: u64| i128::from(rules.score.points(n)) * i128::from(tiles) / i128::from(n);
    (u64::from(rules.min_group.max(1))..=tiles).map(all_by).max().map_or(0, |most| most.max(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_that_might_overflow_are_refused() {
        let dear = Rules { clear_bonus: i64::MAX as u64, ..Rules::default() };
        for (drawing, fits) in [("11", true), ("111", false), ("1112", true)] {
            assert_eq!(Refusal::check_scores(&Grid::parse(drawing).unwrap(), &dear).is_ok(), fits);
        }
    }
}
