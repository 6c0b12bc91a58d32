//! [`Plan`]: the limits of a call, and many puzzles solved side by side.

use crate::argument::Words;
use crate::input::seconds;
use crate::puzzle::Puzzle;
use crate::watch::{beside, interrupted};
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};
use tilefall::base::{Status, Threads};
use tilefall::record::ResultRecord;
use tilefall::{Cancel, Limits};

/// The fewest bytes for tables.
const MEMORY: usize = 1 << 16;

/// How puzzles are solved: one on all threads, or many side by side.
pub struct Plan {
    time: Option<Duration>,
    nodes: Option<u64>,
    memory: usize,
    threads: Option<usize>,
    /// Whether a record has counters of the search.
    pub stats: bool,
    /// Whether a record has what differs between equal runs.
    pub timings: bool,
    /// Whether Ctrl-C that comes after the search is reported, too.
    raises: bool,
    /// Puzzles that are solved at once.
    workers: usize,
    cancel: Cancel,
}

/// The records of puzzles as lines of JSON, in order, and whether Ctrl-C ended the search.
pub type Solved = (Vec<String>, bool);

impl Plan {
    /// The plan of a call with these keywords.
    pub fn of(words: &Words<'_>, puzzles: usize) -> PyResult<Plan> {
        let time = words.option("timeout")?.map(|time| seconds(&time)).transpose()?;
        let nodes = words.option("nodes")?.map(|nodes| nodes.number()).transpose()?;
        let enough = format!("at least {MEMORY} bytes, less than 2**{}", usize::BITS);
        let memory = words.get("memory")?.whole()?.within("memory", &enough, |&bytes| bytes >= MEMORY)?;
        let threads = words.option("threads")?.map(|threads| {
            threads.whole()?.within("threads", "1 to 4096", |number| (1..=4096).contains(number))
        });
        let threads = threads.transpose()?;
        let all = || threads.map_or(Threads::All, Threads::Some).number();
        let workers = if puzzles > 1 { all().min(puzzles) } else { 1 };
        let (stats, timings) = (words.get("stats")?.flag()?, words.get("timings")?.flag()?);
        let raises = words.get("on_interrupt")?.one_of(&[("raise", true), ("return", false)])?;
        Ok(Plan { time, nodes, memory, threads, stats, timings, raises, workers, cancel: Cancel::new() })
    }

    /// The limits of one puzzle. A share of the memory would make the answer depend on the number of threads.
    fn limits(&self, many: bool) -> Limits {
        let mut limits = Limits::default();
        (limits.time, limits.nodes, limits.cancel) = (self.time, self.nodes, self.cancel.clone());
        limits.memory = self.memory;
        limits.threads = match (many, self.threads) {
            (true, _) => Threads::Some(1),
            (false, threads) => threads.map_or(Threads::All, Threads::Some),
        };
        limits
    }

    /// Whether the time of a puzzle is over. A search that waits for a callback cannot check its clock.
    pub fn late(&self, begun: Instant) -> bool {
        self.time.is_some_and(|time| begun.elapsed() >= time)
    }

    /// Whether a record has the number of nodes.
    pub fn counted(&self) -> bool {
        self.timings || self.nodes.is_some()
    }

    /// The records of all puzzles; a puzzle that cannot be solved gets an error record.
    pub fn run<E: Send>(
        &self,
        py: Python<'_>,
        puzzles: &[Puzzle],
        solve: impl Fn(u64, &Puzzle, Limits, &SyncSender<E>) -> Result<ResultRecord, String> + Sync,
        each: impl FnMut(Python<'_>, E) -> PyResult<bool> + Send,
    ) -> PyResult<Solved> {
        let many = puzzles.len() > 1;
        let work = |sender: &SyncSender<E>| {
            let (next, records) = (AtomicUsize::new(0), Mutex::new(vec![String::new(); puzzles.len()]));
            let worker = |sender: SyncSender<E>| {
                while let Some((at, puzzle)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    puzzles.get(at).map(|puzzle| (at, puzzle))
                } {
                    let index = puzzle.puzzle.index.unwrap_or(at as u64);
                    let solved = solve(index, puzzle, self.limits(many), &sender);
                    let record = solved.unwrap_or_else(|why| {
                        let error = Some(why);
                        ResultRecord { error, ..ResultRecord::new(index, puzzle.named(), Status::Error) }
                    });
                    records.lock().expect("no thread panics while it writes")[at] = record.to_line();
                }
            };
            std::thread::scope(|scope| {
                for _ in 1..self.workers {
                    let sender = sender.clone();
                    scope.spawn(|| worker(sender));
                }
                worker(sender.clone());
            });
            records.into_inner().expect("no thread panics while it writes")
        };
        let (records, ended) = beside(py, &|| self.cancel.cancel(), work, each)?;
        Ok((records, ended || (self.raises && interrupted(py)?)))
    }
}

/// Whether a search goes on after a callback returned this: unless it is `False`.
pub fn goes_on(returned: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(returned.extract::<bool>().unwrap_or(true))
}
