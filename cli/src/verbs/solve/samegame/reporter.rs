//! Progress reports of a search: the trace file, the best list so far, a progress line.

use super::best_list_file::BestListFile;
use super::trace::{Line, Trace};
use crate::exit;
use crate::io::progress::ProgressMode;
use crate::io::status::{StatusLine, format_seconds};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tilefall::samegame::search::{Found, Report};

const SECOND: Duration = Duration::from_secs(1);

/// The progress line of a search: redrawn on a terminal, otherwise a new line every few seconds.
#[derive(Debug)]
pub struct ProgressLine {
    bar: Option<StatusLine>,
    last: Mutex<Instant>,
    /// The time limit.
    time: Option<Duration>,
}

impl ProgressLine {
    /// Creates a line, unless `when` and the terminal exclude it.
    pub fn new(when: ProgressMode, time: Option<Duration>) -> Option<ProgressLine> {
        let bar = StatusLine::new();
        if when == ProgressMode::Never || bar.is_none() && when == ProgressMode::Auto {
            return None;
        }
        Some(ProgressLine { bar, last: Mutex::new(Instant::now()), time })
    }

    fn show(&self, begun: Instant, best: i64, trials: u64) {
        let every = if self.bar.is_some() { SECOND / 5 } else { 3 * SECOND };
        let Ok(mut last) = self.last.lock() else { return };
        if last.elapsed() < every {
            return;
        }
        *last = Instant::now();
        let spent = begun.elapsed();
        let rate = trials as f64 / spent.as_secs_f64().max(1e-9);
        let left =
            |time: Duration| format!(", {} left", format_seconds(time.saturating_sub(spent).as_secs_f64()));
        let left = self.time.map_or(String::new(), left);
        let best = if best > i64::MIN { format!("best {best}") } else { "nothing yet".into() };
        let time = format_seconds(spent.as_secs_f64());
        let text = format!("{time}, {best}, {trials} trials, {:.0} k/s{left}", rate / 1e3);
        match &self.bar {
            Some(bar) => bar.draw(&text),
            None => exit::note(&text),
        }
    }
}

/// Receives the reports of one search.
pub struct Reporter<'a> {
    /// The start of the search.
    pub begun: Instant,
    /// The index of the puzzle.
    pub index: u64,
    /// The id of the puzzle.
    pub id: &'a str,
    /// The hash of the puzzle.
    pub hash: &'a str,
    /// The file for improvements.
    pub trace: Option<&'a Trace>,
    /// The file for the best list.
    pub best_list_file: Option<BestListFile>,
    /// The progress line.
    pub progress_line: Option<ProgressLine>,
    /// Values reported so far.
    pub totals: Totals,
}

/// Values reported so far.
#[derive(Debug)]
pub struct Totals {
    /// Microseconds to the best list.
    best_after: AtomicU64,
    best: AtomicI64,
    trials: AtomicU64,
}

impl<'a> Reporter<'a> {
    /// Creates a reporter for the puzzle with this index, id and hash, without outputs.
    pub fn new(begun: Instant, (index, id, hash): (u64, &'a str, &'a str)) -> Self {
        let (best_after, best, trials) = (AtomicU64::new(0), AtomicI64::new(i64::MIN), AtomicU64::new(0));
        let totals = Totals { best_after, best, trials };
        Reporter { begun, index, id, hash, trace: None, best_list_file: None, progress_line: None, totals }
    }

    /// Returns the time to the best list in seconds.
    pub fn best_after(&self) -> f64 {
        self.totals.best_after.load(Ordering::Relaxed) as f64 / 1e6
    }
}

impl Report for Reporter<'_> {
    fn improved(&self, nodes: u64, found: &Found) {
        self.totals.best.store(found.score, Ordering::Relaxed);
        let seconds = self.begun.elapsed().as_secs_f64();
        self.totals.best_after.store((seconds * 1e6) as u64, Ordering::Relaxed);
        if let Some(trace) = self.trace {
            trace.add(&Line::new((self.index, self.id, self.hash), seconds, nodes, found));
        }
        if let Some(best_list_file) = &self.best_list_file {
            best_list_file.offer(found);
        }
    }

    fn advanced(&self, nodes: u64) {
        let trials = self.totals.trials.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if let Some(best_list_file) = &self.best_list_file {
            best_list_file.tick();
        }
        if let Some(progress_line) = &self.progress_line {
            progress_line.show(self.begun, self.totals.best.load(Ordering::Relaxed), trials);
        }
    }
}
