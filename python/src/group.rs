//! [`Group`]: a group of a SameGame board.

use crate::cells::no_state;
use crate::input::record_cell;
use crate::moves::PyCell;
use pyo3::prelude::*;
use tilefall::rules::Cell;

/// A group of equal tiles that can be removed: a move.
#[pyclass(module = "tilefall", frozen, eq, hash, get_all)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// The first cell: the lowest cell of the leftmost column.
    pub cell: PyCell,
    /// The number of tiles.
    pub size: usize,
    /// The name of the color.
    pub color: u64,
    /// The index of the first cell.
    pub index: usize,
}

/// The pickled parts of a group, in the order of the fields.
type GroupParts = ((usize, usize), usize, u64, usize);

#[pymethods]
impl Group {
    fn __repr__(&self) -> String {
        let Group { cell, size, color, index } = self;
        let (row, col) = record_cell(cell.0);
        format!("Group(cell=Cell(row={row}, col={col}), size={size}, color={color}, index={index})")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, GroupParts)> {
        let Group { cell, size, color, index } = *self;
        Ok((py.get_type::<Group>().getattr("_restore")?, (record_cell(cell.0), size, color, index)))
    }

    #[staticmethod]
    fn _restore(cell: (usize, usize), size: usize, color: u64, index: usize) -> PyResult<Group> {
        let (row, col) = cell;
        let cell = row.checked_sub(1).zip(col.checked_sub(1)).ok_or_else(no_state)?;
        Ok(Group { cell: PyCell(Cell::new(cell.0, cell.1)), size, color, index })
    }
}
