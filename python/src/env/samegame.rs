//! [`Game`] for SameGame.

use super::config::Config;
use super::game::{Game, Number, Step};
use super::lane::{Lane, Parts};
use super::policy::{POLICIES, Policy};
use super::source::Start;
use super::state::State;
use crate::argument::Keywords;
use crate::board::SameGameBoard;
use crate::error::value;
use crate::input::{action_of, cell_of};
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use tilefall::rules::{Random, StopFlag};
use tilefall::rules::grid::Grid;
use tilefall::samegame;

impl Game for Config {
    type Lane = Lane;
    type State = State;
    type Board = SameGameBoard;
    type Parts = Parts;

    const SCORE: &str = "score";
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

    fn is_slow(&self) -> bool {
        self.source.is_slow()
    }

    fn unstarted(&self, seed: u64) -> PyResult<Lane> {
        let rules = self.overrides.on(None);
        let grid = Grid::empty(self.rows, self.cols, &[0]).map_err(value)?;
        let board = samegame::Board::with_rules(&grid, &rules).map_err(value)?;
        let mut lane = Lane::new(self, Start { board, rules }, Number::first(seed));
        lane.over = true;
        Ok(lane)
    }

    fn make(&self, number: Number, place: u64, stop: &StopFlag) -> Result<Lane, String> {
        let start = self.source.start(number.seed, number.episode, place, stop)?;
        Ok(Lane::new(self, start, number))
    }

    fn on(&self, puzzle: &Puzzle, number: Number) -> PyResult<Lane> {
        let lane = Lane::new(self, Start::of(puzzle, &self.overrides)?, number);
        self.fits(&lane)?;
        Ok(lane)
    }

    fn number(lane: &Lane) -> Number {
        lane.number
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
        SameGameBoard::holding(samegame::Game::new(lane.board.clone(), lane.rules))
    }

    fn state(lanes: Vec<Lane>) -> State {
        State(lanes)
    }

    fn lanes(state: &State) -> &[Lane] {
        &state.0
    }

    fn size_of(lane: &Lane) -> (usize, usize, usize) {
        (lane.board.rows(), lane.board.cols(), lane.board.names().len())
    }

    fn saved(lane: &Lane) -> PyResult<Parts> {
        lane.saved()
    }

    fn restored(parts: Parts) -> PyResult<Lane> {
        Lane::restored(parts)
    }
}
