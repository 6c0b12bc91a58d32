//! The steps of the only environment of a vector, which return new arrays.

use super::game::Game;
use super::lane::Step;
use super::vector::{Lanes, Vector};
use crate::argument::{Whole, argument};
use crate::array::zeros;
use crate::error::value;
use numpy::PyArrayMethods;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The observation and the info.
pub type Observed<'py> = (Bound<'py, PyAny>, Bound<'py, PyDict>);
/// The observation, the reward, whether the episode is terminated or truncated, and the info.
pub type StepResult<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

impl<G: Game> Vector<G> {
    /// Plays an action.
    pub fn step_one<'py>(&self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<StepResult<'py>> {
        let Whole(action) = argument("action", action)?;
        let mut state = self.lock()?;
        state.shown = false;
        let ((seen, info), step) = self.new_arrays(py, &mut state, |lanes, seen, mask, scratch| {
            let step = self.config.step(&mut lanes.lanes[0], action, seen, mask, scratch);
            let most = self.config.actions() - 1;
            step.ok_or_else(|| value(format!("action {action} is no {}, expected 0 to {most}", G::ACTION)))
        })?;
        Ok((seen, step.reward, state.lanes[0].over, false, info))
    }

    /// Returns the current observation.
    pub fn look<'py>(&self, py: Python<'py>) -> PyResult<Observed<'py>> {
        let mut state = self.lock()?;
        state.shown = false;
        let seen = self.new_arrays(py, &mut state, |lanes, seen, mask, scratch| {
            self.config.observe(&lanes.lanes[0], seen, mask, scratch);
            Ok(Step::default())
        });
        Ok(seen?.0)
    }

    /// Returns new arrays for the observation and the mask with their info, after `work`, which writes them and returns the
    /// result of a step.
    fn new_arrays<'py>(
        &self,
        py: Python<'py>,
        state: &mut Lanes<G>,
        work: impl FnOnce(&mut Lanes<G>, &mut [u8], &mut [i8], &mut [u8]) -> PyResult<Step>,
    ) -> PyResult<(Observed<'py>, Step)> {
        let (seen, mask) = (zeros(py, self.config.seen())?, zeros(py, self.config.actions())?);
        let (mut cells, mut actions) = (seen.readwrite(), mask.readwrite());
        let step = work(state, cells.as_slice_mut()?, actions.as_slice_mut()?, &mut self.config.scratch())?;
        drop((cells, actions));
        let (rows, cols, colours) = self.config.size();
        let seen = match self.config.planes {
            true => seen.reshape([colours, rows, cols])?.into_any(),
            false => seen.reshape([rows, cols])?.into_any(),
        };
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), mask)?;
        info.set_item(G::SCORE, state.lanes[0].score)?;
        info.set_item(intern!(py, "removed"), step.removed)?;
        Ok(((seen, info), step))
    }
}
