//! A request for the Mayan puzzle.

use super::error::RequestError;
use super::limits::{LimitRequest, RecordRequest, within};
use super::{Answer, Event, Flow, Run, Solved, Watch};
use crate::insight::board_after;
use crate::mayan::solve::Tuning;
use crate::mayan::{self, Solutions};
use crate::rules::puzzle::{Puzzle, Task};
use crate::rules::{GameKind, Mode, Refusal, Step, StopReason};
use crate::text::record::Want;
use crate::text::report;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Approximate bytes per list (`LIST`) and per move of a list (`STEP`): for the list as the search finds it, its copy
/// in the record, and its text, whose buffer grows by doubling.
const LIST: usize = 128;
const STEP: usize = 64;

/// A request to solve Mayan puzzles. Every field is optional.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MayanRequest {
    /// The number of moves M, in place of the puzzle's own M.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// The mode, in place of the puzzle's own mode; `shortest` if request and puzzle have no mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// Which lists to find; one by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub want: Option<Want>,
    /// The maximum number of lists, at least 1; only with `want` all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_solutions: Option<u64>,
    /// Whether swaps of two equal blocks are excluded from lists of exactly M moves.
    pub skip_noop: bool,
    /// The limits of each search.
    pub limits: LimitRequest,
    /// The optional fields of the record.
    pub record: RecordRequest,
    /// Which parts of the solver are switched on; all by default.
    #[serde(skip)]
    #[doc(hidden)]
    pub tuning: Tuning,
}

impl MayanRequest {
    pub(super) fn check(&self) -> Result<(), RequestError> {
        within("max_solutions", self.max_solutions, 1..=u64::MAX)?;
        let all = self.want == Some(Want::All);
        RequestError::unless(all || self.max_solutions.is_none(), "max_solutions", "without want all")?;
        let exactly = self.mode.is_none_or(|mode| mode == Mode::Exactly);
        RequestError::unless(exactly || !self.skip_noop, "skip_noop", "in modes other than exactly")
    }

    /// Returns the solver's option for `want` and `max_solutions`.
    pub fn want(&self) -> Solutions {
        match self.want.unwrap_or(Want::One) {
            Want::One => Solutions::One,
            Want::First => Solutions::First,
            Want::All => Solutions::All(self.max_solutions.unwrap_or(u64::MAX)),
            Want::Count => Solutions::Count,
        }
    }

    /// Returns the solver for a puzzle, or for the position after `played` moves.
    fn solver(&self, puzzle: &Puzzle, played: Option<usize>) -> Result<mayan::Solver, String> {
        let Task::Mayan(task) = &puzzle.task else {
            return Err(GameKind::SameGame.wrong_game(GameKind::Mayan));
        };
        let own = task.mode.filter(|&mode| mode == Mode::Exactly || played.is_none());
        let mode = self.mode.or(own).unwrap_or(Mode::Shortest);
        let moves = match self.moves.or(task.moves) {
            None if mode == Mode::Exactly => return Err(Refusal::NoMoves.to_string()),
            // `u64::MAX` stands for any number of moves.
            moves => moves
                .filter(|&moves| moves < u64::MAX)
                .map_or(u64::MAX, |moves| moves.saturating_sub(played.unwrap_or(0) as u64)),
        };
        let solver = mayan::Solver::new().moves(moves, mode).want(self.want()).tuning(self.tuning);
        Ok(solver.skip_noop(self.skip_noop || task.skip_noop))
    }

    pub(super) fn asked(&self, puzzle: &Puzzle) -> Result<Puzzle, String> {
        Ok(report::mayan::with_task(puzzle, &self.solver(puzzle, None)?))
    }

    pub(super) fn solve(
        &self,
        puzzle: &Puzzle,
        run: Run,
        observe: impl FnMut(Event<'_>) -> Flow + Send,
    ) -> Result<Answer, String> {
        let limits = run.limits.unwrap_or_else(|| self.limits.limits());
        let mut watch = Watch::start(&limits, observe);
        let mut room = limits.memory;
        // Sets a deadline, so that a call of `noop_effect` after the search shares the time limit of the search.
        let played = run.played.as_deref();
        let solver = self.solver(puzzle, played.map(<[Step]>::len))?.limits(limits.share_time());
        let position = played.map(|played| board_after(&self.asked(puzzle)?, played)).transpose()?;
        let position = position.map(|grid| Puzzle { grid, ..puzzle.clone() });
        let puzzle = position.as_ref().unwrap_or(puzzle);
        let (mut lists, mut number, mut first) = (Vec::new(), 0_u64, None);
        let want = self.want();
        let outcome = solver.solve_grid_with(&puzzle.grid, |event| match event {
            mayan::Event::Solution(list) => {
                number += 1;
                first.get_or_insert_with(|| watch.seconds());
                let mut flow = watch.notify(Event::Solution(list));
                // Keeps the list if the time limit ends the search here; discards the list if the observer ends it.
                let is_taken = flow.is_continue() || watch.ended == Some(StopReason::Time);
                if run.keeps_lists && is_taken {
                    lists.push(list.to_vec());
                    let takes = LIST + STEP * list.len();
                    room = room.saturating_sub(takes);
                    if room < takes {
                        watch.ended = Some(StopReason::Memory);
                        flow = ControlFlow::Break(());
                    }
                }
                flow
            }
            mayan::Event::Progress { nodes, bound } => {
                watch.notify(Event::Progress { nodes, bound: Some(bound) })
            }
        });
        let mut outcome = outcome.map_err(|unfit| unfit.to_string())?;
        if watch.ended.is_some() && !matches!(want, Solutions::All(most) if number >= most) {
            outcome.stopped_by = outcome.stopped_by.and(watch.ended);
        }
        let seconds = watch.seconds();
        let first = first.or_else(|| outcome.found.as_ref().map(|_| seconds));
        let record = report::mayan::record(puzzle, &solver, &outcome, &lists, run.index, run.id);
        let (measured, stats) = ((outcome.nodes, seconds), outcome.stats.record());
        let record = self.record.measured(record, &self.limits, measured, stats, ("first_seconds", first));
        let puzzle = report::mayan::with_task(puzzle, &solver);
        Ok(Answer { record, seconds, found_after: first, puzzle, solved: Solved::Mayan(solver, outcome) })
    }
}
