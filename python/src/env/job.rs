//! [`Job`]: the work of one thread on a vector. A job has some of the environments, and their elements of the arrays.

use super::config::Config;
use super::game::{Game, Policy};
use super::lane::{Lane, LaneStep, Number};
use serde::Deserialize;
use tilefall::Cancel;
use tilefall::rules::Random;

/// When an environment starts the next episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Autoreset {
    /// In the step that follows the last step of an episode. The action of this extra step is ignored.
    #[serde(rename = "next_step")]
    Next,
    /// At the end of the last step of an episode.
    #[serde(rename = "same_step")]
    Same,
    /// Only when `reset` is called.
    #[serde(rename = "disabled")]
    Never,
}

/// The random numbers for choosing actions. Draw d of environment i uses the seed `seed` + i and the stream number
/// `!d`: stream numbers are counted down from 2^64 − 1, because episodes use the stream numbers from 0.
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

/// Consecutive environments of a vector, with the elements of the arrays that belong to them.
pub struct Job<'a, G: Game> {
    pub config: &'a Config<G>,
    pub autoreset: Autoreset,
    /// `at` is the index of the first environment in the vector, `all` the number of environments in the vector.
    pub at: usize,
    pub all: usize,
    pub lanes: &'a mut [Lane<G>],
    pub observations: &'a mut [u8],
    pub masks: &'a mut [i8],
    pub rewards: &'a mut [f64],
    pub terminated: &'a mut [bool],
    pub truncated: &'a mut [bool],
    pub scores: &'a mut [i64],
    pub removed: &'a mut [i64],
    pub illegal: &'a mut [bool],
    pub final_observations: &'a mut [u8],
    pub final_scores: &'a mut [i64],
}

impl<G: Game> Job<'_, G> {
    /// Returns the sizes of an observation and of a mask.
    fn each(&self) -> (usize, usize) {
        (self.config.seen(), self.config.actions())
    }

    /// Writes the action of a policy for each environment; 0 for an environment without a legal action.
    pub fn choose(&self, policy: Policy, sampler: Sampler, actions: &mut [i64]) {
        for (at, (lane, action)) in self.lanes.iter().zip(actions).enumerate() {
            let mut random = sampler.random(self.at + at);
            let game = &self.config.game;
            let chosen = if lane.over { None } else { game.choose(&lane.board, policy, &mut random) };
            *action = chosen.unwrap_or(0) as i64;
        }
    }

    /// Writes the current state of lane `at` to the arrays, and zeros for the results of the last step.
    fn show_one(&mut self, at: usize, scratch: &mut [u8]) {
        let (lane, (seen, actions)) = (&self.lanes[at], self.each());
        let observation = &mut self.observations[at * seen..(at + 1) * seen];
        self.config.observe(lane, observation, &mut self.masks[at * actions..(at + 1) * actions], scratch);
        (self.rewards[at], self.removed[at], self.illegal[at]) = (0.0, 0, false);
        (self.terminated[at], self.truncated[at]) = (lane.over && !lane.cut, lane.cut);
        self.scores[at] = lane.score;
    }

    /// Plays an action in each environment, and starts the next episode if [`Autoreset`] requires it.
    pub fn step(mut self, actions: &[i64]) -> Result<(), String> {
        let (config, (seen, choices)) = (self.config, self.each());
        let mut scratch = config.scratch();
        for (at, &action) in actions.iter().enumerate() {
            let place = (self.at + at) as u64;
            if self.autoreset == Autoreset::Next && self.lanes[at].over {
                config.next(&mut self.lanes[at], place, self.all as u64)?;
                self.show_one(at, &mut scratch);
                continue;
            }
            let lane = &mut self.lanes[at];
            let observation = &mut self.observations[at * seen..(at + 1) * seen];
            let mask = &mut self.masks[at * choices..(at + 1) * choices];
            let LaneStep { reward, removed, illegal } =
                config.step(lane, action, observation, mask, &mut scratch);
            (self.rewards[at], self.removed[at], self.illegal[at]) = (reward, removed as i64, illegal);
            (self.terminated[at], self.truncated[at]) = (lane.over && !lane.cut, lane.cut);
            if lane.over {
                self.final_scores[at] = lane.score;
                if self.autoreset == Autoreset::Same {
                    self.final_observations[at * seen..(at + 1) * seen].copy_from_slice(observation);
                    config.next(lane, place, self.all as u64)?;
                    config.observe(lane, observation, mask, &mut scratch);
                }
            }
            self.scores[at] = lane.score;
        }
        Ok(())
    }

    /// Starts an episode in each environment whose `mask` is true, or in all if `mask` is empty. With `seeds`, this is
    /// the first episode of the seed, otherwise the next episode. If `boards` is not empty, the episodes start on these
    /// boards. `seeds` and `boards` have one element per environment, or one for all.
    pub fn reset(
        mut self,
        seeds: &[u64],
        mask: &[bool],
        boards: &[Lane<G>],
        cancel: &Cancel,
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
                [] => self.config.make(number, place, cancel)?,
                boards => Lane { number, ..boards[at % boards.len()].clone() },
            };
            self.show_one(at, &mut scratch);
        }
        Ok(())
    }

    /// Restores the environments with the indices `places`. `lanes` has one lane for each of them, or one for all.
    pub fn put(mut self, places: &[usize], lanes: &[Lane<G>]) {
        let mut scratch = self.config.scratch();
        for (&at, from) in places.iter().zip(lanes.iter().cycle()) {
            self.lanes[at].clone_from(from);
            self.show_one(at, &mut scratch);
        }
    }
}
