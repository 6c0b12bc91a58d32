//! [`SameGameCore`]: one SameGame environment.

use super::config::Config;
use super::exclusive::Exclusive;
use super::game::Game;
use super::lane::{self, Lane};
use super::source::making;
use super::state::State;
use crate::argument::{Argument, Keywords};
use crate::array::zeros;
use crate::board::SameGameBoard;
use crate::error::value;
use crate::input::cell_of;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilefall::base::StopFlag;
use tilefall::samegame;

/// One SameGame environment, without Gymnasium.
#[pyclass(module = "tilefall._tilefall", frozen)]
#[derive(Debug)]
pub struct SameGameCore {
    config: Config,
    /// The keywords of the configuration, to be pickled.
    keywords: Py<PyDict>,
    state: Exclusive<Episode>,
}

/// The episode of an environment.
#[derive(Debug)]
struct Episode {
    lane: Lane,
    /// Whether an episode has begun.
    begun: bool,
    scratch: Vec<u8>,
}

/// The keywords, the lane and whether an episode has begun, to be pickled.
type Parts<'py> = (Bound<'py, PyDict>, lane::Parts, bool);

type Observed<'py> = (Bound<'py, PyAny>, Bound<'py, PyDict>);
type StepResult<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

impl Episode {
    /// Returns new arrays for the observation and the mask, written by `work`, and the result of `work`.
    fn show<'py, T>(
        &mut self,
        py: Python<'py>,
        config: &Config,
        work: impl FnOnce(&mut Episode, &mut [u8], &mut [i8]) -> T,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArray1<i8>>, T)> {
        let Config { rows, cols, colours, planes, .. } = *config;
        let (seen, mask) = (zeros(py, config.seen())?, zeros(py, config.cells())?);
        let out = work(self, seen.readwrite().as_slice_mut()?, mask.readwrite().as_slice_mut()?);
        let seen = match planes {
            true => seen.reshape([colours, rows, cols])?.into_any(),
            false => seen.reshape([rows, cols])?.into_any(),
        };
        Ok((seen, mask, out))
    }

    /// Returns the observation and the info.
    fn seen<'py>(&mut self, py: Python<'py>, config: &Config) -> PyResult<Observed<'py>> {
        let (seen, mask, _) = self.show(py, config, |episode, seen, mask| {
            config.observe(&episode.lane.board, seen, mask, &mut episode.scratch)
        })?;
        Ok((seen, self.info(mask, 0)?))
    }

    fn info<'py>(&self, mask: Bound<'py, PyArray1<i8>>, removed: usize) -> PyResult<Bound<'py, PyDict>> {
        let py = mask.py();
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), mask)?;
        info.set_item(intern!(py, "score"), self.lane.score)?;
        info.set_item(intern!(py, "removed"), removed)?;
        Ok(info)
    }
}

impl SameGameCore {
    /// Creates an environment from keywords, with the lane that `make` returns for its configuration.
    fn with(
        keywords: &Keywords<'_>,
        begun: bool,
        make: impl FnOnce(Python<'_>, &Config) -> PyResult<Lane>,
    ) -> PyResult<SameGameCore> {
        let (py, config) = (keywords.dict().py(), Config::of(keywords)?);
        let (lane, scratch) = (make(py, &config)?, vec![0; config.cells()]);
        let state = Exclusive::new(Episode { lane, begun, scratch });
        Ok(SameGameCore { config, keywords: keywords.dict().clone().unbind(), state })
    }
}

/// Makes a board; if that may take long, Ctrl-C is handled meanwhile.
fn making_one<T: Send>(
    py: Python<'_>,
    config: &Config,
    make: impl FnOnce(&StopFlag) -> Result<T, String> + Send,
) -> PyResult<T> {
    match config.source.is_slow() {
        true => making(py, make),
        false => make(&StopFlag::new()).map_err(PyRuntimeError::new_err),
    }
}

#[pymethods]
impl SameGameCore {
    #[new]
    fn new(keywords: Keywords<'_>, seed: u64) -> PyResult<SameGameCore> {
        SameGameCore::with(&keywords, false, |py, config| {
            making_one(py, config, |stop| Lane::new(config, seed, 0, stop))
        })
    }

    /// ``(rows, cols, colours)``.
    #[getter]
    fn size(&self) -> (usize, usize, usize) {
        (self.config.rows, self.config.cols, self.config.colours)
    }

    /// Starts the first episode of ``seed``; without a seed, the next episode of the current one.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(&self, py: Python<'py>, seed: Option<u64>) -> PyResult<Observed<'py>> {
        let (config, mut state) = (&self.config, self.state.lock()?);
        let mut lane = state.lane.clone();
        let (begun, first) = (state.begun, seed.unwrap_or(lane.seed));
        state.lane = making_one(py, config, move |stop| {
            if begun && seed.is_none() {
                lane.next(config, 0, 1, stop).map(|()| lane)
            } else {
                Lane::new(config, first, 0, stop)
            }
        })?;
        state.begun = true;
        state.seen(py, config)
    }

    /// Clicks a cell.
    fn step<'py>(&self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<StepResult<'py>> {
        let Config { rows, cols, .. } = self.config;
        let action = Argument::new("action", action).whole()?;
        let Some(cell) = action.get().and_then(|at| cell_of(at, rows, cols)) else {
            return Err(value(format!("action {action} is no cell, expected 0 to {}", rows * cols - 1)));
        };
        let (config, mut state) = (&self.config, self.state.lock()?);
        let (seen, mask, step) = state.show(py, config, |episode, seen, mask| {
            episode.lane.step(config, cell, seen, mask, &mut episode.scratch)
        })?;
        let info = state.info(mask, step.removed)?;
        Ok((seen, step.reward, state.lane.over, false, info))
    }

    /// Returns the current observation, like ``reset``.
    fn look<'py>(&self, py: Python<'py>) -> PyResult<Observed<'py>> {
        self.state.lock()?.seen(py, &self.config)
    }

    /// Returns the current board.
    fn board(&self) -> PyResult<SameGameBoard> {
        let board = self.state.lock()?.lane.board.clone();
        Ok(SameGameBoard::holding(samegame::Game::new(board, self.config.rules)))
    }

    /// Returns the state of the environment.
    fn get_state(&self) -> PyResult<State> {
        Ok(State { rules: self.config.rules, lanes: vec![self.state.lock()?.lane.clone()] })
    }

    /// Restores a state.
    fn set_state(&self, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let state = Argument::new("state", state).instance::<State>("a State of get_state")?;
        state.get().fits(&self.config)?;
        let [lane] = &state.get().lanes[..] else {
            return Err(value(format!("the state is of {} boards, expected one", state.get().lanes.len())));
        };
        let mut episode = self.state.lock()?;
        episode.lane = lane.clone();
        episode.begun = true;
        Ok(())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let (lane, begun) = {
            let state = self.state.lock()?;
            (state.lane.saved(), state.begun)
        };
        let keywords = self.keywords.bind(py).copy()?;
        Ok((py.get_type::<SameGameCore>().getattr("_restore")?, (keywords, lane, begun)))
    }

    #[staticmethod]
    fn _restore(keywords: Keywords<'_>, lane: lane::Parts, begun: bool) -> PyResult<SameGameCore> {
        SameGameCore::with(&keywords, begun, |_, config| {
            Lane::restored((config.rows, config.cols, config.colours), &config.rules, lane)
        })
    }
}
