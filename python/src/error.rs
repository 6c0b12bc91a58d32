//! Exceptions: `ValueError` for a bad value, [`ReadError`] for text that cannot be read, `MemoryError`.

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::{PyErr, PyResult};
use std::fmt::Display;
use tilefall::base;

pyo3::create_exception!(
    tilefall,
    ReadError,
    PyValueError,
    "A text that is no puzzle. The message is ``NAME:LINE:COLUMN: what is wrong, expected what``."
);

/// A `ValueError`.
pub fn value(why: impl Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// A [`ReadError`] of the text of this name.
pub fn misread(name: &str, error: &base::ReadError) -> PyErr {
    ReadError::new_err(format!("{name}:{}", in_python(&error.to_string())))
}

/// A `MemoryError` for `what`, which takes this many bytes.
pub fn no_memory(what: impl Display, bytes: usize) -> PyErr {
    PyMemoryError::new_err(format!("{what}: {bytes} bytes of memory are not available"))
}

/// Bytes that a call takes besides those that it knows of.
const MARGIN: usize = 16 << 20;

/// Reserves memory for `what` and releases it. The allocations that follow cannot fail but by ending the process.
///
/// # Errors
/// A `MemoryError` if there is not as much.
pub fn check_room(what: impl Display, bytes: usize) -> PyResult<()> {
    let room = bytes.saturating_add(bytes / 16).saturating_add(MARGIN);
    Vec::<u8>::new().try_reserve_exact(room).map_err(|_| no_memory(what, bytes))
}

/// A message of the library with its flags of the command line as keywords: `--allow-noop` becomes `allow_noop`.
pub fn in_python(message: &str) -> String {
    let mut parts = message.split("--");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(part.len());
        let (flag, rest) = part.split_at(end);
        text += &if flag.is_empty() { "--".to_owned() } else { flag.replace('-', "_") };
        text += rest;
    }
    text
}
