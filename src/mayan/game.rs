//! [`Game`]: a board with its history of moves.

use super::Board;
use crate::rules::Move;
use crate::rules::grid::MayanError;

/// A Mayan puzzle that is played move by move, with undo and redo.
///
/// ```
/// use tilefall::mayan::{Board, Game, Move, Side};
/// let board: Board = "21... / 12... / 12...".parse().unwrap();
/// let mut game = Game::new(board);
/// let step = Move::new(0, 2, Side::Right);
/// assert!(game.moves().contains(&step));
/// game.play(step).unwrap();
/// assert!(game.is_won());
/// assert_eq!((game.undo(), game.redo(), game.redo()), (Some(step), Some(step), None));
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    /// Moves played, each with the board before the move.
    played: Vec<(Move, Board)>,
    /// Undone moves; the last one is the next to redo.
    undone: Vec<Move>,
}

impl Game {
    /// Creates a game that starts from `board`.
    pub fn new(board: Board) -> Game {
        Game { board, played: Vec::new(), undone: Vec::new() }
    }

    /// Returns the current board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the initial board.
    pub fn start(&self) -> &Board {
        self.played.first().map_or(&self.board, |(_, board)| board)
    }

    /// Returns the canonical moves in canonical order.
    pub fn moves(&self) -> Vec<Move> {
        self.board.moves()
    }

    /// Plays a move and discards the moves to redo.
    ///
    /// # Errors
    /// If the move is over the edge, or there is no block. The game is then unchanged.
    pub fn play(&mut self, step: Move) -> Result<(), MayanError> {
        self.step(step)?;
        self.undone.clear();
        Ok(())
    }

    /// Undoes the last move and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let (step, board) = self.played.pop()?;
        self.board = board;
        self.undone.push(step);
        Some(step)
    }

    /// Redoes the last undone move and returns it; `None` if no undone move is left.
    pub fn redo(&mut self) -> Option<Move> {
        let step = self.undone.pop()?;
        self.step(step).ok()?;
        Some(step)
    }

    /// Returns the moves played so far.
    pub fn played(&self) -> Vec<Move> {
        self.played.iter().map(|&(step, _)| step).collect()
    }

    /// Returns `true` if the board has no block.
    pub fn is_won(&self) -> bool {
        self.board.is_empty()
    }

    /// Returns `true` if no move is left.
    pub fn is_over(&self) -> bool {
        self.board.moves().is_empty()
    }

    fn step(&mut self, step: Move) -> Result<(), MayanError> {
        let before = self.board.clone();
        self.board.play(step)?;
        self.played.push((step, before));
        Ok(())
    }
}
