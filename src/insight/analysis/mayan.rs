//! A Mayan game, and the search of a position.

use super::knowledge::{Knowledge, Unit};
use super::outcome::{Played, PositionOutcome, poll};
use crate::mayan::{BoardError, Outcome, Solver};
use crate::rules::control::Limits;
use crate::rules::grid::Grid;
use crate::rules::puzzle::MayanTask;
use crate::rules::{Mode, Status, Step, StopFlag};

/// A Mayan game with its task.
pub struct SlideGame {
    /// M, the number of moves; [`u64::MAX`] for any number.
    moves: u64,
    /// Whether a list must have exactly M moves.
    exactly: bool,
    /// Whether swaps of two equal blocks are skipped in lists of exactly M moves, too.
    skip_noop: bool,
    /// The board before the first move, after its runs have vanished, and the board after each move.
    pub boards: Vec<Grid>,
}

impl SlideGame {
    /// Plays `moves` on a board, which settles first. Returns the game and its moves. All moves must be playable.
    pub fn new(grid: &Grid, task: &MayanTask, moves: &[Step]) -> (SlideGame, Vec<Played>) {
        let mut board = grid.clone();
        board.settle();
        let (mut boards, mut played) = (vec![board.clone()], Vec::new());
        for &step in moves {
            let tiles = board.tiles();
            if step.slide().is_some_and(|slide| board.play(slide).is_ok()) {
                played.push(Played { step, points: None, tiles: tiles - board.tiles() });
                boards.push(board.clone());
            }
        }
        let (moves, exactly) = (task.moves.unwrap_or(u64::MAX), task.mode == Some(Mode::Exactly));
        (SlideGame { moves, exactly, skip_noop: task.skip_noop, boards }, played)
    }

    /// Returns the number of moves of the game; `None` if the game is no solution.
    pub fn result(&self) -> Option<i64> {
        let (moves, end) = (self.boards.len() as u64 - 1, self.boards.last()?);
        let fits = if self.exactly { moves == self.moves } else { moves <= self.moves };
        (end.is_empty() && fits).then(|| i64::try_from(moves).ok()).flatten()
    }

    /// Searches the position after `played` moves for a list that is shorter than the best line known.
    ///
    /// # Errors
    /// Returns the errors of the solver.
    pub fn search(
        &self,
        played: usize,
        known: &Knowledge,
        limits: Limits,
        stop: &StopFlag,
    ) -> Result<PositionOutcome, BoardError> {
        let mut found = Knowledge::new(Unit::Moves);
        let whole = |moves: u64| i64::try_from(moves.saturating_add(played as u64)).unwrap_or(i64::MAX);
        let Some(left) = self.moves.checked_sub(played as u64) else {
            found.add_infeasible();
            return Ok(PositionOutcome::new(found, 0, None));
        };
        if self.exactly {
            // Every solution has exactly M moves, so M is the bound.
            found.add_bound(whole(left));
        }
        let line = known.has_line().then(|| known.line().len() as u64);
        if let Some(line) = line
            && (self.exactly || line == 0)
        {
            found.add_bound(whole(line));
            return Ok(PositionOutcome::new(found, 0, None));
        }
        let most = line.map_or(left, |line| left.min(line - 1));
        let mode = if self.exactly { Mode::Exactly } else { Mode::Shortest };
        let solver = Solver::new().moves(most, mode).skip_noop(self.skip_noop).limits(limits);
        let outcome = solver.solve_grid_with(&self.boards[played], |_| poll(stop))?;
        let Outcome { status, found: list, bound, nodes, stopped_by, .. } = outcome;
        if let Some(list) = list {
            let line: Vec<Step> = list.into_iter().map(Step::from).collect();
            found.add_list(whole(line.len() as u64), &line);
        }
        match (status, line) {
            (Status::Infeasible, None) => found.add_infeasible(),
            // No list is shorter than the line, so the length of the line is the bound.
            (Status::Infeasible, Some(line)) => found.add_bound(whole(line)),
            _ if self.exactly => {}
            (_, line) => found.add_bound(whole(bound.min(line.unwrap_or(u64::MAX)))),
        }
        Ok(PositionOutcome::new(found, nodes, stopped_by))
    }
}
