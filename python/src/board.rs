//! [`Board`]: a SameGame board that is played on.

use crate::cells::{Start, array, loads, parted, restored, spread};
use crate::error::value;
use crate::input::{self, Place, action_of, spelt};
use crate::number::{Whole, maybe};
use crate::puzzle::Puzzle;
use crate::read;
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};
use tilefall::base::{Cell, Colour, Game, Rules, several};
use tilefall::puzzle::{SameGameTask, Task};
use tilefall::render::svg;
use tilefall::samegame;

/// A SameGame board that is played click by click, with its score, undo and redo.
///
/// Cells are ``(row, col)`` from 1 at the bottom left, as records and the command line have them. Wherever a cell is
/// expected, an *action* may stand: an index into the cells as they are drawn, rows from the top, each from the left,
/// from 0, so that action ``a`` is ``board.to_numpy().flat[a]``.
///
/// Two boards are equal if their cells are; rules and clicks do not count. A board changes when it is played on, so use
/// a copy as a key.
#[pyclass(module = "tilefall", eq, from_py_object)]
#[derive(Clone, Debug)]
pub struct Board {
    /// The game.
    pub game: samegame::Game,
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.game.board() == other.game.board()
    }
}

/// A group of two or more equal tiles: a move.
#[pyclass(module = "tilefall", frozen, eq, hash, get_all)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// Its first cell, of the leftmost column the lowest: ``(row, col)`` from 1 at the bottom left.
    cell: (usize, usize),
    /// Its tiles.
    size: usize,
    /// The name of its colour.
    colour: u64,
    /// The action of its first cell.
    action: usize,
}

#[pymethods]
impl Group {
    fn __repr__(&self) -> String {
        let Group { cell, size, colour, action } = self;
        format!("Group(cell={cell:?}, size={size}, colour={colour}, action={action})")
    }
}

impl Board {
    /// The board of a puzzle, with its rules.
    pub fn of(puzzle: &Puzzle) -> PyResult<Board> {
        let board = samegame::Board::try_from(&puzzle.puzzle.grid).map_err(value)?;
        Ok(Board { game: samegame::Game::new(board, puzzle.own_rules().unwrap_or_default()) })
    }

    /// The board now.
    fn now(&self) -> &samegame::Board {
        self.game.board()
    }

    /// The board now as a puzzle.
    pub fn as_puzzle(&self) -> Puzzle {
        let task = SameGameTask { rules: Some(self.game.rules()), clicks: Vec::new() };
        Puzzle::of(tilefall::puzzle::Puzzle::new(self.now().to_grid(), Task::SameGame(task)))
    }

    fn place(&self, place: &Place) -> PyResult<Cell> {
        place.on(self.now().rows(), self.now().cols())
    }
}

/// What a board is pickled as: its start, the names of all colours, the rules, the clicks.
type Parts = (Start, Vec<u64>, String, Vec<(usize, usize)>);

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (source, *, format = "auto", score = None, clear_bonus = None, left_penalty = None))]
    fn new(
        source: &Bound<'_, PyAny>,
        format: &str,
        score: Option<&str>,
        clear_bonus: Option<Whole>,
        left_penalty: Option<&str>,
    ) -> PyResult<Board> {
        let board = match source.extract::<Board>() {
            Ok(board) => board,
            Err(_) => Board::of(&read::source(source, Game::SameGame, format)?)?,
        };
        let clear_bonus = maybe(clear_bonus, "clear_bonus")?;
        let rules = input::rules(board.game.rules(), score, clear_bonus, left_penalty)?;
        Ok(Board { game: samegame::Game::new(board.now().clone(), rules) })
    }

    /// Rows, empty ones included.
    #[getter]
    fn rows(&self) -> usize {
        self.now().rows()
    }

    /// Columns, empty ones included.
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

    /// The number of tiles left.
    #[getter]
    fn tiles(&self) -> usize {
        self.now().tiles()
    }

    /// Whether no tile is left.
    #[getter]
    fn cleared(&self) -> bool {
        self.now().is_empty()
    }

    /// Whether no click removes anything.
    #[getter]
    fn is_over(&self) -> bool {
        self.now().is_over()
    }

    /// The score if the game ended here: points for every removal, and the bonus or the penalty for what is left.
    #[getter]
    fn score(&self) -> i64 {
        self.game.score()
    }

    /// The rules of the score, as a record has them.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &serde_json::to_string(&self.game.rules()).map_err(value)?)
    }

    /// The clicks so far, each ``(row, col)`` from 1 at the bottom left.
    #[getter]
    fn clicks(&self) -> Vec<(usize, usize)> {
        self.game.clicks().into_iter().map(spelt).collect()
    }

    /// The number of tiles of each colour, in the order of ``names``.
    fn counts(&self) -> Vec<usize> {
        (0..self.now().names().len()).map(|colour| self.now().count(colour as Colour)).collect()
    }

    /// The groups that can be clicked, by first cell: columns from the left, each from the bottom.
    fn groups(&self) -> Vec<Group> {
        let board = self.now();
        let group = |group: samegame::Group| {
            let colour = board.get(group.cell).map_or(0, |colour| board.names()[usize::from(colour)]);
            let action = action_of(group.cell, board.rows(), board.cols());
            Group { cell: spelt(group.cell), size: group.size, colour, action }
        };
        board.groups().into_iter().map(group).collect()
    }

    /// The moves: the first cell of every group, in the order of `groups`.
    fn moves(&self) -> Vec<(usize, usize)> {
        self.now().groups().into_iter().map(|group| spelt(group.cell)).collect()
    }

    /// The cells of the group around a cell; a single tile is a group of one here, an empty cell has none.
    fn group(&self, cell: Place) -> PyResult<Vec<(usize, usize)>> {
        Ok(self.now().group(self.place(&cell)?).into_iter().map(spelt).collect())
    }

    /// The name of the colour of a cell, or None if it is empty.
    fn colour(&self, cell: Place) -> PyResult<Option<u64>> {
        let colour = self.now().get(self.place(&cell)?);
        Ok(colour.map(|colour| self.now().names()[usize::from(colour)]))
    }

    /// Clicks a cell and gives the number of tiles removed. A single tile and an empty cell give 0, and nothing changes.
    ///
    /// Raises ValueError for a cell outside the board.
    fn play(&mut self, cell: Place) -> PyResult<usize> {
        let cell = self.place(&cell)?;
        Ok(self.game.play(cell))
    }

    /// Takes the last click back and gives it; None at the start.
    fn undo(&mut self) -> Option<(usize, usize)> {
        self.game.undo().map(spelt)
    }

    /// Plays the last click that was taken back and gives it; None if there is none.
    fn redo(&mut self) -> Option<(usize, usize)> {
        self.game.redo().map(spelt)
    }

    /// A new uint8 array [rows, cols], the top row first: 0 for empty, ``k + 1`` for the colour named ``k``. Colours
    /// are numbered from 0 if one has a name above 61.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        array(py, &self.now().to_grid())
    }

    /// A new bool array [rows, cols], the top row first: whether a click removes tiles.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let (mut cells, mut legal) = (vec![0; self.now().cells()], vec![false; self.now().cells()]);
        self.now().paint(&mut cells, &mut legal);
        PyArray1::from_vec(py, legal).reshape([self.rows(), self.cols()])
    }

    /// A new bool array [colours, rows, cols]: the cells of each colour, in the order of ``names``.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        let (mut cells, mut legal) = (vec![0; self.now().cells()], vec![false; self.now().cells()]);
        self.now().paint(&mut cells, &mut legal);
        let colours = self.now().names().len();
        let planes = (1..=colours).flat_map(|code| cells.iter().map(move |&cell| usize::from(cell) == code));
        PyArray1::from_vec(py, planes.collect()).reshape([colours, self.rows(), self.cols()])
    }

    /// The board as it is now, as a puzzle with these rules.
    fn to_puzzle(&self) -> Puzzle {
        self.as_puzzle()
    }

    /// A board with the same cells, rules and clicks that changes for itself.
    fn copy(&self) -> Board {
        self.clone()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.now().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    fn __str__(&self) -> String {
        self.now().to_string()
    }

    fn __repr__(&self) -> String {
        let (rows, cols) = (self.rows(), self.cols());
        let (tiles, score) = (several(self.tiles(), "tile"), self.score());
        format!("<Board {rows}x{cols}, {tiles}, score {score}\n{}>", spread(&self.now().to_grid()))
    }

    fn _repr_html_(&self) -> String {
        let title = format!("{}, score {}", several(self.tiles(), "tile"), self.score());
        svg::board(&self.now().to_grid(), Game::SameGame, &title, "")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let (start, names) = parted(&self.game.start().to_grid());
        let rules = serde_json::to_string(&self.game.rules()).map_err(value)?;
        Ok((py.get_type::<Board>().getattr("_restore")?, (start, names, rules, self.clicks())))
    }

    #[staticmethod]
    fn _restore(start: Start, names: Vec<u64>, rules: &str, clicks: Vec<(Whole, Whole)>) -> PyResult<Board> {
        let board = samegame::Board::try_from(&restored(start, &names)?).map_err(value)?;
        let rules: Rules = serde_json::from_str(rules).map_err(value)?;
        let mut board = Board { game: samegame::Game::new(board, rules) };
        for (row, col) in clicks {
            if board.play(Place::Cell(row, col))? == 0 {
                return Err(PyTypeError::new_err("this is no state of a board"));
            }
        }
        Ok(board)
    }
}
