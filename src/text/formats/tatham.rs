//! Simon Tatham's Same Game IDs: `15x10c3s2:1,2,…`, one per line.
//!
//! Source: samegame.c of Simon Tatham's Portable Puzzle Collection (`encode_params`, `validate_params`,
//! `validate_desc`). IDs that the game prints have no `r`, so a board of two colours is accepted without it,
//! although the game itself then requires three.
//!
//! Width `x` height (left out: the width), `c` colours (3 if left out, at most 9), `s` scoring (`s1` is
//! (n−1)², `s2`, or nothing, (n−2)²; neither has a bonus), then an optional `r`, which only allows the generator to make
//! insoluble boards; after the colon a number per tile, row by row from the top left, 0 for empty.

use super::scan::{digits, lines, quote, tokens};
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{DEFAULT, Format, Framing, PuzzleSink};
use crate::rules::grid::{Grid, MAX_CELLS};
use crate::rules::puzzle::{Puzzle, SameGameTask, Task};
use crate::rules::{Columns, GameKind, ReadError, Rules, Score, plural};

/// This format.
pub static FORMAT: Format = Format {
    name: "tatham",
    doc: "Simon Tatham's Same Game IDs, one a line: 15x10c3s2:1,2,...",
    game: Some(GameKind::SameGame),
    labels: super::ONE_TO_62.split_at(9).0,
    framing: Framing::Plain,
    read,
    write,
    ..DEFAULT
};

/// Reads all IDs of a text.
///
/// # Errors
/// For a line that is not such an ID, sizes and colours that the program refuses, a random seed (`#…`) instead of tiles,
/// more or fewer tiles than cells, floating tiles, and an empty column left of a full one. `found` has received the boards
/// before it.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<(), ReadError> {
    for (offset, line) in lines(text) {
        let mut tokens = tokens(offset, line);
        let Some(token) = tokens.next() else { continue };
        let mut id = Id { text, rest: token.bytes, at: token.offset };
        let read = id.puzzle(found.columns()).and_then(|puzzle| match tokens.next() {
            None => Ok(puzzle),
            Some(more) => {
                let message = format!("found {}, expected the end of the line", quote(more.bytes));
                Err(ReadError::at(text, more.offset, message).recognised())
            }
        });
        match read {
            Ok((grid, task)) => found.push(token.offset, grid, task),
            Err(error) => found.fail(error)?,
        }
    }
    if found.count() == 0 {
        return Err(ReadError::at(
            text,
            text.len(),
            "the input ends here, expected an ID like 5x5c3s2:1,2,…",
        ));
    }
    Ok(())
}

/// The rest of an ID, with its offset in the text.
struct Id<'a> {
    text: &'a [u8],
    rest: &'a [u8],
    at: usize,
}

impl<'a> Id<'a> {
    fn puzzle(&mut self, columns: Columns) -> Result<(Grid, Task), ReadError> {
        let start = self.at;
        let cols = self.number("a width")?;
        let rows = if self.eat(b'x') { self.number("a height")? } else { cols };
        let colours = if self.eat(b'c') { self.number("the number of colours")? } else { 3 };
        let scoring = if self.eat(b's') { self.number("the scoring, 1 or 2")? } else { 2 };
        self.eat(b'r');
        if self.rest.first() == Some(&b'#') {
            let message =
                "this ID holds a random seed, expected one with tiles (Specific in the game's menu)";
            return Err(self.error(self.at, message).recognised());
        }
        if !self.eat(b':') {
            return Err(self.found("':'"));
        }
        let score = match scoring {
            1 => Score::N1,
            2 => Score::N2,
            _ => return Err(self.error(start, "the scoring is unknown, expected s1 or s2").recognised()),
        };
        if !(2..=9).contains(&colours) {
            let message = format!("{}, expected 2 to 9", plural(colours, "colour"));
            return Err(self.error(start, message).recognised());
        }
        let cells = cols.checked_mul(rows).filter(|cells| (2..=MAX_CELLS as u64).contains(cells));
        let Some(cells) = cells else {
            let message = format!("a board of {cols} by {rows}, expected 2 to {MAX_CELLS} cells");
            return Err(self.error(start, message).recognised());
        };
        let mut tiles = Tiles::new(self.text);
        for cell in 0..cells {
            if cell > 0 && !self.eat(b',') {
                return Err(self.found(&format!("',' after tile {cell} of {cells}")).recognised());
            }
            let at = self.at;
            let name = self.number("a tile").map_err(ReadError::recognised)?;
            if name > colours {
                let message = format!("tile {name}, expected 0 to {colours}");
                return Err(self.error(at, message).recognised());
            }
            tiles.push((name > 0).then_some(name), at)?;
        }
        if !self.rest.is_empty() {
            return Err(self.found(&format!("the end after {cells} tiles")).recognised());
        }
        let grid = tiles.board(cols as usize, Order::TopFirst, GameKind::SameGame, columns)?;
        let rules = Some(Rules { score, clear_bonus: 0, ..Rules::USUAL });
        let task = Task::SameGame(SameGameTask { rules, clicks: Vec::new() });
        Ok((grid, task))
    }

    fn eat(&mut self, byte: u8) -> bool {
        let eaten = self.rest.first() == Some(&byte);
        self.skip(usize::from(eaten));
        eaten
    }

    fn number(&mut self, what: &str) -> Result<u64, ReadError> {
        let length = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length == 0 {
            return Err(self.found(what));
        }
        let value = digits(&self.rest[..length]);
        let value =
            value.ok_or_else(|| self.error(self.at, format!("this number is too large for {what}")))?;
        self.skip(length);
        Ok(value)
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        self.at += bytes;
    }

    fn found(&self, expected: &str) -> ReadError {
        let message = if self.rest.is_empty() {
            format!("the ID ends here, expected {expected}")
        } else {
            format!("found {}, expected {expected}", quote(self.rest))
        };
        self.error(self.at, message)
    }

    fn error(&self, at: usize, message: impl Into<String>) -> ReadError {
        ReadError::at(self.text, at, message)
    }
}

/// Writes one ID. Without rules it has `s2`, the default of the game.
///
/// # Errors
/// For another game, a board of one cell, a colour other than 1 to 9, and a scoring other than `n1` and
/// `n2`. A bonus or penalty is omitted.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    let task = write::samegame(puzzle)?;
    let scoring = match task.rules.map_or(Score::N2, |rules| rules.score) {
        Score::N1 => 1,
        Score::N2 => 2,
        _ => return Err(WriteError("the puzzle has another scoring, expected n1 or n2".into())),
    };
    let grid = &puzzle.grid;
    if grid.rows() * grid.cols() < 2 {
        return Err(WriteError("the board has one cell, expected at least two".into()));
    }
    let mut most = 3;
    let mut drawn = String::new();
    write::rows(&mut drawn, grid, Order::TopFirst, ",", |name| match name {
        Some(name @ 1..=9) => {
            most = most.max(name);
            Ok(name)
        }
        Some(name) => Err(write::colour(grid, name, "1 to 9")),
        None => Ok(0),
    })?;
    let tiles: Vec<&str> = drawn.lines().collect();
    out.push_str(&format!("{}x{}c{most}s{scoring}:{}\n", grid.cols(), grid.rows(), tiles.join(",")));
    Ok(())
}
