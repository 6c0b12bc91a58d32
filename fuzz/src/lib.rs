//! Boards from the bytes of a fuzzer, and the best score of a board by brute force.

use std::collections::HashMap;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, GameKind, Rules};

/// The name of the first colour; names are consecutive numbers.
const FIRST: u64 = 1;

/// Reads a board for either game, without floating tiles: a height for each column, then the tiles of each column from
/// the bottom. Missing bytes count as 0.
pub fn board(rows: usize, cols: usize, colours: u64, bytes: &mut &[u8]) -> Grid {
    let heights: Vec<usize> = (0..cols).map(|_| usize::from(next(bytes)) % (rows + 1)).collect();
    let mut tiles = vec![None; rows * cols];
    for (col, &height) in heights.iter().enumerate() {
        for row in 0..height {
            tiles[row * cols + col] = Some(FIRST + u64::from(next(bytes)) % colours);
        }
    }
    Grid::from_names(rows, cols, |cell: Cell| tiles[cell.row * cols + cell.col])
        .expect("a small board of few colours")
}

/// Reads a board of SameGame: like [`board()`], with the empty columns moved to the right.
pub fn samegame(rows: usize, cols: usize, colours: u64, bytes: &mut &[u8]) -> Grid {
    let mut grid = board(rows, cols, colours, bytes);
    grid.close();
    grid
}

/// Removes and returns the first of `bytes`; returns 0 if `bytes` is empty.
pub fn next(bytes: &mut &[u8]) -> u8 {
    let Some((&first, rest)) = bytes.split_first() else { return 0 };
    *bytes = rest;
    first
}

/// Returns SameGame for an even byte, the Mayan puzzle for an odd one.
pub fn game(byte: u8) -> GameKind {
    if byte & 1 == 0 { GameKind::SameGame } else { GameKind::Mayan }
}

/// Returns the highest score of a board, and whether a list clears it, by brute force. `known` caches results.
pub fn best(grid: &Grid, rules: Rules, known: &mut HashMap<Grid, (i64, bool)>) -> (i64, bool) {
    if let Some(&value) = known.get(grid) {
        return value;
    }
    let left = (0..grid.colours()).map(|colour| grid.count(colour as u8) as u64);
    let mut value = (rules.total(0, left), grid.is_empty());
    for first in grid.groups() {
        let mut next = grid.clone();
        let points = rules.score.points(next.click(first) as u64);
        let (rest, cleared) = best(&next, rules, known);
        value = (value.0.max(points + rest), value.1 | cleared);
    }
    known.insert(grid.clone(), value);
    value
}
