//! [`Lane`]: one SameGame environment with its current episode.

use super::config::{Config, Reward};
use super::game::Step;
use crate::cells::no_state;
use pyo3::prelude::*;
use tilefall::base::{Cell, Colour, Rules, StopFlag};
use tilefall::grid::Grid;
use tilefall::samegame::Board;

/// The state of one environment.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The current board.
    pub board: Board,
    pub seed: u64,
    /// The number of the episode of this seed, from 0.
    pub episode: u64,
    /// The points so far, with the bonus and the penalty after the end of the episode.
    pub score: i64,
    /// The potential of the board; 0 without reward shaping.
    potential: f64,
    /// Whether the episode is over and the last step was returned.
    pub over: bool,
}

/// The pickled parts of a lane: the codes of the cells (columns from the left, each from the bottom; 0 for empty),
/// then the other fields.
pub type Parts = (Vec<u8>, u64, u64, i64, f64, bool);

impl Lane {
    /// Starts the first episode of a seed. `at` is the index of the lane.
    ///
    /// # Errors
    /// If no board could be made, or the flag is raised.
    pub fn new(config: &Config, seed: u64, at: u64, stop: &StopFlag) -> Result<Lane, String> {
        Lane::on(config, seed, 0, at, stop)
    }

    fn on(config: &Config, seed: u64, episode: u64, place: u64, stop: &StopFlag) -> Result<Lane, String> {
        let board = config.source.board(seed, episode, place, stop)?;
        let potential = config.potential_of(&board, 0);
        Ok(Lane { board, seed, episode, score: 0, potential, over: false })
    }

    /// Starts the next episode; `lanes` is the number of all lanes.
    ///
    /// # Errors
    /// If no board could be made, or the flag is raised.
    pub fn next(&mut self, config: &Config, at: u64, lanes: u64, stop: &StopFlag) -> Result<(), String> {
        let episode = self.episode.wrapping_add(1);
        let place = at.wrapping_add(episode.wrapping_mul(lanes));
        *self = Lane::on(config, self.seed, episode, place, stop)?;
        Ok(())
    }

    /// Returns the parts of the lane to be pickled.
    pub fn saved(&self) -> Parts {
        let mut codes = vec![0; self.board.cells()];
        self.board.colours(&mut codes);
        (codes, self.seed, self.episode, self.score, self.potential, self.over)
    }

    /// Returns the lane of parts that were pickled, with boards of this size and number of colours for these rules.
    ///
    /// # Errors
    /// A `TypeError` if no lane has such parts.
    pub fn restored(
        (rows, cols, colours): (usize, usize, usize),
        rules: &Rules,
        parts: Parts,
    ) -> PyResult<Lane> {
        let (codes, seed, episode, score, potential, over) = parts;
        let names: Vec<u64> = (0..colours as u64).collect();
        let mut grid = Grid::empty(rows, cols, &names).map_err(|_| no_state())?;
        if codes.len() != rows * cols || codes.iter().any(|&code| usize::from(code) > colours) {
            return Err(no_state());
        }
        let cells: Vec<Cell> = grid.cells().collect();
        cells.into_iter().zip(codes).for_each(|(cell, code)| grid.set(cell, code.checked_sub(1)));
        let board = Board::with_rules(&grid, rules).map_err(|_| no_state())?;
        Ok(Lane { board, seed, episode, score, potential, over })
    }

    /// Clicks a cell, writes the observation and the mask, and updates `over`.
    pub fn step(
        &mut self,
        config: &Config,
        cell: Cell,
        seen: &mut [u8],
        mask: &mut [i8],
        scratch: &mut [u8],
    ) -> Step {
        let was_over = std::mem::replace(&mut self.over, false);
        let removed = self.board.click(cell);
        self.over = !config.observe(&self.board, seen, mask, scratch);
        if was_over {
            return Step { reward: 0.0, removed: 0 };
        }
        let before = self.score;
        if removed > 0 {
            self.score = before.saturating_add(config.rules.score.points(removed as u64));
        }
        if self.over {
            let counts = (0..config.colours).map(|colour| self.board.count(colour as Colour) as u64);
            self.score = config.rules.total(self.score, counts);
        }
        let points = self.score.saturating_sub(before);
        let mut reward = match config.reward {
            Reward::Score => points as f64,
            Reward::Clear => f64::from(u8::from(self.over && self.board.is_empty())),
            Reward::Clicks => -f64::from(u8::from(removed > 0)),
        };
        if removed == 0 && !self.over {
            reward += config.illegal;
        }
        if config.potential.is_some() {
            // The potential of a final state is 0.
            let potential = if self.over { 0.0 } else { config.potential_of(&self.board, self.score) };
            reward += config.gamma * potential - self.potential;
            self.potential = potential;
        }
        Step { reward, removed }
    }
}
