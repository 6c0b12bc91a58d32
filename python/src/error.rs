//! Exceptions: `ValueError` for a bad value, [`ReadError`] for text that cannot be read, `MemoryError`.

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::{PyErr, PyResult};
use std::fmt::Display;
use tilefall::rules;
use tilefall::rules::puzzle::Place;

pyo3::import_exception!(tilefall._error, ReadError);

/// Returns a `ValueError`.
pub fn value(why: impl Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// Returns a [`ReadError`] of the text of this name.
pub fn read_error(name: &str, error: &rules::ReadError) -> PyErr {
    read_error_at(name, Place { line: error.line, column: error.column }, &error.message)
}

/// Returns a [`ReadError`] of the text of this name, at a place.
pub fn read_error_at(name: &str, place: Place, message: &str) -> PyErr {
    // Messages of the library name the flag of the program; here it is a keyword.
    let message = message.replace("--format", "format");
    ReadError::new_err((format!("{name}:{place}: {message}"), name.to_owned(), place.line, place.column))
}

/// Returns a `MemoryError` for `what`, which takes this many bytes.
pub fn no_memory(what: impl Display, bytes: usize) -> PyErr {
    PyMemoryError::new_err(format!("{what}: {bytes} bytes of memory are not available"))
}

/// A margin for the memory of a call that its estimate does not include, in bytes.
const MARGIN: usize = 16 << 20;

/// Reserves memory for `what` and releases it, because a failure of the allocations that follow would abort the
/// process.
pub fn check_room(what: impl Display, bytes: usize) -> PyResult<()> {
    let room = bytes.saturating_add(bytes / 16).saturating_add(MARGIN);
    Vec::<u8>::new().try_reserve_exact(room).map_err(|_| no_memory(what, bytes))
}
