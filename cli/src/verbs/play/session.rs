//! A game of either kind: the puzzle, the goal and the turns, with undo and redo.

use tilefall::insight::board_after;
use tilefall::insight::hints::Aim;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{MayanTask, Puzzle, Task};
use tilefall::rules::{Cell, GameKind, Goal, Mode, Move, Side, Step};
use tilefall::samegame::Found;
use tilefall::{mayan, samegame};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// Moves can be played.
    Going,
    /// The board is empty, and in mode [`Mode::Exactly`] no move is left to play.
    Won,
    /// Nothing more can be played, and the game is not won.
    Over,
}

impl GameState {
    /// Returns the state of a position.
    fn of(board: &Grid, aim: Aim) -> GameState {
        match aim {
            Aim::Mayan { left: Some(1..), mode: Mode::Exactly, .. } if board.is_empty() => GameState::Over,
            _ if board.is_empty() => GameState::Won,
            Aim::Mayan { left: Some(0), .. } => GameState::Over,
            Aim::SameGame { rules, .. } if board.groups_of(rules.min_group).is_empty() => GameState::Over,
            _ => GameState::Going,
        }
    }
}

/// A game: the puzzle, the turns played and undone, and the position after the turns.
#[derive(Clone, Debug)]
pub struct Session {
    /// The board at the start and the rules.
    pub puzzle: Puzzle,
    /// The goal of SameGame.
    pub goal: Goal,
    pub turns: Vec<Step>,
    /// The undone turns, the next one to redo last.
    undone: Vec<Step>,
    /// The board after the turns.
    pub board: Grid,
    /// The rules and the goal, with the points so far or the moves left.
    pub aim: Aim,
    pub state: GameState,
}

impl Session {
    /// Creates a game from a puzzle; SameGame's default goal is the score. Runs of a Mayan board vanish at once.
    pub fn new(mut puzzle: Puzzle, goal: Option<Goal>) -> anyhow::Result<Session> {
        match &mut puzzle.task {
            Task::SameGame(task) => {
                samegame::Board::with_rules(&puzzle.grid, task.rules.get_or_insert_default())?;
                task.clicks.clear();
            }
            Task::Mayan(task) => {
                puzzle.grid.settle();
                mayan::Board::try_from(&puzzle.grid)?;
                task.mode.get_or_insert(Mode::Within);
                task.list.clear();
            }
        }
        let goal = goal.unwrap_or_default();
        let (board, aim) = (puzzle.grid.clone(), Aim::after(&puzzle, &[], goal));
        let state = GameState::of(&board, aim);
        Ok(Session { puzzle, goal, turns: Vec::new(), undone: Vec::new(), board, aim, state })
    }

    pub fn kind(&self) -> GameKind {
        self.puzzle.task.game()
    }

    /// Returns the word for a turn: `click` or `move`.
    pub fn turn(&self) -> &'static str {
        if self.kind() == GameKind::SameGame { "click" } else { "move" }
    }

    /// Returns the points so far and the size of the largest removal in tiles; both are 0 for a Mayan puzzle. After the
    /// end of the game, the points include the bonus or the penalty.
    pub fn score(&self) -> (i64, u64) {
        let Aim::SameGame { rules, points, .. } = self.aim else { return (0, 0) };
        let clicks = self.turns.iter().filter_map(|turn| turn.click()).collect();
        let Ok(found) = Found::replay(&self.puzzle.grid, rules, clicks) else { return (points, 0) };
        (if self.state == GameState::Going { points } else { found.score }, found.biggest)
    }

    /// Returns `true` if a turn was played and the game is not over.
    pub fn is_unfinished(&self) -> bool {
        !self.turns.is_empty() && self.state == GameState::Going
    }

    /// Replaces the turns. Returns `false`, without a change, if they cannot be played.
    fn set(&mut self, turns: Vec<Step>) -> bool {
        let is_too_long = matches!(&self.puzzle.task, Task::Mayan(MayanTask { moves: Some(moves), .. })
            if turns.len() as u64 > *moves);
        let board = board_after(&self.puzzle, &turns).ok().filter(|_| !is_too_long);
        let Some(board) = board else { return false };
        self.aim = Aim::after(&self.puzzle, &turns, self.goal);
        self.state = GameState::of(&board, self.aim);
        (self.turns, self.board) = (turns, board);
        true
    }

    /// Plays a turn, and discards the turns that could be redone. Returns `false`, without a change, if the turn
    /// cannot be played.
    pub fn take(&mut self, turn: Step) -> bool {
        let played = self.state == GameState::Going && self.set([&self.turns[..], &[turn]].concat());
        if played {
            self.undone.clear();
        }
        played
    }

    /// Returns `true` if a turn is a swap of two equal blocks, and such swaps are no moves of this game.
    pub fn is_forbidden_swap(&self, turn: Step) -> bool {
        let is_refused = matches!(self.aim, Aim::Mayan { noop: false, .. });
        is_refused && turn.slide().is_some_and(|step| self.board.is_noop(step))
    }

    /// Undoes the last turn; returns `false` at the start.
    pub fn undo(&mut self) -> bool {
        let Some((&last, before)) = self.turns.split_last() else { return false };
        self.undone.push(last);
        self.set(before.to_vec())
    }

    /// Redoes the last undone turn; returns `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.undone.pop().is_some_and(|turn| self.set([&self.turns[..], &[turn]].concat()))
    }

    /// Undoes all turns; returns `true`.
    pub fn restart(&mut self) -> bool {
        self.undone.extend(self.turns.iter().rev());
        self.set(Vec::new())
    }

    /// Returns the move that takes the block at `from` to the neighbouring cell `to` of the same row; `None` for any
    /// other cell, or if there is no block. A swap is always returned as a move of the left block to the right.
    pub fn carry(&self, from: Cell, to: Cell) -> Option<Step> {
        let board = &self.board;
        if from.row != to.row || from.col.abs_diff(to.col) != 1 || !board.contains(to) {
            return None;
        }
        board.get(from)?;
        let (x, y) = (from.col as u8, from.row as u8);
        let step = match (to.col > from.col, board.get(to)) {
            (true, _) => Move::new(x, y, Side::Right),
            (false, None) => Move::new(x, y, Side::Left),
            (false, Some(_)) => Move::new(to.col as u8, y, Side::Right),
        };
        Some(Step::from(step))
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn samegame(board: &str, goal: Goal) -> Session {
        let puzzle = Puzzle::new(Grid::parse(board).unwrap(), Task::SameGame(Default::default()));
        Session::new(puzzle, Some(goal)).unwrap()
    }

    pub fn mayan(board: &str, mode: Mode, skip_noop: bool) -> Session {
        let task = MayanTask { moves: Some(2), mode: Some(mode), skip_noop, list: Vec::new() };
        Session::new(Puzzle::new(Grid::parse(board).unwrap(), Task::Mayan(task)), None).unwrap()
    }

    #[test]
    fn a_restart_can_be_redone_until_another_turn_is_played() {
        let mut game = samegame("112 / 122", Goal::Score);
        let (first, last) = (Step::from(Cell::new(0, 1)), Step::from(Cell::new(0, 0)));
        assert!(game.take(first) && game.score() == (1, 3) && game.take(last) && !game.take(last));
        assert_eq!((game.state, game.score()), (GameState::Won, (1 + 1 + 1000, 3)));
        assert!(game.restart() && !game.undo());
        assert_eq!((&game.board, game.score()), (&game.puzzle.grid, (0, 0)));
        assert!(game.redo() && game.redo() && !game.redo());
        assert_eq!(game.turns, [first, last]);
        assert!(game.restart() && game.take(last) && !game.redo());
    }

    #[test]
    fn a_mayan_game_counts_its_moves() {
        let board = "21... / 12... / 12...";
        for (mode, state) in [(Mode::Within, GameState::Won), (Mode::Exactly, GameState::Over)] {
            let mut game = mayan(board, mode, false);
            assert!(game.take("0 2 R".parse().unwrap()));
            assert_eq!(game.state, state);
        }
        let mut game = mayan(board, Mode::Within, false);
        assert!(game.take("1 2 R".parse().unwrap()) && game.take("2 0 L".parse().unwrap()));
        assert_eq!(game.state, GameState::Over);
    }
}
