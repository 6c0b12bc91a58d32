//! Searches of SameGame boards.

use super::plan::{Plan, Solved, continues};
use crate::argument::{Items, Keywords};
use crate::input::{Place, RuleOverrides};
use crate::moves::{PyStep, Shape};
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::mpsc::SyncSender;
use std::time::Instant;
use tilefall::rules::puzzle::{SameGameTask, Task};
use tilefall::rules::{Cell, GameKind, StopReason};
use tilefall::samegame::{self, Found, Method};
use tilefall::text::record::hash;
use tilefall::{Limits, text::report};

/// The maximum number of cells of a tiny board.
const TINY: usize = 16;

/// A better list of a search: the index of the puzzle and its shape, the list, the nodes and the seconds so far.
type Better = (u64, Shape, Found, u64, f64);

/// Searches SameGame boards; returns a result record, a line of JSON, for each, and whether Ctrl-C ended the search.
///
/// ``on_found`` is called with a ``SameGameFound`` for every better list; False ends the search.
#[pyfunction]
pub fn solve_samegame(py: Python<'_>, puzzles: Vec<Puzzle>, keywords: Keywords<'_>) -> PyResult<Solved> {
    let own = RuleOverrides::of(&keywords)?;
    let goal = keywords.word_or_none("goal")?.or(own.goal()).unwrap_or_default();
    let method: Method = keywords.word("method")?;
    let (target, seed): (Option<i64>, u64) = (keywords.get("target")?, keywords.get("seed")?);
    let from = keywords.get::<Option<Items<Place>>>("start")?.map_or(Vec::new(), |list| list.0);
    let on_found = keywords.on_found()?;
    let plan = Plan::of(&keywords, puzzles.len())?;
    let reports = on_found.is_some();
    let solve = |index: u64, puzzle: &Puzzle, limits: Limits, sender: &SyncSender<Better>| {
        let begun = Instant::now();
        if puzzle.puzzle.task.game() != GameKind::SameGame {
            return Err(puzzle.puzzle.task.game().wrong_game(GameKind::SameGame));
        }
        let rules = own.on(puzzle.rules_of_task());
        let task = Task::SameGame(SameGameTask { rules: Some(rules), clicks: Vec::new() });
        let asked = tilefall::rules::puzzle::Puzzle { task, ..puzzle.puzzle.clone() };
        let board = samegame::Board::with_rules(&asked.grid, &rules).map_err(|unfit| unfit.to_string())?;
        let start =
            from.iter().map(|place| place.cell(board.rows(), board.cols()).map_err(|error| message(&error)));
        let start = start.collect::<Result<Vec<Cell>, String>>()?;
        let mut solver = samegame::Solver::new()
            .goal(goal)
            .rules(rules)
            .method(method)
            .seed(seed)
            .start_from(start)
            .limits(limits);
        if let Some(target) = target {
            solver = solver.target(target);
        }
        let (mut best_after, mut late) = (0.0, false);
        let outcome = solver.solve_with(&board, |event| {
            if let samegame::Event::Better { found, nodes } = event {
                best_after = begun.elapsed().as_secs_f64();
                if reports {
                    let taken = sender
                        .send((index, (board.rows(), board.cols()), found.clone(), nodes, best_after))
                        .is_ok();
                    late = taken && plan.late(begun);
                    if late || !taken {
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        let mut outcome = outcome.map_err(|unfit| unfit.to_string())?;
        if late && outcome.stopped_by == Some(StopReason::Interrupt) {
            outcome.stopped_by = Some(StopReason::Time);
        }
        let record = report::samegame::record(hash(&asked), &solver, &outcome, index, puzzle.named());
        let stats = [("found_at".to_owned(), outcome.found_at.into())].into_iter().collect();
        Ok(plan.measured(record, outcome.nodes, begun, stats, ("found_seconds", Some(best_after))))
    };
    let each = |py: Python<'_>, (index, shape, found, nodes, seconds): Better| {
        let Some(call) = &on_found else { return Ok(true) };
        let Found { clicks, score, cleared, left, biggest } = found;
        let moves: Vec<_> = clicks.into_iter().map(|cell| PyStep::of(cell, shape)).collect();
        let parts = (index, moves, score, cleared, left, biggest, nodes, seconds);
        continues(py, call, "SameGameFound", parts)
    };
    // A position is a subset of the tiles, so an exact search is short.
    let tiny = |puzzle: &Puzzle| {
        let grid = &puzzle.puzzle.grid;
        !reports && matches!(method, Method::Auto | Method::Exact) && grid.rows() * grid.cols() <= TINY
    };
    plan.run(py, &puzzles, tiny, solve, each)
}

/// Returns the message of an error of the list to start from.
fn message(error: &PyErr) -> String {
    Python::attach(|py| format!("argument 'start': {}", error.value(py)))
}
