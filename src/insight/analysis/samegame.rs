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
        let line: Vec<Cell> = known.line().iter().filter_map(|step| step.click()).collect();
        let solver = Solver::new().goal(self.goal).rules(self.rules).seed(self.seed).start_from(line);
        let solver = solver.points_before(position.before.points).limits(search.limits());
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
            Goal::Score => Some(bound.saturating_add(position.before.points)),
            Goal::Clear => None,
            Goal::Fewest => Some(bound.saturating_add_unsigned(position.before.clicks)),
            Goal::Left => Some(bound),
            Goal::Biggest => Some(bound.max(position.before.biggest as i64)),
        });
        whole.into_iter().for_each(|bound| found.known.add_bound(bound));
        Ok(found)
    }
}
