//! The query of a search, its reports, and its outcome.

use super::fit::{SearchError, Settled, max_score};
use crate::base::{Cell, LeftPenalty, Rules, Status, StopReason};
use crate::grid::{ColumnBoard, Grid};

/// The goal of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The highest score.
    #[default]
    Score,
    /// Any list that empties the board.
    Clear,
}

/// A board and the goal of a search on it.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The board.
    pub board: Settled<'a>,
    /// How a list is scored.
    pub rules: Rules,
    /// The goal.
    pub goal: Goal,
    /// A sufficient score: the search stops when it is reached. It has no effect with the goal of clearing the
    /// board.
    pub target: Option<i64>,
}

impl<'a> Query<'a> {
    /// Creates a query for the highest score under some rules.
    ///
    /// # Errors
    /// Returns the errors of [`Settled::of`].
    pub fn score(grid: &'a Grid, rules: Rules) -> Result<Query<'a>, SearchError> {
        Ok(Query { board: Settled::of(grid)?, rules, goal: Goal::Score, target: None })
    }

    /// Creates a query for any list that empties the board.
    ///
    /// # Errors
    /// Returns the errors of [`Settled::of`].
    pub fn clear(grid: &'a Grid) -> Result<Query<'a>, SearchError> {
        Ok(Query { goal: Goal::Clear, ..Query::score(grid, Rules::default())? })
    }

    /// Returns the board as a grid.
    pub fn grid(&self) -> &'a Grid {
        self.board.grid()
    }

    /// Returns a score that no list surpasses, from the numbers of tiles alone: every colour removed at once,
    /// plus the bonus, or minus the penalty of one tile for each colour with a single tile. [`i64::MAX`] if the
    /// sum exceeds it.
    pub fn ceiling(&self) -> i64 {
        i64::try_from(max_score(self.grid(), self.rules)).unwrap_or(i64::MAX)
    }

    /// Returns `true` if the list is an answer: with the goal of clearing the board, if it leaves no tile.
    pub fn reached(&self, found: &Found) -> bool {
        self.goal == Goal::Score || found.cleared
    }

    /// Returns `true` if the search can stop with this list.
    pub fn suffices(&self, found: &Found) -> bool {
        match self.goal {
            Goal::Clear => found.cleared,
            Goal::Score => self.target.is_some_and(|target| found.score >= target),
        }
    }
}

/// A list of clicks and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The clicks, in order: each a cell of the group on the board at that time, 0-based from the bottom left.
    pub clicks: Vec<Cell>,
    /// The score under the rules of the query, the bonus and the penalty included.
    pub score: i64,
    /// Whether no tile is left.
    pub cleared: bool,
}

impl Found {
    /// Replays a list by the rules and computes its score.
    ///
    /// # Errors
    /// Returns the number (from 0) of the first click that removes nothing.
    ///
    /// ```
    /// use tilefall::base::{Cell, Rules};
    /// use tilefall::grid::Grid;
    /// use tilefall::samegame::Found;
    /// let grid = Grid::parse("112").unwrap();
    /// let found = Found::replay(&grid, Rules::default(), vec![Cell::new(0, 1)]).unwrap();
    /// assert_eq!((found.score, found.cleared), (0, false));
    /// assert_eq!(Found::replay(&grid, Rules::default(), vec![Cell::new(0, 2)]), Err(0));
    /// ```
    pub fn replay(grid: &Grid, rules: Rules, clicks: Vec<Cell>) -> Result<Found, usize> {
        let (mut board, mut score) = (ColumnBoard::new(grid), 0);
        for (number, &cell) in clicks.iter().enumerate() {
            match board.click(cell) as u64 {
                0 => return Err(number),
                removed => score += rules.score.points(removed) as i64,
            }
        }
        Ok(Found::with_points(rules, clicks, score, board.counts()))
    }

    /// Replays the clicks of a list that remove something, and leaves out the others.
    pub fn playable(grid: &Grid, rules: Rules, clicks: &[Cell]) -> Found {
        let (mut board, mut score, mut kept) = (ColumnBoard::new(grid), 0, Vec::new());
        for &cell in clicks {
            let removed = board.click(cell) as u64;
            if removed > 0 {
                kept.push(cell);
                score += rules.score.points(removed) as i64;
            }
        }
        Found::with_points(rules, kept, score, board.counts())
    }

    /// Returns a list with these points, from the number of tiles of each colour that it leaves.
    fn with_points(rules: Rules, clicks: Vec<Cell>, score: i64, counts: &[usize]) -> Found {
        let cleared = counts.iter().all(|&count| count == 0);
        let at_end = rules.at_end(counts.iter().map(|&count| count as u64));
        Found { clicks, score: score.saturating_add(at_end), cleared }
    }
}

impl Rules {
    /// Returns the points at the end of a game, from the number of tiles of each colour left: the bonus if
    /// there are none, or minus the penalty.
    pub fn at_end(&self, counts: impl IntoIterator<Item = u64>) -> i64 {
        let (mut left, mut penalty) = (0, 0);
        for count in counts {
            left += count;
            penalty += (count as i64 - 2).pow(2) * i64::from(count > 0);
        }
        match self.left_penalty {
            _ if left == 0 => i64::try_from(self.clear_bonus).unwrap_or(i64::MAX),
            LeftPenalty::None => 0,
            LeftPenalty::N2 => -penalty,
        }
    }
}

/// Receives the progress of a search. The methods may be called from several threads.
pub trait Report: Sync {
    /// Called for each list that is better than all before, with the nodes or trials so far.
    fn improved(&self, nodes: u64, found: &Found);
    /// Called with the nodes or trials since the last call, at most a few times a second.
    fn advanced(&self, nodes: u64);
}

/// Ignores all reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoReport;

impl Report for NoReport {
    fn improved(&self, _nodes: u64, _found: &Found) {}
    fn advanced(&self, _nodes: u64) {}
}

/// The outcome of a search.
///
/// A status is a claim. `optimal` and `infeasible` are proven and have no `stopped_by`. `feasible` and
/// `unknown` have a bound and the limit that was reached first, and `feasible` has a list that removes
/// something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// The claim that the search makes.
    pub status: Status,
    /// The best list; `None` if no list reaches the goal, or none was found.
    pub found: Option<Found>,
    /// A score that no list surpasses, whatever the goal; the score itself if it is proven to be the highest.
    /// `None` for a query to clear the board whose answer is known.
    pub bound: Option<i64>,
    /// Nodes of a tree search, playouts, or trials. If several threads prove one board, the number varies from
    /// run to run; the answer does not.
    pub nodes: u64,
    /// The number of nodes at which the best list was found.
    pub found_at: u64,
    /// The limit that was reached first.
    pub stopped_by: Option<StopReason>,
}

impl Outcome {
    /// Returns the outcome of a search that ended early, from its list, if there is one, and a bound. A list as good as
    /// the bound is proven to be the best, and any list that clears the board is a full answer to a query to
    /// clear it.
    pub fn stopped(query: &Query, found: Option<Found>, bound: i64, by: StopReason) -> Outcome {
        let found = found.filter(|found| query.reached(found));
        match found {
            Some(found) if query.goal == Goal::Clear || found.score >= bound => Outcome::proven(query, found),
            // A list without clicks is no answer.
            found => {
                let found = found.filter(|found| !found.clicks.is_empty());
                let status = if found.is_some() { Status::Feasible } else { Status::Unknown };
                let (bound, stopped_by) = (Some(bound), Some(by));
                Outcome { status, found, bound, nodes: 0, found_at: 0, stopped_by }
            }
        }
    }

    /// Returns the outcome with a list that is proven to be the best.
    pub fn proven(query: &Query, found: Found) -> Outcome {
        let bound = (query.goal == Goal::Score).then_some(found.score);
        let (status, found) = (Status::Optimal, Some(found));
        Outcome { status, found, bound, nodes: 0, found_at: 0, stopped_by: None }
    }

    /// Returns the outcome of a proof that no list clears the board.
    pub fn infeasible() -> Outcome {
        let (status, found, bound) = (Status::Infeasible, None, None);
        Outcome { status, found, bound, nodes: 0, found_at: 0, stopped_by: None }
    }

    /// Returns the same outcome after `nodes` nodes, with the list found at node `found_at`.
    pub(super) fn after(self, nodes: u64, found_at: u64) -> Outcome {
        Outcome { nodes, found_at: if self.found.is_some() { found_at } else { 0 }, ..self }
    }

    /// Returns `true` if there is nothing left to search for.
    pub fn is_proven(&self) -> bool {
        matches!(self.status, Status::Optimal | Status::Infeasible)
    }
}
