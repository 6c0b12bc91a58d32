//! Standard output.

use super::sanitize;
use std::io::{self, IsTerminal as _, Write};
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
pub fn print_raw(text: &str) -> io::Result<()> {
    io::stdout().write_all(text.as_bytes()).map_err(named)?;
    Stdout.flush()
}
