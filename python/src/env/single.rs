//! [`Single`]: one environment of a game.

use super::exclusive::Exclusive;
use super::game::{Game, Number, Step};
use super::source::making;
use crate::argument::{Argument, Keywords};
use crate::array::zeros;
use crate::error::value;
use crate::puzzle::Puzzle;
use numpy::PyArrayMethods;
use pyo3::exceptions::PyRuntimeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilefall::rules::StopFlag;

/// One environment of a game.
#[derive(Debug)]
pub struct Single<G: Game> {
    config: G,
    /// The keywords of the configuration, to be pickled.
    keywords: Py<PyDict>,
    state: Exclusive<Episode<G>>,
}

/// The episode of an environment.
#[derive(Debug)]
struct Episode<G: Game> {
    lane: G::Lane,
    /// Whether an episode has begun.
    begun: bool,
    scratch: Vec<u8>,
}

/// The keywords, the lane and whether an episode has begun, to be pickled.
pub type Parts<'py, G> = (Bound<'py, PyDict>, <G as Game>::Parts, bool);

pub type Observed<'py> = (Bound<'py, PyAny>, Bound<'py, PyDict>);
pub type StepResult<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

impl<G: Game> Episode<G> {
    /// Returns new arrays for the observation and the mask with their info, after `work`, which writes them and returns
    /// the result of a step.
    fn show<'py>(
        &mut self,
        py: Python<'py>,
        config: &G,
        work: impl FnOnce(&mut Episode<G>, &mut [u8], &mut [i8]) -> PyResult<Step>,
    ) -> PyResult<(Observed<'py>, Step)> {
        let (seen, mask) = (zeros(py, config.seen())?, zeros(py, config.actions())?);
        let step = work(self, seen.readwrite().as_slice_mut()?, mask.readwrite().as_slice_mut()?)?;
        let (rows, cols, colours) = config.size();
        let seen = match config.planes() {
            true => seen.reshape([colours, rows, cols])?.into_any(),
            false => seen.reshape([rows, cols])?.into_any(),
        };
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), mask)?;
        info.set_item(G::SCORE, G::score(&self.lane))?;
        info.set_item(intern!(py, "removed"), step.removed)?;
        Ok(((seen, info), step))
    }

    /// Returns the observation and the info.
    fn seen<'py>(&mut self, py: Python<'py>, config: &G) -> PyResult<Observed<'py>> {
        let seen = self.show(py, config, |episode, seen, mask| {
            config.observe(&episode.lane, seen, mask, &mut episode.scratch);
            Ok(Step { reward: 0.0, removed: 0 })
        });
        Ok(seen?.0)
    }
}

impl<G: Game> Single<G> {
    /// Creates an environment. The first reset makes the first board, because that may take seconds.
    pub fn new(keywords: &Keywords<'_>, seed: u64) -> PyResult<Single<G>> {
        let config = G::of(keywords)?;
        let (lane, scratch) = (config.unstarted(seed)?, vec![0; config.cells()]);
        let state = Exclusive::new(Episode { lane, begun: false, scratch });
        Ok(Single { config, keywords: keywords.dict().clone().unbind(), state })
    }

    /// Returns rows, columns and colours.
    pub fn size(&self) -> (usize, usize, usize) {
        self.config.size()
    }

    /// Starts the first episode of a seed, or without a seed the next one, on this board if one is given.
    pub fn reset<'py>(
        &self,
        py: Python<'py>,
        seed: Option<u64>,
        board: Option<Puzzle>,
    ) -> PyResult<Observed<'py>> {
        let (config, mut state) = (&self.config, self.state.lock()?);
        let last = G::number(&state.lane);
        let number = match seed {
            Some(seed) => Number::first(seed),
            None if state.begun => last.next(),
            None => last,
        };
        state.lane = match board {
            Some(board) => config.on(&board, number)?,
            None => {
                let make = move |stop: &StopFlag| config.make(number, number.episode, stop);
                match config.is_slow() {
                    true => making(py, make)?,
                    false => make(&StopFlag::new()).map_err(PyRuntimeError::new_err)?,
                }
            }
        };
        state.begun = true;
        state.seen(py, config)
    }

    /// Plays an action.
    pub fn step<'py>(&self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<StepResult<'py>> {
        let config = &self.config;
        let action = Argument::new("action", action).whole()?;
        let mut state = self.state.lock()?;
        let ((seen, info), step) = state.show(py, config, |episode, seen, mask| {
            let step = action
                .get()
                .and_then(|at| config.step(&mut episode.lane, at, seen, mask, &mut episode.scratch));
            let most = config.actions() - 1;
            step.ok_or_else(|| value(format!("action {action} is no {}, expected 0 to {most}", G::ACTION)))
        })?;
        Ok((seen, step.reward, G::is_over(&state.lane), false, info))
    }

    /// Returns the current observation, like `reset`.
    pub fn look<'py>(&self, py: Python<'py>) -> PyResult<Observed<'py>> {
        self.state.lock()?.seen(py, &self.config)
    }

    /// Returns the current board.
    pub fn board(&self) -> PyResult<G::Board> {
        Ok(self.config.board(&self.state.lock()?.lane))
    }

    /// Returns the state of the environment.
    pub fn get_state(&self) -> PyResult<G::State> {
        Ok(G::state(vec![self.state.lock()?.lane.clone()]))
    }

    /// Restores a state.
    pub fn set_state(&self, state: &G::State) -> PyResult<()> {
        let [lane] = G::lanes(state) else {
            return Err(value(format!("the state is of {} boards, expected one", G::lanes(state).len())));
        };
        self.config.fits(lane)?;
        let mut episode = self.state.lock()?;
        episode.lane = lane.clone();
        episode.begun = true;
        Ok(())
    }

    /// Returns the parts to be pickled.
    pub fn parts<'py>(&self, py: Python<'py>) -> PyResult<Parts<'py, G>> {
        let state = self.state.lock()?;
        Ok((self.keywords.bind(py).copy()?, G::saved(&state.lane)?, state.begun))
    }

    /// Returns the environment of pickled parts.
    pub fn restored(keywords: &Keywords<'_>, lane: G::Parts, begun: bool) -> PyResult<Single<G>> {
        let (single, lane) = (Single::<G>::new(keywords, 0)?, G::restored(lane)?);
        single.config.fits(&lane)?;
        {
            let mut state = single.state.lock()?;
            (state.lane, state.begun) = (lane, begun);
        }
        Ok(single)
    }
}
