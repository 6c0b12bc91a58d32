//! [`MayanLane`]: one Mayan environment with its current episode.

use super::super::game::Step;
use super::config::MayanConfig;
use crate::cells::{Start as Cells, no_state, restored, saved};
use crate::error::value;
use pyo3::prelude::*;
use tilefall::base::{Move, StopFlag};
use tilefall::mayan::Board;

/// The state of one environment.
#[derive(Clone, Debug)]
pub struct MayanLane {
    /// The current board.
    pub board: Board,
    pub seed: u64,
    /// The number of the episode of this seed, from 0.
    pub episode: u64,
    /// The moves left.
    pub left: u64,
    /// Whether a board that is empty before the last move does not count.
    pub exactly: bool,
    /// Whether the episode is over and the last step was returned.
    pub over: bool,
}

/// The pickled parts of a lane: the cells, the names of the colours, then the other fields.
pub type Parts = (Cells, Vec<u64>, u64, u64, u64, bool, bool);

impl MayanLane {
    /// Starts an episode of a seed; in a cycle with the puzzle at `place`.
    ///
    /// # Errors
    /// If no puzzle could be made, or the flag is raised.
    pub fn on(
        config: &MayanConfig,
        seed: u64,
        episode: u64,
        place: u64,
        stop: &StopFlag,
    ) -> Result<MayanLane, String> {
        let start = config.puzzle(seed, episode, place, stop)?;
        let (board, left, exactly) = (start.board, start.moves, start.exactly);
        Ok(MayanLane { board, seed, episode, left, exactly, over: false })
    }

    /// Returns the parts of the lane to be pickled.
    pub fn saved(&self) -> Parts {
        let (cells, names) = saved(&self.board.to_grid());
        (cells, names, self.seed, self.episode, self.left, self.exactly, self.over)
    }

    /// Returns the lane of parts that were pickled.
    ///
    /// # Errors
    /// A `TypeError` if no lane has such parts.
    pub fn restored(parts: Parts) -> PyResult<MayanLane> {
        let (cells, names, seed, episode, left, exactly, over) = parts;
        let board = Board::try_from(&restored(cells, &names)?).map_err(|_| no_state())?;
        Ok(MayanLane { board, seed, episode, left, exactly, over })
    }

    /// Checks that an environment can continue from this lane.
    ///
    /// # Errors
    /// If the board has another size or more colours.
    pub fn fits(&self, config: &MayanConfig) -> PyResult<()> {
        let (rows, cols, colours) = (self.board.rows(), self.board.cols(), self.board.names().len());
        let MayanConfig { rows: r, cols: c, colours: k, .. } = *config;
        if (rows, cols) != (r, c) {
            return Err(value(format!("the state is of a {rows}x{cols} board, expected {r}x{c}")));
        }
        if colours > k {
            return Err(value(format!("the state is of a board of {colours} colors, expected at most {k}")));
        }
        Ok(())
    }

    /// Plays a move, writes the observation and the mask, and updates `over`. A move that cannot be played changes
    /// nothing, but counts; after the end of the episode no move does.
    pub fn step(
        &mut self,
        config: &MayanConfig,
        step: Move,
        seen: &mut [u8],
        mask: &mut [i8],
        scratch: &mut [u8],
    ) -> Step {
        if self.over {
            config.write(&self.board, seen, mask, scratch);
            mask.fill(0);
            return Step { reward: 0.0, removed: 0 };
        }
        let (before, potential) = (self.board.blocks(), config.potential_of(&self.board));
        let played = self.board.play(step).is_ok();
        let removed = before - self.board.blocks();
        self.left = self.left.saturating_sub(1);
        let movable = config.write(&self.board, seen, mask, scratch);
        self.over = self.left == 0 || !movable;
        if self.over {
            mask.fill(0);
        }
        let won = removed == before && (!self.exactly || self.left == 0);
        let mut reward = if config.blocks { removed as f64 } else { f64::from(u8::from(won)) };
        if !played {
            reward += config.illegal;
        }
        if config.shaped {
            // The potential of a final state is 0.
            let now = if self.over { 0.0 } else { config.potential_of(&self.board) };
            reward += config.gamma * now - potential;
        }
        Step { reward, removed }
    }
}
