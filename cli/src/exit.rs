//! Exit codes, and the one place that turns an error into a message and a code.

use super::error::{Misread, Unfit, Unreadable};
use super::{harmless, output};
use std::io;
use std::process::ExitCode;
use tilefall::batch;

/// How a verb ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All was processed: 0.
    Done,
    /// Some input was bad (its message is printed already): 1.
    BadInput,
    /// Wrong arguments: 2.
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

impl Exit {
    /// The one of two that says more of what went wrong: a failure before bad input, bad input before nothing.
    pub fn worse(self, other: Exit) -> Exit {
        let rank = |exit| match exit {
            Exit::Interrupted => 4,
            Exit::Failed => 3,
            Exit::Usage => 2,
            Exit::BadInput => 1,
            Exit::Done | Exit::Found | Exit::ProvenNone => 0,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// Prints what the parser of the command line has to say, and returns the exit code.
pub fn usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let _ = output::busy(|| error.print());
        return Exit::Usage.into();
    }
    let done = if output::is_terminal() { error.print() } else { output::print(&error.render().to_string()) };
    report(done.map(|()| Exit::Done).map_err(Into::into))
}

/// Prints the error, if there is one, and returns the exit code. A closed pipe ends quietly.
pub fn report(done: anyhow::Result<Exit>) -> ExitCode {
    match done {
        Ok(exit) => exit.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let message = format!("{error:#}");
            if error.is::<Misread>() {
                complain_of(&message)
            } else {
                complain(&message)
            }
            exit_of(&error).into()
        }
    }
}

/// How a verb ends that meets an error: what the error is of tells. One that only the system can explain is a
/// failure to write, for what was read has its own kind.
fn exit_of(error: &anyhow::Error) -> Exit {
    if let Some(unreadable) = error.downcast_ref::<Unreadable>() {
        return if unreadable.is_failure() { Exit::Failed } else { Exit::BadInput };
    }
    if matches!(error.downcast_ref(), Some(batch::Error::Input(_) | batch::Error::Output(_))) {
        return Exit::Failed;
    }
    if error.is::<Unfit>() || matches!(error.downcast_ref(), Some(batch::Error::Refused(_))) {
        return Exit::Usage;
    }
    if error.chain().any(|cause| cause.is::<io::Error>()) { Exit::Failed } else { Exit::BadInput }
}

/// Prints a line for people on standard error, as it is.
pub fn note(line: &str) {
    use std::io::Write as _;
    let line = harmless::line(line);
    // Nothing is left to tell it to if standard error is closed.
    let _ = output::busy(|| writeln!(anstream::stderr().lock(), "{line}"));
}

/// Prints an error on standard error, as `error: …`, coloured on a terminal.
pub fn complain(message: &str) {
    use anstyle::{AnsiColor, Style};
    use std::io::Write as _;
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    // Nothing is left to tell it to if standard error is closed.
    let message = harmless::line(message);
    let _ = output::busy(|| writeln!(anstream::stderr().lock(), "{red}error{red:#}: {message}"));
}

/// Prints what is wrong with an input on standard error: a message that starts with its place,
/// `FILE:LINE:COLUMN: …`, as editors and compilers know it; bold on a terminal.
pub fn complain_of(message: &str) {
    use std::io::Write as _;
    let bold = anstyle::Style::new().bold();
    let message = harmless::line(message);
    let (place, what) = message.split_once(": ").unwrap_or(("", &message));
    // Nothing is left to tell it to if standard error is closed.
    let _ = output::busy(|| writeln!(anstream::stderr().lock(), "{bold}{place}:{bold:#} {what}"));
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |io: &io::Error| io.kind() == io::ErrorKind::BrokenPipe;
    if let Some(batch::Error::Output(io)) = error.downcast_ref() {
        return closed(io);
    }
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(closed))
}
