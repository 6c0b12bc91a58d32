//! Searches of SameGame boards.

use super::plan::{Plan, Solved, continues};
use crate::argument::{Items, Keywords};
use crate::error::value;
use crate::input::{Place, RuleOverrides};
use crate::moves::PyStep;
use crate::puzzle::Puzzle;
use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use serde_json::Map;
use std::ffi::CString;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};
use tilefall::rules::puzzle::{SameGameTask, Task};
use tilefall::rules::{Cell, GameKind, StopReason, lock};
use tilefall::samegame::{self, Found, Method};
use tilefall::text::record::hash;
use tilefall::{Limits, text::report};
use tilefall_gpu::result::Results;
use tilefall_gpu::search::{self, Event, Question};
use tilefall_gpu::{Choice, DeviceError};

/// The maximum number of cells of a tiny board.
const TINY: usize = 16;

/// A better list of a search: the index of the puzzle, the list, the nodes and the seconds so far.
type Better = (u64, Found, u64, f64);

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
    let choice: Choice = keywords.word("device")?;
    let mut why = None;
    let card = py.detach(|| choice.open(&mut |text| why = Some(text)));
    let card = card.map_err(|error| value(format!("argument 'device': {error}")))?;
    warn(py, why)?;
    let (has_card, on_card) = (card.is_some(), Mutex::new((Results::new(), None)));
    let ask = |puzzle: &Puzzle| {
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
        Ok((asked, rules, board, start))
    };
    let ahead = |puzzles: &[(u64, &Puzzle)], sender: &SyncSender<Better>| {
        let Some(mut card) = card else { return };
        let mut questions = Vec::new();
        for &(index, puzzle) in puzzles {
            if let Ok((asked, rules, _, start)) = ask(puzzle)
                && tilefall_gpu::fits(&asked.grid, &rules, goal)
            {
                let key = (index, hash(&asked));
                questions.push(Question { key, grid: asked.grid, rules, start, target });
            }
        }
        let limits = plan.limits(false);
        let mut report = |event: Event<'_>| {
            if let Event::Better(at, found, trials, seconds) = event
                && reports
                && sender.send((questions[at].key.0, found.clone(), trials, seconds)).is_err()
            {
                limits.cancel.cancel();
            }
        };
        let is_required = choice == Choice::Cuda;
        let (solved, done) = search::solve(&mut *card, &questions, &limits, seed, is_required, &mut report);
        *lock(&on_card) = (solved, done.err());
    };
    let solve = |index: u64, puzzle: &Puzzle, mut limits: Limits, sender: &SyncSender<Better>| {
        let mut begun = Instant::now();
        let (asked, rules, board, mut start) = ask(puzzle)?;
        let hash = hash(&asked);
        let solved = lock(&on_card).0.get(&(index, hash.clone())).cloned();
        let is_final = solved.as_ref().is_some_and(|solved| solved.is_final);
        if let Some(solved) = &solved {
            solved.begin(&mut start, &mut limits);
        }
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
                if reports && !is_final {
                    let taken = sender.send((index, found.clone(), nodes, best_after)).is_ok();
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
        let mut stats = Map::new();
        if let Some(solved) = solved {
            if is_final {
                solved.complete(&mut outcome);
                best_after = solved.found_after;
                begun = begun.checked_sub(Duration::from_secs_f64(solved.seconds)).unwrap_or(begun);
            }
            if !solved.clicks.is_empty() {
                stats.insert("device".to_owned(), solved.device.into());
            }
        }
        stats.insert("found_at".to_owned(), outcome.found_at.into());
        let record = report::samegame::record(hash, &solver, &outcome, index, puzzle.named());
        Ok(plan.measured(record, outcome.nodes, begun, stats, ("found_seconds", Some(best_after))))
    };
    let each = |py: Python<'_>, (index, found, nodes, seconds): Better| {
        let Some(call) = &on_found else { return Ok(true) };
        let Found { clicks, score, cleared, left, biggest } = found;
        let moves: Vec<_> = clicks.into_iter().map(PyStep::of).collect();
        let parts = (index, moves, score, cleared, left, biggest, nodes, seconds);
        continues(py, call, "SameGameFound", parts)
    };
    // A position is a subset of the tiles, so an exact search is short.
    let tiny = |puzzle: &Puzzle| {
        let grid = &puzzle.puzzle.grid;
        !reports
            && !has_card
            && matches!(method, Method::Auto | Method::Exact)
            && grid.rows() * grid.cols() <= TINY
    };
    let done = plan.run(py, &puzzles, tiny, ahead, solve, each)?;
    let failed = lock(&on_card).1.take();
    warn(py, failed.map(|error: DeviceError| format!("the search on the card has ended: {error}")))?;
    Ok(done)
}

/// Warns that a card is not used, or no longer, if there is a reason.
fn warn(py: Python<'_>, why: Option<String>) -> PyResult<()> {
    let Some(why) = why else { return Ok(()) };
    let text = CString::new(why).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 1)
}

/// Returns the message of an error of the list to start from.
fn message(error: &PyErr) -> String {
    Python::attach(|py| format!("argument 'start': {}", error.value(py)))
}
