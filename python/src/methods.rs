//! What Python sees of a [`Puzzle`].

use crate::board::Board;
use crate::cells::loads;
use crate::error::value;
use crate::input;
use crate::mayan::MayanBoard;
use crate::number::{Whole, maybe};
use crate::puzzle::Puzzle;
use crate::read::{named_format, single};
use pyo3::prelude::*;
use tilefall::formats::jsonl;
use tilefall::puzzle::Task;
use tilefall::record;
use tilefall::render::svg;

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
        self.tasks().1.moves
    }

    /// Mayan: how M is meant, ``"exactly"``, ``"within"`` or ``"shortest"``; None for what the format means.
    #[getter]
    fn mode(&self) -> Option<&'static str> {
        self.tasks().1.mode.map(|mode| mode.name())
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
        let (clicks, moves) = self.tasks();
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
        clear_bonus: Option<Whole>,
        left_penalty: Option<&str>,
    ) -> PyResult<Puzzle> {
        let clear_bonus = maybe(clear_bonus, "clear_bonus")?;
        let rules = input::rules(self.own_rules().unwrap_or_default(), score, clear_bonus, left_penalty)?;
        let mut puzzle = self.clone();
        if let Task::SameGame(task) = &mut puzzle.puzzle.task {
            task.rules = Some(rules);
        }
        Ok(puzzle)
    }

    /// Mayan: the same puzzle with this M and this mode.
    #[pyo3(signature = (moves = None, mode = None))]
    fn with_task(&self, moves: Option<Whole>, mode: Option<&str>) -> PyResult<Puzzle> {
        let (moves, mode) = (maybe(moves, "moves")?, mode.map(input::mode).transpose()?);
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
        let clicks = self.tasks().0.clicks.iter().map(|&cell| input::spelt(cell)).collect();
        let moves = self.tasks().1.list.iter().map(|&step| spelt(step)).collect();
        Ok((py.get_type::<Puzzle>().getattr("_restore")?, (parts, clicks, moves)))
    }

    #[staticmethod]
    fn _restore(
        parts: (String, String, u64, String, Option<String>),
        clicks: Vec<(Whole, Whole)>,
        moves: Vec<(Whole, Whole, String)>,
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
