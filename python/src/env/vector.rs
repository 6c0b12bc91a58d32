//! [`Vector`]: environments of a game with shared arrays.

use super::config::{Config, making};
use super::game::Game;
use super::job::{Autoreset, Job, Sampler};
use super::lane::{self, Lane};
use super::pool::Pool;
use crate::argument::{Items, Keywords, Whole, argument, optional, within};
use crate::array::zeros;
use crate::error::{check_room, value};
use crate::puzzle::Puzzle;
use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Mutex, MutexGuard, TryLockError};
use tilefall::rules::StopFlag;

/// The maximum number of environments, and of bytes of observations and masks.
const MOST: usize = 1 << 24;
const MOST_BYTES: usize = 1 << 36;

/// Environments of a game. The arrays are allocated once and written by every step.
#[derive(Debug)]
pub struct Vector<G: Game> {
    pub(super) config: Config<G>,
    autoreset: Autoreset,
    /// The number of environments.
    pub(super) n: usize,
    /// The keywords of the constructor, to be pickled.
    keywords: Py<PyDict>,
    /// Calls release the interpreter lock, so another thread may call meanwhile. That call fails and does not wait: in a
    /// process that was forked while the state was in use, the lock would never be released.
    state: Mutex<Lanes<G>>,
    pub arrays: Py<Arrays>,
}

/// The arrays of environments.
#[pyclass(module = "tilefall._tilefall", frozen, get_all)]
#[derive(Debug)]
pub struct Arrays {
    /// Observations, uint8 [n * size of an observation].
    observations: Py<PyArray1<u8>>,
    /// Which actions can be played, int8 [n * actions].
    masks: Py<PyArray1<i8>>,
    /// The rewards of the last step, float64 [n].
    rewards: Py<PyArray1<f64>>,
    /// Whether the last step ended the episode, bool [n].
    terminated: Py<PyArray1<bool>>,
    /// The points so far or the moves left, int64 [n].
    scores: Py<PyArray1<i64>>,
    /// Tiles removed by the last step, int64 [n].
    removed: Py<PyArray1<i64>>,
    /// The last observations of the last episodes; empty unless the autoreset mode is `same_step`.
    final_observations: Py<PyArray1<u8>>,
    /// The scores of the last episodes, int64 [n].
    final_scores: Py<PyArray1<i64>>,
}

/// The episodes of all environments, and the threads if there is more than one.
#[derive(Debug)]
pub struct Lanes<G: Game> {
    pub lanes: Vec<Lane<G>>,
    pub pool: Option<Pool>,
    pub sampler: Sampler,
    /// Whether the observations and masks of the vector are known to be those of the lanes: a step may have written others.
    pub shown: bool,
}

/// The arrays of the caller that a step writes instead of those of the vector, flat.
#[derive(Debug, Default, FromPyObject)]
#[pyo3(from_item_all)]
pub struct Out<'py> {
    observations: Option<Bound<'py, PyArray1<u8>>>,
    action_mask: Option<Bound<'py, PyArray1<i8>>>,
    rewards: Option<Bound<'py, PyArray1<f64>>>,
    terminated: Option<Bound<'py, PyArray1<bool>>>,
}

/// Borrows an array to be written.
pub fn whole<'py, T: numpy::Element>(array: &Bound<'py, PyArray1<T>>) -> PyResult<PyReadwriteArray1<'py, T>> {
    array.try_readwrite().map_err(|_| arrays_in_use())
}

/// The pickled parts: the keywords, the lanes, and the seed and number of draws.
pub type Parts<'py> = (Bound<'py, PyDict>, Vec<lane::Parts>, (u64, u64));

impl<G: Game> Vector<G> {
    /// Creates `n` environments that have not begun, the first one with the seed of `sampler`. The first reset makes the
    /// boards, because that may take seconds.
    pub fn with(keywords: &Keywords<'_>, n: usize, sampler: Sampler) -> PyResult<Vector<G>> {
        let (py, config) = (keywords.dict().py(), Config::<G>::of(keywords)?);
        let (rows, cols, _) = config.size();
        let autoreset = keywords.word("autoreset_mode")?;
        let each = config.seen() + config.actions();
        if !(1..=MOST).contains(&n) || n.checked_mul(each).is_none_or(|bytes| bytes > MOST_BYTES) {
            let expected = format!("1 to {MOST} environments (of {rows}x{cols} cells here)");
            return Err(value(format!(
                "argument 'num_envs': {n} is out of range, expected {expected} of at most 2^36 bytes in all"
            )));
        }
        let threads = within("threads", keywords.get("threads")?, 1..=4096)?;
        let last = if autoreset == Autoreset::Same { n * config.seen() } else { 0 };
        let first = config.unstarted(sampler.seed)?;
        let small = size_of::<Lane<G>>() + G::heap_bytes(&first.board) + 4 * size_of::<i64>() + 1;
        check_room(format!("{n} environments of {rows}x{cols} cells"), n * (each + small) + last)?;
        let mut lanes = vec![first; n];
        for (at, lane) in lanes.iter_mut().enumerate() {
            lane.number.seed = sampler.seed.wrapping_add(at as u64);
        }
        let pool = if threads > 1 { Some(Pool::new(threads)?) } else { None };
        let arrays = Arrays {
            observations: zeros(py, n * config.seen())?.unbind(),
            masks: zeros(py, n * config.actions())?.unbind(),
            rewards: zeros(py, n)?.unbind(),
            terminated: zeros(py, n)?.unbind(),
            scores: zeros(py, n)?.unbind(),
            removed: zeros(py, n)?.unbind(),
            final_observations: zeros(py, last)?.unbind(),
            final_scores: zeros(py, n)?.unbind(),
        };
        Ok(Vector {
            autoreset,
            n,
            keywords: keywords.dict().clone().unbind(),
            state: Mutex::new(Lanes { lanes, pool, sampler, shown: false }),
            arrays: Py::new(py, arrays)?,
            config,
        })
    }

    /// Locks the state until the guard is dropped.
    ///
    /// # Errors
    /// A `RuntimeError` if another call uses the state.
    pub(super) fn lock(&self) -> PyResult<MutexGuard<'_, Lanes<G>>> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "the environment is in use by another thread, expected one call at a time: give each thread an \
                 environment of its own",
            )),
        }
    }

    /// Calls `work` with all environments, the arrays, the threads and the random numbers. `out` has the arrays for a
    /// call that reads no observations or masks; without it they are those of all environments.
    pub(super) fn work<'py, T>(
        &self,
        py: Python<'py>,
        out: Option<&Out<'py>>,
        work: impl FnOnce(Job<'_, G>, Option<&Pool>, &mut Sampler) -> PyResult<T>,
    ) -> PyResult<T> {
        let mut state = self.lock()?;
        let Lanes { lanes, pool, sampler, shown } = &mut *state;
        let (arrays, none) = (self.arrays.get(), Out::default());
        let given = out.unwrap_or(&none);
        let mut observations = whole(given.observations.as_ref().unwrap_or(arrays.observations.bind(py)))?;
        let mut masks = whole(given.action_mask.as_ref().unwrap_or(arrays.masks.bind(py)))?;
        let mut rewards = whole(given.rewards.as_ref().unwrap_or(arrays.rewards.bind(py)))?;
        let mut terminated = whole(given.terminated.as_ref().unwrap_or(arrays.terminated.bind(py)))?;
        let mut scores = whole(arrays.scores.bind(py))?;
        let mut removed = whole(arrays.removed.bind(py))?;
        let mut last = whole(arrays.final_observations.bind(py))?;
        let mut final_scores = whole(arrays.final_scores.bind(py))?;
        let mut job = Job {
            config: &self.config,
            autoreset: self.autoreset,
            at: 0,
            all: self.n,
            lanes,
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            scores: scores.as_slice_mut()?,
            removed: removed.as_slice_mut()?,
            final_observations: last.as_slice_mut()?,
            final_scores: final_scores.as_slice_mut()?,
        };
        if out.is_none() && !*shown {
            job.show();
            *shown = true;
        }
        let pool = pool.as_mut().map(Pool::get).transpose()?;
        let done = work(job, pool, sampler)?;
        *shown &= given.observations.is_none() && given.action_mask.is_none();
        Ok(done)
    }

    /// Checks the index of an environment.
    fn place(&self, Whole(at): Whole) -> PyResult<usize> {
        let place = usize::try_from(at).ok().filter(|&at| at < self.n);
        place.ok_or_else(|| value(format!("there is no environment {at}, expected 0 to {}", self.n - 1)))
    }

    /// Converts the indices of some environments, or returns all.
    fn places(&self, indices: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        match optional::<Option<Items<Whole>>>("indices", indices)?.flatten() {
            None => Ok((0..self.n).collect()),
            Some(indices) => indices.0.into_iter().map(|at| self.place(at)).collect(),
        }
    }

    /// Returns the actions of an array, one for each environment.
    fn actions(&self, actions: &Bound<'_, PyUntypedArray>) -> PyResult<Vec<i64>> {
        let n = self.n;
        if *actions.shape() != [n] {
            let found = actions.getattr("shape")?;
            return Err(value(format!("actions has shape {found}, expected ({n},)")));
        }
        let Ok(actions) = actions.cast::<PyArray1<i64>>() else {
            return Err(PyTypeError::new_err(format!("actions is of {}, expected int64", actions.dtype())));
        };
        // A copy: another thread may write the array during the step, and it may be one that the step writes.
        actions.to_vec().map_err(Into::into)
    }
}

fn arrays_in_use() -> PyErr {
    PyRuntimeError::new_err("the arrays of the environment are in use, expected one call at a time")
}

impl<G: Game> Vector<G> {
    /// Starts the first episodes of these seeds, or the next episodes, where the mask is true, on these boards if given: one
    /// of each for each environment. After Ctrl-C some environments have started their episodes.
    pub fn reset(
        &self,
        py: Python<'_>,
        seeds: Option<Vec<u64>>,
        mask: Option<Vec<bool>>,
        boards: Option<Vec<Puzzle>>,
    ) -> PyResult<()> {
        let n = self.n;
        self.work(py, None, |job, _, sampler| {
            if let Some(&[first, ..]) = seeds.as_deref() {
                *sampler = Sampler::new(first);
            }
            let (seeds, mask) = (seeds.as_deref(), mask.as_deref());
            if let Some(boards) = boards {
                let places: Vec<usize> = (0..n).filter(|&at| mask.is_none_or(|mask| mask[at])).collect();
                let on = |&at: &usize| self.config.on(&boards[at], job.number(seeds, at));
                let lanes = places.iter().map(on).collect::<PyResult<Vec<_>>>()?;
                job.put(&places, &lanes);
                return Ok(());
            }
            // A thread for Ctrl-C would take longer than to make a board.
            match n == 1 && !self.config.is_slow() {
                true => job.reset(seeds, mask, &StopFlag::new()).map_err(PyRuntimeError::new_err),
                false => making(py, |stop| job.reset(seeds, mask, stop)),
            }
        })
    }

    /// Plays an action in each environment, int64 [n], and writes the arrays. Returns `true` if an episode is over.
    ///
    /// # Errors
    /// A `ValueError` for an action out of range, unless it is ignored; nothing is then played.
    pub fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyUntypedArray>,
        out: Option<Out<'py>>,
    ) -> PyResult<bool> {
        let (out, mut actions) = (out.unwrap_or_default(), self.actions(actions)?);
        let choices = self.config.actions();
        self.work(py, Some(&out), |job, pool, _| {
            // As unsigned numbers, negative actions are large.
            if actions.iter().fold(false, |bad, &action| bad | (action as u64 >= choices as u64)) {
                let looked_at = |at: usize| self.autoreset != Autoreset::Next || !job.lanes[at].over;
                let wrong = |&(at, &action): &(usize, &i64)| looked_at(at) && action as u64 >= choices as u64;
                if let Some((at, action)) = actions.iter().enumerate().find(wrong) {
                    let (kind, most) = (G::ACTION, choices - 1);
                    return Err(value(format!(
                        "action {action} of environment {at} is no {kind}, expected 0 to {most}"
                    )));
                }
            }
            job.spread(py, &mut actions, pool, |job, actions| job.step(actions))
        })?;
        let terminated = out.terminated.as_ref().unwrap_or(self.arrays.get().terminated.bind(py));
        let terminated = terminated.try_readonly().map_err(|_| arrays_in_use())?;
        Ok(terminated.as_slice()?.contains(&true))
    }

    /// Returns the current board of an environment.
    pub fn board(&self, at: &Bound<'_, PyAny>) -> PyResult<G::PyBoard> {
        let at = self.place(argument("index", at)?)?;
        Ok(G::python(&self.lock()?.lanes[at]))
    }

    /// Returns the state of some environments, or of all.
    pub fn get_state(&self, indices: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Lane<G>>> {
        let places = self.places(indices)?;
        if places.is_empty() {
            return Err(value("no environment is named, expected one or more"));
        }
        let state = self.lock()?;
        Ok(places.into_iter().map(|at| state.lanes[at].clone()).collect())
    }

    /// Restores environments from a state with a board for each, or one board for all.
    pub fn set_state(
        &self,
        py: Python<'_>,
        lanes: &[Lane<G>],
        indices: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let places = self.places(indices)?;
        if lanes.len() != 1 && lanes.len() != places.len() {
            let (found, n) = (lanes.len(), places.len());
            return Err(value(format!(
                "a state of {found} boards for {n} environments, expected 1 or one for each"
            )));
        }
        self.put(py, &places, lanes)
    }

    /// Restores the lanes of these environments: one lane for each, or one for all.
    fn put(&self, py: Python<'_>, places: &[usize], lanes: &[Lane<G>]) -> PyResult<()> {
        lanes.iter().try_for_each(|lane| self.config.fits(lane))?;
        self.work(py, None, |job, _, _| {
            py.detach(|| job.put(places, lanes));
            Ok(())
        })
    }

    /// Returns the parts to be pickled.
    pub fn parts<'py>(&self, py: Python<'py>) -> PyResult<Parts<'py>> {
        let state = self.lock()?;
        let lanes = state.lanes.iter().map(Lane::saved).collect::<PyResult<_>>()?;
        let Sampler { seed, draws } = state.sampler;
        Ok((self.keywords.bind(py).copy()?, lanes, (seed, draws)))
    }

    /// Returns the environments of pickled parts.
    pub fn restored((keywords, lanes, (seed, draws)): Parts<'_>) -> PyResult<Vector<G>> {
        let py = keywords.py();
        let sampler = Sampler { seed, draws };
        let vector = Vector::with(&keywords.as_any().extract()?, lanes.len(), sampler)?;
        let lanes = lanes.into_iter().map(Lane::restored).collect::<PyResult<Vec<_>>>()?;
        vector.put(py, &(0..lanes.len()).collect::<Vec<_>>(), &lanes)?;
        Ok(vector)
    }
}
