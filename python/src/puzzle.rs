//! [`Puzzle`]: a board with its task, as readers return it; and the readers.

use crate::board::Board;
use crate::error::{ReadError, value};
use crate::input;
use crate::mayan::MayanBoard;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::hash::{Hash, Hasher};
use tilefall::base::{Game, Rules};
use tilefall::formats::{FORMATS, Format, auto, jsonl};
use tilefall::grid::Grid;
use tilefall::puzzle::{self, MayanTask, SameGameTask, Task, fault};
use tilefall::record::{self, PuzzleRecord};
use tilefall::render::svg;

/// A board with its task: what `read` and `generate` return and `solve` takes. It does not change.
///
/// Two puzzles are equal if their boards and tasks are; the id does not count.
#[pyclass(module = "tilefall", frozen, eq, hash, from_py_object)]
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The name of the text it comes from.
    pub name: String,
    /// Which puzzle of its text it is, from 1.
    pub position: u64,
    /// The format it was read in.
    pub format: &'static Format,
    /// The puzzle.
    pub puzzle: puzzle::Puzzle,
    /// The result record that came with a generated one.
    pub answer: Option<String>,
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Puzzle) -> bool {
        self.puzzle == other.puzzle
    }
}

impl Eq for Puzzle {}

impl Hash for Puzzle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.puzzle.hash(state);
    }
}

impl Puzzle {
    /// A puzzle that comes from no text.
    pub fn of(puzzle: puzzle::Puzzle) -> Puzzle {
        Puzzle { name: "<board>".into(), position: 1, format: &jsonl::FORMAT, puzzle, answer: None }
    }

    /// Its own id, or `NAME:POSITION`.
    pub fn named(&self) -> String {
        self.puzzle.id.clone().unwrap_or_else(|| format!("{}:{}", self.name, self.position))
    }

    /// The rules of a SameGame puzzle.
    pub fn own_rules(&self) -> Option<Rules> {
        if let Task::SameGame(task) = &self.puzzle.task { task.rules } else { None }
    }

    fn task(&self) -> (&SameGameTask, &MayanTask) {
        const NO_CLICKS: &SameGameTask = &SameGameTask { rules: None, clicks: Vec::new() };
        const NO_MOVES: &MayanTask = &MayanTask { moves: None, mode: None, list: Vec::new() };
        match &self.puzzle.task {
            Task::SameGame(task) => (task, NO_MOVES),
            Task::Mayan(task) => (NO_CLICKS, task),
        }
    }

    /// The puzzle as a line of JSON.
    pub fn line(&self) -> PyResult<String> {
        let record = PuzzleRecord::of(&self.puzzle).map_err(|name| {
            value(format!("colour {name} has no character in a record, expected names from 0 to 61"))
        })?;
        Ok(record.to_line())
    }
}

#[pymethods]
impl Puzzle {
    /// Its own id, or ``NAME:POSITION`` of the text it comes from.
    #[getter]
    fn id(&self) -> String {
        self.named()
    }

    /// ``"samegame"`` or ``"mayan"``.
    #[getter]
    fn game(&self) -> &'static str {
        self.puzzle.task.game().name()
    }

    /// The name of the format it was read in.
    #[getter]
    fn format(&self) -> &'static str {
        self.format.name
    }

    /// The number that a record gives it among the puzzles of a batch, or None.
    #[getter]
    fn index(&self) -> Option<u64> {
        self.puzzle.index
    }

    /// A new board, a ``Board`` or a ``MayanBoard``, on which nothing is played yet.
    #[getter]
    fn board(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match &self.puzzle.task {
            Task::SameGame(_) => Ok(Board::of(self)?.into_pyobject(py)?.into_any().unbind()),
            Task::Mayan(_) => Ok(MayanBoard::of(&self.puzzle.grid)?.into_pyobject(py)?.into_any().unbind()),
        }
    }

    /// Mayan: M, the number of moves allowed, or None.
    #[getter]
    fn moves(&self) -> Option<u64> {
        self.task().1.moves
    }

    /// Mayan: how M is meant, ``"exactly"``, ``"within"`` or ``"shortest"``; None for what the format means.
    #[getter]
    fn mode(&self) -> Option<&'static str> {
        self.task().1.mode.map(|mode| mode.name())
    }

    /// SameGame: the rules that came with it, as a record has them, or None.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(rules) = self.own_rules() else { return Ok(None) };
        loads(py, &serde_json::to_string(&rules).map_err(value)?).map(Some)
    }

    /// The list that came with it: ``(row, col)`` from 1, or ``(x, y, side)``.
    #[getter]
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (clicks, moves) = self.task();
        let clicks = clicks.clicks.iter().map(|&cell| input::spelt(cell).into_pyobject(py));
        let moves = moves.list.iter().map(|&step| input::spelt_slide(step).into_pyobject(py));
        clicks.chain(moves).map(|step| Ok(step?.into_any())).collect()
    }

    /// How a generated puzzle was made and what was measured, or None.
    #[getter]
    fn origin<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(origin) = &self.puzzle.origin else { return Ok(None) };
        loads(py, &serde_json::to_string(origin).map_err(value)?).map(Some)
    }

    /// The puzzle hash: 16 hexadecimal digits, the same anywhere.
    #[getter]
    fn hash(&self) -> String {
        record::hash(&self.puzzle)
    }

    /// The result record that proves what is said of a generated puzzle, or None.
    #[getter]
    fn answer<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.answer.as_ref().map(|line| loads(py, line)).transpose()
    }

    /// SameGame: the same puzzle with these rules; parts that are None are its own, or the default.
    #[pyo3(signature = (*, score = None, clear_bonus = None, left_penalty = None))]
    fn with_rules(
        &self,
        score: Option<&str>,
        clear_bonus: Option<u64>,
        left_penalty: Option<&str>,
    ) -> PyResult<Puzzle> {
        let rules = input::rules(self.own_rules().unwrap_or_default(), score, clear_bonus, left_penalty)?;
        let mut puzzle = self.clone();
        if let Task::SameGame(task) = &mut puzzle.puzzle.task {
            task.rules = Some(rules);
        }
        Ok(puzzle)
    }

    /// Mayan: the same puzzle with this M and this mode.
    #[pyo3(signature = (moves = None, mode = None))]
    fn with_task(&self, moves: Option<u64>, mode: Option<&str>) -> PyResult<Puzzle> {
        let mode = mode.map(input::mode).transpose()?;
        let mut puzzle = self.clone();
        if let Task::Mayan(task) = &mut puzzle.puzzle.task {
            (task.moves, task.mode) = (moves, mode);
        }
        Ok(puzzle)
    }

    /// The puzzle record.
    ///
    /// Raises ValueError if a colour has no character.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.line()?)
    }

    /// The text of the puzzle in a format; a record by default.
    ///
    /// Raises ValueError if the format cannot hold the puzzle.
    #[pyo3(signature = (format = "jsonl"))]
    fn to_text(&self, format: &str) -> PyResult<String> {
        let format = named_format(format)?;
        let text = format.write(&self.puzzle).and_then(|text| format.join(&[text]));
        text.map_err(|error| value(format!("{}: {}", format.name, error.0)))
    }

    fn __repr__(&self) -> String {
        format!("<Puzzle {} {}>", self.puzzle.task.game().name(), self.named())
    }

    fn __str__(&self) -> String {
        self.puzzle.grid.drawn("\n")
    }

    fn _repr_html_(&self) -> String {
        svg::board(&self.puzzle.grid, self.puzzle.task.game(), &self.named(), "")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let parts = (self.line()?, self.name.clone(), self.position, self.format.name, self.answer.clone());
        let clicks = self.task().0.clicks.iter().map(|&cell| input::spelt(cell)).collect();
        let moves = self.task().1.list.iter().map(|&step| spelt(step)).collect();
        Ok((py.get_type::<Puzzle>().getattr("_restore")?, (parts, clicks, moves)))
    }

    #[staticmethod]
    fn _restore(
        parts: (String, String, u64, String, Option<String>),
        clicks: Vec<(i64, i64)>,
        moves: Vec<(u8, u8, String)>,
    ) -> PyResult<Puzzle> {
        let (line, name, position, format, answer) = parts;
        let mut puzzle = single(line.as_bytes(), &jsonl::FORMAT, None, &name)?.puzzle;
        let (rows, cols) = (puzzle.grid.rows(), puzzle.grid.cols());
        match &mut puzzle.task {
            Task::SameGame(task) => {
                let cells = clicks.iter().map(|&(row, col)| input::Place::Cell(row, col).on(rows, cols));
                task.clicks = cells.collect::<PyResult<_>>()?;
            }
            Task::Mayan(task) => {
                let steps =
                    moves.into_iter().map(|(x, y, side)| input::Slide::Move(x, y, side).on(rows, cols));
                task.list = steps.collect::<PyResult<_>>()?;
            }
        }
        Ok(Puzzle { name, position, format: named_format(&format)?, puzzle, answer })
    }
}

type Parts =
    ((String, String, u64, &'static str, Option<String>), Vec<(usize, usize)>, Vec<(u8, u8, String)>);

fn spelt(step: tilefall::base::Move) -> (u8, u8, String) {
    let (x, y, side) = input::spelt_slide(step);
    (x, y, side.into())
}

/// What JSON says, as Python objects.
pub fn loads<'py>(py: Python<'py>, line: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (line,))
}

fn named_format(name: &str) -> PyResult<&'static Format> {
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
fn single(text: &[u8], format: &'static Format, game: Option<Game>, name: &str) -> PyResult<Puzzle> {
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
    if let Some(grid) = input::array(source)? {
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
