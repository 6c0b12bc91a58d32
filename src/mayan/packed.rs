//! The packed board: binary colour codes over a few bit planes, one byte per column.
//!
//! Cell (x, y) is bit `8x + y` of every plane. The bits of a cell over the planes form its colour code:
//! 0 for empty, else the colour's index plus one. `B` planes have room for 2ᴮ−1 colours, so a 5×7 board
//! of up to 15 colours is four words and stays in registers.
//!
//! ```text
//! column   0        1        2        3        4        5        6        7
//! bits     0…7      8…15     16…23    24…31    32…39    40…47    48…55    56…63
//!          y=0…7
//! ```
//!
//! Boards of seven rows leave bit 7 of each byte free; boards of eight do not, so every vertical shift
//! masks the rows whose neighbour would be in another column.

use crate::bits::cpu::{Cpu, Kernel};
use crate::bits::fall::Fall;
use crate::bits::lanes;
use crate::rules::grid::{Grid, GridError};
use crate::rules::{Cell, Colour, GameKind};

/// The lowest bit of each byte: row 0 of each column.
pub(crate) const ONES: u64 = lanes::bottom(8);

/// Returns the mask of rows `from..to` of each column.
pub(crate) const fn rows_between(from: u32, to: u32) -> u64 {
    lanes::low_rows(8, to) & !lanes::low_rows(8, from)
}

/// A Mayan board of up to 8×8 cells and 2ᴮ−1 colours.
///
/// # Equality
/// Two boards are equal if all their cells are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed<const B: usize> {
    pub(crate) planes: [u64; B],
}

/// The reason why a text, a grid or a puzzle is not a board of the Mayan puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The text is not a drawing of a board.
    #[error(
        "this is not a board, expected rows of one length, '.' for an empty cell, a letter or a digit for a block"
    )]
    Drawing,
    /// Too many cells or colours.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// More than eight rows or columns.
    #[error("a Mayan board has at most 8 rows and 8 columns, this one has {rows} and {cols}")]
    Size {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// The puzzle is a SameGame puzzle.
    #[error("{}", GameKind::SameGame.wrong_game(GameKind::Mayan))]
    WrongGame,
    /// A block with an empty cell below it.
    #[error("the block in column {}, row {} floats", .0.col, .0.row)]
    Floating(Cell),
    /// More colours than the planes can encode.
    #[error("{0} colours are too many for this board")]
    Colours(usize),
}

impl<const B: usize> Packed<B> {
    /// The board without blocks.
    pub const EMPTY: Self = Packed { planes: [0; B] };

    /// The maximum number of colours, 2ᴮ−1.
    pub const COLOURS: usize = (1 << B) - 1;

    /// Packs a grid without removing its runs.
    ///
    /// # Errors
    /// If the grid is larger than 8×8 or has too many colours, or a block floats.
    pub fn from_grid(grid: &Grid) -> Result<Self, BoardError> {
        let (rows, cols) = (grid.rows(), grid.cols());
        if rows > 8 || cols > 8 {
            return Err(BoardError::Size { rows, cols });
        }
        if grid.colours() > Self::COLOURS {
            return Err(BoardError::Colours(grid.colours()));
        }
        if let Some(cell) = grid.first_floating() {
            return Err(BoardError::Floating(cell));
        }
        let mut board = Self::EMPTY;
        for cell in grid.cells() {
            let code = grid.get(cell).map_or(0, |colour| u64::from(colour) + 1);
            for (k, plane) in board.planes.iter_mut().enumerate() {
                *plane |= (code >> k & 1) << (8 * cell.col + cell.row);
            }
        }
        Ok(board)
    }

    /// Returns the board as a grid with the size and the colour names of `like`.
    pub fn to_grid(&self, like: &Grid) -> Grid {
        let mut grid = Grid::empty_with_names(like.rows(), like.cols(), like.colour_names())
            .expect("the size of a grid");
        for cell in grid.cells() {
            let code = self.code(8 * cell.col as u32 + cell.row as u32);
            grid.set(cell, (code > 0).then(|| (code - 1) as Colour));
        }
        grid
    }

    /// Returns the mask of the cells that hold a block.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.planes.iter().fold(0, |all, plane| all | plane)
    }

    /// Returns `true` if the board has no block.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.occupied() == 0
    }

    /// Returns the colour code at `bit`: 0 for empty, else the colour's index plus one.
    #[inline(always)]
    pub fn code(&self, bit: u32) -> usize {
        let mut code = 0;
        for k in (0..B).rev() {
            code = code << 1 | (self.planes[k] >> bit & 1) as usize;
        }
        code
    }

    /// Returns the mask of the cells with a colour code.
    #[inline(always)]
    pub fn of_code(&self, code: usize) -> u64 {
        let mut cells = !0;
        for (k, plane) in self.planes.iter().enumerate() {
            cells &= if code >> k & 1 == 1 { *plane } else { !plane };
        }
        cells
    }

    /// Returns the mask of the occupied cells that have the same colour as the cell `shift` bits further on.
    /// The caller masks out the rows where the shift leads into a wrong column.
    #[inline(always)]
    pub(crate) fn equal_at(&self, shift: u32) -> u64 {
        let unlike = self.planes.iter().fold(0, |all, plane| all | (plane ^ plane >> shift));
        self.occupied() & !unlike
    }

    /// Returns the mask of the blocks that have the same colour as the block above.
    #[inline(always)]
    fn equal_above(&self) -> u64 {
        // The top row is masked out: it was compared with the bottom cell of the next column.
        self.equal_at(1) & !lanes::top(8)
    }

    /// Returns the mask of the blocks in runs of three or more.
    ///
    /// ```text
    ///  a column, from the bottom   2 1 1 1 3      up (equal to the next)   . x x . .
    ///                                             low = up & up one on     . x . . .
    ///                                             low | low << 1 | ...     . x x x .
    /// ```
    #[inline(always)]
    pub fn runs(&self) -> u64 {
        let (up, right) = (self.equal_above(), self.equal_at(8));
        let (low, left) = (up & (up >> 1), right & (right >> 8));
        low | low << 1 | low << 2 | left | left << 8 | left << 16
    }

    /// Returns `true` if the board has a run of three or more; cheaper than [`runs`](Self::runs).
    #[inline(always)]
    pub fn any_run(&self) -> bool {
        let (up, right) = (self.equal_above(), self.equal_at(8));
        (up & (up >> 1)) | (right & (right >> 8)) != 0
    }

    /// Removes the cells of a mask and lets the other blocks fall.
    #[inline(always)]
    pub fn remove<C: Cpu>(&mut self, gone: u64, cpu: C) {
        let fall = Fall::<8>::new(cpu, self.occupied() & !gone);
        for plane in &mut self.planes {
            *plane = fall.apply(cpu, *plane);
        }
    }

    /// Removes runs and lets blocks fall until there is no run. Returns the number of rounds.
    #[inline(always)]
    pub fn settle<C: Cpu>(&mut self, cpu: C) -> usize {
        let mut rounds = 0;
        loop {
            let gone = self.runs();
            if gone == 0 {
                debug_assert!(self.is_settled(), "{self:?}");
                return rounds;
            }
            self.remove(gone, cpu);
            rounds += 1;
        }
    }

    /// Like [`settle`](Self::settle), but returns the set of colour codes that lost blocks: bit c for code c.
    #[inline(always)]
    pub fn settle_tracking_codes<C: Cpu>(&mut self, cpu: C) -> u64 {
        let mut codes = 0;
        loop {
            let gone = self.runs();
            if gone == 0 {
                debug_assert!(self.is_settled(), "{self:?}");
                return codes;
            }
            let mut rest = gone;
            while rest != 0 {
                let code = self.code(rest.trailing_zeros());
                codes |= 1 << code;
                rest &= !self.of_code(code);
            }
            self.remove(gone, cpu);
        }
    }

    /// Returns the board with the blocks at `bit` and `bit + 8` swapped, not settled.
    #[inline(always)]
    #[must_use]
    pub fn swapped(mut self, bit: u32) -> Self {
        for plane in &mut self.planes {
            let unlike = (*plane ^ *plane >> 8) >> bit & 1;
            *plane ^= unlike << bit | unlike << (bit + 8);
        }
        self
    }

    /// Returns the board with the block at `bit` moved to the top of column `to`, not settled.
    #[inline(always)]
    #[must_use]
    pub fn slid(mut self, bit: u32, to: u32) -> Self {
        let column = 0xff << (bit & !7);
        let below = ((1 << bit) - 1) & column;
        let landing = (self.occupied() >> (8 * to) & 0xff).trailing_ones() + 8 * to;
        for plane in &mut self.planes {
            let block = *plane >> bit & 1;
            let fallen = (*plane & column) >> 1 & column & !below;
            *plane = *plane & !column | *plane & below | fallen | block << landing;
        }
        self
    }

    /// Returns `true` if no block floats and there is no run: the invariant between moves.
    pub fn is_settled(&self) -> bool {
        let all = self.occupied();
        let supported = (all << 1 | ONES) & all;
        supported == all && self.runs() == 0
    }
}

/// Returns the number of set bits of each byte.
#[inline(always)]
pub(crate) fn byte_counts(cells: u64) -> u64 {
    let pairs = cells - ((cells >> 1) & (0x55 * ONES));
    let fours = (pairs & (0x33 * ONES)) + ((pairs >> 2) & (0x33 * ONES));
    (fours + (fours >> 4)) & (0x0f * ONES)
}

/// [`Packed::settle`] as a kernel for any CPU path.
pub(super) struct Settle<'a, const B: usize>(pub &'a mut Packed<B>);

impl<C: Cpu, const B: usize> Kernel<C> for Settle<'_, B> {
    type Out = usize;

    #[inline(always)]
    fn run(self, cpu: C) -> usize {
        self.0.settle(cpu)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_boards_are_not_sound() {
        // Four columns of two cells, from the left, in two colours: one plane for each colour.
        let is_settled = |planes: [[u8; 4]; 2]| {
            let word = |[a, b, c, d]: [u8; 4]| u64::from_le_bytes([a, b, c, d, 0, 0, 0, 0]);
            Packed { planes: planes.map(word) }.is_settled()
        };
        assert!(is_settled([[0b10, 0b01, 0b01, 0b00], [0b01, 0b00, 0b00, 0b11]]));
        assert!(!is_settled([[0b10, 0b01, 0b01, 0b01], [0b01, 0b00, 0b00, 0b10]]), "a run");
        assert!(!is_settled([[0b10, 0b01, 0b01, 0b00], [0b00, 0b00, 0b00, 0b01]]), "a block floats");
    }
}
