//! [`Game`] for the Mayan puzzle.

use super::super::game::{Game, Step};
use super::super::policy::Policy;
use super::config::MayanConfig;
use super::lane::{MayanLane, Parts};
use super::state::MayanState;
use crate::argument::Keywords;
use crate::input::{action_of_slide, slide_of};
use crate::mayan::MayanBoard;
use pyo3::prelude::*;
use tilefall::base::{Random, StopFlag};
use tilefall::mayan;

impl Game for MayanConfig {
    type Lane = MayanLane;
    type State = MayanState;
    type Board = MayanBoard;
    type Parts = Parts;

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

    fn start(&self, seed: u64, at: u64, stop: &StopFlag) -> Result<MayanLane, String> {
        MayanLane::on(self, seed, 0, at, stop)
    }

    fn next(&self, lane: &mut MayanLane, at: u64, lanes: u64, stop: &StopFlag) -> Result<(), String> {
        let episode = lane.episode.wrapping_add(1);
        let place = at.wrapping_add(episode.wrapping_mul(lanes));
        *lane = MayanLane::on(self, lane.seed, episode, place, stop)?;
        Ok(())
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

    fn state(&self, lanes: Vec<MayanLane>) -> MayanState {
        MayanState(lanes)
    }

    fn lanes_of<'a>(&self, state: &'a MayanState) -> PyResult<&'a [MayanLane]> {
        state.0.iter().try_for_each(|lane| lane.fits(self))?;
        Ok(&state.0)
    }

    fn saved(lane: &MayanLane) -> Parts {
        lane.saved()
    }

    fn restored(&self, parts: Parts) -> PyResult<MayanLane> {
        let lane = MayanLane::restored(parts)?;
        lane.fits(self)?;
        Ok(lane)
    }
}
