//! Errors of arguments and inputs.

use std::io;
use std::path::Path;
use tilefall::ask::RequestError;

/// An input that is not valid: a message that starts with the place, `FILE:LINE:COLUMN: …`.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct InvalidInput(pub String);

/// Returns `true` if the error is from a symbolic link that leads to itself, a socket, or a device without a driver.
#[cfg(unix)]
pub fn is_no_file(error: &io::Error) -> bool {
    use rustix::io::Errno;
    matches!(Errno::from_io_error(error), Some(Errno::LOOP | Errno::NXIO))
}

/// Returns `false`: this system has no such errors.
#[cfg(not(unix))]
pub fn is_no_file(_: &io::Error) -> bool {
    false
}

/// Arguments that contradict each other or the files they name.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

impl UsageError {
    /// Returns the error of a request, whose fields are options.
    pub fn of_request(error: &RequestError) -> UsageError {
        let flag = error.field.replace('_', "-");
        UsageError(error.of(&if flag.is_empty() { flag } else { format!("--{flag}") }))
    }

    /// Checks that none of these conditions holds, each with its message.
    pub fn unless_any(conditions: &[(bool, &str)]) -> Result<(), UsageError> {
        let first = conditions.iter().find(|(holds, _)| *holds);
        first.map_or(Ok(()), |(_, message)| Err(UsageError((*message).to_owned())))
    }
}

/// An input that the system failed to read; the message starts with the name of the input.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ReadFailure(pub String);

/// Returns a function that makes the error of a file that cannot be `done`: "read", "written".
pub fn file_error(path: &Path, done: &str) -> impl FnOnce(io::Error) -> anyhow::Error + use<> {
    let what = format!("{}: cannot be {done}", path.display());
    move |error| anyhow::Error::from(error).context(what)
}

/// Adds to an error that a thread cannot be started.
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
    /// Creates the error of an input that cannot be read.
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
