//! The summary of a batch: the numbers of answers.

use std::time::Duration;
use tilefall::internals::plural;
use tilefall::rules::Status;

/// The numbers of answers of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Answers with a proof.
    pub proven: u64,
    /// Answers with the best result found, without a proof.
    pub best: u64,
    /// Puzzles proven to have no solution.
    pub none: u64,
    /// Puzzles without a result.
    pub unknown: u64,
    /// Bad puzzles.
    pub bad: u64,
    /// Answers from earlier runs.
    pub kept: u64,
    /// Answers of searches that a signal ended.
    pub interrupted: u64,
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

    /// Returns the number of all answers.
    pub fn all(&self) -> u64 {
        self.proven + self.best + self.none + self.unknown + self.bad
    }

    /// Returns a line for the end of a batch; `time` adds figures that may differ from run to run.
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

    /// Returns the answers per second of this run.
    pub fn rate(&self, time: Duration) -> f64 {
        (self.all() - self.kept) as f64 / time.as_secs_f64().max(1e-9)
    }
}
