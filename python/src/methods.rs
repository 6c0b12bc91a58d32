//! The Python methods of [`Puzzle`], [`SameGamePuzzle`] and [`MayanPuzzle`].

use crate::argument::{Keywords, Word, optional};
use crate::array::{array, converted, drawing};
use crate::board::{MayanBoard, SameGameBoard};
use crate::cells::{Cells, loads, no_state, restored, saved, table, to_python};
use crate::error::value;
use crate::input::Place;
use crate::moves::PyStep;
use crate::puzzle::{MayanPuzzle, Puzzle, SameGamePuzzle};
use crate::read::{GivenFormat, single};
use crate::request::{self, RULES};
use pyo3::prelude::*;
use tilefall::rules::puzzle::{self, Task};
use tilefall::rules::{Mode, RuleParts};
use tilefall::text::formats::{Format, jsonl};
use tilefall::text::record;

#[pymethods]
impl Puzzle {
    /// The id, by default ``NAME#POSITION``: the name of the text, and the position in the text from 1.
    #[getter]
    fn id(&self) -> String {
        self.named()
    }

    /// ``"samegame"`` or ``"mayan"``.
    #[getter]
    fn game(&self) -> &'static str {
        self.puzzle.task.game().name()
    }

    /// ``(rows, cols)``, the shape of the array.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.puzzle.grid.rows(), self.puzzle.grid.cols())
    }

    /// The name of the format that the puzzle was read in.
    #[getter]
    fn format(&self) -> &'static str {
        self.format.name
    }

    /// The index of the puzzle in its batch, or None if the puzzle record has no index.
    #[getter]
    fn index(&self) -> Option<u64> {
        self.puzzle.index
    }

    /// A new board to play on, a ``SameGameBoard`` or a ``MayanBoard``.
    #[getter]
    fn board(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match &self.puzzle.task {
            Task::SameGame(_) => Ok(SameGameBoard::of(self)?.into_pyobject(py)?.into_any().unbind()),
            Task::Mayan(_) => Ok(MayanBoard::of(self)?.into_pyobject(py)?.into_any().unbind()),
        }
    }

    /// The moves in the text of the puzzle; empty if the text has only the board.
    #[getter]
    fn given_moves(&self) -> Vec<PyStep> {
        self.steps()
    }

    /// The options and the measurements of a generated puzzle; None for any other puzzle.
    #[getter]
    fn origin<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(origin) = &self.puzzle.origin else { return Ok(None) };
        to_python(py, origin).map(Some)
    }

    /// The puzzle hash: 16 hexadecimal digits, the same on every machine.
    #[getter]
    fn hash(&self) -> String {
        record::hash(&self.puzzle)
    }

    /// The result record that proves the properties of a generated puzzle, or None.
    #[getter]
    fn answer<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.answer.as_ref().map(|line| loads(py, line)).transpose()
    }

    /// The puzzle record, a new dict.
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.line())
    }

    /// Returns the text of the puzzle in a format, by default a record. In format ``"rows"``, colors are written as
    /// the numbers of the array.
    ///
    /// Raises ValueError if the format cannot hold the puzzle.
    #[pyo3(signature = (format = None))]
    fn to_text(&self, format: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let format = optional::<GivenFormat>("format", format)?.and_then(|format| format.0);
        let format = format.unwrap_or(&jsonl::FORMAT);
        let text = format.write(&self.written_in(format)).and_then(|text| format.join(&[text]));
        text.map_err(|error| value(format!("{}: {}", format.name, error.0)))
    }

    /// Returns the cells as an array, like ``SameGameBoard.to_numpy``.
    #[pyo3(signature = (*, dense = false))]
    fn to_numpy<'py>(&self, py: Python<'py>, dense: bool) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.puzzle.grid, dense)
    }

    /// Returns the array of `to_numpy`, for ``np.asarray(puzzle)``.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        converted(self.to_numpy(py, false)?, dtype, copy)
    }

    fn __repr__(&self) -> String {
        let class = match &self.puzzle.task {
            Task::SameGame(_) => "SameGamePuzzle",
            Task::Mayan(_) => "MayanPuzzle",
        };
        format!("<{class} {}>", self.named())
    }

    fn __str__(&self) -> String {
        drawing(&self.puzzle.grid, "")
    }

    fn _repr_html_(&self) -> String {
        table(&self.puzzle.grid, &self.named())
    }

    // Cells and moves are pickled beside the record, which has no fields for moves and for the names of all colours.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let grid = self.puzzle.grid.relabelled(0);
        let line = Puzzle { puzzle: puzzle::Puzzle { grid, ..self.puzzle.clone() }, ..self.clone() }.line();
        let source = (self.name.clone(), self.position, self.format.name.to_owned());
        let parts = (source, line, saved(&self.puzzle.grid), self.steps(), self.answer.clone());
        Ok((py.get_type::<Puzzle>().getattr("_restore")?, parts))
    }

    #[staticmethod]
    fn _restore<'py>(
        py: Python<'py>,
        source: Source,
        line: &str,
        cells: Cells,
        moves: Vec<Place>,
        answer: Option<String>,
    ) -> PyResult<Bound<'py, Puzzle>> {
        let (name, position, format) = source;
        let format = Format::named(&format).unwrap_or(&jsonl::FORMAT);
        let mut puzzle = single(line.as_bytes(), &jsonl::FORMAT, None, &name)?.puzzle;
        puzzle.grid = restored(cells)?;
        puzzle.place = None;
        let (rows, cols) = (puzzle.grid.rows(), puzzle.grid.cols());
        match &mut puzzle.task {
            Task::SameGame(task) => {
                task.clicks = moves.iter().map(|step| step.cell(rows, cols)).collect::<PyResult<_>>()?;
            }
            Task::Mayan(task) => {
                task.list = moves.iter().map(|step| step.slide(rows, cols)).collect::<PyResult<_>>()?;
            }
        }
        let puzzle = Puzzle { name, position, format, puzzle, answer };
        match puzzle.check_board() {
            Err(_) => Err(no_state()),
            Ok(()) => puzzle.typed(py),
        }
    }
}

/// The origin of a pickled puzzle: the name of the text, the position, the format.
type Source = (String, u64, String);

/// The pickled parts of a puzzle: the origin, the record, the cells, the given moves, the answer.
type Parts = (Source, String, Cells, Vec<PyStep>, Option<String>);

#[pymethods]
impl SameGamePuzzle {
    /// All rules of the puzzle, or None if the puzzle comes without rules.
    #[getter]
    fn rules<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(rules) = slf.as_super().get().rules_of_task() else { return Ok(None) };
        to_python(slf.py(), &RuleParts::from(rules)).map(Some)
    }

    /// Returns the puzzle with other rules. A keyword that is None keeps the rule of the puzzle, or the default if
    /// the puzzle has no rules. ``rules`` is the name of a game of ``PRESETS``, or rules as in a record.
    ///
    /// Raises ValueError if the rules do not allow the board.
    #[pyo3(
        signature = (**keywords),
        text_signature = "($self, *, rules=None, score=None, clear_bonus=None, clear_factor=None, left_penalty=None, left_points=None, min_group=None, columns=None)"
    )]
    fn with_rules<'py>(
        slf: &Bound<'py, Self>,
        keywords: Option<Keywords<'py>>,
    ) -> PyResult<Bound<'py, Puzzle>> {
        let rules = request::rules(&Keywords::only(slf.py(), keywords, &[RULES])?)?;
        let mut puzzle = slf.as_super().get().clone();
        if let Task::SameGame(task) = &mut puzzle.puzzle.task {
            task.rules = Some(rules.rules(task.rules));
        }
        puzzle.check_board()?;
        puzzle.typed(slf.py())
    }
}

#[pymethods]
impl MayanPuzzle {
    /// M, the number of moves allowed, or None.
    #[getter]
    fn max_moves(slf: &Bound<'_, Self>) -> Option<u64> {
        slf.as_super().get().mayan_task()?.moves
    }

    /// The mode, ``"exactly"``, ``"within"`` or ``"shortest"``; None for the default of the format.
    #[getter]
    fn mode(slf: &Bound<'_, Self>) -> Option<&'static str> {
        slf.as_super().get().mayan_task()?.mode.map(|mode| mode.name())
    }

    /// Returns the puzzle with this move limit and mode; None stands for no limit, or for the default mode.
    #[pyo3(signature = (*, max_moves = None, mode = None))]
    fn with_task<'py>(
        slf: &Bound<'py, Self>,
        max_moves: Option<&Bound<'_, PyAny>>,
        mode: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, Puzzle>> {
        let moves = optional("max_moves", max_moves)?;
        let mode = optional::<Word<Mode>>("mode", mode)?.map(|word| word.0);
        let mut puzzle = slf.as_super().get().clone();
        if let Task::Mayan(task) = &mut puzzle.puzzle.task {
            (task.moves, task.mode) = (moves, mode);
        }
        puzzle.typed(slf.py())
    }
}
