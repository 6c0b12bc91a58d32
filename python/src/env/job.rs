//! [`Job`]: the part of the environments of a vector that one thread steps, with their parts of the arrays.

use super::config::Config;
use super::game::{Game, Policy};
use super::lane::{Lane, Number, Step};
use super::pool::Pool;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde::Deserialize;
use tilefall::rules::{Random, StopFlag};

/// When an environment starts the next episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Autoreset {
    /// In the step after the last one, whose action is ignored.
    #[serde(rename = "next_step")]
    Next,
    /// At the end of the last step of an episode.
    #[serde(rename = "same_step")]
    Same,
    /// Only in a reset.
    #[serde(rename = "disabled")]
    Never,
}

/// The random numbers of actions: environment i has the stream of seed `seed` + i for each draw. The streams are numbered
/// from the last one, because episodes are numbered from 0.
#[derive(Clone, Copy, Debug)]
pub struct Sampler {
    pub seed: u64,
    pub draws: u64,
}

impl Sampler {
    /// Returns the random numbers of the next draw.
    pub fn next(&mut self) -> Sampler {
        let draw = *self;
        self.draws = self.draws.wrapping_add(1);
        draw
    }

    /// Returns the random numbers of an environment for this draw.
    fn random(&self, at: usize) -> Random {
        Random::new(self.seed.wrapping_add(at as u64), !self.draws)
    }
}

/// A range of environments with their parts of the arrays. Observations and masks may be empty: steps then write
/// neither.
pub struct Job<'a, G: Game> {
    pub config: &'a Config<G>,
    pub autoreset: Autoreset,
    /// The index of the first environment, and the number of all environments.
    pub at: usize,
    pub all: usize,
    pub lanes: &'a mut [Lane<G>],
    pub observations: &'a mut [u8],
    pub masks: &'a mut [i8],
    pub rewards: &'a mut [f64],
    pub terminated: &'a mut [bool],
    pub scores: &'a mut [i64],
    pub removed: &'a mut [i64],
    pub final_observations: &'a mut [u8],
    pub final_scores: &'a mut [i64],
}

impl<'a, G: Game> Job<'a, G> {
    /// Returns the sizes of an observation and of a mask, 0 if they are not written.
    fn each(&self) -> (usize, usize) {
        match self.observations.is_empty() {
            true => (0, 0),
            false => (self.config.seen(), self.config.actions()),
        }
    }

    /// Returns the job with its arrays borrowed, without observations and masks unless they are to be written.
    pub fn borrowed(&mut self, write: bool) -> Job<'_, G> {
        Job {
            config: self.config,
            autoreset: self.autoreset,
            at: self.at,
            all: self.all,
            lanes: self.lanes,
            observations: if write { self.observations } else { &mut [] },
            masks: if write { self.masks } else { &mut [] },
            rewards: self.rewards,
            terminated: self.terminated,
            scores: self.scores,
            removed: self.removed,
            final_observations: self.final_observations,
            final_scores: self.final_scores,
        }
    }

    /// Calls `work` without the interpreter lock with parts of the job and of `actions`, one for each thread of the pool.
    pub fn spread(
        mut self,
        py: Python<'_>,
        actions: &mut [i64],
        pool: Option<&Pool>,
        work: impl Fn(Job<'_, G>, &mut [i64]) -> Result<(), String> + Sync,
    ) -> PyResult<()> {
        let done = py.detach(|| {
            let Some(pool) = pool.filter(|pool| pool.helps()) else { return work(self, actions) };
            let part = pool.part(self.lanes.len());
            let parts = actions.chunks_mut(part).map(|actions| (self.take(actions.len()), actions)).collect();
            pool.spread(parts, |(job, actions)| work(job, actions))
        });
        done.map_err(PyRuntimeError::new_err)
    }

    /// Splits off the first `lanes` environments.
    fn take(&mut self, lanes: usize) -> Job<'a, G> {
        fn first<'a, T>(all: &mut &'a mut [T], len: usize) -> &'a mut [T] {
            all.split_off_mut(..len).unwrap_or_default()
        }
        let (seen, actions) = self.each();
        let at = self.at;
        self.at += lanes;
        Job {
            config: self.config,
            autoreset: self.autoreset,
            at,
            all: self.all,
            lanes: first(&mut self.lanes, lanes),
            observations: first(&mut self.observations, lanes * seen),
            masks: first(&mut self.masks, lanes * actions),
            rewards: first(&mut self.rewards, lanes),
            terminated: first(&mut self.terminated, lanes),
            scores: first(&mut self.scores, lanes),
            removed: first(&mut self.removed, lanes),
            final_observations: first(&mut self.final_observations, lanes * self.config.seen()),
            final_scores: first(&mut self.final_scores, lanes),
        }
    }

    /// Writes the action of a policy for each environment; 0 if there is none.
    pub fn choose(&self, policy: Policy, sampler: Sampler, actions: &mut [i64]) {
        for (at, (lane, action)) in self.lanes.iter().zip(actions).enumerate() {
            let mut random = sampler.random(self.at + at);
            let game = &self.config.game;
            let chosen = if lane.over { None } else { game.choose(&lane.board, policy, &mut random) };
            *action = chosen.unwrap_or(0) as i64;
        }
    }

    /// Writes all observations and masks.
    pub fn show(&mut self) {
        let (config, (seen, actions)) = (self.config, self.each());
        let mut scratch = config.scratch();
        let shown = self.observations.chunks_exact_mut(seen).zip(self.masks.chunks_exact_mut(actions));
        for (lane, (observation, mask)) in self.lanes.iter().zip(shown) {
            config.observe(lane, observation, mask, &mut scratch);
        }
    }

    /// Writes the arrays of the environment `at`, to which no step led.
    fn show_one(&mut self, at: usize, scratch: &mut [u8]) {
        let (lane, (seen, actions)) = (&self.lanes[at], self.each());
        let observation = &mut self.observations[at * seen..(at + 1) * seen];
        self.config.observe(lane, observation, &mut self.masks[at * actions..(at + 1) * actions], scratch);
        (self.rewards[at], self.removed[at]) = (0.0, 0);
        (self.terminated[at], self.scores[at]) = (lane.over, lane.score);
    }

    /// Plays an action in each environment, and starts the next episodes.
    pub fn step(mut self, actions: &[i64]) -> Result<(), String> {
        let stop = &StopFlag::new();
        let (config, (seen, choices)) = (self.config, self.each());
        let mut scratch = config.scratch();
        for (at, &action) in actions.iter().enumerate() {
            let place = (self.at + at) as u64;
            if self.autoreset == Autoreset::Next && self.lanes[at].over {
                config.next(&mut self.lanes[at], place, self.all as u64, stop)?;
                self.show_one(at, &mut scratch);
                continue;
            }
            let lane = &mut self.lanes[at];
            let observation = &mut self.observations[at * seen..(at + 1) * seen];
            let mask = &mut self.masks[at * choices..(at + 1) * choices];
            let step = config.step(lane, action, observation, mask, &mut scratch);
            let Step { reward, removed } = step.ok_or("an action is out of range")?;
            self.rewards[at] = reward;
            self.removed[at] = removed as i64;
            self.terminated[at] = lane.over;
            if lane.over {
                self.final_scores[at] = lane.score;
                if self.autoreset == Autoreset::Same {
                    if !observation.is_empty() {
                        self.final_observations[at * seen..(at + 1) * seen].copy_from_slice(observation);
                    }
                    config.next(lane, place, self.all as u64, stop)?;
                    config.observe(lane, observation, mask, &mut scratch);
                }
            }
            self.scores[at] = lane.score;
        }
        Ok(())
    }

    /// Starts episodes in all environments, or where the mask is true: the first ones of seeds, or the next ones without, on
    /// given boards or on boards that are made. Of each there is one for each environment, one for all, or none.
    pub fn reset(
        mut self,
        seeds: &[u64],
        mask: &[bool],
        boards: &[Lane<G>],
        stop: &StopFlag,
    ) -> Result<(), String> {
        let mut scratch = self.config.scratch();
        let is_reset = |at: usize| mask.get(at) != Some(&false);
        let number = |at: usize, lane: &Lane<G>| match *seeds {
            _ if !is_reset(at) => lane.number,
            [] => lane.number.next(),
            [first] => Number { seed: first.wrapping_add(at as u64), episode: 0 },
            _ => Number { seed: seeds[at], episode: 0 },
        };
        self.config.set_seeds(self.lanes.iter().enumerate().map(|(at, lane)| number(at, lane).seed));
        for at in (0..self.lanes.len()).filter(|&at| is_reset(at)) {
            let number = number(at, &self.lanes[at]);
            let place = (at as u64).wrapping_add(number.episode.wrapping_mul(self.all as u64));
            self.lanes[at] = match boards {
                [] => self.config.make(number, place, stop)?,
                boards => Lane { number, ..boards[at % boards.len()].clone() },
            };
            self.show_one(at, &mut scratch);
        }
        Ok(())
    }

    /// Restores environments: `lanes` has one lane for each of `places`, or one for all.
    pub fn put(mut self, places: &[usize], lanes: &[Lane<G>]) {
        let mut scratch = self.config.scratch();
        for (&at, from) in places.iter().zip(lanes.iter().cycle()) {
            self.lanes[at].clone_from(from);
            self.show_one(at, &mut scratch);
        }
    }
}
