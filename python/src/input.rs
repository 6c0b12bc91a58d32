//! Python objects as what the library takes: words, rules, cells, moves, arrays.

use crate::error::value;
use crate::number::Whole;
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use tilefall::base::{Cell, Game, LeftPenalty, Mode, Move, Rules, Score, Side};
use tilefall::grid::{Grid, GridError, MAX_CELLS};
use tilefall::mayan;

/// The value of a word, or an error that lists the words.
pub fn one_of<T: Copy>(what: &str, word: &str, all: &[(&str, T)]) -> PyResult<T> {
    let known = all.iter().find(|(name, _)| *name == word);
    known.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        value(format!("{what} is '{word}', expected one of {}", names.join(", ")))
    })
}

/// `samegame` or `mayan`.
pub fn game(word: &str) -> PyResult<Game> {
    one_of("game", word, &[("samegame", Game::SameGame), ("mayan", Game::Mayan)])
}

/// `exactly`, `within` or `shortest`.
pub fn mode(word: &str) -> PyResult<Mode> {
    one_of("mode", word, &[Mode::Exactly, Mode::Within, Mode::Shortest].map(|mode| (mode.name(), mode)))
}

/// These rules with the parts that are given.
pub fn rules(
    rules: Rules,
    score: Option<&str>,
    clear_bonus: Option<u64>,
    left_penalty: Option<&str>,
) -> PyResult<Rules> {
    let scores = [
        ("n2", Score::N2),
        ("n1", Score::N1),
        ("tri", Score::Tri),
        ("nn1", Score::Nn1),
        ("count", Score::Count),
    ];
    let penalties = [("none", LeftPenalty::None), ("n2", LeftPenalty::N2)];
    let score = score.map(|word| one_of("score", word, &scores)).transpose()?;
    let penalty = left_penalty.map(|word| one_of("left_penalty", word, &penalties)).transpose()?;
    Ok(rules.with(score, clear_bonus, penalty))
}

/// The bytes of a `str` or of `bytes`; `None` for anything else.
pub fn text(source: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Ok(text) = source.cast::<PyString>() {
        return Ok(Some(text.to_str()?.as_bytes().to_vec()));
    }
    Ok(source.cast::<PyBytes>().ok().map(|bytes| bytes.as_bytes().to_vec()))
}

/// A cell of a board of this size: `(row, col)` from 1 at the bottom left, or an action.
#[derive(FromPyObject)]
pub enum Place {
    /// An index into the cells as they are drawn: rows from the top, each from the left, from 0.
    Action(Whole),
    /// Row and column, from 1 at the bottom left.
    Cell(Whole, Whole),
}

impl Place {
    /// The cell, if it is on a board of this size.
    pub fn on(&self, rows: usize, cols: usize) -> PyResult<Cell> {
        match *self {
            Place::Action(action) => action.get().and_then(|at| cell_of(at, rows, cols)).ok_or_else(|| {
                let most = rows * cols - 1;
                value(format!("action {action} is no cell of the board, expected 0 to {most}"))
            }),
            Place::Cell(row, col) => {
                let place =
                    |at: Whole, most: usize| at.get::<usize>()?.checked_sub(1).filter(|&at| at < most);
                let cell = place(row, rows).zip(place(col, cols)).map(|(row, col)| Cell::new(row, col));
                cell.ok_or_else(|| {
                    value(format!(
                        "there is no cell in row {row}, column {col}, expected 1 to {rows} and 1 to {cols}"
                    ))
                })
            }
        }
    }
}

/// The cell of an action.
pub fn cell_of(action: i64, rows: usize, cols: usize) -> Option<Cell> {
    let at = usize::try_from(action).ok().filter(|&at| at < rows * cols)?;
    Some(Cell::new(rows - 1 - at / cols, at % cols))
}

/// The action of a cell.
pub fn action_of(cell: Cell, rows: usize, cols: usize) -> usize {
    (rows - 1 - cell.row) * cols + cell.col
}

/// A cell as records have it.
pub fn spelt(cell: Cell) -> (usize, usize) {
    (cell.row + 1, cell.col + 1)
}

/// A Mayan move: `(x, y, "R" or "L")`, or an action.
#[derive(FromPyObject)]
pub enum Slide {
    /// The action of a cell, as drawn, that goes right; with the number of cells added it goes left.
    Action(Whole),
    /// Column and row, from 0 at the bottom left, and the side.
    Move(Whole, Whole, String),
}

impl Slide {
    /// The move, if it is of a cell of a board of this size.
    pub fn on(&self, rows: usize, cols: usize) -> PyResult<Move> {
        match self {
            Slide::Action(action) => action.get().and_then(|at| slide_of(at, rows, cols)).ok_or_else(|| {
                let most = 2 * rows * cols - 1;
                value(format!("action {action} is no move of the board, expected 0 to {most}"))
            }),
            Slide::Move(x, y, side) => {
                let side = one_of("side", side, &[("R", Side::Right), ("L", Side::Left)])?;
                let step = x.get().zip(y.get()).map(|(x, y)| Move::new(x, y, side));
                step.ok_or_else(|| {
                    let (right, top) = (cols.saturating_sub(1), rows.saturating_sub(1));
                    value(format!(
                        "there is no cell in column {x}, row {y}, expected 0 to {right} and 0 to {top}"
                    ))
                })
            }
        }
    }
}

/// The move of an action.
pub fn slide_of(action: i64, rows: usize, cols: usize) -> Option<Move> {
    let cells = (rows * cols) as i64;
    let side = if action < cells { Side::Right } else { Side::Left };
    let cell = cell_of(if side == Side::Left { action - cells } else { action }, rows, cols)?;
    Some(Move::new(cell.col as u8, cell.row as u8, side))
}

/// The action of a move.
pub fn action_of_slide(step: Move, rows: usize, cols: usize) -> usize {
    let cell = Cell::new(step.y.into(), step.x.into());
    action_of(cell, rows, cols) + if step.side == Side::Left { rows * cols } else { 0 }
}

/// A move as records have it.
pub fn spelt_slide(step: Move) -> (u8, u8, &'static str) {
    (step.x, step.y, if step.side == Side::Right { "R" } else { "L" })
}

/// Whether a board of this game may have so many rows and columns.
fn sized(rows: usize, cols: usize, game: Game) -> PyResult<()> {
    if rows == 0 || cols == 0 {
        return Err(value(format!("the array has {rows} rows and {cols} columns, expected 1 or more")));
    }
    if game == Game::Mayan && (rows > 8 || cols > 8) {
        return Err(value(mayan::Unfit::Size { rows, cols }));
    }
    match rows.checked_mul(cols).is_some_and(|cells| cells <= MAX_CELLS) {
        true => Ok(()),
        false => Err(value(GridError::TooLarge { rows, cols })),
    }
}

/// The grid of an array of integers: rows from the top, 0 for empty, `k` for the colour named `k - 1`.
pub fn array(source: &Bound<'_, PyAny>, game: Game) -> PyResult<Option<Grid>> {
    let Ok(array) = source.cast::<numpy::PyUntypedArray>() else { return Ok(None) };
    let kind = array.dtype().getattr("kind")?.extract::<String>()?;
    if kind != "u" && kind != "i" {
        return Err(PyTypeError::new_err(format!("the array is of {}, expected integers", array.dtype())));
    }
    let &[rows, cols] = array.shape() else {
        let found = array.shape().len();
        return Err(value(format!("the array has {found} dimensions, expected 2: rows and columns")));
    };
    // Before the cells are copied.
    sized(rows, cols, game)?;
    let cells = source.call_method1("astype", ("int64",))?;
    let cells = cells.cast::<PyArrayDyn<i64>>()?.readonly();
    let cells = cells.as_array();
    // A class of its own may make anything of its cells.
    if cells.shape() != [rows, cols] {
        let found = cells.shape();
        return Err(value(format!("the array gives cells of shape {found:?}, expected {:?}", [rows, cols])));
    }
    if let Some(code) = cells.iter().find(|code| !(0..=62).contains(*code)) {
        return Err(value(format!("the array holds {code}, expected 0 for empty and 1 to 62 for colours")));
    }
    let name = |cell: Cell| (cells[[rows - 1 - cell.row, cell.col]] as u64).checked_sub(1);
    Grid::from_names(rows, cols, name).map(Some).map_err(value)
}

/// The codes of a board as it is drawn: rows from the top, 0 for empty, `k + 1` for the colour named `k`. Colours are
/// numbered from 0 if one has a name above 61.
pub fn codes(grid: &Grid) -> Vec<u8> {
    let known = grid.names().iter().all(|&name| name <= 61);
    let code = |cell| match known {
        true => grid.name_at(cell).map_or(0, |name| name as u8 + 1),
        false => grid.get(cell).map_or(0, |colour| colour + 1),
    };
    let rows = (0..grid.rows()).rev();
    rows.flat_map(|row| (0..grid.cols()).map(move |col| Cell::new(row, col))).map(code).collect()
}

/// A limit of time in seconds.
pub fn seconds(time: Option<f64>) -> PyResult<Option<std::time::Duration>> {
    let span = |time| {
        std::time::Duration::try_from_secs_f64(time)
            .map_err(|_| value(format!("timeout is {time}, expected seconds, 0 or more")))
    };
    time.map(span).transpose()
}
