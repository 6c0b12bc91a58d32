//! [`MayanLane`]: one Mayan environment with its current episode.

use super::super::game::{Number, Step};
use super::config::{MayanConfig, Start};
use crate::cells::{Start as Cells, no_state, restored, saved};
use pyo3::prelude::*;
use tilefall::rules::Move;
use tilefall::mayan::Board;

/// The state of one environment.
#[derive(Clone, Debug)]
pub struct MayanLane {
    /// The current board.
    pub board: Board,
    pub number: Number,
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
    /// Starts an episode of a puzzle.
    pub fn new(start: Start, number: Number) -> MayanLane {
        let (board, left, exactly) = (start.board, start.moves, start.exactly);
        MayanLane { board, number, left, exactly, over: false }
    }

    /// Returns the parts of the lane to be pickled.
    pub fn saved(&self) -> Parts {
        let (cells, names) = saved(&self.board.to_grid());
        (cells, names, self.number.seed, self.number.episode, self.left, self.exactly, self.over)
    }

    /// Returns the lane of parts that were pickled.
    ///
    /// # Errors
    /// A `TypeError` if no lane has such parts.
    pub fn restored(parts: Parts) -> PyResult<MayanLane> {
        let (cells, names, seed, episode, left, exactly, over) = parts;
        let board = Board::try_from(&restored(cells, &names)?).map_err(|_| no_state())?;
        Ok(MayanLane { board, number: Number { seed, episode }, left, exactly, over })
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
