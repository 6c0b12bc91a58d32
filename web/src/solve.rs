//! The searches. A call blocks until the search ends, so the page calls it in a Web Worker. To stop a search, the
//! page terminates the worker, which has already reported all improvements so far.

use crate::{error, json, moves, puzzle};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Duration;
use tilefall::Limits;
use tilefall::ask::{Event, Run, SolveRequest, Solved};
use tilefall::rules::GameKind;
use tilefall::samegame::Found;
use tilefall::text::record::Step;
use wasm_bindgen::prelude::*;

/// Memory for the tables of a search, in bytes.
const MEMORY: usize = 1 << 27;

/// The minimum time between two progress reports, in milliseconds.
const REPORT_INTERVAL: f64 = 100.0;

/// Parses a request for a game, and returns it with the limits of its searches.
pub(crate) fn request(game: GameKind, json: &str) -> Result<(SolveRequest, Limits), JsError> {
    let request = SolveRequest::from_json(game, json).map_err(error)?;
    let mut limits = request.limits().limits();
    limits.memory = request.limits().memory.unwrap_or(MEMORY);
    limits.clock = Some(clock);
    Ok((request, limits))
}

/// Sends the reports of the running search. Kept in a thread-local, because the callback of a search cannot capture a
/// JavaScript function, which belongs to one thread.
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

/// The clock for the time limits of searches.
fn clock() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1e3)
}

/// Runs a search and sends its reports to `on_report`. Returns the result, and the time in seconds.
pub(crate) fn with_reports<T>(on_report: js_sys::Function, search: impl FnOnce() -> T) -> (T, f64) {
    let begun = now();
    REPORTS.set(Some(Reports { on_report, begun, reported: begun }));
    let result = search();
    REPORTS.set(None);
    (result, (now() - begun) / 1e3)
}

/// Adds `nodes` and the seconds of the running search to a message, and sends the message to the page.
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
        // An exception in the callback is ignored: the search continues.
        let _ = self.on_report.call1(&JsValue::NULL, &message.to_string().into());
    }
}

fn report_better(nodes: u64, found: &Found) {
    let moves: Vec<Step> = found.clicks.iter().map(|&cell| cell.into()).collect();
    let Found { score, cleared, left, biggest, .. } = found;
    let message = json!({
        "kind": "better", "score": score, "cleared": cleared, "left": left, "biggest": biggest, "moves": moves
    });
    report(nodes, message);
}

/// Reports progress, unless the last report is less than [`REPORT_INTERVAL`] old.
fn report_progress(nodes: u64, bound: Option<u64>) {
    REPORTS.with_borrow_mut(|reports| {
        if let Some(reports) = reports
            && now() - reports.reported >= REPORT_INTERVAL
        {
            reports.send(nodes, json!({ "kind": "progress", "bound": bound }));
        }
    });
}

/// Searches from the position after a list of moves. `asked` is a request in JSON. `on_report` gets JSON: each `better`
/// list, and `progress` a few times a second. Returns JSON with three fields. `record` is the result; its moves, score
/// and bound begin at the position. `cause` is the reason why a Mayan puzzle has no solution, and `why` its text.
#[wasm_bindgen]
pub fn solve(record: &str, list: &str, asked: &str, on_report: js_sys::Function) -> Result<String, JsError> {
    let (puzzle, list) = (puzzle(record)?, moves(list)?);
    let (request, limits) = request(puzzle.task.game(), asked)?;
    let id = puzzle.id.clone().unwrap_or_default();
    let run = Run { limits: Some(limits), played: Some(list), ..Run::new(puzzle.index.unwrap_or(0), id) };
    let answer = with_reports(on_report, || {
        request.solve(&puzzle, run, |event| {
            match event {
                Event::Better { found, nodes, .. } => report_better(nodes, found),
                Event::Progress { nodes, bound } => report_progress(nodes, bound),
                _ => {}
            }
            ControlFlow::Continue(())
        })
    });
    let answer = answer.0.map_err(error)?;
    let why = if let Solved::Mayan(_, outcome) = &answer.solved { outcome.reason } else { None };
    let (cause, clause) = (json(&why)?, json(&why.map(|why| why.describe(&answer.puzzle.grid)))?);
    Ok(format!(r#"{{"record":{},"cause":{cause},"why":{clause}}}"#, answer.record.to_line()))
}
