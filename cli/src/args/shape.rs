//! The size and the tiles of a board of `.` and digits.

use super::values::Number;
use tilefall::judge::click::Shape;

/// The arguments for a board of `.` and digits of at most `MOST` rows and columns.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ShapeArgs<const MOST: u64> {
    /// Rows of the board
    #[arg(long, default_value = "10")]
    rows: Number<1, MOST>,
    /// Columns of the board
    #[arg(long, default_value = "15")]
    cols: Number<1, MOST>,
    /// Types of tiles: the digits from 0 to TYPES-1
    #[arg(long, default_value = "4")]
    types: Number<1, 10>,
}

impl<const MOST: u64> ShapeArgs<MOST> {
    /// Returns the size of the board and the number of types of tiles.
    pub fn resolve(&self) -> Shape {
        Shape { rows: self.rows.to_usize(), cols: self.cols.to_usize(), types: self.types.0 as u8 }
    }
}
