//! Progress of `generate`: a bar on a terminal, or a line every few seconds with `--progress always`.

use crate::exit;
use crate::io::status::{StatusLine, bar, format_rate, format_seconds};
use crate::verbs::solve::args::ProgressMode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The intervals of printed lines and of drawing the bar.
const LINES: Duration = Duration::from_secs(3);
const BAR: Duration = Duration::from_millis(200);
/// The width of the bar in characters.
const WIDTH: usize = 20;

/// Shows progress until it is dropped, also while a single puzzle is generated.
pub struct Progress {
    line: Option<Arc<StatusLine>>,
    made: Arc<AtomicU64>,
    tried: Arc<AtomicU64>,
    /// Closed to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Shows progress of a run of `count` puzzles.
    pub fn new(when: ProgressMode, count: u64) -> Progress {
        let line = if when == ProgressMode::Never { None } else { StatusLine::new().map(Arc::new) };
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
        // No progress is shown if the thread cannot be started.
        let thread = (line.is_some() || when == ProgressMode::Always)
            .then(|| std::thread::Builder::new().spawn(show).ok())
            .flatten();
        Progress { line, made, tried, end: Some(end), thread }
    }

    /// Returns the counter of boards tried.
    pub fn tried(&self) -> Arc<AtomicU64> {
        self.tried.clone()
    }

    /// Calls `print` without the bar on the screen.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.line {
            Some(line) => line.suspend(print),
            None => print(),
        }
    }

    /// Sets the number of puzzles generated.
    pub fn made(&self, number: u64) {
        self.made.store(number, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        self.suspend(|| ());
    }
}

/// Formats the bar and the numbers: puzzles generated and wanted, and before the first one, boards tried.
fn text([made, count, tried]: [u64; 3], seconds: f64) -> String {
    let bar = bar(made as f64 / count.max(1) as f64, WIDTH);
    let a_second = made as f64 / seconds.max(1e-3);
    let so_far = match made {
        0 => format!("{}, {tried} boards tried", format_seconds(seconds)),
        _ => format!("{} left, {}", format_seconds((count - made) as f64 / a_second), format_rate(a_second)),
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
