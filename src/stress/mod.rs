//! Stress tests of contest programs: inputs made to fail, a judge, and the smallest input that fails.
//!
//! A wrong program is modelled by a [`Trap`]: a known mistake with a plain program that makes it. Inputs are random boards of
//! growing size, and boards on which the program of a trap and the exact simulator disagree, found by running both. The answer of a
//! trap's program also explains a failure: if the tested program printed the same, it probably made that mistake.
//!
//! - `input`: inputs and their exact answers
//! - `draw`: the inputs of a seed
//! - `trap`: the known mistakes; `wrong_mayan`, `wrong_samegame`: the programs that make them
//! - `verdict`: outputs compared with the answers
//! - `shrink`: smaller inputs that fail in the same way
//!
//! Programs are run by the caller, as a [`Contestant`].

mod draw;
mod input;
mod shrink;
mod trap;
mod verdict;
mod wrong_mayan;
mod wrong_samegame;

pub use draw::{Drawn, draw, made};
pub use input::{Board, Input, Layout, Task};
pub use trap::Trap;
pub use verdict::Failure;

use crate::rules::Random;
use crate::rules::threads::results_in_order;
use serde_json::json;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use verdict::{Verdict, judge};

/// A tested program.
pub trait Contestant: Sync {
    /// Runs the program on an input and returns its output.
    ///
    /// # Errors
    /// The way in which the program failed without an answer.
    fn answer(&self, input: &Input) -> Result<Vec<u8>, Failure>;
}

/// A stress test.
#[derive(Clone, Copy, Debug)]
pub struct Stress {
    /// The task that the program is to solve.
    pub task: Task,
    /// The seed of the inputs.
    pub seed: u64,
    /// The number of the first input.
    pub first: u64,
    /// The number of inputs.
    pub count: u64,
    /// Whether outputs are compared word by word.
    pub ignore_blanks: bool,
    /// Programs that run at once.
    pub jobs: usize,
}

/// The result of a stress test.
#[derive(Clone, Debug)]
pub struct Report {
    /// Inputs that were tried before the failing one, or all.
    pub tried: u64,
    /// Inputs whose answer depends on whether a swap of equal blocks is a move, and on which the program counted it.
    pub noop_answers: u64,
    /// The failing input, if there is one.
    pub found: Option<Found>,
}

impl Report {
    /// Returns the result of a test as JSON.
    pub fn json(&self, stress: &Stress) -> serde_json::Value {
        let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let verdict = self.found.as_ref().map_or("passed", |found| found.failure.name());
        let mut record = json!({
            "verdict": verdict, "seed": stress.seed, "tried": self.tried, "noop_answers": self.noop_answers,
        });
        let Some(found) = &self.found else { return record };
        record["number"] = found.number.into();
        record["input"] = text(&found.input.text()).into();
        if matches!(stress.task, Task::Click(_)) {
            record["click"] = json!(found.input.click());
        }
        record["expected"] = text(&found.input.answer(false)).into();
        match &found.failure {
            Failure::WrongAnswer { given, .. } | Failure::Blanks { given, .. } => {
                record["given"] = text(given).into()
            }
            Failure::RuntimeError { how, stderr } => {
                record["how"] = how.as_str().into();
                record["stderr"] = stderr.as_str().into();
            }
            _ => {}
        }
        if let Some(trap) = found.like {
            (record["like"], record["why"]) = (trap.name.into(), trap.about.into());
        }
        if let Some(trap) = found.made_for {
            record["made_for"] = trap.name.into();
        }
        record["is_random"] = found.is_random.into();
        record
    }
}

/// An input on which a program fails.
#[derive(Clone, Debug)]
pub struct Found {
    /// The number of the input that failed first.
    pub number: u64,
    /// The smallest failing input that was found.
    pub input: Input,
    /// The failure on that input.
    pub failure: Failure,
    /// The mistake whose program prints the same as the tested one.
    pub like: Option<&'static Trap>,
    /// The mistake for which the input was made.
    pub made_for: Option<&'static Trap>,
    /// Runs that made the input smaller.
    pub runs: u64,
    /// Whether another run of the same input was right.
    pub is_random: bool,
}

impl Stress {
    /// Runs the test. `goes_on` is called before each run with the number of inputs before it, and during the search for a smaller
    /// input with [`u64::MAX`]; if it returns `false`, the test or the search ends.
    pub fn run(&self, program: &dyn Contestant, goes_on: &(dyn Fn(u64) -> bool + Sync)) -> Report {
        let mut report = Report { tried: 0, noop_answers: 0, found: None };
        while report.tried < self.count {
            let (first, failed) = (self.first + report.tried, AtomicU64::new(u64::MAX));
            let tried = results_in_order(self.jobs, || {
                |at| {
                    let number = first.saturating_add(at as u64);
                    let is_over =
                        number >= self.first.saturating_add(self.count) || number > failed.load(Relaxed);
                    if is_over || !goes_on(number - self.first) {
                        return None;
                    }
                    let drawn = draw(self.task, self.seed, number);
                    let verdict = self.judge(program, &drawn.input);
                    if matches!(verdict, Verdict::Wrong(_)) {
                        failed.fetch_min(number, Relaxed);
                    }
                    Some((number, verdict))
                }
            });
            for (number, verdict) in tried {
                report.tried = number - self.first;
                let verdict = match verdict {
                    // A program that was slow beside others gets a run alone.
                    Verdict::Wrong(Failure::TimeLimit) => {
                        self.judge(program, &draw(self.task, self.seed, number).input)
                    }
                    verdict => verdict,
                };
                match verdict {
                    Verdict::Right { noop } => report.noop_answers += u64::from(noop),
                    Verdict::Wrong(failure) => {
                        report.found = Some(self.explain(program, number, failure, goes_on));
                        return report;
                    }
                }
                report.tried += 1;
            }
            if failed.load(Relaxed) == u64::MAX {
                break;
            }
        }
        report
    }

    fn judge(&self, program: &dyn Contestant, input: &Input) -> Verdict {
        judge(input, program.answer(input), self.ignore_blanks)
    }

    /// Makes a failing input smaller, and looks for the mistake.
    fn explain(
        &self,
        program: &dyn Contestant,
        number: u64,
        failure: Failure,
        goes_on: &(dyn Fn(u64) -> bool + Sync),
    ) -> Found {
        let drawn = draw(self.task, self.seed, number);
        let mut fails = |input: &Input| match self.judge(program, input) {
            Verdict::Wrong(failure) => Some(failure),
            Verdict::Right { .. } => None,
        };
        let mut smaller = shrink::Smaller { at: (drawn.input, failure), runs: 0 };
        smaller.shrink(&mut fails, goes_on);
        let like = match smaller.at.1 {
            Failure::WrongAnswer { .. } | Failure::Blanks { .. } => {
                self.like(program, &smaller.at.0, goes_on)
            }
            _ => None,
        };
        smaller.replace(Random::new(self.seed, number), like, &mut fails, goes_on);
        let is_random = fails(&smaller.at.0).is_none();
        let (input, failure) = smaller.at;
        let is_wrong = matches!(failure, Failure::WrongAnswer { .. });
        let made_for = drawn.trap.filter(|trap| is_wrong && trap.catches(&input));
        Found { number, input, failure, like, made_for, runs: smaller.runs, is_random }
    }

    /// Returns the mistake whose program prints the same as the tested one, on an input and on those that are made for traps.
    fn like(
        &self,
        program: &dyn Contestant,
        input: &Input,
        goes_on: &(dyn Fn(u64) -> bool + Sync),
    ) -> Option<&'static Trap> {
        let mut traps = Trap::of(self.task);
        let made = made(self.task, self.seed).map(|(_, _, input)| input);
        for input in std::iter::once(input.clone()).chain(made) {
            // Without all comparisons no mistake is named.
            if traps.is_empty() || !goes_on(u64::MAX) {
                return None;
            }
            let given = program.answer(&input).ok();
            let same = |answer: Vec<u8>| {
                given.as_ref().is_some_and(|given| verdict::is_same(&answer, given, self.ignore_blanks))
            };
            // A search that takes too long says nothing.
            traps.retain(|trap| trap.answer(&input).is_none_or(same));
        }
        traps.first().copied()
    }
}
