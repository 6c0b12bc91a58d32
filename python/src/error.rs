//! What is raised: a `ValueError` for what cannot be meant, a [`ReadError`] for text that cannot be read.

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use std::fmt::Display;

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
