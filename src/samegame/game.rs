//! [`Game`]: a board, its rules, and the clicks played on it.

use super::{Board, Found, Group};
use crate::base::{Cell, Colour, Rules};

/// A game of SameGame that is played click by click, with undo and redo.
///
/// ```
/// use tilefall::samegame::{Board, Cell, Game, Rules};
/// let board: Board = "1.. / 122".parse().unwrap();
/// let mut game = Game::new(board, Rules::default());
/// assert_eq!(game.play(Cell::new(0, 1)), 2);
/// assert_eq!(game.play(Cell::new(0, 0)), 2);
/// assert_eq!((game.is_over(), game.score()), (true, 1000)); // (2 − 2)² twice, 1000 for an empty board
/// assert_eq!(game.undo(), Some(Cell::new(0, 0)));
/// assert_eq!(game.board().to_string(), "1..\n1..");
/// assert_eq!(game.redo(), Some(Cell::new(0, 0)));
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    board: Board,
    /// Points for the removals so far.
    points: i64,
    played: Vec<Turn>,
    /// Clicks taken back, the next to redo last.
    undone: Vec<Cell>,
}

/// A click, and the board and the points before it.
#[derive(Clone, Debug)]
struct Turn {
    cell: Cell,
    /// The board; `None` for most turns on a large board, whose boards would take too much memory. The clicks since the
    /// last board that is kept are then played again.
    board: Option<Board>,
    points: i64,
}

/// Bytes for a board of each turn. A larger board is kept for every n-th turn only.
const KEPT: usize = 1 << 13;

impl Game {
    /// A game that begins on this board.
    pub fn new(board: Board, rules: Rules) -> Game {
        Game { rules, board, points: 0, played: Vec::new(), undone: Vec::new() }
    }

    /// The board now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board at the start.
    pub fn start(&self) -> &Board {
        self.played.first().and_then(|turn| turn.board.as_ref()).unwrap_or(&self.board)
    }

    /// How clicks are scored.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The groups that can be clicked, by first cell.
    pub fn moves(&self) -> Vec<Group> {
        self.board.groups()
    }

    /// Clicks a cell. Gives the number of tiles removed; 0 if nothing is, and the game is then unchanged. A click that
    /// removes tiles forgets those to redo.
    pub fn play(&mut self, cell: Cell) -> usize {
        let removed = self.step(cell);
        if removed > 0 {
            self.undone.clear();
        }
        removed
    }

    /// Takes back the last click and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Cell> {
        let Turn { cell, board, points } = self.played.pop()?;
        (self.board, self.points) = (board.unwrap_or_else(|| self.replayed()), points);
        self.undone.push(cell);
        Some(cell)
    }

    /// Plays the last click that was taken back and returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<Cell> {
        let cell = self.undone.pop()?;
        self.step(cell);
        Some(cell)
    }

    /// The clicks so far.
    pub fn clicks(&self) -> Vec<Cell> {
        self.played.iter().map(|turn| turn.cell).collect()
    }

    /// The score if the game ended here: points for every removal, and the bonus or the penalty for what is left.
    pub fn score(&self) -> i64 {
        let counts = (0..self.board.names().len()).map(|colour| self.board.count(colour as Colour) as u64);
        self.points.saturating_add(self.rules.at_end(counts))
    }

    /// Whether no click removes anything.
    pub fn is_over(&self) -> bool {
        self.board.is_over()
    }

    /// The clicks so far and their score, as a [`Solver`](super::Solver) gives them.
    pub fn found(&self) -> Found {
        Found { clicks: self.clicks(), score: self.score(), cleared: self.board.is_empty() }
    }

    /// The board after the clicks so far, from the last board that is kept.
    fn replayed(&self) -> Board {
        let kept = |turn: &Turn| turn.board.is_some();
        let from = self.played.iter().rposition(kept).unwrap_or(0);
        let mut board = self.played[from].board.clone().expect("the first board is kept");
        self.played[from..].iter().for_each(|turn| {
            board.click(turn.cell);
        });
        board
    }

    fn step(&mut self, cell: Cell) -> usize {
        let every = 1 + self.board.heap_bytes() / KEPT;
        let before = self.played.len().is_multiple_of(every).then(|| self.board.clone());
        let removed = self.board.click(cell);
        if removed > 0 {
            self.played.push(Turn { cell, board: before, points: self.points });
            let points = i64::try_from(self.rules.score.points(removed as u64)).unwrap_or(i64::MAX);
            self.points = self.points.saturating_add(points);
        }
        removed
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
            let cell = game.moves()[boards.len() % game.moves().len()].cell;
            assert!(game.play(cell) > 0);
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
