//! The summary of a batch: numbers of answers, and the slowest puzzle.

use crate::base::{Status, several};
use std::fmt;
use std::time::Duration;

/// Numbers of answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// With a list, or what else was asked for, that is proven to be the answer.
    pub proven: u64,
    /// With the best that was found, not proven.
    pub best: u64,
    /// Proven to have no answer.
    pub none: u64,
    /// Not known.
    pub unknown: u64,
    /// No puzzles.
    pub bad: u64,
    /// Of these, answered before this run.
    pub kept: u64,
    /// The puzzle that took longest, and how long.
    pub slowest: Option<(String, Duration)>,
}

impl Tally {
    /// Counts an answer.
    pub fn count(&mut self, status: Status) {
        *match status {
            Status::Optimal => &mut self.proven,
            Status::Feasible => &mut self.best,
            Status::Infeasible => &mut self.none,
            Status::Unknown => &mut self.unknown,
            Status::Error => &mut self.bad,
        } += 1;
    }

    /// Notes a puzzle that took longer than all before.
    pub fn took(&mut self, id: impl FnOnce() -> String, time: Duration) {
        if self.slowest.as_ref().is_none_or(|(_, longest)| time > *longest) {
            self.slowest = Some((id(), time));
        }
    }

    /// All answers.
    pub fn all(&self) -> u64 {
        self.proven + self.best + self.none + self.unknown + self.bad
    }

    /// One line for the end of a batch; with `time`, what may differ from run to run as well.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tilefall::{base::Status, batch::Tally};
    /// let mut tally = Tally::default();
    /// tally.count(Status::Optimal);
    /// tally.took(|| "a".into(), Duration::from_millis(20));
    /// assert_eq!(tally.summary(None), "1 puzzle: 1 proven, 0 best found, 0 none, 0 unknown, 0 bad");
    /// let text = tally.summary(Some(Duration::from_millis(500)));
    /// assert_eq!(text, "1 puzzle: 1 proven, 0 best found, 0 none, 0 unknown, 0 bad; 0.50 s, 2/s; slowest a, 20 ms");
    /// ```
    pub fn summary(&self, time: Option<Duration>) -> String {
        let mut text = self.to_string();
        let Some(time) = time else { return text };
        let rate = self.rate(time);
        text += &format!("; {:.2} s, {rate:.0}/s", time.as_secs_f64());
        if let Some((id, time)) = &self.slowest {
            text += &format!("; slowest {id}, {:.0} ms", time.as_secs_f64() * 1e3);
        }
        text
    }

    /// Answers of this run a second.
    pub fn rate(&self, time: Duration) -> f64 {
        (self.all() - self.kept) as f64 / time.as_secs_f64().max(1e-9)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { proven, best, none, unknown, bad, kept, .. } = self;
        let all = several(self.all(), "puzzle");
        write!(f, "{all}: {proven} proven, {best} best found, {none} none, {unknown} unknown, {bad} bad")?;
        if *kept > 0 { write!(f, "; {kept} of them before") } else { Ok(()) }
    }
}
