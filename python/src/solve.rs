//! The searches: puzzles and a request in, result records out.

use crate::argument::{Items, Keywords};
use crate::input::Place;
use crate::moves::{PyStep, Shape};
use crate::puzzle::Puzzle;
use crate::request::request;
use crate::watch::{beside, interrupted};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::mpsc::{SyncSender, sync_channel};
use tilefall::ask::{Event, Run, SolveRequest, error_record};
use tilefall::internals::results_in_order;
use tilefall::mayan::Solutions;
use tilefall::rules::{GameKind, Move, Step, StopReason, Threads};
use tilefall::samegame::{Found, Method};
use tilefall::{Cancel, Limits};

/// Up to this many cells of a SameGame board, or moves of a Mayan puzzle, a search takes milliseconds.
const TINY: usize = 16;
const TINY_MOVES: u64 = 3;

/// The records of puzzles as lines of JSON, in order, and whether Ctrl-C ended the search.
type Solved = (Vec<String>, bool);

/// A call of a search, with the request and the two ways to cancel the search.
pub struct Call {
    pub request: SolveRequest,
    pub cancel: Cancel,
    /// The method `is_set` of an event that cancels the call.
    pub event: Option<Py<PyAny>>,
}

impl Call {
    /// Reads the request and the event from the keywords of a call.
    pub fn of(game: GameKind, keywords: &Keywords<'_>) -> PyResult<Call> {
        let (request, event) = (request(game, keywords)?, keywords.cancel()?);
        Ok(Call { request, cancel: Cancel::new(), event })
    }

    /// Returns the limits of one puzzle, which gets one thread if `many` puzzles are searched. The memory is not
    /// divided among threads, because then the answer would depend on the number of threads.
    pub fn limits(&self, many: bool) -> Limits {
        let mut limits = self.request.limits().limits();
        limits.cancel = self.cancel.clone();
        if many {
            limits.threads = Threads::Exactly(1);
        }
        limits
    }

    /// Returns `true` for a puzzle whose search takes milliseconds at most.
    fn is_tiny(&self, puzzle: &Puzzle) -> bool {
        match &self.request {
            // A position is a subset of the tiles: at most 2^16 positions make an exact search short.
            SolveRequest::SameGame(asked) => {
                let grid = &puzzle.puzzle.grid;
                asked.method != Method::Anneal && grid.rows() * grid.cols() <= TINY
            }
            SolveRequest::Mayan(asked) => {
                let moves = asked.moves.or_else(|| puzzle.mayan_task()?.moves);
                !matches!(asked.want(), Solutions::All(_)) && moves.is_some_and(|moves| moves <= TINY_MOVES)
            }
        }
    }
}

/// An event for the callback `on_found`: a better list with the nodes and seconds so far, or a list of `want="all"`.
enum Sent {
    Better(Found, u64, f64),
    Solution(Vec<Move>),
}

/// Searches puzzles of a game; returns a result record, a line of JSON, for each, and whether Ctrl-C ended the search.
///
/// ``on_found`` is called with a ``SameGameFound`` for every better list, or with a ``MayanFound`` for every list of
/// ``want="all"``. If it returns False, the search ends.
#[pyfunction]
pub fn solve(py: Python<'_>, puzzles: Vec<Puzzle>, keywords: Keywords<'_>) -> PyResult<Solved> {
    let game = puzzles.first().map_or(GameKind::SameGame, |puzzle| puzzle.puzzle.task.game());
    let call = Call::of(game, &keywords)?;
    let start = keywords.get::<Option<Items<Place>>>("start")?.map_or(Vec::new(), |list| list.0);
    let lists =
        !matches!(&call.request, SolveRequest::Mayan(asked) if !matches!(asked.want(), Solutions::All(_)));
    let (on_found, first) = (keywords.on_found()?, keywords.get::<Option<u64>>("first")?.unwrap_or(0));
    if on_found.is_some() && !lists {
        return Err(PyTypeError::new_err("on_found has no effect without want='all'"));
    }
    // A single tiny puzzle is solved in this thread: starting others would take longer.
    let alone = puzzles.len() == 1 && on_found.is_none() && call.is_tiny(&puzzles[0]);
    let many = puzzles.len() > 1 || alone;
    let line = |at: usize, puzzle: &Puzzle, sender: &SyncSender<(u64, Shape, Sent)>| {
        let index = puzzle.puzzle.index.unwrap_or(first + at as u64);
        let shape = (puzzle.puzzle.grid.rows(), puzzle.puzzle.grid.cols());
        let mut asked = call.request.clone();
        let started = match &mut asked {
            SolveRequest::SameGame(asked) => clicks(&start, shape).map(|clicks| asked.start = clicks),
            SolveRequest::Mayan(_) => Ok(()),
        };
        let run = Run { limits: Some(call.limits(many)), ..Run::new(index, puzzle.named()) };
        let answer = started.and_then(|()| {
            asked.solve(&puzzle.puzzle, run, |event| {
                let sent = match event {
                    _ if on_found.is_none() => return ControlFlow::Continue(()),
                    Event::Better { found, nodes, seconds } => Sent::Better(found.clone(), nodes, seconds),
                    Event::Solution(list) => Sent::Solution(list.to_vec()),
                    _ => return ControlFlow::Continue(()),
                };
                let taken = sender.send((index, shape, sent)).is_ok();
                if taken { ControlFlow::Continue(()) } else { ControlFlow::Break(StopReason::Interrupt) }
            })
        });
        let record = answer.map(|answer| answer.record);
        record.unwrap_or_else(|why| error_record(index, puzzle.named(), why)).to_line()
    };
    if alone {
        let line = py.detach(|| line(0, &puzzles[0], &sync_channel(0).0));
        return Ok((vec![line], interrupted(py)?));
    }
    let workers = if many { call.request.limits().threads().number().min(puzzles.len()) } else { 1 };
    let work =
        |sender: &SyncSender<_>| results_in_order(workers, || |at| Some(line(at, puzzles.get(at)?, sender)));
    let each = |py: Python<'_>, (index, shape, sent): (u64, Shape, Sent)| {
        let Some(call) = &on_found else { return Ok(true) };
        let found = py.import("tilefall._found")?;
        let found = match sent {
            Sent::Better(Found { clicks, score, cleared, left, biggest }, nodes, seconds) => {
                let moves: Vec<_> = clicks.into_iter().map(|cell| PyStep::of(cell, shape)).collect();
                let parts = (index, moves, score, cleared, left, biggest, nodes, seconds);
                found.getattr("SameGameFound")?.call1(parts)?
            }
            Sent::Solution(list) => {
                let moves: Vec<_> = list.into_iter().map(|step| PyStep::of(step, shape)).collect();
                found.getattr("MayanFound")?.call1((index, moves))?
            }
        };
        Ok(call.bind(py).call1((found,))?.extract::<bool>().unwrap_or(true))
    };
    beside(py, &call.cancel, call.event.as_ref(), work, each)
}

/// Converts the argument `start` to clicks on a board of this shape.
fn clicks(start: &[Place], (rows, cols): Shape) -> Result<Vec<Step>, String> {
    let message = |error: PyErr| Python::attach(|py| format!("argument 'start': {}", error.value(py)));
    start.iter().map(|place| place.cell(rows, cols).map(Step::from).map_err(message)).collect()
}
