//! Cells and moves as the named tuples of the package: [`PyCell`] and [`PyMove`].

use crate::input::{record_cell, record_move};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use tilefall::rules::{Cell, Move};

/// The Python module of the named tuples.
const MODULE: &str = "tilefall._moves";

/// A cell, which becomes a `Cell(row, col)`, from 1 at the bottom left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PyCell(pub Cell);

impl<'py> IntoPyObject<'py> for PyCell {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        CLASS.import(py, MODULE, "Cell")?.call1(record_cell(self.0))
    }
}

/// A Mayan move, which becomes a `MayanMove(x, y, side)`.
#[derive(Clone, Copy, Debug)]
pub struct PyMove(pub Move);

impl<'py> IntoPyObject<'py> for PyMove {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        CLASS.import(py, MODULE, "MayanMove")?.call1(record_move(self.0))
    }
}
