//! The judge of UVa 758, "The Same Game": always plays the biggest group; of groups of equal size the leftmost, then the
//! lowest.

use crate::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use crate::judge::packed_columns::{MAX_ROWS, PackedColumns};
use crate::rules::grid::{ColumnBoard, Grid};
use crate::rules::{Cell, Rules, Score};
use std::io::Write as _;

/// The maximum number of colours of a packed board.
const MAX_COLOURS: usize = 15;

/// Plays game `number`, from 1, and appends the output: `Game 1:`, a blank line, a line per move, the final score; a blank
/// line precedes every game but the first.
///
/// Colours are shown by the character of their name, or `?` without one. Boards of up to 16 rows and 15
/// colours cost about a microsecond per move.
///
/// ```
/// use tilefall::{rules::grid::Grid, judge::uva758::play};
/// let mut out = Vec::new();
/// play(1, &Grid::parse("RG / RG").unwrap(), &mut out);
/// assert_eq!(String::from_utf8(out).unwrap(), "\
/// Game 1:
///
/// Move 1 at (1,1): removed 2 balls of color R, got 0 points.
/// Move 2 at (1,1): removed 2 balls of color G, got 0 points.
/// Final score: 1000, with 0 balls remaining.
/// ");
/// ```
pub fn play(number: u64, grid: &Grid, out: &mut Vec<u8>) {
    let blank = if number > 1 { "\n" } else { "" };
    // Writing into memory does not fail.
    let _ = write!(out, "{blank}Game {number}:\n\n");
    if grid.rows() <= MAX_ROWS && grid.colours() <= MAX_COLOURS {
        dispatch(CpuPath::best(), Packed { grid, out });
    } else {
        play_to_end(grid, &mut ColumnBoard::new(grid), out);
    }
}

/// A board that the judge plays on.
trait Board {
    /// Returns the first cell, the colour and the size of the biggest group of two or more cells.
    fn biggest_group(&mut self) -> Option<(Cell, usize, u64)>;
    /// Removes the group of a cell.
    fn click(&mut self, cell: Cell);
}

impl Board for ColumnBoard {
    fn biggest_group(&mut self) -> Option<(Cell, usize, u64)> {
        // `max_by_key` returns the last of equal elements, hence the reversal.
        let (cell, size) = self.groups().into_iter().rev().max_by_key(|&(_, size)| size)?;
        Some((cell, usize::from(self.get(cell)?), size as u64))
    }

    fn click(&mut self, cell: Cell) {
        ColumnBoard::click(self, cell);
    }
}

/// A game on a packed board, compiled for each CPU path.
struct Packed<'a> {
    grid: &'a Grid,
    out: &'a mut Vec<u8>,
}

struct OnCpu<C>(C, PackedColumns);

impl<C: Cpu> Board for OnCpu<C> {
    #[inline(always)]
    fn biggest_group(&mut self) -> Option<(Cell, usize, u64)> {
        let (row, col, size) = self.1.biggest_group()?;
        Some((Cell::new(row, col), self.1.value(row, col)?, u64::from(size)))
    }

    #[inline(always)]
    fn click(&mut self, cell: Cell) {
        self.1.click(self.0, cell.row, cell.col);
    }
}

impl<C: Cpu> Kernel<C> for Packed<'_> {
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: C) {
        play_to_end(self.grid, &mut OnCpu(cpu, PackedColumns::from_grid(self.grid)), self.out);
    }
}

/// Plays until no group is left.
#[inline(always)]
fn play_to_end(grid: &Grid, board: &mut impl Board, out: &mut Vec<u8>) {
    let rules = Rules::default();
    let (mut score, mut left) = (0, grid.tiles() as u64);
    let mut number = 0u64;
    while let Some((cell, colour, size)) = board.biggest_group() {
        let points = Score::N2.points(size);
        score += points;
        left -= size;
        number += 1;
        let letter = grid.names().get(colour).and_then(|&name| Grid::character(name)).unwrap_or('?');
        let (row, col) = (cell.row + 1, cell.col + 1);
        let _ = writeln!(
            out,
            "Move {number} at ({row},{col}): removed {size} balls of color {letter}, got {points} points."
        );
        board.click(cell);
    }
    if left == 0 {
        score = rules.total(score, []);
    }
    let _ = writeln!(out, "Final score: {score}, with {left} balls remaining.");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_and_plain_boards_play_the_same_game(
            rows in 1usize..=16, cols in 1usize..=20, colours in 1u64..=4,
            cells in proptest::collection::vec(0u64..12, 320),
        ) {
            let grid = Grid::from_names(rows, cols, |cell| Some(cells[cell.row * cols + cell.col] % colours)).unwrap();
            let (mut fast, mut slow) = (Vec::new(), Vec::new());
            dispatch(CpuPath::best(), Packed { grid: &grid, out: &mut fast });
            play_to_end(&grid, &mut ColumnBoard::new(&grid), &mut slow);
            prop_assert_eq!(String::from_utf8(fast).unwrap(), String::from_utf8(slow).unwrap());
        }
    }
}
