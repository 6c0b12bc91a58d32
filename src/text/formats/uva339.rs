//! UVa 339, "SameGame Simulation": grids of single digits with lists of selections.
//!
//! Source: problem 339 of the UVa Online Judge (ACM North Central regional contest 1995); its sample is
//! tests/data/uva339/uva339-sample.in.
//!
//! A stream of numbers without line structure. A grid is `M N` (rows, columns), M×N digits from the
//! **bottom** row up ("in order for cells (1,1), (1,2), ..., (1,N), (2,1), ..., (M,N)", where (1,1) is the
//! lower left corner), then selections `row col`, ended by `0 0`. A size with a zero ends the input. At the end of the
//! text, any `0 0` may be missing. A selection with a single zero denotes no cell and is skipped; a selection outside
//! the board is kept, but removes nothing when it is played.

use super::layout::LineLayout;
use super::scan::{Scan, Token, digits, quote};
use super::tiles::{Order, Tiles};
use super::write::{self, WriteError};
use super::{DEFAULT, Format, Framing, JudgeAnswer, PuzzleSink};
use tilefall_rules::grid::{Grid, GridError, MAX_CELLS};
use tilefall_rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall_rules::{Cell, GameKind, ReadError};

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub static FORMAT: Format = Format {
    name: "uva339",
    doc: "UVa 339: rows, columns, digits from the bottom row up, selections, ended by 0 0",
    game: Some(GameKind::SameGame),
    labels: super::TO_61.split_at(10).0,
    framing: Framing::Ended("0 0\n"),
    judge_answer: Some(JudgeAnswer::Clicks(answer)),
    holds_lists: true,
    read,
    write,
    ..DEFAULT
};

/// Reads all grids of an input.
///
/// # Errors
/// For more than [`MAX_CELLS`] cells, anything but numbers, an end inside a grid's cells, and text after the end of the
/// input. `found` has received the grids before the error, and an error for each grid with a cell that is no digit.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<(), ReadError> {
    let mut lines = LineLayout::default();
    let end = grids(text, found, &mut lines).map_err(|error| lines.explain(text, error))?;
    if found.options.strict {
        lines.check(text, FORMAT.name)?;
        end.check(text, lines.matches(), found.last_mut())?;
    }
    Ok(())
}

/// How a text ends.
enum End {
    /// A grid is followed by `0 0`, or the text is empty.
    Marked,
    /// There is no grid: the first size, at this offset, has a zero.
    Empty(usize),
    /// The only grid, at offset `start`, is not followed by `0 0`. `skipped` is set if a selection with a single zero
    /// was skipped.
    Open { start: usize, skipped: bool },
}

impl End {
    /// Checks that the text is not a board of another format, such as rows of numbers: the text must end with `0 0`, or
    /// every selection must remove tiles. `neat` is set if the lines match the format.
    fn check(self, text: &[u8], neat: bool, last: Option<&mut Puzzle>) -> Result<(), ReadError> {
        let (start, what) = match (self, last) {
            (End::Empty(start), _) if !neat => (start, "no grid before the end"),
            (End::Open { start, skipped }, Some(Puzzle { grid, task: Task::SameGame(task), .. })) => {
                if !skipped && task.clicks.is_empty() {
                    if neat || !grid.is_over() {
                        return Ok(());
                    }
                    (start, "no selection and no '0 0' after this grid")
                // Only this format has lines of two numbers below rows of another length.
                } else if neat && grid.cols() != 2 || !skipped && can_be_played(grid.clone(), &task.clicks) {
                    return Ok(());
                } else {
                    (start, "a selection that removes nothing, and no '0 0' after this grid")
                }
            }
            _ => return Ok(()),
        };
        let message = format!("{what}, expected '0 0', or --format {} if there is none", FORMAT.name);
        Err(ReadError::at(text, start, message))
    }
}

/// Returns `true` if every click removes tiles. Assumes so for long lists on large boards, to save time.
fn can_be_played(mut grid: Grid, clicks: &[Cell]) -> bool {
    const MAX_WORK: usize = 1 << 20;
    let work = (grid.rows() * grid.cols()).saturating_mul(clicks.len());
    work > MAX_WORK || clicks.iter().all(|&cell| grid.click(cell) > 0)
}

/// Messages for a line that is too short, and for a line that is too long; see [`LineLayout::token`].
const MISMATCH: [&str; 2] = ["has too few numbers", "has too many numbers"];

/// Reads the grids of a text, and returns how it ends.
fn grids(text: &[u8], found: &mut PuzzleSink<'_>, lines: &mut LineLayout) -> Result<End, ReadError> {
    let mut scan = Scan::new(text);
    let (mut end, mut marked) = (End::Marked, false);
    while let Some(token) = scan.next() {
        let rows = super::scan::number(text, token, "the number of rows")?;
        let (cols, second) = scan.number("the number of columns")?;
        lines.token(token, true, MISMATCH);
        lines.token(second, false, MISMATCH);
        if rows == 0 || cols == 0 {
            scan.end("a grid without cells")?;
            end = if found.count() == 0 { End::Empty(token.offset) } else { End::Marked };
            break;
        }
        if rows.checked_mul(cols).is_none_or(|cells| cells > MAX_CELLS as u64) {
            let narrow = |size| usize::try_from(size).unwrap_or(usize::MAX);
            let error = GridError::TooLarge { rows: narrow(rows), cols: narrow(cols) };
            return Err(scan.error(token.offset, error.to_string()).recognised_if(lines.matches()));
        }
        let mut tiles = Tiles::new(text);
        for cell in 0..rows * cols {
            let token = scan.need("a cell from 0 to 9").map_err(|error| tiles.first_error(error))?;
            lines.token(token, cell % cols == 0, MISMATCH);
            match cell_of(&scan, token) {
                Ok(name) => tiles.push(Some(name), token.offset)?,
                Err(error) => tiles.refuse(lines.explain(text, error)),
            }
            lines.complete();
        }
        let grid = tiles.board(cols as usize, Order::BottomFirst, GameKind::SameGame, found.columns());
        // Reading continues after a bad board, because the board's size shows where the cells end.
        let grid = match grid {
            Ok(grid) => Some(grid),
            Err(error) => {
                found.fail(error)?;
                None
            }
        };
        let Selections { clicks, skipped, ended } = selections(&mut scan, lines)?;
        let Some(grid) = grid else { continue };
        marked |= ended;
        if !marked {
            end = End::Open { start: token.offset, skipped };
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

struct Selections {
    clicks: Vec<Cell>,
    /// Whether a selection with a single zero was skipped.
    skipped: bool,
    /// Whether the selections end with `0 0`.
    ended: bool,
}

/// Reads the selections of a grid, up to and including `0 0`, or up to the end of the text.
fn selections(scan: &mut Scan<'_>, lines: &mut LineLayout) -> Result<Selections, ReadError> {
    let mut selections = Selections { clicks: Vec::new(), skipped: false, ended: false };
    while let Some(token) = scan.next() {
        let row = coordinate(scan, token, "the row of a selection")?;
        lines.token(token, token.first, MISMATCH);
        let token = scan.need("the column of a selection")?;
        lines.token(token, false, MISMATCH);
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

/// Parses a coordinate. Numbers that do not fit saturate: they are outside any board.
fn coordinate(scan: &Scan<'_>, token: Token<'_>, what: &str) -> Result<usize, ReadError> {
    if let Some(at) = token.bytes.iter().position(|byte| !byte.is_ascii_digit()) {
        let message = format!("found {}, expected {what}", quote(token.bytes));
        return Err(scan.error(token.offset + at, message));
    }
    Ok(digits(token.bytes).and_then(|value| usize::try_from(value).ok()).unwrap_or(usize::MAX))
}

/// Writes one grid with its selections and the final `0 0`.
///
/// # Errors
/// For another game, an empty cell, and a colour above 9.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    let task = write::samegame(puzzle)?;
    grid_with(puzzle, &task.clicks, out)
}

/// Returns the answer to one puzzle as input for the simulators: the grid with the list as its selections, and the
/// `0 0` that ends the input.
///
/// # Errors
/// Returns the errors of [`write()`].
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
    writeln!(out, "{} {}", grid.rows(), grid.cols()).expect("writing to a string cannot fail");
    write::rows(out, grid, Order::BottomFirst, " ", |name| match name {
        Some(name @ 0..=9) => Ok(name),
        Some(name) => Err(write::colour(grid, name, "0 to 9")),
        None => Err(write::empty_cell()),
    })?;
    for click in list {
        let (row, col) = (click.row.saturating_add(1), click.col.saturating_add(1));
        writeln!(out, "{row} {col}").expect("writing to a string cannot fail");
    }
    out.push_str("0 0\n");
    Ok(())
}
