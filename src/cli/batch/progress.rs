//! Where a batch is: a bar on a terminal, a line every few seconds elsewhere if asked for.

use super::args::When;
use super::source::Seen;
use crate::batch::Tally;
use crate::cli::exit;
use crate::cli::input::Meter;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Steps of the bar.
const STEPS: u64 = 1000;
/// How often a line is printed, and the bar drawn.
const LINES: Duration = Duration::from_secs(3);
const BAR: Duration = Duration::from_millis(200);

/// Counts answers, and shows where the batch is until it is dropped.
pub struct Progress {
    shared: Arc<Shared>,
    bar: Option<ProgressBar>,
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
    /// Begins to show it, as `when` says.
    pub fn new(when: When, tally: Tally, seen: Arc<Seen>, meter: Meter, size: Option<u64>) -> Progress {
        let begun = Instant::now();
        let tally = Mutex::new(tally);
        let shared =
            Shared { tally, begun, seen, meter, size, ended: Mutex::new(false), end: Condvar::new() };
        let shared = Arc::new(shared);
        let terminal = std::io::stderr().is_terminal();
        let bar = (terminal && when != When::Never).then(bar);
        let lines = !terminal && when == When::Always;
        let shows = (bar.is_some() || lines).then(|| {
            let (shared, bar) = (shared.clone(), bar.clone());
            std::thread::spawn(move || shared.show(bar.as_ref()))
        });
        Progress { shared, bar, shows }
    }

    /// Looks at the numbers, or changes them.
    pub fn tally<T>(&self, with: impl FnOnce(&mut Tally) -> T) -> T {
        with(&mut self.shared.tally.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Prints what is wrong with an input.
    pub fn complain_of(&self, message: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| exit::complain_of(message)),
            None => exit::complain_of(message),
        }
    }

    /// Ends the bar, and prints the summary if asked for, with what may differ from run to run if `timings`.
    pub fn finish(mut self, summary: bool, timings: bool) {
        self.stop();
        if summary {
            let time = timings.then(|| self.shared.begun.elapsed());
            let text = self.tally(|tally| tally.summary(time));
            // Nothing is left to tell it to if standard error is closed.
            let _ = writeln!(anstream::stderr().lock(), "{text}");
        }
    }

    fn stop(&mut self) {
        *self.shared.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.shared.end.notify_all();
        if let Some(thread) = self.shows.take() {
            let _ = thread.join();
        }
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.stop();
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{elapsed_precise} [{bar:30}] {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
    bar
}

impl Shared {
    fn show(&self, bar: Option<&ProgressBar>) {
        let pause = if bar.is_some() { BAR } else { LINES };
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        while !*ended {
            ended = self.end.wait_timeout(ended, pause).unwrap_or_else(PoisonError::into_inner).0;
            if *ended {
                return;
            }
            let (text, part) = self.text();
            match bar {
                Some(bar) => {
                    bar.set_position((part.unwrap_or(0.0) * STEPS as f64) as u64);
                    bar.set_message(text);
                }
                None => drop(writeln!(anstream::stderr().lock(), "{text}")),
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

/// Seconds for people: `45 s`, `12 m`, `3.4 h`.
fn span(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} m", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Status;

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
        assert!(text.starts_with("50 puzzles: 50 solved") && text.ends_with(" left"), "{text}");
        assert_eq!([span(3.4), span(150.0), span(9000.0)], ["3 s", "2 m", "2.5 h"]);
    }
}
