//! NOIP 2011 "mayan": n, then five columns bottom-up, each ended by 0.
//!
//! A stream of numbers without line structure; a column holds at most seven blocks, a colour is any
//! positive number. The board is to be cleared in exactly n moves.

use super::scan::Scan;
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{Framing, Layout, ReadError};
use crate::grid::Cell;
use crate::mayan::{Mode, Move, Side};
use crate::puzzle::{Game, MayanTask, Puzzle, Task};
use std::fmt::Write as _;

const ROWS: usize = 7;
const COLS: usize = 5;

/// This format.
pub const FORMAT: super::Format = super::Format {
    name: "noip",
    doc: "NOIP 2011 mayan: the number of moves, five columns bottom-up, each ended by 0",
    game: Some(Game::Mayan),
    labels: &super::ONE_TO_62,
    framing: Framing::Single,
    read,
    write,
};

/// Reads the puzzle.
///
/// # Errors
/// For anything but numbers, an eighth block in a column, too few columns, and text after the fifth.
pub fn read(text: &[u8], puzzles: &mut Vec<Puzzle>) -> Result<Layout, ReadError> {
    // Whether the lines fit so far, and a column has ended.
    let (mut neat, mut begun) = (true, false);
    match puzzle(text, &mut neat, &mut begun) {
        Ok(puzzle) => puzzles.push(puzzle),
        Err(error) => return Err(error.recognised_if(neat && begun)),
    }
    Ok(if neat { Layout::Neat } else { Layout::Loose })
}

fn puzzle(text: &[u8], neat: &mut bool, begun: &mut bool) -> Result<Puzzle, ReadError> {
    let mut scan = Scan::new(text);
    let (moves, token) = scan.number("the number of moves")?;
    *neat &= token.first;
    let mut columns: [Vec<(u64, usize)>; COLS] = Default::default();
    for (x, column) in columns.iter_mut().enumerate() {
        loop {
            let (name, token) = scan.number(&format!("a block of column {x} from the left, or its 0"))?;
            *neat &= token.first == column.is_empty();
            if name == 0 {
                *begun = true;
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
    let task = MayanTask { moves: Some(moves), mode: Some(Mode::Exactly), list: Vec::new() };
    Ok(Puzzle { id: None, index: None, grid, task: Task::Mayan(task) })
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
/// use tilefall::{formats::noip, mayan::{Move, Side}};
/// assert_eq!(noip::answer(Some(&[Move::new(2, 1, Side::Right)])), "2 1 1\n");
/// assert_eq!(noip::answer(None), "-1\n");
/// ```
pub fn answer(list: Option<&[Move]>) -> String {
    let Some(list) = list else { return "-1\n".into() };
    let side = |side| if side == Side::Right { 1 } else { -1 };
    list.iter().map(|step| format!("{} {} {}\n", step.x, step.y, side(step.side))).collect()
}
