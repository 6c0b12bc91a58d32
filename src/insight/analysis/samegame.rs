//! Positions of a SameGame game, and the search of one.

use super::knowledge::{Knowledge, Unit};
use super::search::{PositionOutcome, Search};
use crate::rules::grid::{ColumnBoard, Grid};
use crate::rules::{Cell, Goal, Rules, Status, Step};
use crate::samegame::search::Tally;
use crate::samegame::{Found, Outcome, SearchError, Solver};

/// A position of a game, with the results of the clicks before it.
#[derive(Clone, Debug)]
pub struct Position {
    pub board: Grid,
    before: Tally,
}

/// A game for a goal.
#[derive(Clone, Debug)]
pub struct Game {
    pub goal: Goal,
    pub rules: Rules,
    /// The seed of the searches.
    pub seed: u64,
}

impl Position {
    /// Returns the positions of a game, and the numbers of tiles that its clicks remove. Clicks that remove nothing are not
    /// expected.
    pub fn all(
        grid: &Grid,
        rules: &Rules,
        clicks: impl Iterator<Item = Cell>,
    ) -> (Vec<Position>, Vec<usize>) {
        let mut board = ColumnBoard::new(grid);
        let mut tally = Tally::default();
        let mut all = vec![Position { board: grid.clone(), before: tally }];
        let mut sizes = Vec::new();
        for cell in clicks {
            let size = board.click_by(rules, cell);
            tally.add(rules, size);
            all.push(Position { board: board.to_grid(), before: tally });
            sizes.push(size);
        }
        (all, sizes)
    }
}

impl Game {
    /// Returns the result of the whole game that continues from a position with these clicks; `None` if the game does not
    /// reach the goal.
    pub fn result(&self, position: &Position, clicks: impl Iterator<Item = Cell>) -> Option<i64> {
        let mut tally = position.before;
        let mut board = ColumnBoard::new(&position.board);
        for cell in clicks {
            let size = board.click_by(&self.rules, cell);
            if size > 0 {
                tally.add(&self.rules, size);
            }
        }
        let result = tally.end(&self.rules, board.counts().iter().map(|&count| count as u64));
        match self.goal {
            goal if goal.needs_empty_board() && result.left > 0 => None,
            Goal::Clear => Some(0),
            goal => Some(goal.in_units(result.value(goal))),
        }
    }

    /// Searches a position with a number of nodes, from the best line known.
    ///
    /// # Errors
    /// Returns the errors of the solver.
    pub fn search(
        &self,
        position: &Position,
        known: &Knowledge,
        search: &Search,
    ) -> Result<PositionOutcome, SearchError> {
        let mut found = PositionOutcome::new(Unit::of_goal(self.goal));
        let end = EndOfGame::new(&self.rules, position.before.points, false);
        self.add(position, &end, known, search, &mut found)?;
        // Rounded up as well, the bonus may prove a game that leaves tiles.
        let mut merged = known.clone();
        merged.merge(&found.known);
        if self.goal == Goal::Score && end.is_rounded() && found.ended && !merged.is_proven() {
            let end = EndOfGame::new(&self.rules, position.before.points, true);
            self.add(position, &end, &merged, search, &mut found)?;
        }
        Ok(found)
    }

    /// Adds the outcome of one search.
    fn add(
        &self,
        position: &Position,
        end: &EndOfGame,
        known: &Knowledge,
        search: &Search,
        found: &mut PositionOutcome,
    ) -> Result<(), SearchError> {
        let line: Vec<Cell> = known.line().iter().filter_map(|step| step.click()).collect();
        let solver = Solver::new().goal(self.goal).rules(end.rules).seed(self.seed).start_from(line);
        let solver = solver.limits(search.limits());
        let outcome = solver.solve_grid_with(&position.board, |_| search.poll())?;
        let Outcome { status, found: list, bound, nodes, stopped_by, .. } = outcome;
        found.count(nodes, stopped_by);
        if let Some(Found { clicks, .. }) = list
            && let Some(result) = self.result(position, clicks.iter().copied())
        {
            let line: Vec<Step> = clicks.into_iter().map(Step::from).collect();
            found.known.add_list(result, &line);
        }
        if status == Status::Infeasible {
            found.known.add_infeasible();
        }
        let whole = bound.and_then(|bound| match self.goal {
            Goal::Score => Some(end.whole_bound(bound)),
            Goal::Clear => None,
            Goal::Fewest => Some(bound.saturating_add_unsigned(position.before.clicks)),
            Goal::Left => Some(bound),
            Goal::Biggest => Some(bound.max(position.before.biggest as i64)),
        });
        whole.into_iter().for_each(|bound| found.known.add_bound(bound));
        Ok(())
    }
}

/// The rules by which a position is searched as a game of its own.
///
/// A factor for an empty board also multiplies the points p before the position: a game that empties the board with q more
/// points scores (p + q + bonus) × factor, that is p more than q × factor + p × (factor − 1) + bonus × factor. The search
/// has a bonus b with about this effect: b × factor is rounded to a multiple of the factor. `rest` is the part that is
/// missing.
struct EndOfGame {
    rules: Rules,
    points: i64,
    rest: i128,
}

impl EndOfGame {
    fn new(rules: &Rules, points: i64, up: bool) -> EndOfGame {
        let factor = i128::from(rules.clear_factor.max(1));
        let end = i128::from(points) * (factor - 1) + i128::from(rules.clear_bonus) * factor;
        let bonus = end.div_euclid(factor) + i128::from(up);
        let bonus = bonus.clamp(0, i128::from(u64::MAX)) as u64;
        let rest = end - i128::from(bonus) * factor;
        EndOfGame { rules: Rules { clear_bonus: bonus, ..*rules }, points, rest }
    }

    /// Returns `true` if games that empty the board score something else in the search.
    fn is_rounded(&self) -> bool {
        self.rest != 0
    }

    /// Converts a bound on the score of the search to one on the score of the whole game. Games that empty the board score
    /// multiples of the factor in the search.
    fn whole_bound(&self, bound: i64) -> i64 {
        let (bound, factor) = (i128::from(bound), i128::from(self.rules.clear_factor.max(1)));
        let cleared = bound.div_euclid(factor) * factor + self.rest;
        let whole = i128::from(self.points) + if self.rest == 0 { bound } else { bound.max(cleared) };
        whole.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }
}
