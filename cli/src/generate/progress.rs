//! How far `generate` is: a bar on a terminal, a line every few seconds elsewhere if asked for.

use crate::batch::args::When;
use crate::exit;
use crate::status::{StatusLine, bar, rate, span};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often a line is printed, and the bar drawn.
const LINES: Duration = Duration::from_secs(3);
const BAR: Duration = Duration::from_millis(200);
/// Characters of the bar.
const WIDTH: usize = 20;

/// Shows how far it is until it is dropped, also while a single puzzle is made.
pub struct Progress {
    line: Option<Arc<StatusLine>>,
    made: Arc<AtomicU64>,
    tried: Arc<AtomicU64>,
    /// Closed to end the thread that shows it.
    end: Option<Sender<()>>,
    shows: Option<JoinHandle<()>>,
}

impl Progress {
    /// For this number of puzzles.
    pub fn new(when: When, count: u64) -> Progress {
        let line = if when == When::Never { None } else { StatusLine::new().map(Arc::new) };
        let (made, tried) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let (end, ended) = channel::<()>();
        let pause = if line.is_some() { BAR } else { LINES };
        let shared = (line.clone(), made.clone(), tried.clone(), Instant::now());
        let show = move || {
            let (line, made, tried, begun) = shared;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let numbers = [made.load(Ordering::Relaxed), count, tried.load(Ordering::Relaxed)];
                let text = text(numbers, begun.elapsed().as_secs_f64());
                match &line {
                    Some(line) => line.draw(&text),
                    None => exit::note(&text),
                }
            }
        };
        // Without a thread for it nothing is shown.
        let shows = (line.is_some() || when == When::Always)
            .then(|| std::thread::Builder::new().spawn(show).ok())
            .flatten();
        Progress { line, made, tried, end: Some(end), shows }
    }

    /// Counts the boards that are tried.
    pub fn tried(&self) -> Arc<AtomicU64> {
        self.tried.clone()
    }

    /// Prints something beside the bar.
    pub fn apart<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.line {
            Some(line) => line.apart(print),
            None => print(),
        }
    }

    /// Sets the number of puzzles that are made.
    pub fn made(&self, number: u64) {
        self.made.store(number, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.shows.take() {
            let _ = thread.join();
        }
        self.apart(|| ());
    }
}

/// The bar with the puzzles that are made and wanted; before there is one, the boards that were tried.
fn text([made, count, tried]: [u64; 3], seconds: f64) -> String {
    let bar = bar(made as f64 / count.max(1) as f64, WIDTH);
    let a_second = made as f64 / seconds.max(1e-3);
    let so_far = match made {
        0 => format!("{}, {tried} boards tried", span(seconds)),
        _ => format!("{} left, {}", span((count - made) as f64 / a_second), rate(a_second)),
    };
    format!("{bar} {made} of {count}, {so_far}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_the_rate_and_the_time_left() {
        assert_eq!(text([0, 1, 1234], 72.0), "[>                   ] 0 of 1, 72 s, 1234 boards tried");
        assert_eq!(text([5, 10, 50], 2.0), "[==========>         ] 5 of 10, 2 s left, 2.5/s");
        assert!(text([0, 1_000_000, 99_999_999], 1e6).len() <= 75);
    }
}
