//! [`PyStep`]: cells and moves as objects of the package; [`group`]: groups of a SameGame board.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::fmt;
use tilefall::rules::Step;

/// Rows and columns of a board.
pub type Shape = (usize, usize);

/// A move on a board of this shape. In Python, the move becomes a `Cell(row, col)` or a `MayanMove(row, col, side)`,
/// with row and column from 0 at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PyStep(pub Step, pub Shape);

impl PyStep {
    /// Wraps a cell or a Mayan move for the conversion to Python.
    pub fn of(step: impl Into<Step>, shape: Shape) -> PyStep {
        PyStep(step.into(), shape)
    }

    /// Returns the row from the top and the column, both from 0.
    fn place(self) -> (i64, i64) {
        let (row, col) = match self.0 {
            Step::Click(row, col) => (row as i64 - 1, col as i64 - 1),
            Step::Slide(x, y, _) => (i64::from(y), i64::from(x)),
        };
        (self.1.0 as i64 - 1 - row, col)
    }
}

impl fmt::Display for PyStep {
    /// Formats the move as its Python tuple.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, col) = self.place();
        match self.0 {
            Step::Click(..) => write!(f, "({row}, {col})"),
            Step::Slide(_, _, side) => write!(f, "({row}, {col}, '{side}')"),
        }
    }
}

/// Replaces the notation of a move in a message, one of `steps`, by the Python tuple: `(1, 0)` instead of `1 1`.
pub fn localized(message: &str, steps: &[Step], shape: Shape) -> String {
    let about = |at: usize, shown: &dyn fmt::Display| format!(" {}, {shown}:", at + 1);
    let found = steps.iter().enumerate().find(|&(at, step)| message.contains(&about(at, step)));
    found.map_or_else(
        || message.to_owned(),
        |(at, step)| message.replace(&about(at, step), &about(at, &PyStep(*step, shape))),
    )
}

impl<'py> IntoPyObject<'py> for PyStep {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CELL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static MOVE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let (row, col) = self.place();
        match self.0 {
            Step::Click(..) => CELL.import(py, "tilefall._moves", "Cell")?.call1((row, col, self.1)),
            Step::Slide(_, _, side) => {
                MOVE.import(py, "tilefall._moves", "MayanMove")?.call1((row, col, side.to_string(), self.1))
            }
        }
    }
}

/// Creates the Python object `Group(cell, size, color)` for a group of a SameGame board.
pub fn group<'py>(py: Python<'py>, (cell, size, color): (PyStep, usize, u8)) -> PyResult<Bound<'py, PyAny>> {
    static GROUP: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    GROUP.import(py, "tilefall._moves", "Group")?.call1((cell, size, color))
}
