//! Progress of a batch.

use super::source::InputCounts;
use super::tally::Tally;
use crate::exit;
use crate::io::input::Meter;
use crate::io::output;
use crate::io::progress::{self, ProgressMode, bar, format_rate, format_seconds};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tilefall::rules::lock;

/// Counts answers and shows progress until it is dropped.
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

    /// Calls a function with the tally.
    pub fn tally<T>(&self, with: impl FnOnce(&mut Tally) -> T) -> T {
        with(&mut lock(&self.shared.tally))
    }

    /// Prints a diagnostic.
    pub fn print_located_error(diagnostic: &str) {
        progress::suspend(|| exit::print_located_error(diagnostic));
    }

    /// Prints results on standard output.
    pub fn print(&self, text: &str) -> std::io::Result<()> {
        progress::suspend(|| output::print(text))
    }

    /// Removes the bar, and prints the summary if `summary`, with times if `timings`.
    pub fn finish(self, summary: bool, timings: bool) {
        drop(self.shown);
        if summary {
            let time = timings.then(|| self.shared.begun.elapsed());
            exit::note(&lock(&self.shared.tally).summary(time));
        }
    }
}

impl Shared {
    /// Formats the progress.
    fn text(&self) -> String {
        let (tally, time) = (lock(&self.tally).clone(), self.begun.elapsed());
        text(&tally, time.as_secs_f64(), tally.rate(time), self.total())
    }

    /// Returns the number of puzzles, if known or estimated.
    fn total(&self) -> Option<Total> {
        let load = |number: &AtomicU64| number.load(Ordering::Relaxed) as f64;
        let (in_shard, bytes) = (load(&self.seen.in_shard), load(&self.seen.bytes));
        if self.seen.ended.load(Ordering::Relaxed) {
            return Some(Total::Exactly(in_shard));
        }
        let size = self.size? as f64;
        // A compressed input has more bytes than its file, so the part is measured by the compressed bytes read.
        let read = if bytes > 0.0 && bytes <= size { bytes } else { self.meter.get().0 as f64 };
        Some(read / size)
            .filter(|&part| part > 0.0 && in_shard > 0.0)
            .map(|part| Total::About(in_shard / part))
    }
}

/// The total number of puzzles: counted, or estimated from the part of the input that was read.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Total {
    Exactly(f64),
    About(f64),
}

/// Formats the progress after a time at a rate per second, the most important part first, because a narrow terminal cuts
/// the end.
fn text(tally: &Tally, seconds: f64, rate: f64, total: Option<Total>) -> String {
    let done = tally.all() as f64;
    let (total, of) = match total {
        Some(Total::Exactly(total)) => (total, format!(" of {total:.0}")),
        Some(Total::About(total)) => (total, format!(" of about {:.0}", total.max(done))),
        None => (0.0, String::new()),
    };
    let bar = if of.is_empty() { String::new() } else { bar(done / total.max(1.0)) + " " };
    let time = match rate > 0.0 && !of.is_empty() {
        true => format!("{} left", format_seconds((total - done).max(0.0) / rate)),
        false => format_seconds(seconds),
    };
    let counts = [
        (tally.proven, "proven"),
        (tally.best, "best found"),
        (tally.none, "none"),
        (tally.unknown, "unknown"),
        (tally.bad, "bad"),
    ];
    let counts = counts.iter().filter(|(number, _)| *number > 0);
    let counts: Vec<String> = counts.map(|(number, what)| format!("{number} {what}")).collect();
    let counts = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
    format!("{bar}{done}{of}, {time}, {}{counts}", format_rate(rate))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall::rules::Status;

    fn progress(seen: &Arc<InputCounts>, size: Option<u64>) -> Progress {
        Progress::new(ProgressMode::Never, Tally::default(), seen.clone(), Meter::default(), size)
    }

    #[test]
    fn the_total_is_exact_at_the_end_of_the_input_and_about_before() {
        let seen = Arc::new(InputCounts::default());
        let total = |size| progress(&seen, size).shared.total();
        assert_eq!(total(Some(1000)), None);
        seen.in_shard.store(50, Ordering::Relaxed);
        seen.bytes.store(250, Ordering::Relaxed);
        assert_eq!((total(Some(1000)), total(None)), (Some(Total::About(200.0)), None));
        seen.ended.store(true, Ordering::Relaxed);
        assert_eq!(total(Some(1000)), Some(Total::Exactly(50.0)));
    }

    #[test]
    fn what_matters_most_fits_a_narrow_terminal() {
        let mut tally = Tally::default();
        (0..50).for_each(|_| tally.count(Status::Optimal));
        (0..10).for_each(|_| tally.count(Status::Unknown));
        let known = Some(Total::Exactly(120.0));
        assert_eq!(
            text(&tally, 30.0, 2.0, known),
            "[==========>         ] 60 of 120, 30 s left, 2.0/s: 50 proven, 10 unknown"
        );
        assert_eq!(text(&tally, 30.0, 2.0, None), "60, 30 s, 2.0/s: 50 proven, 10 unknown");
        let about = text(&tally, 1.0, 99999.0, Some(Total::About(1e9)));
        let (shown, _) = about.split_once(':').unwrap();
        assert_eq!(shown, "[>                   ] 60 of about 1000000000, 2.8 h left, 99999/s");
        assert!(shown.chars().count() <= 75, "{shown}");
    }
}
