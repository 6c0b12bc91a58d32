//! What the boards of both games do with their cells: arrays, drawings, and the parts that are pickled.

use crate::error::value;
use crate::input;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use tilefall::base::{Cell, Colour};
use tilefall::grid::Grid;

/// Rows, columns, and the names of the colours of the cells, columns from the left, each from the bottom.
pub type Start = (usize, usize, Vec<Option<u64>>);

/// A new array [rows, cols] of [`input::codes`].
pub fn array<'py>(py: Python<'py>, grid: &Grid) -> PyResult<Bound<'py, PyArray2<u8>>> {
    PyArray1::from_vec(py, input::codes(grid)).reshape([grid.rows(), grid.cols()])
}

/// A grid as parts to be pickled: its cells, and the names of all colours.
pub fn parted(grid: &Grid) -> (Start, Vec<u64>) {
    let cells = grid.cells().map(|cell| grid.name_at(cell)).collect();
    ((grid.rows(), grid.cols(), cells), grid.names().to_vec())
}

/// The grid of parts that were pickled: cells by column, each from the bottom, and the names of all colours.
pub fn restored((rows, cols, cells): Start, names: &[u64]) -> PyResult<Grid> {
    let mut grid = Grid::empty(rows, cols, names).map_err(value)?;
    if grid.cells().count() != cells.len() || !names.is_sorted_by(|a, b| a < b) {
        return Err(PyTypeError::new_err("this is no state of a board"));
    }
    let places: Vec<Cell> = grid.cells().collect();
    for (cell, name) in places.into_iter().zip(cells) {
        let colour = name.map(|name| names.binary_search(&name).map(|at| at as Colour));
        grid.set(cell, colour.transpose().map_err(|_| PyTypeError::new_err("this is no state of a board"))?);
    }
    Ok(grid)
}

/// Rows with spaces between the cells.
pub fn spread(grid: &Grid) -> String {
    let rows = grid.drawn("\n");
    let row = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    rows.lines().map(row).collect::<Vec<_>>().join("\n")
}

/// What JSON says, as Python objects.
pub fn loads<'py>(py: Python<'py>, line: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (line,))
}
