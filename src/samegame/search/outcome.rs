//! The query of a search, its lists and their results, and its outcome.

use super::fit::{BoardError, Settled, max_score};
pub use crate::rules::Goal;
use crate::rules::grid::{ColumnBoard, Grid};
use crate::rules::stretches::stretches;
use crate::rules::{Cell, LeftPenalty, Rules, Status, StopReason};

/// A board and the goal of a search on it.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The board, whose size and columns were checked.
    pub board: Settled<'a>,
    /// The rules by which clicks change the board and lists are scored.
    pub rules: Rules,
    /// The goal, by which lists are compared.
    pub goal: Goal,
    /// A sufficient result in the units of the goal: the search stops when a list reaches the target. Has no effect if
    /// the goal is to clear the board.
    pub target: Option<i64>,
}

impl<'a> Query<'a> {
    /// Creates a query for the highest score under some rules.
    ///
    /// # Errors
    /// Returns the errors of [`Settled::of`].
    pub fn score(grid: &'a Grid, rules: Rules) -> Result<Query<'a>, BoardError> {
        Ok(Query { board: Settled::of(grid, rules.columns)?, rules, goal: Goal::Score, target: None })
    }

    /// Creates a query for any list that empties the board.
    ///
    /// # Errors
    /// Returns the errors of [`Settled::of`].
    pub fn clear(grid: &'a Grid) -> Result<Query<'a>, BoardError> {
        Ok(Query { goal: Goal::Clear, ..Query::score(grid, Rules::default())? })
    }

    /// Returns the board as a grid.
    pub fn grid(&self) -> &'a Grid {
        self.board.grid()
    }

    /// Returns a value that no list surpasses, computed from the numbers of tiles alone; at most [`i64::MAX`].
    ///
    /// For the score, every tile counts as much as it can in any removal. The bonus is added; if a colour has too few
    /// tiles for a group, its penalty is subtracted instead.
    pub fn ceiling(&self) -> i64 {
        let min = u64::from(self.rules.min_group);
        let parts = || stretches(self.grid(), &self.rules).into_iter().map(|stretch| stretch.tiles as u64);
        match self.goal {
            Goal::Score | Goal::Clear => {
                i64::try_from(max_score(self.grid(), self.rules)).unwrap_or(i64::MAX)
            }
            Goal::Fewest => -(parts().count() as i64),
            Goal::Left => -(parts().filter(|&tiles| tiles < min).sum::<u64>() as i64),
            Goal::Biggest => parts().filter(|&tiles| tiles >= min).max().unwrap_or(0) as i64,
        }
    }

    /// Returns the value of a list, which the search maximises.
    pub fn value(&self, found: &Found) -> i64 {
        found.result().value(self.goal)
    }

    /// Converts a bound on the value to a bound in the units of the goal: points, clicks, tiles left, or tiles removed.
    pub fn bound_of_value(&self, value: i64) -> i64 {
        self.goal.in_units(value)
    }

    /// Returns `true` if the list is an answer. If the goal needs an empty board, the list must leave no tile.
    pub fn reached(&self, found: &Found) -> bool {
        !self.goal.needs_empty_board() || found.cleared
    }

    /// Returns the value at which the search can stop; `None` if only a proof ends it.
    pub(super) fn enough(&self) -> Option<i64> {
        if self.goal == Goal::Clear {
            Some(i64::MIN)
        } else {
            self.target.map(|target| self.bound_of_value(target))
        }
    }

    /// Returns `true` if the search can stop with this list.
    pub fn suffices(&self, found: &Found) -> bool {
        self.reached(found) && self.enough().is_some_and(|enough| self.value(found) >= enough)
    }
}

/// Counts and points of the removals of a game so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of clicks.
    pub clicks: u64,
    /// The points, without bonus and penalty.
    pub points: i64,
    /// The sum of the squares of the sizes of the removals.
    pub squares: i64,
    /// The size of the largest removal.
    pub biggest: u64,
}

impl Tally {
    /// Adds a removal of `size` tiles.
    #[inline(always)]
    pub fn add(&mut self, rules: &Rules, size: usize) {
        self.clicks += 1;
        self.points = self.points.saturating_add(rules.score.points(size as u64));
        self.squares = self.squares.saturating_add((size * size) as i64);
        self.biggest = self.biggest.max(size as u64);
    }

    /// Returns the result of a game that ends with these numbers of tiles of each colour.
    pub fn end(&self, rules: &Rules, counts: impl Iterator<Item = u64> + Clone) -> GameResult {
        let score = rules.total(self.points, counts.clone());
        GameResult { clicks: self.clicks, score, left: counts.sum(), biggest: self.biggest }
    }
}

/// The result of a game in the units of every goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The number of clicks.
    pub clicks: u64,
    /// The score, with bonus and penalty.
    pub score: i64,
    /// The number of tiles left.
    pub left: u64,
    /// The size of the largest removal.
    pub biggest: u64,
}

impl GameResult {
    /// Returns the value for a goal, which searches maximise.
    pub fn value(&self, goal: Goal) -> i64 {
        match goal {
            Goal::Score | Goal::Clear => self.score,
            Goal::Fewest => -(self.clicks as i64),
            Goal::Left => -(self.left as i64),
            Goal::Biggest => self.biggest as i64,
        }
    }
}

/// Returns whether no click on a board of at most `tiles` tiles lowers the score that the game would end with.
pub(super) fn never_falls(rules: &Rules, tiles: u64) -> bool {
    let min = u64::from(rules.min_group.max(1));
    let end = |left: u64| match (left, rules.left_penalty) {
        (0, _) => i128::from(rules.left_points(0)) + i128::from(rules.clear_bonus),
        (_, LeftPenalty::Total) => i128::from(rules.left_points(left)) - (i128::from(left) - 2).pow(2),
        _ => rules.left_points(left).into(),
    };
    // The lowest value of `end` for the numbers of tiles that can remain after a click on a board of `left` tiles.
    let mut lowest = i128::MAX;
    let rises = (min..=tiles).all(|left| {
        lowest = lowest.min(end(left - min));
        rules.score.points(left) >= 0 && lowest >= end(left)
    });
    rises && end(0) >= 0 && (min > 1 || rules.left_penalty != LeftPenalty::N2)
}

/// A list of clicks and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The clicks, in order: each is a cell of its group on the board before the click, 0-based from the bottom left.
    pub clicks: Vec<Cell>,
    /// The score under the rules of the query, the bonus and the penalty included.
    pub score: i64,
    /// Whether no tile is left.
    pub cleared: bool,
    /// The number of tiles left.
    pub left: u64,
    /// The number of tiles of the largest removal.
    pub biggest: u64,
}

impl Found {
    /// Replays a list by the rules and computes its score.
    ///
    /// # Errors
    /// Returns the number (from 0) of the first click that removes nothing.
    ///
    /// ```
    /// use tilefall::rules::{Cell, Rules};
    /// use tilefall::rules::grid::Grid;
    /// use tilefall::samegame::Found;
    /// let grid = Grid::parse("112").unwrap();
    /// let found = Found::replay(&grid, Rules::default(), vec![Cell::new(0, 1)]).unwrap();
    /// assert_eq!((found.score, found.cleared, found.left, found.biggest), (0, false, 1, 2));
    /// assert_eq!(Found::replay(&grid, Rules::default(), vec![Cell::new(0, 2)]), Err(0));
    /// ```
    pub fn replay(grid: &Grid, rules: Rules, clicks: Vec<Cell>) -> Result<Found, usize> {
        let found = Found::play(grid, rules, &clicks, true);
        if found.clicks.len() == clicks.len() { Ok(found) } else { Err(found.clicks.len()) }
    }

    /// Replays the clicks of a list that remove something, and leaves out the others.
    pub fn playable(grid: &Grid, rules: Rules, clicks: &[Cell]) -> Found {
        Found::play(grid, rules, clicks, false)
    }

    /// Creates a list from its clicks and their result.
    pub(crate) fn new(clicks: Vec<Cell>, result: GameResult) -> Found {
        let GameResult { score, left, biggest, .. } = result;
        Found { clicks, score, cleared: left == 0, left, biggest }
    }

    /// Plays clicks. A click that removes nothing is skipped; if `all` is set, it ends the replay.
    fn play(grid: &Grid, rules: Rules, clicks: &[Cell], all: bool) -> Found {
        let (mut board, mut tally, mut played) = (ColumnBoard::new(grid), Tally::default(), Vec::new());
        for &cell in clicks {
            let size = board.click_by(&rules, cell);
            if size > 0 {
                tally.add(&rules, size);
                played.push(cell);
            } else if all {
                break;
            }
        }
        Found::new(played, tally.end(&rules, board.counts().iter().map(|&count| count as u64)))
    }

    /// Returns the result in the units of every goal.
    #[doc(hidden)]
    pub fn result(&self) -> GameResult {
        GameResult {
            clicks: self.clicks.len() as u64,
            score: self.score,
            left: self.left,
            biggest: self.biggest,
        }
    }
}

/// The outcome of a search.
///
/// A status is a claim. `optimal` and `infeasible` are proven and have no `stopped_by`. `feasible` and `unknown` have a
/// bound and the limit that was reached first, and `feasible` has a list that removes something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// The claim that the search makes.
    pub status: Status,
    /// The best list; `None` if no list reaches the goal, or none was found.
    pub found: Option<Found>,
    /// A proven bound in the units of the goal: no list has a higher score, fewer clicks, fewer tiles left, or a larger
    /// removal. For a list that is proven best it is the result of the list. With goal `clear` it is a bound on the
    /// score, and `None` once the answer is known.
    pub bound: Option<i64>,
    /// Nodes of a tree search, playouts, or trials. If several threads prove one board, the number varies from
    /// run to run; the answer does not.
    pub nodes: u64,
    /// The number of nodes at which the best list was found.
    pub found_at: u64,
    /// The limit that was reached first; `None` if the status is proven.
    pub stopped_by: Option<StopReason>,
}

impl Outcome {
    /// Returns the outcome of a search that ended early, from its list, if there is one, and a bound on the value. A
    /// list as good as the bound is proven to be the best, and with goal `clear` any list that clears the board is
    /// proven best.
    #[doc(hidden)]
    pub fn stopped(query: &Query, found: Option<Found>, bound: i64, by: StopReason) -> Outcome {
        let found = found.filter(|found| query.reached(found));
        match found {
            Some(found) if query.goal == Goal::Clear || query.value(&found) >= bound => {
                Outcome::proven(query, found)
            }
            // A list without clicks is no answer.
            found => {
                let found = found.filter(|found| !found.clicks.is_empty());
                let status = if found.is_some() { Status::Feasible } else { Status::Unknown };
                let (bound, stopped_by) = (Some(query.bound_of_value(bound)), Some(by));
                Outcome { status, found, bound, nodes: 0, found_at: 0, stopped_by }
            }
        }
    }

    /// Returns the outcome with a list that is proven to be the best.
    pub(crate) fn proven(query: &Query, found: Found) -> Outcome {
        let bound = (query.goal != Goal::Clear).then(|| query.bound_of_value(query.value(&found)));
        let (status, found) = (Status::Optimal, Some(found));
        Outcome { status, found, bound, nodes: 0, found_at: 0, stopped_by: None }
    }

    /// Returns the outcome of a proof that no list clears the board.
    pub(crate) fn infeasible() -> Outcome {
        let (status, found, bound) = (Status::Infeasible, None, None);
        Outcome { status, found, bound, nodes: 0, found_at: 0, stopped_by: None }
    }

    /// Joins the outcomes of two searches for the highest score of one board: `self`, and then `other`.
    pub(in crate::samegame) fn or(self, other: Outcome) -> Outcome {
        let score = |outcome: &Outcome| outcome.found.as_ref().map(|found| found.score);
        let (found, found_at) = if score(&other) > score(&self) {
            (other.found, self.nodes + other.found_at)
        } else {
            (self.found, self.found_at)
        };
        let bound = self.bound.into_iter().chain(other.bound).min();
        let is_proven = found.as_ref().is_some_and(|found| Some(found.score) == bound);
        let status = if is_proven { Status::Optimal } else { self.status };
        Outcome { status, found, bound, nodes: self.nodes + other.nodes, found_at, ..other }
    }

    /// Sets the number of nodes in all and, if there is a list, the number of nodes at which the list was found.
    pub(super) fn after(self, nodes: u64, found_at: u64) -> Outcome {
        Outcome { nodes, found_at: if self.found.is_some() { found_at } else { 0 }, ..self }
    }

    /// Returns `true` if the status is optimal or infeasible, so that nothing is left to search for.
    pub fn is_proven(&self) -> bool {
        matches!(self.status, Status::Optimal | Status::Infeasible)
    }
}
