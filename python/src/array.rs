//! Conversions between boards and arrays: rows from the top, 0 for an empty cell, otherwise the number of the colour.

use crate::argument::{Whole, optional};
use crate::error::{library_error, value};
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray1};
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};
use tilefall::mayan;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Colour, GameKind};

/// Returns `true` for rows of numbers: a list or tuple of lists, tuples or arrays of integers.
fn is_rows(object: &Bound<'_, PyAny>) -> bool {
    let row = |row: Bound<'_, PyAny>| row.cast::<PyUntypedArray>().is_ok_and(|row| row.ndim() == 1);
    if first_item(object).is_some_and(row) {
        return true;
    }
    let first = first_item(object).as_ref().and_then(first_item);
    first.is_some_and(|first| !first.is_instance_of::<PyBool>() && first.extract::<Whole>().is_ok())
}

/// Returns the first item of a list or a tuple.
fn first_item<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let listed = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    if listed { object.get_item(0).ok() } else { None }
}

/// Converts an array, an object with `__array__`, or rows of numbers to an array; `None` for any other object.
pub fn as_array<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyUntypedArray>>> {
    // The hidden cells of a masked array count as empty.
    if object.cast::<PyUntypedArray>().is_ok() && object.hasattr("filled")? {
        return as_array(&object.call_method1("filled", (0,))?);
    }
    if let Ok(array) = object.cast::<PyUntypedArray>() {
        return Ok(Some(array.clone()));
    }
    let rows = is_rows(object);
    if !rows && !object.hasattr("__array__")? {
        return Ok(None);
    }
    let array = object.py().import("numpy")?.call_method1("asarray", (object,));
    let array = array.map_err(|error| match rows {
        true => value("the rows have different lengths, expected as many numbers in each"),
        false => error,
    })?;
    let array = array.cast_into::<PyUntypedArray>()?;
    // A NumPy scalar has `__array__` but no dimensions.
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
    Grid::empty(rows, cols, &[]).map_err(library_error)?;
    // NumPy copies the cells first, because another thread may write to the array, or a subclass may override methods.
    let cells = array.py().import("numpy")?.call_method1("array", (array, "int64"))?;
    let cells = cells.cast::<PyArray2<i64>>()?.readonly();
    let cells = cells.as_array();
    if let Some(code) = cells.iter().find(|code| !(0..=LARGEST as i64).contains(*code)) {
        return Err(value(format!(
            "{name} holds {code}, expected 0 for empty and 1 to {LARGEST} for colors"
        )));
    }
    let name = |cell: Cell| Some(cells[[rows - 1 - cell.row, cell.col]] as u64).filter(|&number| number > 0);
    Grid::from_names(rows, cols, name).map_err(library_error)
}

/// Returns the cells of a grid, rows from the top.
fn from_top(grid: &Grid) -> impl Iterator<Item = Cell> {
    let cols = grid.cols();
    (0..grid.rows()).rev().flat_map(move |row| (0..cols).map(move |col| Cell::new(row, col)))
}

/// The largest number of a colour in arrays.
const LARGEST: u64 = 62;

/// Returns the names of generated colours, ascending: from 0 for SameGame, from 1 for Mayan.
pub fn first_names(game: GameKind, colours: usize) -> Vec<u64> {
    (game.first_colour()..).take(colours).collect()
}

/// Returns the number of a colour; `names` are the colour names of the board, ascending. The number is the name, or the
/// name + 1 if a colour is named 0, because 0 means empty in arrays. With `dense`, or if a number would exceed 62,
/// colours are numbered from 1 in the order of their names.
pub fn number(names: &[u64], colour: Colour, dense: bool) -> u8 {
    let added = u64::from(names.first() == Some(&0));
    let beyond = names.last().is_some_and(|&name| name > LARGEST - added);
    if dense || beyond { colour + 1 } else { (names[usize::from(colour)] + added) as u8 }
}

/// Returns `true` if the colours with these names have the same numbers with and without `dense`.
pub fn is_dense(names: &[u64]) -> bool {
    names.is_empty() || usize::from(number(names, names.len() as Colour - 1, false)) == names.len()
}

/// Returns a copy of the grid in which each colour is named by its [`number`].
pub fn renamed(grid: &Grid) -> Grid {
    let name = |cell| grid.get(cell).map(|colour| number(grid.names(), colour, false).into());
    Grid::from_names(grid.rows(), grid.cols(), name).unwrap_or_else(|_| grid.clone())
}

/// Returns a copy of the grid in which each colour is labelled with its [`number`].
pub fn numbered(grid: &Grid) -> Grid {
    let names = grid.names();
    let number = |name| number(names, names.binary_search(&name).unwrap_or(0) as Colour, false);
    grid.clone().with_labels(|name| Some(number(name).to_string()))
}

/// Draws a board as text, the top row first: one character per cell, as in a record, and `between` between two cells.
pub fn drawing(grid: &Grid, between: &str) -> String {
    let code = |cell| match grid.get(cell) {
        Some(colour) => {
            Grid::character(number(grid.names(), colour, false).into()).unwrap_or('?').to_string()
        }
        None => ".".to_owned(),
    };
    let cells: Vec<String> = from_top(grid).map(code).collect();
    cells.chunks(grid.cols()).map(|row| row.join(between)).collect::<Vec<_>>().join("\n")
}

/// Returns a new array [rows, cols] of the numbers of the colours of a board.
pub fn array<'py>(py: Python<'py>, grid: &Grid, dense: bool) -> PyResult<Bound<'py, PyAny>> {
    let code = |cell| grid.get(cell).map_or(0, |colour| number(grid.names(), colour, dense));
    let codes = from_top(grid).map(code).collect();
    Ok(PyArray1::from_vec(py, codes).reshape([grid.rows(), grid.cols()])?.into_any())
}

/// Implements `__array__` of a board: returns a new array, of another type if `dtype` is given.
pub fn converted<'py>(
    array: Bound<'py, PyAny>,
    dtype: Option<&Bound<'py, PyAny>>,
    copy: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if optional("copy", copy)? == Some(false) {
        return Err(value("copy is False, expected True or None: an array of a board is a copy"));
    }
    match dtype {
        Some(dtype) => array.call_method1("astype", (dtype,)),
        None => Ok(array),
    }
}

/// Arrays of this many bytes or more are allocated by `numpy.zeros`, which is slower but can raise `MemoryError`.
const LARGE: usize = 1 << 16;

/// Returns a new array of zeros.
pub fn zeros<'py, T: Element>(py: Python<'py>, len: usize) -> PyResult<Bound<'py, PyArray1<T>>> {
    if len.saturating_mul(size_of::<T>()) < LARGE {
        return Ok(PyArray1::zeros(py, len, false));
    }
    Ok(py.import("numpy")?.call_method1("zeros", (len, T::get_dtype(py)))?.cast_into()?)
}

/// Borrows the array `name` of a dictionary for writing. An array without `len` elements is an error.
pub fn buffer<'py, T: Element>(
    arrays: &Bound<'py, PyDict>,
    name: &Bound<'py, PyString>,
    len: usize,
) -> PyResult<PyReadwriteArray1<'py, T>> {
    let array = arrays.get_item(name)?.ok_or_else(|| value(format!("there is no array {name}")))?;
    let array = array.cast_into::<PyArray1<T>>()?;
    match array.len() {
        found if found == len => array.try_readwrite().map_err(|error| value(format!("{name}: {error}"))),
        found => Err(value(format!("{name} has {found} elements, expected {len}"))),
    }
}
