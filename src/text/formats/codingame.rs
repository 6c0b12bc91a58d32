//! CodinGame's "SameGame": the board that the referee sends each turn, and the clicks of the player.
//!
//! Source: the statement and the referee of the optimisation puzzle "SameGame" on CodinGame, published as
//! acatai/SameGame on GitHub (config/statement_en.html, GameState.java).
//!
//! A board is 15 lines of 15 numbers, top row (14) to bottom row (0): a colour from 0 to 4, −1 for empty.
//! A board may be followed by its clicks, one line each: `col row`, 0-based from the bottom left, and an optional
//! message, which may not start with a number. Messages are skipped, because the game only displays them. Blank lines
//! are skipped, too.

use super::scan::{Token, lines, number, quote, tokens};
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{DEFAULT, Format, Framing, PuzzleSink};
use tilefall_rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall_rules::{Cell, GameKind, ReadError, plural};

const SIDE: usize = 15;

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub static FORMAT: Format = Format {
    name: "codingame",
    doc: "CodinGame SameGame: 15 rows of 15 numbers 0 to 4, -1 for empty; clicks 'col row'",
    game: Some(GameKind::SameGame),
    labels: super::TO_61.split_at(5).0,
    framing: Framing::Plain,
    holds_lists: true,
    read,
    write,
    ..DEFAULT
};

/// Reads all boards with their clicks.
///
/// # Errors
/// For a line that is neither a row nor a click after a board, a cell other than -1 to 4, fewer than 15 rows, a click
/// outside the board, floating tiles, and an empty column left of tiles. `found` has received the boards before
/// the error.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<(), ReadError> {
    // The current board, and the number of its rows so far.
    let (mut tiles, mut height) = (Tiles::new(text), 0);
    for (offset, line) in lines(text) {
        let Some(first) = tokens(offset, line).next() else { continue };
        match tokens(offset, line).take(SIDE + 1).count() {
            _ if height == 0 && found.count() > 0 && is_click(tokens(offset, line)) => {
                // The clicks of a bad board are skipped.
                if let Some(Puzzle { task: Task::SameGame(task), .. }) = found.last_mut() {
                    let click = click(text, tokens(offset, line)).map_err(ReadError::recognised)?;
                    task.clicks.push(click);
                }
                continue;
            }
            SIDE => {
                for token in tokens(offset, line) {
                    match cell(text, token) {
                        Ok(name) => tiles.push(name, token.offset)?,
                        Err(error) => tiles.refuse(error.recognised_if(height + found.count() > 0)),
                    }
                }
            }
            more => {
                let more = if more > SIDE { format!("more than {SIDE}") } else { more.to_string() };
                let message = format!("this line has {more} numbers, expected a row of {SIDE}");
                let error = ReadError::at(text, first.offset, message);
                let error = error.recognised_if(height + found.count() > 0);
                if height == 0 {
                    return Err(error);
                }
                tiles.refuse(error);
            }
        }
        height += 1;
        if height == SIDE as u64 {
            match tiles.board(SIDE, Order::TopFirst, GameKind::SameGame, found.columns()) {
                Ok(grid) => found.push(tiles.start(), grid, Task::SameGame(SameGameTask::default())),
                Err(error) => found.fail(error)?,
            }
            (tiles, height) = (Tiles::new(text), 0);
        }
    }
    if height > 0 || found.count() == 0 {
        let message = format!("the input ends after {} of a board, expected {SIDE}", plural(height, "row"));
        let error = ReadError::at(text, text.len(), message);
        return Err(tiles.first_error(error.recognised_if(height > 0)));
    }
    Ok(())
}

/// Returns `true` if a line is a click: two numbers, then nothing or a message. A line with a third number is a row.
fn is_click<'t>(mut line: impl Iterator<Item = Token<'t>>) -> bool {
    let is_number = |token: Token<'_>| {
        let digits = token.bytes.strip_prefix(b"-").unwrap_or(token.bytes);
        !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
    };
    matches!([(); 3].map(|()| line.next().map(is_number)), [Some(true), Some(true), None | Some(false)])
}

/// Removes the message from the line of a click; returns other lines unchanged.
pub(super) fn without_message(line: &[u8]) -> &[u8] {
    match tokens(0, line).nth(1) {
        Some(row) if is_click(tokens(0, line)) => &line[..row.offset + row.bytes.len()],
        _ => line,
    }
}

fn cell(text: &[u8], token: Token<'_>) -> Result<Option<u64>, ReadError> {
    match token.bytes {
        b"-1" => Ok(None),
        [digit @ b'0'..=b'4'] => Ok(Some(u64::from(digit - b'0'))),
        bytes => {
            let message = format!("found {}, expected a colour from 0 to 4, or -1", quote(bytes));
            Err(ReadError::at(text, token.offset, message))
        }
    }
}

fn click<'t>(text: &[u8], line: impl Iterator<Item = Token<'t>>) -> Result<Cell, ReadError> {
    let mut place = [0; 2];
    for ((token, what), to) in line.zip(["the column of a click", "the row of a click"]).zip(&mut place) {
        *to = number(text, token, what)? as usize;
        if *to >= SIDE {
            let message = format!("found {}, expected {what}, 0 to 14", quote(token.bytes));
            return Err(ReadError::at(text, token.offset, message));
        }
    }
    Ok(Cell::new(place[1], place[0]))
}

/// Writes one board and its clicks.
///
/// # Errors
/// For another game, a size other than 15 by 15, and a colour above 4.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    let task = write::samegame(puzzle)?;
    write::size(&puzzle.grid, SIDE, SIDE)?;
    write::rows(out, &puzzle.grid, Order::TopFirst, " ", |name| match name {
        Some(name @ 0..=4) => Ok(name as i64),
        Some(name) => Err(write::colour(&puzzle.grid, name, "0 to 4")),
        None => Ok(-1),
    })?;
    out.push_str(&clicks(&task.clicks)?);
    Ok(())
}

/// Returns a list of clicks as the lines that a player sends: `col row`, 0-based from the bottom left.
///
/// # Errors
/// For a click outside a board of 15 by 15.
pub fn clicks(list: &[Cell]) -> Result<String, WriteError> {
    list.iter()
        .map(|cell| match (cell.col, cell.row) {
            (col @ 0..SIDE, row @ 0..SIDE) => Ok(format!("{col} {row}\n")),
            _ => Err(WriteError("a click lies outside the board, expected 0 to 14".into())),
        })
        .collect()
}
