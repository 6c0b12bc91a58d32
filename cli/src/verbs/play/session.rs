//! A game of either kind with its rules, the number of moves allowed, and the current board.

use super::ruleset::Ruleset;
use tilefall::insight::hints::Aim;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Goal, Mode, Move, Side, Step};
use tilefall::text::render::timeline::{ListError, Timeline};
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

/// The board and the turns, with undo and redo.
#[derive(Clone, Debug)]
enum Game {
    SameGame(samegame::Game),
    Mayan(mayan::Game),
}

/// A game.
#[derive(Clone, Debug)]
pub struct Session {
    play: Ruleset,
    game: Game,
    first: Grid,
    /// The current board.
    board: Grid,
}

impl Session {
    /// A game on a settled board. Runs of a Mayan board vanish at once.
    ///
    /// # Errors
    /// If the board is too large to be played.
    pub fn new(play: Ruleset, mut first: Grid) -> anyhow::Result<Session> {
        let game = match play {
            Ruleset::SameGame(rules, _) => {
                Game::SameGame(samegame::Game::new(samegame::Board::with_rules(&first, &rules)?, rules))
            }
            Ruleset::Mayan { .. } => {
                first.settle();
                Game::Mayan(mayan::Game::new(mayan::Board::try_from(&first)?))
            }
        };
        Ok(Session { play, game, board: first.clone(), first })
    }

    /// Sets the goal of SameGame, unless one was given.
    pub fn set_goal(&mut self, goal: Goal) {
        if let Ruleset::SameGame(_, none @ None) = &mut self.play {
            *none = Some(goal);
        }
    }

    /// Returns the game and its rules.
    pub fn ruleset(&self) -> Ruleset {
        self.play
    }

    /// Returns the board at the start.
    pub fn first(&self) -> &Grid {
        &self.first
    }

    /// Returns the current board.
    pub fn board(&self) -> &Grid {
        &self.board
    }

    /// Returns the turns so far.
    pub fn turns(&self) -> Vec<Step> {
        match &self.game {
            Game::SameGame(game) => game.played().into_iter().map(Step::from).collect(),
            Game::Mayan(game) => game.played().into_iter().map(Step::from).collect(),
        }
    }

    /// Returns the timeline of a list from the start of the game.
    ///
    /// # Errors
    /// If a turn cannot be played.
    pub fn timeline(&self, list: &[Step]) -> Result<Timeline, ListError> {
        match self.play {
            Ruleset::SameGame(rules, _) => {
                let clicks: Vec<Cell> = list.iter().filter_map(|step| step.click()).collect();
                Timeline::clicks(&self.first, &clicks, rules)
            }
            Ruleset::Mayan { .. } => {
                let slides: Vec<Move> = list.iter().filter_map(|step| step.slide()).collect();
                Timeline::slides(&self.first, &slides)
            }
        }
    }

    /// Returns the moves left in a Mayan puzzle with a limit.
    pub fn moves_left(&self) -> Option<u64> {
        match self.play {
            Ruleset::Mayan { moves: Some(moves), .. } => {
                Some(moves.saturating_sub(self.turns().len() as u64))
            }
            _ => None,
        }
    }

    /// Returns the rules and the goal of the current position.
    pub fn aim(&self) -> Aim {
        match self.play {
            Ruleset::SameGame(rules, goal) => {
                Aim::SameGame { rules, goal: goal.unwrap_or_default(), points: self.points() }
            }
            Ruleset::Mayan { mode, allow_noop: noop, .. } => {
                Aim::Mayan { left: self.moves_left(), mode, noop }
            }
        }
    }

    /// Returns the points of all removals so far; 0 for a Mayan puzzle.
    pub fn points(&self) -> i64 {
        if let Game::SameGame(game) = &self.game { game.points() } else { 0 }
    }

    /// Returns the points so far, with the bonus or the penalty after the end of the game; 0 for a Mayan puzzle.
    pub fn score(&self) -> i64 {
        let Game::SameGame(game) = &self.game else { return 0 };
        if game.is_over() { game.score() } else { game.points() }
    }

    /// Returns the number of tiles of the largest removal so far; 0 for a Mayan puzzle.
    pub fn biggest(&self) -> u64 {
        match &self.game {
            Game::SameGame(game) => game.found().biggest,
            Game::Mayan(_) => 0,
        }
    }

    /// Returns the points for a click on a group of this size; 0 if it removes nothing.
    pub fn points_of(&self, size: usize) -> i64 {
        match self.play {
            Ruleset::SameGame(rules, _) if size >= rules.min_group as usize => {
                rules.score.points(size as u64)
            }
            _ => 0,
        }
    }

    /// Returns the result of this game continued by a line, in the units of [`Ruleset::measure`]; `None` if the line cannot be
    /// played, or misses the goal.
    pub fn result_with(&self, line: &[Step]) -> Option<i64> {
        let mut game = self.clone();
        if !line.iter().all(|&turn| game.take(turn)) {
            return None;
        }
        let measure = self.play.measure();
        if measure.needs_empty_board() && game.state() != GameState::Won {
            return None;
        }
        Some(match measure {
            Goal::Score => game.score(),
            // Any list that clears the board is as good as another one.
            Goal::Clear => 0,
            Goal::Fewest => game.turns().len() as i64,
            Goal::Left => game.board().tiles() as i64,
            Goal::Biggest => game.biggest() as i64,
        })
    }

    pub fn state(&self) -> GameState {
        let board = self.board();
        let is_over = matches!(&self.game, Game::SameGame(game) if game.is_over());
        match self.play {
            Ruleset::SameGame(..) if board.is_empty() => GameState::Won,
            Ruleset::SameGame(..) if is_over => GameState::Over,
            Ruleset::SameGame(..) => GameState::Going,
            Ruleset::Mayan { mode, .. } if board.is_empty() => {
                let short = mode == Mode::Exactly && self.moves_left().is_some_and(|left| left > 0);
                if short { GameState::Over } else { GameState::Won }
            }
            Ruleset::Mayan { .. } if self.moves_left() == Some(0) => GameState::Over,
            Ruleset::Mayan { .. } => GameState::Going,
        }
    }

    /// Returns `true` if a turn was played and the game is not over.
    pub fn is_unfinished(&self) -> bool {
        !self.turns().is_empty() && self.state() == GameState::Going
    }

    /// Plays a turn, and discards the turns that could be redone. Returns `false`, without a change, if the turn
    /// cannot be played.
    pub fn take(&mut self, turn: Step) -> bool {
        if self.state() != GameState::Going || self.is_forbidden_swap(turn) {
            return false;
        }
        let played = match &mut self.game {
            Game::SameGame(game) => turn.click().is_some_and(|cell| game.play(cell).is_ok()),
            Game::Mayan(game) => turn.slide().is_some_and(|step| game.play(step).is_ok()),
        };
        self.changed(played)
    }

    /// Returns `true` if a turn is a swap of two equal blocks, and such swaps are no moves of this game.
    pub fn is_forbidden_swap(&self, turn: Step) -> bool {
        let is_refused = matches!(self.play, Ruleset::Mayan { allow_noop: false, .. });
        is_refused && turn.slide().is_some_and(|step| self.board().is_noop(step))
    }

    /// Undoes the last turn; returns `false` at the start.
    pub fn undo(&mut self) -> bool {
        let undone = match &mut self.game {
            Game::SameGame(game) => game.undo().is_some(),
            Game::Mayan(game) => game.undo().is_some(),
        };
        self.changed(undone)
    }

    /// Redoes the last undone turn; returns `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let redone = match &mut self.game {
            Game::SameGame(game) => game.redo().is_some(),
            Game::Mayan(game) => game.redo().is_some(),
        };
        self.changed(redone)
    }

    /// Undoes all turns.
    pub fn restart(&mut self) {
        while self.undo() {}
    }

    /// Updates the current board if the game has changed; returns whether it has.
    fn changed(&mut self, changed: bool) -> bool {
        if changed {
            self.board = match &self.game {
                Game::SameGame(game) => game.board().to_grid(),
                Game::Mayan(game) => game.board().to_grid(),
            };
        }
        changed
    }

    /// Returns the move that carries a block to a neighbouring cell of the row. A swap is the right move of its left
    /// block.
    pub fn carry(&self, from: Cell, to: Cell) -> Option<Step> {
        let board = self.board();
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
    use tilefall::rules::{Preset, Rules};

    fn same(board: &str) -> Session {
        Session::new(Ruleset::SameGame(Rules::default(), None), Grid::parse(board).unwrap()).unwrap()
    }

    #[test]
    fn turns_are_undone_and_redone_and_a_new_turn_discards_undone_ones() {
        let mut game = same("112 / 122");
        let start = game.board().clone();
        assert!(!game.undo() && !game.redo());
        assert!(game.take(Step::from(Cell::new(0, 1))));
        assert_eq!((game.score(), game.turns().len(), game.state()), (1, 1, GameState::Going));
        let after = game.board().clone();
        assert!(game.undo());
        assert_eq!((game.board(), game.score()), (&start, 0));
        assert!(game.redo());
        assert_eq!(game.board(), &after);
        assert!(game.take(Step::from(Cell::new(0, 0))));
        assert_eq!((game.state(), game.score()), (GameState::Won, 1 + 1 + 1000));
        assert!(!game.take(Step::from(Cell::new(0, 0))));
        game.restart();
        assert_eq!(game.board(), &start);
        assert!(game.redo() && game.redo() && !game.redo());
        game.restart();
        assert!(game.take(Step::from(Cell::new(0, 0))) && !game.redo());
    }

    #[test]
    fn a_click_that_removes_nothing_is_no_turn() {
        let mut game = same("12");
        assert_eq!(game.state(), GameState::Over);
        assert!(!game.take(Step::from(Cell::new(0, 0))));
        assert_eq!(same("12 / 12").points_of(1), 0);
    }

    #[test]
    fn single_tiles_are_clicked_and_columns_stay_by_the_rules() {
        let rules = Preset::named("former").unwrap().rules;
        let play = Ruleset::SameGame(rules, Some(Goal::Fewest));
        let mut game = Session::new(play, Grid::parse("1.1 / 121").unwrap()).unwrap();
        assert!(game.take(Step::from(Cell::new(0, 1))));
        assert_eq!(game.board(), &Grid::parse("1.1 / 1.1").unwrap());
        assert_eq!((game.points_of(1), game.biggest(), game.state()), (1, 1, GameState::Going));
        assert!(game.take(Step::from(Cell::new(1, 2))) && game.take(Step::from(Cell::new(1, 0))));
        assert_eq!((game.state(), game.biggest()), (GameState::Won, 2));
    }

    #[test]
    fn a_mayan_game_counts_its_moves() {
        let play = |mode| Ruleset::Mayan { moves: Some(2), mode, allow_noop: false };
        let board = Grid::parse("21... / 12... / 12...").unwrap();
        let win = Step::from(Move::new(0, 2, Side::Right));
        let mut game = Session::new(play(Mode::Within), board.clone()).unwrap();
        assert!(game.take(win));
        assert_eq!((game.state(), game.moves_left()), (GameState::Won, Some(1)));
        let mut game = Session::new(play(Mode::Exactly), board.clone()).unwrap();
        assert!(game.take(win));
        assert_eq!(game.state(), GameState::Over);
        let mut game = Session::new(play(Mode::Within), board).unwrap();
        for (x, side) in [(1, Side::Right), (2, Side::Left)] {
            assert!(
                game.take(Step::from(Move::new(x, if side == Side::Right { 2 } else { 0 }, side))),
                "{x}"
            );
        }
        assert_eq!(game.state(), GameState::Over);
    }

    #[test]
    fn a_swap_of_equal_blocks_is_a_turn_only_where_it_is_allowed() {
        let swap = "1 0 R".parse().unwrap();
        for allow_noop in [false, true] {
            let play = Ruleset::Mayan { moves: Some(2), mode: Mode::Exactly, allow_noop };
            let mut game = Session::new(play, Grid::parse("1221.").unwrap()).unwrap();
            assert_eq!((game.is_forbidden_swap(swap), game.take(swap)), (!allow_noop, allow_noop));
            assert_eq!(game.moves_left(), Some(if allow_noop { 1 } else { 2 }));
        }
    }

    #[test]
    fn a_block_is_carried_to_the_cell_beside_it() {
        let board = Grid::parse("2... / 12..").unwrap();
        let play = Ruleset::Mayan { moves: None, mode: Mode::Within, allow_noop: false };
        let game = Session::new(play, board).unwrap();
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
