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
pub use input::{Board, Input, Task};
pub use trap::Trap;
pub use verdict::Failure;

use crate::rules::Random;
use crate::rules::threads::results_in_order;
use serde_json::json;
use shrink::Smaller;
use std::sync::RwLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use verdict::judge;

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
        let verdict = self.found.as_ref().map_or("passed".into(), |found| found.failure.to_string());
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
            Failure::WrongAnswer { given, .. } => record["given"] = text(given).into(),
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

/// Returns whether a test goes on: before each run with the number of inputs before it, and during the search for a smaller
/// input with [`u64::MAX`].
pub type GoesOn<'a> = dyn Fn(u64) -> bool + Sync + 'a;

impl Stress {
    /// Runs the test, until `goes_on` returns `false`.
    pub fn run(&self, program: &dyn Contestant, goes_on: &GoesOn<'_>) -> Report {
        let (failed, alone) = (AtomicU64::new(u64::MAX), RwLock::new(()));
        let verdicts = results_in_order(self.jobs, || {
            |at| {
                let number = self.first.checked_add(at as u64)?;
                if at as u64 >= self.count || number > failed.load(Relaxed) || !goes_on(at as u64) {
                    return None;
                }
                let input = draw(self.task, self.seed, number).input;
                let mut verdict = {
                    let _beside_others = alone.read();
                    self.judge(program, &input)
                };
                if verdict == Err(Failure::TimeLimit) {
                    // A program that was slow beside others gets a run alone.
                    let _alone = alone.write();
                    if number < failed.load(Relaxed) {
                        verdict = self.judge(program, &input);
                    }
                }
                if verdict.is_err() {
                    failed.fetch_min(number, Relaxed);
                }
                Some((number, verdict))
            }
        });
        let mut report = Report { tried: 0, noop_answers: 0, found: None };
        for (number, verdict) in verdicts {
            match verdict {
                Ok(noop) => report.noop_answers += u64::from(noop),
                Err(failure) => {
                    report.found = Some(self.explain(program, number, failure, goes_on));
                    break;
                }
            }
            report.tried += 1;
        }
        report
    }

    fn judge(&self, program: &dyn Contestant, input: &Input) -> Result<bool, Failure> {
        judge(input, program.answer(input), self.ignore_blanks)
    }

    /// Makes a failing input smaller, and looks for the mistake.
    fn explain(
        &self,
        program: &dyn Contestant,
        number: u64,
        failure: Failure,
        goes_on: &GoesOn<'_>,
    ) -> Found {
        let Drawn { input, trap } = draw(self.task, self.seed, number);
        let fails = |input: &Input| self.judge(program, input).err();
        let mut smaller = Smaller { input, failure, runs: 0, fails: &fails, goes_on: &|| goes_on(u64::MAX) };
        smaller.shrink();
        let like = match smaller.failure {
            Failure::WrongAnswer { .. } => self.like(program, &smaller.input, goes_on),
            _ => None,
        };
        smaller.replace(Random::new(self.seed, number), like);
        let Smaller { input, failure, runs, .. } = smaller;
        let is_random = fails(&input).is_none();
        let is_wrong = matches!(failure, Failure::WrongAnswer { only_blanks: false, .. });
        let made_for = trap.filter(|trap| is_wrong && trap.catches(&input));
        Found { number, input, failure, like, made_for, runs, is_random }
    }

    /// Returns the mistake whose program prints the same as the tested one, on an input and on those that are made for traps.
    fn like(&self, program: &dyn Contestant, input: &Input, goes_on: &GoesOn<'_>) -> Option<&'static Trap> {
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
