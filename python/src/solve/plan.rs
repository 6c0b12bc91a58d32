//! [`Plan`]: the limits of a call, and solving many puzzles in parallel.

use crate::argument::{Keywords, within};
use crate::error::value;
use crate::puzzle::Puzzle;
use crate::watch::{beside, interrupted};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use serde_json::{Map, Value};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, Instant};
use tilefall::internals::results_in_order;
use tilefall::rules::{Status, Threads};
use tilefall::text::record::ResultRecord;
use tilefall::{Cancel, Limits};

/// The minimum memory for tables, in bytes.
const MEMORY: usize = 1 << 16;

/// How to solve puzzles: one on all threads, or many in parallel.
pub struct Plan {
    time: Option<Duration>,
    nodes: Option<u64>,
    memory: usize,
    threads: Option<usize>,
    /// Whether records contain counters of the search.
    stats: bool,
    /// Whether records contain times and other values that differ between equal runs.
    timings: bool,
    /// The number of puzzles solved in parallel.
    workers: usize,
    /// The index of the first puzzle.
    first: u64,
    cancel: Cancel,
    /// The method `is_set` of an event that cancels the call.
    event: Option<Py<PyAny>>,
}

/// The records of puzzles as lines of JSON, in order, and whether Ctrl-C ended the search.
pub type Solved = (Vec<String>, bool);

impl Plan {
    /// Returns the plan of a call with these keywords.
    pub fn of(keywords: &Keywords<'_>, puzzles: usize) -> PyResult<Plan> {
        let seconds = keywords.get::<Option<f64>>("timeout")?.filter(|&seconds| seconds != f64::INFINITY);
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|why| value(format!("argument 'timeout': {why}")))?;
        let nodes = keywords.get("nodes")?;
        let memory = within("memory", keywords.get("memory")?, MEMORY..=usize::MAX)?;
        let threads = keywords.get::<Option<usize>>("threads")?;
        let threads = threads.map(|threads| within("threads", threads, 1..=4096)).transpose()?;
        let all = || threads.map_or(Threads::All, Threads::Exactly).number();
        let workers = if puzzles > 1 { all().min(puzzles) } else { 1 };
        let (stats, timings) = (keywords.get("stats")?, keywords.get("timings")?);
        let (cancel, event) = (Cancel::new(), keywords.cancel()?);
        let first = keywords.get::<Option<u64>>("first")?.unwrap_or(0);
        Ok(Plan { time, nodes, memory, threads, stats, timings, workers, first, cancel, event })
    }

    /// Returns the limits of one puzzle. The memory is not divided among threads: the answer would depend on their
    /// number.
    pub fn limits(&self, many: bool) -> Limits {
        let mut limits = Limits::default();
        (limits.time, limits.nodes, limits.cancel) = (self.time, self.nodes, self.cancel.clone());
        limits.memory = self.memory;
        limits.threads = match (many, self.threads) {
            (true, _) => Threads::Exactly(1),
            (false, threads) => threads.map_or(Threads::All, Threads::Exactly),
        };
        limits
    }

    /// Returns `true` after the time limit of a puzzle. A search that waits for a callback cannot check the time
    /// itself.
    pub fn late(&self, begun: Instant) -> bool {
        self.time.is_some_and(|time| begun.elapsed() >= time)
    }

    /// Adds what was measured to a record: the nodes, the seconds since `begun`, and the counters `stats`, of which the
    /// one named `timed` was measured in seconds.
    pub fn measured(
        &self,
        record: ResultRecord,
        nodes: u64,
        begun: Instant,
        mut stats: Map<String, Value>,
        (timed, seconds): (&str, Option<f64>),
    ) -> ResultRecord {
        let counted = self.timings || self.nodes.is_some();
        if let Some(seconds) = seconds.filter(|_| self.timings) {
            stats.insert(timed.into(), seconds.into());
        }
        ResultRecord {
            nodes: counted.then_some(nodes),
            seconds: self.timings.then(|| begun.elapsed().as_secs_f64()),
            stats: (self.stats && counted).then_some(stats),
            ..record
        }
    }

    /// Returns the records of all puzzles; a puzzle that cannot be solved gets an error record. A single puzzle that is
    /// `tiny`, so that its search takes milliseconds at most, is solved in this thread: starting others would take longer.
    pub fn run<E: Send>(
        &self,
        py: Python<'_>,
        puzzles: &[Puzzle],
        tiny: impl Fn(&Puzzle) -> bool,
        solve: impl Fn(u64, &Puzzle, Limits, &SyncSender<E>) -> Result<ResultRecord, String> + Sync,
        each: impl FnMut(Python<'_>, E) -> PyResult<bool> + Send,
    ) -> PyResult<Solved> {
        let alone = if let [puzzle] = puzzles { Some(puzzle).filter(|puzzle| tiny(puzzle)) } else { None };
        let many = puzzles.len() > 1 || alone.is_some();
        let line = |at: usize, puzzle: &Puzzle, sender: &SyncSender<E>| {
            let index = puzzle.puzzle.index.unwrap_or(self.first + at as u64);
            let solved = solve(index, puzzle, self.limits(many), sender);
            let record = solved.unwrap_or_else(|why| {
                let error = Some(why);
                ResultRecord { error, ..ResultRecord::new(index, puzzle.named(), Status::Error) }
            });
            record.to_line()
        };
        if let Some(puzzle) = alone {
            let line = py.detach(|| line(0, puzzle, &sync_channel(0).0));
            return Ok((vec![line], interrupted(py)?));
        }
        let work = |sender: &SyncSender<E>| {
            results_in_order(self.workers, || |at| Some(line(at, puzzles.get(at)?, sender)))
        };
        self.beside(py, work, each)
    }

    /// Runs a search with these limits beside the calling thread, like [`beside`]; returns its result, and whether Ctrl-C
    /// ended it.
    pub fn beside<T: Send, E: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&SyncSender<E>) -> T + Send,
        each: impl FnMut(Python<'_>, E) -> PyResult<bool> + Send,
    ) -> PyResult<(T, bool)> {
        beside(py, || self.cancel.cancel(), self.event.as_ref(), work, each)
    }
}

/// Calls the callback of a search with an object of a class of `tilefall._found`; returns `false` if the callback does.
pub fn continues<'py>(
    py: Python<'py>,
    call: &Py<PyAny>,
    class: &str,
    parts: impl PyCallArgs<'py>,
) -> PyResult<bool> {
    let found = py.import("tilefall._found")?.getattr(class)?.call1(parts)?;
    Ok(call.bind(py).call1((found,))?.extract::<bool>().unwrap_or(true))
}
