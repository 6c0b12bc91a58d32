//! Conversion of sources, the objects that functions take as a puzzle.

use crate::argument::{Items, Keywords, Word, argument, optional, wrong};
use crate::array;
use crate::cells::json_of;
use crate::error::value;
use crate::puzzle::{Puzzle, typed};
use crate::read::{GivenFormat, all_of, drawn, single};
use crate::request::rules;
use crate::text::Text;
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyType};
use tilefall::rules::{Columns, GameKind};
use tilefall::text::formats::{Format, jsonl};

/// The kinds of sources, for messages.
const SOURCES: &str = "a Puzzle, a board, text (str or bytes), a file (pathlib.Path), a record (dict), an array or rows of numbers";

/// Converts a source to a puzzle, of `game` if given. `format` names the format of a text.
pub fn puzzle(
    name: &str,
    source: &Bound<'_, PyAny>,
    game: Option<GameKind>,
    format: Option<GivenFormat>,
    columns: Option<Columns>,
) -> PyResult<Puzzle> {
    let format = format.and_then(|format| format.0);
    if let Some(mut puzzles) = of_text(name, source, game, format, columns)? {
        let found = puzzles.len();
        return puzzles.pop().filter(|_| found == 1).ok_or_else(|| {
            let expected = "expected one; tilefall.read and tilefall.solve_many take several";
            value(format!("the text of {name} holds {found} puzzles, {expected}"))
        });
    }
    let puzzle = of_object(name, source, game, columns)?.ok_or_else(|| wrong(name, source, SOURCES))?;
    match format {
        Some(_) => Err(PyTypeError::new_err(format!("format has no effect on {name}, which is no text"))),
        None => Ok(puzzle),
    }
}

/// Reads the puzzles of a text or a file; `None` for any other object.
fn of_text(
    name: &str,
    source: &Bound<'_, PyAny>,
    game: Option<GameKind>,
    format: Option<&'static Format>,
    columns: Option<Columns>,
) -> PyResult<Option<Vec<Puzzle>>> {
    let Some(text) = Text::of(source)? else { return Ok(None) };
    // Errors name an item of a list by its index: `puzzles[3]`.
    let name = text.named(None, if name.contains('[') { name } else { "<text>" });
    source.py().detach(|| all_of(&text.bytes, format, game, columns, &name)).map(Some)
}

/// Converts an object other than text to a puzzle; `None` if the object is no source.
fn of_object(
    name: &str,
    object: &Bound<'_, PyAny>,
    game: Option<GameKind>,
    columns: Option<Columns>,
) -> PyResult<Option<Puzzle>> {
    let puzzle = if let Ok(puzzle) = object.extract::<Puzzle>() {
        puzzle
    } else if object.hasattr("to_puzzle")? && !object.is_instance_of::<PyType>() {
        // A board, but not the class of boards, which has the attribute as well.
        let Ok(puzzle) = object.call_method0("to_puzzle")?.extract::<Puzzle>() else { return Ok(None) };
        puzzle
    } else if let Ok(record) = object.cast::<PyMapping>() {
        let line = json_of(record, "the record (dict)")?;
        single(line.as_bytes(), &jsonl::FORMAT, game, "<record>")?
    } else if let Some(array) = array::as_array(object)? {
        drawn(array::grid(name, &array, game.unwrap_or(GameKind::SameGame))?, game, columns)?
    } else {
        return Ok(None);
    };
    let found = puzzle.puzzle.task.game();
    match game.filter(|&game| game != found) {
        Some(game) => Err(value(format!("{name}: {}", found.wrong_game(game)))),
        None => Ok(Some(puzzle)),
    }
}

/// Converts a source to a puzzle. A source is a puzzle, a board, text, a file, a record, an array or rows of numbers.
/// `name` is the name of the argument. Of the `keywords`, the rule for columns decides which boards are valid.
#[pyfunction]
#[pyo3(signature = (source, *, name, game = None, keywords = None))]
pub fn as_puzzle<'py>(
    source: &Bound<'py, PyAny>,
    name: &str,
    game: Option<&Bound<'py, PyAny>>,
    keywords: Option<Keywords<'py>>,
) -> PyResult<Bound<'py, Puzzle>> {
    puzzle(name, source, game_of(game)?, None, columns_of(keywords)?)?.typed(source.py())
}

/// Returns the rule in the keywords whether columns close or stay; `None` if the keywords do not have this rule.
fn columns_of(keywords: Option<Keywords<'_>>) -> PyResult<Option<Columns>> {
    keywords.map_or(Ok(None), |keywords| Ok(rules(&keywords)?.columns()))
}

/// Converts the argument `game`.
pub fn game_of(game: Option<&Bound<'_, PyAny>>) -> PyResult<Option<GameKind>> {
    Ok(optional::<Word<GameKind>>("game", game)?.map(|word| word.0))
}

/// Converts the argument `name` to puzzles: one source, which may be a text or a file with several puzzles, or an
/// iterable of sources with one puzzle each.
#[pyfunction]
#[pyo3(signature = (sources, *, name, game = None, keywords = None))]
pub fn as_puzzles<'py>(
    sources: &Bound<'py, PyAny>,
    name: &str,
    game: Option<&Bound<'py, PyAny>>,
    keywords: Option<Keywords<'py>>,
) -> PyResult<Vec<Bound<'py, Puzzle>>> {
    let (py, columns, game) = (sources.py(), columns_of(keywords)?, game_of(game)?);
    if let Some(puzzles) = of_text(name, sources, game, None, columns)? {
        return typed(py, puzzles);
    }
    let boards = sources.cast::<PyUntypedArray>().is_ok_and(|array| array.ndim() > 2);
    if let Some(puzzle) = if boards { None } else { of_object(name, sources, game, columns)? } {
        return Ok(vec![puzzle.typed(py)?]);
    }
    let Items(sources) = argument::<Items<Bound<'py, PyAny>>>(name, sources)?;
    let named = |at| format!("{name}[{at}]");
    let sources = sources.iter().enumerate();
    sources.map(|(at, source)| puzzle(&named(at), source, game, None, columns)?.typed(py)).collect()
}
