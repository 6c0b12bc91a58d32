//! The one-move program's board: rows of `.` and digits without white space, top row first.
//!
//! Source: the statement "Same-game" of a first-year course in C ("WIERSZE", "KOLUMNY", "RODZAJE"), which
//! gives no sample.
//!
//! One board; any number of rows and columns. Spaces at the ends of lines and blank lines around the
//! board are skipped.

use super::scan::{Token, lines, quote, tokens};
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{Coordinates, DEFAULT, Format, Framing, PuzzleSink};
use crate::rules::puzzle::{Puzzle, SameGameTask, Task};
use crate::rules::{GameKind, ReadError};

/// This format.
pub static FORMAT: Format = Format {
    name: "click",
    doc: "one board of '.' and digits, no spaces, top row first",
    game: Some(GameKind::SameGame),
    labels: super::TO_61.split_at(10).0,
    framing: Framing::Single,
    read,
    write,
    ..DEFAULT
};

/// The coordinates of lists of clicks.
pub static COORDINATES: Coordinates = Coordinates {
    name: "click",
    doc: "ROW COLUMN from 0 at the top left",
    // A row below the board becomes 0, which no board has.
    click: |rows, [row, col]| [rows.saturating_sub(row), col.saturating_add(1)],
    first: 0,
    column_first: false,
    clicks: |line| line,
};

/// Reads the board.
///
/// # Errors
/// For other characters, uneven rows, a blank line inside the board, no rows, floating tiles, and an empty
/// column left of a full one.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<(), ReadError> {
    let mut rows = 0;
    board(text, found, &mut rows).map_err(|error| error.recognised_if(rows >= 2))
}

/// Reads the board, and counts the valid rows.
fn board(text: &[u8], found: &mut PuzzleSink<'_>, rows: &mut u64) -> Result<(), ReadError> {
    let mut tiles = Tiles::new(text);
    let mut cols = 0;
    let mut ended = false;
    for (offset, line) in lines(text) {
        let mut tokens = tokens(offset, line);
        let Some(row) = tokens.next() else {
            ended |= tiles.count() > 0;
            continue;
        };
        let end = |more: Token<'_>, of: &str| {
            let message = format!("found {}, expected the end of the {of}", quote(more.bytes));
            ReadError::at(text, more.offset, message)
        };
        if ended {
            return Err(end(row, "board after a blank line"));
        }
        push_row(text, &mut tiles, row)?;
        if let Some(more) = tokens.next() {
            return Err(end(more, "line"));
        }
        cols = if cols == 0 { row.bytes.len() } else { cols };
        if row.bytes.len() != cols {
            let message = format!("this row has {} cells, expected {cols} as above", row.bytes.len());
            return Err(ReadError::at(text, row.offset, message));
        }
        *rows += 1;
    }
    if cols == 0 {
        return Err(ReadError::at(
            text,
            text.len(),
            "the input ends here, expected a board of '.' and digits",
        ));
    }
    let grid = tiles.board(cols, Order::TopFirst, GameKind::SameGame, found.columns())?;
    found.push(tiles.start(), grid, Task::SameGame(SameGameTask::default()));
    Ok(())
}

/// Adds the cells of a row of `.` and digits.
pub(super) fn push_row(text: &[u8], tiles: &mut Tiles<'_>, row: Token<'_>) -> Result<(), ReadError> {
    for (at, &byte) in row.bytes.iter().enumerate() {
        let name = match byte {
            b'.' => None,
            b'0'..=b'9' => Some(u64::from(byte - b'0')),
            _ => {
                let message = format!("found {}, expected '.' or a digit", quote(&[byte]));
                return Err(ReadError::at(text, row.offset + at, message));
            }
        };
        tiles.push(name, row.offset + at)?;
    }
    Ok(())
}

/// Writes the board.
///
/// # Errors
/// For another game, and a colour above 9.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    write::samegame(puzzle)?;
    write::rows(out, &puzzle.grid, Order::TopFirst, "", |name| match name {
        Some(name @ 0..=9) => Ok(char::from(b'0' + name as u8)),
        Some(name) => Err(write::colour(&puzzle.grid, name, "0 to 9")),
        None => Ok('.'),
    })
}
