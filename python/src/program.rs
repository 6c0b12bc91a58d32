//! The program.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the program with arguments, the first of which is its name, and returns the exit code. To be called once in a
/// process.
#[pyfunction]
pub fn run_program(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| tilefall_cli::run(&words))
}
