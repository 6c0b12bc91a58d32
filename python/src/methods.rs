//! What Python sees of a [`Puzzle`].

use crate::argument::Given;
use crate::array::{array, converted};
use crate::board::Board;
use crate::cells::{Start, loads, no_state, restored, saved};
use crate::error::value;
use crate::input::{self, RuleWords};
use crate::mayan::MayanBoard;
use crate::number::Whole;
use crate::puzzle::Puzzle;
use crate::read::{format_of, single};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tilefall::base::Side;
use tilefall::formats::jsonl;
use tilefall::puzzle::{self, Place, Task};
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
        score: Option<&Bound<'_, PyAny>>,
        clear_bonus: Option<&Bound<'_, PyAny>>,
        left_penalty: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Puzzle> {
        let rules = RuleWords::of(
            Given::maybe("score", score),
            Given::maybe("clear_bonus", clear_bonus),
            Given::maybe("left_penalty", left_penalty),
        )?;
        let mut puzzle = self.clone();
        if let Task::SameGame(task) = &mut puzzle.puzzle.task {
            task.rules = Some(rules.on(task.rules.unwrap_or_default()));
        }
        Ok(puzzle)
    }

    /// Mayan: the same puzzle with this M and this mode.
    #[pyo3(signature = (moves = None, mode = None))]
    fn with_task(
        &self,
        moves: Option<&Bound<'_, PyAny>>,
        mode: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Puzzle> {
        let moves = Given::maybe("moves", moves).map(|moves| moves.number()).transpose()?;
        let mode = Given::maybe("mode", mode).map(|mode| input::mode(&mode)).transpose()?;
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
    #[pyo3(signature = (format = None))]
    fn to_text(&self, format: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let format = format_of(format)?.unwrap_or(&jsonl::FORMAT);
        let text = format.write(&self.puzzle).and_then(|text| format.join(&[text]));
        text.map_err(|error| value(format!("{}: {}", format.name, error.0)))
    }

    /// The cells as the array of ``Board.to_numpy``, for ``np.asarray(puzzle)``.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        converted(array(py, &self.puzzle.grid)?, dtype, copy)
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

    // It does not change.
    fn __copy__(slf: Py<Puzzle>) -> Py<Puzzle> {
        slf
    }

    fn __deepcopy__(slf: Py<Puzzle>, _memo: &Bound<'_, PyAny>) -> Py<Puzzle> {
        slf
    }

    // By its record, which has no room for the names of all colours, for clicks and moves.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let grid = self.puzzle.grid.relabelled(0);
        let line =
            Puzzle { puzzle: puzzle::Puzzle { grid, ..self.puzzle.clone() }, ..self.clone() }.line()?;
        let place = self.puzzle.place.map(|place| (place.line, place.column));
        let source = (self.name.clone(), self.position, self.format.name.to_owned(), place);
        let (samegame, mayan) = self.tasks();
        let clicks = samegame.clicks.iter().map(|&cell| input::spelt(cell)).collect();
        let moves = mayan.list.iter().map(|&step| input::spelt_slide(step)).collect();
        let parts = (source, line, saved(&self.puzzle.grid), clicks, moves, self.answer.clone());
        Ok((py.get_type::<Puzzle>().getattr("_restore")?, parts))
    }

    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        source: Source,
        line: &str,
        board: (Start, Vec<u64>),
        clicks: Vec<(Whole, Whole)>,
        moves: Vec<(Whole, Whole, String)>,
        answer: Option<String>,
    ) -> PyResult<Puzzle> {
        let (name, position, format, place) = source;
        let format = format_of(Some(PyString::new(py, &format).as_any()))?.unwrap_or(&jsonl::FORMAT);
        let mut puzzle = single(line.as_bytes(), &jsonl::FORMAT, None, &name)?.puzzle;
        puzzle.grid = restored(board.0, &board.1)?;
        puzzle.place = place.map(|(line, column)| Place { line, column });
        let (rows, cols) = (puzzle.grid.rows(), puzzle.grid.cols());
        match &mut puzzle.task {
            Task::SameGame(task) => {
                let cells = clicks.iter().map(|&(row, col)| input::Place::Cell(row, col).on(rows, cols));
                task.clicks = cells.collect::<PyResult<_>>()?;
            }
            Task::Mayan(task) => {
                let steps = moves.iter().map(|(x, y, side)| {
                    let side = if side == "L" { Side::Left } else { Side::Right };
                    input::Slide::Move(*x, *y, side).on(rows, cols)
                });
                task.list = steps.collect::<PyResult<_>>()?;
            }
        }
        match puzzle::fault(&puzzle.grid, puzzle.task.game()) {
            Some(_) => Err(no_state()),
            None => Ok(Puzzle { name, position, format, puzzle, answer }),
        }
    }
}

/// Where a pickled puzzle comes from: the name of its text, its position, its format, its line and column.
type Source = (String, u64, String, Option<(u64, u64)>);

/// The parts of a pickled puzzle: where it comes from, its record, its cells, its clicks or moves, its answer.
type Parts =
    (Source, String, (Start, Vec<u64>), Vec<(usize, usize)>, Vec<(u8, u8, &'static str)>, Option<String>);
