//! Shared code of the writers: errors, and rows of cells.

use super::tiles::Order;
use std::fmt::Display;
use tilefall_rules::grid::Grid;
use tilefall_rules::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use tilefall_rules::{Cell, GameKind, plural};

/// The error of a puzzle that a format cannot represent: the reason, and what the format can represent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(pub String);

fn wrong_game(puzzle: &Puzzle, holds: GameKind) -> WriteError {
    WriteError(puzzle.task.game().wrong_game(holds))
}

/// Returns the task of a SameGame puzzle.
///
/// # Errors
/// If the puzzle is of the other game.
pub fn samegame(puzzle: &Puzzle) -> Result<&SameGameTask, WriteError> {
    match &puzzle.task {
        Task::SameGame(task) => Ok(task),
        Task::Mayan(_) => Err(wrong_game(puzzle, GameKind::SameGame)),
    }
}

/// Returns the task of a Mayan puzzle, and M, its number of moves.
///
/// # Errors
/// If the puzzle is of the other game, or has no number of moves.
pub fn mayan(puzzle: &Puzzle) -> Result<(&MayanTask, u64), WriteError> {
    match &puzzle.task {
        Task::Mayan(task) => match task.moves {
            Some(moves) => Ok((task, moves)),
            None => Err(WriteError("the puzzle has no number of moves, expected one".into())),
        },
        Task::SameGame(_) => Err(wrong_game(puzzle, GameKind::Mayan)),
    }
}

/// Checks that a board has the only size that the format allows.
///
/// # Errors
/// If the size is different.
pub fn size(grid: &Grid, rows: usize, cols: usize) -> Result<(), WriteError> {
    if (grid.rows(), grid.cols()) == (rows, cols) {
        return Ok(());
    }
    let (r, c) = (grid.rows(), grid.cols());
    Err(WriteError(format!(
        "the board has {} and {}, expected {rows} rows and {cols} columns",
        plural(r, "row"),
        plural(c, "column")
    )))
}

/// Creates the error for a colour that the format cannot represent.
pub fn colour(grid: &Grid, name: u64, expected: &str) -> WriteError {
    let label = grid.label_of(name);
    WriteError(format!("colour {label} cannot be written, expected {expected}"))
}

/// Creates the error for an empty cell in a format without empty cells.
pub fn empty_cell() -> WriteError {
    WriteError("the board has empty cells, expected a full one".into())
}

/// Writes the rows of a board, each ended by a newline. `cell` returns the text of a colour name or of an empty cell;
/// `separator` separates the cells of a row.
///
/// # Errors
/// Returns the errors of `cell`.
pub fn rows<T: Display>(
    out: &mut String,
    grid: &Grid,
    order: Order,
    separator: &str,
    mut cell: impl FnMut(Option<u64>) -> Result<T, WriteError>,
) -> Result<(), WriteError> {
    use std::fmt::Write as _;
    for i in 0..grid.rows() {
        let row = if order == Order::TopFirst { grid.rows() - 1 - i } else { i };
        for col in 0..grid.cols() {
            let text = cell(grid.name_at(Cell::new(row, col)))?;
            let before = if col > 0 { separator } else { "" };
            write!(out, "{before}{text}").expect("writing to a string cannot fail");
        }
        out.push('\n');
    }
    Ok(())
}
