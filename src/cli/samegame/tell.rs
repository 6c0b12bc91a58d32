//! What a search tells while it runs: the trace file.

use crate::cli::exit;
use crate::record::Step;
use crate::samegame::search::{Found, Report};
use anyhow::Context as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// A file of improvements.
#[derive(Debug)]
pub struct Trace {
    file: Mutex<File>,
    broken: AtomicBool,
}

impl Trace {
    /// Opens it to append.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path) -> anyhow::Result<Trace> {
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.with_context(|| format!("{}: cannot be opened", path.display()))?;
        Ok(Trace { file: Mutex::new(file), broken: AtomicBool::new(false) })
    }

    /// Adds a line; tells once if that cannot be done.
    fn add(&self, line: &str) {
        let done = self.file.lock().map(|mut file| file.write_all(line.as_bytes()));
        if let Ok(Err(error)) = done
            && !self.broken.swap(true, Ordering::Relaxed)
        {
            exit::complain(&format!("the trace cannot be written: {error}"));
        }
    }
}

/// An improvement.
#[derive(serde::Serialize)]
struct Line<'a> {
    index: u64,
    id: &'a str,
    seconds: f64,
    trials: u64,
    score: i64,
    cleared: bool,
    moves: Vec<Step>,
}

/// Hears of one search.
pub struct Teller<'a> {
    begun: Instant,
    index: u64,
    id: &'a str,
    trace: Option<&'a Trace>,
    /// Microseconds to the best list.
    best_after: AtomicU64,
}

impl<'a> Teller<'a> {
    /// For the puzzle of an index and an id.
    pub fn new(begun: Instant, index: u64, id: &'a str, trace: Option<&'a Trace>) -> Self {
        Teller { begun, index, id, trace, best_after: AtomicU64::new(0) }
    }

    /// Seconds to the best list.
    pub fn best_after(&self) -> f64 {
        self.best_after.load(Ordering::Relaxed) as f64 / 1e6
    }
}

impl Report for Teller<'_> {
    fn better(&self, nodes: u64, found: &Found) {
        let seconds = self.begun.elapsed().as_secs_f64();
        self.best_after.store((seconds * 1e6) as u64, Ordering::Relaxed);
        if let Some(trace) = self.trace {
            let line = Line {
                index: self.index,
                id: self.id,
                seconds,
                trials: nodes,
                score: found.score,
                cleared: found.cleared,
                moves: found.clicks.iter().map(|&cell| cell.into()).collect(),
            };
            trace.add(&(serde_json::to_string(&line).expect("numbers and strings can be written") + "\n"));
        }
    }

    fn spent(&self, _nodes: u64) {}
}
