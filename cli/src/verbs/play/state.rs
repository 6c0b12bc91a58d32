//! The state of the terminal game, and how keys and the mouse change it: the game, the cursor, the solver's advice, hints and questions.

use super::advice::{self, Advice, Hint};
use super::background::Background;
use super::session::{GameState, Session};
use crate::args::palette::Depth;
use crate::io::full_screen::board::BoardLayout;
use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use tilefall::insight::hints::Aim;
use tilefall::rules::{Cell, GameKind, Step};

/// The action that the caller of [`State::handle`] must take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Only save the game if its turns have changed.
    Nothing,
    /// Start a new game.
    New,
    /// Stop the search for a new board, and stay on this one.
    Stay,
    Quit,
}

/// A question for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether to continue the saved game.
    GoOn,
    /// Whether to give up the game for a new board.
    New,
    /// Whether to stay on this board, during the search for a new one.
    Wait,
}

/// A page of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    Board,
    /// The keys, the rules and the points.
    Help,
    /// All texts of the hint.
    Hint,
}

/// A game with the cursor and the solver.
pub struct State {
    pub game: Session,
    pub cursor: Cell,
    /// Mayan: the block that was picked up.
    pub held: Option<Cell>,
    search: Background<Advice>,
    /// The solver's last results for the position.
    pub advice: Advice,
    /// The level of the hint: 0 nothing, 1 where to look, 2 why, 3 the whole line, 4 all on a page.
    pub level: u8,
    /// The hint. It stays the same until the board changes, so that its levels do not contradict each other.
    pub hint: Option<Hint>,
    pub page: Page,
    /// A question that the player must answer first.
    pub question: Option<Question>,
    /// The message below the score; empty for none.
    pub message: String,
    /// Whether the turns have changed since the game was saved.
    pub is_unkept: bool,
    pub depth: Depth,
    /// The position of the board on the screen, for the mouse.
    pub layout: BoardLayout,
}

impl State {
    /// Creates the state of a game, and starts the solver on the current position.
    pub fn new(game: Session, depth: Depth) -> State {
        State {
            search: advice::start(&game, Vec::new()),
            game,
            cursor: Cell::new(0, 0),
            held: None,
            advice: Advice::default(),
            level: 0,
            hint: None,
            page: Page::Board,
            question: None,
            message: String::new(),
            is_unkept: false,
            depth,
            layout: BoardLayout::default(),
        }
    }

    /// Receives results of the solver; returns `true` if the screen must be redrawn.
    pub fn listen(&mut self) -> bool {
        let Some(advice) = self.search.poll() else { return false };
        self.advice = advice;
        self.choose_line();
        true
    }

    /// Takes the hint from the solver when the search has ended.
    fn choose_line(&mut self) {
        if self.level > 0 && self.hint.is_none() && self.advice.done {
            self.hint = Hint::new(&self.game, &self.advice);
        }
    }

    /// Handles a key or the mouse; returns what the caller must do.
    pub fn handle(&mut self, event: &Event) -> Effect {
        match *event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key.code, key.modifiers),
            Event::Mouse(mouse) => self.mouse(mouse),
            _ => Effect::Nothing,
        }
    }

    fn key(&mut self, code: KeyCode, modifiers: KeyModifiers) -> Effect {
        let ctrl = modifiers.contains(KeyModifiers::CONTROL);
        match code {
            KeyCode::Char('c' | 'd') if ctrl => return Effect::Quit,
            _ if self.question.is_some() => return self.reply(code),
            _ if self.page != Page::Board => {
                self.page = Page::Board;
                return Effect::Nothing;
            }
            _ => self.message.clear(),
        }
        let step = if modifiers.contains(KeyModifiers::SHIFT) { State::carry } else { State::go_along };
        match code {
            KeyCode::Char('r') if ctrl => self.after(Session::redo, "nothing to redo"),
            _ if ctrl => {}
            KeyCode::Up => self.go(1, 0),
            KeyCode::Down => self.go(-1, 0),
            KeyCode::Left => step(self, -1),
            KeyCode::Right => step(self, 1),
            KeyCode::Enter | KeyCode::Char(' ') => self.act(),
            KeyCode::Char('<' | ',') => self.carry(-1),
            KeyCode::Char('>' | '.') => self.carry(1),
            KeyCode::Char('u') | KeyCode::Backspace => self.after(Session::undo, "this is the start"),
            KeyCode::Char('r') => self.after(Session::redo, "nothing to redo"),
            KeyCode::Char('R') => self.after(Session::restart, ""),
            KeyCode::Char('h') | KeyCode::Tab => self.more_of_the_hint(),
            KeyCode::Char('?') => self.page = Page::Help,
            KeyCode::Char('n') if self.game.is_unfinished() => self.question = Some(Question::New),
            KeyCode::Char('n') => return Effect::New,
            KeyCode::Esc if self.held.is_some() => self.held = None,
            KeyCode::Esc | KeyCode::Char('q') => return Effect::Quit,
            _ => {}
        }
        Effect::Nothing
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Effect {
        let cell = self.layout.cell_at(mouse.column, mouse.row);
        if let (MouseEventKind::Moved | MouseEventKind::Drag(_), Some(cell)) = (mouse.kind, cell) {
            self.cursor = cell;
        }
        if self.question.is_some() {
            return Effect::Nothing;
        }
        match (mouse.kind, cell) {
            (MouseEventKind::Down(_), _) if self.page != Page::Board => self.page = Page::Board,
            (MouseEventKind::Down(MouseButton::Right), _) => self.after(Session::undo, "this is the start"),
            (MouseEventKind::Down(MouseButton::Left), Some(cell)) => {
                (self.cursor, self.held) = (cell, None);
                self.message.clear();
                self.act();
            }
            (MouseEventKind::Up(MouseButton::Left), Some(to)) => {
                if let Some(from) = self.held.filter(|&from| from != to) {
                    self.take(self.game.carry(from, to));
                }
            }
            _ => {}
        }
        Effect::Nothing
    }

    /// Answers the open question by a key, such as `y`.
    fn reply(&mut self, code: KeyCode) -> Effect {
        let (yes, leave) = (KeyCode::Char('y'), KeyCode::Char('q'));
        let effect = match (self.question, code) {
            (Some(Question::GoOn), KeyCode::Char('n')) => Effect::New,
            (Some(Question::GoOn), code) if code == leave || code == KeyCode::Esc => Effect::Quit,
            (Some(Question::GoOn), code) if code == yes || code == KeyCode::Enter => Effect::Nothing,
            (Some(Question::New), code) if code == yes || code == KeyCode::Enter => Effect::New,
            (Some(Question::Wait), code) if code == leave || code == KeyCode::Esc => Effect::Stay,
            (Some(Question::GoOn | Question::Wait), _) => return Effect::Nothing,
            (Some(Question::New) | None, _) => Effect::Nothing,
        };
        self.question = None;
        effect
    }

    /// Shows the next level of the hint; after level 4, level 1 again.
    fn more_of_the_hint(&mut self) {
        self.level = if self.level == 4 || self.hint.is_none() { 1 } else { self.level + 1 };
        if self.level == 4 {
            self.page = Page::Hint;
        }
        self.choose_line();
    }

    /// Moves the cursor, or the block that is picked up, along its row.
    fn go_along(&mut self, right: i32) {
        if self.held.is_some() { self.carry(right) } else { self.go(0, right) }
    }

    fn go(&mut self, up: i32, right: i32) {
        let board = &self.game.board;
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
                self.held = Some(self.cursor).filter(|&cell| self.game.board.get(cell).is_some());
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
        let why = match self.game.aim {
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
        let turns = self.game.turns.len();
        if !change(&mut self.game) {
            if self.game.state == GameState::Going || why_not.starts_with("this is") {
                self.message = why_not.to_owned();
            }
            return;
        }
        // After a turn of the solver's line, the new search starts from the rest, so its list is at least as good.
        let line = self.advice.line.take().unwrap_or_default();
        let is_on_line = self.game.turns.get(turns) == line.first();
        let rest = if is_on_line && !line.is_empty() { line[1..].to_vec() } else { Vec::new() };
        (self.search, self.advice) = (advice::start(&self.game, rest), Advice::default());
        (self.held, self.level, self.hint) = (None, 0, None);
        // A board without turns does not replace the saved game.
        self.is_unkept = !self.game.turns.is_empty();
    }
}

#[cfg(test)]
mod tests {
    use super::super::session::tests::{mayan, samegame};
    use super::super::view;
    use super::*;
    use crate::io::full_screen::frame::Frame;
    use tilefall::rules::{Goal, Mode};

    fn drawn(state: &mut State) -> String {
        let mut frame = Frame::new(60, 16);
        view::draw(state, &mut frame);
        frame.to_string()
    }

    fn press(state: &mut State, keys: &str) -> Effect {
        let code = |key| match key {
            '↑' => KeyCode::Up,
            '→' => KeyCode::Right,
            '\r' => KeyCode::Enter,
            key => KeyCode::Char(key),
        };
        keys.chars().map(|key| state.key(code(key), KeyModifiers::NONE)).last().unwrap()
    }

    fn listen_to_the_end(state: &mut State) {
        let begun = std::time::Instant::now();
        while !state.advice.done {
            state.listen();
            assert!(begun.elapsed().as_secs() < 30);
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }

    #[test]
    fn a_game_is_given_up_for_a_new_board_only_with_a_yes() {
        let mut state = State::new(samegame("112 / 122", Goal::Score), Depth::None);
        assert_eq!(press(&mut state, "n"), Effect::New);
        assert_eq!(press(&mut state, "\rnx"), Effect::Nothing);
        assert_eq!(press(&mut state, "ny"), Effect::New);
        assert_eq!(press(&mut state, "\rn"), Effect::New);
        assert!(drawn(&mut state).contains("1002 points   0 tiles left   2 clicks   CLEARED"));
    }

    #[test]
    fn a_mayan_block_is_picked_up_and_moved() {
        for (board, keys, turns, message) in [
            ("21... / 12... / 12...", "↑↑\r→", "0 2 R", ""),
            ("21... / 12... / 12...", "↑↑>", "0 2 R", ""),
            ("21... / 12... / 12...", "↑↑→<", "0 2 R", ""),
            ("21... / 12... / 12...", "<", "", "this block cannot go there"),
            ("11.1.", ">", "", "a swap of two equal blocks is no move"),
        ] {
            let mut state = State::new(mayan(board, Mode::Within, false), Depth::None);
            press(&mut state, keys);
            let list = state.game.turns.iter().map(Step::to_string).collect::<Vec<_>>().join(", ");
            assert_eq!((&*list, &*state.message), (turns, message), "{keys}");
        }
    }

    #[test]
    fn a_hint_goes_on_with_its_line() {
        let mut state = State::new(samegame("1122 / 3311 / 1133", Goal::Score), Depth::None);
        listen_to_the_end(&mut state);
        while let Some(line) = state.advice.line.clone().filter(|line| line.len() > 1) {
            for (key, shown) in
                [("h", "hint: look at"), ("h", " tiles"), ("h", ", optimal: "), ("h", "any key")]
            {
                press(&mut state, key);
                assert!(drawn(&mut state).contains(shown), "{}", drawn(&mut state));
            }
            press(&mut state, "x");
            state.cursor = line[0].click().unwrap();
            press(&mut state, "\r");
            assert!(state.hint.is_none() && state.level == 0);
            listen_to_the_end(&mut state);
            assert_eq!(state.advice.line.as_ref().map(Vec::len), Some(line.len() - 1));
        }
    }
}
