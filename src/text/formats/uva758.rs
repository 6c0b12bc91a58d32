//! UVa 758, "The Same Game": a number of games, then 10 rows of 15 letters for each, top row first.
//!
//! Source: problem 758 of the UVa Online Judge; its sample is tests/data/uva758/statement.in.
//!
//! The letters R, G and B are balls; in a puzzle record, their colours have the same letters. A blank line precedes
//! each game; the reader ignores blank lines.
//!
//! Problem 1325 of FZU has the same games in blocks: the number of blocks, then for each block the number of its games
//! and the games. The reader accepts such blocks, also if the number of blocks is missing.

use super::scan::Scan;
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{DEFAULT, Format, Framing, PuzzleSink};
use tilefall_rules::grid::Grid;
use tilefall_rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall_rules::{Columns, GameKind, ReadError};

const ROWS: usize = 10;
const COLS: usize = 15;
/// The colour names of B, G and R.
const BALLS: [u64; 3] = [37, 42, 53];

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub static FORMAT: Format = Format {
    name: "uva758",
    doc: "UVa 758: a number of games, each 10 rows of 15 letters R, G, B",
    game: Some(GameKind::SameGame),
    labels: &BALLS,
    framing: Framing::Counted,
    read,
    write,
    ..DEFAULT
};

/// Reads all games of an input.
///
/// # Errors
/// Returns the errors of [`games`]. `found` has received the games before the error.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<(), ReadError> {
    let read = games(text, &mut |_, offset, grid| {
        grid.map(|grid| found.push(offset, grid, Task::SameGame(SameGameTask::default())))
            .or_else(|error| found.fail(error))
    });
    read.map_err(|error| error.recognised_if(found.count() > 0))
}

/// The receiver of games. The arguments are the number of the game in its block, from 1, the offset of the game, and
/// the board or its error.
type GameSink<'a> = dyn FnMut(u64, usize, Result<Grid, ReadError>) -> Result<(), ReadError> + 'a;

/// Calls `sink` for each game of an input. A game with a row that is not 15 letters R, G, B is passed as an error.
///
/// # Errors
/// For more or fewer games or blocks than stated; also returns the errors of `sink`.
pub fn games(text: &[u8], sink: &mut GameSink<'_>) -> Result<(), ReadError> {
    let mut scan = Scan::new(text);
    let (mut games, mut token) = scan.number("the number of games")?;
    let is_number = |scan: &Scan<'_>| scan.clone().next().is_some_and(|next| next.bytes[0].is_ascii_digit());
    let counted = is_number(&scan).then_some(games);
    if counted.is_some() {
        (games, token) = scan.number("the number of games")?;
    }
    let mut block = 1;
    loop {
        if games == 0 {
            return Err(scan.error(token.offset, "found '0', expected at least one game"));
        }
        for number in 1..=games {
            let (offset, grid) = game(text, &mut scan)?;
            sink(number, offset, grid)?;
        }
        let more = counted.map_or(is_number(&scan), |blocks| block < blocks);
        if !more {
            let last = if counted.is_some() { "the last block" } else { "the last game" };
            return scan.end(last);
        }
        (games, token) = scan.number("the number of games of the next block")?;
        block += 1;
    }
}

/// Reads a game. Returns its offset, and the board or the first error of a row.
fn game(text: &[u8], scan: &mut Scan<'_>) -> Result<(usize, Result<Grid, ReadError>), ReadError> {
    let mut tiles = Tiles::new(text);
    let mut begun = false;
    for _ in 0..ROWS {
        let token = scan
            .need("a row of 15 letters R, G, B")
            .map_err(|error| tiles.first_error(error).recognised_if(begun))?;
        let ball = |sign| Grid::name_of(sign).filter(|name| BALLS.contains(name)).map(Some);
        if let Err(error) = tiles.push_signs(token, "R, G or B", ball) {
            tiles.refuse(error);
        } else if token.bytes.len() != COLS {
            let message = format!("this row has {} letters, expected {COLS}", token.bytes.len());
            tiles.refuse(scan.error(token.offset, message));
        } else {
            begun = true;
        }
    }
    let grid = tiles.board(COLS, Order::TopFirst, GameKind::SameGame, Columns::Close);
    Ok((tiles.start(), grid.map(Grid::with_letters).map_err(|error| error.recognised_if(begun))))
}

/// Writes one game.
///
/// # Errors
/// For another game, a size other than 10 by 15, an empty cell, and a colour other than R, G, B.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    write::samegame(puzzle)?;
    write::size(&puzzle.grid, ROWS, COLS)?;
    write::rows(out, &puzzle.grid, Order::TopFirst, "", |name| match name {
        Some(name) if BALLS.contains(&name) => Ok(Grid::character(name).expect("B, G and R are below 62")),
        Some(name) => Err(write::colour(&puzzle.grid, name, "B, G or R (37, 42 or 53)")),
        None => Err(write::empty_cell()),
    })
}
