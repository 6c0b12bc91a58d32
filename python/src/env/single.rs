//! Steps of a vector with one environment. Each step returns new arrays.

use super::game::Game;
use super::lane::LaneStep;
use super::vector::Vector;
use crate::argument::{Whole, argument};
use crate::array::zeros;
use crate::error::value;
use numpy::PyArrayMethods;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The observation, the reward, whether the episode is terminated or truncated, and the info.
pub type StepResult<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

impl<G: Game> Vector<G> {
    /// Plays `action` in the only environment, or nothing if it is `None`, and returns the [`StepResult`].
    pub fn one<'py>(&self, py: Python<'py>, action: Option<&Bound<'py, PyAny>>) -> PyResult<StepResult<'py>> {
        let action = action.map(|action| argument::<Whole>("action", action)).transpose()?;
        let (config, mut state) = (&self.config, self.lock()?);
        let lane = &mut state.lanes[0];
        let (seen, mask) = (zeros(py, config.seen())?, zeros(py, config.actions())?);
        let (mut cells, mut actions) = (seen.readwrite(), mask.readwrite());
        let (cells, actions) = (cells.as_slice_mut()?, actions.as_slice_mut()?);
        let scratch = &mut config.scratch();
        let step = if let Some(Whole(action)) = action {
            lane.check_begun(py)?;
            match config.refusal(lane, action, 0) {
                Some(why) => return Err(value(why)),
                None => config.step(lane, action, cells, actions, scratch),
            }
        } else {
            config.observe(lane, cells, actions, scratch);
            LaneStep::default()
        };
        let (rows, cols, _) = config.size();
        let seen = match config.planes {
            true => seen.reshape([config.seen() / config.cells(), rows, cols])?.into_any(),
            false => seen.reshape([rows, cols])?.into_any(),
        };
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), &mask)?;
        info.set_item(G::SCORE, lane.score)?;
        info.set_item(intern!(py, "removed"), step.removed)?;
        info.set_item(intern!(py, "illegal"), step.illegal)?;
        Ok((seen, step.reward, lane.over && !lane.cut, lane.cut, info))
    }
}
