//! Outputs compared with the answers.

use super::Input;

/// The way in which a program failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The output is not the answer.
    WrongAnswer {
        /// The answer.
        expected: Vec<u8>,
        /// The output.
        given: Vec<u8>,
    },
    /// The output differs from the answer in blanks only.
    Blanks {
        /// The answer.
        expected: Vec<u8>,
        /// The output.
        given: Vec<u8>,
    },
    /// The program printed nothing.
    NoOutput,
    /// The program ended with an error: how, and the end of its standard error.
    RuntimeError {
        /// The signal or the exit code, in words.
        how: String,
        /// The end of the standard error.
        stderr: String,
    },
    /// The program ran longer than the limit.
    TimeLimit,
    /// The program wrote more than the limit.
    OutputLimit,
    /// The program cannot be run, for this reason.
    NotRun(String),
}

impl Failure {
    /// Returns the name of the verdict.
    pub fn name(&self) -> &'static str {
        match self {
            Failure::WrongAnswer { .. } => "wrong answer",
            Failure::Blanks { .. } => "wrong blanks",
            Failure::NoOutput => "no output",
            Failure::RuntimeError { .. } => "runtime error",
            Failure::TimeLimit => "time limit",
            Failure::OutputLimit => "output limit",
            Failure::NotRun(_) => "not run",
        }
    }

    /// Returns whether two failures are of the same kind. Runtime errors are if they ended in the same way.
    pub(super) fn is_like(&self, other: &Failure) -> bool {
        match (self, other) {
            (Failure::RuntimeError { how: one, .. }, Failure::RuntimeError { how: other, .. }) => {
                one == other
            }
            _ => self.name() == other.name(),
        }
    }
}

/// The result of a run.
pub(super) enum Verdict {
    /// The answer is right; `noop` if only for those who count a swap of equal blocks as a move.
    Right {
        noop: bool,
    },
    Wrong(Failure),
}

/// Compares the output of a program with the answer, byte for byte or word by word.
pub(super) fn judge(input: &Input, output: Result<Vec<u8>, Failure>, ignore_blanks: bool) -> Verdict {
    let given = match output {
        Ok(given) => given,
        Err(failure) => return Verdict::Wrong(failure),
    };
    let expected = input.answer(false);
    let is_right = |expected: &[u8]| is_same(expected, &given, ignore_blanks);
    if is_right(&expected) {
        return Verdict::Right { noop: false };
    }
    if given.iter().all(u8::is_ascii_whitespace) {
        return Verdict::Wrong(Failure::NoOutput);
    }
    let noop = input.answer(true);
    if is_right(&noop) {
        return Verdict::Right { noop: true };
    }
    let blanks = [&expected, &noop].into_iter().find(|expected| is_same(expected, &given, true)).cloned();
    Verdict::Wrong(match blanks {
        Some(expected) => Failure::Blanks { expected, given },
        None => Failure::WrongAnswer { expected, given },
    })
}

/// Returns whether two texts are equal, or have the same words.
pub(super) fn is_same(one: &[u8], other: &[u8], ignore_blanks: bool) -> bool {
    fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
    }
    if ignore_blanks { words(one).eq(words(other)) } else { one == other }
}
