//! Cells and colours.

/// The maximum number of colours on a board. Text formats name colours by any integer; packed boards number them from 0.
pub const MAX_COLOURS: usize = 62;

/// A colour of a board: an index into [`Grid::names`](crate::grid::Grid::names), from 0.
pub type Colour = u8;

/// The coordinates of a cell, 0-based from the bottom left.
///
/// Readers and writers convert to and from the coordinates of their format, which may start at 1 or at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row, 0 at the bottom.
    pub row: usize,
    /// Column, 0 at the left.
    pub col: usize,
}

impl Cell {
    /// Creates a cell from a 0-based row (from the bottom) and column (from the left).
    pub const fn new(row: usize, col: usize) -> Self {
        Cell { row, col }
    }
}
