//! The table at which a game is played: what each wish does to the game, the cursor and the hints.

use super::advice::Adviser;
use super::keys::Wish;
use super::screen::{self, View};
use super::session::{Play, Session, Standing, Turn};
use crate::full_screen::board::Placed;
use crate::full_screen::frame::Frame;
use tilefall::base::{Cell, Mode};
use tilefall::render::palette::Depth;

/// What a wish asks of whoever holds the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Nothing.
    Nothing,
    /// To put a new game on the table.
    New,
    /// To save the game.
    Save,
    /// To end.
    Quit,
}

/// A game, the cursor on it, and the solver beside it.
pub struct Table {
    /// The game.
    pub game: Session,
    /// A line for the player.
    pub message: String,
    depth: Depth,
    adviser: Adviser,
    /// Looks at the board of the start, once the game is over.
    judge: Option<Adviser>,
    cursor: Cell,
    held: Option<Cell>,
    hint: u8,
    help: bool,
    placed: Placed,
}

impl Table {
    /// A table with a game.
    pub fn new(game: Session, depth: Depth) -> Table {
        let mut adviser = Adviser::start();
        adviser.ask(&game);
        let (cursor, placed) = (Cell::new(0, 0), Placed::default());
        let (message, judge) = (String::new(), None);
        Table { game, message, depth, adviser, judge, cursor, held: None, hint: 0, help: false, placed }
    }

    /// Looks whether the solver has news; `true` if there is something to draw.
    pub fn listen(&mut self) -> bool {
        let heard = self.adviser.listen();
        self.judge.as_mut().is_some_and(Adviser::listen) || heard
    }

    /// Draws the table.
    pub fn draw(&mut self, frame: &mut Frame) {
        let compared = self.judge.as_ref().and_then(|judge| screen::compared(&self.game, judge.advice()));
        let view = View {
            game: &self.game,
            advice: self.adviser.advice(),
            cursor: self.cursor,
            held: self.held,
            hint: self.hint,
            message: &self.message,
            compared: compared.as_deref(),
            depth: self.depth,
            help: self.help,
        };
        self.placed = screen::draw(&view, frame);
    }

    /// Does what is asked for, as far as it is the table's.
    pub fn answer(&mut self, wish: Wish) -> Outside {
        if self.help && !matches!(wish, Wish::Quit | Wish::Point(..)) {
            self.help = wish == Wish::Redraw;
            return Outside::Nothing;
        }
        if !matches!(wish, Wish::Point(..) | Wish::Redraw) {
            self.message.clear();
        }
        match wish {
            Wish::Go(up, right) => self.go(up, right),
            Wish::Act => self.act(),
            Wish::Carry(right) => self.carry(right),
            Wish::Point(x, y) => self.cursor = self.placed.cell_at(x, y).unwrap_or(self.cursor),
            Wish::Press(x, y) => {
                if let Some(cell) = self.placed.cell_at(x, y) {
                    self.cursor = cell;
                    match self.game.play() {
                        Play::SameGame(_) => self.act(),
                        Play::Mayan { .. } => self.held = Some(cell),
                    }
                }
            }
            Wish::Release(x, y) => {
                if let (Some(from), Some(to)) = (self.held, self.placed.cell_at(x, y))
                    && from != to
                {
                    self.take(self.game.carry(from, to));
                }
            }
            Wish::Undo => self.after(Session::undo, "this is the start"),
            Wish::Redo => self.after(Session::redo, "nothing to redo"),
            Wish::Restart => self.after(|game| (game.restart(), true).1, ""),
            Wish::Hint => self.hint = (self.hint + 1).min(3),
            Wish::Help => self.help = true,
            Wish::Redraw => {}
            Wish::New => return Outside::New,
            Wish::Save => return Outside::Save,
            Wish::Leave if self.held.is_some() => self.held = None,
            Wish::Leave | Wish::Quit => return Outside::Quit,
        }
        Outside::Nothing
    }

    fn go(&mut self, up: i32, right: i32) {
        if self.held.is_some() && right != 0 {
            return self.carry(right);
        }
        let board = self.game.board();
        let step = |at: usize, by: i32, size: usize| {
            at.saturating_add_signed(by as isize).min(size.saturating_sub(1))
        };
        self.cursor =
            Cell::new(step(self.cursor.row, up, board.rows()), step(self.cursor.col, right, board.cols()));
        self.held = None;
    }

    fn act(&mut self) {
        match self.game.play() {
            Play::SameGame(_) => self.take(Some(Turn::Click(self.cursor))),
            Play::Mayan { .. } if self.held == Some(self.cursor) => self.held = None,
            Play::Mayan { .. } => {
                self.held = Some(self.cursor).filter(|&cell| self.game.board().get(cell).is_some());
            }
        }
    }

    fn carry(&mut self, right: i32) {
        let from = self.held.unwrap_or(self.cursor);
        let to = Cell::new(from.row, from.col.wrapping_add_signed(right as isize));
        if matches!(self.game.play(), Play::Mayan { .. }) {
            self.take(self.game.carry(from, to));
        }
    }

    fn take(&mut self, turn: Option<Turn>) {
        self.held = None;
        let why = match self.game.play() {
            Play::SameGame(_) => "a group has two tiles or more",
            Play::Mayan { .. } => "this block cannot go there",
        };
        self.after(|game| turn.is_some_and(|turn| game.take(turn)), why);
    }

    /// Changes the game; says why not if it does not change, and asks the solver if it does.
    fn after(&mut self, change: impl FnOnce(&mut Session) -> bool, why_not: &str) {
        if !change(&mut self.game) {
            if self.game.standing() == Standing::Going || why_not.starts_with("this is") {
                self.message = why_not.to_owned();
            }
            return;
        }
        (self.held, self.hint) = (None, 0);
        self.adviser.ask(&self.game);
        let over = self.game.standing() != Standing::Going;
        self.judge = over.then(|| {
            let play = match self.game.play() {
                Play::Mayan { moves, mode: Mode::Within } => Play::Mayan { moves, mode: Mode::Shortest },
                play => play,
            };
            let mut judge = Adviser::start();
            judge.ask(&Session::new(play, self.game.first().clone()));
            judge
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall::base::Rules;
    use tilefall::grid::Grid;

    fn table(play: Play, board: &str) -> Table {
        let mut table = Table::new(Session::new(play, Grid::parse(board).unwrap()), Depth::None);
        draw(&mut table);
        table
    }

    fn draw(table: &mut Table) -> String {
        let mut frame = Frame::new(50, 14);
        table.draw(&mut frame);
        frame.to_string()
    }

    #[test]
    fn a_samegame_board_is_played_by_keys_and_by_the_mouse() {
        let mut table = table(Play::SameGame(Rules::default()), "112 / 122");
        for wish in [Wish::Go(0, 1), Wish::Act, Wish::Undo, Wish::Redo] {
            assert_eq!(table.answer(wish), Outside::Nothing);
        }
        assert_eq!(table.game.turns().len(), 1);
        table.answer(Wish::Undo);
        table.answer(Wish::Undo);
        assert_eq!(table.message, "this is the start");
        // The cell at the bottom left.
        table.answer(Wish::Press(2, 2));
        assert_eq!(table.game.turns().collect::<Vec<_>>(), [Turn::Click(Cell::new(0, 0))]);
        table.answer(Wish::Press(40, 2));
        assert_eq!(table.game.turns().len(), 1);
        assert_eq!(
            [Wish::New, Wish::Save, Wish::Quit].map(|wish| table.answer(wish)),
            [Outside::New, Outside::Save, Outside::Quit]
        );
    }

    #[test]
    fn a_mayan_block_is_picked_up_dragged_and_moved() {
        let play = Play::Mayan { moves: Some(3), mode: Mode::Within };
        let board = "21... / 12... / 12...";
        let win = [Turn::Slide(tilefall::base::Move::new(0, 2, tilefall::base::Side::Right))];
        for wishes in [
            vec![Wish::Go(2, 0), Wish::Go(1, 0), Wish::Act, Wish::Go(0, 1)],
            vec![Wish::Go(1, 0), Wish::Go(1, 0), Wish::Carry(1)],
            vec![Wish::Go(1, 0), Wish::Go(1, 0), Wish::Go(0, 1), Wish::Carry(-1)],
            vec![Wish::Press(2, 1), Wish::Point(5, 1), Wish::Release(5, 1)],
        ] {
            let mut table = table(play, board);
            for &wish in &wishes {
                table.answer(wish);
            }
            assert_eq!(table.game.turns().collect::<Vec<_>>(), win, "{wishes:?}");
            assert_eq!(table.game.standing(), Standing::Won);
        }
        let mut table = table(play, board);
        table.answer(Wish::Carry(-1));
        assert_eq!((table.message.as_str(), table.game.turns().len()), ("this block cannot go there", 0));
    }

    #[test]
    fn hints_are_given_step_by_step_and_the_help_hides_the_board() {
        let mut table = table(Play::SameGame(Rules::default()), "112 / 122");
        let begun = std::time::Instant::now();
        while table.adviser.advice().status.is_none() {
            table.listen();
            assert!(begun.elapsed().as_secs() < 30);
        }
        assert!(!draw(&mut table).contains("hint:"));
        table.answer(Wish::Hint);
        let first = draw(&mut table);
        assert!(first.contains("hint: keep colour") && !first.contains("next 1"), "{first}");
        table.answer(Wish::Hint);
        assert!(draw(&mut table).contains("next 1"));
        table.answer(Wish::Hint);
        assert!(draw(&mut table).contains("2 clicks, 1002 points from here, optimal"));
        table.answer(Wish::Help);
        assert!(draw(&mut table).contains("move the cursor"));
        table.answer(Wish::Act);
        assert!(draw(&mut table).contains("can still be cleared") && table.game.turns().len() == 0);
    }
}
