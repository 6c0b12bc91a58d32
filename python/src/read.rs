//! The readers, and the puzzle of whatever Python gives.

use crate::error::{ReadError, value};
use crate::input;
use crate::puzzle::Puzzle;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilefall::base::Game;
use tilefall::formats::{FORMATS, Format, auto};
use tilefall::grid::Grid;
use tilefall::puzzle::{self, MayanTask, SameGameTask, Task, fault};

/// The format of this name.
pub fn named_format(name: &str) -> PyResult<&'static Format> {
    let all: Vec<(&str, &'static Format)> = FORMATS.iter().map(|format| (format.name, *format)).collect();
    input::one_of("format", name, &all)
}

/// Reads the puzzles of a text.
///
/// Raises ReadError with the place of the first mistake, and ValueError for an unknown format.
#[pyfunction]
#[pyo3(signature = (text, *, format = "auto", game = None, name = "<text>"))]
pub fn read(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    format: &str,
    game: Option<&str>,
    name: &str,
) -> PyResult<Vec<Puzzle>> {
    let text = input::text(text)?.ok_or_else(|| PyTypeError::new_err("expected text: str or bytes"))?;
    let game = game.map(input::game).transpose()?;
    let format = if format == "auto" { None } else { Some(named_format(format)?) };
    if let (Some(format), Some(game)) = (format, game)
        && !format.holds(game)
    {
        return Err(value(format!("format {} holds no {} puzzles", format.name, game.title())));
    }
    py.detach(|| all_of(&text, format, game, name))
}

/// The formats: name, game (``"samegame"``, ``"mayan"`` or None for either), and what it is.
#[pyfunction]
pub fn formats() -> Vec<(&'static str, Option<&'static str>, &'static str)> {
    FORMATS.iter().map(|format| (format.name, format.game.map(Game::name), format.doc)).collect()
}

/// The puzzles of a text.
fn all_of(
    text: &[u8],
    format: Option<&'static Format>,
    game: Option<Game>,
    name: &str,
) -> PyResult<Vec<Puzzle>> {
    let reading = match format {
        Some(format) => format.read_each(text),
        None => auto::read_for(text, game),
    };
    let puzzle = |(position, item): (u64, Result<puzzle::Puzzle, _>)| {
        let puzzle =
            item.map_err(|error: tilefall::base::ReadError| ReadError::new_err(format!("{name}:{error}")))?;
        let found = puzzle.task.game();
        match game.filter(|&game| game != found) {
            Some(game) => {
                let place = puzzle.place.unwrap_or_default();
                Err(ReadError::new_err(format!("{name}:{place}: {}", found.instead_of(game))))
            }
            None => Ok(Puzzle { name: name.into(), position, format: reading.format, puzzle, answer: None }),
        }
    };
    (1..).zip(reading.puzzles).map(puzzle).collect()
}

/// The only puzzle of a text.
pub fn single(text: &[u8], format: &'static Format, game: Option<Game>, name: &str) -> PyResult<Puzzle> {
    one(all_of(text, Some(format), game, name)?)
}

fn one(mut puzzles: Vec<Puzzle>) -> PyResult<Puzzle> {
    match puzzles.pop() {
        Some(puzzle) if puzzles.is_empty() => Ok(puzzle),
        _ => Err(value(format!(
            "the text holds {} puzzles, expected one; tilefall.read takes several",
            puzzles.len() + 1
        ))),
    }
}

/// What a board is made from: a puzzle, text of any format, a drawing with `/` between the rows, a record as a
/// dictionary, or an array.
pub fn source(source: &Bound<'_, PyAny>, game: Game, format: &str) -> PyResult<Puzzle> {
    if let Ok(puzzle) = source.extract::<Puzzle>() {
        let found = puzzle.puzzle.task.game();
        return if found == game { Ok(puzzle) } else { Err(value(found.instead_of(game))) };
    }
    if let Some(grid) = input::array(source, game)? {
        return bare(grid, game);
    }
    let text = match source.cast::<PyDict>() {
        Ok(record) => {
            let line = source.py().import("json")?.call_method1("dumps", (record,))?;
            Some(line.extract::<String>()?.into_bytes())
        }
        Err(_) => input::text(source)?,
    };
    let Some(text) = text else {
        let kind = source.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "a board cannot be made from {kind}, expected text, an array, a record (dict), a Puzzle or a board"
        )));
    };
    if format != "auto" {
        return one(all_of(&text, Some(named_format(format)?), Some(game), "<text>")?);
    }
    let drawing = text.contains(&b'/') && !text.trim_ascii_start().starts_with(b"{");
    match std::str::from_utf8(&text).ok().filter(|_| drawing).and_then(Grid::parse) {
        Some(grid) => bare(grid, game),
        None => one(all_of(&text, None, Some(game), "<text>")?),
    }
}

/// A puzzle of a board alone.
fn bare(grid: Grid, game: Game) -> PyResult<Puzzle> {
    if let Some((cell, why)) = fault(&grid, game) {
        let (row, col) = (grid.rows() - 1 - cell.row, cell.col);
        return Err(value(format!("row {row}, column {col} as drawn, from 0: {why}")));
    }
    let task = match game {
        Game::SameGame => Task::SameGame(SameGameTask::default()),
        Game::Mayan => Task::Mayan(MayanTask::default()),
    };
    Ok(Puzzle::of(puzzle::Puzzle::new(grid, task)))
}
