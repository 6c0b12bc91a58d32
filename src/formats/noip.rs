//! NOIP 2011 "mayan": n, then five columns bottom-up, each ended by 0.
//!
//! Source: the third task of the first day of the Chinese National Olympiad in Informatics in Provinces 2011,
//! senior group. Its sample is tests/data/noip/statement.in.
//!
//! A stream of numbers without line structure; a column holds at most seven blocks, a colour is any
//! positive number. The board is to be cleared in exactly n moves.
//!
//! The judge takes one puzzle. A text that is laid out in lines may have several, one after the other, and behind each its
//! answer: a line `x y g` a move, or `-1`.

use super::layout::Lines;
use super::scan::{Scan, Token, number, quote};
use super::several::Item;
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{BARE, Fit, Format, Framing, NONE, Native, PuzzleSink, several};
use crate::base::{Cell, Game, Mode, Move, ReadError, Side};
use crate::grid::Grid;
use crate::puzzle::{MayanTask, Puzzle, Task};
use std::fmt::Write as _;

const ROWS: usize = 7;
const COLS: usize = 5;
/// What may be wrong with a line.
const WRONG: [&str; 2] = ["does not end with a 0", "continues after its 0"];

/// This format.
pub static FORMAT: Format = Format {
    name: "noip",
    doc: "NOIP 2011 mayan: the number of moves, five columns bottom-up, each ended by 0",
    game: Some(Game::Mayan),
    labels: &super::ONE_TO_62,
    framing: Framing::Single,
    native: Some(NATIVE),
    holds_lists: true,
    read,
    write,
    ..BARE
};

/// The judge's answers.
pub(super) const NATIVE: Native = Native::Moves { answer: |_, list| Ok(answer(Some(list))), list };

/// Reads the puzzles, each perhaps with an answer.
///
/// # Errors
/// For anything but numbers, an eighth block in a column, too few columns, an answer with a move that there is not, and
/// text that is neither an answer nor another puzzle. The puzzles before are given.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<Fit, ReadError> {
    let puzzle = |scan: &mut Scan<'_>, lines: &mut Lines| {
        let (start, grid, moves) = board(text, scan, lines)?;
        let list = answer_behind(text, scan).map_err(ReadError::recognised)?;
        let task = Task::Mayan(MayanTask {
            moves: Some(moves),
            mode: Some(Mode::Exactly),
            list,
            ..MayanTask::default()
        });
        let behind = "the end after the fifth column, an answer or another puzzle".into();
        Ok(Item { start, grid, task, behind })
    };
    // Another puzzle begins with a line of its own.
    several::read(text, found, puzzle, |scan, lines| lines.fit() && next_line(scan).len() == 1)
}

/// The tokens of the next line, at most four; none if the next token does not begin a line.
fn next_line<'t>(scan: &Scan<'t>) -> Vec<Token<'t>> {
    let mut ahead = scan.clone();
    let Some(first) = ahead.next().filter(|token| token.first) else { return Vec::new() };
    std::iter::once(first).chain(ahead.take_while(|token| !token.first)).take(4).collect()
}

/// Reads the answer that may stand behind a puzzle, as its judge writes it.
fn answer_behind(text: &[u8], scan: &mut Scan<'_>) -> Result<Vec<Move>, ReadError> {
    let mut list = Vec::new();
    loop {
        match next_line(scan)[..] {
            [none] if list.is_empty() && none.bytes == b"-1" => {
                scan.next();
                return Ok(list);
            }
            [x, y, side] => list.push(step(text, x, y, side)?),
            _ => return Ok(list),
        }
        scan.nth(2);
    }
}

/// A move as the judge writes it.
fn step(text: &[u8], x: Token<'_>, y: Token<'_>, side: Token<'_>) -> Result<Move, ReadError> {
    let coordinate = |token: Token<'_>, what: &str, most: usize| {
        let value = number(text, token, "a move of an answer, x y g")?;
        u8::try_from(value).ok().filter(|&value| usize::from(value) < most).ok_or_else(|| {
            let message = format!("{what} is {value}, outside the board, expected 0 to {}", most - 1);
            ReadError::at(text, token.offset, message)
        })
    };
    let (x, y) = (coordinate(x, "x", COLS)?, coordinate(y, "y", ROWS)?);
    match side.bytes {
        b"1" => Ok(Move::new(x, y, Side::Right)),
        b"-1" => Ok(Move::new(x, y, Side::Left)),
        bytes => {
            let message = format!("found {}, expected 1 for right or -1 for left", quote(bytes));
            Err(ReadError::at(text, side.offset, message))
        }
    }
}

/// Reads a board and n, and where it starts.
fn board(text: &[u8], scan: &mut Scan<'_>, lines: &mut Lines) -> Result<(usize, Grid, u64), ReadError> {
    let (moves, token) = scan.number("the number of moves")?;
    let start = token.offset;
    lines.see(token, true, WRONG);
    let mut columns: [Vec<(u64, usize)>; COLS] = Default::default();
    for (x, column) in columns.iter_mut().enumerate() {
        loop {
            let (name, token) = scan.number(&format!("a block of column {x} from the left, or its 0"))?;
            lines.see(token, column.is_empty(), WRONG);
            if name == 0 {
                lines.complete();
                break;
            }
            if column.len() == ROWS {
                let message =
                    format!("an eighth block in column {x} from the left, expected at most {ROWS} and a 0");
                return Err(scan.error(token.offset, message));
            }
            column.push((name, token.offset));
        }
    }
    let mut tiles = Tiles::new(text);
    for y in 0..ROWS {
        for column in &columns {
            let block = column.get(y);
            tiles.push(block.map(|block| block.0), block.map_or(0, |block| block.1))?;
        }
    }
    let grid = tiles.board(COLS, Order::BottomFirst, Game::Mayan)?;
    Ok((start, grid, moves))
}

/// Writes the puzzle.
///
/// # Errors
/// For another game or size, no number of moves, a floating block, and colour 0.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    let (_, moves) = write::mayan(puzzle)?;
    let grid = &puzzle.grid;
    write::size(grid, ROWS, COLS)?;
    if grid.first_floating().is_some() {
        return Err(WriteError("the board has floating blocks, expected a fallen one".into()));
    }
    writeln!(out, "{moves}").expect("a string takes all");
    for x in 0..COLS {
        for name in (0..ROWS).map_while(|y| grid.name_at(Cell::new(y, x))) {
            if name == 0 {
                return Err(write::colour(grid, 0, "1 or more"));
            }
            write!(out, "{name} ").expect("a string takes all");
        }
        out.push_str("0\n");
    }
    Ok(())
}

/// The judge's output: a line `x y g` a move, g being 1 for right and -1 for left; `-1` for no solution.
///
/// ```
/// use tilefall::{base::{Move, Side}, formats::noip};
/// assert_eq!(noip::answer(Some(&[Move::new(2, 1, Side::Right)])), "2 1 1\n");
/// assert_eq!(noip::answer(None), "-1\n");
/// ```
pub fn answer(list: Option<&[Move]>) -> String {
    let Some(list) = list else { return NONE.into() };
    let side = |side| if side == Side::Right { 1 } else { -1 };
    list.iter().map(|step| format!("{} {} {}\n", step.x, step.y, side(step.side))).collect()
}

/// One list of several, with the blank line behind it that parts it from the next.
pub(super) fn list(list: &[Move]) -> String {
    answer(Some(list)) + "\n"
}
