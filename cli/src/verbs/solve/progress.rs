//! The progress of a batch, and its summary.

use super::source::InputCounts;
use crate::exit;
use crate::io::input::Meter;
use crate::io::output;
use crate::io::progress::{self, ProgressMode, format_done};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tilefall::internals::{lock, plural};
use tilefall::rules::Status;

/// Counts answers, and shows progress until this value is dropped.
pub struct Progress {
    shared: Arc<Shared>,
    shown: progress::Progress,
}

struct Shared {
    tally: Mutex<Tally>,
    begun: Instant,
    seen: Arc<InputCounts>,
    meter: Meter,
    /// The size of the input in bytes, if known.
    size: Option<u64>,
}

impl Progress {
    /// Starts to show progress, according to `when`.
    pub fn new(
        when: ProgressMode,
        tally: Tally,
        seen: Arc<InputCounts>,
        meter: Meter,
        size: Option<u64>,
    ) -> Progress {
        let (tally, begun) = (Mutex::new(tally), Instant::now());
        let shared = Arc::new(Shared { tally, begun, seen, meter, size });
        let progress = shared.clone();
        let shown = progress::Progress::start(when, move || progress.text());
        Progress { shared, shown }
    }

    /// Locks the tally, and calls a function with it.
    pub fn tally<T>(&self, with: impl FnOnce(&mut Tally) -> T) -> T {
        with(&mut lock(&self.shared.tally))
    }

    /// Prints an error of an item on standard error, without damage to the progress line.
    pub fn print_located_error(diagnostic: &str) {
        progress::suspend(|| exit::print_located_error(diagnostic));
    }

    /// Prints results on standard output, without damage to the progress line.
    pub fn print(&self, text: &str) -> std::io::Result<()> {
        progress::suspend(|| output::print(text))
    }

    /// Removes the progress line. If `summary` is set, prints the summary, with times if `timings` is set. For an
    /// interrupted run, then prints how many puzzles are done and the text in `interrupted`: how to continue the run.
    pub fn finish(self, summary: bool, timings: bool, interrupted: Option<&str>) {
        drop(self.shown);
        if !summary {
            return;
        }
        let time = timings.then(|| self.shared.begun.elapsed());
        let tally = lock(&self.shared.tally).clone();
        exit::note(&tally.summary(time));
        if let Some(remedy) = interrupted {
            let done = tally.all() - tally.interrupted;
            let of = match self.shared.total() {
                (Some(total), true) => format!(" of {}", total as u64),
                (Some(total), false) => format!(" of about {}", total as u64),
                (None, _) => " done".into(),
            };
            exit::note(&format!("interrupted: {done}{of}{remedy}"));
        }
    }
}

impl Shared {
    /// Formats the progress, the most important part first, because a narrow terminal cuts the end.
    fn text(&self) -> String {
        let (tally, time) = (lock(&self.tally).clone(), self.begun.elapsed());
        let (total, is_exact) = self.total();
        let done = format_done(tally.all() as f64, total, is_exact, tally.rate(time), time);
        let Tally { proven, best, none, unknown, bad, .. } = tally;
        format!("{done}: {proven} proven, {best} best found, {none} none, {unknown} unknown, {bad} bad")
    }

    /// Returns the number of puzzles, if known or estimated, and whether it is exact.
    fn total(&self) -> (Option<f64>, bool) {
        let load = |number: &AtomicU64| number.load(Ordering::Relaxed) as f64;
        let (in_shard, bytes) = (load(&self.seen.in_shard), load(&self.seen.bytes));
        if self.seen.ended.load(Ordering::Relaxed) {
            return (Some(in_shard), true);
        }
        let size = self.size.unwrap_or(0) as f64;
        // A compressed input has more bytes than its file, so progress is measured in compressed bytes.
        let read = if bytes > 0.0 && bytes <= size { bytes } else { self.meter.get().0 as f64 };
        let is_known = size > 0.0 && read > 0.0 && in_shard > 0.0;
        (is_known.then(|| (in_shard * size / read).max(lock(&self.tally).all() as f64)), false)
    }
}

/// The numbers of answers of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Answers proven to be optimal.
    pub proven: u64,
    /// Answers with the best result found, without a proof.
    pub best: u64,
    /// Puzzles proven to have no solution.
    pub none: u64,
    /// Puzzles without a list and without a proof.
    pub unknown: u64,
    /// Items with an error: unreadable, or refused by the solver.
    pub bad: u64,
    /// Answers from earlier runs.
    pub kept: u64,
    /// Answers of searches that a signal ended.
    pub interrupted: u64,
}

impl Tally {
    pub fn count(&mut self, status: Status) {
        *match status {
            Status::Optimal => &mut self.proven,
            Status::Feasible => &mut self.best,
            Status::Infeasible => &mut self.none,
            Status::Unknown => &mut self.unknown,
            Status::Error => &mut self.bad,
        } += 1;
    }

    /// Returns the number of all answers.
    pub fn all(&self) -> u64 {
        self.proven + self.best + self.none + self.unknown + self.bad
    }

    /// Formats the summary of a batch; with `time`, adds the time and the rate, which differ from run to run.
    pub fn summary(&self, time: Option<Duration>) -> String {
        let Tally { proven, best, none, unknown, bad, kept, .. } = self;
        let all = plural(self.all(), "puzzle");
        let before = if *kept > 0 { format!("; {kept} of them before") } else { String::new() };
        let time = time
            .map_or(String::new(), |time| format!("; {:.2} s, {:.0}/s", time.as_secs_f64(), self.rate(time)));
        format!(
            "{all}: {proven} proven, {best} best found, {none} none, {unknown} unknown, {bad} bad{before}{time}"
        )
    }

    /// Returns the number of answers per second, without the answers kept from earlier runs.
    pub fn rate(&self, time: Duration) -> f64 {
        (self.all() - self.kept) as f64 / time.as_secs_f64().max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(seen: &Arc<InputCounts>, size: Option<u64>) -> Progress {
        Progress::new(ProgressMode::Never, Tally::default(), seen.clone(), Meter::default(), size)
    }

    #[test]
    fn the_total_is_exact_at_the_end_of_the_input_and_about_before() {
        let seen = Arc::new(InputCounts::default());
        let total = |size| progress(&seen, size).shared.total();
        assert_eq!(total(Some(1000)), (None, false));
        seen.in_shard.store(50, Ordering::Relaxed);
        seen.bytes.store(250, Ordering::Relaxed);
        assert_eq!((total(Some(1000)), total(None)), ((Some(200.0), false), (None, false)));
        seen.ended.store(true, Ordering::Relaxed);
        assert_eq!(total(Some(1000)), (Some(50.0), true));
    }
}
