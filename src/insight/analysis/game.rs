//! A game of either puzzle with its positions, and the search of a position.

use super::knowledge::{Knowledge, Unit};
use super::outcome::{AnalysisError, Played, PositionOutcome};
use super::{mayan, samegame};
use crate::insight::board_after;
use crate::rules::control::Limits;
use crate::rules::puzzle::{Puzzle, Task};
use crate::rules::{Goal, Step, StopFlag};

/// A played game of either puzzle, with the position before and after each move.
pub enum PlayedGame {
    SameGame(samegame::ClickGame),
    Mayan(mayan::SlideGame),
}

impl PlayedGame {
    /// Plays a list of moves on a puzzle. Returns the game and the moves played.
    pub fn new(
        puzzle: &Puzzle,
        moves: &[Step],
        goal: Goal,
        seed: u64,
    ) -> Result<(PlayedGame, Vec<Played>), AnalysisError> {
        board_after(puzzle, moves).map_err(AnalysisError::Moves)?;
        Ok(match &puzzle.task {
            Task::SameGame(task) => {
                let rules = task.rules.unwrap_or_default();
                let (game, played) = samegame::ClickGame::new(&puzzle.grid, rules, goal, seed, moves);
                (PlayedGame::SameGame(game), played)
            }
            Task::Mayan(task) => {
                let (game, played) = mayan::SlideGame::new(&puzzle.grid, task, moves);
                (PlayedGame::Mayan(game), played)
            }
        })
    }

    /// Returns the unit of all results: the unit of the goal for SameGame, moves for the Mayan puzzle.
    pub fn unit(&self) -> Unit {
        match self {
            PlayedGame::SameGame(game) => Unit::of_goal(game.goal),
            PlayedGame::Mayan(_) => Unit::Moves,
        }
    }

    /// Returns the number of tiles at position `at`; position 0 is before the first move.
    pub fn tiles(&self, at: usize) -> usize {
        match self {
            PlayedGame::SameGame(game) => game.positions[at].board.tiles(),
            PlayedGame::Mayan(game) => game.boards[at].tiles(),
        }
    }

    /// Returns the result of the game that was played; `None` if the game does not reach the goal.
    pub fn result(&self) -> Option<i64> {
        match self {
            PlayedGame::SameGame(game) => game.result(game.positions.last()?, std::iter::empty()),
            PlayedGame::Mayan(game) => game.result(),
        }
    }

    /// Searches position `at` within `limits`. `known` contains the results so far, and `stop` ends the search.
    pub fn search(
        &self,
        at: usize,
        known: &Knowledge,
        limits: Limits,
        stop: &StopFlag,
    ) -> Result<PositionOutcome, AnalysisError> {
        Ok(match self {
            PlayedGame::SameGame(game) => game.search(&game.positions[at], known, limits, stop)?,
            PlayedGame::Mayan(game) => game.search(at, known, limits, stop)?,
        })
    }
}
