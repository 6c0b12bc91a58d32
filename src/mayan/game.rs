//! [`Game`]: a board, and the moves played on it.

use super::Board;
use crate::base::Move;
use crate::grid::MayanError;

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
    /// Moves, and the boards before them.
    played: Vec<(Move, Board)>,
    /// Moves taken back, the next to redo last.
    undone: Vec<Move>,
}

impl Game {
    /// A game that begins on this board.
    pub fn new(board: Board) -> Game {
        Game { board, played: Vec::new(), undone: Vec::new() }
    }

    /// The board now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board at the start.
    pub fn start(&self) -> &Board {
        self.played.first().map_or(&self.board, |(_, board)| board)
    }

    /// The canonical moves, in the order of answers.
    pub fn moves(&self) -> Vec<Move> {
        self.board.moves()
    }

    /// Plays a move, and forgets those to redo.
    ///
    /// # Errors
    /// If the move is over the edge, or there is no block; the game is then unchanged.
    pub fn play(&mut self, step: Move) -> Result<(), MayanError> {
        self.step(step)?;
        self.undone.clear();
        Ok(())
    }

    /// Takes the last move back and gives it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let (step, board) = self.played.pop()?;
        self.board = board;
        self.undone.push(step);
        Some(step)
    }

    /// Plays the last move that was taken back and gives it; `None` if there is none.
    pub fn redo(&mut self) -> Option<Move> {
        let step = self.undone.pop()?;
        self.step(step).ok()?;
        Some(step)
    }

    /// The moves so far.
    pub fn played(&self) -> Vec<Move> {
        self.played.iter().map(|&(step, _)| step).collect()
    }

    /// Whether no block is left.
    pub fn is_won(&self) -> bool {
        self.board.is_empty()
    }

    fn step(&mut self, step: Move) -> Result<(), MayanError> {
        let before = self.board.clone();
        self.board.play(step)?;
        self.played.push((step, before));
        Ok(())
    }
}
