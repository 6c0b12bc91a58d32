//! [`Job`]: the part of the environments of a vector that one thread steps, with their parts of the arrays.

use super::game::Game;
use tilefall::base::StopFlag;

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

/// A range of environments with their parts of the arrays.
pub struct Job<'a, G: Game> {
    pub config: &'a G,
    pub autoreset: Autoreset,
    /// The index of the first environment, and the number of all environments.
    pub at: usize,
    pub all: usize,
    pub lanes: &'a mut [G::Lane],
    pub observations: &'a mut [u8],
    pub masks: &'a mut [bool],
    pub rewards: &'a mut [f64],
    pub terminated: &'a mut [bool],
    pub scores: &'a mut [i64],
    pub removed: &'a mut [i64],
    pub final_observations: &'a mut [u8],
    pub final_scores: &'a mut [i64],
}

impl<'a, G: Game> Job<'a, G> {
    /// Splits after the first `lanes` environments.
    pub fn split(self, lanes: usize) -> (Job<'a, G>, Job<'a, G>) {
        let (seen, actions) = (self.config.seen(), self.config.actions());
        let last = if self.final_observations.is_empty() { 0 } else { lanes * seen };
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
        let (config, seen, choices) = (self.config, self.config.seen(), self.config.actions());
        let mut scratch = vec![0; if config.planes() { config.cells() } else { 0 }];
        let lanes = self.lanes.iter_mut().zip(actions).enumerate();
        let shown = self.observations.chunks_exact_mut(seen).zip(self.masks.chunks_exact_mut(choices));
        for ((at, (lane, &action)), (observation, mask)) in lanes.zip(shown) {
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
                    self.final_observations[at * seen..(at + 1) * seen].copy_from_slice(observation);
                    config.next(lane, place, self.all as u64, stop)?;
                    config.observe(lane, observation, mask, &mut scratch);
                }
            }
            self.scores[at] = G::score(lane);
        }
        Ok(())
    }

    /// Starts episodes, the first ones of `seeds` or the next ones, in the environments of the mask or in all.
    pub fn reset(self, seeds: Option<&[u64]>, mask: Option<&[bool]>, stop: &StopFlag) -> Result<(), String> {
        let (config, seen, actions) = (self.config, self.config.seen(), self.config.actions());
        let mut scratch = vec![0; config.cells()];
        for (at, lane) in self.lanes.iter_mut().enumerate() {
            if mask.is_some_and(|mask| !mask[at]) {
                continue;
            }
            let place = (self.at + at) as u64;
            match seeds {
                Some(seeds) => *lane = config.start(seeds[at], place, stop)?,
                None => config.next(lane, place, self.all as u64, stop)?,
            }
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
