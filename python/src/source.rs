//! Conversion of sources, the objects that functions take as a puzzle.

use crate::argument::{Argument, Keywords};
use crate::array;
use crate::cells::json_of;
use crate::error::value;
use crate::input::{self, RuleOverrides};
use crate::puzzle::{Puzzle, typed};
use crate::read::{all_of, drawn, format_of, single};
use crate::text::{MAX_UNPACKED, Text};
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyType};
use tilefall::rules::{Columns, GameKind};
use tilefall::text::formats::{Format, jsonl};

/// The kinds of sources, for messages.
const SOURCES: &str =
    "a Puzzle, a board, text (str or bytes), a file (pathlib.Path), a record (dict) or an array";

/// Converts a source to a puzzle, of `game` if given. `format` names the format of a text.
///
/// # Errors
/// A `TypeError` if the object is no source, a `ReadError` or a `ValueError` if it holds no puzzle of the game, or several.
pub fn puzzle(
    argument: &Argument<'_>,
    game: Option<GameKind>,
    format: Option<&Bound<'_, PyAny>>,
    columns: Option<Columns>,
) -> PyResult<Puzzle> {
    let format = format_of(format)?;
    if let Some(mut puzzles) = of_text(argument, game, format, columns)? {
        let found = puzzles.len();
        return puzzles.pop().filter(|_| found == 1).ok_or_else(|| {
            let expected = "expected one; tilefall.read and tilefall.solve_many take several";
            value(format!("the text of {} holds {found} puzzles, {expected}", argument.name()))
        });
    }
    let puzzle = of_object(argument, game, columns)?.ok_or_else(|| argument.wrong(SOURCES))?;
    match format {
        Some(_) => Err(PyTypeError::new_err(format!(
            "format has no effect on {}, which is {}",
            argument.name(),
            argument.shown()
        ))),
        None => Ok(puzzle),
    }
}

/// Reads the puzzles of a text or a file; `None` for any other object.
fn of_text(
    argument: &Argument<'_>,
    game: Option<GameKind>,
    format: Option<&'static Format>,
    columns: Option<Columns>,
) -> PyResult<Option<Vec<Puzzle>>> {
    let Some(text) = Text::of(argument, MAX_UNPACKED)? else { return Ok(None) };
    let name = text.named(None);
    argument.object().py().detach(|| all_of(&text.bytes, format, game, columns, &name)).map(Some)
}

/// Converts an object other than text to a puzzle; `None` if the object is no source.
fn of_object(
    argument: &Argument<'_>,
    game: Option<GameKind>,
    columns: Option<Columns>,
) -> PyResult<Option<Puzzle>> {
    let Some(puzzle) = puzzle_of(argument, game, columns)? else { return Ok(None) };
    let found = puzzle.puzzle.task.game();
    match game.filter(|&game| game != found) {
        Some(game) => Err(value(format!("{}: {}", argument.name(), found.wrong_game(game)))),
        None => Ok(Some(puzzle)),
    }
}

/// Like [`of_object`], but for any game.
fn puzzle_of(
    argument: &Argument<'_>,
    game: Option<GameKind>,
    columns: Option<Columns>,
) -> PyResult<Option<Puzzle>> {
    let object = argument.object();
    if let Ok(puzzle) = object.extract::<Puzzle>() {
        return Ok(Some(puzzle));
    }
    // A board. The class itself also has the attribute.
    if object.hasattr("to_puzzle")? && !object.is_instance_of::<PyType>() {
        return Ok(object.call_method0("to_puzzle")?.extract::<Puzzle>().ok());
    }
    if let Ok(record) = object.cast::<PyMapping>() {
        return self::record(record, game).map(Some);
    }
    match array::as_array(object)? {
        Some(array) => {
            let grid = array::grid(argument.name(), &array, game.unwrap_or(GameKind::SameGame))?;
            drawn(grid, game, columns).map(Some)
        }
        None => Ok(None),
    }
}

/// Reads the puzzle of a record.
fn record(record: &Bound<'_, PyMapping>, game: Option<GameKind>) -> PyResult<Puzzle> {
    single(json_of(record, "the record (dict)")?.as_bytes(), &jsonl::FORMAT, game, "<record>")
}

/// Converts a source to a puzzle: a puzzle, a board, text, a file, a record or an array. `name` is the name of the
/// argument, and `keywords` have the rules by which the board is read.
#[pyfunction]
#[pyo3(signature = (source, *, name, game = None, keywords = None))]
pub fn as_puzzle<'py>(
    source: &Bound<'py, PyAny>,
    name: String,
    game: Option<&Bound<'_, PyAny>>,
    keywords: Option<Keywords<'_>>,
) -> PyResult<Bound<'py, Puzzle>> {
    let game = Argument::optional("game", game).map(|game| input::game(&game)).transpose()?;
    puzzle(&Argument::new(name, source), game, None, columns_of(keywords)?)?.typed(source.py())
}

/// Returns the columns of the rules in keywords.
fn columns_of(keywords: Option<Keywords<'_>>) -> PyResult<Option<Columns>> {
    Ok(keywords
        .map(|keywords| RuleOverrides::of_keywords(&keywords))
        .transpose()?
        .and_then(|own| own.columns()))
}

/// Converts a source to puzzles (all puzzles of a text or a file), or many sources with one puzzle each. `name` is
/// the name of the argument.
#[pyfunction]
#[pyo3(signature = (sources, *, name, game = None, keywords = None))]
pub fn as_puzzles<'py>(
    sources: &Bound<'py, PyAny>,
    name: String,
    game: Option<&Bound<'_, PyAny>>,
    keywords: Option<Keywords<'_>>,
) -> PyResult<Vec<Bound<'py, Puzzle>>> {
    let (py, columns) = (sources.py(), columns_of(keywords)?);
    let game = Argument::optional("game", game).map(|game| input::game(&game)).transpose()?;
    let argument = Argument::new(name, sources);
    if let Some(puzzles) = of_text(&argument, game, None, columns)? {
        return typed(py, puzzles);
    }
    let boards = sources.cast::<PyUntypedArray>().is_ok_and(|array| array.ndim() > 2);
    if let Some(puzzle) = if boards { None } else { of_object(&argument, game, columns)? } {
        return Ok(vec![puzzle.typed(py)?]);
    }
    let sources = argument.items(&format!("{SOURCES}, or several of these"))?;
    sources.iter().map(|argument| puzzle(argument, game, None, columns)?.typed(py)).collect()
}
