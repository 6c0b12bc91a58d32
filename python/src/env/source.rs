//! Where the boards of episodes come from: from a generator by seed, or from a list.

use crate::argument::Given;
use crate::error::value;
use crate::puzzle::Puzzle;
use crate::watch::beside;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use tilefall::base::{Colour, Game, Random, StopFlag, StopReason};
use tilefall::grid::Grid;
use tilefall::puzzle::fault;
use tilefall::samegame::Board;
use tilefall::samegame::generate::{Wish, make_board};

/// How boards of a list follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Each with the same chance, by seed.
    Random,
    /// In their order.
    Cycle,
}

impl Order {
    /// The order of a word.
    ///
    /// # Errors
    /// If there is none.
    pub fn of(word: &Given<'_>) -> PyResult<Order> {
        word.one_of(&[("random", Order::Random), ("cycle", Order::Cycle)])
    }

    /// Which of so many boards episode `number` of a seed has; in a cycle the one of this place.
    pub fn pick(self, seed: u64, number: u64, place: u64, boards: usize) -> usize {
        match self {
            Order::Random => Random::new(seed, number).below(boards),
            Order::Cycle => (place % boards as u64) as usize,
        }
    }
}

/// Checks that a puzzle has as many rows and columns as the first of its list.
///
/// # Errors
/// If it has not.
pub fn of_one_size(puzzle: &Puzzle, first: (usize, usize)) -> PyResult<()> {
    let (rows, cols) = (puzzle.puzzle.grid.rows(), puzzle.puzzle.grid.cols());
    if (rows, cols) == first {
        return Ok(());
    }
    let expected = format!("{}x{} as of the first", first.0, first.1);
    Err(value(format!("{} is {rows}x{cols}, expected {expected}", puzzle.named())))
}

/// Where boards come from. Their colours are numbered from 0, and every board has the names of all of them.
#[derive(Clone, Debug)]
pub enum Source {
    /// Made by seed.
    Made(Wish),
    /// Taken from a list.
    Given { boards: Arc<[Board]>, order: Order },
}

/// The board of a grid whose colours are named from 0, with the names of all `colours`.
fn known(grid: &Grid, colours: usize) -> Result<Board, String> {
    let names: Vec<u64> = (0..colours as u64).collect();
    let mut full = Grid::empty(grid.rows(), grid.cols(), &names).map_err(|error| error.to_string())?;
    for cell in grid.cells() {
        full.set(cell, grid.name_at(cell).map(|name| name as Colour));
    }
    Board::try_from(&full).map_err(|unfit| unfit.to_string())
}

impl Source {
    /// Boards of a list, all of one size; the colours of each are numbered by their names.
    ///
    /// # Errors
    /// If there is none, or they differ in size, or one is no SameGame board.
    pub fn given(puzzles: &[Puzzle], order: Order) -> PyResult<Source> {
        let grids: Vec<Grid> = puzzles.iter().map(|puzzle| puzzle.puzzle.grid.relabelled(0)).collect();
        let first = grids.first().ok_or_else(|| value("boards is empty, expected one board or more"))?;
        let colours = grids.iter().map(Grid::colours).max().unwrap_or(0).max(1);
        let board = |(grid, puzzle): (&Grid, &Puzzle)| {
            if let Some((_, why)) = fault(grid, Game::SameGame) {
                return Err(value(format!("{}: {why}", puzzle.named())));
            }
            of_one_size(puzzle, (first.rows(), first.cols()))?;
            known(grid, colours).map_err(|why| value(format!("{}: {why}", puzzle.named())))
        };
        let boards = grids.iter().zip(puzzles).map(board).collect::<PyResult<_>>()?;
        Ok(Source::Given { boards, order })
    }

    /// Whether a board may take longer than some microseconds to make.
    pub fn is_slow(&self) -> bool {
        matches!(self, Source::Made(wish) if wish.clearable)
    }

    /// Approximate bytes of a board on the heap.
    pub fn heap_bytes(&self) -> usize {
        match self {
            Source::Made(wish) => {
                let wish = Wish { clearable: false, ..wish.clone() };
                make_board(&wish, 0, 0, &StopFlag::new()).map_or(0, |board| board.heap_bytes())
            }
            Source::Given { boards, .. } => boards[0].heap_bytes(),
        }
    }

    /// Rows, columns and colours.
    pub fn size(&self) -> (usize, usize, usize) {
        match self {
            Source::Made(wish) => (wish.rows, wish.cols, wish.colours),
            Source::Given { boards, .. } => (boards[0].rows(), boards[0].cols(), boards[0].names().len()),
        }
    }

    /// The board of episode `number` of a seed; in a cycle the board of this place.
    ///
    /// # Errors
    /// If no board could be made, or the flag is raised.
    pub fn board(&self, seed: u64, number: u64, place: u64, stop: &StopFlag) -> Result<Board, String> {
        if stop.raised().is_some() {
            return Err("the making of boards was interrupted".into());
        }
        match self {
            Source::Made(wish) => make_board(wish, seed, number, stop).map_err(|why| why.to_string()),
            Source::Given { boards, order } => {
                Ok(boards[order.pick(seed, number, place, boards.len())].clone())
            }
        }
    }
}

/// Makes boards without the interpreter lock; Ctrl-C raises the flag.
///
/// # Errors
/// A `RuntimeError` if a board could not be made, `KeyboardInterrupt` after Ctrl-C.
pub fn making<T: Send>(
    py: Python<'_>,
    make: impl FnOnce(&StopFlag) -> Result<T, String> + Send,
) -> PyResult<T> {
    let stop = StopFlag::new();
    let work = |_: &SyncSender<()>| make(&stop);
    let (made, interrupted) = beside(py, &|| stop.raise(StopReason::Interrupt), work, |_, ()| Ok(true))?;
    match made {
        _ if interrupted => Err(PyKeyboardInterrupt::new_err(())),
        made => made.map_err(PyRuntimeError::new_err),
    }
}
