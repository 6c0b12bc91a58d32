//! What may be wrong with words and inputs.

use std::io;

/// An input that is wrong: a message that starts with its place, `FILE:LINE:COLUMN: …`.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Misread(pub String);

/// Whether a path leads to itself, or to a socket or a device without a driver.
#[cfg(unix)]
pub fn is_no_file(error: &io::Error) -> bool {
    use rustix::io::Errno;
    matches!(Errno::from_io_error(error), Some(Errno::LOOP | Errno::NXIO))
}

/// Whether a path leads to no file: not known here.
#[cfg(not(unix))]
pub fn is_no_file(_: &io::Error) -> bool {
    false
}

/// Words of a command that do not fit each other, or what they name.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unfit(pub String);

/// Why an input cannot be read; the message names it.
#[derive(Debug, thiserror::Error)]
#[error("{name}: cannot be read: {error}")]
pub struct Unreadable {
    name: String,
    error: io::Error,
}

impl Unreadable {
    /// For the input of this name.
    pub fn new(name: impl Into<String>, error: io::Error) -> Unreadable {
        Unreadable { name: name.into(), error }
    }

    /// Whether the machine is at fault, so that it may work another time, and not the input, which is not there, may not
    /// be read, is damaged, or is nothing that is read.
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
