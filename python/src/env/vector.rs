//! [`VectorCore`]: many SameGame environments that are stepped into shared arrays.

use super::config::{Config, Words};
use super::lane::Lane;
use super::state::State;
use crate::board::Board;
use crate::error::value;
use crate::input::{cell_of, one_of};
use crate::number::Whole;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tilefall::samegame;

/// When an environment whose episode is over begins the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Autoreset {
    /// With the step after the last; the action is not looked at.
    Next,
    /// At the end of the last step.
    Same,
    /// When it is told to.
    Never,
}

/// The most environments, and bytes of what is seen of them and their masks.
const MOST: usize = 1 << 24;
const MOST_BYTES: usize = 1 << 36;

/// Many SameGame environments, without Gymnasium. The arrays are made once and written by every step.
#[pyclass(module = "tilefall")]
#[derive(Debug)]
pub struct VectorCore {
    config: Config,
    autoreset: Autoreset,
    lanes: Vec<Lane>,
    /// Threads, if there is more than one.
    pool: Option<ThreadPool>,
    /// What is seen, uint8 [n * seen].
    #[pyo3(get)]
    observations: Py<PyArray1<u8>>,
    /// Which actions remove tiles, bool [n * cells].
    #[pyo3(get)]
    masks: Py<PyArray1<bool>>,
    /// float64 [n].
    #[pyo3(get)]
    rewards: Py<PyArray1<f64>>,
    /// bool [n].
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// Points so far, int64 [n].
    #[pyo3(get)]
    scores: Py<PyArray1<i64>>,
    /// Tiles removed by the last step, int64 [n].
    #[pyo3(get)]
    removed: Py<PyArray1<i64>>,
    /// What was seen at the end of the last episode; empty unless the reset is in the same step.
    #[pyo3(get)]
    final_observations: Py<PyArray1<u8>>,
    /// The score of the last episode, int64 [n].
    #[pyo3(get)]
    final_scores: Py<PyArray1<i64>>,
}

/// Some neighbouring environments with their parts of the arrays.
struct Job<'a> {
    config: &'a Config,
    autoreset: Autoreset,
    /// The place of the first, and the number of all.
    at: usize,
    all: usize,
    lanes: &'a mut [Lane],
    observations: &'a mut [u8],
    masks: &'a mut [bool],
    rewards: &'a mut [f64],
    terminated: &'a mut [bool],
    scores: &'a mut [i64],
    removed: &'a mut [i64],
    final_observations: &'a mut [u8],
    final_scores: &'a mut [i64],
}

impl<'a> Job<'a> {
    /// The first `lanes` of them, and the others.
    fn split(self, lanes: usize) -> (Job<'a>, Job<'a>) {
        let (seen, cells) = (self.config.seen(), self.config.cells());
        let last = if self.final_observations.is_empty() { 0 } else { lanes * seen };
        let Job { config, autoreset, at, all, .. } = self;
        let (a, b) = self.lanes.split_at_mut(lanes);
        let (c, d) = self.observations.split_at_mut(lanes * seen);
        let (e, f) = self.masks.split_at_mut(lanes * cells);
        let (g, h) = self.rewards.split_at_mut(lanes);
        let (i, j) = self.terminated.split_at_mut(lanes);
        let (k, l) = self.scores.split_at_mut(lanes);
        let (m, n) = self.removed.split_at_mut(lanes);
        let (o, p) = self.final_observations.split_at_mut(last);
        let (q, r) = self.final_scores.split_at_mut(lanes);
        let job =
            |at, lanes, observations, masks, rewards, terminated, scores, removed, last, final_scores| Job {
                config,
                autoreset,
                at,
                all,
                lanes,
                observations,
                masks,
                rewards,
                terminated,
                scores,
                removed,
                final_observations: last,
                final_scores,
            };
        (job(at, a, c, e, g, i, k, m, o, q), job(at + lanes, b, d, f, h, j, l, n, p, r))
    }

    /// Plays an action in each, and begins the next episodes.
    fn step(self, actions: &[i64]) -> Result<(), String> {
        let (config, seen, cells) = (self.config, self.config.seen(), self.config.cells());
        let mut scratch = vec![0; if config.planes { cells } else { 0 }];
        let lanes = self.lanes.iter_mut().zip(actions).enumerate();
        let shown = self.observations.chunks_exact_mut(seen).zip(self.masks.chunks_exact_mut(cells));
        for ((at, (lane, &action)), (observation, mask)) in lanes.zip(shown) {
            let place = (self.at + at) as u64;
            if self.autoreset == Autoreset::Next && lane.over {
                lane.next(config, place, self.all as u64)?;
                config.observe(&lane.board, observation, mask, &mut scratch);
                (self.rewards[at], self.terminated[at], self.removed[at], self.scores[at]) =
                    (0.0, false, 0, 0);
                continue;
            }
            let cell = cell_of(action, config.rows, config.cols).ok_or("an action is no cell")?;
            let step = lane.step(config, cell, observation, mask, &mut scratch);
            self.rewards[at] = step.reward;
            self.removed[at] = step.removed as i64;
            self.terminated[at] = lane.over;
            if lane.over {
                self.final_scores[at] = lane.score;
                if self.autoreset == Autoreset::Same {
                    self.final_observations[at * seen..(at + 1) * seen].copy_from_slice(observation);
                    lane.next(config, place, self.all as u64)?;
                    config.observe(&lane.board, observation, mask, &mut scratch);
                }
            }
            self.scores[at] = lane.score;
        }
        Ok(())
    }

    /// Begins episodes: of these seeds, or the next ones; only those that are meant, or all.
    fn reset(self, seeds: Option<&[u64]>, meant: Option<&[bool]>) -> Result<(), String> {
        let (config, seen, cells) = (self.config, self.config.seen(), self.config.cells());
        let mut scratch = vec![0; cells];
        for (at, lane) in self.lanes.iter_mut().enumerate() {
            if meant.is_some_and(|meant| !meant[at]) {
                continue;
            }
            let place = (self.at + at) as u64;
            match seeds {
                Some(seeds) => *lane = Lane::new(config, seeds[at], place)?,
                None => lane.next(config, place, self.all as u64)?,
            }
            let observation = &mut self.observations[at * seen..(at + 1) * seen];
            let mask = &mut self.masks[at * cells..(at + 1) * cells];
            config.observe(&lane.board, observation, mask, &mut scratch);
            (self.rewards[at], self.terminated[at], self.removed[at], self.scores[at]) = (0.0, false, 0, 0);
        }
        Ok(())
    }
}

impl VectorCore {
    /// Does work on all environments, with the arrays, without the interpreter lock.
    fn work<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(Job<'_>, Option<&ThreadPool>) -> T + Send,
    ) -> PyResult<T> {
        fn whole<'py, T: numpy::Element>(
            array: &Py<PyArray1<T>>,
            py: Python<'py>,
        ) -> PyResult<PyReadwriteArray1<'py, T>> {
            array.bind(py).try_readwrite().map_err(|error| PyRuntimeError::new_err(error.to_string()))
        }
        let mut observations = whole(&self.observations, py)?;
        let mut masks = whole(&self.masks, py)?;
        let mut rewards = whole(&self.rewards, py)?;
        let mut terminated = whole(&self.terminated, py)?;
        let mut scores = whole(&self.scores, py)?;
        let mut removed = whole(&self.removed, py)?;
        let mut last = whole(&self.final_observations, py)?;
        let mut final_scores = whole(&self.final_scores, py)?;
        let job = Job {
            config: &self.config,
            autoreset: self.autoreset,
            at: 0,
            all: self.lanes.len(),
            lanes: &mut self.lanes,
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            scores: scores.as_slice_mut()?,
            removed: removed.as_slice_mut()?,
            final_observations: last.as_slice_mut()?,
            final_scores: final_scores.as_slice_mut()?,
        };
        let pool = self.pool.as_ref();
        Ok(py.detach(|| work(job, pool)))
    }

    fn places(&self, indices: Option<Vec<Whole>>) -> PyResult<Vec<usize>> {
        let all = self.lanes.len();
        let Some(indices) = indices else { return Ok((0..all).collect()) };
        let place = |at: Whole| {
            at.get()
                .filter(|&at| at < all)
                .ok_or_else(|| value(format!("there is no environment {at}, expected 0 to {}", all - 1)))
        };
        indices.into_iter().map(place).collect()
    }
}

#[pymethods]
impl VectorCore {
    #[new]
    fn new(
        py: Python<'_>,
        words: Words,
        n: Whole,
        seed: Whole,
        autoreset: &str,
        threads: Whole,
    ) -> PyResult<VectorCore> {
        let config = Config::of(words)?;
        let modes =
            [("next_step", Autoreset::Next), ("same_step", Autoreset::Same), ("disabled", Autoreset::Never)];
        let autoreset = one_of("autoreset", autoreset, &modes)?;
        let seed: u64 = seed.to("seed")?;
        let each = config.seen() + config.cells();
        let fits = |n: &usize| n.checked_mul(each).is_some_and(|bytes| bytes <= MOST_BYTES);
        let n = n.get().filter(|n| (1..=MOST).contains(n) && fits(n)).ok_or_else(|| {
            value(format!(
                "{n} environments of {}x{} cells, expected 1 to {MOST} of at most 2^36 bytes in all",
                config.rows, config.cols
            ))
        })?;
        let pool = match threads.within("threads", "1 to 4096", |threads| (1..=4096).contains(threads))? {
            1 => None,
            threads => {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                Some(pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?)
            }
        };
        let lane = |at: u64| Lane::new(&config, seed.wrapping_add(at), at);
        let lanes = py.detach(|| (0..n as u64).map(lane).collect::<Result<_, _>>());
        let last = if autoreset == Autoreset::Same { n * config.seen() } else { 0 };
        Ok(VectorCore {
            autoreset,
            lanes: lanes.map_err(PyRuntimeError::new_err)?,
            pool,
            observations: PyArray1::zeros(py, n * config.seen(), false).unbind(),
            masks: PyArray1::zeros(py, n * config.cells(), false).unbind(),
            rewards: PyArray1::zeros(py, n, false).unbind(),
            terminated: PyArray1::zeros(py, n, false).unbind(),
            scores: PyArray1::zeros(py, n, false).unbind(),
            removed: PyArray1::zeros(py, n, false).unbind(),
            final_observations: PyArray1::zeros(py, last, false).unbind(),
            final_scores: PyArray1::zeros(py, n, false).unbind(),
            config,
        })
    }

    /// ``(rows, cols, colours)``.
    #[getter]
    fn size(&self) -> (usize, usize, usize) {
        (self.config.rows, self.config.cols, self.config.colours)
    }

    /// Begins the first episodes of these seeds, or the next ones; only where the mask says so.
    #[pyo3(signature = (seeds = None, mask = None))]
    fn reset(&mut self, py: Python<'_>, seeds: Option<Vec<u64>>, mask: Option<Vec<bool>>) -> PyResult<()> {
        let n = self.lanes.len();
        for (what, found) in [("seeds", seeds.as_ref().map(Vec::len)), ("mask", mask.as_ref().map(Vec::len))]
        {
            if let Some(found) = found.filter(|&found| found != n) {
                return Err(value(format!("{found} {what}, expected one for each of {n} environments")));
            }
        }
        self.work(py, |job, _| job.reset(seeds.as_deref(), mask.as_deref()))?.map_err(PyRuntimeError::new_err)
    }

    /// Plays an action in each environment, int64 [n], and writes the arrays. Gives whether an episode is over.
    ///
    /// Raises ValueError for an action that is no cell, if it is looked at; nothing is then played.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<bool> {
        let (actions, n, cells) = (actions.as_slice()?, self.lanes.len(), self.config.cells());
        if actions.len() != n {
            return Err(value(format!(
                "{} actions, expected one for each of {n} environments",
                actions.len()
            )));
        }
        // As unsigned numbers, those below 0 are large.
        if actions.iter().fold(false, |bad, &action| bad | (action as u64 >= cells as u64)) {
            let looked_at = |at: usize| self.autoreset != Autoreset::Next || !self.lanes[at].over;
            let wrong = |&(at, &action): &(usize, &i64)| looked_at(at) && action as u64 >= cells as u64;
            if let Some((at, action)) = actions.iter().enumerate().find(wrong) {
                let most = cells - 1;
                return Err(value(format!(
                    "action {action} of environment {at} is no cell, expected 0 to {most}"
                )));
            }
        }
        self.work(py, |job, pool| {
            let terminated = match pool {
                None => job.step(actions),
                Some(pool) => {
                    let part = n.div_ceil(pool.current_num_threads());
                    let (mut rest, mut parts) = (Some((job, actions)), Vec::new());
                    while let Some((job, actions)) = rest.take() {
                        if job.lanes.len() <= part {
                            parts.push((job, actions));
                        } else {
                            let ((first, others), (now, then)) = (job.split(part), actions.split_at(part));
                            parts.push((first, now));
                            rest = Some((others, then));
                        }
                    }
                    pool.install(|| parts.into_par_iter().try_for_each(|(job, actions)| job.step(actions)))
                }
            };
            terminated.map_err(PyRuntimeError::new_err)
        })??;
        Ok(self.terminated.bind(py).readonly().as_slice()?.contains(&true))
    }

    /// The board of an environment now.
    fn board(&self, at: Whole) -> PyResult<Board> {
        let at = self.places(Some(vec![at]))?[0];
        Ok(Board { game: samegame::Game::new(self.lanes[at].board.clone(), self.config.rules) })
    }

    /// Where environments stand: those of the places, or all.
    #[pyo3(signature = (indices = None))]
    fn get_state(&self, indices: Option<Vec<Whole>>) -> PyResult<State> {
        let places = self.places(indices)?;
        if places.is_empty() {
            return Err(value("no environment is named, expected one or more"));
        }
        Ok(State { lanes: places.into_iter().map(|at| self.lanes[at].clone()).collect() })
    }

    /// Puts environments to where others stood: a board each, or one board for all.
    #[pyo3(signature = (state, indices = None))]
    fn set_state(&mut self, py: Python<'_>, state: &State, indices: Option<Vec<Whole>>) -> PyResult<()> {
        state.fits(&self.config)?;
        let places = self.places(indices)?;
        if state.lanes.len() != 1 && state.lanes.len() != places.len() {
            let (found, n) = (state.lanes.len(), places.len());
            return Err(value(format!("a state of {found} boards for {n} environments, expected 1 or {n}")));
        }
        self.work(py, |job, _| {
            let (config, seen, cells) = (job.config, job.config.seen(), job.config.cells());
            let mut scratch = vec![0; cells];
            for (&at, from) in places.iter().zip(state.lanes.iter().cycle()) {
                let lane = &mut job.lanes[at];
                lane.clone_from(from);
                let observation = &mut job.observations[at * seen..(at + 1) * seen];
                let mask = &mut job.masks[at * cells..(at + 1) * cells];
                config.observe(&lane.board, observation, mask, &mut scratch);
                (job.scores[at], job.terminated[at], job.rewards[at], job.removed[at]) =
                    (lane.score, lane.over, 0.0, 0);
            }
        })
    }
}
