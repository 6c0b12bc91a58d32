//! Cells for pickles, boards as HTML tables, and conversions between JSON and Python objects.

use crate::array::number;
use crate::error::{library_error, value};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};
use serde::Serialize;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Colour};
use tilefall::text::render::palette::Rgb;

/// Pickled cells: rows, columns, the names of the colours of the cells (columns from the left, each from the bottom), and
/// the names of all colours.
pub type Cells = (usize, usize, Vec<Option<u64>>, Vec<u64>);

/// Returns the error for data that is not a pickled board.
pub fn no_state() -> PyErr {
    PyTypeError::new_err("this is no state of a board")
}

/// Returns the cells of a grid to be pickled.
pub fn saved(grid: &Grid) -> Cells {
    let cells = grid.cells().map(|cell| grid.name_at(cell)).collect();
    (grid.rows(), grid.cols(), cells, grid.names().to_vec())
}

/// Returns the grid of cells that were pickled by [`saved`].
pub fn restored((rows, cols, cells, names): Cells) -> PyResult<Grid> {
    let mut grid = Grid::empty(rows, cols, &names).map_err(library_error)?;
    if grid.cells().count() != cells.len() || !names.is_sorted_by(|a, b| a < b) {
        return Err(no_state());
    }
    let places: Vec<Cell> = grid.cells().collect();
    for (cell, name) in places.into_iter().zip(cells) {
        let colour = name.map(|name| names.binary_search(&name).map(|at| at as Colour));
        grid.set(cell, colour.transpose().map_err(|_| no_state())?);
    }
    Ok(grid)
}

/// Draws a board as an HTML table for notebooks; rows and columns are numbered as in the array of the board.
pub fn table(grid: &Grid, title: &str) -> String {
    let head: String = (0..grid.cols()).map(|col| format!("<th>{col}</th>")).collect();
    let tile = |cell| {
        let Some(colour) = grid.get(cell) else { return "<td></td>".to_owned() };
        let rgb = Rgb::numbered(colour.into());
        let dark = u32::from(rgb.0) * 3 + u32::from(rgb.1) * 6 + u32::from(rgb.2) < 1280;
        let (text, number) = (if dark { "#fff" } else { "#000" }, number(grid.names(), colour, false));
        format!("<td style=\"background:{rgb};color:{text};text-align:center\">{number}</td>")
    };
    let rows = (0..grid.rows()).map(|row| {
        let cells = (0..grid.cols()).map(|col| tile(Cell::new(grid.rows() - 1 - row, col)));
        format!("<tr><th>{row}</th>{}</tr>", cells.collect::<String>())
    });
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    format!("<table><caption>{title}</caption><tr><th></th>{head}</tr>{}</table>", rows.collect::<String>())
}

/// Parses a JSON text to Python objects.
pub fn loads<'py>(py: Python<'py>, line: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (line,))
}

/// Converts a value to Python objects by way of JSON.
pub fn to_python<'py>(py: Python<'py>, of_record: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    loads(py, &serde_json::to_string(of_record).map_err(value)?)
}

/// Writes a mapping as JSON. Errors call the mapping `name`.
pub fn json_of(record: &Bound<'_, PyMapping>, name: &str) -> PyResult<String> {
    let py = record.py();
    let record = PyDict::from_sequence(record.items()?.as_any())?;
    let line = py.import("json")?.call_method1("dumps", (record,));
    let line = line.map_err(|error| match error.is_instance_of::<PyTypeError>(py) {
        true => value(format!("{name} is no JSON: {}", error.value(py))),
        false => error,
    })?;
    line.extract()
}
