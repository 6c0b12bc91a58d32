//! Reads puzzles from texts, and lists the formats and the presets.

use crate::argument::Keywords;
use crate::cells::to_python;
use crate::error::{read_error, read_error_at, value};
use crate::puzzle::{Puzzle, misplaced, typed};
use crate::text::Text;
use pyo3::prelude::*;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{self, MayanTask, SameGameTask, Task, check_board_by};
use tilefall::rules::{self, Columns, GameKind, PRESETS, Preset, RuleParts};
use tilefall::text::formats::rows::{self, RowsFrom};
use tilefall::text::formats::{FORMATS, Format, auto};

/// The format of an argument; `None` for `"auto"`.
#[derive(Clone, Copy, Debug)]
pub struct GivenFormat(pub Option<&'static Format>);

impl FromPyObject<'_, '_> for GivenFormat {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<GivenFormat> {
        let name: String = object.extract()?;
        if name == "auto" {
            return Ok(GivenFormat(None));
        }
        let names = || FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ");
        let format = Format::named(&name);
        format
            .map(|format| GivenFormat(Some(format)))
            .ok_or_else(|| value(format!("unknown format '{name}', expected one of auto, {}", names())))
    }
}

/// Reads the puzzles of a text (str or bytes) or a file (os.PathLike). gzip and Zstandard are decompressed. A puzzle
/// of another game than ``game``, if given, is an error.
///
/// ``format`` is a name of `formats`, by default any; ``name`` is the name of the text in messages. ``empty`` (symbols
/// of empty cells besides ``.``) and ``rows_from`` (``"top"`` or ``"bottom"``) are for format ``"rows"``, and imply it.
///
/// Raises ReadError with the place of the first mistake, and ValueError for an unknown format.
#[pyfunction]
#[pyo3(
    signature = (text, **keywords),
    text_signature = "(text, *, game=None, format=None, name=None, empty=None, rows_from=None)"
)]
pub fn read<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    keywords: Option<Keywords<'py>>,
) -> PyResult<Vec<Bound<'py, Puzzle>>> {
    const KNOWN: [&str; 5] = ["format", "game", "name", "empty", "rows_from"];
    let keywords = Keywords::only(py, keywords, &[&KNOWN])?;
    let game = keywords.word_or_none("game")?;
    let format = keywords.get::<Option<GivenFormat>>("format")?.and_then(|format| format.0);
    if let (Some(format), Some(game)) = (format, game)
        && !format.holds(game)
    {
        return Err(value(format!("format {} holds no {} puzzles", format.name, game.title())));
    }
    let name = keywords.get("name")?;
    let empty: Option<String> = keywords.get("empty")?;
    let rows_from = keywords.get::<Option<String>>("rows_from")?.map(|end| {
        let ends = [RowsFrom::Top, RowsFrom::Bottom];
        let known = ends.into_iter().find(|known| known.name() == end);
        known.ok_or_else(|| value(format!("rows_from is '{end}', expected top or bottom")))
    });
    let rows_from = rows_from.transpose()?;
    let text = Text::expected("text", text)?;
    let name = text.named(name, "<text>");
    if empty.is_none() && rows_from.is_none() {
        return typed(py, py.detach(|| all_of(&text.bytes, format, game, None, &name))?);
    }
    let is_rows = |format: &'static Format| format.name == rows::FORMAT.name;
    if !format.is_none_or(is_rows) {
        return Err(value("empty and rows_from are for format rows"));
    }
    let empty = rows::Symbols::new(&empty.unwrap_or_default());
    let options = rows::Options {
        empty: empty.map_err(|why| value(format!("empty: {why}")))?,
        rows_from,
        ..rows::Options::default()
    };
    let plan = auto::ReadPlan::rows(options, format.is_none()).of_game(game);
    typed(py, py.detach(|| all_from(&plan, &text.bytes, game, &name))?)
}

/// Returns the formats: name, game (``"samegame"``, ``"mayan"`` or None for both), and description.
#[pyfunction]
pub fn formats() -> Vec<(&'static str, Option<&'static str>, &'static str)> {
    FORMATS.iter().map(|format| (format.name, format.game.map(GameKind::name), format.doc)).collect()
}

/// The parts of a preset: name, rules, goal, source.
type PresetParts<'py> = (&'static str, Bound<'py, PyAny>, &'static str, &'static str);

/// Returns the games with known rules: name, rules as in a record, usual goal, and source.
#[pyfunction]
pub fn presets(py: Python<'_>) -> PyResult<Vec<PresetParts<'_>>> {
    let line = |preset: &Preset| {
        Ok((preset.name, to_python(py, &RuleParts::from(preset.rules))?, preset.goal.name(), preset.source))
    };
    PRESETS.iter().map(line).collect()
}

/// Reads the puzzles of a text. `columns`, if given, replaces the rule whether columns close. Without a format, a text
/// may also be one board with rows separated by `/`: `12 / 21`.
pub fn all_of(
    text: &[u8],
    format: Option<&'static Format>,
    game: Option<GameKind>,
    columns: Option<Columns>,
    name: &str,
) -> PyResult<Vec<Puzzle>> {
    if let Some(grid) = drawing(text, game).filter(|_| format.is_none()) {
        return Ok(vec![drawn(
            if game == Some(GameKind::Mayan) { grid } else { unambiguous(grid, name)? },
            game,
            columns,
        )?]);
    }
    let plan = |format| auto::ReadPlan::of(format).by(columns).of_game(game);
    let chosen = format.map_or_else(|| auto::plan_by(text, game, columns), plan);
    let puzzles = all_from(&chosen, text, game, name)?;
    let plain = |puzzle: &&Puzzle| {
        chosen.format.name == rows::FORMAT.name && puzzle.puzzle.task.game() == GameKind::SameGame
    };
    puzzles
        .iter()
        .filter(plain)
        .try_for_each(|puzzle| unambiguous(puzzle.puzzle.grid.clone(), name).map(drop))?;
    Ok(puzzles)
}

/// Returns the SameGame board `grid`; an error if a 0 in its text may be a tile or, as in arrays, an empty cell.
fn unambiguous(grid: Grid, name: &str) -> PyResult<Grid> {
    let zero = grid.names().first() == Some(&0) && grid.label(0) == "0";
    let cells = |cell| grid.name_at(cell).filter(|&name| name > 0);
    let holes = Grid::from_names(grid.rows(), grid.cols(), cells).ok().filter(|_| zero);
    match holes.is_some_and(|holes| !holes.is_empty() && holes.first_floating().is_none()) {
        true => Err(value(format!(
            "{name}: 0 may be a tile or an empty cell here; read(text, empty=\"0\") takes it as empty, \
             read(text, empty=\".\") as a tile"
        ))),
        false => Ok(grid),
    }
}

/// Reads the puzzles of a text in a chosen format.
fn all_from(
    chosen: &auto::ReadPlan,
    text: &[u8],
    game: Option<GameKind>,
    name: &str,
) -> PyResult<Vec<Puzzle>> {
    let mut found = Vec::new();
    chosen.read(text, &mut |item| found.push(item));
    let puzzle = |(position, item): (u64, Result<puzzle::Puzzle, rules::ReadError>)| {
        let puzzle = item.map_err(|error| read_error(name, &error))?;
        let found = puzzle.task.game();
        match game.filter(|&game| game != found) {
            Some(game) => {
                let place = puzzle.place.unwrap_or_default();
                Err(read_error_at(name, place, &found.wrong_game(game)))
            }
            None => Ok(Puzzle { name: name.into(), position, format: chosen.format, puzzle, answer: None }),
        }
    };
    (1..).zip(found).map(puzzle).collect()
}

/// Returns the grid of a text with rows separated by `/`; `None` for any other text.
fn drawing(text: &[u8], game: Option<GameKind>) -> Option<Grid> {
    let drawing = text.contains(&b'/') && !text.trim_ascii_start().starts_with(b"{");
    std::str::from_utf8(text)
        .ok()
        .filter(|_| drawing)
        .and_then(|text| Grid::parse_of(text, game.unwrap_or(GameKind::SameGame)))
}

/// Reads a text that must contain exactly one puzzle.
pub fn single(text: &[u8], format: &'static Format, game: Option<GameKind>, name: &str) -> PyResult<Puzzle> {
    let mut puzzles = all_of(text, Some(format), game, None, name)?;
    let found = puzzles.len();
    let one = puzzles.pop().filter(|_| found == 1);
    one.ok_or_else(|| value(format!("{name} holds {found} puzzles, expected one")))
}

/// Creates a puzzle from a board that does not state its game: a puzzle of `game`, by default SameGame.
pub fn drawn(grid: Grid, game: Option<GameKind>, columns: Option<Columns>) -> PyResult<Puzzle> {
    let played = game.unwrap_or(GameKind::SameGame);
    if let Err((cell, why)) = check_board_by(&grid, played, columns.unwrap_or_default()) {
        let hint =
            if game.is_none() { "; a board of the Mayan puzzle is given as MayanBoard(...)" } else { "" };
        return Err(value(format!("{}{hint}", misplaced(&grid, cell, &why))));
    }
    let task = match played {
        GameKind::SameGame => Task::SameGame(SameGameTask::default()),
        GameKind::Mayan => Task::Mayan(MayanTask::default()),
    };
    Ok(Puzzle::of(puzzle::Puzzle::new(grid, task)))
}
