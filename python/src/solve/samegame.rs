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
use std::collections::HashMap;
use std::ffi::CString;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};
use tilefall::rules::puzzle::{SameGameTask, Task};
use tilefall::rules::{Cell, GameKind, StopReason, lock};
use tilefall::samegame::{self, Found, Method, Outcome};
use tilefall::text::record::hash;
use tilefall::{Limits, text::report};
use tilefall_gpu::Choice;
use tilefall_gpu::search::{self, Improved, Progress, Question, Report};

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
    let card = choice.open(|error| why = Some(error.to_string()));
    let card = card.map_err(|error| value(format!("argument 'device': {error}")))?;
    warn(py, "searching on the processor", why)?;
    let (has_card, on_card) = (card.is_some(), OnCard::default());
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
        let mut boards: Vec<(u64, String)> = Vec::new();
        let mut questions: Vec<Question> = Vec::new();
        for &(index, puzzle) in puzzles {
            let Ok((asked, rules, _, start)) = ask(puzzle) else { continue };
            if tilefall_gpu::fits(&asked.grid, &rules, goal) {
                boards.push((index, hash(&asked)));
                questions.push(Question { grid: asked.grid, rules, start, target });
            }
        }
        let limits = plan.limits(false);
        let sender = reports.then_some(sender);
        let found_after = vec![0.0; boards.len()];
        let mut events =
            Events { boards: &boards, sender, limits: &limits, begun: Instant::now(), found_after };
        let (outcomes, done) = search::solve(&mut *card, &questions, &limits, seed, &mut events);
        let part = 1.0 / boards.len().max(1) as f64;
        let seconds = events.begun.elapsed().as_secs_f64() * part;
        let found_after = events.found_after;
        let is_final = done.is_ok() || choice == Choice::Cuda;
        let mut state = lock(&on_card.0);
        state.failed = done.err().map(|error| error.to_string());
        for ((key, outcome), found_after) in boards.into_iter().zip(outcomes).zip(found_after) {
            let (name, found_after) = (card.name().to_owned(), found_after * part);
            state.solved.insert(key, Solved { outcome, seconds, found_after, name, is_final });
        }
    };
    let solve = |index: u64, puzzle: &Puzzle, limits: Limits, sender: &SyncSender<Better>| {
        let mut begun = Instant::now();
        let (asked, rules, board, mut start) = ask(puzzle)?;
        let hash = hash(&asked);
        let solved = lock(&on_card.0).solved.remove(&(index, hash.clone()));
        let mut stats = Map::new();
        stats.extend(solved.as_ref().map(|solved| ("device".to_owned(), solved.name.clone().into())));
        if let Some(found) = solved.as_ref().and_then(|solved| solved.outcome.found.as_ref()) {
            start.clone_from(&found.clicks);
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
        let mut outcome = match solved.filter(|solved| solved.is_final) {
            Some(solved) => {
                best_after = solved.found_after;
                begun = begun.checked_sub(Duration::from_secs_f64(solved.seconds)).unwrap_or(begun);
                solved.outcome
            }
            None => {
                let outcome = solver.solve_with(&board, |event| {
                    if let samegame::Event::Better { found, nodes } = event {
                        best_after = begun.elapsed().as_secs_f64();
                        if reports {
                            let taken = sender.send((index, found.clone(), nodes, best_after)).is_ok();
                            late = taken && plan.late(begun);
                            if late || !taken {
                                return ControlFlow::Break(());
                            }
                        }
                    }
                    ControlFlow::Continue(())
                });
                outcome.map_err(|unfit| unfit.to_string())?
            }
        };
        if late && outcome.stopped_by == Some(StopReason::Interrupt) {
            outcome.stopped_by = Some(StopReason::Time);
        }
        let record = report::samegame::record(hash, &solver, &outcome, index, puzzle.named());
        stats.insert("found_at".to_owned(), outcome.found_at.into());
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
    warn(py, "the search on the card has ended", lock(&on_card.0).failed.take())?;
    Ok(done)
}

/// What a card has found out about puzzles that have no records yet, by index and hash.
#[derive(Default)]
struct OnCard(Mutex<CardState>);

#[derive(Default)]
struct CardState {
    solved: HashMap<(u64, String), Solved>,
    /// Why the card failed.
    failed: Option<String>,
}

struct Solved {
    outcome: Outcome,
    /// The time of the card for this board in seconds, and until the best list.
    seconds: f64,
    found_after: f64,
    /// The name of the card.
    name: String,
    /// Whether this is the answer, as opposed to a list from which the processor continues.
    is_final: bool,
}

/// Receives the events of a search on a card.
struct Events<'a> {
    boards: &'a [(u64, String)],
    /// The channel to the callback, if there is one.
    sender: Option<&'a SyncSender<Better>>,
    limits: &'a Limits,
    begun: Instant,
    found_after: Vec<f64>,
}

impl Report for Events<'_> {
    fn improved(&mut self, &Improved { board, found, trials }: &Improved<'_>) {
        let seconds = self.begun.elapsed().as_secs_f64();
        self.found_after[board] = seconds;
        let send = |sender: &SyncSender<Better>| {
            sender.send((self.boards[board].0, found.clone(), trials, seconds)).is_ok()
        };
        if !self.sender.is_none_or(send) {
            self.limits.cancel.cancel();
        }
    }

    fn advanced(&mut self, _progress: &Progress) {}
}

/// Warns that a card is not used, for a reason.
fn warn(py: Python<'_>, what: &str, why: Option<String>) -> PyResult<()> {
    let Some(why) = why else { return Ok(()) };
    let text = CString::new(format!("{what}: {why}")).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 1)
}

/// Returns the message of an error of the list to start from.
fn message(error: &PyErr) -> String {
    Python::attach(|py| format!("argument 'start': {}", error.value(py)))
}
