//! One board of any size: rows of `.` and digits without white space, top row first.
//!
//! Source: the statement "Same-game" of a first-year course in C ("WIERSZE", "KOLUMNY", "RODZAJE"), which
//! gives no sample.
//!
//! Spaces at the ends of lines and blank lines around the board are skipped.

use super::scan::{Token, lines, quote, tokens};
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{DEFAULT, Format, Framing, PuzzleSink};
use tilefall_rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall_rules::{GameKind, ReadError};

/// The entry of this format in [`FORMATS`](super::FORMATS).
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

/// Reads the board.
///
/// # Errors
/// For characters other than `.` and digits, uneven rows, a blank line inside the board, no rows, floating tiles, and
/// an empty column left of tiles.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<(), ReadError> {
    let mut tiles = Tiles::new(text);
    let (mut rows, mut cols, mut ended) = (0, 0, false);
    for (offset, line) in lines(text) {
        let mut tokens = tokens(offset, line);
        let Some(row) = tokens.next() else {
            ended |= rows > 0;
            continue;
        };
        let error = |offset, message: String| ReadError::at(text, offset, message).recognised_if(rows >= 2);
        let end = |more: Token<'_>, of: &str| {
            error(more.offset, format!("found {}, expected the end of the {of}", quote(more.bytes)))
        };
        if ended {
            return Err(end(row, "board after a blank line"));
        }
        let cell = |sign: char| if sign == '.' { Some(None) } else { Some(Some(sign.to_digit(10)?.into())) };
        tiles.push_signs(row, "'.' or a digit", cell).map_err(|error| error.recognised_if(rows >= 2))?;
        if let Some(more) = tokens.next() {
            return Err(end(more, "line"));
        }
        cols = if cols == 0 { row.bytes.len() } else { cols };
        if row.bytes.len() != cols {
            let message = format!("this row has {} cells, expected {cols} as above", row.bytes.len());
            return Err(error(row.offset, message));
        }
        rows += 1;
    }
    if cols == 0 {
        let message = "the input ends here, expected a board of '.' and digits";
        return Err(ReadError::at(text, text.len(), message));
    }
    let grid = tiles.board(cols, Order::TopFirst, GameKind::SameGame, found.columns())?;
    found.push(tiles.start(), grid, Task::SameGame(SameGameTask::default()));
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
