//! A game of either kind: the puzzle, the goal and the turns, with undo and redo.

use tilefall::insight::board_after;
use tilefall::insight::hints::Aim;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use tilefall::rules::{Cell, GameKind, Goal, Mode, Move, Rules, Side, Step};
use tilefall::samegame::Found;
use tilefall::{mayan, samegame};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// Moves can be played.
    Going,
    /// The board is empty, within the rules.
    Won,
    /// Nothing more can be played.
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

/// A game.
#[derive(Clone, Debug)]
pub struct Session {
    /// The board at the start and the rules.
    puzzle: Puzzle,
    /// The goal of SameGame, if it was given.
    goal: Option<Goal>,
    turns: Vec<Step>,
    /// The undone turns, the next one to redo last.
    undone: Vec<Step>,
    /// The board after the turns.
    board: Grid,
    /// The rules and the goal after the turns.
    aim: Aim,
    state: GameState,
}

impl Session {
    /// Creates a game of SameGame on a settled board; without a goal, for the highest score.
    ///
    /// # Errors
    /// If the board is too large to be played.
    pub fn samegame(grid: Grid, rules: Rules, goal: Option<Goal>) -> anyhow::Result<Session> {
        samegame::Board::with_rules(&grid, &rules)?;
        let task = SameGameTask { rules: Some(rules), clicks: Vec::new() };
        Ok(Session::new(Puzzle::new(grid, Task::SameGame(task)), goal))
    }

    /// Creates a game of the Mayan puzzle; `moves` are the moves allowed, if there is a limit. Runs vanish at once.
    ///
    /// # Errors
    /// If the board is too large to be played.
    pub fn mayan(mut grid: Grid, moves: Option<u64>, mode: Mode, skip_noop: bool) -> anyhow::Result<Session> {
        grid.settle();
        mayan::Board::try_from(&grid)?;
        let task = MayanTask { moves, mode: Some(mode), skip_noop, list: Vec::new() };
        Ok(Session::new(Puzzle::new(grid, Task::Mayan(task)), None))
    }

    fn new(puzzle: Puzzle, goal: Option<Goal>) -> Session {
        let (board, aim) = (puzzle.grid.clone(), Aim::after(&puzzle, &[], goal.unwrap_or_default()));
        let state = GameState::of(&board, aim);
        Session { puzzle, goal, turns: Vec::new(), undone: Vec::new(), board, aim, state }
    }

    /// Sets the goal of SameGame, unless one was given.
    pub fn set_goal(&mut self, goal: Goal) {
        if self.kind() == GameKind::SameGame {
            self.goal = self.goal.or(Some(goal));
            self.aim = Aim::after(&self.puzzle, &self.turns, self.goal());
        }
    }

    /// Returns the board at the start with the rules.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    pub fn kind(&self) -> GameKind {
        self.puzzle.task.game()
    }

    /// Returns the word for a turn.
    pub fn turn(&self) -> &'static str {
        if self.kind() == GameKind::SameGame { "click" } else { "move" }
    }

    /// Returns the goal of SameGame.
    pub fn goal(&self) -> Goal {
        self.goal.unwrap_or_default()
    }

    /// Returns whether a goal was given.
    pub fn has_goal(&self) -> bool {
        self.goal.is_some()
    }

    /// Returns the goal in whose units results are compared: the moves of a Mayan puzzle like clicks.
    pub fn measure(&self) -> Goal {
        if self.kind() == GameKind::SameGame { self.goal() } else { Goal::Fewest }
    }

    /// Returns the current board.
    pub fn board(&self) -> &Grid {
        &self.board
    }

    /// Returns the turns so far.
    pub fn turns(&self) -> &[Step] {
        &self.turns
    }

    /// Returns the rules and the goal of the current position.
    pub fn aim(&self) -> Aim {
        self.aim
    }

    pub fn state(&self) -> GameState {
        self.state
    }

    /// Returns the clicks of SameGame so far with their result.
    fn found(&self) -> Option<Found> {
        let Aim::SameGame { rules, .. } = self.aim else { return None };
        let clicks = self.turns.iter().filter_map(|turn| turn.click()).collect();
        Found::replay(&self.puzzle.grid, rules, clicks).ok()
    }

    /// Returns the points so far, with the bonus or the penalty after the end of the game; 0 for a Mayan puzzle.
    pub fn score(&self) -> i64 {
        match self.aim {
            Aim::SameGame { points, .. } if self.state == GameState::Going => points,
            _ => self.found().map_or(0, |found| found.score),
        }
    }

    /// Returns the number of tiles of the largest removal so far; 0 for a Mayan puzzle.
    pub fn biggest(&self) -> u64 {
        self.found().map_or(0, |found| found.biggest)
    }

    /// Returns the result of this game continued by a line, in the units of [`measure`](Self::measure); `None` if the line
    /// cannot be played, or misses the goal.
    pub fn result_with(&self, line: &[Step]) -> Option<i64> {
        let mut game = self.clone();
        let measure = self.measure();
        if !game.set([&self.turns, line].concat())
            || measure.needs_empty_board() && game.state != GameState::Won
        {
            return None;
        }
        Some(match measure {
            Goal::Score => game.score(),
            // Any list that clears the board is as good as another one.
            Goal::Clear => 0,
            Goal::Fewest => game.turns.len() as i64,
            Goal::Left => game.board.tiles() as i64,
            Goal::Biggest => game.biggest() as i64,
        })
    }

    /// Returns `true` if a turn was played and the game is not over.
    pub fn is_unfinished(&self) -> bool {
        !self.turns.is_empty() && self.state == GameState::Going
    }

    /// Replaces the turns. Returns `false`, without a change, if they cannot be played.
    fn set(&mut self, turns: Vec<Step>) -> bool {
        let aim = Aim::after(&self.puzzle, &turns, self.goal());
        let is_too_long = matches!(&self.puzzle.task, Task::Mayan(MayanTask { moves: Some(moves), .. })
            if turns.len() as u64 > *moves);
        let board = board_after(&self.puzzle, &turns).ok().filter(|_| !is_too_long);
        let Some(board) = board else { return false };
        self.state = GameState::of(&board, aim);
        (self.turns, self.board, self.aim) = (turns, board, aim);
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

    /// Undoes all turns.
    pub fn restart(&mut self) {
        self.undone.extend(self.turns.iter().rev());
        self.set(Vec::new());
    }

    /// Returns the move that carries a block to a neighbouring cell of the row. A swap is the right move of its left
    /// block.
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
mod tests {
    use super::*;

    fn mayan(board: &str, moves: Option<u64>, mode: Mode, skip_noop: bool) -> Session {
        Session::mayan(Grid::parse(board).unwrap(), moves, mode, skip_noop).unwrap()
    }

    #[test]
    fn a_restart_can_be_redone_until_another_turn_is_played() {
        let board = Grid::parse("112 / 122").unwrap();
        let mut game = Session::samegame(board.clone(), Rules::default(), None).unwrap();
        let (first, last) = (Step::from(Cell::new(0, 1)), Step::from(Cell::new(0, 0)));
        assert!(game.take(first) && game.score() == 1 && game.take(last) && !game.take(last));
        assert_eq!((game.state(), game.score()), (GameState::Won, 1 + 1 + 1000));
        game.restart();
        assert!(!game.undo());
        assert_eq!((game.board(), game.score()), (&board, 0));
        assert!(game.redo() && game.redo() && !game.redo());
        assert_eq!(game.turns(), [first, last]);
        game.restart();
        assert!(game.take(last) && !game.redo());
    }

    #[test]
    fn a_mayan_game_counts_its_moves() {
        let board = "21... / 12... / 12...";
        let win = "0 2 R".parse().unwrap();
        for (mode, state) in [(Mode::Within, GameState::Won), (Mode::Exactly, GameState::Over)] {
            let mut game = mayan(board, Some(2), mode, false);
            assert!(game.take(win));
            assert_eq!(game.state(), state);
        }
        let mut game = mayan(board, Some(2), Mode::Within, false);
        assert_eq!(game.result_with(&["1 2 R", "2 0 L", "1 2 R"].map(|step| step.parse().unwrap())), None);
        assert!(game.take("1 2 R".parse().unwrap()) && game.take("2 0 L".parse().unwrap()));
        assert_eq!(game.state(), GameState::Over);
    }

    #[test]
    fn a_swap_of_equal_blocks_is_a_turn_only_where_it_counts() {
        let swap = "1 0 R".parse().unwrap();
        for (mode, skip_noop) in [(Mode::Exactly, false), (Mode::Exactly, true), (Mode::Within, false)] {
            let mut game = mayan("1221.", Some(2), mode, skip_noop);
            let counts = mode == Mode::Exactly && !skip_noop;
            assert_eq!((game.is_forbidden_swap(swap), game.take(swap)), (!counts, counts));
            assert_eq!(game.turns().len(), usize::from(counts));
        }
    }

    #[test]
    fn a_block_is_carried_to_the_cell_beside_it() {
        let game = mayan("2... / 12..", None, Mode::Within, false);
        let carry = |from: (usize, usize), to: (usize, usize)| {
            game.carry(Cell::new(from.0, from.1), Cell::new(to.0, to.1))
        };
        let slide = |x, y, side| Some(Step::from(Move::new(x, y, side)));
        assert_eq!(carry((0, 0), (0, 1)), slide(0, 0, Side::Right));
        assert_eq!(carry((0, 1), (0, 0)), slide(0, 0, Side::Right));
        assert_eq!(carry((1, 0), (1, 1)), slide(0, 1, Side::Right));
        assert_eq!(carry((0, 1), (0, 3)), None);
        assert_eq!(carry((1, 1), (1, 0)), None);
        assert_eq!(carry((0, 0), (1, 0)), None);
    }
}
