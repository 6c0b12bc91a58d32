//! [`MayanBoard`]: a board of the Mayan puzzle that is played on.

use crate::cells::{Start, array, parted, restored, spread};
use crate::error::value;
use crate::input::{self, Slide, spelt_slide};
use crate::number::Whole;
use crate::puzzle::Puzzle;
use crate::read;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};
use tilefall::base::{Game, several};
use tilefall::grid::Grid;
use tilefall::mayan;
use tilefall::puzzle::{MayanTask, Task};
use tilefall::render::svg;

/// A board of the Mayan puzzle that is played move by move, with undo and redo. Runs of the given board vanish at once.
///
/// A move is ``(x, y, side)``: column and row from 0 at the bottom left, and ``"R"`` or ``"L"``. Wherever a move is
/// expected, an *action* may stand: an index into the cells as they are drawn (rows from the top, each from the left,
/// from 0) moves that cell right, and with ``rows * cols`` added left.
///
/// Two boards are equal if their cells are. A board changes when it is played on, so use a copy as a key.
#[pyclass(module = "tilefall", eq, from_py_object)]
#[derive(Clone, Debug)]
pub struct MayanBoard {
    /// The game.
    pub game: mayan::Game,
}

impl PartialEq for MayanBoard {
    fn eq(&self, other: &MayanBoard) -> bool {
        self.game.board() == other.game.board()
    }
}

impl MayanBoard {
    /// The board of a grid.
    pub fn of(grid: &Grid) -> PyResult<MayanBoard> {
        let board = mayan::Board::try_from(grid).map_err(value)?;
        Ok(MayanBoard { game: mayan::Game::new(board) })
    }

    /// The board now.
    fn now(&self) -> &mayan::Board {
        self.game.board()
    }

    /// The board now as a puzzle.
    pub fn as_puzzle(&self) -> Puzzle {
        Puzzle::of(tilefall::puzzle::Puzzle::new(self.now().to_grid(), Task::Mayan(MayanTask::default())))
    }
}

/// What a board is pickled as: its start, the names of all colours, the moves.
type Parts = (Start, Vec<u64>, Vec<(u8, u8, &'static str)>);

#[pymethods]
impl MayanBoard {
    #[new]
    #[pyo3(signature = (source, *, format = "auto"))]
    fn new(source: &Bound<'_, PyAny>, format: &str) -> PyResult<MayanBoard> {
        if let Ok(board) = source.extract::<MayanBoard>() {
            return Ok(MayanBoard { game: mayan::Game::new(board.now().clone()) });
        }
        MayanBoard::of(&read::source(source, Game::Mayan, format)?.puzzle.grid)
    }

    /// Rows, 1 to 8, empty ones included.
    #[getter]
    fn rows(&self) -> usize {
        self.now().rows()
    }

    /// Columns, 1 to 8, empty ones included.
    #[getter]
    fn cols(&self) -> usize {
        self.now().cols()
    }

    /// ``(rows, cols)``, as of the array.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.rows(), self.cols())
    }

    /// The names of the colours of the first board, ascending.
    #[getter]
    fn names(&self) -> Vec<u64> {
        self.now().names().to_vec()
    }

    /// The number of blocks left.
    #[getter]
    fn blocks(&self) -> usize {
        self.now().blocks()
    }

    /// Whether no block is left.
    #[getter]
    fn cleared(&self) -> bool {
        self.now().is_empty()
    }

    /// The moves so far, each ``(x, y, side)``.
    #[getter]
    fn played(&self) -> Vec<(u8, u8, &'static str)> {
        self.game.played().into_iter().map(spelt_slide).collect()
    }

    /// The canonical moves, by x, then y, then right before left: a swap is the right move of its left block, a left
    /// move goes into an empty cell only, and a swap of two equal blocks is left out.
    fn moves(&self) -> Vec<(u8, u8, &'static str)> {
        self.game.moves().into_iter().map(spelt_slide).collect()
    }

    /// Plays a move and gives the number of blocks that vanish.
    ///
    /// Raises ValueError if the move is over the edge, or there is no block; the board is then unchanged.
    fn play(&mut self, r#move: Slide) -> PyResult<usize> {
        let before = self.now().blocks();
        let step = r#move.on(self.rows(), self.cols())?;
        self.game.play(step).map_err(|error| {
            let (x, y, side) = spelt_slide(step);
            value(format!("move {x} {y} {side}: {error}"))
        })?;
        Ok(before - self.now().blocks())
    }

    /// Takes the last move back and gives it; None at the start.
    fn undo(&mut self) -> Option<(u8, u8, &'static str)> {
        self.game.undo().map(spelt_slide)
    }

    /// Plays the last move that was taken back and gives it; None if there is none.
    fn redo(&mut self) -> Option<(u8, u8, &'static str)> {
        self.game.redo().map(spelt_slide)
    }

    /// A new uint8 array [rows, cols], the top row first: 0 for empty, ``k + 1`` for the colour named ``k``. Colours
    /// are numbered from 0 if one has a name above 61.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        array(py, &self.now().to_grid())
    }

    /// A new bool array [2 * rows * cols]: which actions are canonical moves.
    fn legal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut legal = vec![false; 2 * self.now().cells()];
        for step in self.game.moves() {
            legal[input::action_of_slide(step, self.rows(), self.cols())] = true;
        }
        PyArray1::from_vec(py, legal)
    }

    /// The board as it is now, as a puzzle without a number of moves.
    fn to_puzzle(&self) -> Puzzle {
        self.as_puzzle()
    }

    /// A board with the same cells and moves that changes for itself.
    fn copy(&self) -> MayanBoard {
        self.clone()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.now().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(&self) -> MayanBoard {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> MayanBoard {
        self.clone()
    }

    fn __str__(&self) -> String {
        self.now().to_string()
    }

    fn __repr__(&self) -> String {
        let (rows, cols, blocks) = (self.rows(), self.cols(), several(self.blocks(), "block"));
        format!("<MayanBoard {rows}x{cols}, {blocks}\n{}>", spread(&self.now().to_grid()))
    }

    fn _repr_html_(&self) -> String {
        svg::board(&self.now().to_grid(), Game::Mayan, &several(self.blocks(), "block"), "")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let (start, names) = parted(&self.game.start().to_grid());
        Ok((py.get_type::<MayanBoard>().getattr("_restore")?, (start, names, self.played())))
    }

    #[staticmethod]
    fn _restore(start: Start, names: Vec<u64>, played: Vec<(Whole, Whole, String)>) -> PyResult<MayanBoard> {
        let mut board = MayanBoard::of(&restored(start, &names)?)?;
        for (x, y, side) in played {
            board.play(Slide::Move(x, y, side))?;
        }
        Ok(board)
    }
}
