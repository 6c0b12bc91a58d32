//! The judge of UVa 758, "The Same Game": always plays the biggest group; of groups of equal size the leftmost, then the
//! lowest.

use crate::bits::cpu::{Cpu, CpuPath};
use crate::rules::grid::{ColumnBoard, Grid};
use crate::rules::{Cell, Colour, Rules, Score};
use crate::samegame::repr::{BoardKernel, BoardRepr, Cells as _, Kind, dispatch_board};
use std::io::Write as _;

/// Plays a game and appends the output: `Game 1:`, a blank line, a line per move, and the final score. `number` counts
/// the games from 1; a blank line precedes every game but the first.
///
/// A colour is shown by the character of its name, or by `?` if the name has no character. A move on a board of 10×15
/// costs about a microsecond.
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
    let removals = match Kind::first_that_holds(BiggestGroups::KINDS, grid) {
        Some(kind) => dispatch_board(CpuPath::best(), kind, grid, BiggestGroups).expect("a settled board"),
        None => play_on_columns(grid),
    };
    write(number, grid, &removals, out);
}

/// A removal: the first cell of the group, its colour and its size.
type Removal = (Cell, Option<Colour>, usize);

/// Removes the biggest group of a packed board until no group is left; returns the removals.
struct BiggestGroups;

impl BoardKernel for BiggestGroups {
    type Out = Vec<Removal>;
    const KINDS: &'static [Kind] = &[Kind::Lanes16x16, Kind::Lanes64x64Many];

    #[inline(always)]
    fn run<C: Cpu, B: BoardRepr>(self, cpu: C, mut board: B) -> Vec<Removal> {
        let mut removals = Vec::new();
        loop {
            let (mut rest, mut biggest, mut most) = (board.groups(cpu, 2), B::Mask::default(), 0);
            while let Some(group) = board.next_group(cpu, &mut rest) {
                let size = group.count();
                if size > most {
                    (biggest, most) = (group, size);
                }
            }
            let Some(first) = biggest.first() else { return removals };
            removals.push((first, board.get(first), most));
            board.remove(cpu, &biggest);
        }
    }
}

/// Plays like [`BiggestGroups`] on a [`ColumnBoard`], for boards that no packed board holds.
fn play_on_columns(grid: &Grid) -> Vec<Removal> {
    let (mut board, mut removals) = (ColumnBoard::new(grid), Vec::new());
    // `max_by_key` returns the last of equal elements, hence the reversal.
    while let Some((first, size)) = board.groups_of(2).into_iter().rev().max_by_key(|&(_, size)| size) {
        removals.push((first, board.get(first), size));
        board.click_by(&Rules::USUAL, first);
    }
    removals
}

fn write(number: u64, grid: &Grid, removals: &[Removal], out: &mut Vec<u8>) {
    let blank = if number > 1 { "\n" } else { "" };
    // Writing into memory does not fail.
    let _ = write!(out, "{blank}Game {number}:\n\n");
    let (mut score, mut left) = (0, grid.tiles() as u64);
    for (number, &(Cell { row, col }, colour, size)) in (1..).zip(removals) {
        let points = Score::N2.points(size as u64);
        score += points;
        left -= size as u64;
        let name = colour.and_then(|colour| grid.names().get(usize::from(colour)));
        let letter = name.and_then(|&name| Grid::character(name)).unwrap_or('?');
        let (row, col) = (row + 1, col + 1);
        let _ = writeln!(
            out,
            "Move {number} at ({row},{col}): removed {size} balls of color {letter}, got {points} points."
        );
    }
    if left == 0 {
        score = Rules::default().total(score, []);
    }
    let _ = writeln!(out, "Final score: {score}, with {left} balls remaining.");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_boards_and_columns_play_the_same_game(
            rows in 1usize..=20, cols in 1usize..=20, colours in 1u64..=4,
            cells in proptest::collection::vec(0u64..12, 400),
        ) {
            let grid = Grid::from_names(rows, cols, |cell| Some(cells[cell.row * cols + cell.col] % colours)).unwrap();
            let kind = Kind::first_that_holds(BiggestGroups::KINDS, &grid).unwrap();
            let packed = dispatch_board(CpuPath::best(), kind, &grid, BiggestGroups).unwrap();
            prop_assert_eq!(packed, play_on_columns(&grid));
        }
    }
}
