//! [`Board`]: one type for packed boards of any number of colours.

use super::moves::{self, BitMove, Moves};
use super::packed::{BoardError, ONES, Packed, Settle};
use crate::bits::cpu::{CpuPath, dispatch};
use crate::board_common::impl_board_common;
use crate::rules::grid::{ColourNames, Grid, MayanError};
use crate::rules::puzzle::{Puzzle, Task};
use crate::rules::{Cell, Colour, GameKind, Move, Side};
use std::hash::{Hash, Hasher};

/// A board of the Mayan puzzle: up to 8×8 cells, nothing floating, no run of three.
///
/// Cells are 0-based from the bottom left; a move has a column `x` and a row `y`. In a slice with one element per cell,
/// the cell (row, col) is at `col * rows + row`: columns from the left, each from the bottom.
///
/// The textual form is the rows, the top one first, with `.` or `0` for an empty cell and one character per colour
/// (`1`-`9`, `a`-`z`, `A`-`Z`: the names 1 to 61). A board with other names is displayed with names from 1. Parsing a
/// board removes its runs.
///
/// # Equality
/// Two boards are equal if they have the same size, and the same colour name in every cell. Hashing takes some
/// microseconds if a colour of the initial board has vanished.
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
    /// Names of the colours, in ascending order.
    names: ColourNames,
    blocks: Blocks,
    /// Whether swaps of two equal blocks are moves.
    noops: bool,
}

/// The packed board: four planes for up to 15 colours, six for up to 62.
#[derive(Clone, PartialEq)]
enum Blocks {
    Few(Packed<4>),
    Many(Packed<6>),
}

/// Evaluates one expression for either packed board.
macro_rules! with {
    ($blocks:expr, $board:ident => $work:expr) => {
        match $blocks {
            Blocks::Few($board) => $work,
            Blocks::Many($board) => $work,
        }
    };
}

impl Board {
    /// Creates a board from a function that returns the colour name of each cell, `None` for empty. Removes runs.
    ///
    /// # Errors
    /// If a block floats, or there are too many cells or colours.
    pub fn from_names(
        rows: usize,
        cols: usize,
        name: impl FnMut(Cell) -> Option<u64>,
    ) -> Result<Board, BoardError> {
        Board::try_from(&Grid::from_names(rows, cols, name)?)
    }

    /// Sets whether swaps of two equal blocks, which change nothing, are moves; by default they are not.
    #[must_use]
    pub fn with_noops(self, noops: bool) -> Board {
        Board { noops, ..self }
    }

    /// Returns whether swaps of two equal blocks are moves.
    pub fn counts_noops(&self) -> bool {
        self.noops
    }

    /// Returns the board as a grid, with all colour names of the initial board.
    pub fn to_grid(&self) -> Grid {
        let like = Grid::empty_with_names(self.rows, self.cols, &self.names).expect("the size of a grid");
        with!(&self.blocks, board => board.to_grid(&like))
    }

    /// Returns the colour of a cell; `None` if the cell is empty or outside the board.
    pub fn get(&self, cell: Cell) -> Option<Colour> {
        self.index(cell)?;
        let bit = (8 * cell.col + cell.row) as u32;
        with!(&self.blocks, board => board.code(bit)).checked_sub(1).map(|colour| colour as Colour)
    }

    /// Returns the number of blocks of a colour; 0 for a colour that the board does not have.
    pub fn count(&self, colour: Colour) -> usize {
        let code = usize::from(colour) + 1;
        if code > self.names.len() {
            return 0;
        }
        with!(&self.blocks, board => board.of_code(code).count_ones() as usize)
    }

    /// Returns the number of blocks on the board.
    pub fn blocks(&self) -> usize {
        self.occupied().count_ones() as usize
    }

    /// Returns `true` if the board has no block.
    pub fn is_empty(&self) -> bool {
        self.occupied() == 0
    }

    /// Returns the canonical moves in canonical order: by x, then y, then right before left. A swap is the right move
    /// of its left block, a left move goes into an empty cell only, and swaps of two equal blocks are excluded unless
    /// they [are moves](Self::with_noops).
    pub fn moves(&self) -> Vec<Move> {
        self.masks().iter(0).map(BitMove::to_move).collect()
    }

    /// Returns `true` if a move swaps two equal blocks, which changes nothing.
    pub fn is_noop(&self, step: Move) -> bool {
        let from = Cell::new(step.y.into(), step.x.into());
        let to = match step.side {
            Side::Right => from.col + 1,
            Side::Left => from.col.wrapping_sub(1),
        };
        let block = self.get(from);
        block.is_some() && self.get(Cell::new(from.row, to)) == block
    }

    /// Plays a move: swaps two blocks, equal ones too, or moves a block into the next column; then removes runs of
    /// three or more and lets blocks fall until there is no run.
    ///
    /// # Errors
    /// If the move is over the edge, or there is no block. The board is then unchanged.
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
            dispatch(CpuPath::best(), Settle(board));
            debug_assert!(board.is_settled());
        });
        Ok(())
    }

    /// Writes the colour of every cell, by columns from the left: 0 for empty, 1 for colour 0, and so on. A column is
    /// written from the bottom.
    ///
    /// # Panics
    /// If the slice does not have [`cells`](Self::cells) elements.
    pub fn colours(&self, colours: &mut [u8]) {
        assert_eq!(colours.len(), self.cells(), "the slice describes every cell");
        for (index, code) in colours.iter_mut().enumerate() {
            *code = self.cell(index).and_then(|cell| self.get(cell)).map_or(0, |colour| colour + 1);
        }
    }

    /// Writes the board by rows from the top, each from the left. `cells` gets the colours: 0 for empty, 1 for colour 0
    /// and so on. The first half of `legal` is `true` for the cells whose block has a canonical move to the right, the
    /// second half for the cells whose block has a canonical move to the left. Returns whether there is a move.
    ///
    /// # Panics
    /// If `cells` does not have [`cells`](Self::cells) elements, or `legal` twice as many.
    ///
    /// ```
    /// let board: tilefall::mayan::Board = "1.. / 122".parse().unwrap();
    /// let (mut cells, mut legal) = ([0; 6], [false; 12]);
    /// assert!(board.write_observation(&mut cells, &mut legal));
    /// assert_eq!(cells, [1, 0, 0, 1, 2, 2]);
    /// assert_eq!(legal[..6], [true, false, false, true, false, false]);
    /// assert_eq!(legal[6..], [false; 6]);
    /// ```
    pub fn write_observation<T: From<bool>>(&self, cells: &mut [u8], legal: &mut [T]) -> bool {
        assert_eq!(cells.len(), self.cells(), "the slice describes every cell");
        assert_eq!(legal.len(), 2 * self.cells(), "the mask describes every cell twice");
        let Moves { swaps, right, left, .. } = self.masks();
        let (rights, lefts) = legal.split_at_mut(self.cells());
        // A word has one byte per column: after a shift, the lowest bits of the bytes are a row.
        let row = |plane: u64, row: usize| plane >> row & ONES;
        for (side, moves) in [(rights, swaps | right), (lefts, left)] {
            let rows = side.chunks_exact_mut(self.cols.max(1)).rev().enumerate();
            for (at, legal) in rows {
                let bits = row(moves, at).to_le_bytes();
                legal.iter_mut().zip(bits).for_each(|(legal, bit)| *legal = T::from(bit == 1));
            }
        }
        with!(&self.blocks, board => for (at, codes) in cells.chunks_exact_mut(self.cols.max(1)).rev().enumerate() {
            let planes = board.planes.iter().enumerate();
            let bytes = planes.fold(0, |bytes, (k, &plane)| bytes | row(plane, at) << k).to_le_bytes();
            codes.iter_mut().zip(bytes).for_each(|(code, byte)| *code = byte);
        });
        swaps | right | left != 0
    }

    fn occupied(&self) -> u64 {
        with!(&self.blocks, board => board.occupied())
    }

    /// Returns the masks of the moves. They include swaps of two equal blocks if such swaps are moves.
    fn masks(&self) -> Moves {
        if self.is_empty() {
            return Moves { swaps: 0, run_swaps: 0, right: 0, left: 0 };
        }
        with!(&self.blocks, board => {
            let noops = if self.noops { moves::noops(board) } else { 0 };
            let moves = Moves::of(board, self.cols as u32);
            Moves { swaps: moves.swaps | noops, ..moves }
        })
    }
}

impl TryFrom<&Grid> for Board {
    type Error = BoardError;

    /// Packs a grid and removes its runs.
    ///
    /// # Errors
    /// If the grid has more than 8 rows or columns, or a block floats.
    fn try_from(grid: &Grid) -> Result<Board, BoardError> {
        let mut blocks = if grid.colours() <= Packed::<4>::COLOURS {
            Blocks::Few(Packed::from_grid(grid)?)
        } else {
            Blocks::Many(Packed::from_grid(grid)?)
        };
        with!(&mut blocks, board => dispatch(CpuPath::best(), Settle(board)));
        Ok(Board {
            rows: grid.rows(),
            cols: grid.cols(),
            names: grid.colour_names().clone(),
            blocks,
            noops: false,
        })
    }
}

impl TryFrom<&Puzzle> for Board {
    type Error = BoardError;

    /// Packs the board of a puzzle and removes its runs. Swaps of equal blocks are moves if the task counts them.
    ///
    /// # Errors
    /// If the board cannot be packed, or the puzzle is a SameGame puzzle.
    fn try_from(puzzle: &Puzzle) -> Result<Board, BoardError> {
        let Task::Mayan(task) = &puzzle.task else { return Err(BoardError::WrongGame) };
        Ok(Board::try_from(&puzzle.grid)?.with_noops(task.counts_noops()))
    }
}

impl_board_common!(Board, GameKind::Mayan, blocks, BoardError);

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_grid().hash(state);
    }
}
