//! UVa 758, "The Same Game": a number of games, then 10 rows of 15 letters for each, top row first.
//!
//! Source: problem 758 of the UVa Online Judge; its sample is tests/data/uva758/statement.in.
//!
//! A letter R, G or B is a ball; it is the colour that the same letter names in a puzzle record. A blank
//! line stands before each game; where lines are blank does not matter to the reader.

use super::scan::{Scan, quote};
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{BARE, Format, Framing, Layout, PuzzleSink};
use crate::base::{Game, ReadError};
use crate::grid::Grid;
use crate::puzzle::{Puzzle, SameGameTask, Task};

const ROWS: usize = 10;
const COLS: usize = 15;
/// The colour names of B, G and R.
const BALLS: [u64; 3] = [37, 42, 53];

/// This format.
pub static FORMAT: Format = Format {
    name: "uva758",
    doc: "UVa 758: a number of games, each 10 rows of 15 letters R, G, B",
    game: Some(Game::SameGame),
    labels: &BALLS,
    framing: Framing::Counted,
    read,
    write,
    ..BARE
};

/// Reads all games of an input.
///
/// # Errors
/// For a row that is not 15 letters of R, G, B, and for more or fewer games than said. The games before
/// are given.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<Layout, ReadError> {
    let mut begun = false;
    games(text, found, &mut begun).map_err(|error| error.recognised_if(begun))
}

fn games(text: &[u8], found: &mut PuzzleSink<'_>, begun: &mut bool) -> Result<Layout, ReadError> {
    let mut scan = Scan::new(text);
    let (games, token) = scan.number("the number of games")?;
    if games == 0 {
        return Err(scan.error(token.offset, "found '0', expected at least one game"));
    }
    for _ in 0..games {
        let mut tiles = Tiles::new(text);
        for _ in 0..ROWS {
            let token = scan.need("a row of 15 letters R, G, B")?;
            let ball = |&byte: &u8| Grid::name_of(char::from(byte)).filter(|name| BALLS.contains(name));
            if let Some(at) = token.bytes.iter().position(|byte| ball(byte).is_none()) {
                let found = quote(&token.bytes[at..=at]);
                return Err(scan.error(token.offset + at, format!("found {found}, expected R, G or B")));
            }
            if token.bytes.len() != COLS {
                let message = format!("this row has {} letters, expected {COLS}", token.bytes.len());
                return Err(scan.error(token.offset, message));
            }
            for (at, byte) in token.bytes.iter().enumerate() {
                tiles.push(ball(byte), token.offset + at)?;
            }
            *begun = true;
        }
        let grid = tiles.board(COLS, Order::TopFirst, Game::SameGame)?;
        let task = Task::SameGame(SameGameTask::default());
        found.push(tiles.start(), grid, task);
    }
    scan.end("the last game")?;
    Ok(Layout::Neat)
}

/// Writes one game.
///
/// # Errors
/// For another game or size, an empty cell, and a colour other than R, G, B.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    write::samegame(puzzle)?;
    write::size(&puzzle.grid, ROWS, COLS)?;
    write::rows(out, &puzzle.grid, Order::TopFirst, "", |name| match name {
        Some(name) if BALLS.contains(&name) => Ok(Grid::character(name).expect("B, G and R are below 62")),
        Some(name) => Err(write::colour(name, "B, G or R (37, 42 or 53)")),
        None => Err(write::empty_cell()),
    })
}
