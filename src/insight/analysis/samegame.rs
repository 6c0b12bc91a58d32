//! A SameGame game, and the search of a position.

use super::knowledge::{Knowledge, Unit};
use super::outcome::{Played, PositionOutcome, poll};
use crate::rules::control::Limits;
use crate::rules::grid::{ColumnBoard, Grid};
use crate::rules::{Cell, Goal, Rules, Status, Step, StopFlag};
use crate::samegame::search::Tally;
use crate::samegame::{BoardError, Found, Method, Outcome, Solver};

/// A position of a game, with the results of the clicks before it.
pub struct Position {
    pub board: Grid,
    before: Tally,
}

/// A SameGame game, its goal and its positions.
pub struct ClickGame {
    pub goal: Goal,
    pub rules: Rules,
    /// The seed of the searches.
    seed: u64,
    pub positions: Vec<Position>,
}

impl ClickGame {
    /// Plays `moves` on a board. Returns the game and its moves, which must all be clicks that remove tiles.
    pub fn new(grid: &Grid, rules: Rules, goal: Goal, seed: u64, moves: &[Step]) -> (ClickGame, Vec<Played>) {
        let (mut board, mut before) = (ColumnBoard::new(grid), Tally::default());
        let (mut positions, mut played) = (vec![Position { board: grid.clone(), before }], Vec::new());
        for &step in moves {
            let tiles = step.click().map_or(0, |cell| board.click_by(&rules, cell));
            before.add(&rules, tiles);
            positions.push(Position { board: board.to_grid(), before });
            played.push(Played { step, points: Some(rules.score.points(tiles as u64)), tiles });
        }
        (ClickGame { goal, rules, seed, positions }, played)
    }

    /// Returns the result of the whole game if `clicks` are played from `position` on; `None` if the game then does not
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

    /// Searches a position, starting from the best line in `known`.
    ///
    /// # Errors
    /// Returns the errors of the solver.
    pub fn search(
        &self,
        position: &Position,
        known: &Knowledge,
        limits: Limits,
        stop: &StopFlag,
    ) -> Result<PositionOutcome, BoardError> {
        let mut found = Knowledge::new(Unit::of_goal(self.goal));
        let line: Vec<Cell> = known.line().iter().filter_map(|step| step.click()).collect();
        let solver = Solver::new().goal(self.goal).rules(self.rules).seed(self.seed).start_from(line);
        let solver = solver.points_before(position.before.points).limits(limits);
        let search = |method| solver.clone().method(method).solve_grid_with(&position.board, |_| poll(stop));
        let outcome = match self.goal {
            // The exact search proves that no list is shorter; it refuses large boards.
            Goal::Fewest => search(Method::Exact).or_else(|_| search(Method::Auto)),
            _ => search(Method::Auto),
        }?;
        let Outcome { status, found: list, bound, nodes, stopped_by, .. } = outcome;
        if let Some(Found { clicks, .. }) = list
            && let Some(result) = self.result(position, clicks.iter().copied())
        {
            let line: Vec<Step> = clicks.into_iter().map(Step::from).collect();
            found.add_list(result, &line);
        }
        if status == Status::Infeasible {
            found.add_infeasible();
        }
        let whole = bound.and_then(|bound| match self.goal {
            Goal::Score => Some(bound.saturating_add(position.before.points)),
            Goal::Clear => None,
            Goal::Fewest => Some(bound.saturating_add_unsigned(position.before.clicks)),
            Goal::Left => Some(bound),
            Goal::Biggest => Some(bound.max(position.before.biggest as i64)),
        });
        whole.into_iter().for_each(|bound| found.add_bound(bound));
        Ok(PositionOutcome::new(found, nodes, stopped_by))
    }
}
