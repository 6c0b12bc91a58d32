//! [`Lane`]: the state of one environment.

use super::game::Game;
use crate::array::is_dense;
use crate::cells::{Cells, no_state, restored, saved};
use crate::error::value;
use pyo3::prelude::*;
use std::sync::Arc;

/// The result of a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct LaneStep {
    pub reward: f64,
    /// The number of tiles removed.
    pub removed: usize,
    /// Whether the action could not be played.
    pub illegal: bool,
}

/// The number of an episode: the seed, and the count of earlier episodes of this seed; `u64::MAX` before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub seed: u64,
    pub episode: u64,
}

impl Number {
    /// Returns the number of the next episode of the same seed.
    pub fn next(self) -> Number {
        Number { episode: self.episode.wrapping_add(1), ..self }
    }
}

/// The state of one environment.
#[derive(Clone, Debug)]
pub struct Lane<G: Game> {
    /// The board after the actions in `moves`.
    pub board: G::Board,
    /// The board at the start of the episode, and the actions played since the start.
    pub start: Arc<G::Board>,
    pub moves: Vec<u32>,
    pub task: G::Task,
    pub number: Number,
    /// The points so far (SameGame), or the moves left (Mayan).
    pub score: i64,
    /// The number of steps of the episode.
    pub steps: u64,
    /// Whether the episode is over. `cut` is set, too, if the limit of steps ended the episode.
    pub over: bool,
    pub cut: bool,
    /// Whether the colours are numbered from 1 without gaps.
    pub dense: bool,
}

/// The pickled parts of a lane: the cells at the start, the task as JSON, then the other fields.
pub type Parts = (Cells, String, Vec<u32>, u64, u64, i64, u64, bool, bool);

impl<G: Game> Lane<G> {
    /// Returns Gymnasium's error `ResetNeeded` if no episode has begun.
    pub fn check_begun(&self, py: Python<'_>) -> PyResult<()> {
        if self.number.episode != u64::MAX {
            return Ok(());
        }
        let error = py.import("gymnasium.error")?.getattr("ResetNeeded")?;
        Err(PyErr::from_value(
            error.call1(("the environment has no episode yet, expected reset() before step()",))?,
        ))
    }

    /// Returns the parts of the lane to be pickled.
    pub fn saved(&self) -> PyResult<Parts> {
        let (cells, Number { seed, episode }) = (saved(&G::grid(&self.start)), self.number);
        let task = serde_json::to_string(&self.task).map_err(value)?;
        Ok((cells, task, self.moves.clone(), seed, episode, self.score, self.steps, self.over, self.cut))
    }

    /// Recreates a lane from its pickled parts.
    pub fn restored(
        (cells, task, moves, seed, episode, score, steps, over, cut): Parts,
    ) -> PyResult<Lane<G>> {
        let task = serde_json::from_str(&task).map_err(|_| no_state())?;
        let start = Arc::new(G::board(&restored(cells)?, &task).map_err(|_| no_state())?);
        let (mut board, (rows, cols)) = (G::Board::clone(&start), G::size(&start));
        for &action in &moves {
            G::play(&mut board, action.into(), rows, cols).ok_or_else(no_state)?;
        }
        let (number, dense) = (Number { seed, episode }, is_dense(G::names(&board)));
        Ok(Lane { board, start, moves, task, number, score, steps, over, cut, dense })
    }
}
