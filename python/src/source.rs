//! The sources of puzzles: objects that every function takes as a puzzle, converted in one place.

use crate::argument::Given;
use crate::array;
use crate::error::value;
use crate::input;
use crate::puzzle::Puzzle;
use crate::read::{all_of, drawn, format_of, single};
use crate::text::{MAX_UNPACKED, Text};
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyType};
use tilefall::base::Game;
use tilefall::formats::{Format, jsonl};

/// The sources in words.
const SOURCES: &str =
    "a Puzzle, a board, text (str or bytes), a file (pathlib.Path), a record (dict) or an array";

/// The puzzle of a source, of this game if one is given. `format` names the format of a text.
///
/// # Errors
/// A `TypeError` if the object is no source, a `ReadError` or a `ValueError` if it holds no puzzle of the game, or several.
pub fn puzzle(given: &Given<'_>, game: Option<Game>, format: Option<&Bound<'_, PyAny>>) -> PyResult<Puzzle> {
    let format = format_of(format)?;
    if let Some(mut puzzles) = of_text(given, game, format)? {
        let found = puzzles.len();
        return puzzles.pop().filter(|_| found == 1).ok_or_else(|| {
            let expected = "expected one; tilefall.read and tilefall.solve_many take several";
            value(format!("the text of {} holds {found} puzzles, {expected}", given.name()))
        });
    }
    let puzzle = of_object(given, game)?.ok_or_else(|| given.wrong(SOURCES))?;
    match format {
        Some(_) => Err(PyTypeError::new_err(format!(
            "format has no effect on {}, which is {}",
            given.name(),
            given.shown()
        ))),
        None => Ok(puzzle),
    }
}

/// The puzzles of a text or a file; `None` for any other object.
fn of_text(
    given: &Given<'_>,
    game: Option<Game>,
    format: Option<&'static Format>,
) -> PyResult<Option<Vec<Puzzle>>> {
    let Some(text) = Text::of(given, MAX_UNPACKED)? else { return Ok(None) };
    let name = text.named(None);
    given.object().py().detach(|| all_of(&text.bytes, format, game, &name)).map(Some)
}

/// The puzzle of an object that is no text; `None` if the object is no source.
fn of_object(given: &Given<'_>, game: Option<Game>) -> PyResult<Option<Puzzle>> {
    let Some(puzzle) = puzzle_of(given, game)? else { return Ok(None) };
    let found = puzzle.puzzle.task.game();
    match game.filter(|&game| game != found) {
        Some(game) => Err(value(format!("{}: {}", given.name(), found.instead_of(game)))),
        None => Ok(Some(puzzle)),
    }
}

/// As [`of_object`], of any game.
fn puzzle_of(given: &Given<'_>, game: Option<Game>) -> PyResult<Option<Puzzle>> {
    let object = given.object();
    if let Ok(puzzle) = object.extract::<Puzzle>() {
        return Ok(Some(puzzle));
    }
    // A board; the class of boards has the method, too.
    if object.hasattr("to_puzzle")? && !object.is_instance_of::<PyType>() {
        return Ok(object.call_method0("to_puzzle")?.extract::<Puzzle>().ok());
    }
    if let Ok(record) = object.cast::<PyMapping>() {
        return self::record(record, game).map(Some);
    }
    match array::as_array(object)? {
        Some(array) => {
            drawn(array::grid(given.name(), &array, game.unwrap_or(Game::SameGame))?, game).map(Some)
        }
        None => Ok(None),
    }
}

/// The puzzle of a record.
fn record(record: &Bound<'_, PyMapping>, game: Option<Game>) -> PyResult<Puzzle> {
    let py = record.py();
    let record = PyDict::from_sequence(record.items()?.as_any())?;
    let line = py.import("json")?.call_method1("dumps", (record,));
    let line = line.map_err(|error| match error.is_instance_of::<PyTypeError>(py) {
        true => value(format!("the record (dict) is no JSON: {}", error.value(py))),
        false => error,
    })?;
    single(line.extract::<String>()?.as_bytes(), &jsonl::FORMAT, game, "<record>")
}

/// The puzzle of a source: a puzzle, a board, text, a file, a record or an array. `name` is the argument's.
#[pyfunction]
#[pyo3(signature = (source, *, name, game = None))]
pub fn as_puzzle(
    source: &Bound<'_, PyAny>,
    name: String,
    game: Option<&Bound<'_, PyAny>>,
) -> PyResult<Puzzle> {
    let game = Given::maybe("game", game).map(|game| input::game(&game)).transpose()?;
    puzzle(&Given::new(name, source), game, None)
}

/// The puzzles of a source (all puzzles of a text or a file), or of many sources with one puzzle each. `name` is the
/// argument's.
#[pyfunction]
#[pyo3(signature = (sources, *, name, game = None))]
pub fn as_puzzles(
    sources: &Bound<'_, PyAny>,
    name: String,
    game: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Puzzle>> {
    let game = Given::maybe("game", game).map(|game| input::game(&game)).transpose()?;
    let given = Given::new(name, sources);
    let boards = sources.cast::<PyUntypedArray>().is_ok_and(|array| array.ndim() > 2);
    if let Some(puzzles) = of_text(&given, game, None)? {
        return Ok(puzzles);
    }
    if let Some(puzzle) = if boards { None } else { of_object(&given, game)? } {
        return Ok(vec![puzzle]);
    }
    let sources = given.items(&format!("{SOURCES}, or several of these"))?;
    sources.iter().map(|given| puzzle(given, game, None)).collect()
}
