//! The events of a search: the trace file, and a progress line.

use super::trace::Trace;
use crate::io::progress::{Progress, ProgressMode, format_seconds};
use crate::verbs::goal_text;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tilefall::insight::saved;
use tilefall::internals::lock;
use tilefall::rules::Step;
use tilefall::rules::puzzle::Puzzle;
use tilefall::samegame::{Event, Goal};
use tilefall::text::record::ResultRecord;

/// The values that the progress line shows.
#[derive(Clone, Copy, Default)]
pub struct Totals {
    /// The result of the best list in the units of the goal.
    best: Option<i64>,
    trials: u64,
}

/// Receives the events of one search.
pub struct Reporter<'a> {
    /// The start of the search.
    pub begun: Instant,
    pub index: u64,
    pub id: &'a str,
    pub puzzle: &'a Puzzle,
    pub goal: Goal,
    /// The file for improvements.
    pub trace: Option<&'a Trace>,
    /// Shows the totals until the reporter is dropped.
    pub progress: Option<Progress>,
    /// Seconds to the best list.
    pub best_after: f64,
    /// The values that the progress line shows.
    pub totals: Arc<Mutex<Totals>>,
}

impl<'a> Reporter<'a> {
    /// Creates a reporter for the puzzle with this index and id, without a progress line.
    pub fn new(
        begun: Instant,
        (index, id, puzzle): (u64, &'a str, &'a Puzzle),
        goal: Goal,
        trace: Option<&'a Trace>,
    ) -> Self {
        let totals = Arc::default();
        Reporter { begun, index, id, puzzle, goal, trace, progress: None, best_after: 0.0, totals }
    }

    /// Shows the progress of a search with this time limit.
    pub fn show_progress(&mut self, when: ProgressMode, limit: Option<Duration>) {
        let (begun, goal, totals) = (self.begun, self.goal, self.totals.clone());
        self.progress = Some(Progress::start(when, move || {
            let (Totals { best, trials }, spent) = (*lock(&totals), begun.elapsed());
            let rate = trials as f64 / spent.as_secs_f64().max(1e-9);
            let left = limit.map_or(String::new(), |limit| {
                format!(", {} left", format_seconds(limit.saturating_sub(spent).as_secs_f64()))
            });
            let best = match (best, goal) {
                (None, _) => "nothing yet".into(),
                (Some(best), Goal::Score | Goal::Clear) => format!("best {best}"),
                (Some(best), _) => format!("best: {}", goal_text::in_units(goal, best)),
            };
            let time = format_seconds(spent.as_secs_f64());
            format!("{time}, {best}, {trials} trials, {:.0} k/s{left}", rate / 1e3)
        }));
    }

    /// Reports an event.
    pub fn report(&mut self, event: Event<'_>) {
        match event {
            Event::Better { found, nodes } => {
                lock(&self.totals).best = Some(goal_text::result(self.goal, found));
                self.best_after = self.begun.elapsed().as_secs_f64();
                let moves: Vec<Step> = found.clicks.iter().copied().map(Step::from).collect();
                let record = |_| saved::record_for(self.goal, self.puzzle, &moves).ok();
                if let Some((trace, record)) = self.trace.and_then(|trace| Some((trace, record(trace)?))) {
                    let (index, id) = (self.index, self.id.to_owned());
                    let (seconds, nodes) = (Some(self.best_after), Some(nodes));
                    trace.add(&ResultRecord { index, id, seconds, nodes, ..record });
                }
            }
            Event::Progress { nodes } => lock(&self.totals).trials = nodes,
            _ => {}
        }
    }
}
