//! [`SameGameBoard`]: a SameGame board to play on.

use crate::argument::Argument;
use crate::array::{array, converted};
use crate::cells::{Start, no_index, no_state, restored, rules_of, saved, spread};
use crate::env::{POLICIES, Policy};
use crate::error::value;
use crate::group::Group;
use crate::input::{Place, RuleOverrides, action_of, cell_of, record_cell};
use crate::moves::PyCell;
use crate::number::Whole;
use crate::puzzle::Puzzle;
use crate::source;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tilefall::rules::{Cell, Colour, GameKind, Random, Rules};
use tilefall::rules::grid::Grid;
use tilefall::internals::rules::plural;
use tilefall::rules::puzzle::{SameGameTask, Task};
use tilefall::text::render::svg;
use tilefall::samegame::{self, ClickSet};

/// A SameGame board to play on click by click, with score, undo and redo.
///
/// A move is a ``Cell(row, col)``, from 1 at the bottom left as in records and on the command line. Methods that take a
/// cell also take any two numbers, and the *index* of a cell: from 0, rows from the top, each from the left, so that
/// cell ``i`` is ``board.to_numpy().flat[i]``.
///
/// ``rules`` is the name of a game of ``PRESETS``, or rules as in a record; by default the rules of the source. The other
/// keywords replace parts of the rules: ``score`` (points for n tiles), ``clear_bonus`` and ``clear_factor`` (for an empty
/// board), ``left_penalty`` (for tiles left), ``min_group`` (the smallest group that can be clicked) and ``columns``
/// (whether columns close over empty ones or stay).
///
/// Two boards are equal if their cells are; rules and moves are not compared. A board is mutable and has no hash:
/// ``board.to_puzzle()`` is immutable, and a key. Threads may share a board: calls take effect one after the other.
#[pyclass(module = "tilefall", frozen, eq, from_py_object)]
#[derive(Debug)]
pub struct SameGameBoard {
    /// The game. It is locked only while no Python code can run, so that locking cannot deadlock.
    game: Mutex<samegame::Game>,
}

impl Clone for SameGameBoard {
    fn clone(&self) -> SameGameBoard {
        SameGameBoard::holding(self.game().clone())
    }
}

impl PartialEq for SameGameBoard {
    fn eq(&self, other: &SameGameBoard) -> bool {
        std::ptr::eq(self, other) || {
            let board = self.game().board().clone();
            board == *other.game().board()
        }
    }
}

impl SameGameBoard {
    /// Creates the board of a game.
    pub fn holding(game: samegame::Game) -> SameGameBoard {
        SameGameBoard { game: Mutex::new(game) }
    }

    /// Creates the board of a puzzle, with its rules.
    pub fn of(puzzle: &Puzzle) -> PyResult<SameGameBoard> {
        SameGameBoard::start(&puzzle.puzzle.grid, puzzle.rules_of_task().unwrap_or_default())
    }

    /// Creates a board that starts from a grid.
    fn start(grid: &Grid, rules: Rules) -> PyResult<SameGameBoard> {
        let board = samegame::Board::with_rules(grid, &rules).map_err(value)?;
        Ok(SameGameBoard::holding(samegame::Game::new(board, rules)))
    }

    /// Locks the game. Python code must not run until the guard is dropped.
    fn game(&self) -> MutexGuard<'_, samegame::Game> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a copy of the current board.
    fn now(&self) -> samegame::Board {
        self.game().board().clone()
    }

    /// Returns the current board, its codes, and which clicks remove tiles; rows from the top.
    fn observation(&self) -> (samegame::Board, Vec<u8>, Vec<bool>) {
        let board = self.now();
        let (mut cells, mut legal) = (vec![0; board.cells()], vec![false; board.cells()]);
        board.write_observation(ClickSet::All, &mut cells, &mut legal);
        (board, cells, legal)
    }

    /// Returns the cell of an argument.
    fn place(&self, cell: &Bound<'_, PyAny>) -> PyResult<Cell> {
        let place = Place::of(&Argument::new("cell", cell))?;
        let (rows, cols) = self.shape();
        place.on(rows, cols)
    }
}

/// The pickled parts of a board: the start, the names of all colours, the rules, the clicks including undone ones,
/// and the number of clicks played.
type Parts = (Start, Vec<u64>, String, Vec<(usize, usize)>, usize);

#[pymethods]
impl SameGameBoard {
    #[new]
    #[pyo3(signature = (source, *, format = None, rules = None, score = None, clear_bonus = None, clear_factor = None, left_penalty = None, min_group = None, columns = None))]
    #[expect(clippy::too_many_arguments, reason = "one for each keyword of the Python function")]
    fn new(
        source: &Bound<'_, PyAny>,
        format: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
        score: Option<&Bound<'_, PyAny>>,
        clear_bonus: Option<&Bound<'_, PyAny>>,
        clear_factor: Option<&Bound<'_, PyAny>>,
        left_penalty: Option<&Bound<'_, PyAny>>,
        min_group: Option<&Bound<'_, PyAny>>,
        columns: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<SameGameBoard> {
        let rules = RuleOverrides::of_arguments([
            rules,
            score,
            clear_bonus,
            clear_factor,
            left_penalty,
            min_group,
            columns,
        ])?;
        let (argument, game) = (Argument::new("source", source), Some(GameKind::SameGame));
        let puzzle = source::puzzle(&argument, game, format, rules.columns())?;
        SameGameBoard::start(&puzzle.puzzle.grid, rules.on(puzzle.rules_of_task()))
    }

    /// The number of rows, including empty ones.
    #[getter]
    fn rows(&self) -> usize {
        self.game().board().rows()
    }

    /// The number of columns, including empty ones.
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

    /// The number of tiles left.
    #[getter]
    fn tiles(&self) -> usize {
        self.game().board().tiles()
    }

    /// Whether no tile is left.
    #[getter]
    fn cleared(&self) -> bool {
        self.game().board().is_empty()
    }

    /// Whether no click removes anything.
    #[getter]
    fn is_over(&self) -> bool {
        self.game().board().is_over()
    }

    /// The score if the game ended now: points for every removal, and the bonus or the penalty for the tiles left.
    #[getter]
    fn score(&self) -> i64 {
        self.game().score()
    }

    /// The rules, as in a record.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rules = self.game().rules();
        rules_of(py, &rules)
    }

    /// The moves so far.
    #[getter]
    fn moves(&self) -> Vec<PyCell> {
        self.game().played().into_iter().map(PyCell).collect()
    }

    /// Returns the number of tiles of each color, in the order of ``names``.
    fn counts(&self) -> Vec<usize> {
        let game = self.game();
        let board = game.board();
        (0..board.names().len()).map(|colour| board.count(colour as Colour)).collect()
    }

    /// Returns the groups that can be clicked, by first cell: columns from the left, each from the bottom.
    fn groups(&self) -> Vec<Group> {
        let game = self.game();
        let board = game.board();
        let group = |group: samegame::Group| {
            let color = board.get(group.cell).map_or(0, |colour| board.names()[usize::from(colour)]);
            let index = action_of(group.cell, board.rows(), board.cols());
            Group { cell: PyCell(group.cell), size: group.size, color, index }
        };
        board.groups().into_iter().map(group).collect()
    }

    /// Returns the legal moves: the first cell of every group, in the order of `groups`.
    fn legal_moves(&self) -> Vec<PyCell> {
        self.game().moves().into_iter().map(|group| PyCell(group.cell)).collect()
    }

    /// Returns the index of a cell: from 0, rows from the top, each from the left.
    ///
    /// Raises ValueError for a cell outside the board.
    fn to_index(&self, cell: &Bound<'_, PyAny>) -> PyResult<usize> {
        let cell = self.place(cell)?;
        let (rows, cols) = self.shape();
        Ok(action_of(cell, rows, cols))
    }

    /// Returns the cell of an index.
    ///
    /// Raises ValueError for an index outside the board.
    fn to_cell(&self, index: &Bound<'_, PyAny>) -> PyResult<PyCell> {
        let (rows, cols) = self.shape();
        let index = Argument::new("index", index).whole()?;
        let cell = index.get().and_then(|at| cell_of(at, rows, cols));
        cell.map(PyCell).ok_or_else(|| no_index(index, rows * cols))
    }

    /// Returns the cells of the group around a cell; a single tile is a group of one here, an empty cell has none.
    fn group(&self, cell: &Bound<'_, PyAny>) -> PyResult<Vec<PyCell>> {
        let cell = self.place(cell)?;
        Ok(self.game().board().group(cell).into_iter().map(PyCell).collect())
    }

    /// Returns the name of the color of a cell, or None if it is empty.
    fn color(&self, cell: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        let cell = self.place(cell)?;
        let game = self.game();
        let board = game.board();
        Ok(board.get(cell).map(|colour| board.names()[usize::from(colour)]))
    }

    /// Clicks a cell and returns the number of tiles removed: 0 for an empty cell or a group that is too small.
    ///
    /// Raises ValueError for a cell outside the board.
    fn play(&self, cell: &Bound<'_, PyAny>) -> PyResult<usize> {
        let cell = self.place(cell)?;
        Ok(self.game().play(cell).unwrap_or(0))
    }

    /// Undoes the last click and returns it; None at the start.
    fn undo(&self) -> Option<PyCell> {
        self.game().undo().map(PyCell)
    }

    /// Redoes the last undone click and returns it; None if there is none.
    fn redo(&self) -> Option<PyCell> {
        self.game().redo().map(PyCell)
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

    /// Returns a new bool array [rows * cols]: whether a click on the cell of an index removes tiles.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let (_, _, legal) = self.observation();
        PyArray1::from_vec(py, legal)
    }

    /// Returns a new bool array [colors, rows, cols]: the cells of each color, in the order of ``names``.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        let (board, cells, _) = self.observation();
        let colours = board.names().len();
        let planes = (1..=colours).flat_map(|code| cells.iter().map(move |&cell| usize::from(cell) == code));
        PyArray1::from_vec(py, planes.collect()).reshape([colours, board.rows(), board.cols()])
    }

    /// Returns the current board as a puzzle with these rules.
    fn to_puzzle<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Puzzle>> {
        let puzzle = {
            let game = self.game();
            let task = SameGameTask { rules: Some(game.rules()), clicks: Vec::new() };
            tilefall::rules::puzzle::Puzzle::new(game.board().to_grid(), Task::SameGame(task))
        };
        Puzzle::of(puzzle).typed(py)
    }

    /// Returns a copy that is played to the end by a policy: "random" clicks every cell that removes tiles with the same
    /// probability, "greedy" the largest group, and "tabu" a random group, of the most frequent color only if there is no
    /// other.
    #[pyo3(signature = (seed, policy = None))]
    fn playout(
        &self,
        py: Python<'_>,
        seed: &Bound<'_, PyAny>,
        policy: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<SameGameBoard> {
        let seed: u64 = Argument::new("seed", seed).number()?;
        let policy = Argument::optional("policy", policy).map(|word| word.one_of(&POLICIES)).transpose()?;
        let policy = policy.unwrap_or(Policy::Random).on(ClickSet::All);
        let mut game = self.game().clone();
        py.detach(|| game.playout(policy, &mut Random::new(seed, 0)));
        Ok(SameGameBoard::holding(game))
    }

    /// Returns an independent copy with the same cells, rules and moves.
    fn copy(&self) -> SameGameBoard {
        self.clone()
    }

    fn __copy__(&self) -> SameGameBoard {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> SameGameBoard {
        self.clone()
    }

    fn __str__(&self) -> String {
        self.game().board().to_string()
    }

    fn __repr__(&self) -> String {
        let game = self.game();
        let (board, score) = (game.board(), game.score());
        let (rows, cols, tiles) = (board.rows(), board.cols(), plural(board.tiles(), "tile"));
        format!("<SameGameBoard {rows}x{cols}, {tiles}, score {score}\n{}>", spread(&board.to_grid()))
    }

    fn _repr_html_(&self) -> String {
        let game = self.game();
        let title = format!("{}, score {}", plural(game.board().tiles(), "tile"), game.score());
        svg::board(&game.board().to_grid(), GameKind::SameGame, &title, "")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let mut game = self.game().clone();
        let (start, names) = saved(&game.start().to_grid());
        let rules = serde_json::to_string(&game.rules()).map_err(value)?;
        let played = game.played().len();
        while game.redo().is_some() {}
        let clicks = game.played().into_iter().map(record_cell).collect();
        Ok((py.get_type::<SameGameBoard>().getattr("_restore")?, (start, names, rules, clicks, played)))
    }

    #[staticmethod]
    #[pyo3(signature = (start, names, rules, clicks, played = None))]
    fn _restore(
        start: Start,
        names: Vec<u64>,
        rules: &str,
        clicks: Vec<(Whole, Whole)>,
        played: Option<usize>,
    ) -> PyResult<SameGameBoard> {
        let rules: Rules = serde_json::from_str(rules).map_err(value)?;
        let board = samegame::Board::with_rules(&restored(start, &names)?, &rules).map_err(value)?;
        let (rows, cols) = (board.rows(), board.cols());
        let mut game = samegame::Game::new(board, rules);
        for &(row, col) in &clicks {
            game.play(Place::Cell(row, col).on(rows, cols)?).map_err(|_| no_state())?;
        }
        let undone = clicks.len().checked_sub(played.unwrap_or(clicks.len())).ok_or_else(no_state)?;
        (0..undone).for_each(|_| {
            game.undo();
        });
        Ok(SameGameBoard::holding(game))
    }
}
