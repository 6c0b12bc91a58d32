//! NOIP 2011 "mayan": n, then five columns bottom-up, each ended by 0.
//!
//! Source: the third task of the first day of the Chinese National Olympiad in Informatics in Provinces 2011,
//! senior group. Its sample is tests/data/noip/statement.in.
//!
//! A stream of numbers without line structure; a column holds at most seven blocks, a colour is any
//! positive number. The board is to be cleared in exactly n moves.

use super::layout::Lines;
use super::scan::Scan;
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{BARE, Format, Framing, Layout, NONE, Native, PuzzleSink};
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
    read,
    write,
    ..BARE
};

/// The judge's answers.
pub(super) const NATIVE: Native = Native::Moves { answer: |_, list| Ok(answer(Some(list))), list };

/// Reads the puzzle.
///
/// # Errors
/// For anything but numbers, an eighth block in a column, too few columns, and text after the fifth.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<Layout, ReadError> {
    let mut lines = Lines::default();
    let (start, grid, moves) = board(text, &mut lines).map_err(|error| lines.explain(text, error))?;
    let task = MayanTask { moves: Some(moves), mode: Some(Mode::Exactly), ..MayanTask::default() };
    found.push(start, grid, Task::Mayan(task));
    Ok(lines.layout())
}

/// Reads the board and n, and where it starts.
fn board(text: &[u8], lines: &mut Lines) -> Result<(usize, Grid, u64), ReadError> {
    let mut scan = Scan::new(text);
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
    scan.end("the fifth column")?;
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
                return Err(write::colour(0, "1 or more"));
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
