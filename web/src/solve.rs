//! The searches, for a Web Worker, because they block until they end. To stop a search, the page terminates the
//! worker; all improvements were reported by then.

use crate::read::clicks;
use crate::{error, moves, now, puzzle};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use tilefall::base::{Mode, Rules, StopFlag, StopReason};
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::internals::control::SearchLimits;
use tilefall::internals::play::board_after;
use tilefall::internals::samegame::search::{Query, Report, Request, solve as search};
use tilefall::mayan;
use tilefall::puzzle::{MayanTask, Puzzle, Task};
use tilefall::record::{ResultRecord, Step, hash};
use tilefall::report;
use tilefall::samegame::{Found, Goal, Method};
use wasm_bindgen::prelude::*;

/// Memory for the tables of a search, in bytes.
const MEMORY: usize = 1 << 27;

/// The minimum time between two progress reports, in milliseconds.
const REPORT_INTERVAL: f64 = 100.0;

/// The options of a search.
#[derive(Deserialize)]
struct SearchOptions {
    /// SameGame: `clear`, or `score` (the default).
    goal: Option<String>,
    /// The time limit in milliseconds; without it the search has a fixed size.
    time: Option<f64>,
    #[serde(default)]
    seed: u64,
    nodes: Option<u64>,
    /// SameGame: a line to start from.
    #[serde(default)]
    from: Vec<Step>,
}

/// The progress of the running search, and the callback for reports.
struct Progress {
    on_report: js_sys::Function,
    begun: f64,
    deadline: f64,
    reported: f64,
    nodes: u64,
    bound: u64,
}

thread_local! {
    static PROGRESS: RefCell<Option<Progress>> = const { RefCell::new(None) };
}

impl Progress {
    fn seconds(&self) -> f64 {
        (now() - self.begun) / 1e3
    }

    fn send(&mut self, mut message: Value) {
        self.reported = now();
        message["nodes"] = self.nodes.into();
        message["seconds"] = self.seconds().into();
        // An exception of the callback does not end the search.
        let _ = self.on_report.call1(&JsValue::NULL, &message.to_string().into());
    }

    /// Reports progress, unless there was a report recently.
    fn report(&mut self) {
        if now() - self.reported >= REPORT_INTERVAL {
            let bound = (self.bound > 0).then_some(self.bound);
            self.send(json!({ "kind": "progress", "bound": bound }));
        }
    }
}

fn with_progress<T>(work: impl FnOnce(&mut Progress) -> T) -> Option<T> {
    PROGRESS.with_borrow_mut(|progress| progress.as_mut().map(work))
}

/// Polled by the stop flag of a search.
fn poll(nodes: u64) -> Option<StopReason> {
    with_progress(|progress| {
        progress.nodes = progress.nodes.max(nodes);
        progress.report();
        (now() >= progress.deadline).then_some(StopReason::Time)
    })?
}

/// Searches from the position after a list of moves. `options` is JSON: `time` in milliseconds, `nodes`, `seed`; for
/// SameGame `goal` (`score` or `clear`) and `from`, a line to start from. `on_report` is called with JSON: `better`
/// lists, and `progress` a few times a second. Returns a result record for the position: its moves, score and bound
/// count from there. For Mayan, `why` is added, a clause with the reason why there is no solution.
#[wasm_bindgen]
pub fn solve(
    record: &str,
    list: &str,
    options: &str,
    on_report: js_sys::Function,
) -> Result<String, JsError> {
    let (puzzle, list) = (puzzle(record)?, moves(list)?);
    let options: SearchOptions = serde_json::from_str(options).map_err(error)?;
    let position = Puzzle { grid: board_after(&puzzle, &list).map_err(error)?, ..puzzle };
    let begun = now();
    let deadline = options.time.map_or(f64::INFINITY, |time| begun + time);
    PROGRESS.set(Some(Progress { on_report, begun, deadline, reported: begun, nodes: 0, bound: 0 }));
    let (record, why) = match &position.task {
        Task::SameGame(task) => (solve_samegame(&position, task.rules.unwrap_or_default(), &options)?, None),
        Task::Mayan(task) => solve_mayan(&position, task, list.len() as u64, &options)?,
    };
    PROGRESS.set(None);
    let record = ResultRecord { seconds: Some((now() - begun) / 1e3), ..record };
    let mut answer = serde_json::to_value(record).map_err(error)?;
    answer["why"] = why.map(|why| why.describe(&position.grid)).into();
    Ok(answer.to_string())
}

/// Reports better lists of a SameGame search.
struct ImprovementReporter;

impl Report for ImprovementReporter {
    fn improved(&self, nodes: u64, found: &Found) {
        let moves: Vec<Step> = found.clicks.iter().map(|&cell| cell.into()).collect();
        let (score, cleared) = (found.score, found.cleared);
        with_progress(|progress| {
            progress.nodes = progress.nodes.max(nodes);
            progress.send(json!({ "kind": "better", "score": score, "cleared": cleared, "moves": moves }));
        });
    }

    fn advanced(&self, nodes: u64) {
        with_progress(|progress| {
            progress.nodes += nodes;
            progress.report();
        });
    }
}

/// Searches a SameGame position.
fn solve_samegame(position: &Puzzle, rules: Rules, options: &SearchOptions) -> Result<ResultRecord, JsError> {
    let board = &position.grid;
    let goal = if options.goal.as_deref() == Some("clear") { Goal::Clear } else { Goal::Score };
    let query = Query { goal, ..Query::score(board, rules).map_err(error)? };
    let part = || {
        with_progress(|progress| (now() - progress.begun) / (progress.deadline - progress.begun))
            .unwrap_or(1.0)
    };
    let from = Found::playable(board, rules, &clicks(&options.from));
    let stop = StopFlag::new();
    let limits = SearchLimits { nodes: options.nodes, memory: MEMORY, stop: &stop };
    let request = Request {
        method: Method::Auto,
        seed: options.seed,
        threads: 1,
        from: Some(&from).filter(|from| !from.clicks.is_empty()),
        time: options.time.is_some().then_some(&part),
        path: CpuPath::best(),
    };
    let outcome = search(&query, &request, &limits, &ImprovementReporter).map_err(error)?;
    let record = report::samegame::record(&outcome, 0, String::new(), hash(position), goal, None);
    Ok(ResultRecord { nodes: Some(outcome.nodes), ..record })
}

/// Searches a Mayan position after a number of moves; also returns the reason why there is no solution.
fn solve_mayan(
    position: &Puzzle,
    task: &MayanTask,
    played: u64,
    options: &SearchOptions,
) -> Result<(ResultRecord, Option<mayan::solve::InfeasibleReason>), JsError> {
    let mode = if task.mode == Some(Mode::Exactly) { Mode::Exactly } else { Mode::Shortest };
    let left = task.moves.map_or(u64::MAX, |moves| moves.saturating_sub(played));
    let noop = task.allow_noop;
    let request = mayan::solve::Request { noop, ..mayan::solve::Request::new(left, mode) };
    let stop = StopFlag::with_callback(poll);
    let limits = SearchLimits { nodes: options.nodes, memory: MEMORY, stop: &stop };
    let level = |level: mayan::solve::Progress| {
        with_progress(|progress| {
            (progress.nodes, progress.bound) = (progress.nodes.max(level.nodes), level.bound);
            progress.report();
        });
    };
    let outcome = mayan::solve::solve_with_progress(&position.grid, &request, &limits, &mut |_| true, &level);
    let outcome = outcome.map_err(error)?;
    let record = report::mayan::record(position, &request, &outcome, &[], 0, String::new());
    Ok((ResultRecord { nodes: Some(outcome.stats.nodes), ..record }, outcome.reason))
}
