//! What a search tells while it runs: the trace file, the best list so far, a line for people.

use crate::batch::sidecar::replace;
use crate::cli::batch::args::When;
use crate::cli::exit;
use crate::cli::status::{StatusLine, span};
use crate::puzzle::Status;
use crate::record::{ResultRecord, Step};
use crate::samegame::search::{Found, Report};
use anyhow::Context as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

const SECOND: Duration = Duration::from_secs(1);

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

/// The best record so far of a long search, in a file beside the one of `--out`: written anew, and renamed, at
/// most once a second, and gone when the search has ended.
#[derive(Debug)]
pub struct Keep {
    path: PathBuf,
    hash: String,
    last: Mutex<Option<Instant>>,
}

impl Keep {
    /// Beside the file of `--out`, for the puzzle of this hash.
    pub fn beside(out: &Path, hash: &str) -> Keep {
        let mut path = out.as_os_str().to_owned();
        path.push(".best");
        Keep { path: path.into(), hash: hash.to_owned(), last: Mutex::new(None) }
    }

    fn write(&self, index: u64, id: &str, found: &Found) {
        let Ok(mut last) = self.last.lock() else { return };
        if last.is_some_and(|last| last.elapsed() < SECOND) {
            return;
        }
        *last = Some(Instant::now());
        let record = ResultRecord::new(index, id, Status::Feasible).with_clicks(
            self.hash.clone(),
            &found.clicks,
            found.score,
            found.cleared,
        );
        // The answer itself is not lost with it.
        let _ = replace(&self.path, record.to_line().as_bytes());
    }
}

impl Drop for Keep {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// A line that tells how a search goes on: redrawn on a terminal, else a new one every few seconds.
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

/// Hears of one search.
pub struct Teller<'a> {
    /// When the search began.
    pub begun: Instant,
    /// The index of the puzzle.
    pub index: u64,
    /// Its id.
    pub id: &'a str,
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

impl<'a> Teller<'a> {
    /// For the puzzle of an index and an id; tells nobody.
    pub fn new(begun: Instant, index: u64, id: &'a str) -> Self {
        let (best_after, best, trials) = (AtomicU64::new(0), AtomicI64::new(i64::MIN), AtomicU64::new(0));
        let heard = Heard { best_after, best, trials };
        Teller { begun, index, id, trace: None, keep: None, gauge: None, heard }
    }

    /// Seconds to the best list.
    pub fn best_after(&self) -> f64 {
        self.heard.best_after.load(Ordering::Relaxed) as f64 / 1e6
    }
}

impl Report for Teller<'_> {
    fn better(&self, nodes: u64, found: &Found) {
        self.heard.best.store(found.score, Ordering::Relaxed);
        let seconds = self.begun.elapsed().as_secs_f64();
        self.heard.best_after.store((seconds * 1e6) as u64, Ordering::Relaxed);
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
        if let Some(keep) = &self.keep {
            keep.write(self.index, self.id, found);
        }
    }

    fn spent(&self, nodes: u64) {
        let trials = self.heard.trials.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if let Some(gauge) = &self.gauge {
            gauge.show(self.begun, self.heard.best.load(Ordering::Relaxed), trials);
        }
    }
}
