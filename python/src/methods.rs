//! The Python methods of [`Puzzle`] for both games.

use crate::array::{array, converted};
use crate::board::SameGameBoard;
use crate::cells::{Start, loads, no_state, restored, saved};
use crate::error::value;
use crate::input;
use crate::mayan::MayanBoard;
use crate::moves::{PyCell, PyMove};
use crate::number::Whole;
use crate::puzzle::Puzzle;
use crate::read::{format_of, single};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tilefall::rules::Side;
use tilefall::text::formats::jsonl;
use tilefall::rules::puzzle::{self, Place, Task};
use tilefall::text::record;
use tilefall::text::render::svg;

#[pymethods]
impl Puzzle {
    /// The id, by default ``NAME:POSITION`` of the text it was read from.
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

    /// The index in a batch that its record names, or None.
    #[getter]
    fn index(&self) -> Option<u64> {
        self.puzzle.index
    }

    /// A new ``SameGameBoard`` or ``MayanBoard``.
    #[getter]
    fn board(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match &self.puzzle.task {
            Task::SameGame(_) => Ok(SameGameBoard::of(self)?.into_pyobject(py)?.into_any().unbind()),
            Task::Mayan(_) => Ok(MayanBoard::of(&self.puzzle.grid)?.into_pyobject(py)?.into_any().unbind()),
        }
    }

    /// The moves that come with the puzzle.
    #[getter]
    fn given_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (clicks, moves) = self.tasks();
        let clicks = clicks.clicks.iter().map(|&cell| PyCell(cell).into_pyobject(py));
        clicks.chain(moves.list.iter().map(|&step| PyMove(step).into_pyobject(py))).collect()
    }

    /// The origin of a generated puzzle: the options and measurements, or None.
    #[getter]
    fn origin<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(origin) = &self.puzzle.origin else { return Ok(None) };
        loads(py, &serde_json::to_string(origin).map_err(value)?).map(Some)
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
    ///
    /// Raises ValueError if a color has no character.
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.line()?)
    }

    /// Returns the text of the puzzle in a format, by default a record.
    ///
    /// Raises ValueError if the format cannot hold the puzzle.
    #[pyo3(signature = (format = None))]
    fn to_text(&self, format: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let format = format_of(format)?.unwrap_or(&jsonl::FORMAT);
        let text = format.write(&self.puzzle).and_then(|text| format.join(&[text]));
        text.map_err(|error| value(format!("{}: {}", format.name, error.0)))
    }

    /// Returns the cells as the array of ``SameGameBoard.to_numpy``, for ``np.asarray(puzzle)``.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        converted(array(py, &self.puzzle.grid, false)?, dtype, copy)
    }

    fn __repr__(&self) -> String {
        let class = match &self.puzzle.task {
            Task::SameGame(_) => "SameGamePuzzle",
            Task::Mayan(_) => "MayanPuzzle",
        };
        format!("<{class} {}>", self.named())
    }

    fn __str__(&self) -> String {
        self.puzzle.grid.to_text("\n")
    }

    fn _repr_html_(&self) -> String {
        svg::board(&self.puzzle.grid, self.puzzle.task.game(), &self.named(), "")
    }

    // A puzzle is immutable.
    fn __copy__(slf: Py<Puzzle>) -> Py<Puzzle> {
        slf
    }

    fn __deepcopy__(slf: Py<Puzzle>, _memo: &Bound<'_, PyAny>) -> Py<Puzzle> {
        slf
    }

    // The record has no fields for the names of all colours, clicks and moves.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let grid = self.puzzle.grid.relabelled(0);
        let line =
            Puzzle { puzzle: puzzle::Puzzle { grid, ..self.puzzle.clone() }, ..self.clone() }.line()?;
        let place = self.puzzle.place.map(|place| (place.line, place.column));
        let source = (self.name.clone(), self.position, self.format.name.to_owned(), place);
        let (samegame, mayan) = self.tasks();
        let clicks = samegame.clicks.iter().map(|&cell| input::record_cell(cell)).collect();
        let moves = mayan.list.iter().map(|&step| input::record_move(step)).collect();
        let parts = (source, line, saved(&self.puzzle.grid), clicks, moves, self.answer.clone());
        Ok((py.get_type::<Puzzle>().getattr("_restore")?, parts))
    }

    #[staticmethod]
    fn _restore<'py>(
        py: Python<'py>,
        source: Source,
        line: &str,
        board: (Start, Vec<u64>),
        clicks: Vec<(Whole, Whole)>,
        moves: Vec<(Whole, Whole, String)>,
        answer: Option<String>,
    ) -> PyResult<Bound<'py, Puzzle>> {
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
        let puzzle = Puzzle { name, position, format, puzzle, answer };
        match puzzle.check_board() {
            Err(_) => Err(no_state()),
            Ok(()) => puzzle.typed(py),
        }
    }
}

/// The origin of a pickled puzzle: the name of the text, the position, the format, the line and column.
type Source = (String, u64, String, Option<(u64, u64)>);

/// The pickled parts of a puzzle: the origin, the record, the cells, the clicks or moves, the answer.
type Parts =
    (Source, String, (Start, Vec<u64>), Vec<(usize, usize)>, Vec<(u8, u8, &'static str)>, Option<String>);
