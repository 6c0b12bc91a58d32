//! What the writers share: why a board cannot be written, and rows of cells.

use super::tiles::Order;
use crate::base::{Cell, Game, several};
use crate::grid::Grid;
use crate::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use std::fmt::Display;

/// Why a format cannot hold a puzzle: what is wrong, and what it can hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(pub String);

fn wrong_game(puzzle: &Puzzle, holds: Game) -> WriteError {
    WriteError(puzzle.task.game().instead_of(holds))
}

/// The task of a SameGame puzzle.
///
/// # Errors
/// If it is none.
pub fn samegame(puzzle: &Puzzle) -> Result<&SameGameTask, WriteError> {
    match &puzzle.task {
        Task::SameGame(task) => Ok(task),
        Task::Mayan(_) => Err(wrong_game(puzzle, Game::SameGame)),
    }
}

/// The task of a Mayan puzzle, and its M.
///
/// # Errors
/// If it is none, or has no M.
pub fn mayan(puzzle: &Puzzle) -> Result<(&MayanTask, u64), WriteError> {
    match &puzzle.task {
        Task::Mayan(task) => match task.moves {
            Some(moves) => Ok((task, moves)),
            None => Err(WriteError("the puzzle has no number of moves, expected one".into())),
        },
        Task::SameGame(_) => Err(wrong_game(puzzle, Game::Mayan)),
    }
}

/// Makes sure of the size of a board.
///
/// # Errors
/// If it is another.
pub fn size(grid: &Grid, rows: usize, cols: usize) -> Result<(), WriteError> {
    if (grid.rows(), grid.cols()) == (rows, cols) {
        return Ok(());
    }
    let (r, c) = (grid.rows(), grid.cols());
    Err(WriteError(format!(
        "the board has {} and {}, expected {rows} rows and {cols} columns",
        several(r, "row"),
        several(c, "column")
    )))
}

/// A colour of a board that the format has no word for.
pub fn colour(grid: &Grid, name: u64, expected: &str) -> WriteError {
    let label = grid.label_of(name);
    WriteError(format!("colour {label} cannot be written, expected {expected} (--relabel renames colours)"))
}

/// An empty cell in a format that has none.
pub fn empty_cell() -> WriteError {
    WriteError("the board has empty cells, expected a full one".into())
}

/// Writes the rows of a board, each ended by a newline: `cell` gives the text of a colour name or of an
/// empty cell, `between` stands between the cells of a row.
///
/// # Errors
/// Those of `cell`.
pub fn rows<T: Display>(
    out: &mut String,
    grid: &Grid,
    order: Order,
    between: &str,
    mut cell: impl FnMut(Option<u64>) -> Result<T, WriteError>,
) -> Result<(), WriteError> {
    use std::fmt::Write as _;
    for i in 0..grid.rows() {
        let row = if order == Order::TopFirst { grid.rows() - 1 - i } else { i };
        for col in 0..grid.cols() {
            let text = cell(grid.name_at(Cell::new(row, col)))?;
            let before = if col > 0 { between } else { "" };
            write!(out, "{before}{text}").expect("a string takes all");
        }
        out.push('\n');
    }
    Ok(())
}
