//! Searches of Mayan boards.

use super::plan::{Plan, Solved, continues};
use crate::argument::Keywords;
use crate::moves::{PyStep, Shape};
use crate::puzzle::Puzzle;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::mpsc::SyncSender;
use std::time::Instant;
use tilefall::mayan::{self, Solutions};
use tilefall::rules::puzzle::Task;
use tilefall::rules::{GameKind, Mode, Move, Refusal, StopReason};
use tilefall::text::record::Want;
use tilefall::{Limits, text::report};

/// Approximate bytes of memory for a list of a record, and for each of its moves, until it is written.
const LIST: usize = 128;
const STEP: usize = 64;

/// The maximum M of a tiny puzzle.
const TINY: u64 = 3;

/// Searches Mayan boards; returns a result record, a line of JSON, for each, and whether Ctrl-C ended the search.
///
/// With ``want="all"``, ``on_found`` is called with a ``MayanFound`` for every list; False ends the search.
#[pyfunction]
pub fn solve_mayan(py: Python<'_>, puzzles: Vec<Puzzle>, keywords: Keywords<'_>) -> PyResult<Solved> {
    let mode = keywords.word_or_none("mode")?;
    let max_moves: Option<u64> = keywords.get("max_moves")?;
    let max_solutions = keywords.get::<Option<NonZeroU64>>("max_solutions")?.map(u64::from);
    let want = match keywords.word("want")? {
        Want::One => Solutions::One,
        Want::First => Solutions::First,
        Want::All => Solutions::All(max_solutions.unwrap_or(u64::MAX)),
        Want::Count => Solutions::Count,
    };
    let on_found = keywords.on_found()?;
    for (name, given) in [("max_solutions", max_solutions.is_some()), ("on_found", on_found.is_some())] {
        if given && !matches!(want, Solutions::All(_)) {
            return Err(PyTypeError::new_err(format!("{name} has no effect without want='all'")));
        }
    }
    let skip_noop: bool = keywords.get("skip_noop")?;
    let plan = Plan::of(&keywords, puzzles.len())?;
    let reports = on_found.is_some();
    let solve = |index: u64,
                 puzzle: &Puzzle,
                 limits: Limits,
                 sender: &SyncSender<(u64, Shape, Vec<Move>)>| {
        let Task::Mayan(task) = &puzzle.puzzle.task else {
            return Err(GameKind::SameGame.wrong_game(GameKind::Mayan));
        };
        let skip_noop = skip_noop || task.skip_noop;
        // A keyword overrides the record, the record overrides the format.
        let mode = mode.or(task.mode).unwrap_or(Mode::Shortest);
        let moves = match max_moves.or(task.moves) {
            None if mode == Mode::Exactly => {
                return Err(Refusal::NoMoves.to_string());
            }
            moves => moves.unwrap_or(u64::MAX),
        };
        let begun = Instant::now();
        let board = mayan::Board::try_from(&puzzle.puzzle.grid).map_err(|unfit| unfit.to_string())?;
        let mut room = limits.memory;
        let solver = mayan::Solver::new().moves(moves, mode).want(want).skip_noop(skip_noop).limits(limits);
        let (mut lists, mut first, mut early) = (Vec::new(), None, None);
        let outcome = match want {
            Solutions::All(_) => solver.solve_with(&board, |event| {
                let mayan::Event::Solution(list) = event else { return ControlFlow::Continue(()) };
                // A list that no callback handled does not count.
                if reports && sender.send((index, (board.rows(), board.cols()), list.to_vec())).is_err() {
                    early = Some(StopReason::Interrupt);
                    return ControlFlow::Break(());
                }
                first.get_or_insert_with(|| begun.elapsed().as_secs_f64());
                lists.push(list.to_vec());
                let takes = LIST + STEP * list.len();
                room = room.saturating_sub(takes);
                if room < takes {
                    early = Some(StopReason::Memory);
                } else if reports && plan.late(begun) {
                    early = Some(StopReason::Time);
                }
                if early.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }),
            _ => solver.solve(&board),
        };
        let mut outcome = outcome.map_err(|unfit| unfit.to_string())?;
        let seconds = begun.elapsed().as_secs_f64();
        if early.is_some() && max_solutions.is_none_or(|most| (lists.len() as u64) < most) {
            outcome.stopped_by = outcome.stopped_by.and(early);
        }
        let first = first.or_else(|| outcome.list.as_ref().map(|_| seconds));
        let record = report::mayan::record(&puzzle.puzzle, &solver, &outcome, &lists, index, puzzle.named());
        Ok(plan.measured(record, outcome.nodes, begun, outcome.stats.record(), ("first_seconds", first)))
    };
    let each = |py: Python<'_>, (index, shape, list): (u64, Shape, Vec<Move>)| {
        let Some(call) = &on_found else { return Ok(true) };
        let moves: Vec<_> = list.into_iter().map(|step| PyStep::of(step, shape)).collect();
        continues(py, call, "MayanFound", (index, moves))
    };
    let tiny = |puzzle: &Puzzle| {
        let moves = max_moves.or_else(|| puzzle.mayan_task()?.moves);
        !matches!(want, Solutions::All(_)) && moves.is_some_and(|moves| moves <= TINY)
    };
    plan.run(py, &puzzles, tiny, solve, each)
}
