//! The positions of a game of either puzzle, and the search of one.

use super::knowledge::{Knowledge, Unit};
use super::outcome::{AnalysisError, Played};
use super::search::{PositionOutcome, Search};
use super::{mayan, samegame};
use crate::insight::board_after;
use crate::rules::grid::Grid;
use crate::rules::puzzle::{Puzzle, Task};
use crate::rules::{Goal, Mode, Step};

/// The positions of a game.
pub enum Game {
    SameGame(samegame::Game, Vec<samegame::Position>),
    /// The Mayan puzzle.
    Mayan(mayan::Game, Vec<Grid>),
}

impl Game {
    /// Plays a list of moves on a puzzle. Returns the positions and the moves played.
    ///
    /// # Errors
    /// If a move cannot be played, or the board cannot be searched.
    pub fn new(
        puzzle: &Puzzle,
        moves: &[Step],
        goal: Goal,
        seed: u64,
    ) -> Result<(Game, Vec<Played>), AnalysisError> {
        board_after(puzzle, moves).map_err(AnalysisError::Moves)?;
        match &puzzle.task {
            Task::SameGame(task) => {
                let rules = task.rules.unwrap_or_default();
                let clicks = moves.iter().filter_map(|step| step.click());
                let (positions, sizes) = samegame::Position::all(&puzzle.grid, &rules, clicks);
                let played = moves.iter().zip(sizes).map(|(&step, size)| Played {
                    step,
                    points: Some(rules.score.points(size as u64)),
                    tiles: size,
                });
                Ok((Game::SameGame(samegame::Game { goal, rules, seed }, positions), played.collect()))
            }
            Task::Mayan(task) => {
                let boards = mayan::boards(&puzzle.grid, moves.iter().filter_map(|step| step.slide()));
                let tiles = boards.windows(2).map(|pair| pair[0].tiles() - pair[1].tiles());
                let played = moves.iter().zip(tiles);
                let played = played.map(|(&step, tiles)| Played { step, points: None, tiles }).collect();
                let game = mayan::Game {
                    moves: task.moves.unwrap_or(u64::MAX),
                    exactly: task.mode == Some(Mode::Exactly),
                    allow_noop: task.allow_noop,
                };
                Ok((Game::Mayan(game, boards), played))
            }
        }
    }

    /// Returns the unit of the results.
    pub fn unit(&self) -> Unit {
        match self {
            Game::SameGame(game, _) => Unit::of_goal(game.goal),
            Game::Mayan(..) => Unit::Moves,
        }
    }

    /// Returns the board of a position.
    fn board(&self, at: usize) -> &Grid {
        match self {
            Game::SameGame(_, positions) => &positions[at].board,
            Game::Mayan(_, boards) => &boards[at],
        }
    }

    /// Returns the number of tiles of a position.
    pub fn tiles(&self, at: usize) -> usize {
        self.board(at).tiles()
    }

    /// Returns the result of the game that was played; `None` if the game does not reach the goal.
    pub fn result(&self) -> Option<i64> {
        match self {
            Game::SameGame(game, positions) => game.result(positions.last()?, std::iter::empty()),
            Game::Mayan(game, boards) => game.result(boards.len() - 1, boards.last()?),
        }
    }

    /// Searches a position, starting from what is known of the position.
    ///
    /// # Errors
    /// If the board cannot be searched.
    pub fn search(
        &self,
        at: usize,
        known: &Knowledge,
        search: &Search,
    ) -> Result<PositionOutcome, AnalysisError> {
        Ok(match self {
            Game::SameGame(game, positions) => game.search(&positions[at], known, search)?,
            Game::Mayan(game, boards) => game.search(&boards[at], at, known, search)?,
        })
    }
}
