//! The controller of a game: applies actions to the game, the cursor and the hints.

use super::advice::{self, Advice, Light};
use super::background::Background;
use super::card::Card;
use super::keys::Action;
use super::known::Known;
use super::screen::{self, Hint, Page};
use super::session::{GameState, Session};
use super::status;
use crate::args::palette::Depth;
use crate::io::full_screen::board::{BoardLayout, has_small_tiles};
use crate::io::full_screen::frame::Frame;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use tilefall::Limits;
use tilefall::insight::analysis::{Analyser, Knowledge};
use tilefall::insight::hints::Aim;
use tilefall::rules::{Cell, GameKind, Step, Threads};

/// The effect of an action outside the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No effect.
    Nothing,
    /// Start a new game.
    New,
    /// Start a new game, and remove the game that was offered.
    Drop,
    /// Stop the search for a new board.
    Stay,
    /// Save the game.
    Save,
    /// Save the game in place of another one.
    Replace,
    /// Replay the best list.
    Watch,
    Quit,
}

/// A question for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether to continue the unfinished game.
    GoOn,
    /// Whether to leave the game.
    Leave,
    /// Whether to take a new board.
    New,
    /// Whether to keep this board, during the search for a new one.
    Wait,
    /// Whether to replace another game that was saved.
    Replace,
}

/// The time limit of the analysis of a game.
const PATIENCE: Duration = Duration::from_secs(5);

/// A game with the cursor and the solver.
pub struct Controller {
    pub game: Session,
    /// A message for the player.
    pub message: String,
    /// A question that the player must answer first.
    pub question: Option<Question>,
    /// Whether the game is saved in its current state.
    pub saved: bool,
    /// The colours of the terminal.
    pub depth: Depth,
    /// The search of the position.
    search: Background<Advice>,
    /// The solver's last results for the position.
    pub advice: Advice,
    /// The knowledge of the positions.
    pub known: Known,
    pub cursor: Cell,
    /// Mayan: the block that was picked up.
    pub held: Option<Cell>,
    /// The level of the hint: 0 nothing, 1 where to look, 2 why, 3 the whole line, 4 all on a page.
    pub hint: u8,
    /// The line of the hint. It is kept until the board changes, because the steps of a hint must not contradict each
    /// other.
    pub hinted: Option<Hint>,
    /// Whether any earlier position of this game could be won.
    pub could: bool,
    /// The reason why this position cannot be won, if that is proven.
    pub why_lost: String,
    /// Whether the tiles have labels, whatever room they leave; by default where they leave enough.
    pub labels: Option<bool>,
    /// The page of the screen.
    pub page: Page,
    /// Whether unfinished games are saved.
    keeps: bool,
    /// The analysis of the game, after its end or while the solver has time.
    review: Option<Background<Vec<Knowledge>>>,
    /// The start of the game, if it began with this program.
    begun: Option<Instant>,
    /// The time that the player took to the end of the game, if known.
    time: Option<Duration>,
    layout: BoardLayout,
}

impl Controller {
    /// Creates a controller of a game. `keeps` is whether unfinished games are saved.
    pub fn new(game: Session, depth: Depth, keeps: bool) -> Controller {
        let known = Known::new(&game);
        let begun = game.turns().is_empty().then(Instant::now);
        Controller {
            search: advice::start(&game),
            game,
            message: String::new(),
            question: None,
            saved: false,
            depth,
            keeps,
            advice: Advice::default(),
            review: None,
            known,
            cursor: Cell::new(0, 0),
            held: None,
            hint: 0,
            hinted: None,
            could: false,
            why_lost: String::new(),
            begun,
            time: None,
            labels: None,
            page: Page::Board,
            layout: BoardLayout::default(),
        }
    }

    /// Receives results of the solver; returns `true` if the screen must be redrawn.
    pub fn listen(&mut self) -> bool {
        let found = self.search.poll();
        let heard = found.is_some();
        if let Some(advice) = found {
            self.advice = advice;
            self.could |= self.advice.light == Light::Yes;
            self.known.add_advice(&self.game, &self.advice);
            if self.advice.light == Light::No && self.why_lost.is_empty() {
                self.why_lost = status::why_lost(&self.game);
            }
            self.choose_line();
        }
        if self.advice.done && self.review.is_none() && !self.game.turns().is_empty() {
            // The solver has time for the positions before this one.
            self.review();
        }
        let Some(review) = &mut self.review else { return heard };
        let (was_done, found) = (review.is_done(), review.poll());
        if let Some(found) = &found {
            self.known.add_all(found);
        }
        heard || found.is_some() || review.is_done() != was_done
    }

    /// Returns whether the losses of the moves are final: the analysis has ended.
    pub fn is_settled(&self) -> bool {
        self.review.as_ref().is_some_and(Background::is_done)
    }

    /// Returns the best list known, if the game is over.
    pub fn best_list(&self) -> Option<&[Step]> {
        self.known.best_list().filter(|_| self.game.state() != GameState::Going)
    }

    /// Chooses the line of the hint when the search from here has ended: the best one known. It stays as long as no better one is
    /// known; another line begins with its first step, so that the steps of a hint do not contradict each other.
    fn choose_line(&mut self) {
        let asked = self.hint > 0 && self.advice.done;
        let found = || screen::hint_of(&self.game, &self.known.improved(&self.game, &self.advice));
        let Some(new) = asked.then(found).flatten() else { return };
        let unit = self.known.unit();
        let same = |old: &Hint| old.next == new.next && old.steps[..2] == new.steps[..2];
        if let Some(old) = self.hinted.as_ref().filter(|old| !same(old)) {
            let is_better = |new| old.result.is_none_or(|old| unit.gain(new, old) > 0);
            if !new.result.is_some_and(is_better) {
                return;
            }
            self.hint = 1;
        }
        self.hinted = Some(new);
    }

    /// Returns the question with its answers.
    pub fn asked(&self) -> Option<&'static str> {
        let keeps = self.keeps;
        Some(match self.question? {
            Question::GoOn => "You left this game. Go on with it?   y go on   n new board   d drop it",
            Question::Leave if keeps => "Leave the game? It is kept for the next time.   y leave   n go on",
            Question::Leave => "Leave the game? It is lost: s saves it.   y leave   n go on",
            Question::New if keeps => "Take a new board? This game is kept for the next time.   y yes   n no",
            Question::Wait => "Looking for a new board …   esc stay with this one",
            Question::Replace => "Another game is saved in this file. Replace it?   y replace it   n keep it",
            Question::New => "Take a new board? This game is lost: s saves it.   y yes   n no",
        })
    }

    /// Draws the game.
    pub fn draw(&mut self, frame: &mut Frame) {
        let review = self.review.as_ref().filter(|_| self.game.state() != GameState::Going);
        let card =
            review.map(|review| Card::new(&self.game, &self.known, review.is_done(), self.time, self.depth));
        self.layout = screen::draw(self, card.as_ref(), frame);
    }

    /// Applies an action; returns the effect outside the controller.
    pub fn handle(&mut self, action: Action) -> Effect {
        match action {
            Action::Quit => return Effect::Quit,
            Action::Point(x, y) => {
                self.cursor = self.cell_at(x, y).unwrap_or(self.cursor);
                return Effect::Nothing;
            }
            _ => {}
        }
        if let Some(question) = self.question {
            return self.reply(question, action);
        }
        if self.page != Page::Board {
            if !matches!(action, Action::Release(..)) {
                self.page = Page::Board;
            }
            return Effect::Nothing;
        }
        self.message.clear();
        match action {
            Action::Go(up, right) => self.go(up, right),
            Action::Act => self.act(),
            Action::Carry(right) => self.carry(right),
            Action::Press(x, y) => {
                if let Some(cell) = self.cell_at(x, y) {
                    self.cursor = cell;
                    match self.game.kind() {
                        GameKind::SameGame => self.act(),
                        GameKind::Mayan => self.held = Some(cell),
                    }
                }
            }
            Action::Release(x, y) => {
                if let (Some(from), Some(to)) = (self.held, self.cell_at(x, y))
                    && from != to
                {
                    self.take(self.game.carry(from, to));
                }
            }
            Action::Undo => self.after(Session::undo, "this is the start"),
            Action::Redo => self.after(Session::redo, "nothing to redo"),
            Action::Restart => self.after(|game| (game.restart(), true).1, ""),
            Action::Hint => self.more_of_the_hint(),
            Action::Help => self.page = Page::Keys,
            Action::Moves if !self.game.turns().is_empty() => self.page = Page::Moves,
            Action::Moves => self.message = format!("no {} was played yet", self.game.turn()),
            Action::Tiles if has_small_tiles(self.depth) => self.labels = Some(!self.layout.has_labels()),
            Action::Tiles => {
                self.message = "this terminal has too few colours for tiles without labels".into()
            }
            Action::Watch if self.best_list().is_some() => return Effect::Watch,
            Action::Watch => self.message = "the best line is shown after the end of the game".into(),
            Action::New if self.game.is_unfinished() && !self.saved => self.question = Some(Question::New),
            Action::New => return Effect::New,
            Action::Save => return Effect::Save,
            Action::Back if self.held.is_some() => self.held = None,
            Action::Back | Action::Leave if self.game.is_unfinished() && !self.saved => {
                self.question = Some(Question::Leave);
            }
            Action::Back | Action::Leave => return Effect::Quit,
            Action::Yes | Action::Drop | Action::Other | Action::Point(..) | Action::Quit => {}
        }
        Effect::Nothing
    }

    /// Returns the cell at a position of the screen, with the row of the cursor or of the block that was picked up where two
    /// rows share a line.
    fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        self.layout.cell_at(x, y, self.held.unwrap_or(self.cursor).row)
    }

    /// Applies an answer to a question. Any other action keeps the offer of a game, and closes other questions.
    fn reply(&mut self, question: Question, action: Action) -> Effect {
        if matches!(action, Action::Release(..)) {
            return Effect::Nothing;
        }
        let effect = match (question, action) {
            (Question::Leave, Action::Yes | Action::Act | Action::Leave) => Effect::Quit,
            (Question::New, Action::Yes | Action::Act) => Effect::New,
            (Question::Leave | Question::New, Action::Save) => Effect::Save,
            (Question::Replace, Action::Yes | Action::Act) => Effect::Replace,
            (Question::GoOn, Action::New) => Effect::New,
            (Question::GoOn, Action::Drop) => Effect::Drop,
            (Question::GoOn, Action::Leave | Action::Back) => Effect::Quit,
            (Question::GoOn, Action::Yes | Action::Act)
            | (Question::Leave | Question::New | Question::Replace, _) => Effect::Nothing,
            (Question::Wait, Action::Leave | Action::Back) => Effect::Stay,
            (Question::GoOn | Question::Wait, _) => return Effect::Nothing,
        };
        self.question = None;
        effect
    }

    /// Shows the next step of the hint; after the whole line a page with all steps, then the first step of the best
    /// line known by then.
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
        match self.game.kind() {
            GameKind::SameGame => self.take(Some(Step::from(self.cursor))),
            GameKind::Mayan if self.held == Some(self.cursor) => self.held = None,
            GameKind::Mayan => {
                self.held = Some(self.cursor).filter(|&cell| self.game.board().get(cell).is_some());
            }
        }
    }

    fn carry(&mut self, right: i32) {
        let from = self.held.unwrap_or(self.cursor);
        let to = Cell::new(from.row, from.col.wrapping_add_signed(right as isize));
        if self.game.kind() == GameKind::Mayan {
            self.take(self.game.carry(from, to));
        }
    }

    fn take(&mut self, turn: Option<Step>) {
        self.held = None;
        let why = match self.game.aim() {
            Aim::SameGame { rules, .. } => match rules.min_group {
                0 | 1 => "there is no tile".into(),
                2 => "a group has two tiles or more".into(),
                size => format!("a group has {size} tiles or more"),
            },
            Aim::Mayan { .. } if turn.is_some_and(|turn| self.game.is_forbidden_swap(turn)) => {
                "a swap of two equal blocks is no move".into()
            }
            Aim::Mayan { .. } => "this block cannot go there".into(),
        };
        self.after(|game| turn.is_some_and(|turn| game.take(turn)), &why);
    }

    /// Changes the game and starts the solver, or shows the message `why_not` if the game does not change.
    fn after(&mut self, change: impl FnOnce(&mut Session) -> bool, why_not: &str) {
        if !change(&mut self.game) {
            if self.game.state() == GameState::Going || why_not.starts_with("this is") {
                self.message = why_not.to_owned();
            }
            return;
        }
        (self.held, self.hint, self.hinted, self.saved) = (None, 0, None, false);
        self.why_lost.clear();
        (self.search, self.advice) = (advice::start(&self.game), Advice::default());
        let over = self.game.state() != GameState::Going;
        if self.game.turns().is_empty() {
            self.begun = Some(Instant::now());
        }
        self.time = self.begun.filter(|_| over).map(|begun| begun.elapsed());
        self.known.follow(&self.game);
        self.review = None;
        if over {
            self.review();
        }
    }

    /// Starts the analysis of the game so far.
    fn review(&mut self) {
        let (puzzle, goal) = (self.game.puzzle().clone(), self.game.goal());
        let going = self.game.state() == GameState::Going;
        let threads = if going { Threads::Exactly(1) } else { Threads::All };
        let moves = self.game.turns().to_vec();
        self.review = Some(Background::start(move |cancel, sender| {
            let mut limits = Limits::default();
            (limits.time, limits.threads, limits.cancel) = (Some(PATIENCE), threads, cancel.clone());
            // The receiver is gone if the game goes on. Games can be analysed.
            let _ = Analyser::new().goal(goal).limits(limits).analyse_with(&puzzle, &moves, &mut |event| {
                match sender.send(event.analysis.known.clone()) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
        }));
    }
}

#[cfg(test)]
mod tests;
