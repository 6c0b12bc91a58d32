//! [`SameGameCore`]: one SameGame environment.

use super::config::{Config, Words};
use super::lane::Lane;
use super::state::State;
use crate::board::Board;
use crate::error::value;
use crate::input::cell_of;
use crate::number::Whole;
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilefall::samegame;

/// One SameGame environment, without Gymnasium.
#[pyclass(module = "tilefall")]
#[derive(Debug)]
pub struct SameGameCore {
    config: Config,
    lane: Lane,
    /// Whether an episode has begun.
    begun: bool,
    scratch: Vec<u8>,
}

type Seen<'py> = (Bound<'py, PyAny>, Bound<'py, PyDict>);
type Stepped<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

impl SameGameCore {
    /// New arrays for what is seen and for the mask, written by `work`, and what that gives.
    fn show<'py, T>(
        &mut self,
        py: Python<'py>,
        work: impl FnOnce(&mut SameGameCore, &mut [u8], &mut [bool]) -> T,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArray1<bool>>, T)> {
        let Config { rows, cols, colours, planes, .. } = self.config;
        let mask = PyArray1::zeros(py, rows * cols, false);
        let mut legal = mask.readwrite();
        let legal = legal.as_slice_mut()?;
        if planes {
            let seen = PyArray3::zeros(py, [colours, rows, cols], false);
            let out = work(self, seen.readwrite().as_slice_mut()?, legal);
            return Ok((seen.into_any(), mask, out));
        }
        let seen = PyArray2::zeros(py, [rows, cols], false);
        let out = work(self, seen.readwrite().as_slice_mut()?, legal);
        Ok((seen.into_any(), mask, out))
    }

    /// What is seen, and the information beside it.
    fn seen<'py>(&mut self, py: Python<'py>) -> PyResult<Seen<'py>> {
        let (seen, mask, _) = self.show(py, |core, seen, mask| {
            core.config.observe(&core.lane.board, seen, mask, &mut core.scratch)
        })?;
        Ok((seen, self.info(mask, 0)?))
    }

    fn info<'py>(&self, mask: Bound<'py, PyArray1<bool>>, removed: usize) -> PyResult<Bound<'py, PyDict>> {
        let py = mask.py();
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), mask)?;
        info.set_item(intern!(py, "score"), self.lane.score)?;
        info.set_item(intern!(py, "removed"), removed)?;
        Ok(info)
    }
}

#[pymethods]
impl SameGameCore {
    #[new]
    fn new(words: Words, seed: u64) -> PyResult<SameGameCore> {
        let config = Config::of(words)?;
        let lane = Lane::new(&config, seed, 0).map_err(value)?;
        let scratch = vec![0; config.cells()];
        Ok(SameGameCore { config, lane, begun: false, scratch })
    }

    /// ``(rows, cols, colours)``.
    #[getter]
    fn size(&self) -> (usize, usize, usize) {
        (self.config.rows, self.config.cols, self.config.colours)
    }

    /// Begins the first episode of a seed, or the next one.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(&mut self, py: Python<'py>, seed: Option<u64>) -> PyResult<Seen<'py>> {
        py.detach(|| match seed {
            Some(seed) => Lane::new(&self.config, seed, 0).map(|lane| self.lane = lane),
            None if self.begun => self.lane.next(&self.config, 0, 1),
            None => Lane::new(&self.config, self.lane.seed, 0).map(|lane| self.lane = lane),
        })
        .map_err(PyRuntimeError::new_err)?;
        self.begun = true;
        self.seen(py)
    }

    /// Clicks a cell.
    fn step<'py>(&mut self, py: Python<'py>, action: Whole) -> PyResult<Stepped<'py>> {
        let Config { rows, cols, .. } = self.config;
        let Some(cell) = action.get().and_then(|at| cell_of(at, rows, cols)) else {
            return Err(value(format!("action {action} is no cell, expected 0 to {}", rows * cols - 1)));
        };
        let (seen, mask, step) = self
            .show(py, |core, seen, mask| core.lane.step(&core.config, cell, seen, mask, &mut core.scratch))?;
        let info = self.info(mask, step.removed)?;
        Ok((seen, step.reward, self.lane.over, false, info))
    }

    /// What is seen now, as ``reset`` gives it.
    fn look<'py>(&mut self, py: Python<'py>) -> PyResult<Seen<'py>> {
        self.seen(py)
    }

    /// The board now.
    fn board(&self) -> Board {
        Board { game: samegame::Game::new(self.lane.board.clone(), self.config.rules) }
    }

    /// Where the environment stands.
    fn get_state(&self) -> State {
        State { lanes: vec![self.lane.clone()] }
    }

    /// Goes back to where it stood.
    fn set_state(&mut self, state: &State) -> PyResult<()> {
        state.fits(&self.config)?;
        let [lane] = &state.lanes[..] else {
            return Err(value(format!("the state is of {} boards, expected one", state.lanes.len())));
        };
        self.lane = lane.clone();
        self.begun = true;
        Ok(())
    }
}
