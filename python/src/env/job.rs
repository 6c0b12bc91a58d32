//! [`Job`]: the part of the environments of a vector that one thread steps, with their parts of the arrays.

use super::game::{Game, Number};
use super::policy::Policy;
use super::pool::Pool;
use tilefall::rules::{Random, StopFlag};

/// When an environment starts the next episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// In the step after the last one, whose action is ignored.
    Next,
    /// At the end of the last step of an episode.
    Same,
    /// Only in a reset.
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
    /// Starts the draws of a seed.
    pub fn new(seed: u64) -> Sampler {
        Sampler { seed, draws: 0 }
    }

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

/// Writes the action of a policy for each environment from number `first`; 0 if there is none.
pub fn choose<G: Game>(
    config: &G,
    lanes: &[G::Lane],
    policy: Policy,
    sampler: Sampler,
    first: usize,
    actions: &mut [i64],
) {
    for (at, (lane, action)) in lanes.iter().zip(actions).enumerate() {
        let chosen = config.choose(lane, policy, &mut sampler.random(first + at));
        *action = chosen.unwrap_or(0) as i64;
    }
}

/// A range of environments with their parts of the arrays. Observations and masks may be empty: steps then write
/// neither.
pub struct Job<'a, G: Game> {
    pub config: &'a G,
    pub autoreset: Autoreset,
    /// The index of the first environment, and the number of all environments.
    pub at: usize,
    pub all: usize,
    pub lanes: &'a mut [G::Lane],
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

    /// Calls `work` with parts of the job and of `actions`, one for each thread of the pool.
    pub fn spread(
        self,
        actions: &mut [i64],
        pool: Option<&Pool>,
        work: impl Fn(Job<'_, G>, &mut [i64]) -> Result<(), String> + Sync,
    ) -> Result<(), String> {
        let Some(pool) = pool else { return work(self, actions) };
        let part = pool.part(self.lanes.len());
        let (mut rest, mut parts) = (Some((self, actions)), Vec::new());
        while let Some((job, actions)) = rest.take() {
            if job.lanes.len() <= part {
                parts.push((job, actions));
            } else {
                let ((first, others), (now, then)) = (job.split(part), actions.split_at_mut(part));
                parts.push((first, now));
                rest = Some((others, then));
            }
        }
        pool.spread(parts, |(job, actions)| work(job, actions))
    }

    /// Writes the action of a policy for each environment; 0 if there is none.
    pub fn choose(&self, policy: Policy, sampler: Sampler, actions: &mut [i64]) {
        choose(self.config, self.lanes, policy, sampler, self.at, actions);
    }

    /// Writes all observations and masks.
    pub fn show(&mut self) {
        let (config, (seen, actions)) = (self.config, self.each());
        let mut scratch = vec![0; config.cells()];
        let shown = self.observations.chunks_exact_mut(seen).zip(self.masks.chunks_exact_mut(actions));
        for (lane, (observation, mask)) in self.lanes.iter().zip(shown) {
            config.observe(lane, observation, mask, &mut scratch);
        }
    }

    /// Splits after the first `lanes` environments.
    pub fn split(self, lanes: usize) -> (Job<'a, G>, Job<'a, G>) {
        let (seen, actions) = self.each();
        let last = if self.final_observations.is_empty() { 0 } else { lanes * self.config.seen() };
        let Job { config, autoreset, at, all, .. } = self;
        let (a, b) = self.lanes.split_at_mut(lanes);
        let (c, d) = self.observations.split_at_mut(lanes * seen);
        let (e, f) = self.masks.split_at_mut(lanes * actions);
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

    /// Plays an action in each environment, and starts the next episodes.
    pub fn step(self, actions: &[i64]) -> Result<(), String> {
        let stop = &StopFlag::new();
        let (config, (seen, choices)) = (self.config, self.each());
        let mut scratch = vec![0; if config.planes() { config.cells() } else { 0 }];
        for (at, (lane, &action)) in self.lanes.iter_mut().zip(actions).enumerate() {
            let observation = &mut self.observations[at * seen..(at + 1) * seen];
            let mask = &mut self.masks[at * choices..(at + 1) * choices];
            let place = (self.at + at) as u64;
            if self.autoreset == Autoreset::Next && G::is_over(lane) {
                config.next(lane, place, self.all as u64, stop)?;
                config.observe(lane, observation, mask, &mut scratch);
                (self.rewards[at], self.terminated[at], self.removed[at], self.scores[at]) =
                    (0.0, false, 0, G::score(lane));
                continue;
            }
            let step = config.step(lane, action, observation, mask, &mut scratch);
            let step = step.ok_or("an action is out of range")?;
            self.rewards[at] = step.reward;
            self.removed[at] = step.removed as i64;
            self.terminated[at] = G::is_over(lane);
            if G::is_over(lane) {
                self.final_scores[at] = G::score(lane);
                if self.autoreset == Autoreset::Same {
                    if !observation.is_empty() {
                        self.final_observations[at * seen..(at + 1) * seen].copy_from_slice(observation);
                    }
                    config.next(lane, place, self.all as u64, stop)?;
                    config.observe(lane, observation, mask, &mut scratch);
                }
            }
            self.scores[at] = G::score(lane);
        }
        Ok(())
    }

    /// Returns the number of the next episode of an environment: the first one of its seed, or the one after the last.
    pub fn number(&self, seeds: Option<&[u64]>, at: usize) -> Number {
        match seeds {
            Some(seeds) => Number::first(seeds[at]),
            None => G::number(&self.lanes[at]).next(),
        }
    }

    /// Starts episodes, the first ones of `seeds` or the next ones, in the environments of the mask or in all.
    pub fn reset(self, seeds: Option<&[u64]>, mask: Option<&[bool]>, stop: &StopFlag) -> Result<(), String> {
        let (config, seen, actions) = (self.config, self.config.seen(), self.config.actions());
        let mut scratch = vec![0; config.cells()];
        for at in 0..self.lanes.len() {
            if mask.is_some_and(|mask| !mask[at]) {
                continue;
            }
            let number = self.number(seeds, at);
            let place = (at as u64).wrapping_add(number.episode.wrapping_mul(self.all as u64));
            let lane = &mut self.lanes[at];
            *lane = config.make(number, place, stop)?;
            let observation = &mut self.observations[at * seen..(at + 1) * seen];
            let mask = &mut self.masks[at * actions..(at + 1) * actions];
            config.observe(lane, observation, mask, &mut scratch);
            (self.rewards[at], self.terminated[at], self.removed[at], self.scores[at]) =
                (0.0, false, 0, G::score(lane));
        }
        Ok(())
    }

    /// Restores environments: `lanes` has one lane for each of `places`, or one for all.
    pub fn put(self, places: &[usize], lanes: &[G::Lane]) {
        let (config, seen, actions) = (self.config, self.config.seen(), self.config.actions());
        let mut scratch = vec![0; config.cells()];
        for (&at, from) in places.iter().zip(lanes.iter().cycle()) {
            let lane = &mut self.lanes[at];
            lane.clone_from(from);
            let observation = &mut self.observations[at * seen..(at + 1) * seen];
            let mask = &mut self.masks[at * actions..(at + 1) * actions];
            config.observe(lane, observation, mask, &mut scratch);
            (self.scores[at], self.terminated[at], self.rewards[at], self.removed[at]) =
                (G::score(lane), G::is_over(lane), 0.0, 0);
        }
    }
}
