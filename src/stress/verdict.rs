//! Comparison of the output of a program with the right answer.

use super::{ContestTask, Input};

/// The way in which a program failed. Displayed as the name of the verdict, such as `time limit`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The output is not the answer.
    #[error("wrong {}", if *.only_blanks { "blanks" } else { "answer" })]
    WrongAnswer {
        /// The right answer.
        expected: Vec<u8>,
        /// The output of the program.
        given: Vec<u8>,
        /// Whether answer and output differ in blanks only.
        only_blanks: bool,
    },
    /// The program printed nothing.
    #[error("no output")]
    NoOutput,
    /// The program ended with an error: how, and the end of its standard error.
    #[error("runtime error")]
    RuntimeError {
        /// The signal or the exit code, in words.
        how: String,
        /// The end of the standard error.
        stderr: String,
    },
    /// The program ran longer than the limit.
    #[error("time limit")]
    TimeLimit,
    /// The program wrote more than the limit.
    #[error("output limit")]
    OutputLimit,
    /// The program cannot be run, for this reason.
    #[error("not run")]
    NotRun(String),
}

impl Failure {
    /// Returns whether two failures are of the same kind; runtime errors must also have the same signal or exit code.
    pub(super) fn is_like(&self, other: &Failure) -> bool {
        match (self, other) {
            (Failure::RuntimeError { how: one, .. }, Failure::RuntimeError { how: other, .. }) => {
                one == other
            }
            _ => self.to_string() == other.to_string(),
        }
    }

    /// Returns the wrong output; empty for failures other than a wrong answer.
    pub(super) fn given(&self) -> &[u8] {
        if let Failure::WrongAnswer { given, .. } = self { given } else { &[] }
    }
}

/// How an output is compared with the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Compare {
    /// Byte for byte.
    Exact,
    /// Line by line, without blanks at the ends of lines and without blank lines, as most judges do.
    #[default]
    Lines,
    /// Word by word; the kind and the number of blanks do not matter.
    Words,
}

impl Compare {
    /// Returns whether two outputs count as the same.
    pub(super) fn same(self, one: &[u8], other: &[u8]) -> bool {
        fn parts(text: &[u8], is_end: fn(&u8) -> bool) -> impl Iterator<Item = &[u8]> {
            text.split(is_end).map(<[u8]>::trim_ascii_end).filter(|part| !part.is_empty())
        }
        let is_end: fn(&u8) -> bool = match self {
            Compare::Exact => return one == other,
            Compare::Lines => |&byte| byte == b'\n',
            Compare::Words => u8::is_ascii_whitespace,
        };
        parts(one, is_end).eq(parts(other, is_end))
    }
}

/// Facts that a right output shows about the program.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passed {
    /// Whether the program counted swaps of equal blocks as moves; `None` if the answer does not depend on them.
    pub counts_swaps: Option<bool>,
    /// Whether the output has other blanks than the answer.
    pub other_blanks: bool,
}

/// Compares the output with the answer. For [`ContestTask::Solve`], two answers are right: swaps of equal blocks may
/// be moves or not.
pub(super) fn judge(
    input: &Input,
    output: Result<Vec<u8>, Failure>,
    compare: Compare,
) -> Result<Passed, Failure> {
    let given = output?;
    let mut answers = vec![input.answer(true)];
    if input.task == ContestTask::Solve {
        answers.push(input.answer(false));
        answers.dedup();
    }
    if let Some(at) = answers.iter().position(|answer| compare.same(answer, &given)) {
        let counts_swaps = (answers.len() > 1).then_some(at == 0);
        return Ok(Passed { counts_swaps, other_blanks: answers[at] != given });
    }
    if given.trim_ascii().is_empty() {
        return Err(Failure::NoOutput);
    }
    let same_words = answers.iter().position(|answer| Compare::Words.same(answer, &given));
    let expected = answers.swap_remove(same_words.unwrap_or(0));
    Err(Failure::WrongAnswer { expected, given, only_blanks: same_words.is_some() })
}
