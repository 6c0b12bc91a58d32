//! The actions of keys and the mouse.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use tilefall::rules::GameKind;

const SAMEGAME: &str = "\
arrows            move the cursor
enter, space      click the group
mouse             click the group; right button: undo
u, backspace      undo
r, ctrl-r         redo
R                 restart
h, tab            hint: where to look, why, the whole line, all on a page
m                 the moves, with what each gave away
t                 small tiles, or tiles with labels
b                 after the end: watch the best line
n                 the next board of the file, then random ones: 10 rows,
                  15 columns and 4 colours, or what --rows, --cols, --colors
                  and --clearable say
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
h, tab            hint: where to look, why, the whole line, all on a page
m                 the moves, with what each gave away
t                 small tiles, or tiles with labels
b                 after the end: watch the best line
n                 the next board of the file, then random ones: 4 moves,
                  or what --moves says
s                 save the board and the moves
?                 these keys
esc               put the block down, or leave
q                 leave; a game that was begun is kept for the next time
ctrl-c            leave at once; it is kept as well";

/// Returns the help on the keys of a game, by lines.
pub fn help(game: GameKind) -> std::str::Lines<'static> {
    match game {
        GameKind::SameGame => SAMEGAME,
        GameKind::Mayan => MAYAN,
    }
    .lines()
}

/// An action of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move the cursor by rows (up) and columns (right).
    Go(i32, i32),
    /// Click the cell under the cursor, or pick up its block.
    Act,
    /// Move the block under the cursor to the right (1) or to the left (−1).
    Carry(i32),
    /// The pointer is at this position of the screen.
    Point(u16, u16),
    /// The button was pressed here.
    Press(u16, u16),
    /// The button was released here.
    Release(u16, u16),
    Undo,
    Redo,
    /// Go back to the start.
    Restart,
    /// Show the next level of the hint.
    Hint,
    /// Show the list of moves.
    Moves,
    /// Change between small tiles and tiles with labels.
    Tiles,
    /// Watch the best list, after the end of the game.
    Watch,
    /// A new board.
    New,
    Save,
    /// Show the help on keys.
    Help,
    /// Answer a question with yes.
    Yes,
    /// Discard the game that is offered.
    Drop,
    /// Close a page or a question, or put down a block; otherwise leave the game.
    Back,
    /// A key without a meaning.
    Other,
    /// Leave the game.
    Leave,
    /// Leave at once.
    Quit,
}

/// Returns the action of an event; `None` for events that are ignored.
pub fn action(event: &Event) -> Option<Action> {
    match *event {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(of_key(key).unwrap_or(Action::Other)),
        Event::Mouse(MouseEvent { kind, column, row, .. }) => match kind {
            MouseEventKind::Moved | MouseEventKind::Drag(_) => Some(Action::Point(column, row)),
            MouseEventKind::Down(MouseButton::Left) => Some(Action::Press(column, row)),
            MouseEventKind::Up(MouseButton::Left) => Some(Action::Release(column, row)),
            MouseEventKind::Down(MouseButton::Right) => Some(Action::Undo),
            _ => None,
        },
        _ => None,
    }
}

fn of_key(key: KeyEvent) -> Option<Action> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    Some(match key.code {
        KeyCode::Char('c' | 'd') if ctrl => Action::Quit,
        KeyCode::Char('r') if ctrl => Action::Redo,
        _ if ctrl => return None,
        KeyCode::Left if shift => Action::Carry(-1),
        KeyCode::Right if shift => Action::Carry(1),
        KeyCode::Up => Action::Go(1, 0),
        KeyCode::Down => Action::Go(-1, 0),
        KeyCode::Left => Action::Go(0, -1),
        KeyCode::Right => Action::Go(0, 1),
        KeyCode::Enter | KeyCode::Char(' ') => Action::Act,
        KeyCode::Char('<' | ',') => Action::Carry(-1),
        KeyCode::Char('>' | '.') => Action::Carry(1),
        KeyCode::Char('u') | KeyCode::Backspace => Action::Undo,
        KeyCode::Char('r') => Action::Redo,
        KeyCode::Char('R') => Action::Restart,
        KeyCode::Char('h') | KeyCode::Tab => Action::Hint,
        KeyCode::Char('m') => Action::Moves,
        KeyCode::Char('t') => Action::Tiles,
        KeyCode::Char('b') => Action::Watch,
        KeyCode::Char('n') => Action::New,
        KeyCode::Char('s') => Action::Save,
        KeyCode::Char('?') => Action::Help,
        KeyCode::Char('y') => Action::Yes,
        KeyCode::Char('d') => Action::Drop,
        KeyCode::Char('q') => Action::Leave,
        KeyCode::Esc => Action::Back,
        _ => return None,
    })
}
