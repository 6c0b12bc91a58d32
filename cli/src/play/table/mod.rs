//! The table at which a game is played: what each wish does to the game, the cursor and the hints.

use crate::full_screen::board::Placed;
use crate::full_screen::frame::Frame;
use crate::play::advice::{Adviser, Light};
use crate::play::keys::Wish;
use crate::play::screen::{self, Hint, Page, View};
use crate::play::session::{Play, Session, Standing, Turn};
use tilefall::base::{Cell, Mode};
use tilefall::render::palette::Depth;

/// What a wish asks of whoever holds the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Nothing.
    Nothing,
    /// To put a new game on the table.
    New,
    /// To put a new game on the table and to forget the one that was offered.
    Drop,
    /// To end the search for a new board.
    Stay,
    /// To save the game.
    Save,
    /// To end.
    Quit,
}

/// What the player is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether to go on with the game that was left.
    GoOn,
    /// Whether to leave the game.
    Leave,
    /// Whether to take a new board.
    New,
    /// Nothing, while a new board is looked for, but whether to stay with this one.
    Wait,
}

/// A game, the cursor on it, and the solver beside it.
pub struct Table {
    /// The game.
    pub game: Session,
    /// A line for the player.
    pub message: String,
    /// What the player has to answer first.
    pub question: Option<Question>,
    /// Whether the game is in a file as it stands.
    pub saved: bool,
    depth: Depth,
    /// Whether games that are left are kept.
    keeps: bool,
    adviser: Adviser,
    /// Looks at the board of the start, once the game is over.
    judge: Option<Adviser>,
    cursor: Cell,
    held: Option<Cell>,
    hint: u8,
    /// The line of the hint. It stays until the board changes, for the steps of a hint must not contradict each other.
    hinted: Option<Hint>,
    /// Whether some position of this game could be won.
    could: bool,
    page: Page,
    placed: Placed,
}

impl Table {
    /// A table with a game. `keeps` says whether games that are left are kept.
    pub fn new(game: Session, depth: Depth, keeps: bool) -> Table {
        let mut adviser = Adviser::start();
        adviser.ask(&game);
        Table {
            game,
            message: String::new(),
            question: None,
            saved: false,
            depth,
            keeps,
            adviser,
            judge: None,
            cursor: Cell::new(0, 0),
            held: None,
            hint: 0,
            hinted: None,
            could: false,
            page: Page::Board,
            placed: Placed::default(),
        }
    }

    /// Looks whether the solver has news; `true` if there is something to draw.
    pub fn listen(&mut self) -> bool {
        let heard = self.adviser.listen();
        if heard {
            self.could |= self.adviser.advice().light == Light::Yes;
            self.choose_line();
        }
        self.judge.as_mut().is_some_and(Adviser::listen) || heard
    }

    /// Chooses the line of the hint: the first one that there is, or a later one with the same first steps.
    fn choose_line(&mut self) {
        let found = || screen::hint_of(&self.game, self.adviser.advice());
        let Some(new) = (self.hint > 0).then(found).flatten() else { return };
        if self.hinted.as_ref().is_none_or(|old| old.steps[..2] == new.steps[..2]) {
            self.hinted = Some(new);
        }
    }

    /// Whether a game was begun that is not over.
    pub fn unfinished(&self) -> bool {
        self.game.turns().len() > 0 && self.game.standing() == Standing::Going
    }

    fn asked(&self) -> Option<&'static str> {
        let keeps = self.keeps;
        Some(match self.question? {
            Question::GoOn => "You left this game. Go on with it?   y go on   n new board   d drop it",
            Question::Leave if keeps => "Leave the game? It is kept for the next time.   y leave   n go on",
            Question::Leave => "Leave the game? It is lost: s saves it.   y leave   n go on",
            Question::New if keeps => "Take a new board? This game is kept for the next time.   y yes   n no",
            Question::Wait => "Looking for a new board …   esc stay with this one",
            Question::New => "Take a new board? This game is lost: s saves it.   y yes   n no",
        })
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
            hinted: self.hinted.as_ref(),
            could: self.could,
            message: &self.message,
            question: self.asked(),
            compared: compared.as_deref(),
            depth: self.depth,
            page: self.page,
        };
        self.placed = screen::draw(&view, frame);
    }

    /// Does what is asked for, as far as it is the table's.
    pub fn answer(&mut self, wish: Wish) -> Outside {
        match wish {
            Wish::Quit => return Outside::Quit,
            Wish::Redraw => return Outside::Nothing,
            Wish::Point(x, y) => {
                self.cursor = self.placed.cell_at(x, y).unwrap_or(self.cursor);
                return Outside::Nothing;
            }
            _ => {}
        }
        if let Some(question) = self.question {
            return self.reply(question, wish);
        }
        if self.page != Page::Board {
            if !matches!(wish, Wish::Release(..)) {
                self.page = Page::Board;
            }
            return Outside::Nothing;
        }
        self.message.clear();
        match wish {
            Wish::Go(up, right) => self.go(up, right),
            Wish::Act => self.act(),
            Wish::Carry(right) => self.carry(right),
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
            Wish::Hint => self.more_of_the_hint(),
            Wish::Help => self.page = Page::Keys,
            Wish::New if self.unfinished() && !self.saved => self.question = Some(Question::New),
            Wish::New => return Outside::New,
            Wish::Save => return Outside::Save,
            Wish::Back if self.held.is_some() => self.held = None,
            Wish::Back | Wish::Leave if self.unfinished() && !self.saved => {
                self.question = Some(Question::Leave);
            }
            Wish::Back | Wish::Leave => return Outside::Quit,
            Wish::Yes | Wish::Drop | Wish::Other | Wish::Point(..) | Wish::Redraw | Wish::Quit => {}
        }
        Outside::Nothing
    }

    /// Does what an answer to a question asks for. An answer that is none leaves the offer of a game, and ends other
    /// questions.
    fn reply(&mut self, question: Question, wish: Wish) -> Outside {
        if matches!(wish, Wish::Release(..)) {
            return Outside::Nothing;
        }
        let outside = match (question, wish) {
            (Question::Leave, Wish::Yes | Wish::Act | Wish::Leave) => Outside::Quit,
            (Question::New, Wish::Yes | Wish::Act) => Outside::New,
            (Question::Leave | Question::New, Wish::Save) => Outside::Save,
            (Question::GoOn, Wish::New) => Outside::New,
            (Question::GoOn, Wish::Drop) => Outside::Drop,
            (Question::GoOn, Wish::Leave | Wish::Back) => Outside::Quit,
            (Question::GoOn, Wish::Yes | Wish::Act) | (Question::Leave | Question::New, _) => {
                Outside::Nothing
            }
            (Question::Wait, Wish::Leave | Wish::Back) => Outside::Stay,
            (Question::GoOn | Question::Wait, _) => return Outside::Nothing,
        };
        self.question = None;
        outside
    }

    /// Shows one step more of the hint; after the whole line a page with all of it, then the hint again from its first
    /// step, with the best line that is known by then.
    fn more_of_the_hint(&mut self) {
        match self.hint {
            0..3 => self.hint += 1,
            3 if self.hinted.is_some() => (self.hint, self.page) = (4, Page::Hint),
            _ => (self.hint, self.hinted) = (1, None),
        }
        self.choose_line();
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
            Play::Mayan { .. } if turn.is_some_and(|turn| self.game.is_forbidden_swap(turn)) => {
                "a swap of two equal blocks is no move"
            }
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
        (self.held, self.hint, self.hinted, self.saved) = (None, 0, None, false);
        self.adviser.ask(&self.game);
        let over = self.game.standing() != Standing::Going;
        self.judge = over.then(|| {
            let play = match self.game.play() {
                Play::Mayan { moves, mode: Mode::Within, allow_noop } => {
                    Play::Mayan { moves, mode: Mode::Shortest, allow_noop }
                }
                play => play,
            };
            let mut judge = Adviser::start();
            judge.ask(&Session::new(play, self.game.first().clone()));
            judge
        });
    }
}

#[cfg(test)]
mod tests;
