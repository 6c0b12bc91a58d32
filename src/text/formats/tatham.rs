//! Simon Tatham's Same Game IDs: `15x10c3s2:1,2,…`, one per line.
//!
//! Source: samegame.c of Simon Tatham's Portable Puzzle Collection (`encode_params`, `validate_params`,
//! `validate_desc`). IDs that the game prints have no `r`, so a board of two colours is accepted without
//! `r`, although the game requires three colours in an ID without `r`.
//!
//! The parts of an ID are: the width; `x` and the height (default: the width); `c` and the number of colours (default
//! 3, at most 9); `s1` for (n−1)² points or `s2` (the default) for (n−2)² points, without a bonus; `r` if the generator
//! may make insoluble boards; a colon; and a number for each cell, row by row from the top left, 0 for empty.

use super::scan::{digits, lines, quote, tokens};
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{DEFAULT, Format, Framing, PuzzleSink};
use tilefall_rules::grid::{Grid, MAX_CELLS};
use tilefall_rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall_rules::{Columns, GameKind, ReadError, Rules, Score, plural};

/// The entry of this format in [`FORMATS`](super::FORMATS).
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
/// For a line that is not an ID, sizes and colours that the game refuses, a random seed (`#…`) instead of tiles, more
/// or fewer tiles than cells, floating tiles, and an empty column left of tiles. `found` has received the boards
/// before the error.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<(), ReadError> {
    for (offset, line) in lines(text) {
        let mut tokens = tokens(offset, line);
        let Some(token) = tokens.next() else { continue };
        let mut id = Id { text, rest: token.bytes };
        let puzzle = id.head().and_then(|head| {
            let puzzle = id.board(token.offset, head, found.columns()).map_err(ReadError::recognised)?;
            match tokens.next() {
                None => Ok(puzzle),
                Some(more) => {
                    let message = format!("found {}, expected the end of the line", quote(more.bytes));
                    Err(ReadError::at(text, more.offset, message).recognised())
                }
            }
        });
        match puzzle {
            Ok((grid, task)) => found.push(token.offset, grid, task),
            Err(error) => found.fail(error)?,
        }
    }
    if found.count() == 0 {
        let message = "the input ends here, expected an ID like 5x5c3s2:1,2,…";
        return Err(ReadError::at(text, text.len(), message));
    }
    Ok(())
}

/// The numbers before the tiles: columns, rows, colours and scoring.
type Head = [u64; 4];

/// An ID during reading: the whole text, and the part of the ID that is not read yet.
struct Id<'a> {
    text: &'a [u8],
    rest: &'a [u8],
}

impl Id<'_> {
    /// Reads the ID up to and including its colon, or up to the `#` of a random seed.
    fn head(&mut self) -> Result<Head, ReadError> {
        let cols = self.number("a width")?;
        let rows = if self.eat(b'x') { self.number("a height")? } else { cols };
        let colours = if self.eat(b'c') { self.number("the number of colours")? } else { 3 };
        let scoring = if self.eat(b's') { self.number("the scoring, 1 or 2")? } else { 2 };
        self.eat(b'r');
        match self.rest.first() == Some(&b'#') || self.eat(b':') {
            true => Ok([cols, rows, colours, scoring]),
            false => Err(self.found("':'")),
        }
    }

    /// Reads the tiles of the ID that begins at `start`.
    fn board(
        &mut self,
        start: usize,
        [cols, rows, colours, scoring]: Head,
        columns: Columns,
    ) -> Result<(Grid, Task), ReadError> {
        if self.rest.first() == Some(&b'#') {
            return Err(self.error(
                "this ID holds a random seed, expected one with tiles (Specific in the game's menu)",
            ));
        }
        let wrong = |message: String| Err(ReadError::at(self.text, start, message));
        let score = match scoring {
            1 => Score::N1,
            2 => Score::N2,
            _ => return wrong("the scoring is unknown, expected s1 or s2".into()),
        };
        if !(2..=9).contains(&colours) {
            return wrong(format!("{}, expected 2 to 9", plural(colours, "colour")));
        }
        let cells = cols.checked_mul(rows).filter(|cells| (2..=MAX_CELLS as u64).contains(cells));
        let Some(cells) = cells else {
            return wrong(format!("a board of {cols} by {rows}, expected 2 to {MAX_CELLS} cells"));
        };
        let mut tiles = Tiles::new(self.text);
        for cell in 0..cells {
            if cell > 0 && !self.eat(b',') {
                return Err(self.found(&format!("',' after tile {cell} of {cells}")));
            }
            let at = self.offset();
            let name = self.number("a tile")?;
            if name > colours {
                let message = format!("tile {name}, expected 0 to {colours}");
                return Err(ReadError::at(self.text, at, message));
            }
            tiles.push((name > 0).then_some(name), at)?;
        }
        if !self.rest.is_empty() {
            return Err(self.found(&format!("the end after {cells} tiles")));
        }
        let grid = tiles.board(cols as usize, Order::TopFirst, GameKind::SameGame, columns)?;
        let rules = Some(Rules { score, clear_bonus: 0, ..Rules::USUAL });
        let task = Task::SameGame(SameGameTask { rules, clicks: Vec::new() });
        Ok((grid, task))
    }

    fn offset(&self) -> usize {
        self.rest.as_ptr() as usize - self.text.as_ptr() as usize
    }

    fn eat(&mut self, byte: u8) -> bool {
        let rest = self.rest.strip_prefix(&[byte]);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn number(&mut self, what: &str) -> Result<u64, ReadError> {
        let length = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.rest.split_at(length);
        if length == 0 {
            return Err(self.found(what));
        }
        let value =
            digits(number).ok_or_else(|| self.error(&format!("this number is too large for {what}")))?;
        self.rest = rest;
        Ok(value)
    }

    fn found(&self, expected: &str) -> ReadError {
        let found = if self.rest.is_empty() {
            "the ID ends here".into()
        } else {
            format!("found {}", quote(self.rest))
        };
        self.error(&format!("{found}, expected {expected}"))
    }

    fn error(&self, message: &str) -> ReadError {
        ReadError::at(self.text, self.offset(), message)
    }
}

/// Writes one ID. The ID of a puzzle without rules has `s2`, the default of the game.
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
