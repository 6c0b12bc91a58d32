//! [`Vector`]: many environments of a game with shared arrays; [`rollout`]: actions of policies, for one step and for many.

mod rollout;

pub use rollout::Rollout;

use super::exclusive::Exclusive;
use super::game::{Game, Number};
use super::job::{Autoreset, Job, Sampler};
use super::pool::Pool;
use super::source::making;
use crate::argument::{Argument, Keywords};
use crate::array::zeros;
use crate::error::{check_room, value};
use crate::puzzle::Puzzle;
use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The maximum number of environments, and of bytes of observations and masks.
const MOST: usize = 1 << 24;
const MOST_BYTES: usize = 1 << 36;

/// Many environments of a game. The arrays are allocated once and written by every step.
#[derive(Debug)]
pub struct Vector<G: Game> {
    config: G,
    autoreset: Autoreset,
    /// The number of environments, and of threads.
    n: usize,
    threads: usize,
    /// The keywords of the configuration, to be pickled.
    keywords: Py<PyDict>,
    state: Exclusive<Lanes<G>>,
    /// Observations, uint8 [n * size of an observation].
    pub observations: Py<PyArray1<u8>>,
    /// Which actions can be played, int8 [n * actions].
    pub masks: Py<PyArray1<i8>>,
    /// The rewards of the last step, float64 [n].
    pub rewards: Py<PyArray1<f64>>,
    /// Whether the last step ended the episode, bool [n].
    pub terminated: Py<PyArray1<bool>>,
    /// The points so far or the moves left, int64 [n].
    pub scores: Py<PyArray1<i64>>,
    /// Tiles removed by the last step, int64 [n].
    pub removed: Py<PyArray1<i64>>,
    /// The last observations of the last episodes; empty unless the autoreset mode is `same_step`.
    pub final_observations: Py<PyArray1<u8>>,
    /// The scores of the last episodes, int64 [n].
    pub final_scores: Py<PyArray1<i64>>,
}

/// The episodes of all environments, and the threads if there is more than one.
#[derive(Debug)]
struct Lanes<G: Game> {
    lanes: Vec<G::Lane>,
    pool: Option<Pool>,
    sampler: Sampler,
    /// Whether the observations and masks of the vector are those of the lanes: the last step may have written others.
    shown: bool,
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
fn whole<'py, T: numpy::Element>(array: &Bound<'py, PyArray1<T>>) -> PyResult<PyReadwriteArray1<'py, T>> {
    array.try_readwrite().map_err(|_| arrays_in_use())
}

/// The pickled parts: the arguments of a vector without the seed, the lanes, and the seed and number of draws.
pub type Parts<'py, G> = (Bound<'py, PyDict>, &'static str, usize, Vec<<G as Game>::Parts>, (u64, u64));

impl<G: Game> Vector<G> {
    /// Creates `n` environments from keywords. `make` is called with their configuration and `n`, and returns their
    /// lanes.
    fn with(
        keywords: &Keywords<'_>,
        n: &Argument<'_>,
        autoreset: &Argument<'_>,
        threads: &Argument<'_>,
        sampler: Sampler,
        make: impl FnOnce(Python<'_>, &G, usize) -> PyResult<Vec<G::Lane>>,
    ) -> PyResult<Vector<G>> {
        let (py, config) = (keywords.dict().py(), G::of(keywords)?);
        let (rows, cols, _) = config.size();
        let autoreset = autoreset.one_of(&AUTORESETS)?;
        let each = config.seen() + config.actions();
        let fits = |n: &usize| n.checked_mul(each).is_some_and(|bytes| bytes <= MOST_BYTES);
        let expected =
            format!("1 to {MOST} environments (of {rows}x{cols} cells here) of at most 2^36 bytes in all");
        let n = n.whole()?.within(n.name(), &expected, |n| (1..=MOST).contains(n) && fits(n))?;
        let threads =
            threads.whole()?.within("threads", "1 to 4096", |threads| (1..=4096).contains(threads))?;
        let last = if autoreset == Autoreset::Same { n * config.seen() } else { 0 };
        let small = size_of::<G::Lane>() + config.heap_bytes() + 4 * size_of::<i64>() + 1;
        let what = format!("{n} environments of {rows}x{cols} cells");
        check_room(what, n * (each + small) + last)?;
        let (observations, masks) = (zeros(py, n * config.seen())?, zeros(py, n * config.actions())?);
        let (rewards, terminated) = (zeros(py, n)?, zeros(py, n)?);
        let (scores, removed, final_scores) = (zeros(py, n)?, zeros(py, n)?, zeros(py, n)?);
        let final_observations = zeros(py, last)?;
        let pool = if threads > 1 { Some(Pool::new(threads)?) } else { None };
        let lanes = make(py, &config, n)?;
        Ok(Vector {
            autoreset,
            n,
            threads,
            keywords: keywords.dict().clone().unbind(),
            state: Exclusive::new(Lanes { lanes, pool, sampler, shown: false }),
            observations: observations.unbind(),
            masks: masks.unbind(),
            rewards: rewards.unbind(),
            terminated: terminated.unbind(),
            scores: scores.unbind(),
            removed: removed.unbind(),
            final_observations: final_observations.unbind(),
            final_scores: final_scores.unbind(),
            config,
        })
    }

    /// Calls `work` with all environments, the arrays, the threads and the random numbers. `out` has the arrays for a
    /// step, or `None` for other calls, which find observations and masks of all environments.
    fn work<'py, T>(
        &self,
        py: Python<'py>,
        out: Option<&Out<'py>>,
        work: impl FnOnce(Job<'_, G>, Option<&Pool>, &mut Sampler) -> PyResult<T>,
    ) -> PyResult<T> {
        let mut state = self.state.lock()?;
        let Lanes { lanes, pool, sampler, shown } = &mut *state;
        let none = Out::default();
        let given = out.unwrap_or(&none);
        let mut observations = whole(given.observations.as_ref().unwrap_or(self.observations.bind(py)))?;
        let mut masks = whole(given.action_mask.as_ref().unwrap_or(self.masks.bind(py)))?;
        let mut rewards = whole(given.rewards.as_ref().unwrap_or(self.rewards.bind(py)))?;
        let mut terminated = whole(given.terminated.as_ref().unwrap_or(self.terminated.bind(py)))?;
        let mut scores = whole(self.scores.bind(py))?;
        let mut removed = whole(self.removed.bind(py))?;
        let mut last = whole(self.final_observations.bind(py))?;
        let mut final_scores = whole(self.final_scores.bind(py))?;
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
        }
        let pool = pool.as_mut().map(Pool::get).transpose()?;
        let done = work(job, pool, sampler)?;
        *shown = given.observations.is_none() && given.action_mask.is_none();
        Ok(done)
    }

    /// Converts the index of an environment.
    fn place(&self, argument: &Argument<'_>) -> PyResult<usize> {
        let (at, all) = (argument.whole()?, self.n);
        at.get()
            .filter(|&at| at < all)
            .ok_or_else(|| value(format!("there is no environment {at}, expected 0 to {}", all - 1)))
    }

    /// Converts the indices of some environments, or returns all.
    fn places(&self, indices: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        let Some(argument) = Argument::optional("indices", indices) else { return Ok((0..self.n).collect()) };
        argument.items("a list of whole numbers")?.iter().map(|argument| self.place(argument)).collect()
    }

    /// Returns the actions of an array, one for each environment.
    fn actions(&self, argument: &Argument<'_>) -> PyResult<Vec<i64>> {
        let n = self.n;
        let array = argument.instance::<PyUntypedArray>("an int64 array")?;
        if *array.shape() != [n] {
            let found = array.getattr("shape")?;
            return Err(value(format!("{} has shape {found}, expected ({n},)", argument.name())));
        }
        let Ok(actions) = array.cast::<PyArray1<i64>>() else {
            let found = array.dtype();
            return Err(PyTypeError::new_err(format!("{} is of {found}, expected int64", argument.name())));
        };
        // A copy: another thread may write the array during the step, and it may be one that the step writes.
        actions.to_vec().map_err(Into::into)
    }
}

fn arrays_in_use() -> PyErr {
    PyRuntimeError::new_err("the arrays of the environment are in use, expected one call at a time")
}

/// The names of autoreset modes.
const AUTORESETS: [(&str, Autoreset); 3] =
    [("next_step", Autoreset::Next), ("same_step", Autoreset::Same), ("disabled", Autoreset::Never)];

/// The size of the pickled parts of a lane without its cells, as Python objects, in bytes.
const LANE: usize = 800;

impl<G: Game> Vector<G> {
    /// Starts the first episodes of `num_envs` environments, the first one with `seed`.
    pub fn new(
        keywords: &Keywords<'_>,
        num_envs: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        autoreset_mode: &Bound<'_, PyAny>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<Vector<G>> {
        let seed: u64 = Argument::new("seed", seed).number()?;
        let n = Argument::new("num_envs", num_envs);
        let mode = Argument::new("autoreset_mode", autoreset_mode);
        let (threads, sampler) = (Argument::new("threads", threads), Sampler::new(seed));
        Vector::with(keywords, &n, &mode, &threads, sampler, |py, config: &G, n| {
            making(py, |stop| {
                let mut lanes = Vec::with_capacity(n);
                for at in 0..n as u64 {
                    lanes.push(config.make(Number::first(seed.wrapping_add(at)), at, stop)?);
                }
                Ok(lanes)
            })
        })
    }

    /// Returns rows, columns and colours.
    pub fn size(&self) -> (usize, usize, usize) {
        self.config.size()
    }

    /// Starts the first episodes of these seeds, or the next episodes, where the mask is true, on these boards if given.
    /// After Ctrl-C some environments have started their episodes.
    pub fn reset(
        &self,
        py: Python<'_>,
        seeds: Option<Vec<u64>>,
        mask: Option<Vec<bool>>,
        boards: Option<Vec<Puzzle>>,
    ) -> PyResult<()> {
        let n = self.n;
        let found =
            (seeds.as_ref().map(Vec::len), mask.as_ref().map(Vec::len), boards.as_ref().map(Vec::len));
        for (what, found) in [("seeds", found.0), ("mask", found.1), ("boards", found.2)] {
            if let Some(found) = found.filter(|&found| found != n) {
                return Err(value(format!("{found} {what}, expected one for each of {n} environments")));
            }
        }
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
            making(py, |stop| job.reset(seeds, mask, stop))
        })
    }

    /// Plays an action in each environment, int64 [n], and writes the arrays. Returns `true` if an episode is over.
    ///
    /// # Errors
    /// A `ValueError` for an action out of range, unless it is ignored; nothing is then played.
    pub fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        out: Option<Out<'py>>,
    ) -> PyResult<bool> {
        let out = out.unwrap_or_default();
        let mut actions = self.actions(&Argument::new("actions", actions))?;
        let choices = self.config.actions();
        self.work(py, Some(&out), |job, pool, _| {
            // As unsigned numbers, negative actions are large.
            if actions.iter().fold(false, |bad, &action| bad | (action as u64 >= choices as u64)) {
                let looked_at = |at: usize| self.autoreset != Autoreset::Next || !G::is_over(&job.lanes[at]);
                let wrong = |&(at, &action): &(usize, &i64)| looked_at(at) && action as u64 >= choices as u64;
                if let Some((at, action)) = actions.iter().enumerate().find(wrong) {
                    let (kind, most) = (G::ACTION, choices - 1);
                    return Err(value(format!(
                        "action {action} of environment {at} is no {kind}, expected 0 to {most}"
                    )));
                }
            }
            let stepped = py.detach(|| job.spread(&mut actions, pool, |job, actions| job.step(actions)));
            stepped.map_err(PyRuntimeError::new_err)
        })?;
        let terminated = out.terminated.as_ref().unwrap_or(self.terminated.bind(py));
        let terminated = terminated.try_readonly().map_err(|_| arrays_in_use())?;
        Ok(terminated.as_slice()?.contains(&true))
    }

    /// Returns the current board of an environment.
    pub fn board(&self, at: &Bound<'_, PyAny>) -> PyResult<G::Board> {
        let at = self.place(&Argument::new("index", at))?;
        Ok(self.config.board(&self.state.lock()?.lanes[at]))
    }

    /// Returns the state of some environments, or of all.
    pub fn get_state(&self, indices: Option<&Bound<'_, PyAny>>) -> PyResult<G::State> {
        let places = self.places(indices)?;
        if places.is_empty() {
            return Err(value("no environment is named, expected one or more"));
        }
        let lanes = places.len() * (size_of::<G::Lane>() + self.config.heap_bytes());
        check_room(format!("a state of {} environments", places.len()), lanes)?;
        let state = self.state.lock()?;
        Ok(G::state(places.into_iter().map(|at| state.lanes[at].clone()).collect()))
    }

    /// Restores environments from a state with a board for each, or one board for all.
    pub fn set_state(
        &self,
        py: Python<'_>,
        state: &G::State,
        indices: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let lanes = G::lanes(state);
        lanes.iter().try_for_each(|lane| self.config.fits(lane))?;
        let places = self.places(indices)?;
        if lanes.len() != 1 && lanes.len() != places.len() {
            let (found, n) = (lanes.len(), places.len());
            return Err(value(format!("a state of {found} boards for {n} environments, expected 1 or {n}")));
        }
        self.work(py, None, |job, _, _| {
            py.detach(|| job.put(&places, lanes));
            Ok(())
        })
    }

    /// Returns the parts to be pickled.
    pub fn parts<'py>(&self, py: Python<'py>) -> PyResult<Parts<'py, G>> {
        // The cells, in the parts and as Python objects.
        check_room(format!("a copy of {} environments", self.n), self.n * (2 * self.config.cells() + LANE))?;
        let (lanes, draws) = {
            let state = self.state.lock()?;
            let Sampler { seed, draws } = state.sampler;
            (state.lanes.iter().map(G::saved).collect::<PyResult<_>>()?, (seed, draws))
        };
        let mode = AUTORESETS.iter().find(|(_, mode)| *mode == self.autoreset).map_or("", |(word, _)| word);
        Ok((self.keywords.bind(py).copy()?, mode, self.threads, lanes, draws))
    }

    /// Returns the environments of pickled parts.
    pub fn restored(
        keywords: &Keywords<'_>,
        autoreset_mode: &Bound<'_, PyAny>,
        threads: &Bound<'_, PyAny>,
        lanes: Vec<G::Parts>,
        (seed, draws): (u64, u64),
    ) -> PyResult<Vector<G>> {
        let py = keywords.dict().py();
        let n = lanes.len().into_pyobject(py)?;
        let mode = Argument::new("autoreset_mode", autoreset_mode);
        let (n, threads) = (Argument::new("num_envs", n.as_any()), Argument::new("threads", threads));
        let vector =
            Vector::with(keywords, &n, &mode, &threads, Sampler { seed, draws }, |_, config: &G, _| {
                let restored = |parts| {
                    let lane = G::restored(parts)?;
                    config.fits(&lane)?;
                    Ok(lane)
                };
                lanes.into_iter().map(restored).collect()
            })?;
        vector.work(py, None, |job, _, _| {
            let (places, lanes) = ((0..job.all).collect::<Vec<_>>(), job.lanes.to_vec());
            job.put(&places, &lanes);
            Ok(())
        })?;
        Ok(vector)
    }
}
