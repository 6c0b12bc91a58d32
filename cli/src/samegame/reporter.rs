//! What a search reports while it runs: the trace file, the best list so far, a line for people.

use super::keep::Keep;
use super::trace::{Line, Trace};
use crate::batch::args::When;
use crate::exit;
use crate::status::{StatusLine, span};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tilefall::samegame::search::{Found, Report};

const SECOND: Duration = Duration::from_secs(1);

/// A progress line for a search: redrawn on a terminal, else a new one every few seconds.
#[derive(Debug)]
pub struct Gauge {
    bar: Option<StatusLine>,
    last: Mutex<Instant>,
    /// The whole time, if there is a limit.
    time: Option<Duration>,
}

impl Gauge {
    /// A line, if `when` and the terminal ask for one.
    pub fn new(when: When, time: Option<Duration>) -> Option<Gauge> {
        let bar = StatusLine::new();
        if when == When::Never || bar.is_none() && when == When::Auto {
            return None;
        }
        Some(Gauge { bar, last: Mutex::new(Instant::now()), time })
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
        let left = |time: Duration| format!(", {} left", span(time.saturating_sub(spent).as_secs_f64()));
        let left = self.time.map_or(String::new(), left);
        let best = if best > i64::MIN { format!("best {best}") } else { "nothing yet".into() };
        let time = span(spent.as_secs_f64());
        let text = format!("{time}, {best}, {trials} trials, {:.0} k/s{left}", rate / 1e3);
        match &self.bar {
            Some(bar) => bar.draw(&text),
            None => exit::note(&text),
        }
    }
}

/// Listens to one search.
pub struct Reporter<'a> {
    /// When the search began.
    pub begun: Instant,
    /// The index of the puzzle.
    pub index: u64,
    /// Its id.
    pub id: &'a str,
    /// Its hash.
    pub hash: &'a str,
    /// Where every improvement is noted.
    pub trace: Option<&'a Trace>,
    /// Where the best list is kept.
    pub keep: Option<Keep>,
    /// Where people see it.
    pub gauge: Option<Gauge>,
    /// What was heard so far.
    pub heard: Heard,
}

/// What was heard so far.
#[derive(Debug)]
pub struct Heard {
    /// Microseconds to the best list.
    best_after: AtomicU64,
    best: AtomicI64,
    trials: AtomicU64,
}

impl<'a> Reporter<'a> {
    /// For the puzzle of an index, an id and a hash; tells nobody.
    pub fn new(begun: Instant, (index, id, hash): (u64, &'a str, &'a str)) -> Self {
        let (best_after, best, trials) = (AtomicU64::new(0), AtomicI64::new(i64::MIN), AtomicU64::new(0));
        let heard = Heard { best_after, best, trials };
        Reporter { begun, index, id, hash, trace: None, keep: None, gauge: None, heard }
    }

    /// Seconds to the best list.
    pub fn best_after(&self) -> f64 {
        self.heard.best_after.load(Ordering::Relaxed) as f64 / 1e6
    }
}

impl Report for Reporter<'_> {
    fn better(&self, nodes: u64, found: &Found) {
        self.heard.best.store(found.score, Ordering::Relaxed);
        let seconds = self.begun.elapsed().as_secs_f64();
        self.heard.best_after.store((seconds * 1e6) as u64, Ordering::Relaxed);
        if let Some(trace) = self.trace {
            trace.add(&Line::new((self.index, self.id, self.hash), seconds, nodes, found));
        }
        if let Some(keep) = &self.keep {
            keep.better(found);
        }
    }

    fn spent(&self, nodes: u64) {
        let trials = self.heard.trials.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if let Some(keep) = &self.keep {
            keep.tick();
        }
        if let Some(gauge) = &self.gauge {
            gauge.show(self.begun, self.heard.best.load(Ordering::Relaxed), trials);
        }
    }
}
