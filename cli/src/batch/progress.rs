//! Progress of a batch: a bar on a terminal, a line every few seconds elsewhere if asked for.

use super::Complaint;
use super::args::When;
use super::source::Seen;
use crate::input::Meter;
use crate::status::{StatusLine, bar, rate, span};
use crate::{exit, output};
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tilefall::batch::Tally;

/// How often a line is printed, and the bar drawn.
const LINES: Duration = Duration::from_secs(3);
const BAR: Duration = Duration::from_millis(200);
/// Characters of the bar.
const WIDTH: usize = 20;

/// Counts answers, and shows where the batch is until it is dropped.
pub struct Progress {
    shared: Arc<Shared>,
    bar: Option<Arc<StatusLine>>,
    /// Inputs of which it was said what is said once only.
    said: Mutex<HashSet<Arc<str>>>,
    shows: Option<std::thread::JoinHandle<()>>,
}

struct Shared {
    tally: Mutex<Tally>,
    begun: Instant,
    seen: Arc<Seen>,
    meter: Meter,
    /// Bytes of the input, if they are known.
    size: Option<u64>,
    ended: Mutex<bool>,
    end: Condvar,
}

impl Progress {
    /// Starts to show progress, as `when` says.
    pub fn new(when: When, tally: Tally, seen: Arc<Seen>, meter: Meter, size: Option<u64>) -> Progress {
        let begun = Instant::now();
        let tally = Mutex::new(tally);
        let shared =
            Shared { tally, begun, seen, meter, size, ended: Mutex::new(false), end: Condvar::new() };
        let shared = Arc::new(shared);
        let bar = if when == When::Never { None } else { StatusLine::new().map(Arc::new) };
        let lines = bar.is_none() && when == When::Always;
        // Without a thread for it nothing is shown.
        let shows = (bar.is_some() || lines).then(|| {
            let (shared, bar) = (shared.clone(), bar.clone());
            std::thread::Builder::new().spawn(move || shared.show(bar.as_deref())).ok()
        });
        Progress { shared, bar, said: Mutex::default(), shows: shows.flatten() }
    }

    /// Reads or changes the numbers.
    pub fn tally<T>(&self, with: impl FnOnce(&mut Tally) -> T) -> T {
        with(&mut self.shared.tally.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Prints what is wrong with an input, unless it is said once only and has been.
    pub fn complain_of(&self, complaint: &Complaint) {
        let said = |input| !self.said.lock().unwrap_or_else(PoisonError::into_inner).insert(input);
        if complaint.once.clone().is_some_and(said) {
            return;
        }
        match &self.bar {
            Some(bar) => bar.apart(|| exit::complain_of(&complaint.text)),
            None => exit::complain_of(&complaint.text),
        }
    }

    /// Prints results on standard output.
    ///
    /// # Errors
    /// If that fails.
    pub fn print(&self, text: &str) -> std::io::Result<()> {
        match &self.bar {
            Some(bar) => bar.apart(|| output::print(text)),
            None => output::print(text),
        }
    }

    /// Ends the bar, and prints the summary if asked for, with what may differ from run to run if `timings`.
    pub fn finish(mut self, summary: bool, timings: bool) {
        self.stop();
        if summary {
            let time = timings.then(|| self.shared.begun.elapsed());
            let text = self.tally(|tally| tally.summary(time));
            exit::note(&text);
        }
    }

    fn stop(&mut self) {
        *self.shared.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.shared.end.notify_all();
        if let Some(thread) = self.shows.take() {
            let _ = thread.join();
        }
        self.bar.iter().for_each(|bar| bar.apart(|| ()));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn show(&self, line: Option<&StatusLine>) {
        let pause = if line.is_some() { BAR } else { LINES };
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        while !*ended {
            ended = self.end.wait_timeout(ended, pause).unwrap_or_else(PoisonError::into_inner).0;
            if *ended {
                return;
            }
            let tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let at = self.at(&tally);
            match line {
                Some(line) => line.draw(&at.bar(&tally)),
                None => exit::note(&at.line(&tally)),
            }
        }
    }

    /// Where the batch is.
    fn at(&self, tally: &Tally) -> At {
        let load = |number: &AtomicU64| number.load(Ordering::Relaxed) as f64;
        let (ours, bytes) = (load(&self.seen.ours), load(&self.seen.bytes));
        let seconds = self.begun.elapsed();
        let total = match self.size.map(|size| size as f64) {
            _ if self.seen.ended.load(Ordering::Relaxed) => Some(Total::Exactly(ours)),
            // What is compressed has more bytes than its file: its items are behind what is read of it.
            Some(size) => {
                Some(if bytes > 0.0 && bytes <= size { bytes } else { self.meter.get().0 as f64 } / size)
                    .filter(|&part| part > 0.0 && ours > 0.0)
                    .map(|part| Total::About(ours / part))
            }
            None => None,
        };
        At { seconds: seconds.as_secs_f64(), rate: tally.rate(seconds), total }
    }
}

/// Where a batch is.
struct At {
    /// Seconds since it began.
    seconds: f64,
    /// Puzzles a second.
    rate: f64,
    /// The number of puzzles, if it is known.
    total: Option<Total>,
}

/// A number of puzzles.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Total {
    /// All are counted.
    Exactly(f64),
    /// By the size of the part that is counted.
    About(f64),
}

impl Total {
    fn number(self) -> f64 {
        match self {
            Total::Exactly(number) | Total::About(number) => number,
        }
    }
}

impl At {
    /// The time left, if it can be known.
    fn left(&self, done: u64) -> Option<String> {
        let total = self.total.filter(|_| self.rate > 0.0)?;
        Some(format!("{} left", span((total.number() - done as f64).max(0.0) / self.rate)))
    }

    /// `12 of about 300`.
    fn done(&self, done: u64) -> String {
        match self.total {
            Some(Total::Exactly(total)) => format!("{done} of {total:.0}"),
            Some(Total::About(total)) => format!("{done} of about {:.0}", total.max(done as f64)),
            None => done.to_string(),
        }
    }

    /// A bar with all that matters first, for a narrow terminal cuts it.
    fn bar(&self, tally: &Tally) -> String {
        let done = tally.all();
        let bar = self.total.map(|total| bar(done as f64 / total.number().max(1.0), WIDTH) + " ");
        let time = self.left(done).unwrap_or_else(|| span(self.seconds));
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
        format!("{}{}, {time}, {}{counts}", bar.unwrap_or_default(), self.done(done), rate(self.rate))
    }

    /// A line for a file.
    fn line(&self, tally: &Tally) -> String {
        let done = tally.all();
        let of = self.total.map_or(String::new(), |_| format!("{}, ", self.done(done)));
        let left = self.left(done).map_or(String::new(), |left| format!(", {left}"));
        format!("{tally}; {of}{}{left}", rate(self.rate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall::base::Status;

    fn progress(seen: &Arc<Seen>, size: Option<u64>, answers: usize) -> (Progress, Tally) {
        let mut tally = Tally::default();
        (0..answers).for_each(|_| tally.count(Status::Optimal));
        (Progress::new(When::Never, tally.clone(), seen.clone(), Meter::default(), size), tally)
    }

    #[test]
    fn the_total_is_exact_at_the_end_of_the_input_and_about_before() {
        let seen = Arc::new(Seen::default());
        let (progress, tally) = progress(&seen, Some(1000), 25);
        assert_eq!(progress.shared.at(&tally).total, None);
        seen.ours.store(50, Ordering::Relaxed);
        seen.bytes.store(250, Ordering::Relaxed);
        assert_eq!(progress.shared.at(&tally).total, Some(Total::About(200.0)));
        seen.ended.store(true, Ordering::Relaxed);
        assert_eq!(progress.shared.at(&tally).total, Some(Total::Exactly(50.0)));
        let (stream, tally) = self::progress(&Arc::default(), None, 25);
        assert_eq!(stream.shared.at(&tally).total, None);
    }

    #[test]
    fn what_matters_most_fits_a_narrow_terminal() {
        let mut tally = Tally::default();
        (0..50).for_each(|_| tally.count(Status::Optimal));
        (0..10).for_each(|_| tally.count(Status::Unknown));
        let at = |total| At { seconds: 30.0, rate: 2.0, total };
        let known = at(Some(Total::Exactly(120.0)));
        assert_eq!(
            known.bar(&tally),
            "[==========>         ] 60 of 120, 30 s left, 2.0/s: 50 proven, 10 unknown"
        );
        assert_eq!(
            known.line(&tally),
            "60 puzzles: 50 proven, 0 best found, 0 none, 10 unknown, 0 bad; 60 of 120, 2.0/s, 30 s left"
        );
        assert_eq!(at(None).bar(&tally), "60, 30 s, 2.0/s: 50 proven, 10 unknown");
        let about = At { seconds: 1.0, rate: 99999.0, total: Some(Total::About(1e9)) };
        assert!(
            about
                .bar(&tally)
                .starts_with("[>                   ] 60 of about 1000000000, 2.8 h left, 99999/s")
        );
        let shown = about.bar(&tally).split(':').next().map(|text| text.chars().count());
        assert!(shown <= Some(75), "{shown:?}");
    }
}
