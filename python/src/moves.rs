//! [`PyStep`]: cells and moves as the named tuples of the package; [`group`]: groups of a SameGame board.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use tilefall::rules::Step;

/// A move of either game, which becomes a `Cell(row, col)`, from 1 at the bottom left, or a `MayanMove(x, y, side)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PyStep(pub Step);

impl PyStep {
    /// Returns the Python object of a cell or a Mayan move.
    pub fn of(step: impl Into<Step>) -> PyStep {
        PyStep(step.into())
    }
}

impl<'py> IntoPyObject<'py> for PyStep {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CELL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static MOVE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        match self.0 {
            Step::Click(row, col) => CELL.import(py, "tilefall._moves", "Cell")?.call1((row, col)),
            Step::Slide(x, y, side) => {
                MOVE.import(py, "tilefall._moves", "MayanMove")?.call1((x, y, side.to_string()))
            }
        }
    }
}

/// Returns a group of a board of SameGame, a `Group(cell, size, color, index)`.
pub fn group<'py>(
    py: Python<'py>,
    (cell, size, color, index): (PyStep, usize, u8, usize),
) -> PyResult<Bound<'py, PyAny>> {
    static GROUP: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    GROUP.import(py, "tilefall._moves", "Group")?.call1((cell, size, color, index))
}
