//! A simple Mayan board as an array of cells, for the checker's search.
//!
//! The board behaves like [`Grid::play`] (a test compares the two) in a fraction of the time.

use std::hash::{Hash, Hasher};
use tilefall_rules::grid::Grid;
use tilefall_rules::{Move, Side};

/// The maximum number of rows and of columns.
pub(super) const SIDE: usize = 8;

/// A Mayan board of at most 8×8 cells.
///
/// # Equality
/// Boards are equal if their cells are. Colours are indexes, so only boards made from the same grid can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    rows: u8,
    cols: u8,
    /// Codes of the cells by columns of 8 from the bottom: 0 for empty, else colour + 1.
    cells: [u8; SIDE * SIDE],
}

impl Hash for Blocks {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cells
            .as_chunks::<SIDE>()
            .0
            .iter()
            .for_each(|&column| state.write_u64(u64::from_le_bytes(column)));
    }
}

impl Blocks {
    /// Creates a board from a grid, without settling. `None` if the grid is too large.
    ///
    /// ```
    /// use tilefall::rules::grid::Grid;
    /// use tilefall::verify::search::blocks::Blocks;
    /// let mut blocks = Blocks::new(&Grid::parse("11.1.").unwrap()).unwrap();
    /// // 1 0 R, 3 0 R and 3 0 L; the last one joins the three.
    /// assert_eq!(blocks.moves(false).len(), 3);
    /// blocks = blocks.after(blocks.moves(false)[2]);
    /// assert!(blocks.is_empty());
    /// ```
    pub fn new(grid: &Grid) -> Option<Blocks> {
        if grid.rows().max(grid.cols()) > SIDE {
            return None;
        }
        let mut cells = [0; SIDE * SIDE];
        for cell in grid.cells() {
            cells[cell.col * SIDE + cell.row] = grid.get(cell).map_or(0, |colour| colour + 1);
        }
        Some(Blocks { rows: grid.rows() as u8, cols: grid.cols() as u8, cells })
    }

    fn size(&self) -> (usize, usize) {
        (self.rows.into(), self.cols.into())
    }

    /// Returns `true` if no block is left.
    pub fn is_empty(&self) -> bool {
        self.cells == [0; SIDE * SIDE]
    }

    pub fn cols(&self) -> usize {
        self.cols.into()
    }

    /// Returns the code of a cell: 0 for empty, else colour + 1.
    pub(super) fn block(&self, x: usize, y: u8) -> u8 {
        self.cells[x * SIDE + usize::from(y)]
    }

    /// Counts the cells by code, then by column. Code 0 counts empty cells, and the cells outside the board up to 8×8.
    pub(super) fn columns(&self) -> [[u8; SIDE]; 64] {
        let mut columns = [[0; SIDE]; 64];
        for (x, column) in self.cells.chunks_exact(SIDE).enumerate() {
            column.iter().for_each(|&block| columns[usize::from(block)][x] += 1);
        }
        columns
    }

    /// Returns the moves in order: by x, then y, then right before left. A swap is the right move of its left block;
    /// a swap of two equal blocks is a move only with `noop`.
    pub fn moves(&self, noop: bool) -> Vec<Move> {
        let (rows, cols) = self.size();
        let mut moves = Vec::new();
        for x in 0..cols {
            for y in 0..rows {
                let at = x * SIDE + y;
                let block = self.cells[at];
                if block == 0 {
                    continue;
                }
                if x + 1 < cols && (noop || self.cells[at + SIDE] != block) {
                    moves.push(Move::new(x as u8, y as u8, Side::Right));
                }
                if x > 0 && self.cells[at - SIDE] == 0 {
                    moves.push(Move::new(x as u8, y as u8, Side::Left));
                }
            }
        }
        moves
    }

    /// Returns the settled board after a move that [`moves`](Self::moves) returned.
    pub fn after(&self, step: Move) -> Blocks {
        let mut next = *self;
        let from = usize::from(step.x) * SIDE + usize::from(step.y);
        let to = if step.side == Side::Right { from + SIDE } else { from - SIDE };
        next.cells.swap(from, to);
        if next.cells[from] == 0 {
            next.fall();
        }
        next.settle();
        next
    }

    /// Removes all runs of three or more and lets the other blocks fall, until there is no run.
    pub fn settle(&mut self) {
        while self.take_runs() {
            self.fall();
        }
    }

    fn take_runs(&mut self) -> bool {
        let (rows, cols) = self.size();
        let old = self.cells;
        for (step, rows, cols) in [(1, rows.saturating_sub(2), cols), (SIDE, rows, cols.saturating_sub(2))] {
            for x in 0..cols {
                for at in x * SIDE..x * SIDE + rows {
                    if old[at] != 0 && old[at] == old[at + step] && old[at] == old[at + 2 * step] {
                        (self.cells[at], self.cells[at + step], self.cells[at + 2 * step]) = (0, 0, 0);
                    }
                }
            }
        }
        self.cells != old
    }

    fn fall(&mut self) {
        for column in self.cells.chunks_exact_mut(SIDE) {
            let mut free = 0;
            for row in 0..SIDE {
                if column[row] != 0 {
                    column.swap(row, free);
                    free += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_board() -> impl Strategy<Value = Grid> {
        (1..=SIDE, 1..=SIDE, 1..4_u64).prop_flat_map(|(rows, cols, colours)| {
            proptest::collection::vec(proptest::option::weighted(0.7, 0..colours), rows * cols).prop_map(
                move |cells| {
                    let mut grid =
                        Grid::from_names(rows, cols, |cell| cells[cell.col * rows + cell.row]).unwrap();
                    grid.fall();
                    grid
                },
            )
        })
    }

    proptest! {
        #[test]
        fn the_blocks_behave_like_the_grid(
            grid in any_board(),
            picks in proptest::collection::vec(any::<prop::sample::Index>(), 8),
            noop: bool,
        ) {
            let mut blocks = Blocks::new(&grid).unwrap();
            let mut other = grid.clone();
            other.settle();
            blocks.settle();
            for pick in picks {
                prop_assert_eq!(Some(blocks), Blocks::new(&other));
                let moves = other.canonical_moves(noop);
                prop_assert_eq!(&blocks.moves(noop), &moves);
                let counts: Vec<_> = (0..grid.colours()).map(|colour| other.count(colour as u8)).collect();
                for (columns, count) in blocks.columns()[1..].iter().zip(counts) {
                    prop_assert_eq!(columns.iter().map(|&of| usize::from(of)).sum::<usize>(), count);
                }
                prop_assert_eq!(blocks.is_empty(), other.is_empty());
                if moves.is_empty() {
                    break;
                }
                let step = moves[pick.index(moves.len())];
                other.play(step).unwrap();
                blocks = blocks.after(step);
            }
        }
    }
}
