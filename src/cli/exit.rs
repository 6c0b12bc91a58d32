//! Exit codes, and the one place that turns an error into a message and a code.

use crate::batch;
use std::io;
use std::process::ExitCode;

/// How a verb ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All was processed: 0.
    Done,
    /// Some input was bad (its message is printed already): 1.
    BadInput,
    /// The words of the command do not fit: 2.
    Usage,
    /// Reading or writing failed, so that the output is not complete: 3.
    Failed,
    /// A solution was found, under `--exit-code solver`: 10.
    Found,
    /// Proven that there is none, under `--exit-code solver`: 20.
    ProvenNone,
    /// Interrupted, after writing what there was: 130.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::BadInput => 1,
            Exit::Usage => 2,
            Exit::Failed => 3,
            Exit::Found => 10,
            Exit::ProvenNone => 20,
            Exit::Interrupted => 130,
        })
    }
}

/// An input that is wrong: a message that starts with its place, `FILE:LINE:COLUMN: …`.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Misread(pub String);

/// Prints the error, if there is one, and gives the exit code. A closed pipe ends quietly.
pub fn report(done: anyhow::Result<Exit>) -> ExitCode {
    match done {
        Ok(exit) => exit.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Misread>() => {
            complain_of(&error.to_string());
            Exit::BadInput.into()
        }
        Err(error) => {
            complain(&format!("{error:#}"));
            let refused = matches!(error.downcast_ref(), Some(batch::Error::Refused(_)));
            (if refused { Exit::Usage } else { Exit::BadInput }).into()
        }
    }
}

/// Prints an error on standard error, as `error: …`, coloured on a terminal.
pub fn complain(message: &str) {
    use anstyle::{AnsiColor, Style};
    use std::io::Write as _;
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    // Nothing is left to tell it to if standard error is closed.
    let _ = writeln!(anstream::stderr().lock(), "{red}error{red:#}: {message}");
}

/// Prints what is wrong with an input on standard error: a message that starts with its place,
/// `FILE:LINE:COLUMN: …`, as editors and compilers know it; bold on a terminal.
pub fn complain_of(message: &str) {
    use std::io::Write as _;
    let bold = anstyle::Style::new().bold();
    let (place, what) = message.split_once(": ").unwrap_or(("", message));
    // Nothing is left to tell it to if standard error is closed.
    let _ = writeln!(anstream::stderr().lock(), "{bold}{place}:{bold:#} {what}");
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |io: &io::Error| io.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(closed))
}
