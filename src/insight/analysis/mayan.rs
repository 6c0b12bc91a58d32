//! Positions of a Mayan game, and the search of one.

use super::knowledge::{Knowledge, Unit};
use super::search::{PositionOutcome, Search};
use crate::mayan::{BoardError, Outcome, Solver};
use crate::rules::grid::Grid;
use crate::rules::{Mode, Move, Status, Step};

/// A Mayan game with its task.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// M, the number of moves; [`u64::MAX`] for any number.
    pub moves: u64,
    /// Whether a list must have exactly M moves.
    pub exactly: bool,
    /// Whether swaps of two equal blocks are moves.
    pub allow_noop: bool,
}

/// Returns the boards of a game, the first one settled. Moves that cannot be played are not expected.
pub fn boards(grid: &Grid, moves: impl Iterator<Item = Move>) -> Vec<Grid> {
    let mut board = grid.clone();
    board.settle();
    let mut all = vec![board.clone()];
    for step in moves {
        if board.play(step).is_ok() {
            all.push(board.clone());
        }
    }
    all
}

impl Game {
    /// Returns the result of a whole game with this number of moves and this board at its end; `None` if the game is no
    /// solution.
    pub fn result(&self, moves: usize, end: &Grid) -> Option<i64> {
        let moves = moves as u64;
        let fits = if self.exactly { moves == self.moves } else { moves <= self.moves };
        (end.is_empty() && fits).then(|| i64::try_from(moves).ok()).flatten()
    }

    /// Searches the position `board` after `played` moves with a number of nodes, for a list that is shorter than the best
    /// line known.
    ///
    /// # Errors
    /// Returns the errors of the solver.
    pub fn search(
        &self,
        board: &Grid,
        played: usize,
        known: &Knowledge,
        search: &Search,
    ) -> Result<PositionOutcome, BoardError> {
        let mut found = PositionOutcome::new(Unit::Moves);
        let whole = |moves: u64| i64::try_from(moves.saturating_add(played as u64)).unwrap_or(i64::MAX);
        let Some(left) = self.moves.checked_sub(played as u64) else {
            found.known.add_infeasible();
            return Ok(found);
        };
        if self.exactly {
            // Every solution has M moves.
            found.known.add_bound(whole(left));
        }
        let line = known.has_line().then(|| known.line().len() as u64);
        if let Some(shorter) = line.map(|line| line.checked_sub(1).filter(|_| !self.exactly))
            && shorter.is_none()
        {
            found.known.add_bound(whole(line.unwrap_or(left)));
            return Ok(found);
        }
        let most = line.map_or(left, |line| left.min(line - 1));
        let mode = if self.exactly { Mode::Exactly } else { Mode::Shortest };
        let solver = Solver::new().moves(most, mode).allow_noop(self.allow_noop).limits(search.limits());
        let outcome = solver.solve_grid_with(board, |_| search.poll())?;
        let Outcome { status, list, bound, nodes, stopped_by, .. } = outcome;
        found.count(nodes, stopped_by);
        if let Some(list) = list {
            let line: Vec<Step> = list.into_iter().map(Step::from).collect();
            found.known.add_list(whole(line.len() as u64), &line);
        }
        match (status, line) {
            (Status::Infeasible, None) => found.known.add_infeasible(),
            // No list is shorter than the line.
            (Status::Infeasible, Some(line)) => found.known.add_bound(whole(line)),
            _ if self.exactly => {}
            (_, line) => found.known.add_bound(whole(bound.min(line.unwrap_or(u64::MAX)))),
        }
        Ok(found)
    }
}
