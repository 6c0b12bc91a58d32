//! [`Game`]: the rules, boards and rewards of the environments of a game.

use super::policy::Policy;
use crate::argument::Keywords;
use crate::error::value;
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use std::fmt::Debug;
use tilefall::rules::{Random, StopFlag};

/// The result of a step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub reward: f64,
    /// The number of tiles removed.
    pub removed: usize,
}

/// The number of an episode: the seed, and how many episodes of this seed came before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub seed: u64,
    pub episode: u64,
}

impl Number {
    /// The first episode of a seed.
    pub fn first(seed: u64) -> Number {
        Number { seed, episode: 0 }
    }

    /// The episode after this one.
    pub fn next(self) -> Number {
        Number { episode: self.episode.wrapping_add(1), ..self }
    }
}

/// The configuration of the environments of a game.
///
/// An observation has rows from the top and each from the left, and so has the mask; `scratch` has a byte per cell.
pub trait Game: Sized + Send + Sync {
    /// The state of one environment.
    type Lane: Clone + Debug + Send + Sync;
    /// The saved states of environments, a Python class.
    type State;
    /// The Python class of a board.
    type Board;
    /// The pickled parts of a lane.
    type Parts;

    /// The name of the number in the info.
    const SCORE: &str;
    /// The name of what an action is.
    const ACTION: &str;
    /// The policies by name.
    const POLICIES: &[(&str, Policy)];

    /// Returns the configuration of keywords.
    ///
    /// # Errors
    /// If a value is not valid.
    fn of(keywords: &Keywords<'_>) -> PyResult<Self>;

    /// Returns rows, columns and colours.
    fn size(&self) -> (usize, usize, usize);

    /// Returns `true` if observations have one plane per colour.
    fn planes(&self) -> bool;

    /// Returns the number of actions.
    fn actions(&self) -> usize;

    /// Approximate bytes of a board on the heap.
    fn heap_bytes(&self) -> usize;

    /// Returns `true` if making a board may take longer than some microseconds.
    fn is_slow(&self) -> bool;

    /// Returns the lane before the first episode of a seed: an empty board.
    ///
    /// # Errors
    /// If there is no board of this size.
    fn unstarted(&self, seed: u64) -> PyResult<Self::Lane>;

    /// Starts an episode; in a cycle with the board at `place`.
    ///
    /// # Errors
    /// If no board could be made, or the flag is raised.
    fn make(&self, number: Number, place: u64, stop: &StopFlag) -> Result<Self::Lane, String>;

    /// Starts an episode on a given board.
    ///
    /// # Errors
    /// If the board is not one for these environments.
    fn on(&self, puzzle: &Puzzle, number: Number) -> PyResult<Self::Lane>;

    /// Returns the number of the episode.
    fn number(lane: &Self::Lane) -> Number;

    /// Starts the next episode of lane `at` of `lanes`.
    ///
    /// # Errors
    /// If no board could be made, or the flag is raised.
    fn next(&self, lane: &mut Self::Lane, at: u64, lanes: u64, stop: &StopFlag) -> Result<(), String> {
        let number = Self::number(lane).next();
        *lane = self.make(number, at.wrapping_add(number.episode.wrapping_mul(lanes)), stop)?;
        Ok(())
    }

    /// Writes the observation and the mask, unless they are empty.
    fn observe(&self, lane: &Self::Lane, seen: &mut [u8], mask: &mut [i8], scratch: &mut [u8]);

    /// Plays an action and writes the observation and the mask, unless they are empty; `None` if there is no such action.
    fn step(
        &self,
        lane: &mut Self::Lane,
        action: i64,
        seen: &mut [u8],
        mask: &mut [i8],
        scratch: &mut [u8],
    ) -> Option<Step>;

    /// Returns the action of a policy, or `None` if there is none. `tilefall` has the policies for SameGame; the actions of
    /// the other game are random.
    fn choose(&self, lane: &Self::Lane, policy: Policy, random: &mut Random) -> Option<usize>;

    /// Whether the episode is over and the last step was returned.
    fn is_over(lane: &Self::Lane) -> bool;

    /// The number in the info: the points so far, or the moves left.
    fn score(lane: &Self::Lane) -> i64;

    /// Returns the board of a lane.
    fn board(&self, lane: &Self::Lane) -> Self::Board;

    /// Wraps lanes as a state; there is at least one.
    fn state(lanes: Vec<Self::Lane>) -> Self::State;

    /// Returns the lanes of a state, which is at least one.
    fn lanes(state: &Self::State) -> &[Self::Lane];

    /// Checks that an environment can continue from this lane.
    ///
    /// # Errors
    /// If the board has another size or more colours.
    fn fits(&self, lane: &Self::Lane) -> PyResult<()> {
        let (rows, cols, colours) = Self::size_of(lane);
        let (r, c, k) = self.size();
        if (rows, cols) != (r, c) {
            return Err(value(format!("the board is {rows}x{cols}, expected {r}x{c}")));
        }
        if colours > k {
            return Err(value(format!("the board has {colours} colors, expected at most {k}")));
        }
        Ok(())
    }

    /// Returns rows, columns and colours of the board of a lane.
    fn size_of(lane: &Self::Lane) -> (usize, usize, usize);

    /// Returns the parts of a lane to be pickled.
    ///
    /// # Errors
    /// If the parts cannot be written.
    fn saved(lane: &Self::Lane) -> PyResult<Self::Parts>;

    /// Returns the lane of parts that were pickled.
    ///
    /// # Errors
    /// A `TypeError` if no lane has such parts.
    fn restored(parts: Self::Parts) -> PyResult<Self::Lane>;

    /// Returns the number of cells of a board.
    fn cells(&self) -> usize {
        let (rows, cols, _) = self.size();
        rows * cols
    }

    /// Returns the size of an observation in bytes.
    fn seen(&self) -> usize {
        self.cells() * if self.planes() { self.size().2 } else { 1 }
    }
}
