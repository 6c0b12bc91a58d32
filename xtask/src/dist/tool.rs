//! Other programs that a part needs.

use std::process::{Command, Stdio};

/// A program, and the command that installs it.
pub struct Tool {
    /// A command that succeeds if the program is installed.
    pub try_run: &'static [&'static str],
    /// The command that installs the program.
    pub install: &'static str,
}

impl Tool {
    /// Returns `true` if the program is installed; otherwise prints which part is skipped.
    pub fn is_installed(&self, part: &str) -> bool {
        let [program, words @ ..] = self.try_run else { return false };
        let quiet = Command::new(program).args(words).stdout(Stdio::null()).stderr(Stdio::null()).status();
        let found = quiet.is_ok_and(|status| status.success());
        if !found {
            eprintln!("skipped: {part}; `{program}` is missing: {}", self.install);
        }
        found
    }
}
