//! [`MayanBoard`]: a board of the Mayan puzzle to play on.

use crate::argument::Argument;
use crate::array::{array, converted};
use crate::cells::{Start, no_index, no_state, restored, saved, spread};
use crate::error::value;
use crate::input::{self, Slide, record_move, slide_of};
use crate::moves::PyMove;
use crate::number::Whole;
use crate::puzzle::Puzzle;
use crate::source;
use numpy::PyArray1;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tilefall::rules::{GameKind, Side};
use tilefall::rules::grid::Grid;
use tilefall::internals::rules::plural;
use tilefall::mayan;
use tilefall::rules::puzzle::{MayanTask, Task};
use tilefall::text::render::svg;

/// A board of the Mayan puzzle to play on move by move, with undo and redo. Runs of the given board vanish at once.
///
/// A move is a ``MayanMove(x, y, side)``: column and row from 0 at the bottom left, and ``"R"`` or ``"L"``. Methods that
/// take a move also take any such three values, and the *index* of a move: the index from 0 of the cell to move to the
/// right (rows from the top, each from the left), or with ``rows * cols`` added to the left.
///
/// Two boards are equal if their cells are; moves are not compared. A board is mutable and has no hash:
/// ``board.to_puzzle()`` is immutable, and a key. Threads may share a board: calls take effect one after the other.
#[pyclass(module = "tilefall", frozen, eq, from_py_object)]
#[derive(Debug)]
pub struct MayanBoard {
    /// The game. It is locked only while no Python code can run, so that locking cannot deadlock.
    game: Mutex<mayan::Game>,
}

impl Clone for MayanBoard {
    fn clone(&self) -> MayanBoard {
        MayanBoard::holding(self.game().clone())
    }
}

impl PartialEq for MayanBoard {
    fn eq(&self, other: &MayanBoard) -> bool {
        std::ptr::eq(self, other) || {
            let board = self.game().board().clone();
            board == *other.game().board()
        }
    }
}

impl MayanBoard {
    /// Creates the board of a game.
    pub fn holding(game: mayan::Game) -> MayanBoard {
        MayanBoard { game: Mutex::new(game) }
    }

    /// Creates the board of a grid.
    pub fn of(grid: &Grid) -> PyResult<MayanBoard> {
        let board = mayan::Board::try_from(grid).map_err(value)?;
        Ok(MayanBoard::holding(mayan::Game::new(board)))
    }

    /// Locks the game. Python code must not run until the guard is dropped.
    fn game(&self) -> MutexGuard<'_, mayan::Game> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pickled parts of a board: the start, the names of all colours, the moves including undone ones, and the number
/// of moves played.
type Parts = (Start, Vec<u64>, Vec<(u8, u8, &'static str)>, usize);

#[pymethods]
impl MayanBoard {
    #[new]
    #[pyo3(signature = (source, *, format = None))]
    fn new(source: &Bound<'_, PyAny>, format: Option<&Bound<'_, PyAny>>) -> PyResult<MayanBoard> {
        let puzzle = source::puzzle(&Argument::new("source", source), Some(GameKind::Mayan), format, None)?;
        MayanBoard::of(&puzzle.puzzle.grid)
    }

    /// The number of rows, 1 to 8, including empty ones.
    #[getter]
    fn rows(&self) -> usize {
        self.game().board().rows()
    }

    /// The number of columns, 1 to 8, including empty ones.
    #[getter]
    fn cols(&self) -> usize {
        self.game().board().cols()
    }

    /// ``(rows, cols)``, the shape of the array.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        let game = self.game();
        (game.board().rows(), game.board().cols())
    }

    /// The names of the colors of the first board, ascending.
    #[getter]
    fn names(&self) -> Vec<u64> {
        self.game().board().names().to_vec()
    }

    /// The number of blocks left.
    #[getter]
    fn blocks(&self) -> usize {
        self.game().board().blocks()
    }

    /// Whether no block is left.
    #[getter]
    fn cleared(&self) -> bool {
        self.game().board().is_empty()
    }

    /// Whether no move is left.
    #[getter]
    fn is_over(&self) -> bool {
        self.game().moves().is_empty()
    }

    /// The moves so far.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        self.game().played().into_iter().map(PyMove).collect()
    }

    /// Returns the canonical legal moves, by x, then y, then right before left: a swap is the right move of its left
    /// block, a left move goes into an empty cell only, and a swap of two equal blocks is left out.
    fn legal_moves(&self) -> Vec<PyMove> {
        self.game().moves().into_iter().map(PyMove).collect()
    }

    /// Returns the index of a move: that of its cell (from 0, rows from the top, each from the left), with
    /// ``rows * cols`` added for a move to the left.
    ///
    /// Raises ValueError for a cell outside the board.
    fn to_index(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (rows, cols) = self.shape();
        let step = Slide::of(&Argument::new("move", r#move))?.on(rows, cols)?;
        match usize::from(step.x) < cols && usize::from(step.y) < rows {
            true => Ok(input::action_of_slide(step, rows, cols)),
            false => Err(value(format!("there is no cell in column {}, row {}", step.x, step.y))),
        }
    }

    /// Returns the move of an index.
    ///
    /// Raises ValueError for an index that no move has.
    fn to_move(&self, index: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        let (rows, cols) = self.shape();
        let index = Argument::new("index", index).whole()?;
        let step = index.get().and_then(|at| slide_of(at, rows, cols));
        step.map(PyMove).ok_or_else(|| no_index(index, 2 * rows * cols))
    }

    /// Plays a move and returns the number of blocks that vanish.
    ///
    /// Raises ValueError if the move crosses the edge, or there is no block; the board is then unchanged.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (rows, cols) = self.shape();
        let step = Slide::of(&Argument::new("move", r#move))?.on(rows, cols)?;
        let mut game = self.game();
        let before = game.board().blocks();
        game.play(step).map_err(|error| {
            let (x, y, side) = record_move(step);
            value(format!("move {x} {y} {side}: {error}"))
        })?;
        Ok(before - game.board().blocks())
    }

    /// Undoes the last move and returns it; None at the start.
    fn undo(&self) -> Option<PyMove> {
        self.game().undo().map(PyMove)
    }

    /// Redoes the last undone move and returns it; None if there is none.
    fn redo(&self) -> Option<PyMove> {
        self.game().redo().map(PyMove)
    }

    /// Returns a new array [rows, cols], the top row first: uint8, 0 for empty, ``k + 1`` for the color named ``k``.
    /// Colors are numbered from 0 if one has a name above 61. With ``names``: int64, the names of the colors, -1 for
    /// empty.
    ///
    /// Raises ValueError for a name that int64 does not hold.
    #[pyo3(signature = (*, names = false))]
    fn to_numpy<'py>(&self, py: Python<'py>, names: bool) -> PyResult<Bound<'py, PyAny>> {
        let grid = self.game().board().to_grid();
        array(py, &grid, names)
    }

    /// Returns the array of `to_numpy`, for ``np.asarray(board)``.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        converted(self.to_numpy(py, false)?, dtype, copy)
    }

    /// Returns a new bool array [2 * rows * cols]: whether the move of an index is a canonical legal move.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let (rows, cols) = self.shape();
        let mut legal = vec![false; 2 * rows * cols];
        for step in self.game().moves() {
            legal[input::action_of_slide(step, rows, cols)] = true;
        }
        PyArray1::from_vec(py, legal)
    }

    /// Returns the current board as a puzzle without a number of moves.
    fn to_puzzle<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Puzzle>> {
        let grid = self.game().board().to_grid();
        Puzzle::of(tilefall::rules::puzzle::Puzzle::new(grid, Task::Mayan(MayanTask::default()))).typed(py)
    }

    /// Returns an independent copy with the same cells and moves.
    fn copy(&self) -> MayanBoard {
        self.clone()
    }

    fn __copy__(&self) -> MayanBoard {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> MayanBoard {
        self.clone()
    }

    fn __str__(&self) -> String {
        self.game().board().to_string()
    }

    fn __repr__(&self) -> String {
        let game = self.game();
        let board = game.board();
        let (rows, cols, blocks) = (board.rows(), board.cols(), plural(board.blocks(), "block"));
        format!("<MayanBoard {rows}x{cols}, {blocks}\n{}>", spread(&board.to_grid()))
    }

    fn _repr_html_(&self) -> String {
        let game = self.game();
        svg::board(&game.board().to_grid(), GameKind::Mayan, &plural(game.board().blocks(), "block"), "")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let mut game = self.game().clone();
        let (start, names) = saved(&game.start().to_grid());
        let played = game.played().len();
        while game.redo().is_some() {}
        let moves = game.played().into_iter().map(record_move).collect();
        Ok((py.get_type::<MayanBoard>().getattr("_restore")?, (start, names, moves, played)))
    }

    #[staticmethod]
    #[pyo3(signature = (start, names, moves, played = None))]
    fn _restore(
        start: Start,
        names: Vec<u64>,
        moves: Vec<(Whole, Whole, String)>,
        played: Option<usize>,
    ) -> PyResult<MayanBoard> {
        let board = mayan::Board::try_from(&restored(start, &names)?).map_err(value)?;
        let (rows, cols) = (board.rows(), board.cols());
        let mut game = mayan::Game::new(board);
        for (x, y, side) in &moves {
            let side = if side == "L" { Side::Left } else { Side::Right };
            game.play(Slide::Move(*x, *y, side).on(rows, cols)?).map_err(|_| no_state())?;
        }
        let undone = moves.len().checked_sub(played.unwrap_or(moves.len())).ok_or_else(no_state)?;
        (0..undone).for_each(|_| {
            game.undo();
        });
        Ok(MayanBoard::holding(game))
    }
}
