//! The judge of P1312: whether a list of moves clears the board.

use crate::rules::Move;
use crate::rules::grid::{Grid, MayanError};

/// Returns `true` if the board is empty at any time within the first `allowed` moves of the list. Runs on the given
/// board vanish before the first move. A move of an empty cell changes nothing, but counts as a move.
///
/// # Errors
/// If a move leaves the board, even after the first `allowed` moves: its index in the list, and the error.
///
/// ```
/// use tilefall::{rules::{Move, Side}, rules::grid::Grid, judge::p1312::clears};
/// let grid = Grid::parse("1.. / 2.. / 211").unwrap();
/// let list = [Move::new(0, 0, Side::Right), Move::new(0, 1, Side::Right)];
/// assert_eq!(clears(&grid, 9, &list), Ok(false));
/// let settles = Grid::parse("222 / 111").unwrap();
/// assert_eq!(clears(&settles, 0, &[]), Ok(true));
/// ```
pub fn clears(grid: &Grid, allowed: u64, list: &[Move]) -> Result<bool, (usize, MayanError)> {
    let mut board = grid.clone();
    board.settle();
    let mut cleared = board.is_empty();
    for (at, &step) in list.iter().enumerate() {
        // Moves after the first `allowed` moves are played, too, but only to find a move that leaves the board.
        match board.play(step) {
            Ok(()) | Err(MayanError::Empty) => {}
            Err(error) => return Err((at, error)),
        }
        cleared |= board.is_empty() && (at as u64) < allowed;
    }
    Ok(cleared)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Side;

    #[test]
    fn a_move_over_the_edge_is_an_error_even_after_the_allowed_moves() {
        let grid = Grid::parse("111").unwrap();
        let list = [Move::new(0, 0, Side::Right), Move::new(0, 0, Side::Left)];
        assert_eq!(clears(&grid, 1, &list), Err((1, MayanError::OverTheEdge)));
    }
}
