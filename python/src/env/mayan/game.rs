//! [`Game`] for the Mayan puzzle.

use super::super::game::{Game, Number, Step};
use super::super::policy::Policy;
use super::super::state::MayanState;
use super::config::MayanConfig;
use super::lane::{MayanLane, Parts};
use crate::argument::Keywords;
use crate::error::value;
use crate::input::{action_of_slide, slide_of};
use crate::mayan::MayanBoard;
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use tilefall::rules::{Random, StopFlag};
use tilefall::mayan;

impl Game for MayanConfig {
    type Lane = MayanLane;
    type State = MayanState;
    type Board = MayanBoard;
    type Parts = Parts;

    const SCORE: &str = "moves_left";
    const ACTION: &str = "move";
    const POLICIES: &[(&str, Policy)] = &[("random", Policy::Random)];

    fn of(keywords: &Keywords<'_>) -> PyResult<MayanConfig> {
        MayanConfig::of(keywords)
    }

    fn size(&self) -> (usize, usize, usize) {
        (self.rows, self.cols, self.colours)
    }

    fn planes(&self) -> bool {
        self.planes
    }

    fn actions(&self) -> usize {
        2 * self.rows * self.cols
    }

    fn heap_bytes(&self) -> usize {
        self.colours * size_of::<u64>()
    }

    fn is_slow(&self) -> bool {
        MayanConfig::is_slow(self)
    }

    fn unstarted(&self, seed: u64) -> PyResult<MayanLane> {
        let board = mayan::Board::from_names(self.rows, self.cols, |_| None).map_err(value)?;
        Ok(MayanLane { board, number: Number::first(seed), left: 0, exactly: false, over: true })
    }

    fn make(&self, number: Number, place: u64, stop: &StopFlag) -> Result<MayanLane, String> {
        let start = self.puzzle(number.seed, number.episode, place, stop)?;
        Ok(MayanLane::new(start, number))
    }

    fn on(&self, puzzle: &Puzzle, number: Number) -> PyResult<MayanLane> {
        let lane = MayanLane::new(self.start_of(puzzle)?, number);
        self.fits(&lane)?;
        Ok(lane)
    }

    fn number(lane: &MayanLane) -> Number {
        lane.number
    }

    fn observe(&self, lane: &MayanLane, seen: &mut [u8], mask: &mut [i8], scratch: &mut [u8]) {
        self.write(&lane.board, seen, mask, scratch);
        if lane.over {
            mask.fill(0);
        }
    }

    fn step(
        &self,
        lane: &mut MayanLane,
        action: i64,
        seen: &mut [u8],
        mask: &mut [i8],
        scratch: &mut [u8],
    ) -> Option<Step> {
        let step = slide_of(action, self.rows, self.cols)?;
        Some(lane.step(self, step, seen, mask, scratch))
    }

    fn choose(&self, lane: &MayanLane, _policy: Policy, random: &mut Random) -> Option<usize> {
        if lane.over {
            return None;
        }
        let moves = lane.board.moves();
        let step = *moves.get(random.below(moves.len()))?;
        Some(action_of_slide(step, self.rows, self.cols))
    }

    fn is_over(lane: &MayanLane) -> bool {
        lane.over
    }

    fn score(lane: &MayanLane) -> i64 {
        i64::try_from(lane.left).unwrap_or(i64::MAX)
    }

    fn board(&self, lane: &MayanLane) -> MayanBoard {
        MayanBoard::holding(mayan::Game::new(lane.board.clone()))
    }

    fn state(lanes: Vec<MayanLane>) -> MayanState {
        MayanState(lanes)
    }

    fn lanes(state: &MayanState) -> &[MayanLane] {
        &state.0
    }

    fn size_of(lane: &MayanLane) -> (usize, usize, usize) {
        (lane.board.rows(), lane.board.cols(), lane.board.names().len())
    }

    fn saved(lane: &MayanLane) -> PyResult<Parts> {
        Ok(lane.saved())
    }

    fn restored(parts: Parts) -> PyResult<MayanLane> {
        MayanLane::restored(parts)
    }
}
