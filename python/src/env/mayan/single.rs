//! [`MayanCore`]: one Mayan environment.

use super::super::exclusive::Exclusive;
use super::super::game::Game;
use super::super::source::making;
use super::config::MayanConfig;
use super::lane::{MayanLane, Parts as LaneParts};
use super::state::MayanState;
use crate::argument::{Argument, Keywords};
use crate::array::zeros;
use crate::error::value;
use crate::input::slide_of;
use crate::mayan::MayanBoard;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilefall::base::StopFlag;
use tilefall::mayan::Board;

/// One Mayan environment, without Gymnasium.
#[pyclass(module = "tilefall._tilefall", frozen)]
#[derive(Debug)]
pub struct MayanCore {
    config: MayanConfig,
    /// The keywords of the configuration, to be pickled.
    keywords: Py<PyDict>,
    state: Exclusive<Episode>,
}

/// The episode of an environment.
#[derive(Debug)]
struct Episode {
    lane: MayanLane,
    /// Whether an episode has begun.
    begun: bool,
    scratch: Vec<u8>,
}

/// The keywords, the lane and whether an episode has begun, to be pickled.
type Parts<'py> = (Bound<'py, PyDict>, LaneParts, bool);

type Observed<'py> = (Bound<'py, PyAny>, Bound<'py, PyDict>);
type StepResult<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

impl Episode {
    /// Returns the observation and the info after `work`, which writes the arrays and returns the number of blocks
    /// removed; and the result of `work`.
    fn show<'py, T>(
        &mut self,
        py: Python<'py>,
        config: &MayanConfig,
        work: impl FnOnce(&mut Episode, &mut [u8], &mut [i8]) -> (T, usize),
    ) -> PyResult<(Observed<'py>, T)> {
        let (seen, mask): (_, Bound<'py, PyArray1<i8>>) =
            (zeros(py, config.seen())?, zeros(py, config.actions())?);
        let (out, removed) = work(self, seen.readwrite().as_slice_mut()?, mask.readwrite().as_slice_mut()?);
        let MayanConfig { rows, cols, colours, planes, .. } = *config;
        let seen = match planes {
            true => seen.reshape([colours, rows, cols])?.into_any(),
            false => seen.reshape([rows, cols])?.into_any(),
        };
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), mask)?;
        info.set_item(intern!(py, "moves_left"), self.lane.left)?;
        info.set_item(intern!(py, "removed"), removed)?;
        Ok(((seen, info), out))
    }

    /// Returns the observation and the info.
    fn seen<'py>(&mut self, py: Python<'py>, config: &MayanConfig) -> PyResult<Observed<'py>> {
        let seen = self.show(py, config, |episode, seen, mask| {
            config.observe(&episode.lane, seen, mask, &mut episode.scratch);
            ((), 0)
        });
        Ok(seen?.0)
    }
}

#[pymethods]
impl MayanCore {
    #[new]
    fn new(keywords: Keywords<'_>, seed: u64) -> PyResult<MayanCore> {
        let config = MayanConfig::of(&keywords)?;
        // Puzzles may take seconds: the first one is made by the first reset.
        let board = Board::from_names(config.rows, config.cols, |_| None).map_err(value)?;
        let lane = MayanLane { board, seed, episode: 0, left: 0, exactly: false, over: true };
        let scratch = vec![0; config.cells()];
        let state = Exclusive::new(Episode { lane, begun: false, scratch });
        Ok(MayanCore { config, keywords: keywords.dict().clone().unbind(), state })
    }

    /// ``(rows, cols, colours)``.
    #[getter]
    fn size(&self) -> (usize, usize, usize) {
        self.config.size()
    }

    /// Starts the first episode of ``seed``; without a seed, the next episode of the current one.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(&self, py: Python<'py>, seed: Option<u64>) -> PyResult<Observed<'py>> {
        let (config, mut state) = (&self.config, self.state.lock()?);
        let mut lane = state.lane.clone();
        let (begun, first) = (state.begun, seed.unwrap_or(lane.seed));
        let make = move |stop: &StopFlag| {
            if begun && seed.is_none() {
                config.next(&mut lane, 0, 1, stop).map(|()| lane)
            } else {
                config.start(first, 0, stop)
            }
        };
        state.lane = match config.is_slow() {
            true => making(py, make)?,
            false => make(&StopFlag::new()).map_err(PyRuntimeError::new_err)?,
        };
        state.begun = true;
        state.seen(py, config)
    }

    /// Plays a move. A move that cannot be played changes nothing, but counts.
    fn step<'py>(&self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<StepResult<'py>> {
        let config = &self.config;
        let action = Argument::new("action", action).whole()?;
        let Some(played) = action.get().and_then(|at| slide_of(at, config.rows, config.cols)) else {
            let most = config.actions() - 1;
            return Err(value(format!("action {action} is no move, expected 0 to {most}")));
        };
        let mut state = self.state.lock()?;
        let ((seen, info), step) = state.show(py, config, |episode, seen, mask| {
            let step = episode.lane.step(config, played, seen, mask, &mut episode.scratch);
            (step, step.removed)
        })?;
        Ok((seen, step.reward, state.lane.over, false, info))
    }

    /// Returns the current observation, like ``reset``.
    fn look<'py>(&self, py: Python<'py>) -> PyResult<Observed<'py>> {
        self.state.lock()?.seen(py, &self.config)
    }

    /// Returns the current board.
    fn board(&self) -> PyResult<MayanBoard> {
        Ok(self.config.board(&self.state.lock()?.lane))
    }

    /// Returns the state of the environment.
    fn get_state(&self) -> PyResult<MayanState> {
        Ok(self.config.state(vec![self.state.lock()?.lane.clone()]))
    }

    /// Restores a state.
    fn set_state(&self, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let state = Argument::new("state", state).instance::<MayanState>("a MayanState of get_state")?;
        let [lane] = self.config.lanes_of(state.get())? else {
            let boards = state.get().0.len();
            return Err(value(format!("the state is of {boards} boards, expected one")));
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
        Ok((py.get_type::<MayanCore>().getattr("_restore")?, (keywords, lane, begun)))
    }

    #[staticmethod]
    fn _restore(keywords: Keywords<'_>, lane: LaneParts, begun: bool) -> PyResult<MayanCore> {
        let core = MayanCore::new(keywords, lane.2)?;
        let lane = core.config.restored(lane)?;
        {
            let mut state = core.state.lock()?;
            (state.lane, state.begun) = (lane, begun);
        }
        Ok(core)
    }
}
