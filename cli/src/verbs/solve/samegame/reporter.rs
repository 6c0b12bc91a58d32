//! The events of a search: the trace file, the best list so far, a progress line.

use super::best_list_file::BestListFile;
use super::trace::{Line, Trace};
use crate::exit;
use crate::io::progress::ProgressMode;
use crate::io::status::{StatusLine, format_seconds};
use std::time::{Duration, Instant};
use tilefall::samegame::{Event, Found};

const SECOND: Duration = Duration::from_secs(1);

/// The progress line of a search: redrawn on a terminal, otherwise a new line every few seconds.
#[derive(Debug)]
pub struct ProgressLine {
    bar: Option<StatusLine>,
    last: Instant,
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
        Some(ProgressLine { bar, last: Instant::now(), time })
    }

    fn show(&mut self, begun: Instant, best: i64, trials: u64) {
        let every = if self.bar.is_some() { SECOND / 5 } else { 3 * SECOND };
        if self.last.elapsed() < every {
            return;
        }
        self.last = Instant::now();
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

/// Receives the events of one search.
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
    /// Seconds to the best list.
    pub best_after: f64,
    /// The score of the best list.
    pub best: i64,
}

impl<'a> Reporter<'a> {
    /// Creates a reporter for the puzzle with this index, id and hash, without outputs.
    pub fn new(begun: Instant, (index, id, hash): (u64, &'a str, &'a str)) -> Self {
        let (trace, best_list_file, progress_line) = (None, None, None);
        let (best_after, best) = (0.0, i64::MIN);
        Reporter { begun, index, id, hash, trace, best_list_file, progress_line, best_after, best }
    }

    /// Reports an event.
    pub fn report(&mut self, event: Event<'_>) {
        match event {
            Event::Better { found, nodes } => self.improved(nodes, found),
            Event::Progress { nodes } => self.advanced(nodes),
            _ => {}
        }
    }

    fn improved(&mut self, nodes: u64, found: &Found) {
        self.best = found.score;
        self.best_after = self.begun.elapsed().as_secs_f64();
        if let Some(trace) = self.trace {
            trace.add(&Line::new((self.index, self.id, self.hash), self.best_after, nodes, found));
        }
        if let Some(best_list_file) = &mut self.best_list_file {
            best_list_file.offer(found);
        }
    }

    fn advanced(&mut self, nodes: u64) {
        if let Some(best_list_file) = &mut self.best_list_file {
            best_list_file.tick();
        }
        if let Some(progress_line) = &mut self.progress_line {
            progress_line.show(self.begun, self.best, nodes);
        }
    }
}
