//! The searches, for a Web Worker: they do not return until they end. Whoever wants to stop one ends its worker; what was
//! found by then has been told.

use crate::read::clicks;
use crate::{error, moves, now, puzzle};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use tilefall::base::{Limits, Mode, Rules, StopFlag, StopReason};
use tilefall::bits::cpu::Path;
use tilefall::mayan;
use tilefall::play::after;
use tilefall::puzzle::{MayanTask, Puzzle, Task};
use tilefall::record::{ResultRecord, Step, hash};
use tilefall::report;
use tilefall::samegame::search::{Found, Goal, Method, Query, Report, Request, solve as search};
use wasm_bindgen::prelude::*;

/// Bytes for tables of a search.
const MEMORY: usize = 1 << 27;

/// Milliseconds between two reports.
const BEAT: f64 = 100.0;

/// What is asked. The position is the board of the record after its moves.
#[derive(Deserialize)]
struct Asked {
    /// SameGame: `clear`, or `score`, which is the default.
    goal: Option<String>,
    /// Milliseconds; the search of a fixed size if left out.
    time: Option<f64>,
    #[serde(default)]
    seed: u64,
    nodes: Option<u64>,
    /// SameGame: a line to start from.
    #[serde(default)]
    from: Vec<Step>,
}

/// Where the reports of the search under way go.
struct Desk {
    tell: js_sys::Function,
    begun: f64,
    deadline: f64,
    told: f64,
    nodes: u64,
    bound: u64,
}

thread_local! {
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

impl Desk {
    fn seconds(&self) -> f64 {
        (now() - self.begun) / 1e3
    }

    fn send(&mut self, mut message: Value) {
        self.told = now();
        message["nodes"] = self.nodes.into();
        message["seconds"] = self.seconds().into();
        // A page that throws is no reason to end the search.
        let _ = self.tell.call1(&JsValue::NULL, &message.to_string().into());
    }

    /// Tells how far the search is, if that has not been told for a while.
    fn beat(&mut self) {
        if now() - self.told >= BEAT {
            let bound = (self.bound > 0).then_some(self.bound);
            self.send(json!({ "kind": "progress", "bound": bound }));
        }
    }
}

fn with_desk<T>(work: impl FnOnce(&mut Desk) -> T) -> Option<T> {
    DESK.with_borrow_mut(|desk| desk.as_mut().map(work))
}

/// What the flag of a search asks.
fn ask(looks: u64) -> Option<StopReason> {
    with_desk(|desk| {
        desk.nodes = desk.nodes.max(looks);
        desk.beat();
        (now() >= desk.deadline).then_some(StopReason::Time)
    })?
}

/// Searches from a position. `asked` is JSON: `time` in milliseconds, `nodes`, `seed`; for SameGame `goal` (`score` or
/// `clear`) and `from`, a line to begin with. `tell` is called with JSON: `better` lists and `progress`, a few times a
/// second. The answer is a result record for the position: its moves, its score and its bound count from there. For Mayan
/// `why` is added, a clause that says why there is no solution.
#[wasm_bindgen]
pub fn solve(record: &str, list: &str, asked: &str, tell: js_sys::Function) -> Result<String, JsError> {
    let (puzzle, list) = (puzzle(record)?, moves(list)?);
    let asked: Asked = serde_json::from_str(asked).map_err(error)?;
    let position = Puzzle { grid: after(&puzzle, &list).map_err(error)?, ..puzzle };
    let begun = now();
    let deadline = asked.time.map_or(f64::INFINITY, |time| begun + time);
    DESK.set(Some(Desk { tell, begun, deadline, told: begun, nodes: 0, bound: 0 }));
    let (record, why) = match &position.task {
        Task::SameGame(task) => (clicking(&position, task.rules.unwrap_or_default(), &asked)?, None),
        Task::Mayan(task) => sliding(&position, task, list.len() as u64, &asked)?,
    };
    DESK.set(None);
    let record = ResultRecord { seconds: Some((now() - begun) / 1e3), ..record };
    let mut answer = serde_json::to_value(record).map_err(error)?;
    answer["why"] = why.map(|why| why.describe(&position.grid)).into();
    Ok(answer.to_string())
}

/// Tells of SameGame.
struct Teller;

impl Report for Teller {
    fn better(&self, nodes: u64, found: &Found) {
        let moves: Vec<Step> = found.clicks.iter().map(|&cell| cell.into()).collect();
        let (score, cleared) = (found.score, found.cleared);
        with_desk(|desk| {
            desk.nodes = desk.nodes.max(nodes);
            desk.send(json!({ "kind": "better", "score": score, "cleared": cleared, "moves": moves }));
        });
    }

    fn spent(&self, nodes: u64) {
        with_desk(|desk| {
            desk.nodes += nodes;
            desk.beat();
        });
    }
}

/// Searches a SameGame position.
fn clicking(position: &Puzzle, rules: Rules, asked: &Asked) -> Result<ResultRecord, JsError> {
    let board = &position.grid;
    let goal = if asked.goal.as_deref() == Some("clear") { Goal::Clear } else { Goal::Score };
    let query = Query { goal, ..Query::score(board, rules).map_err(error)? };
    let part = || with_desk(|desk| (now() - desk.begun) / (desk.deadline - desk.begun)).unwrap_or(1.0);
    let from = Found::playable(board, rules, &clicks(&asked.from));
    let stop = StopFlag::new();
    let limits = Limits { nodes: asked.nodes, memory: MEMORY, stop: &stop };
    let request = Request {
        method: Method::Auto,
        seed: asked.seed,
        threads: 1,
        from: Some(&from).filter(|from| !from.clicks.is_empty()),
        time: asked.time.is_some().then_some(&part),
        path: Path::best(),
    };
    let outcome = search(&query, &request, &limits, &Teller).map_err(error)?;
    let record = report::samegame::record(&outcome, 0, String::new(), hash(position), goal, None);
    Ok(ResultRecord { nodes: Some(outcome.nodes), ..record })
}

/// Searches a Mayan position after a number of moves; returns why there is no solution, too.
fn sliding(
    position: &Puzzle,
    task: &MayanTask,
    played: u64,
    asked: &Asked,
) -> Result<(ResultRecord, Option<mayan::solve::Why>), JsError> {
    let mode = if task.mode == Some(Mode::Exactly) { Mode::Exactly } else { Mode::Shortest };
    let left = task.moves.map_or(u64::MAX, |moves| moves.saturating_sub(played));
    let noop = task.allow_noop;
    let request = mayan::solve::Request { noop, ..mayan::solve::Request::new(left, mode) };
    let stop = StopFlag::asking(ask);
    let limits = Limits { nodes: asked.nodes, memory: MEMORY, stop: &stop };
    let level = |level: mayan::solve::Level| {
        with_desk(|desk| {
            (desk.nodes, desk.bound) = (desk.nodes.max(level.nodes), level.bound);
            desk.beat();
        });
    };
    let outcome = mayan::solve::solve_told(&position.grid, &request, &limits, &mut |_| true, &level);
    let outcome = outcome.map_err(error)?;
    let record = report::mayan::record(position, &request, &outcome, &[], 0, String::new());
    Ok((ResultRecord { nodes: Some(outcome.stats.nodes), ..record }, outcome.why))
}
