//! [`Vector`]: environments of a game with shared arrays.

use super::config::{Config, making};
use super::game::{Game, Policy};
use super::job::{Autoreset, Job, Sampler};
use super::lane::{self, Lane};
use super::pool::Pool;
use crate::argument::{Items, Keywords, Whole, Word, argument, optional, within};
use crate::array::{buffer, zeros};
use crate::error::{check_room, value};
use crate::puzzle::Puzzle;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::sync::{Mutex, MutexGuard, TryLockError};
use tilefall::Cancel;

/// The maximum number of environments, and of bytes of observations and masks.
const MOST: usize = 1 << 24;
const MOST_BYTES: usize = 1 << 36;

/// The number of parts per thread into which a call is divided, so that a slow thread can take fewer parts.
const PARTS: usize = 4;

/// The overhead of a heap allocation in bytes.
const ALLOCATION: usize = 24;

/// Environments of a game. The arrays are allocated once and written by every step.
#[derive(Debug)]
pub struct Vector<G: Game> {
    pub(super) config: Config<G>,
    autoreset: Autoreset,
    /// The number of environments.
    pub(super) n: usize,
    /// The keywords of the constructor, to be pickled.
    keywords: Py<PyDict>,
    /// A call releases the interpreter lock, so another thread may make a second call meanwhile. The second call fails
    /// instead of waiting: in a process forked while the state was locked, the lock would never be released.
    state: Mutex<Lanes<G>>,
    /// The arrays by name, flat. Current state: `observations` (uint8), `action_mask` (int8), and `score` (the points)
    /// or `moves_left` (int64). Last step: `rewards` (float64), `terminated`, `truncated` and `illegal` (bool), and
    /// `removed` (the number of tiles, int64). Ended episodes: the last score (`final_info`, int64), and with
    /// [`Autoreset::Same`] the last observation (`final_obs`, uint8).
    pub arrays: Py<PyDict>,
}

/// The episodes of all environments, and the thread pool if there is more than one thread.
#[derive(Debug)]
pub struct Lanes<G: Game> {
    pub lanes: Vec<Lane<G>>,
    pub pool: Option<Pool>,
    pub sampler: Sampler,
}

/// The pickled parts: the keywords, the lanes, and the seed and the number of draws of the sampler.
pub type Parts<'py> = (Bound<'py, PyDict>, Vec<lane::Parts>, (u64, u64));

impl<G: Game> Vector<G> {
    /// Creates `n` environments without boards: the first reset makes the boards, because that may take seconds. The
    /// seeds of the environments are the seed of `sampler` and the numbers after it.
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
        // The caller may also keep a copy of all arrays.
        let arrays = n * (each + 4 * size_of::<i64>() + 3) + last;
        let copies = usize::from(keywords.get::<Option<bool>>("copy")? == Some(true));
        // A lane contains the current board, and allocates the board at the start and the list of actions.
        let heap = G::heap_bytes(&first.board) + ALLOCATION;
        let boards = 2 * heap + size_of::<G::Board>();
        let lanes = n * (size_of::<Lane<G>>() + boards + config.cells() + ALLOCATION);
        let bytes = (lanes + arrays + copies * arrays).saturating_add(config.stock_bytes(n, heap));
        check_room(format!("{n} environments of {rows}x{cols} cells"), bytes)?;
        let mut lanes = vec![first; n];
        for (at, lane) in lanes.iter_mut().enumerate() {
            lane.number.seed = sampler.seed.wrapping_add(at as u64);
        }
        let pool = if threads > 1 { Some(Pool::new(threads)?) } else { None };
        let arrays = PyDict::new(py);
        arrays.set_item("observations", zeros::<u8>(py, n * config.seen())?)?;
        arrays.set_item("action_mask", zeros::<i8>(py, n * config.actions())?)?;
        arrays.set_item("rewards", zeros::<f64>(py, n)?)?;
        for name in ["terminated", "truncated", "illegal"] {
            arrays.set_item(name, zeros::<bool>(py, n)?)?;
        }
        arrays.set_item("final_obs", zeros::<u8>(py, last)?)?;
        for name in [G::SCORE, "removed", "final_info"] {
            arrays.set_item(name, zeros::<i64>(py, n)?)?;
        }
        Ok(Vector {
            autoreset,
            n,
            keywords: keywords.dict().clone().unbind(),
            state: Mutex::new(Lanes { lanes, pool, sampler }),
            arrays: arrays.unbind(),
            config,
        })
    }

    /// Locks the state until the guard is dropped. Fails if another thread has locked the state.
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

    /// Calls `work` with jobs that together cover all environments, the thread pool, and the sampler. Without `parts`
    /// or without a thread pool, there is a single job, and `work` gets no pool.
    pub(super) fn work<'py, T>(
        &self,
        py: Python<'py>,
        parts: bool,
        work: impl FnOnce(Vec<Job<'_, G>>, Option<&ThreadPool>, &mut Sampler) -> PyResult<T>,
    ) -> PyResult<T> {
        let mut state = self.lock()?;
        let Lanes { lanes, pool, sampler } = &mut *state;
        let (n, arrays) = (self.n, self.arrays.bind(py));
        let (seen, mask) = (self.config.seen(), self.config.actions());
        let last = if self.autoreset == Autoreset::Same { seen } else { 0 };
        let threads = pool.as_ref().filter(|_| parts).map_or(1, |pool| PARTS * pool.threads);
        let (part, mut lanes) = (n.div_ceil(threads), &mut lanes[..]);
        let pool = pool.as_mut().filter(|_| parts).map(Pool::get).transpose()?.flatten();
        // Takes each field of a job with the name of its array and the number of array elements per environment.
        macro_rules! work_on {
            ($($field:ident: $name:expr, $each:expr;)*) => {{
                $(let mut $field = buffer(arrays, $name, n * $each)?;)*
                $(let mut $field = $field.as_slice_mut()?;)*
                let job = |at: usize| {
                    let len = part.min(n - at);
                    $(let $field = $field.split_off_mut(..len * $each).unwrap_or_default();)*
                    let lanes = lanes.split_off_mut(..len).unwrap_or_default();
                    Job { config: &self.config, autoreset: self.autoreset, at, all: n, lanes, $($field),* }
                };
                work((0..n).step_by(part).map(job).collect(), pool, sampler)
            }};
        }
        work_on! {
            observations: intern!(py, "observations"), seen;
            masks: intern!(py, "action_mask"), mask;
            rewards: intern!(py, "rewards"), 1;
            terminated: intern!(py, "terminated"), 1;
            truncated: intern!(py, "truncated"), 1;
            scores: &PyString::intern(py, G::SCORE), 1;
            removed: intern!(py, "removed"), 1;
            illegal: intern!(py, "illegal"), 1;
            final_observations: intern!(py, "final_obs"), last;
            final_scores: intern!(py, "final_info"), 1;
        }
    }

    /// Calls `work` with each job and its part of the actions, in parallel if there is a thread pool.
    fn spread(
        &self,
        py: Python<'_>,
        (jobs, pool): (Vec<Job<'_, G>>, Option<&ThreadPool>),
        actions: &mut [i64],
        work: impl Fn(Job<'_, G>, &mut [i64]) -> Result<(), String> + Sync,
    ) -> PyResult<()> {
        let part = self.n.div_ceil(jobs.len());
        let done = py.detach(|| match pool {
            Some(pool) => pool.install(|| {
                let parts = jobs.into_par_iter().zip(actions.par_chunks_mut(part));
                parts.try_for_each(|(job, actions)| work(job, actions))
            }),
            None => jobs
                .into_iter()
                .zip(actions.chunks_mut(part))
                .try_for_each(|(job, actions)| work(job, actions)),
        });
        done.map_err(PyRuntimeError::new_err)
    }

    /// Converts the index of an environment; an index out of range is an error.
    fn place(&self, Whole(at): Whole) -> PyResult<usize> {
        let place = usize::try_from(at).ok().filter(|&at| at < self.n);
        place.ok_or_else(|| value(format!("there is no environment {at}, expected 0 to {}", self.n - 1)))
    }

    /// Converts and checks the indices of environments; `None` stands for all environments.
    fn places(&self, indices: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        match optional::<Option<Items<Whole>>>("indices", indices)?.flatten() {
            None => Ok((0..self.n).collect()),
            Some(indices) => indices.0.into_iter().map(|at| self.place(at)).collect(),
        }
    }

    /// Starts an episode in each environment whose mask is true: the first episode of a seed or, without `seeds`, the
    /// next episode. `seeds` and `boards` have one element per environment, or one for all; a single seed is increased
    /// by 1 from environment to environment. After Ctrl-C, some environments may have started their episodes.
    pub fn reset(
        &self,
        py: Python<'_>,
        seeds: &[u64],
        mask: Option<&Bound<'_, PyAny>>,
        boards: Option<&[Puzzle]>,
    ) -> PyResult<()> {
        let n = self.n;
        let wrong = |name: &str, found: usize, or: &str| {
            value(format!("{name} has {found} elements, expected {or}one for each of {n} environments"))
        };
        let mask: Option<Vec<bool>> = optional("reset_mask", mask)?;
        if let Some(mask) = &mask
            && mask.len() != n
        {
            return Err(wrong("reset_mask", mask.len(), ""));
        }
        if let Some(boards) = boards
            && ![1, n].contains(&boards.len())
        {
            return Err(wrong("boards", boards.len(), "1 or "));
        }
        if ![0, 1, n].contains(&seeds.len()) {
            return Err(wrong("seed", seeds.len(), "1 or "));
        }
        let (mask, boards) = (mask.unwrap_or_default(), boards.unwrap_or_default());
        let boards = boards.iter().map(|board| self.config.on(board)).collect::<PyResult<Vec<_>>>()?;
        self.work(py, false, |mut jobs, _, sampler| {
            let Some(job) = jobs.pop() else { return Ok(()) };
            if let Some(&seed) = seeds.first() {
                *sampler = Sampler { seed, draws: 0 };
            }
            let reset = |cancel: &Cancel| job.reset(seeds, &mask, &boards, cancel);
            // Starting a thread to handle Ctrl-C would take longer than making a board.
            match n == 1 && !self.config.is_slow() {
                true => reset(&Cancel::new()).map_err(PyRuntimeError::new_err),
                false => making(py, reset),
            }
        })
    }

    /// Plays an action in each environment, and writes the arrays. `actions` has one action per environment.
    pub fn step<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyArray1<i64>>) -> PyResult<()> {
        let mut actions = actions.try_readwrite().map_err(value)?;
        let actions = actions.as_slice_mut()?;
        {
            let state = self.lock()?;
            let open = |lane: &Lane<G>| self.autoreset != Autoreset::Next || !lane.over;
            for (at, (lane, &action)) in state.lanes.iter().zip(&*actions).enumerate() {
                lane.check_begun(py)?;
                if open(lane)
                    && let Some(why) = self.config.refusal(lane, action, at)
                {
                    return Err(value(why));
                }
            }
        }
        self.work(py, true, |jobs, pool, _| {
            self.spread(py, (jobs, pool), actions, |job, actions| job.step(actions))
        })
    }

    /// Returns the action of a policy for each environment; 0 for an environment without a legal action.
    pub fn choose<'py>(
        &self,
        py: Python<'py>,
        policy: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let policy = argument::<Word<Policy>>("policy", policy)?.0;
        if !G::POLICIES.contains(&policy) {
            return Err(value("argument 'policy': the actions of this game are random, expected `random`"));
        }
        let chosen = zeros(py, self.n)?;
        let mut actions = chosen.readwrite();
        self.work(py, true, |jobs, pool, sampler| {
            let draw = sampler.next();
            self.spread(py, (jobs, pool), actions.as_slice_mut()?, |job, actions| {
                job.choose(policy, draw, actions);
                Ok(())
            })
        })?;
        Ok(chosen)
    }

    /// Returns the current board of an environment.
    pub fn board(&self, at: &Bound<'_, PyAny>) -> PyResult<G::PyBoard> {
        let at = self.place(argument("index", at)?)?;
        Ok(G::python(&self.lock()?.lanes[at]))
    }

    /// Returns copies of the lanes of the environments `indices`, or of all environments.
    pub fn get_state(&self, indices: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Lane<G>>> {
        let places = self.places(indices)?;
        if places.is_empty() {
            return Err(value("no environment is named, expected one or more"));
        }
        let state = self.lock()?;
        Ok(places.into_iter().map(|at| state.lanes[at].clone()).collect())
    }

    /// Restores the environments `indices`, or all. `lanes` has one lane for each of them, or one for all.
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

    /// Restores the environments `places`: `lanes` has a lane for each of them, or one for all.
    fn put(&self, py: Python<'_>, places: &[usize], lanes: &[Lane<G>]) -> PyResult<()> {
        lanes.iter().try_for_each(|lane| self.config.fits(lane))?;
        self.work(py, false, |jobs, _, _| {
            py.detach(|| jobs.into_iter().for_each(|job| job.put(places, lanes)));
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

    /// Recreates the environments from the pickled parts.
    pub fn restored((keywords, lanes, (seed, draws)): Parts<'_>) -> PyResult<Vector<G>> {
        let py = keywords.py();
        let sampler = Sampler { seed, draws };
        let vector = Vector::with(&keywords.as_any().extract()?, lanes.len(), sampler)?;
        let lanes = lanes.into_iter().map(Lane::restored).collect::<PyResult<Vec<_>>>()?;
        vector.config.set_seeds(lanes.iter().map(|lane| lane.number.seed));
        vector.put(py, &vector.places(None)?, &lanes)?;
        Ok(vector)
    }
}
