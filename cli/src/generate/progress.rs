//! How far `generate` is: a bar with the rate on a terminal, a line every few seconds elsewhere if asked for.

use crate::batch::args::When;
use crate::exit;
use crate::status::{StatusLine, bar, span};
use std::time::{Duration, Instant};

/// How often a line is printed.
const PAUSE: Duration = Duration::from_secs(3);
/// Characters of the bar.
const WIDTH: usize = 30;

/// Shows how far it is. Nothing moves while a single puzzle is made.
pub struct Progress {
    line: Option<StatusLine>,
    lines: bool,
    count: u64,
    begun: Instant,
    shown: Instant,
}

impl Progress {
    /// For this number of puzzles.
    pub fn new(when: When, count: u64) -> Progress {
        let line = if when == When::Never { None } else { StatusLine::new() };
        let lines = line.is_none() && when == When::Always;
        let now = Instant::now();
        Progress { line, lines, count, begun: now, shown: now }
    }

    /// Prints something beside the bar.
    pub fn apart<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.line {
            Some(line) => line.apart(print),
            None => print(),
        }
    }

    /// Tells it how many puzzles there are now.
    pub fn made(&mut self, number: u64) {
        if self.line.is_none() && (!self.lines || self.shown.elapsed() < PAUSE) {
            return;
        }
        self.shown = Instant::now();
        let seconds = self.begun.elapsed().as_secs_f64();
        let text = line(number, self.count, seconds);
        match &self.line {
            Some(line) => line.draw(&text),
            None => exit::note(&text),
        }
    }
}

fn line(number: u64, count: u64, seconds: f64) -> String {
    let rate = number as f64 / seconds.max(1e-3);
    let left =
        if number > 0 { format!(", {} left", span((count - number) as f64 / rate)) } else { String::new() };
    let bar = bar(number as f64 / count.max(1) as f64, WIDTH);
    format!("{bar} {number} of {count} puzzles; {rate:.1}/s{left}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_the_rate_and_the_time_left() {
        let text = "[===============>              ] 5 of 10 puzzles; 2.5/s, 2 s left";
        assert_eq!(line(5, 10, 2.0), text);
    }
}
