//! Outputs compared with the answers.

use super::Input;

/// The way in which a program failed. As text, the name of the verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The output is not the answer.
    #[error("wrong {}", if *.only_blanks { "blanks" } else { "answer" })]
    WrongAnswer {
        /// The answer.
        expected: Vec<u8>,
        /// The output.
        given: Vec<u8>,
        /// Whether they differ in blanks only.
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
    /// Returns whether two failures are of the same kind. Runtime errors are if they ended in the same way.
    pub(super) fn is_like(&self, other: &Failure) -> bool {
        match (self, other) {
            (Failure::RuntimeError { how: one, .. }, Failure::RuntimeError { how: other, .. }) => {
                one == other
            }
            _ => self.to_string() == other.to_string(),
        }
    }
}

/// Compares the output of a program with the answer, byte for byte or word by word. Returns `true` if it is right only for
/// those who count a swap of equal blocks as a move.
pub(super) fn judge(
    input: &Input,
    output: Result<Vec<u8>, Failure>,
    ignore_blanks: bool,
) -> Result<bool, Failure> {
    let given = output?;
    let expected = input.answer(false);
    if is_same(&expected, &given, ignore_blanks) {
        return Ok(false);
    }
    if given.trim_ascii().is_empty() {
        return Err(Failure::NoOutput);
    }
    let noop = input.answer(true);
    if is_same(&noop, &given, ignore_blanks) {
        return Ok(true);
    }
    let same_words = [&expected, &noop].into_iter().find(|expected| is_same(expected, &given, true)).cloned();
    let only_blanks = same_words.is_some();
    Err(Failure::WrongAnswer { expected: same_words.unwrap_or(expected), given, only_blanks })
}

/// Returns whether two texts are equal, or have the same words.
pub(super) fn is_same(one: &[u8], other: &[u8], ignore_blanks: bool) -> bool {
    fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
    }
    if ignore_blanks { words(one).eq(words(other)) } else { one == other }
}
