//! Searches of SameGame boards.

use super::plan::{Plan, Solved, continues};
use crate::argument::{Argument, Keywords};
use crate::input::{self, Place, RuleOverrides};
use crate::moves::PyCell;
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::mpsc::SyncSender;
use std::time::Instant;
use tilefall::rules::{Cell, GameKind, StopReason};
use tilefall::rules::puzzle::{SameGameTask, Task};
use tilefall::text::record::{ResultRecord, hash};
use tilefall::samegame::{self, Found, Method};
use tilefall::{Limits, text::report};

/// The maximum number of cells of a tiny board.
const TINY: usize = 16;

/// A better list of a SameGame search.
struct Better {
    index: u64,
    found: Found,
    nodes: u64,
    seconds: f64,
}

/// Searches SameGame boards; returns a result record, a line of JSON, for each, and whether Ctrl-C ended the search.
///
/// ``on_found`` is called with a ``SameGameFound`` for every better list; False ends the search.
#[pyfunction]
pub fn solve_samegame(py: Python<'_>, puzzles: Vec<Puzzle>, keywords: Keywords<'_>) -> PyResult<Solved> {
    let own = RuleOverrides::of_keywords(&keywords)?;
    let goal = keywords.option("goal")?.map(|goal| input::goal(&goal)).transpose()?;
    let goal = goal.or(own.goal()).unwrap_or_default();
    let methods = [
        ("auto", Method::Auto),
        ("anneal", Method::Anneal),
        ("exact", Method::Exact),
        ("nrpa", Method::Nrpa),
        ("nested", Method::Nested),
    ];
    let method = keywords.get("method")?.one_of(&methods)?;
    let target = keywords.option("target")?.map(|target| target.number()).transpose()?;
    let seed = keywords.get("seed")?.number()?;
    let from = keywords.option("start")?.map(|list| places(&list)).transpose()?.unwrap_or_default();
    let on_found = keywords.option("on_found")?.map(|call| call.function()).transpose()?;
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
            from.iter().map(|place| place.on(board.rows(), board.cols()).map_err(|error| message(&error)));
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
                    let better = Better { index, found: found.clone(), nodes, seconds: best_after };
                    if sender.send(better).is_err() {
                        return ControlFlow::Break(());
                    }
                    late = plan.late(begun);
                    if late {
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
        let seconds = begun.elapsed().as_secs_f64();
        let record = report::samegame::record(hash(&asked), &solver, &outcome, index, puzzle.named());
        let stats = || {
            let mut map = serde_json::Map::new();
            map.insert("found_at".into(), outcome.found_at.into());
            if plan.timings {
                map.insert("found_seconds".into(), best_after.into());
            }
            map
        };
        Ok(ResultRecord {
            nodes: plan.counted().then_some(outcome.nodes),
            seconds: plan.timings.then_some(seconds),
            stats: (plan.stats && plan.counted()).then(stats),
            ..record
        })
    };
    let each = |py: Python<'_>, better: Better| {
        let Some(call) = &on_found else { return Ok(true) };
        let Better { index, found, nodes, seconds } = better;
        let Found { clicks, score, cleared, left, biggest } = found;
        let moves: Vec<_> = clicks.into_iter().map(PyCell).collect();
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

/// Parses the cells of a list.
fn places(list: &Argument<'_>) -> PyResult<Vec<Place>> {
    list.items("a list of cells or indices")?.iter().map(Place::of).collect()
}

/// Returns the message of an exception without its type.
fn message(error: &PyErr) -> String {
    Python::attach(|py| error.value(py).to_string())
}
