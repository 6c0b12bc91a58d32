//! The readers: text to puzzles.

use crate::argument::Given;
use crate::error::{ReadError, in_python, misread, value};
use crate::input;
use crate::puzzle::Puzzle;
use crate::text::{MAX_UNPACKED, Text};
use pyo3::prelude::*;
use tilefall::base::{self, Game};
use tilefall::formats::rows::{self, RowsFrom};
use tilefall::formats::{FORMATS, Format, auto};
use tilefall::grid::Grid;
use tilefall::puzzle::{self, MayanTask, SameGameTask, Task, fault};

/// The format of an argument; `None` for `"auto"`, and if there is no argument.
pub fn format_of(format: Option<&Bound<'_, PyAny>>) -> PyResult<Option<&'static Format>> {
    let Some(given) = Given::maybe("format", format) else { return Ok(None) };
    let named = FORMATS.iter().map(|format| (format.name, Some(*format)));
    let all: Vec<_> = [("auto", None)].into_iter().chain(named).collect();
    given.one_of(&all)
}

/// Reads the puzzles of a text (str or bytes) or a file (os.PathLike). gzip and Zstandard are decompressed.
///
/// ``empty`` (symbols of empty cells besides ``.``) and ``rows_from`` (``"top"`` or ``"bottom"``) are for boards of text,
/// format ``"rows"``, which they imply.
///
/// Raises ReadError with the place of the first mistake, and ValueError for an unknown format.
#[pyfunction]
#[pyo3(signature = (text, *, format = None, game = None, name = None, max_unpacked = None, empty = None, rows_from = None))]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the Python function")]
pub fn read(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    format: Option<&Bound<'_, PyAny>>,
    game: Option<&Bound<'_, PyAny>>,
    name: Option<&Bound<'_, PyAny>>,
    max_unpacked: Option<&Bound<'_, PyAny>>,
    empty: Option<&Bound<'_, PyAny>>,
    rows_from: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Puzzle>> {
    let game = Given::maybe("game", game).map(|game| input::game(&game)).transpose()?;
    let format = format_of(format)?;
    if let (Some(format), Some(game)) = (format, game)
        && !format.holds(game)
    {
        return Err(value(format!("format {} holds no {} puzzles", format.name, game.title())));
    }
    let name = Given::maybe("name", name).map(|name| name.word("a str")).transpose()?;
    let most = Given::maybe("max_unpacked", max_unpacked).map(|most| most.number()).transpose()?;
    let empty = Given::maybe("empty", empty).map(|empty| empty.word("a str")).transpose()?;
    let ends = [RowsFrom::Top, RowsFrom::Bottom].map(|end| (end.name(), end));
    let rows_from = Given::maybe("rows_from", rows_from).map(|end| end.one_of(&ends)).transpose()?;
    let text = Text::expected(&Given::new("text", text), most.unwrap_or(MAX_UNPACKED))?;
    let name = text.named(name);
    if empty.is_none() && rows_from.is_none() {
        return py.detach(|| all_of(&text.bytes, format, game, &name));
    }
    let is_rows = |format: &'static Format| format.name == rows::FORMAT.name;
    if !format.is_none_or(is_rows) || game.is_some_and(|game| !rows::FORMAT.holds(game)) {
        return Err(value("empty and rows_from are for format rows, which holds SameGame puzzles"));
    }
    let empty = rows::Symbols::new(&empty.unwrap_or_default());
    let options = rows::Options {
        empty: empty.map_err(|why| value(format!("empty: {why}")))?,
        rows_from: rows_from.unwrap_or(RowsFrom::Top),
    };
    py.detach(|| all_from(&auto::Chosen::rows(options), &text.bytes, game, &name))
}

/// The formats: name, game (``"samegame"``, ``"mayan"`` or None for either), and what it is.
#[pyfunction]
pub fn formats() -> Vec<(&'static str, Option<&'static str>, &'static str)> {
    FORMATS.iter().map(|format| (format.name, format.game.map(Game::name), format.doc)).collect()
}

/// The puzzles of a text. Without a format, rows with `/` between them are a board, too.
pub fn all_of(
    text: &[u8],
    format: Option<&'static Format>,
    game: Option<Game>,
    name: &str,
) -> PyResult<Vec<Puzzle>> {
    if let Some(grid) = drawing(text).filter(|_| format.is_none()) {
        return Ok(vec![drawn(grid, game)?]);
    }
    let chosen = format.map_or_else(|| auto::choose(text, game), auto::Chosen::of);
    all_from(&chosen, text, game, name)
}

/// The puzzles of a text, read in a format that was chosen.
fn all_from(chosen: &auto::Chosen, text: &[u8], game: Option<Game>, name: &str) -> PyResult<Vec<Puzzle>> {
    let mut found = Vec::new();
    chosen.read(text, &mut |item| found.push(item));
    let puzzle = |(position, item): (u64, Result<puzzle::Puzzle, base::ReadError>)| {
        let puzzle = item.map_err(|error| misread(name, &error))?;
        let found = puzzle.task.game();
        match game.filter(|&game| game != found) {
            Some(game) => {
                let place = puzzle.place.unwrap_or_default();
                let message = format!("{name}:{place}: {}", in_python(&found.instead_of(game)));
                Err(ReadError::new_err(message))
            }
            None => Ok(Puzzle { name: name.into(), position, format: chosen.format, puzzle, answer: None }),
        }
    };
    (1..).zip(found).map(puzzle).collect()
}

/// The grid of a text that has `/` between its rows.
fn drawing(text: &[u8]) -> Option<Grid> {
    let drawing = text.contains(&b'/') && !text.trim_ascii_start().starts_with(b"{");
    std::str::from_utf8(text).ok().filter(|_| drawing).and_then(Grid::parse)
}

/// The only puzzle of a text.
pub fn single(text: &[u8], format: &'static Format, game: Option<Game>, name: &str) -> PyResult<Puzzle> {
    let mut puzzles = all_of(text, Some(format), game, name)?;
    let found = puzzles.len();
    let one = puzzles.pop().filter(|_| found == 1);
    one.ok_or_else(|| value(format!("{name} holds {found} puzzles, expected one")))
}

/// The puzzle of a board that names no game: SameGame's unless `game` is another one.
pub fn drawn(grid: Grid, game: Option<Game>) -> PyResult<Puzzle> {
    let played = game.unwrap_or(Game::SameGame);
    if let Some((cell, why)) = fault(&grid, played) {
        let (row, col) = (grid.rows() - 1 - cell.row, cell.col);
        let hint =
            if game.is_none() { "; a board of the Mayan puzzle is given as MayanBoard(...)" } else { "" };
        return Err(value(format!("row {row}, column {col} as drawn, from 0: {why}{hint}")));
    }
    let task = match played {
        Game::SameGame => Task::SameGame(SameGameTask::default()),
        Game::Mayan => Task::Mayan(MayanTask::default()),
    };
    Ok(Puzzle::of(puzzle::Puzzle::new(grid, task)))
}
