//! [`Lane`]: one SameGame episode after the other.

use super::config::{Config, Reward};
use tilefall::base::{Cell, Colour};
use tilefall::samegame::Board;

/// Where the episodes of a lane stand.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The board now.
    pub board: Board,
    pub seed: u64,
    /// Episodes of the seed before this one.
    pub episode: u64,
    /// Points so far; the bonus and the penalty are in it when the episode is over.
    pub score: i64,
    /// What the board is worth, if rewards are shaped.
    worth: f64,
    /// Whether the episode is over and that was told.
    pub over: bool,
}

/// What came of a step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub reward: f64,
    /// Tiles removed.
    pub removed: usize,
}

impl Lane {
    /// The first episode of a seed. `at` is the place of the lane among all, which are `lanes`.
    ///
    /// # Errors
    /// If no board could be made.
    pub fn new(config: &Config, seed: u64, at: u64) -> Result<Lane, String> {
        Lane::on(config, seed, 0, at)
    }

    fn on(config: &Config, seed: u64, episode: u64, place: u64) -> Result<Lane, String> {
        let board = config.source.board(seed, episode, place)?;
        let worth = config.worth(&board);
        Ok(Lane { board, seed, episode, score: 0, worth, over: false })
    }

    /// The next episode.
    ///
    /// # Errors
    /// If no board could be made.
    pub fn next(&mut self, config: &Config, at: u64, lanes: u64) -> Result<(), String> {
        let episode = self.episode.wrapping_add(1);
        *self = Lane::on(config, self.seed, episode, at.wrapping_add(episode.wrapping_mul(lanes)))?;
        Ok(())
    }

    /// Clicks a cell and writes what is seen then; `over` tells whether no click is left.
    pub fn step(
        &mut self,
        config: &Config,
        cell: Cell,
        seen: &mut [u8],
        mask: &mut [bool],
        scratch: &mut [u8],
    ) -> Step {
        let was_over = std::mem::replace(&mut self.over, false);
        let removed = self.board.click(cell);
        self.over = !config.observe(&self.board, seen, mask, scratch);
        if was_over {
            return Step { reward: 0.0, removed: 0 };
        }
        let mut points = match removed {
            0 => 0,
            removed => i64::try_from(config.rules.score.points(removed as u64)).unwrap_or(i64::MAX),
        };
        if self.over {
            let counts = (0..config.colours).map(|colour| self.board.count(colour as Colour) as u64);
            points = points.saturating_add(config.rules.at_end(counts));
        }
        self.score = self.score.saturating_add(points);
        let mut reward = match config.reward {
            Reward::Score => points as f64,
            Reward::Clear => f64::from(u8::from(self.over && self.board.is_empty())),
        };
        if removed == 0 && !self.over {
            reward += config.illegal;
        }
        if config.potential.is_some() {
            // An episode that is over is worth nothing more.
            let worth = if self.over { 0.0 } else { config.worth(&self.board) };
            reward += config.gamma * worth - self.worth;
            self.worth = worth;
        }
        Step { reward, removed }
    }
}
