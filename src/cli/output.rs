//! Standard output.

use std::io::Write as _;

/// Prints a text as it is, and flushes it.
///
/// # Errors
/// If standard output cannot be written; [`super::exit::report`] lets a closed pipe pass quietly.
pub fn print(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
