//! The searches, for a Web Worker, because they block until they end. To stop a search, the page terminates the
//! worker; all improvements were reported by then.

use crate::read::clicks;
use crate::{argument, error, moves, puzzle};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Duration;
use tilefall::insight::board_after;
use tilefall::mayan::{self, InfeasibleReason};
use tilefall::rules::puzzle::{MayanTask, Puzzle, Task};
use tilefall::rules::{Mode, Rules};
use tilefall::samegame::{self, Found, Goal};
use tilefall::text::record::{ResultRecord, Step, hash};
use tilefall::{Limits, text::report};
use wasm_bindgen::prelude::*;

/// Memory for the tables of a search, in bytes.
const MEMORY: usize = 1 << 27;

/// The minimum time between two progress reports, in milliseconds.
const REPORT_INTERVAL: f64 = 100.0;

#[derive(Deserialize)]
pub(crate) struct SearchOptions {
    /// SameGame: the goal.
    #[serde(default)]
    pub(crate) goal: Goal,
    /// The time limit in milliseconds; without it the search has a fixed size.
    time: Option<f64>,
    #[serde(default)]
    pub(crate) seed: u64,
    nodes: Option<u64>,
    /// An analysis: the part of the positions, and the number of parts.
    #[serde(default)]
    pub(crate) part: (usize, usize),
    /// SameGame: a line to start from.
    #[serde(default)]
    from: Vec<Step>,
}

impl SearchOptions {
    pub(crate) fn limits(&self) -> Result<Limits, JsError> {
        let time = self.time.map(|time| Duration::try_from_secs_f64(time / 1e3)).transpose();
        let mut limits = Limits::default();
        limits.time = time.map_err(|why| error(format!("time: {why}")))?;
        (limits.nodes, limits.memory) = (self.nodes, MEMORY);
        limits.clock = Some(clock);
        Ok(limits)
    }
}

/// The reports of the running search. Not part of the callback of the search, since a function of JavaScript belongs to
/// one thread.
struct Reports {
    on_report: js_sys::Function,
    begun: f64,
    reported: f64,
}

thread_local! {
    static REPORTS: RefCell<Option<Reports>> = const { RefCell::new(None) };
}

#[wasm_bindgen]
extern "C" {
    /// Returns milliseconds since the start of the page or the worker.
    #[wasm_bindgen(js_namespace = performance)]
    pub(crate) fn now() -> f64;
}

/// The clock of the searches.
fn clock() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1e3)
}

/// Runs a search whose reports are for a function. Returns the result with the seconds.
pub(crate) fn with_reports<T>(on_report: js_sys::Function, search: impl FnOnce() -> T) -> (T, f64) {
    let begun = now();
    REPORTS.set(Some(Reports { on_report, begun, reported: begun }));
    let result = search();
    REPORTS.set(None);
    (result, (now() - begun) / 1e3)
}

/// Reports a message of the running search.
pub(crate) fn report(nodes: u64, message: Value) {
    REPORTS.with_borrow_mut(|reports| {
        reports.iter_mut().for_each(|reports| reports.send(nodes, message.clone()))
    });
}

impl Reports {
    fn send(&mut self, nodes: u64, mut message: Value) {
        self.reported = now();
        message["nodes"] = nodes.into();
        message["seconds"] = ((self.reported - self.begun) / 1e3).into();
        // An exception of the callback does not end the search.
        let _ = self.on_report.call1(&JsValue::NULL, &message.to_string().into());
    }
}

/// Reports a better list.
fn report_better(nodes: u64, found: &Found) {
    let moves: Vec<Step> = found.clicks.iter().map(|&cell| cell.into()).collect();
    let Found { score, cleared, left, biggest, .. } = found;
    let message = json!({
        "kind": "better", "score": score, "cleared": cleared, "left": left, "biggest": biggest, "moves": moves
    });
    report(nodes, message);
}

/// Reports progress, unless there was a report recently.
fn report_progress(nodes: u64, bound: Option<u64>) {
    REPORTS.with_borrow_mut(|reports| {
        if let Some(reports) = reports
            && now() - reports.reported >= REPORT_INTERVAL
        {
            reports.send(nodes, json!({ "kind": "progress", "bound": bound }));
        }
    });
}

/// Searches from the position after a list of moves. `options` is JSON: `time` in milliseconds, `nodes`, `seed`; for
/// SameGame `goal` (`score` by default) and `from`, a line to start from. `on_report` is called with JSON: `better`
/// lists, and `progress` a few times a second. Returns a result record for the position: its moves, score and bound
/// count from there. For Mayan, `cause` is added, the reason why there is no solution, and `why`, its clause.
#[wasm_bindgen]
pub fn solve(
    record: &str,
    list: &str,
    options: &str,
    on_report: js_sys::Function,
) -> Result<String, JsError> {
    let (puzzle, list) = (puzzle(record)?, moves(list)?);
    let options: SearchOptions = argument("options", options)?;
    let position = Puzzle { grid: board_after(&puzzle, &list).map_err(error)?, ..puzzle };
    let (solved, seconds) = with_reports(on_report, || match &position.task {
        Task::SameGame(task) => {
            Ok((solve_samegame(&position, task.rules.unwrap_or_default(), &options)?, None))
        }
        Task::Mayan(task) => solve_mayan(&position, task, list.len() as u64, &options),
    });
    let (record, why) = solved?;
    let record = ResultRecord { seconds: Some(seconds), ..record };
    let mut answer = serde_json::to_value(record).map_err(error)?;
    answer["cause"] = serde_json::to_value(why).map_err(error)?;
    answer["why"] = why.map(|why| why.describe(&position.grid)).into();
    Ok(answer.to_string())
}

/// Searches a SameGame position.
fn solve_samegame(position: &Puzzle, rules: Rules, options: &SearchOptions) -> Result<ResultRecord, JsError> {
    let board = samegame::Board::with_rules(&position.grid, &rules).map_err(error)?;
    let solver = samegame::Solver::new().goal(options.goal).rules(rules).seed(options.seed);
    let solver = solver.start_from(clicks(&options.from)).limits(options.limits()?);
    let outcome = solver.solve_with(&board, |event| {
        match event {
            samegame::Event::Better { found, nodes } => report_better(nodes, found),
            samegame::Event::Progress { nodes } => report_progress(nodes, None),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    let outcome = outcome.map_err(error)?;
    let record = report::samegame::record(hash(position), &solver, &outcome, 0, String::new());
    Ok(ResultRecord { nodes: Some(outcome.nodes), ..record })
}

/// Searches a Mayan position after a number of moves; also returns the reason why there is no solution.
fn solve_mayan(
    position: &Puzzle,
    task: &MayanTask,
    played: u64,
    options: &SearchOptions,
) -> Result<(ResultRecord, Option<InfeasibleReason>), JsError> {
    let mode = if task.mode == Some(Mode::Exactly) { Mode::Exactly } else { Mode::Shortest };
    let left = task.moves.map_or(u64::MAX, |moves| moves.saturating_sub(played));
    let board = mayan::Board::try_from(&position.grid).map_err(error)?;
    let solver = mayan::Solver::new().moves(left, mode).skip_noop(task.skip_noop).limits(options.limits()?);
    let outcome = solver.solve_with(&board, |event| {
        if let mayan::Event::Progress { nodes, bound } = event {
            report_progress(nodes, Some(bound));
        }
        ControlFlow::Continue(())
    });
    let outcome = outcome.map_err(error)?;
    let record = report::mayan::record(position, &solver, &outcome, &[], 0, String::new());
    Ok((ResultRecord { nodes: Some(outcome.nodes), ..record }, outcome.reason))
}
