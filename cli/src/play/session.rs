//! A game as far as it was played: its boards one after the other, for undo and redo without end.

use tilefall::base::{Cell, Mode, Move, Rules, Side, Step};
use tilefall::grid::Grid;

/// Whose rules are played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// SameGame, scored by these rules.
    SameGame(Rules),
    /// The Mayan puzzle.
    Mayan {
        /// The moves allowed; `None` if there is no limit.
        moves: Option<u64>,
        /// Whether all of them are to be made.
        mode: Mode,
        /// Whether a swap of two equal blocks is a move.
        allow_noop: bool,
    },
}

impl Play {
    /// What a turn is called.
    pub fn turn(self) -> &'static str {
        match self {
            Play::SameGame(_) => "click",
            Play::Mayan { .. } => "move",
        }
    }
}

/// A click or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A click of SameGame.
    Click(Cell),
    /// A move of the Mayan puzzle.
    Slide(Move),
}

impl Turn {
    /// The turn of a record; `None` for a click of row or column 0.
    pub fn of(step: Step) -> Option<Turn> {
        step.click().map(Turn::Click).or_else(|| step.slide().map(Turn::Slide))
    }
}

impl From<Turn> for Step {
    fn from(turn: Turn) -> Step {
        match turn {
            Turn::Click(cell) => cell.into(),
            Turn::Slide(step) => step.into(),
        }
    }
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Moves can be played.
    Going,
    /// The board is empty, within the rules.
    Won,
    /// Nothing can be played any more.
    Over,
}

/// A board, and the turns to the next.
#[derive(Clone, Debug)]
struct Played {
    turn: Turn,
    /// The board after it.
    board: Grid,
    /// Points for it; SameGame.
    points: i64,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Session {
    play: Play,
    first: Grid,
    played: Vec<Played>,
    /// How many of the turns count; those behind are for redo.
    now: usize,
}

impl Session {
    /// A game on a board where nothing floats; runs of a Mayan board vanish at once.
    pub fn new(play: Play, mut first: Grid) -> Session {
        if let Play::Mayan { .. } = play {
            first.settle();
        }
        Session { play, first, played: Vec::new(), now: 0 }
    }

    /// Whose rules are played by.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The board of the start.
    pub fn first(&self) -> &Grid {
        &self.first
    }

    /// The board as it stands.
    pub fn board(&self) -> &Grid {
        self.now.checked_sub(1).map_or(&self.first, |last| &self.played[last].board)
    }

    /// The turns so far.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = Turn> + '_ {
        self.played[..self.now].iter().map(|played| played.turn)
    }

    /// The turns so far as records have them.
    pub fn moves(&self) -> Vec<Step> {
        self.turns().map(Step::from).collect()
    }

    /// Turns that were taken back and can be made again.
    pub fn undone(&self) -> usize {
        self.played.len() - self.now
    }

    /// The moves left of a Mayan puzzle with a limit.
    pub fn moves_left(&self) -> Option<u64> {
        match self.play {
            Play::Mayan { moves: Some(moves), .. } => Some(moves.saturating_sub(self.now as u64)),
            _ => None,
        }
    }

    /// The points so far; with the bonus or the penalty once the game is over. 0 for a Mayan puzzle.
    pub fn score(&self) -> i64 {
        let Play::SameGame(rules) = self.play else { return 0 };
        let points: i64 = self.played[..self.now].iter().map(|played| played.points).sum();
        if !self.board().is_over() {
            return points;
        }
        let board = self.board();
        points + rules.at_end((0..board.colours()).map(|colour| board.count(colour as u8) as u64))
    }

    /// The points that a click would bring; 0 if it removes nothing.
    pub fn points_of(&self, size: usize) -> u64 {
        match self.play {
            Play::SameGame(rules) if size >= 2 => rules.score.points(size as u64),
            _ => 0,
        }
    }

    /// How the game stands.
    pub fn standing(&self) -> Standing {
        let board = self.board();
        match self.play {
            Play::SameGame(_) if board.is_empty() => Standing::Won,
            Play::SameGame(_) if board.is_over() => Standing::Over,
            Play::SameGame(_) => Standing::Going,
            Play::Mayan { mode, .. } if board.is_empty() => {
                let short = mode == Mode::Exactly && self.moves_left().is_some_and(|left| left > 0);
                if short { Standing::Over } else { Standing::Won }
            }
            Play::Mayan { .. } if self.moves_left() == Some(0) => Standing::Over,
            Play::Mayan { .. } => Standing::Going,
        }
    }

    /// Plays a turn; what was taken back before is forgotten. `false`, and nothing changes, if it cannot be played.
    pub fn take(&mut self, turn: Turn) -> bool {
        if self.standing() != Standing::Going {
            return false;
        }
        let mut board = self.board().clone();
        let points = match turn {
            Turn::Click(cell) => match board.click(cell) {
                0 => return false,
                size => self.points_of(size) as i64,
            },
            Turn::Slide(_) if self.is_forbidden_swap(turn) => return false,
            Turn::Slide(step) if board.play(step).is_ok() => 0,
            Turn::Slide(_) => return false,
        };
        self.played.truncate(self.now);
        self.played.push(Played { turn, board, points });
        self.now += 1;
        true
    }

    /// Returns `true` if a turn is a swap of two equal blocks, and such swaps are no moves of this game.
    pub fn is_forbidden_swap(&self, turn: Turn) -> bool {
        match (self.play, turn) {
            (Play::Mayan { allow_noop: false, .. }, Turn::Slide(step)) => self.board().is_noop(step),
            _ => false,
        }
    }

    /// Takes a turn back; `false` at the start.
    pub fn undo(&mut self) -> bool {
        let any = self.now > 0;
        self.now -= usize::from(any);
        any
    }

    /// Makes a turn again that was taken back; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let any = self.undone() > 0;
        self.now += usize::from(any);
        any
    }

    /// Takes all turns back.
    pub fn restart(&mut self) {
        self.now = 0;
    }

    /// The move that carries the block of one cell to another beside it, in the same row: a swap is the right move of
    /// its left block.
    pub fn carry(&self, from: Cell, to: Cell) -> Option<Turn> {
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
        Some(Turn::Slide(step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(board: &str) -> Session {
        Session::new(Play::SameGame(Rules::default()), Grid::parse(board).unwrap())
    }

    #[test]
    fn turns_go_back_and_forth_and_a_new_one_forgets_those_that_were_taken_back() {
        let mut game = same("112 / 122");
        let start = game.board().clone();
        assert!(!game.undo() && !game.redo());
        assert!(game.take(Turn::Click(Cell::new(0, 1))));
        assert_eq!((game.score(), game.turns().len(), game.standing()), (1, 1, Standing::Going));
        let after = game.board().clone();
        assert!(game.undo());
        assert_eq!((game.board(), game.undone(), game.score()), (&start, 1, 0));
        assert!(game.redo());
        assert_eq!(game.board(), &after);
        assert!(game.take(Turn::Click(Cell::new(0, 0))));
        assert_eq!((game.standing(), game.score()), (Standing::Won, 1 + 1 + 1000));
        assert!(!game.take(Turn::Click(Cell::new(0, 0))));
        game.restart();
        assert_eq!((game.board(), game.undone()), (&start, 2));
        assert!(game.take(Turn::Click(Cell::new(0, 0))));
        assert_eq!(game.undone(), 0);
    }

    #[test]
    fn a_click_that_removes_nothing_is_no_turn() {
        let mut game = same("12");
        assert_eq!(game.standing(), Standing::Over);
        assert!(!game.take(Turn::Click(Cell::new(0, 0))));
        assert_eq!(same("12 / 12").points_of(1), 0);
    }

    #[test]
    fn a_mayan_game_counts_its_moves() {
        let play = |mode| Play::Mayan { moves: Some(2), mode, allow_noop: false };
        let board = Grid::parse("21... / 12... / 12...").unwrap();
        let win = Turn::Slide(Move::new(0, 2, Side::Right));
        let mut game = Session::new(play(Mode::Within), board.clone());
        assert!(game.take(win));
        assert_eq!((game.standing(), game.moves_left()), (Standing::Won, Some(1)));
        let mut game = Session::new(play(Mode::Exactly), board.clone());
        assert!(game.take(win));
        assert_eq!(game.standing(), Standing::Over);
        let mut game = Session::new(play(Mode::Within), board);
        for (x, side) in [(1, Side::Right), (2, Side::Left)] {
            assert!(
                game.take(Turn::Slide(Move::new(x, if side == Side::Right { 2 } else { 0 }, side))),
                "{x}"
            );
        }
        assert_eq!(game.standing(), Standing::Over);
    }

    #[test]
    fn a_swap_of_equal_blocks_is_a_turn_only_where_it_is_allowed() {
        let swap = Turn::Slide("1 0 R".parse().unwrap());
        for allow_noop in [false, true] {
            let play = Play::Mayan { moves: Some(2), mode: Mode::Exactly, allow_noop };
            let mut game = Session::new(play, Grid::parse("1221.").unwrap());
            assert_eq!((game.is_forbidden_swap(swap), game.take(swap)), (!allow_noop, allow_noop));
            assert_eq!(game.moves_left(), Some(if allow_noop { 1 } else { 2 }));
        }
    }

    #[test]
    fn a_block_is_carried_to_the_cell_beside_it() {
        let board = Grid::parse("2... / 12..").unwrap();
        let game = Session::new(Play::Mayan { moves: None, mode: Mode::Within, allow_noop: false }, board);
        let carry = |from: (usize, usize), to: (usize, usize)| {
            game.carry(Cell::new(from.0, from.1), Cell::new(to.0, to.1))
        };
        let slide = |x, y, side| Some(Turn::Slide(Move::new(x, y, side)));
        assert_eq!(carry((0, 0), (0, 1)), slide(0, 0, Side::Right));
        assert_eq!(carry((0, 1), (0, 0)), slide(0, 0, Side::Right));
        assert_eq!(carry((1, 0), (1, 1)), slide(0, 1, Side::Right));
        assert_eq!(carry((0, 1), (0, 3)), None);
        assert_eq!(carry((1, 1), (1, 0)), None);
        assert_eq!(carry((0, 0), (1, 0)), None);
    }
}
