//! Keys and the mouse: what they ask for.

use super::session::Play;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

const SAMEGAME: &str = "\
arrows            move the cursor
enter, space      click the group
mouse             click the group; right button: undo
u, backspace      undo
r, ctrl-r         redo
R                 restart
h, tab            hint: a clue, the next click, the whole line, all on a page
n                 a new random board: 10 rows, 15 columns and 4 colours, or
                  what --rows, --cols, --colors and --clearable say
s                 save the board and the clicks
?                 these keys
q, esc            leave; a game that was begun is kept for the next time
ctrl-c            leave at once; it is kept as well";

const MAYAN: &str = "\
arrows            move the cursor, or the block that is picked up
enter, space      pick up the block, or put it down
< >               move the block to the left, to the right
mouse             drag the block to the cell beside it; right button: undo
u, backspace      undo
r, ctrl-r         redo
R                 restart
h, tab            hint: a clue, the next move, the whole line, all on a page
n                 a new random board: 4 moves, or what --moves says
s                 save the board and the moves
?                 these keys
esc               put the block down, or leave
q                 leave; a game that was begun is kept for the next time
ctrl-c            leave at once; it is kept as well";

/// The keys of a game, a line each.
pub fn help(play: Play) -> std::str::Lines<'static> {
    match play {
        Play::SameGame(_) => SAMEGAME,
        Play::Mayan { .. } => MAYAN,
    }
    .lines()
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The cursor goes up or down, to the right or to the left.
    Go(i32, i32),
    /// The cell under the cursor is clicked, or its block picked up.
    Act,
    /// The block under the cursor moves to the right (1), or to the left (−1).
    Carry(i32),
    /// The pointer is at this place of the screen.
    Point(u16, u16),
    /// The button goes down here.
    Press(u16, u16),
    /// The button goes up here.
    Release(u16, u16),
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// Back to the start.
    Restart,
    /// More of a hint.
    Hint,
    /// A new board.
    New,
    /// Save.
    Save,
    /// Explain the keys.
    Help,
    /// Draw again: the size has changed.
    Redraw,
    /// Yes, to a question.
    Yes,
    /// Drop the game that is offered.
    Drop,
    /// Out of what is open: a page, a question, a block that was picked up; else out of the game.
    Back,
    /// Nothing: a key without a meaning.
    Other,
    /// Out of the game.
    Leave,
    /// The end, at once.
    Quit,
}

/// The wish of an event; `None` if it is nobody's.
pub fn wish(event: &Event) -> Option<Wish> {
    match *event {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(of_key(key).unwrap_or(Wish::Other)),
        Event::Mouse(MouseEvent { kind, column, row, .. }) => match kind {
            MouseEventKind::Moved | MouseEventKind::Drag(_) => Some(Wish::Point(column, row)),
            MouseEventKind::Down(MouseButton::Left) => Some(Wish::Press(column, row)),
            MouseEventKind::Up(MouseButton::Left) => Some(Wish::Release(column, row)),
            MouseEventKind::Down(MouseButton::Right) => Some(Wish::Undo),
            _ => None,
        },
        Event::Resize(..) => Some(Wish::Redraw),
        _ => None,
    }
}

fn of_key(key: KeyEvent) -> Option<Wish> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    Some(match key.code {
        KeyCode::Char('c' | 'd') if ctrl => Wish::Quit,
        KeyCode::Char('r') if ctrl => Wish::Redo,
        KeyCode::Char('l') if ctrl => Wish::Redraw,
        _ if ctrl => return None,
        KeyCode::Left if shift => Wish::Carry(-1),
        KeyCode::Right if shift => Wish::Carry(1),
        KeyCode::Up => Wish::Go(1, 0),
        KeyCode::Down => Wish::Go(-1, 0),
        KeyCode::Left => Wish::Go(0, -1),
        KeyCode::Right => Wish::Go(0, 1),
        KeyCode::Enter | KeyCode::Char(' ') => Wish::Act,
        KeyCode::Char('<' | ',') => Wish::Carry(-1),
        KeyCode::Char('>' | '.') => Wish::Carry(1),
        KeyCode::Char('u') | KeyCode::Backspace => Wish::Undo,
        KeyCode::Char('r') => Wish::Redo,
        KeyCode::Char('R') => Wish::Restart,
        KeyCode::Char('h') | KeyCode::Tab => Wish::Hint,
        KeyCode::Char('n') => Wish::New,
        KeyCode::Char('s') => Wish::Save,
        KeyCode::Char('?') => Wish::Help,
        KeyCode::Char('y') => Wish::Yes,
        KeyCode::Char('d') => Wish::Drop,
        KeyCode::Char('q') => Wish::Leave,
        KeyCode::Esc => Wish::Back,
        _ => return None,
    })
}
