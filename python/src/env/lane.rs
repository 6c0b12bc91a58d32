//! [`Lane`]: one SameGame environment with its current episode.

use super::config::{Config, Reward};
use super::game::{Number, Step};
use super::source::Start;
use crate::cells::{Start as Cells, no_state, restored, saved};
use crate::error::value;
use pyo3::prelude::*;
use tilefall::rules::{Cell, Colour, Rules};
use tilefall::samegame::Board;

/// The state of one environment.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The current board.
    pub board: Board,
    /// The rules of the puzzle.
    pub rules: Rules,
    pub number: Number,
    /// The points so far, with the bonus and the penalty after the end of the episode.
    pub score: i64,
    /// The potential of the board; 0 without reward shaping.
    potential: f64,
    /// Whether the episode is over and the last step was returned.
    pub over: bool,
}

/// The pickled parts of a lane: the cells, the names of the colours, the rules as JSON, then the other fields.
pub type Parts = (Cells, Vec<u64>, String, u64, u64, i64, f64, bool);

impl Lane {
    /// Starts an episode.
    pub fn new(config: &Config, start: Start, number: Number) -> Lane {
        let Start { board, rules } = start;
        let potential = config.potential_of(&board, &rules, 0);
        Lane { board, rules, number, score: 0, potential, over: false }
    }

    /// Returns the parts of the lane to be pickled.
    ///
    /// # Errors
    /// If the rules cannot be written.
    pub fn saved(&self) -> PyResult<Parts> {
        let (cells, names) = saved(&self.board.to_grid());
        let rules = serde_json::to_string(&self.rules).map_err(value)?;
        let Number { seed, episode } = self.number;
        Ok((cells, names, rules, seed, episode, self.score, self.potential, self.over))
    }

    /// Returns the lane of parts that were pickled.
    ///
    /// # Errors
    /// A `TypeError` if no lane has such parts.
    pub fn restored(parts: Parts) -> PyResult<Lane> {
        let (cells, names, rules, seed, episode, score, potential, over) = parts;
        let rules = serde_json::from_str(&rules).map_err(|_| no_state())?;
        let board = Board::with_rules(&restored(cells, &names)?, &rules).map_err(|_| no_state())?;
        Ok(Lane { board, rules, number: Number { seed, episode }, score, potential, over })
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
            self.score = before.saturating_add(self.rules.score.points(removed as u64));
        }
        if self.over {
            let counts =
                (0..self.board.names().len()).map(|colour| self.board.count(colour as Colour) as u64);
            self.score = self.rules.total(self.score, counts);
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
            let potential =
                if self.over { 0.0 } else { config.potential_of(&self.board, &self.rules, self.score) };
            reward += config.gamma * potential - self.potential;
            self.potential = potential;
        }
        Step { reward, removed }
    }
}
