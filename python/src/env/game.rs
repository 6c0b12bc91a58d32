//! [`Game`]: what a vector of environments needs to know of a game.

use super::policy::Policy;
use crate::argument::Keywords;
use pyo3::prelude::*;
use std::fmt::Debug;
use tilefall::base::{Random, StopFlag};

/// The result of a step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub reward: f64,
    /// The number of tiles removed.
    pub removed: usize,
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

    /// Starts the first episode of a seed. `at` is the index of the lane.
    ///
    /// # Errors
    /// If no board could be made, or the flag is raised.
    fn start(&self, seed: u64, at: u64, stop: &StopFlag) -> Result<Self::Lane, String>;

    /// Starts the next episode; `lanes` is the number of all lanes.
    ///
    /// # Errors
    /// If no board could be made, or the flag is raised.
    fn next(&self, lane: &mut Self::Lane, at: u64, lanes: u64, stop: &StopFlag) -> Result<(), String>;

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
    fn state(&self, lanes: Vec<Self::Lane>) -> Self::State;

    /// Returns the lanes of a state, which is at least one.
    ///
    /// # Errors
    /// If the environments cannot continue from this state.
    fn lanes_of<'a>(&self, state: &'a Self::State) -> PyResult<&'a [Self::Lane]>;

    /// Returns the parts of a lane to be pickled.
    fn saved(lane: &Self::Lane) -> Self::Parts;

    /// Returns the lane of parts that were pickled.
    ///
    /// # Errors
    /// A `TypeError` if no lane has such parts.
    fn restored(&self, parts: Self::Parts) -> PyResult<Self::Lane>;

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
