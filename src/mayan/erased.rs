//! [`Board`]: a packed board of any number of colours behind one type.

use super::board::{Packed, Settle, Unfit};
use super::moves::{self, Moves};
use crate::base::{Cell, Colour, Move, Side};
use crate::bits::cpu::dispatch;
use crate::grid::{ColourNames, Grid, MayanError, stands_for_grid};
use std::hash::{Hash, Hasher};

/// A board of the Mayan puzzle: up to 8×8 cells, nothing floating, no run of three.
///
/// Cells are 0-based from the bottom left; a move names a column `x` and a row `y`. A slice that describes every cell
/// has the cell (row, col) at `col * rows + row`: columns from the left, each from the bottom.
///
/// A board is drawn and read as rows, the top one first, `.` for an empty cell and one character a colour
/// (`0`-`9`, `a`-`z`, `A`-`Z`: the names 0 to 61). A board that has other names is drawn with names from 0. Runs of a
/// board that is read vanish at once.
///
/// # Equality
/// Size, and the name of the colour of every cell. Hashing takes some microseconds once a colour is gone.
///
/// ```
/// use tilefall::mayan::{Board, Move, Side};
/// let mut board: Board = "21... / 12... / 12...".parse().unwrap();
/// board.play(Move::new(0, 2, Side::Right)).unwrap();
/// assert!(board.is_empty());
/// ```
#[derive(Clone)]
pub struct Board {
    rows: usize,
    cols: usize,
    /// Names of the colours, ascending.
    names: ColourNames,
    blocks: Blocks,
}

/// Up to 15 colours, or up to 62.
#[derive(Clone, PartialEq)]
enum Blocks {
    Few(Packed<4>),
    Many(Packed<6>),
}

/// Does the same with both.
macro_rules! with {
    ($blocks:expr, $board:ident => $work:expr) => {
        match $blocks {
            Blocks::Few($board) => $work,
            Blocks::Many($board) => $work,
        }
    };
}

impl Board {
    /// A board from a function that gives the name of the colour of each cell, `None` for empty. Runs vanish.
    ///
    /// # Errors
    /// If a block floats, or there are too many cells or colours.
    pub fn from_names(
        rows: usize,
        cols: usize,
        name: impl FnMut(Cell) -> Option<u64>,
    ) -> Result<Board, Unfit> {
        Board::try_from(&Grid::from_names(rows, cols, name)?)
    }

    /// The board as a grid, with the names of all colours of the first board.
    pub fn to_grid(&self) -> Grid {
        let like = Grid::empty_of(self.rows, self.cols, &self.names).expect("the size of a grid");
        with!(&self.blocks, board => board.to_grid(&like))
    }

    /// The colour of a cell; `None` if it is empty or outside the board.
    pub fn get(&self, cell: Cell) -> Option<Colour> {
        self.index(cell)?;
        let bit = (8 * cell.col + cell.row) as u32;
        with!(&self.blocks, board => board.code(bit)).checked_sub(1).map(|colour| colour as Colour)
    }

    /// Blocks of a colour; 0 for a colour that the board does not have.
    pub fn count(&self, colour: Colour) -> usize {
        let code = usize::from(colour) + 1;
        if code > self.names.len() {
            return 0;
        }
        with!(&self.blocks, board => board.of_code(code).count_ones() as usize)
    }

    /// Blocks on the board.
    pub fn blocks(&self) -> usize {
        self.occupied().count_ones() as usize
    }

    /// Whether no block is left.
    pub fn is_empty(&self) -> bool {
        self.occupied() == 0
    }

    /// The canonical moves, in the order of answers: by x, then y, then right before left. A swap is the right move
    /// of its left block, a left move goes into an empty cell only, and a swap of two equal blocks is left out.
    pub fn moves(&self) -> Vec<Move> {
        let mut list = Vec::new();
        let Moves { swaps, right, left, .. } = self.masks();
        let mut rest = swaps | right | left;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            list.extend(((swaps | right) >> bit & 1 == 1).then(|| moves::right(bit)));
            list.extend((left >> bit & 1 == 1).then(|| moves::left(bit)));
        }
        list
    }

    /// Writes which moves are canonical: for every cell whether its block goes right, then for every cell whether it
    /// goes left.
    ///
    /// # Panics
    /// If the slice does not have twice [`cells`](Self::cells) elements.
    pub fn legal_mask(&self, mask: &mut [bool]) {
        assert_eq!(mask.len(), 2 * self.cells(), "the mask describes every cell twice");
        let Moves { swaps, right, left, .. } = self.masks();
        let (rights, lefts) = mask.split_at_mut(self.cells());
        for (side, moves) in [(rights, swaps | right), (lefts, left)] {
            for (col, column) in side.chunks_exact_mut(self.rows.max(1)).enumerate() {
                for (row, legal) in column.iter_mut().enumerate() {
                    *legal = moves >> (8 * col + row) & 1 == 1;
                }
            }
        }
    }

    /// Plays a move: two blocks swap, or a block falls into the next column; then runs of three or more vanish and
    /// blocks fall until there is no run.
    ///
    /// # Errors
    /// If the move is over the edge, or there is no block; the board is then unchanged.
    pub fn play(&mut self, step: Move) -> Result<(), MayanError> {
        let from = Cell::new(step.y.into(), step.x.into());
        self.index(from).ok_or(MayanError::Outside)?;
        let target = match step.side {
            Side::Right => Some(from.col + 1).filter(|&col| col < self.cols),
            Side::Left => from.col.checked_sub(1),
        };
        let to = Cell::new(from.row, target.ok_or(MayanError::OverTheEdge)?);
        self.get(from).ok_or(MayanError::Empty)?;
        let (bit, left) = (moves::bit_of(step), (8 * from.col.min(to.col) + from.row) as u32);
        let swap = self.get(to).is_some();
        with!(&mut self.blocks, board => {
            *board = if swap { board.swapped(left) } else { board.slid(bit, to.col as u32) };
            dispatch(Settle(board));
            debug_assert!(board.sound());
        });
        Ok(())
    }

    /// Writes the colour of every cell: 0 for empty, 1 for the colour 0, and so on.
    ///
    /// # Panics
    /// If the slice does not have [`cells`](Self::cells) elements.
    pub fn colours(&self, colours: &mut [u8]) {
        assert_eq!(colours.len(), self.cells(), "the slice describes every cell");
        for (index, code) in colours.iter_mut().enumerate() {
            *code = self.cell(index).and_then(|cell| self.get(cell)).map_or(0, |colour| colour + 1);
        }
    }

    fn occupied(&self) -> u64 {
        with!(&self.blocks, board => board.occupied())
    }

    fn masks(&self) -> Moves {
        if self.is_empty() {
            return Moves { swaps: 0, hot: 0, right: 0, left: 0 };
        }
        with!(&self.blocks, board => Moves::of(board, self.cols as u32))
    }
}

impl TryFrom<&Grid> for Board {
    type Error = Unfit;

    /// Packs a grid; runs vanish.
    ///
    /// # Errors
    /// If it has more than 8 rows or columns, or a block floats.
    fn try_from(grid: &Grid) -> Result<Board, Unfit> {
        let mut blocks = if grid.colours() <= Packed::<4>::COLOURS {
            Blocks::Few(Packed::from_grid(grid)?)
        } else {
            Blocks::Many(Packed::from_grid(grid)?)
        };
        with!(&mut blocks, board => dispatch(Settle(board)));
        Ok(Board { rows: grid.rows(), cols: grid.cols(), names: grid.colour_names().clone(), blocks })
    }
}

stands_for_grid!(Board, blocks, Unfit);

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_grid().hash(state);
    }
}
