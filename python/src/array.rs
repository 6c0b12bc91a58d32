//! Conversions between boards and arrays: rows from the top, 0 for empty, `k + 1` for the colour named `k`.

use crate::argument::optional;
use crate::error::{no_memory, value};
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use tilefall::mayan;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, GameKind};

/// Returns an object as an array if it is one or has `__array__`; `None` for any other object.
pub fn as_array<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyUntypedArray>>> {
    if let Ok(array) = object.cast::<PyUntypedArray>() {
        return Ok(Some(array.clone()));
    }
    if !object.hasattr("__array__")? {
        return Ok(None);
    }
    let array =
        object.py().import("numpy")?.call_method1("asarray", (object,))?.cast_into::<PyUntypedArray>()?;
    // A scalar of NumPy.
    Ok(Some(array).filter(|array| array.ndim() > 0))
}

/// Returns the grid of an array of integers; `name` is the name of the argument.
pub fn grid(name: &str, array: &Bound<'_, PyUntypedArray>, game: GameKind) -> PyResult<Grid> {
    let kind = array.dtype().getattr("kind")?.extract::<String>()?;
    if kind != "u" && kind != "i" {
        return Err(PyTypeError::new_err(format!(
            "{name} is an array of {}, expected integers",
            array.dtype()
        )));
    }
    let &[rows, cols] = array.shape() else {
        let found = array.shape().len();
        return Err(value(format!("{name} has {found} dimensions, expected 2: rows and columns")));
    };
    // The size is checked before the cells are copied.
    if rows == 0 || cols == 0 {
        return Err(value(format!("{name} has {rows} rows and {cols} columns, expected 1 or more")));
    }
    if game == GameKind::Mayan && rows.max(cols) > 8 {
        return Err(value(mayan::BoardError::Size { rows, cols }));
    }
    Grid::empty(rows, cols, &[]).map_err(value)?;
    let cells = array.call_method1("astype", ("int64",))?;
    let cells = cells.cast::<PyArrayDyn<i64>>()?.try_readonly().map_err(|_| {
        value(format!("{name} is an array in use by another thread, expected one that is not"))
    })?;
    let cells = cells.as_array();
    // A subclass may return any cells.
    if cells.shape() != [rows, cols] {
        let found = cells.shape();
        return Err(value(format!("{name} has cells of shape {found:?}, expected {:?}", [rows, cols])));
    }
    if let Some(code) = cells.iter().find(|code| !(0..=62).contains(*code)) {
        return Err(value(format!("{name} holds {code}, expected 0 for empty and 1 to 62 for colours")));
    }
    let name = |cell: Cell| (cells[[rows - 1 - cell.row, cell.col]] as u64).checked_sub(1);
    Grid::from_names(rows, cols, name).map_err(value)
}

/// Returns the cells of a grid, rows from the top.
fn from_top(grid: &Grid) -> impl Iterator<Item = Cell> {
    let cols = grid.cols();
    (0..grid.rows()).rev().flat_map(move |row| (0..cols).map(move |col| Cell::new(row, col)))
}

/// Returns the codes of the cells, rows from the top. Colours are numbered from 0 if one has a name above 61.
fn codes(grid: &Grid) -> Vec<u8> {
    let known = grid.names().iter().all(|&name| name <= 61);
    let code = |cell| match known {
        true => grid.name_at(cell).map_or(0, |name| name as u8 + 1),
        false => grid.get(cell).map_or(0, |colour| colour + 1),
    };
    from_top(grid).map(code).collect()
}

/// Returns the names of the colours of the cells, rows from the top, and −1 for empty.
fn names(grid: &Grid) -> PyResult<Vec<i64>> {
    let name =
        |name: u64| i64::try_from(name).map_err(|_| value(format!("int64 holds no color named {name}")));
    from_top(grid).map(|cell| grid.name_at(cell).map_or(Ok(-1), name)).collect()
}

/// Returns a new array [rows, cols] of the codes of a board, or of the names of its colours.
pub fn array<'py>(py: Python<'py>, grid: &Grid, with_names: bool) -> PyResult<Bound<'py, PyAny>> {
    let shape = [grid.rows(), grid.cols()];
    match with_names {
        true => Ok(PyArray1::from_vec(py, names(grid)?).reshape(shape)?.into_any()),
        false => Ok(PyArray1::from_vec(py, codes(grid)).reshape(shape)?.into_any()),
    }
}

/// Implements `__array__` of a board: returns a new array, of another type if `dtype` is given.
///
/// # Errors
/// A `ValueError` for `copy=False`: a board contains no array.
pub fn converted<'py>(
    array: Bound<'py, PyAny>,
    dtype: Option<&Bound<'py, PyAny>>,
    copy: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if optional("copy", copy)? == Some(false) {
        return Err(PyValueError::new_err(
            "copy is False, expected True or None: an array of a board is a copy",
        ));
    }
    match dtype {
        Some(dtype) => array.call_method1("astype", (dtype,)),
        None => Ok(array),
    }
}

/// The size from which arrays are allocated by NumPy's Python function, which is slower but raises `MemoryError`, in
/// bytes.
const LARGE: usize = 1 << 16;

/// Returns a new array of zeros.
pub fn zeros<'py, T: Element>(py: Python<'py>, len: usize) -> PyResult<Bound<'py, PyArray1<T>>> {
    if len.saturating_mul(size_of::<T>()) < LARGE {
        return Ok(PyArray1::zeros(py, len, false));
    }
    let array = py.import("numpy")?.call_method1("zeros", (len, T::get_dtype(py)));
    let array = array.map_err(|error| match error.is_instance_of::<PyMemoryError>(py) {
        true => no_memory("an array", len.saturating_mul(size_of::<T>())),
        false => error,
    })?;
    Ok(array.cast_into()?)
}
