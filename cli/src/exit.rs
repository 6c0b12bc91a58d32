//! Errors of arguments and inputs, exit codes, and the conversion of errors into messages and exit codes.

use crate::io::{output, sanitize};
use anstyle::{AnsiColor, Style};
use std::io::Write as _;
use std::path::Path;
use std::{fmt, io};
use tilefall::ask::RequestError;

/// The result of a verb, as an exit code. Later variants are more severe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Exit code 0: all input was processed.
    Done,
    /// Exit code 10, only with `--exit-code solver`: a solution was found.
    Found,
    /// Exit code 20, only with `--exit-code solver`: there is provably no solution.
    ProvenNone,
    /// Exit code 1: some input was bad, and the message is already printed.
    BadInput,
    /// Exit code 2: the arguments are wrong.
    Usage,
    /// Exit code 3: reading or writing failed, so the output is not complete.
    Failed,
    /// Exit code 130: a signal interrupted the run. The results found before the signal were written.
    Interrupted,
}

impl Exit {
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::BadInput => 1,
            Exit::Usage => 2,
            Exit::Failed => 3,
            Exit::Found => 10,
            Exit::ProvenNone => 20,
            Exit::Interrupted => 130,
        }
    }
}

/// Ends the program with an exit code; destructors do not run.
pub fn at_once(exit: Exit) -> ! {
    std::process::exit(exit.code().into())
}

/// Prints an error of clap and returns the exit code; clap returns the help and the version as errors, too. Leaves out
/// the advice to pass an unknown option or verb as a value.
pub fn usage(mut error: clap::Error) -> u8 {
    error.remove(clap::error::ContextKind::Suggested);
    if error.use_stderr() {
        let _ = output::track_write(|| error.print());
        return Exit::Usage.code();
    }
    let done = if output::is_terminal() { error.print() } else { output::print(&error.render().to_string()) };
    report(done.map(|()| Exit::Done).map_err(Into::into))
}

/// Prints the error, if any, and returns the exit code. A closed pipe is not reported.
pub fn report(done: anyhow::Result<Exit>) -> u8 {
    match done {
        Ok(exit) => exit.code(),
        Err(error) if is_closed_pipe(&error) => Exit::Done.code(),
        Err(error) => {
            let message = format!("{error:#}");
            if error.is::<InvalidInput>() {
                print_located_error(&message)
            } else {
                print_error(&message)
            }
            exit_of(&error).code()
        }
    }
}

/// Returns the exit code of an error by its type. A plain I/O error comes from writing, because read errors are wrapped
/// in [`Unreadable`].
fn exit_of(error: &anyhow::Error) -> Exit {
    if let Some(unreadable) = error.downcast_ref::<Unreadable>() {
        return if unreadable.is_failure() { Exit::Failed } else { Exit::BadInput };
    }
    if error.is::<ReadFailure>() {
        return Exit::Failed;
    }
    if error.is::<UsageError>() {
        return Exit::Usage;
    }
    if is_io_failure(error) { Exit::Failed } else { Exit::BadInput }
}

/// Returns whether an error has an I/O error as a cause.
pub fn is_io_failure(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.is::<io::Error>())
}

/// Prints a line on standard error without a prefix.
pub fn note(line: &str) {
    print_on_stderr(format_args!("{}", sanitize::line(line)));
}

/// Prints an error on standard error, as `error: …`, coloured on a terminal.
pub fn print_error(message: &str) {
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    print_on_stderr(format_args!("{red}error{red:#}: {}", sanitize::line(message)));
}

/// Prints an error of an input on standard error. The message starts with the place, `FILE:LINE:COLUMN: …`, which
/// editors recognise; the place is bold on a terminal.
pub fn print_located_error(message: &str) {
    let message = sanitize::line(message);
    let (place, what) = message.split_once(": ").unwrap_or(("", &message));
    let bold = Style::new().bold();
    print_on_stderr(format_args!("{bold}{place}:{bold:#} {what}"));
}

fn print_on_stderr(line: fmt::Arguments<'_>) {
    // If standard error cannot be written, the failure cannot be reported anywhere.
    let _ = output::track_write(|| writeln!(anstream::stderr().lock(), "{line}"));
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |io: &io::Error| io.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(closed))
}

/// An input that is not valid: a message that starts with the place, `FILE:LINE:COLUMN: …`.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct InvalidInput(pub String);

/// Returns `true` if the error comes from a symbolic link to itself, a socket, or a device without a driver.
#[cfg(unix)]
pub fn is_no_file(error: &io::Error) -> bool {
    use rustix::io::Errno;
    matches!(Errno::from_io_error(error), Some(Errno::LOOP | Errno::NXIO))
}

/// Returns `false`: these errors of Unix do not exist on this system.
#[cfg(not(unix))]
pub fn is_no_file(_: &io::Error) -> bool {
    false
}

/// Arguments that contradict each other or the files they name.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

impl UsageError {
    /// Converts the error of a request; the message names the option in place of the field, such as `--max-solutions`.
    pub fn of_request(error: &RequestError) -> UsageError {
        let flag = error.field.replace('_', "-");
        UsageError(error.of(&if flag.is_empty() { flag } else { format!("--{flag}") }))
    }

    /// Returns an error with the message of the first condition that is true; `Ok` if none is.
    pub fn unless_any(conditions: &[(bool, &str)]) -> Result<(), UsageError> {
        let first = conditions.iter().find(|(holds, _)| *holds);
        first.map_or(Ok(()), |(_, message)| Err(UsageError((*message).to_owned())))
    }
}

/// An input of `solve` that the system failed to read; the message starts with the name of the input.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ReadFailure(pub String);

/// Returns a function that adds the path and the failed action to an error: `FILE: cannot be read` if `done` is "read".
pub fn file_error(path: &Path, done: &str) -> impl FnOnce(io::Error) -> anyhow::Error + use<> {
    let what = format!("{}: cannot be {done}", path.display());
    move |error| anyhow::Error::from(error).context(what)
}

/// Adds "no thread can be started" to an error.
pub fn thread_error(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("no thread can be started: {error}"))
}

/// An I/O error of an input; the message starts with the name of the input.
#[derive(Debug, thiserror::Error)]
#[error("{name}: cannot be read: {error}")]
pub struct Unreadable {
    name: String,
    error: io::Error,
}

impl Unreadable {
    pub fn new(name: impl Into<String>, error: io::Error) -> Unreadable {
        Unreadable { name: name.into(), error }
    }

    /// Returns `true` if the system failed, so that a later attempt may succeed. Returns `false` if the input is at
    /// fault: missing, not readable by this user, damaged, or no regular file.
    pub fn is_failure(&self) -> bool {
        use io::ErrorKind as Kind;
        !is_no_file(&self.error)
            && !matches!(
                self.error.kind(),
                Kind::NotFound
                    | Kind::PermissionDenied
                    | Kind::IsADirectory
                    | Kind::NotADirectory
                    | Kind::InvalidInput
                    | Kind::InvalidData
                    | Kind::InvalidFilename
                    | Kind::UnexpectedEof
            )
    }
}
