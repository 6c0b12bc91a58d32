//! A programming exercise: read a board of `.` and digits, and print the board after one click.

use crate::rules::grid::Grid;
use crate::rules::puzzle::check_board_by;
use crate::rules::{Cell, Columns, GameKind, ReadError, plural};
use crate::text::formats::scan::{lines, quote};

/// The required size and tiles of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Rows, at least 1.
    pub rows: usize,
    /// Columns, at least 1.
    pub cols: usize,
    /// The number of tile types, at most 10. Tiles are digits below this number; with 0, all cells are empty.
    pub types: u8,
}

/// Reads a board, the top row first; text after the last row is ignored.
///
/// # Errors
/// For too few rows, rows of another length, other characters, digits above the types, tiles that float, an empty
/// column left of a column with tiles, and a board that is too large.
pub fn read(text: &[u8], shape: Shape) -> Result<Grid, ReadError> {
    let Shape { rows, cols, types } = shape;
    let mut seen = Vec::new();
    for (start, line) in lines(text).take(rows) {
        let wrong = line.iter().position(|&byte| byte != b'.' && !byte.is_ascii_digit());
        if let Some(at) = wrong.filter(|&at| at < cols) {
            let message = format!("found {}, expected '.' or a digit", quote(&line[at..=at]));
            return Err(ReadError::at(text, start + at, message));
        }
        if line.len() != cols {
            let found = if line.len() > cols {
                "is too long".into()
            } else {
                format!("has {}", plural(line.len(), "cell"))
            };
            let message = format!("this row {found}, expected {cols} cells");
            return Err(ReadError::at(text, start + line.len().min(cols), message));
        }
        if let Some(at) = line.iter().position(|&byte| byte != b'.' && byte - b'0' >= types) {
            let expected = types.checked_sub(1).map_or("only '.'".into(), |last| format!("0 to {last}"));
            let message = format!("found type {}, expected {expected}", line[at] - b'0');
            return Err(ReadError::at(text, start + at, message));
        }
        seen.push((start, line));
    }
    if seen.len() < rows {
        let message = format!("the input ends after {}, expected {rows}", plural(seen.len(), "row"));
        return Err(ReadError::at(text, text.len(), message));
    }
    let tile = |cell: Cell| Some(seen[rows - 1 - cell.row].1[cell.col]).filter(|&byte| byte != b'.');
    let grid = Grid::from_names(rows, cols, |cell| tile(cell).map(|byte| u64::from(byte - b'0')))
        .map_err(|error| ReadError::at(text, 0, error.to_string()))?;
    check_board_by(&grid, GameKind::SameGame, Columns::Close)
        .map_err(|(cell, message)| ReadError::at(text, seen[rows - 1 - cell.row].0 + cell.col, message))?;
    Ok(grid)
}

/// Returns the board after a click as text. Row 0 is at the top; a click outside the board changes nothing.
pub fn play(mut grid: Grid, [row, col]: [i64; 2]) -> Vec<u8> {
    let within = |at: i64, size: usize| usize::try_from(at).ok().filter(|&at| at < size);
    if let (Some(row), Some(col)) = (within(row, grid.rows()), within(col, grid.cols())) {
        grid.click(Cell::new(grid.rows() - 1 - row, col));
    }
    write(&grid)
}

/// Returns the board as text, top row first, each row ended by a newline. Colour names above 9 are shown as `?`.
pub fn write(grid: &Grid) -> Vec<u8> {
    let mut text = Vec::with_capacity(grid.rows() * (grid.cols() + 1));
    for row in (0..grid.rows()).rev() {
        text.extend((0..grid.cols()).map(|col| match grid.name_at(Cell::new(row, col)) {
            None => b'.',
            Some(name @ 0..=9) => b'0' + name as u8,
            Some(_) => b'?',
        }));
        text.push(b'\n');
    }
    text
}
