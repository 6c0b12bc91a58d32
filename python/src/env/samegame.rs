//! [`Game`] for SameGame.

use super::config::Config;
use super::game::{Game, Step};
use super::lane::{Lane, Parts};
use super::policy::{POLICIES, Policy};
use super::state::State;
use crate::argument::Keywords;
use crate::board::SameGameBoard;
use crate::input::{action_of, cell_of};
use pyo3::prelude::*;
use tilefall::base::{Random, StopFlag};
use tilefall::samegame;

impl Game for Config {
    type Lane = Lane;
    type State = State;
    type Board = SameGameBoard;
    type Parts = Parts;

    const ACTION: &str = "cell";
    const POLICIES: &[(&str, Policy)] = &POLICIES;

    fn of(keywords: &Keywords<'_>) -> PyResult<Config> {
        Config::of(keywords)
    }

    fn size(&self) -> (usize, usize, usize) {
        (self.rows, self.cols, self.colours)
    }

    fn planes(&self) -> bool {
        self.planes
    }

    fn actions(&self) -> usize {
        self.cells()
    }

    fn heap_bytes(&self) -> usize {
        self.source.heap_bytes()
    }

    fn start(&self, seed: u64, at: u64, stop: &StopFlag) -> Result<Lane, String> {
        Lane::new(self, seed, at, stop)
    }

    fn next(&self, lane: &mut Lane, at: u64, lanes: u64, stop: &StopFlag) -> Result<(), String> {
        lane.next(self, at, lanes, stop)
    }

    fn observe(&self, lane: &Lane, seen: &mut [u8], mask: &mut [i8], scratch: &mut [u8]) {
        Config::observe(self, &lane.board, seen, mask, scratch);
    }

    fn step(
        &self,
        lane: &mut Lane,
        action: i64,
        seen: &mut [u8],
        mask: &mut [i8],
        scratch: &mut [u8],
    ) -> Option<Step> {
        let cell = cell_of(action, self.rows, self.cols)?;
        Some(lane.step(self, cell, seen, mask, scratch))
    }

    fn choose(&self, lane: &Lane, policy: Policy, random: &mut Random) -> Option<usize> {
        let cell = lane.board.choose(policy.on(self.clicks), random)?;
        Some(action_of(cell, self.rows, self.cols))
    }

    fn is_over(lane: &Lane) -> bool {
        lane.over
    }

    fn score(lane: &Lane) -> i64 {
        lane.score
    }

    fn board(&self, lane: &Lane) -> SameGameBoard {
        SameGameBoard::holding(samegame::Game::new(lane.board.clone(), self.rules))
    }

    fn state(&self, lanes: Vec<Lane>) -> State {
        State { rules: self.rules, lanes }
    }

    fn lanes_of<'a>(&self, state: &'a State) -> PyResult<&'a [Lane]> {
        state.fits(self)?;
        Ok(&state.lanes)
    }

    fn saved(lane: &Lane) -> Parts {
        lane.saved()
    }

    fn restored(&self, parts: Parts) -> PyResult<Lane> {
        Lane::restored((self.rows, self.cols, self.colours), &self.rules, parts)
    }
}
