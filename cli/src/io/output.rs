//! Standard output.

use super::disk;
use super::sanitize;
use crate::error::UsageError;
use std::fs::Metadata;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::sync::OnceLock;

/// Standard output. Terminal controls are escaped on a terminal, and error messages start with `standard output`.
#[derive(Clone, Copy, Debug)]
pub struct Stdout;

/// Adds the name to an error of standard output.
fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: cannot be written: {error}"))
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !is_terminal() {
            return io::stdout().write(bytes).map_err(named);
        }
        // Callers write whole texts, so this is valid UTF-8.
        let text = String::from_utf8_lossy(bytes);
        io::stdout().write_all(sanitize::lines(&text).as_bytes()).map_err(named)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush().map_err(named)
    }
}

/// Returns `true` if standard output is a terminal.
pub fn is_terminal() -> bool {
    static IS: OnceLock<bool> = OnceLock::new();
    *IS.get_or_init(|| io::stdout().is_terminal())
}

/// Prints a text of whole lines and flushes.
///
/// # Errors
/// If standard output cannot be written. [`crate::exit::report`] ignores a closed pipe.
pub fn print(text: &str) -> io::Result<()> {
    Stdout.write_all(text.as_bytes())?;
    Stdout.flush()
}

/// Prints a text with escape sequences. The caller sanitizes text of inputs.
///
/// # Errors
/// If standard output cannot be written.
pub fn print_raw(text: &str) -> io::Result<()> {
    io::stdout().write_all(text.as_bytes()).map_err(named)?;
    Stdout.flush()
}

/// Checks that no input is the file that standard output writes to: the program would read its own output without end.
///
/// # Errors
/// If an input is that file.
pub fn refuse_as_input<'a>(inputs: impl IntoIterator<Item = &'a Path>) -> Result<(), UsageError> {
    let output = stream(&std::io::stdout()).filter(Metadata::is_file);
    let Some(output) = output.as_ref().and_then(disk::file_id) else { return Ok(()) };
    for input in inputs {
        let data = if input.as_os_str() == "-" { stream(&std::io::stdin()) } else { input.metadata().ok() };
        if data.as_ref().and_then(disk::file_id) == Some(output) {
            let why = "this is an input and standard output, expected another file";
            return Err(UsageError(format!("{}: {why}", input.display())));
        }
    }
    Ok(())
}

/// Returns the metadata of the file of a standard stream.
#[cfg(unix)]
pub fn stream(stream: &impl std::os::fd::AsFd) -> Option<Metadata> {
    let file = std::fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
    file.metadata().ok()
}

/// Returns `None`: not available on this system.
#[cfg(not(unix))]
pub fn stream<T>(_: &T) -> Option<Metadata> {
    None
}
