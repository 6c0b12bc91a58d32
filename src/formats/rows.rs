//! Plain rows, top row first: digits side by side, or numbers with spaces between; `.` or `-1` is empty.
//!
//! Blank lines separate boards. A board whose lines all hold one token is read digit by digit, so a board
//! of one column has colours below 10.

use super::scan::{Token, lines, number, quote, tokens};
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{BARE, Format, Framing, Layout, PuzzleSink, click};
use crate::base::{Game, ReadError};
use crate::puzzle::{Puzzle, SameGameTask, Task};

/// This format.
pub static FORMAT: Format = Format {
    name: "rows",
    doc: "rows of digits, or of numbers with spaces between, top row first; '.' or -1 is empty",
    game: Some(Game::SameGame),
    labels: &super::TO_61,
    framing: Framing::Blank,
    read,
    write,
    ..BARE
};

/// Reads all boards.
///
/// # Errors
/// For other characters, uneven rows, no rows at all, floating tiles, and an empty column left of a full
/// one. The boards before are given.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<Layout, ReadError> {
    let mut rows = 0;
    boards(text, found, &mut rows).map_err(|error| error.recognised_if(rows >= 2))
}

/// Reads all boards, counting the rows that are right.
fn boards(text: &[u8], found: &mut PuzzleSink<'_>, rows: &mut u64) -> Result<Layout, ReadError> {
    let mut neat = true;
    let mut board: Option<Board<'_>> = None;
    for (offset, line) in lines(text) {
        if let Some(first) = tokens(offset, line).next() {
            let spaced = tokens(offset, line).nth(1).is_some();
            let board = board.get_or_insert_with(|| Board { tiles: Tiles::new(text), cols: 0, spaced });
            board.row(text, first, tokens(offset, line))?;
            *rows += 1;
        } else if let Some(board) = board.take() {
            neat &= board.finish(found)?;
        }
    }
    if let Some(board) = board {
        neat &= board.finish(found)?;
    } else if found.is_empty() {
        return Err(ReadError::at(text, text.len(), "the input ends here, expected rows of digits"));
    }
    Ok(if neat { Layout::Neat } else { Layout::Bare })
}

/// A board that is being read.
struct Board<'a> {
    tiles: Tiles<'a>,
    cols: usize,
    spaced: bool,
}

impl Board<'_> {
    fn row<'t>(
        &mut self,
        text: &[u8],
        first: Token<'t>,
        line: impl Iterator<Item = Token<'t>>,
    ) -> Result<(), ReadError> {
        let before = self.tiles.count();
        for token in line {
            if !self.spaced {
                if token.offset > first.offset {
                    let message = format!("found {}, expected no spaces, as above", quote(token.bytes));
                    return Err(ReadError::at(text, token.offset, message));
                }
                click::push_row(text, &mut self.tiles, token)?;
                continue;
            }
            let name = match token.bytes {
                b"." | b"-1" => None,
                _ => Some(number(text, token, "a colour, '.' or -1")?),
            };
            self.tiles.push(name, token.offset)?;
        }
        let cells = self.tiles.count() - before;
        self.cols = if before == 0 { cells } else { self.cols };
        if cells == self.cols {
            return Ok(());
        }
        let message = format!("this row has {cells} cells, expected {} as above", self.cols);
        Err(ReadError::at(text, first.offset, message))
    }

    /// Returns the board, and whether it has more than one row and more than one column.
    fn finish(self, found: &mut PuzzleSink<'_>) -> Result<bool, ReadError> {
        let grid = self.tiles.board(self.cols, Order::TopFirst, Game::SameGame)?;
        let neat = grid.rows() > 1 && grid.cols() > 1;
        found.push(self.tiles.start(), grid, Task::SameGame(SameGameTask::default()));
        Ok(neat)
    }
}

/// Writes one board, with spaces.
///
/// # Errors
/// For another game, and a board of one column with a colour above 9.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    write::samegame(puzzle)?;
    let most = if puzzle.grid.cols() == 1 { 9 } else { u64::MAX };
    write::rows(out, &puzzle.grid, Order::TopFirst, " ", |name| match name {
        Some(name) if name > most => Err(write::colour(name, "0 to 9 in a board of one column")),
        Some(name) => Ok(name.to_string()),
        None => Ok(".".into()),
    })
}
