//! [`Game`]: a board, its rules, and the clicks played on it.

use super::search::{GameResult, Tally};
use super::{Board, Found, PlayoutPolicy};
use crate::rules::{Cell, Colour, Random, Rules};

/// A game of SameGame, played click by click, with undo and redo.
///
/// ```
/// use tilefall::samegame::{Board, Cell, Game, Rules};
/// let board: Board = "1.. / 122".parse().unwrap();
/// let mut game = Game::new(board, Rules::default());
/// assert_eq!(game.play(Cell::new(0, 1)), Ok(2));
/// assert_eq!(game.play(Cell::new(0, 0)), Ok(2));
/// assert_eq!((game.is_over(), game.score()), (true, 1000)); // (2 − 2)² twice, 1000 for an empty board
/// assert_eq!(game.undo(), Some(Cell::new(0, 0)));
/// assert_eq!(game.board().to_string(), "1..\n1..");
/// assert_eq!(game.redo(), Some(Cell::new(0, 0)));
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    board: Board,
    /// The clicks so far: their number, points and sizes.
    tally: Tally,
    played: Vec<Turn>,
    /// The undone clicks, the next one to redo last.
    undone: Vec<Cell>,
}

/// The error for a click that removes nothing, with the clicked cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no group that can be removed at row {}, column {}", .0.row + 1, .0.col + 1)]
pub struct ClickError(pub Cell);

/// A click, with the board and the tally before the click.
#[derive(Clone, Debug)]
struct Turn {
    cell: Cell,
    /// The board; `None` for most turns on a large board, since storing every board would take too much memory. Undo
    /// then replays the clicks since the last stored board.
    board: Option<Board>,
    tally: Tally,
}

/// Boards of fewer heap bytes than this are stored at every turn; boards of `n` times as many bytes, at every
/// (`n` + 1)-th turn.
const MAX_STORED_BYTES: usize = 1 << 13;

impl Game {
    /// Creates a game that starts from `board` and is played by `rules`, which replace the rules of the board.
    ///
    /// # Panics
    /// Panics if the board has an empty column left of an occupied one and the rules close columns.
    pub fn new(board: Board, rules: Rules) -> Game {
        let board = if board.plays_by(&rules) {
            board
        } else {
            Board::with_rules(&board.to_grid(), &rules).expect("a board that the rules allow")
        };
        Game { rules, board, tally: Tally::default(), played: Vec::new(), undone: Vec::new() }
    }

    /// Returns the board after the clicks so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the board before the first click.
    pub fn start(&self) -> &Board {
        self.played.first().and_then(|turn| turn.board.as_ref()).unwrap_or(&self.board)
    }

    /// Returns the rules for moves and scores.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the legal moves: the first cell of each of [`groups`](Board::groups).
    pub fn moves(&self) -> Vec<Cell> {
        self.board.groups().iter().map(|group| group.cell).collect()
    }

    /// Clicks a cell and discards the clicks to redo. Returns the number of removed tiles.
    ///
    /// # Errors
    /// If the cell has no group that can be removed. The game is then unchanged.
    pub fn play(&mut self, cell: Cell) -> Result<usize, ClickError> {
        let removed = self.step(cell)?;
        self.undone.clear();
        Ok(removed)
    }

    /// Plays the clicks of a policy until no click removes anything.
    pub fn playout(&mut self, policy: PlayoutPolicy, random: &mut Random) {
        while let Some(cell) = self.board.choose(policy, random) {
            if self.play(cell).is_err() {
                return;
            }
        }
    }

    /// Undoes the last click and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Cell> {
        let Turn { cell, board, tally } = self.played.pop()?;
        (self.board, self.tally) = (board.unwrap_or_else(|| self.replay()), tally);
        self.undone.push(cell);
        Some(cell)
    }

    /// Redoes the last undone click and returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<Cell> {
        let cell = self.undone.pop()?;
        self.step(cell).ok()?;
        Some(cell)
    }

    /// Returns the clicks so far, first to last, without undone clicks.
    pub fn played(&self) -> Vec<Cell> {
        self.played.iter().map(|turn| turn.cell).collect()
    }

    /// Returns the points for the removals so far.
    pub fn points(&self) -> i64 {
        self.tally.points
    }

    /// Returns the score if the game ended now: the points for all removals, and the bonus or penalty for the
    /// remaining tiles.
    pub fn score(&self) -> i64 {
        self.result().score
    }

    /// Returns the result if the game ended now.
    fn result(&self) -> GameResult {
        let count = |colour| self.board.count(colour as Colour) as u64;
        self.tally.end(&self.rules, (0..self.board.names().len()).map(count))
    }

    /// Returns `true` if the board has no tile.
    pub fn is_won(&self) -> bool {
        self.board.is_empty()
    }

    /// Returns `true` if no click removes anything.
    pub fn is_over(&self) -> bool {
        self.board.is_over()
    }

    /// Returns the clicks so far with their score, like the result of a [`Solver`](super::Solver).
    pub fn found(&self) -> Found {
        Found::new(self.played(), self.result())
    }

    /// Returns the board after the clicks so far, replayed from the last stored board.
    fn replay(&self) -> Board {
        let kept = |turn: &Turn| turn.board.is_some();
        let from = self.played.iter().rposition(kept).unwrap_or(0);
        let mut board = self.played[from].board.clone().expect("the first board is kept");
        self.played[from..].iter().for_each(|turn| {
            board.click(turn.cell);
        });
        board
    }

    fn step(&mut self, cell: Cell) -> Result<usize, ClickError> {
        let every = 1 + self.board.heap_bytes() / MAX_STORED_BYTES;
        let before = self.played.len().is_multiple_of(every).then(|| self.board.clone());
        let removed = self.board.click(cell);
        if removed == 0 {
            return Err(ClickError(cell));
        }
        self.played.push(Turn { cell, board: before, tally: self.tally });
        self.tally.add(&self.rules, removed);
        Ok(removed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_of_a_large_game_comes_back_though_few_are_kept() {
        let name = |cell: Cell| {
            let mixed = ((cell.row * 150 + cell.col) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            Some((mixed >> 40) % 5)
        };
        let board = Board::from_names(200, 150, name).unwrap();
        let mut game = Game::new(board.clone(), Rules::default());
        let mut boards = vec![board];
        while boards.len() < 40 {
            let cell = game.moves()[boards.len() % game.moves().len()];
            game.play(cell).unwrap();
            boards.push(game.board().clone());
        }
        assert!(game.played.iter().filter(|turn| turn.board.is_some()).count() < 12);
        assert_eq!(game.start(), &boards[0]);
        for undone in [40, 7, 40] {
            for back in (40 - undone.min(39)..40).rev() {
                assert!(game.undo().is_some());
                assert_eq!(game.board(), &boards[back - 1]);
            }
            while game.redo().is_some() {}
            assert_eq!(game.board(), &boards[39]);
        }
    }
}
