//! NOIP 2011 "mayan": the number of moves n, then five columns bottom-up, each ended by 0.
//!
//! Source: the third task of the first day of the Chinese National Olympiad in Informatics in Provinces 2011,
//! senior group. Its sample is tests/data/noip/statement.in.
//!
//! A stream of numbers without line structure; a column holds at most seven blocks, a colour is any
//! positive number. The board is to be cleared in exactly n moves.
//!
//! The judge takes one puzzle. A text in the usual layout may contain several puzzles, each followed by an optional
//! answer: a line `x y g` per move, or `-1`.

use super::layout::LineLayout;
use super::scan::{Scan, Token, lines, quote, tokens};
use super::sequence::Item;
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{DEFAULT, Format, Framing, JudgeAnswer, NO_SOLUTION, PuzzleSink, sequence};
use std::fmt::Write as _;
use tilefall_rules::grid::Grid;
use tilefall_rules::puzzle::{MayanTask, Puzzle, Task};
use tilefall_rules::{Cell, Columns, GameKind, Mode, Move, ReadError, Side};

pub(super) const ROWS: usize = 7;
pub(super) const COLS: usize = 5;
/// Messages for a line that ends too early, and for a line that ends too late; see [`LineLayout::token`].
const MISMATCH: [&str; 2] = ["does not end with a 0", "continues after its 0"];

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub static FORMAT: Format = Format {
    name: "noip",
    doc: "NOIP 2011 mayan: the number of moves, five columns bottom-up, each ended by 0",
    game: Some(GameKind::Mayan),
    labels: &super::ONE_TO_62,
    framing: Framing::Single,
    judge_answer: Some(JUDGE_ANSWER),
    holds_lists: true,
    read,
    write,
    ..DEFAULT
};

pub(super) const JUDGE_ANSWER: JudgeAnswer =
    JudgeAnswer::Moves { answer: |_, list| Ok(answer(Some(list))), list };

/// Reads the puzzles, each with an optional answer.
///
/// # Errors
/// For anything but numbers, an eighth block in a column, too few columns, an invalid move in an answer, and text that
/// is neither an answer nor another puzzle. `found` has received the puzzles before the error.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<(), ReadError> {
    let uncounted = found.options.strict && is_uncounted(text);
    let puzzle = |scan: &mut Scan<'_>, layout: &mut LineLayout| {
        let (start, grid, moves) = board(text, scan, layout, !uncounted)?;
        let list = following_answer(scan).map_err(ReadError::recognised)?;
        let task = Task::Mayan(MayanTask { moves, mode: Some(Mode::Exactly), list, ..MayanTask::default() });
        let expected_next = "the end after the fifth column, an answer or another puzzle".into();
        Ok(Item { start, grid, task, expected_next })
    };
    // Another puzzle begins with its number of moves, alone on a line.
    sequence::read(text, FORMAT.name, found, puzzle, |scan, layout| {
        layout.matches() && next_line(scan).len() == 1
    })
}

/// Returns `true` for five lines, each of blocks and a final 0: the columns of a board without the number of moves.
fn is_uncounted(text: &[u8]) -> bool {
    let filled = |(offset, line)| tokens(offset, line).next().is_some();
    let is_column = |(offset, line)| {
        let zeros = tokens(offset, line).position(|token| token.bytes == b"0");
        zeros.is_some_and(|at| tokens(offset, line).count() == at + 1)
    };
    let mut first = lines(text).filter(|&line| filled(line)).take(COLS + 1);
    let columns = first.by_ref().take(COLS).filter(|&line| is_column(line)).count();
    columns == COLS && first.next().is_none()
}

/// Returns the tokens of the next line, at most four; none if the next token does not begin a line.
fn next_line<'t>(scan: &Scan<'t>) -> Vec<Token<'t>> {
    let mut ahead = scan.clone();
    let Some(first) = ahead.next().filter(|token| token.first) else { return Vec::new() };
    std::iter::once(first).chain(ahead.take_while(|token| !token.first)).take(4).collect()
}

/// Reads the optional answer after a puzzle, in the notation of the judge.
fn following_answer(scan: &mut Scan<'_>) -> Result<Vec<Move>, ReadError> {
    let mut list = Vec::new();
    loop {
        match next_line(scan)[..] {
            [none] if list.is_empty() && none.bytes == b"-1" => {
                scan.next();
                return Ok(list);
            }
            [_, _, _] => {
                let (what, sides) = ("a move of an answer, x y g", "1 for right or -1 for left");
                list.push(step(scan, "", Some(what), ["-1", "1"], sides)?);
            }
            _ => return Ok(list),
        }
    }
}

/// Reads a move: x, y, and `sides[0]` for left or `sides[1]` for right. Errors call the coordinates `x{of}` and
/// `y{of}`, a missing number `expected` (if given), and the two sides `words`.
pub(super) fn step(
    scan: &mut Scan<'_>,
    of: &str,
    expected: Option<&str>,
    sides: [&str; 2],
    words: &str,
) -> Result<Move, ReadError> {
    let mut coordinate = |name: &str, most: usize| {
        let what = format!("{name}{of}");
        let (value, token) = scan.number(expected.unwrap_or(&what))?;
        if value < most as u64 {
            return Ok(value as u8);
        }
        let message = format!("{what} is {value}, outside the board, expected 0 to {}", most - 1);
        Err(scan.error(token.offset, message))
    };
    let (x, y) = (coordinate("x", COLS)?, coordinate("y", ROWS)?);
    let token = scan.need(words)?;
    match sides.iter().position(|side| side.as_bytes() == token.bytes) {
        Some(at) => Ok(Move::new(x, y, [Side::Left, Side::Right][at])),
        None => {
            let message = format!("found {}, expected {words}", quote(token.bytes));
            Err(scan.error(token.offset, message))
        }
    }
}

/// Reads the number of moves, if `counted` is set, and a board. Returns the offset, the board and the number of moves.
fn board(
    text: &[u8],
    scan: &mut Scan<'_>,
    layout: &mut LineLayout,
    counted: bool,
) -> Result<(usize, Grid, Option<u64>), ReadError> {
    let start = scan.clone().need("the number of moves")?.offset;
    let mut moves = None;
    if counted {
        let (number, token) = scan.number("the number of moves")?;
        layout.token(token, true, MISMATCH);
        moves = Some(number);
    }
    let mut columns: [Vec<(u64, usize)>; COLS] = Default::default();
    for (x, column) in columns.iter_mut().enumerate() {
        loop {
            let (name, token) = scan.number(&format!("a block of column {x} from the left, or its 0"))?;
            layout.token(token, column.is_empty(), MISMATCH);
            if name == 0 {
                layout.complete();
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
    let grid = tiles.board(COLS, Order::BottomFirst, GameKind::Mayan, Columns::Close)?;
    Ok((start, grid, moves))
}

/// Writes the puzzle.
///
/// # Errors
/// For another game, a size other than 7 by 5, no number of moves, a floating block, and colour 0.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    let (_, moves) = write::mayan(puzzle)?;
    let grid = &puzzle.grid;
    write::size(grid, ROWS, COLS)?;
    if grid.first_floating().is_some() {
        return Err(WriteError("the board has floating blocks, expected a fallen one".into()));
    }
    writeln!(out, "{moves}").expect("writing to a string cannot fail");
    for x in 0..COLS {
        for name in (0..ROWS).map_while(|y| grid.name_at(Cell::new(y, x))) {
            if name == 0 {
                return Err(write::colour(grid, 0, "1 or more"));
            }
            write!(out, "{name} ").expect("writing to a string cannot fail");
        }
        out.push_str("0\n");
    }
    Ok(())
}

/// Returns the judge's output: a line `x y g` per move, where g is 1 for right and -1 for left; `-1` for no solution.
///
/// ```
/// use tilefall::{rules::{Move, Side}, text::formats::noip};
/// assert_eq!(noip::answer(Some(&[Move::new(2, 1, Side::Right)])), "2 1 1\n");
/// assert_eq!(noip::answer(None), "-1\n");
/// ```
pub fn answer(list: Option<&[Move]>) -> String {
    let Some(list) = list else { return NO_SOLUTION.into() };
    let side = |side| if side == Side::Right { 1 } else { -1 };
    list.iter().map(|step| format!("{} {} {}\n", step.x, step.y, side(step.side))).collect()
}

/// Returns the text of one of several lists: its moves, and a blank line.
pub(super) fn list(list: &[Move]) -> String {
    answer(Some(list)) + "\n"
}
