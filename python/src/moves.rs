//! [`PyStep`]: cells and moves as the named tuples of the package; [`Group`]: a group of a SameGame board.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use tilefall::rules::Step;

/// The function that restores a pickled group, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (PyStep, usize, u64, usize));

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

/// A group of equal tiles that can be removed: a move.
#[pyclass(module = "tilefall", frozen, eq, hash, get_all)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// The first cell: the lowest cell of the leftmost column.
    pub cell: PyStep,
    /// The number of tiles.
    pub size: usize,
    /// The name of the color.
    pub color: u64,
    /// The index of the first cell.
    pub index: usize,
}

#[pymethods]
impl Group {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Group { cell, size, color, index } = self;
        let cell = cell.into_pyobject(py)?;
        Ok(format!("Group(cell={cell}, size={size}, color={color}, index={index})"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Group { cell, size, color, index } = *self;
        Ok((py.get_type::<Group>().getattr("_restore")?, (cell, size, color, index)))
    }

    #[staticmethod]
    fn _restore(cell: (u64, u64), size: usize, color: u64, index: usize) -> Group {
        Group { cell: PyStep(Step::Click(cell.0, cell.1)), size, color, index }
    }
}
