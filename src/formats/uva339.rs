//! UVa 339, "SameGame Simulation": grids of single digits with lists of selections.
//!
//! Source: problem 339 of the UVa Online Judge (ACM North Central regional contest 1995); its sample is
//! tests/data/uva339/uva339-sample.in.
//!
//! A stream of numbers without line structure. A grid is `M N` (rows, columns), M×N digits from the
//! **bottom** row up ("in order for cells (1,1), (1,2), ..., (1,N), (2,1), ..., (M,N)", where (1,1) is the
//! lower left corner), then selections `row col`, ended by `0 0`. M or N zero ends the input. The end of the
//! text stands in for any missing `0 0`. A selection that has a zero, but is not `0 0`, names no cell and is
//! passed over; one outside the board is kept, to be ignored by who plays it.

use super::layout::Lines;
use super::scan::{Scan, Token, digits, quote};
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{BARE, Evidence, Fit, Format, Framing, Native, PuzzleSink};
use crate::base::{Cell, Game, ReadError};
use crate::grid::{Grid, GridError, MAX_CELLS};
use crate::puzzle::{Puzzle, SameGameTask, Task};

/// This format.
pub static FORMAT: Format = Format {
    name: "uva339",
    doc: "UVa 339: rows, columns, digits from the bottom row up, selections, ended by 0 0",
    game: Some(Game::SameGame),
    labels: super::TO_61.split_at(10).0,
    framing: Framing::Ended("0 0\n"),
    native: Some(Native::Clicks(answer)),
    holds_lists: true,
    read,
    write,
    ..BARE
};

/// Reads all grids of an input.
///
/// # Errors
/// For a cell that is no digit, a board of more than [`MAX_CELLS`], anything but numbers, an end inside a
/// grid's cells, and text after the end of the input. The grids before are given.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<Fit, ReadError> {
    let mut lines = Lines::default();
    // A size and a cell are too little to tell a grid whose lines do not fit from a board of numbers.
    let last = grids(text, found, &mut lines)
        .map_err(|error| ReadError { begun: false, ..lines.explain(text, error) })?;
    Ok(Fit { layout: lines.layout(), evidence: last.evidence(text, lines.fit()) })
}

/// How a text ends.
enum End {
    /// With a `0 0` behind one of its grids, or without grids.
    Marked,
    /// With a size that has a zero and no grid before it, which starts at this offset.
    Empty(usize),
    /// With a grid that starts at this offset, whose selections are not ended; `skipped` if one of them has a zero.
    Open { start: usize, grid: Grid, clicks: Vec<Cell>, skipped: bool },
}

impl End {
    /// How certain it is that a text of numbers with this end is of UVa 339; `neat` if its lines are laid out as usual.
    fn evidence(self, text: &[u8], neat: bool) -> Evidence {
        let doubt = |offset, what: &str| {
            ReadError::at(
                text,
                offset,
                format!("{what}, expected '0 0'; name the format uva339 if there is none"),
            )
        };
        match self {
            End::Marked => Evidence::Sure,
            End::Empty(_) if neat => Evidence::Sure,
            End::Empty(start) => Evidence::Unlikely(doubt(start, "no grid before the end")),
            // A single row is the first one from both ends.
            End::Open { grid, .. } if neat && grid.rows() == 1 && grid.cols() != 2 => Evidence::Sure,
            End::Open { start, grid, clicks, skipped: false } if clicks.is_empty() => {
                let what = "no selection and no '0 0' behind this grid";
                let playable = neat || !grid.is_over();
                let evidence = if playable { Evidence::Open } else { Evidence::Unlikely };
                evidence(doubt(start, what))
            }
            // Nothing else reads such lines.
            End::Open { grid, .. } if neat && grid.cols() != 2 => Evidence::Sure,
            End::Open { start, grid, clicks, skipped } => match skipped || !can_be_played(grid, &clicks) {
                false => Evidence::Sure,
                true => Evidence::Unlikely(doubt(
                    start,
                    "a selection that removes nothing, and no '0 0' behind this grid",
                )),
            },
        }
    }
}

/// Whether every click removes tiles. Long lists on large boards are not tried.
fn can_be_played(mut grid: Grid, clicks: &[Cell]) -> bool {
    const MOST: usize = 1 << 20;
    let work = (grid.rows() * grid.cols()).saturating_mul(clicks.len());
    work > MOST || clicks.iter().all(|&cell| grid.click(cell) > 0)
}

/// What may be wrong with a line of numbers that belong together.
const WRONG: [&str; 2] = ["has too few numbers", "has too many numbers"];

/// Reads the grids of a text, and returns its end.
fn grids(text: &[u8], found: &mut PuzzleSink<'_>, lines: &mut Lines) -> Result<End, ReadError> {
    let mut scan = Scan::new(text);
    let (mut end, mut marked) = (End::Marked, false);
    while let Some(token) = scan.next() {
        let rows = super::scan::number(text, token, "the number of rows")?;
        let (cols, second) = scan.number("the number of columns")?;
        lines.see(token, true, WRONG);
        lines.see(second, false, WRONG);
        if rows == 0 || cols == 0 {
            scan.end("a grid without cells")?;
            end = if found.is_empty() { End::Empty(token.offset) } else { End::Marked };
            break;
        }
        if rows.checked_mul(cols).is_none_or(|cells| cells > MAX_CELLS as u64) {
            let narrow = |size| usize::try_from(size).unwrap_or(usize::MAX);
            let error = GridError::TooLarge { rows: narrow(rows), cols: narrow(cols) };
            return Err(scan.error(token.offset, error.to_string()).recognised_if(lines.fit()));
        }
        let mut tiles = Tiles::new(text);
        for cell in 0..rows * cols {
            let token = scan.need("a cell from 0 to 9")?;
            lines.see(token, cell % cols == 0, WRONG);
            tiles.push(Some(cell_of(&scan, token)?), token.offset)?;
            lines.complete();
        }
        let grid = tiles.board(cols as usize, Order::BottomFirst, Game::SameGame)?;
        let Selections { clicks, skipped, ended } = selections(&mut scan, lines)?;
        marked |= ended;
        if !marked {
            end = End::Open { start: token.offset, grid: grid.clone(), clicks: clicks.clone(), skipped };
        }
        let task = Task::SameGame(SameGameTask { rules: None, clicks });
        found.push(token.offset, grid, task);
    }
    Ok(end)
}

fn cell_of(scan: &Scan<'_>, token: Token<'_>) -> Result<u64, ReadError> {
    match token.bytes {
        [digit] if digit.is_ascii_digit() => Ok(u64::from(digit - b'0')),
        bytes => {
            Err(scan.error(token.offset, format!("found {}, expected a cell from 0 to 9", quote(bytes))))
        }
    }
}

/// The selections of a grid.
struct Selections {
    clicks: Vec<Cell>,
    /// Whether there is one with a zero.
    skipped: bool,
    /// Whether `0 0` ends them.
    ended: bool,
}

/// Reads the selections of a grid, through `0 0` or the end of the text.
fn selections(scan: &mut Scan<'_>, lines: &mut Lines) -> Result<Selections, ReadError> {
    let mut selections = Selections { clicks: Vec::new(), skipped: false, ended: false };
    while let Some(token) = scan.next() {
        let row = coordinate(scan, token, "the row of a selection")?;
        lines.see(token, token.first, WRONG);
        let token = scan.need("the column of a selection")?;
        lines.see(token, false, WRONG);
        let col = coordinate(scan, token, "the column of a selection")?;
        match (row, col) {
            (0, 0) => {
                selections.ended = true;
                break;
            }
            (0, _) | (_, 0) => selections.skipped = true,
            (row, col) => selections.clicks.push(Cell::new(row - 1, col - 1)),
        }
    }
    Ok(selections)
}

/// A coordinate; one too large to count is as good as any other outside the board.
fn coordinate(scan: &Scan<'_>, token: Token<'_>, what: &str) -> Result<usize, ReadError> {
    if let Some(at) = token.bytes.iter().position(|byte| !byte.is_ascii_digit()) {
        let message = format!("found {}, expected {what}", quote(token.bytes));
        return Err(scan.error(token.offset + at, message));
    }
    Ok(digits(token.bytes).and_then(|value| usize::try_from(value).ok()).unwrap_or(usize::MAX))
}

/// Writes one grid with its selections and their `0 0`.
///
/// # Errors
/// For another game, an empty cell, and a colour above 9.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    let task = write::samegame(puzzle)?;
    grid_with(puzzle, &task.clicks, out)
}

/// The answer to one puzzle as input for the simulators: the grid with a list as its selections, and the
/// end of the input.
///
/// # Errors
/// Those of [`write()`].
pub fn answer(puzzle: &Puzzle, list: &[Cell]) -> Result<String, WriteError> {
    write::samegame(puzzle)?;
    let mut out = String::new();
    grid_with(puzzle, list, &mut out)?;
    out.push_str("0 0\n");
    Ok(out)
}

fn grid_with(puzzle: &Puzzle, list: &[Cell], out: &mut String) -> Result<(), WriteError> {
    use std::fmt::Write as _;
    let grid = &puzzle.grid;
    writeln!(out, "{} {}", grid.rows(), grid.cols()).expect("a string takes all");
    write::rows(out, grid, Order::BottomFirst, " ", |name| match name {
        Some(name @ 0..=9) => Ok(name),
        Some(name) => Err(write::colour(grid, name, "0 to 9")),
        None => Err(write::empty_cell()),
    })?;
    for click in list {
        let (row, col) = (click.row.saturating_add(1), click.col.saturating_add(1));
        writeln!(out, "{row} {col}").expect("a string takes all");
    }
    out.push_str("0 0\n");
    Ok(())
}
