//! Stress tests of contest programs: inputs made to fail, a judge, and the smallest input that fails.
//!
//! A wrong program is modelled by a [`Trap`]: a known mistake with a plain program that makes it. Inputs are random
//! boards of growing size, and boards on which a trap's program and the exact simulator disagree, found by running
//! both. The answer of a trap's program also explains a failure: if the tested program printed the same, it probably
//! made the mistake of the trap.
//!
//! - `input`: inputs and their exact answers
//! - `draw`: the inputs of a seed
//! - `trap`: the known mistakes; `wrong_mayan`, `wrong_samegame`: the programs that make them
//! - `verdict`: outputs compared with the answers
//! - `shrink`: smaller inputs that fail in the same way
//! - `likeness`: the mistakes that explain a failure
//!
//! Programs are run by the caller, as a [`Contestant`].

mod draw;
mod input;
mod likeness;
mod shrink;
mod trap;
mod verdict;
mod wrong_mayan;
mod wrong_samegame;

pub use draw::{draw, made};
pub use input::{ContestTask, Input, InputBoard, Layout};
pub use trap::Trap;
pub use verdict::{Compare, Failure};

use crate::rules::Random;
use crate::rules::threads::results_in_order;
use serde_json::{Value, json};
use shrink::Smaller;
use std::sync::RwLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use verdict::{Passed, judge};

/// A tested program.
pub trait Contestant: Sync {
    /// Runs the program on an input and returns its output.
    ///
    /// # Errors
    /// Returns how the program failed, if it gave no answer.
    fn answer(&self, input: &Input) -> Result<Vec<u8>, Failure>;
}

/// A stress test: the inputs that a program gets, and how its outputs are compared.
#[derive(Clone, Debug)]
pub struct Stress {
    /// The task that the program is to solve.
    pub task: ContestTask,
    /// The seed of the inputs.
    pub seed: u64,
    /// Inputs that are tried before the inputs of the seed.
    pub kept: Vec<Input>,
    /// The number of inputs to make from the seed.
    pub count: u64,
    /// How outputs are compared with the answers.
    pub compare: Compare,
    /// The number of programs that run at once.
    pub jobs: usize,
}

/// The result of a stress test.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The number of inputs before the failing input; without a failure, the number of all inputs.
    pub tried: u64,
    /// The numbers of right answers in which the program skipped swaps of equal blocks, and in which it counted them as
    /// moves. Other answers do not depend on such swaps.
    pub equal_swaps: [u64; 2],
    /// Whether the blanks of a right output differed from the blanks of the answer.
    pub other_blanks: bool,
    /// Mistakes that judges do not seem to test, but that the passed program makes; each with an input.
    pub untested: Vec<(&'static Trap, Input)>,
    /// The failing input, if there is one.
    pub found: Option<FailingInput>,
}

impl Report {
    fn add(&mut self, Passed { counts_swaps, other_blanks }: Passed) {
        self.other_blanks |= other_blanks;
        counts_swaps.into_iter().for_each(|counts| self.equal_swaps[usize::from(counts)] += 1);
    }

    /// Returns the result of a test as JSON.
    pub fn json(&self, stress: &Stress) -> Value {
        let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let verdict = self.found.as_ref().map_or("passed".into(), |found| found.failure.to_string());
        let untested: Vec<Value> = self
            .untested
            .iter()
            .map(|(trap, input)| json!({"trap": trap.name, "about": trap.about(), "input": text(&input.text())}))
            .collect();
        let [skipped, counted] = self.equal_swaps;
        let mut record = json!({
            "verdict": verdict, "seed": stress.seed, "tried": self.tried,
            "equal_swaps": {"skipped": skipped, "counted": counted},
            "other_blanks": self.other_blanks, "untested": untested,
        });
        let Some(found) = &self.found else { return record };
        match found.origin {
            Origin::Kept(at) => record["kept"] = at.into(),
            Origin::Drawn(number) => record["number"] = number.into(),
        }
        record["input"] = text(&found.input.text()).into();
        if matches!(stress.task, ContestTask::Click(_)) {
            record["click"] = json!(found.input.click());
        }
        record["expected"] = text(&found.expected()).into();
        match &found.failure {
            Failure::WrongAnswer { given, .. } => record["given"] = text(given).into(),
            Failure::RuntimeError { how, stderr } => {
                record["how"] = how.as_str().into();
                record["stderr"] = stderr.as_str().into();
            }
            _ => {}
        }
        record["like"] = found.like.iter().map(|trap| trap.name).collect();
        record["why"] = found.like.iter().map(|trap| trap.about()).collect();
        record["is_random"] = found.is_random.into();
        record
    }
}

/// The source of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The input at this index of [`Stress::kept`].
    Kept(usize),
    /// The input with this number, from 0, of the inputs made from the seed.
    Drawn(u64),
}

/// An input on which a program fails.
#[derive(Clone, Debug)]
pub struct FailingInput {
    /// The source of the first failing input, which was then made smaller.
    pub origin: Origin,
    /// The smallest failing input that was found.
    pub input: Input,
    /// The failure on the smallest input.
    pub failure: Failure,
    /// The mistakes whose programs print the same as the tested program, on this input and on others.
    pub like: Vec<&'static Trap>,
    /// The number of runs of the program that were spent on making the input smaller.
    pub runs: u64,
    /// Whether another run of the program on the same input was right.
    pub is_random: bool,
}

impl FailingInput {
    /// Returns the right answer; of two right answers, the answer that is more similar to the output.
    pub fn expected(&self) -> Vec<u8> {
        match &self.failure {
            Failure::WrongAnswer { expected, .. } => expected.clone(),
            _ => self.input.answer(true),
        }
    }
}

/// A step of a test, before which the caller may end the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A run of the program, after this number of inputs.
    Input(u64),
    /// A run that makes a failing input smaller.
    Shrink,
    /// A run that looks for the mistake.
    Explain,
}

/// Called before each step of a test; `false` ends the test.
pub type GoesOn<'a> = dyn Fn(Stage) -> bool + Sync + 'a;

impl Stress {
    /// Runs the test, until `goes_on` returns `false`.
    pub fn run(&self, program: &dyn Contestant, goes_on: &GoesOn<'_>) -> Report {
        let (failed, alone) = (AtomicU64::new(u64::MAX), RwLock::new(()));
        let verdicts = results_in_order(self.jobs, || {
            |at| {
                let at = at as u64;
                let origin =
                    self.origin(at).filter(|_| at <= failed.load(Relaxed) && goes_on(Stage::Input(at)))?;
                let input = self.input(origin);
                let mut verdict = {
                    let _beside_others = alone.read();
                    self.judge(program, &input)
                };
                if matches!(verdict, Err(Failure::TimeLimit)) {
                    // A program that was too slow while others ran is run again alone.
                    let _alone = alone.write();
                    if at < failed.load(Relaxed) {
                        verdict = self.judge(program, &input);
                    }
                }
                if verdict.is_err() {
                    failed.fetch_min(at, Relaxed);
                }
                Some(verdict)
            }
        });
        let mut report = Report::default();
        for verdict in verdicts {
            match verdict {
                Ok(passed) => report.add(passed),
                Err(failure) => {
                    let origin = self.origin(report.tried).expect("an input that was run");
                    report.found = Some(self.explain(program, origin, failure, goes_on));
                    return report;
                }
            }
            report.tried += 1;
        }
        for (trap, input) in draw::untested(self.task, self.seed) {
            if !goes_on(Stage::Explain) {
                break;
            }
            match self.judge(program, &input) {
                Ok(passed) => report.add(passed),
                Err(_) => report.untested.push((trap, input)),
            }
        }
        report
    }

    /// Returns the source of input `at`, from 0, of all inputs of the test; `None` after the last input.
    fn origin(&self, at: u64) -> Option<Origin> {
        match at.checked_sub(self.kept.len() as u64) {
            None => Some(Origin::Kept(at as usize)),
            Some(at) => (at < self.count).then_some(Origin::Drawn(at)),
        }
    }

    fn input(&self, origin: Origin) -> Input {
        match origin {
            Origin::Kept(at) => self.kept[at].clone(),
            Origin::Drawn(number) => draw(self.task, self.seed, number),
        }
    }

    fn judge(&self, program: &dyn Contestant, input: &Input) -> Result<Passed, Failure> {
        judge(input, program.answer(input), self.compare)
    }

    /// Makes a failing input smaller, and looks for the mistake.
    fn explain(
        &self,
        program: &dyn Contestant,
        origin: Origin,
        failure: Failure,
        goes_on: &GoesOn<'_>,
    ) -> FailingInput {
        let input = self.input(origin);
        let fails = |input: &Input| self.judge(program, input).err();
        let goes_on_shrinking = || goes_on(Stage::Shrink);
        let first = (input.clone(), failure.clone());
        let mut smaller = Smaller { input, failure, runs: 0, fails: &fails, goes_on: &goes_on_shrinking };
        smaller.shrink();
        let random = || Random::new(self.seed, u64::MAX - 1);
        smaller.replace(random(), None);
        let mut like = self.likely(program, &smaller.input, &smaller.failure, goes_on);
        if let Some(trap) = like.first() {
            let before = (smaller.input.clone(), smaller.failure.clone());
            smaller.replace(random(), Some(trap));
            if !likeness::is_like(trap, &smaller.input, &smaller.failure) {
                (smaller.input, smaller.failure) = before;
            }
            like.retain(|trap| likeness::is_like(trap, &smaller.input, &smaller.failure));
        }
        let mut is_random = fails(&smaller.input).is_none();
        if is_random && smaller.failure == Failure::TimeLimit {
            // The program is not always too slow on the smaller input. On the first input, it was too slow twice.
            (smaller.input, smaller.failure) = first;
            is_random = false;
        }
        let Smaller { input, failure, runs, .. } = smaller;
        FailingInput { origin, input, failure, like, runs, is_random }
    }
}
