//! Exceptions: `ValueError` for a bad value, [`ReadError`] for text that cannot be read, `MemoryError`.

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::{PyErr, PyResult};
use std::fmt::Display;
use tilefall::rules;
use tilefall::rules::puzzle::Place;

pyo3::import_exception!(tilefall._error, ReadError);

/// Returns a `ValueError` with this message.
pub fn value(why: impl Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// Returns a `ValueError` for an error of the library, in American spelling.
pub fn library_error(error: impl Display) -> PyErr {
    value(american(error))
}

/// Returns a message of the library in American spelling, which the Python package uses.
pub fn american(message: impl Display) -> String {
    message.to_string().replace("colour", "color")
}

/// Returns a [`ReadError`] about the text `name`, at the place of `error`.
pub fn read_error(name: &str, error: &rules::ReadError) -> PyErr {
    read_error_at(name, Place { line: error.line, column: error.column }, &error.message)
}

/// Returns a [`ReadError`] about the text `name`, at a place.
pub fn read_error_at(name: &str, place: Place, message: &str) -> PyErr {
    // Messages of the library name the flag `--format` of the program. In Python, it is the keyword `format`.
    let message = american(message).replace("--format", "format");
    ReadError::new_err((format!("{name}:{place}: {message}"), name.to_owned(), place.line, place.column))
}

/// Returns a `MemoryError` for `what`, which takes this many bytes.
pub fn no_memory(what: impl Display, bytes: usize) -> PyErr {
    PyMemoryError::new_err(format!("{what}: {bytes} bytes of memory are not available"))
}

/// Bytes that are added to each estimate of a call's memory, for memory that the estimate leaves out.
const MARGIN: usize = 16 << 20;

/// For this many bytes or more, the free memory is looked up, because a system may grant more memory than it has.
const LARGE: usize = 1 << 28;

/// Checks that memory for `what` is available, by reserving and releasing it: if an allocation failed later, the
/// process would abort.
pub fn check_room(what: impl Display, bytes: usize) -> PyResult<()> {
    let room = bytes.saturating_add(bytes / 16).saturating_add(MARGIN);
    let fits = (bytes < LARGE || free().is_none_or(|free| room <= free))
        && Vec::<u8>::new().try_reserve_exact(room).is_ok();
    if fits { Ok(()) } else { Err(no_memory(what, bytes)) }
}

/// Returns the memory that Linux can still give to this process, in bytes; `None` on other systems.
fn free() -> Option<usize> {
    let number = |file: &str, name: &str| {
        let text = std::fs::read_to_string(file).ok()?;
        let number = text.lines().find_map(|line| line.strip_prefix(name))?;
        number.split_whitespace().next()?.parse::<usize>().ok()
    };
    let kilobytes = |name: &str| number("/proc/meminfo", name);
    let free = (kilobytes("MemAvailable:")? + kilobytes("SwapFree:")?) * 1024;
    // The limit of the container minus its memory in use, apart from cached files.
    let group = number("/sys/fs/cgroup/memory.max", "").zip(number("/sys/fs/cgroup/memory.stat", "anon "));
    Some(group.map_or(free, |(most, used)| free.min(most.saturating_sub(used))))
}
