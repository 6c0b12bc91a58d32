//! Progress of a batch: a bar on a terminal, a line every few seconds elsewhere if asked for.

use super::Complaint;
use super::args::When;
use super::source::Seen;
use crate::input::Meter;
use crate::status::{StatusLine, bar, span};
use crate::{exit, output};
use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tilefall::batch::Tally;

/// How often a line is printed, and the bar drawn.
const LINES: Duration = Duration::from_secs(3);
const BAR: Duration = Duration::from_millis(200);
/// Characters of the bar.
const WIDTH: usize = 30;

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
            let (text, part) = self.text();
            match line {
                Some(line) => {
                    let time = span(self.begun.elapsed().as_secs_f64());
                    line.draw(&format!("{} {time}, {text}", bar(part.unwrap_or(0.0), WIDTH)));
                }
                None => exit::note(&text),
            }
        }
    }

    /// A line, and which part of the input is done, if that can be told.
    fn text(&self) -> (String, Option<f64>) {
        let tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, taken) = (tally.all() as f64, self.seen.ours.load(Ordering::Relaxed) as f64);
        let read = if self.seen.ended.load(Ordering::Relaxed) {
            Some(1.0)
        } else {
            self.size.map(|size| self.meter.get().0 as f64 / size.max(1) as f64)
        };
        let part = read.filter(|_| taken > 0.0).map(|read| (read * all / taken).min(1.0));
        let rate = tally.rate(self.begun.elapsed());
        let mut text = format!("{tally}; {rate:.0}/s");
        if let Some(part) = part.filter(|&part| part > 0.0 && rate > 0.0) {
            text += &format!(", {} left", span(all * (1.0 - part) / part / rate));
        }
        (text, part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall::base::Status;

    #[test]
    fn the_part_that_is_done_does_not_count_what_is_only_read() {
        let seen = Arc::new(Seen::default());
        seen.ours.store(100, Ordering::Relaxed);
        let mut tally = Tally::default();
        (0..50).for_each(|_| tally.count(Status::Optimal));
        let progress = Progress::new(When::Never, tally, seen.clone(), Meter::default(), Some(1000));
        assert_eq!(progress.shared.text().1, Some(0.0));
        seen.ended.store(true, Ordering::Relaxed);
        let (text, part) = progress.shared.text();
        assert_eq!(part, Some(0.5));
        assert!(text.starts_with("50 puzzles: 50 proven") && text.ends_with(" left"), "{text}");
    }
}
