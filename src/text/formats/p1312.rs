//! P1312 simulation input: M, the moves allowed; seven rows of five numbers, bottom row first; N; N moves `x y L|R`.
//!
//! Source: the statement "Mayan Puzzle Simulation", #P1312. Its sample is tests/data/p1312/statement.in.
//!
//! A stream of tokens without line structure. 0 is empty, a colour is any positive number; x is a column
//! from the left and y a row from the bottom, both from 0.
//!
//! The judge takes one puzzle. A text may contain several. A `Yes` or `No` after a puzzle is skipped.

use super::layout::LineLayout;
use super::noip::{self, COLS, ROWS};
use super::scan::Scan;
use super::sequence::Item;
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{DEFAULT, Format, Framing, JudgeAnswer, PuzzleSink, sequence};
use std::fmt::Write as _;
use tilefall_rules::grid::Grid;
use tilefall_rules::puzzle::{MayanTask, Puzzle, Task};
use tilefall_rules::{Columns, GameKind, Move, ReadError, Side, plural};

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub static FORMAT: Format = Format {
    name: "p1312",
    doc: "P1312: M, seven rows bottom to top of five numbers, N, N moves 'x y L|R'",
    game: Some(GameKind::Mayan),
    labels: &super::ONE_TO_62,
    framing: Framing::Single,
    judge_answer: Some(JudgeAnswer::Moves { answer, list: noip::list }),
    holds_lists: true,
    read,
    write,
    ..DEFAULT
};

/// Reads the puzzles with their lists.
///
/// # Errors
/// For anything but numbers (and L or R), a floating block, a move from or to a cell outside the board, missing moves,
/// and text after the last move that is neither a verdict nor another puzzle. `found` has received the puzzles before
/// the error.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<(), ReadError> {
    let puzzle = |scan: &mut Scan<'_>, lines: &mut LineLayout| {
        let (start, grid, task) = board(text, scan, lines)?;
        // The verdict of the judge may follow the puzzle.
        if scan.clone().next().is_some_and(|token| matches!(token.bytes, b"Yes" | b"No")) {
            scan.next();
        }
        let expected_next = format!("the end after {}, or another puzzle", plural(task.list.len(), "move"));
        Ok(Item { start, grid, task: Task::Mayan(task), expected_next })
    };
    sequence::read(text, FORMAT.name, found, puzzle, |_, _| true)
}

/// Reads one puzzle: M, the board, N and the moves. Returns the offset of M, the board, and the task.
fn board(
    text: &[u8],
    scan: &mut Scan<'_>,
    lines: &mut LineLayout,
) -> Result<(usize, Grid, MayanTask), ReadError> {
    const MISMATCH: [&str; 2] = ["has fewer than five cells", "has more than five cells"];
    let (moves, token) = scan.number("M, the number of moves allowed")?;
    let start = token.offset;
    lines.token(token, true, MISMATCH);
    let mut tiles = Tiles::new(text);
    for cell in 0..ROWS * COLS {
        let (name, token) = scan.number("a cell, a number with 0 for empty")?;
        lines.token(token, cell % COLS == 0, MISMATCH);
        if cell % COLS == 0 && cell > 0 {
            lines.complete();
        }
        tiles.push((name > 0).then_some(name), token.offset)?;
    }
    let (count, _) = scan.number("N, the number of moves that follow")?;
    let grid = tiles.board(COLS, Order::BottomFirst, GameKind::Mayan, Columns::Close)?;
    let mut list = Vec::new();
    for at in 1..=count {
        list.push(step(scan, at, count).map_err(ReadError::recognised)?);
    }
    Ok((start, grid, MayanTask { moves: Some(moves), list, ..MayanTask::default() }))
}

fn step(scan: &mut Scan<'_>, at: u64, count: u64) -> Result<Move, ReadError> {
    let (of, start) = (format!(" of move {at} of {count}"), scan.clone().next());
    let step = noip::step(scan, &of, None, ["L", "R"], &format!("L or R{of}"))?;
    let over = if step.side == Side::Left { step.x == 0 } else { usize::from(step.x) == COLS - 1 };
    match start.filter(|_| over) {
        None => Ok(step),
        Some(start) => {
            let message =
                format!("move {at} of {count} leaves the board, expected a move to a cell of the board");
            Err(scan.error(start.offset, message))
        }
    }
}

/// Writes the puzzle with its list.
///
/// # Errors
/// For another game, a size other than 7 by 5, no M, and colour 0.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    let (task, _) = write::mayan(puzzle)?;
    with_list(puzzle, &task.list, out)
}

/// Returns the answer to one puzzle as input for the simulator: the puzzle with the list as its moves.
///
/// # Errors
/// Returns the errors of [`write()`].
pub fn answer(puzzle: &Puzzle, list: &[Move]) -> Result<String, WriteError> {
    let mut out = String::new();
    with_list(puzzle, list, &mut out)?;
    Ok(out)
}

fn with_list(puzzle: &Puzzle, list: &[Move], out: &mut String) -> Result<(), WriteError> {
    let (_, moves) = write::mayan(puzzle)?;
    write::size(&puzzle.grid, ROWS, COLS)?;
    writeln!(out, "{moves}").expect("writing to a string cannot fail");
    write::rows(out, &puzzle.grid, Order::BottomFirst, " ", |name| match name {
        Some(0) => Err(write::colour(&puzzle.grid, 0, "1 or more")),
        name => Ok(name.unwrap_or(0)),
    })?;
    writeln!(out, "{}", list.len()).expect("writing to a string cannot fail");
    for step in list {
        let side = if step.side == Side::Left { 'L' } else { 'R' };
        writeln!(out, "{} {} {side}", step.x, step.y).expect("writing to a string cannot fail");
    }
    Ok(())
}
