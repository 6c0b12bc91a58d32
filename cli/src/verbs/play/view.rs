//! Drawing the terminal game: the board, and below it the score, hints and messages; or a page of text.

use super::session::{GameState, Session};
use super::state::{Page, Question, State};
use crate::io::full_screen::board::{self, Mark, Picture};
use crate::io::full_screen::frame::Frame;
use crate::io::full_screen::panel::{self, wrapped};
use crate::verbs::goal_text;
use anstyle::Style;
use tilefall::insight::hints::Aim;
use tilefall::internals::{plural, points};
use tilefall::rules::puzzle::{MayanTask, Task};
use tilefall::rules::{Cell, Columns, GameKind, Goal, Mode, Rules, Status, Step};

const SAMEGAME: &str = "\
arrows            move the cursor
enter, space      click the group
mouse             click the group; right button: undo
";

const MAYAN: &str = "\
arrows            move the cursor, or the block that is picked up
enter, space      pick up the block, or put it down
< >               move the block to the left, to the right
mouse             drag the block to the cell beside it; right button: undo
";

const BOTH: &str = "\
u, backspace      undo
r, ctrl-r         redo
R                 restart
h, tab            hint: where to look, why, the whole line, all on a page
n                 the next board of the file, then random ones
q, esc, ctrl-c    leave; the game is kept for the next time
";

/// Draws the current page of a game; stores the position of the board in `state.layout`.
pub fn draw(state: &mut State, frame: &mut Frame) {
    let text = match state.page {
        Page::Board => return draw_board(state, frame),
        Page::Help => help(&state.game),
        Page::Hint => hint(state).join("\n"),
    };
    let width = usize::from(frame.width());
    let lines = text.lines().flat_map(|text| wrapped(text, width)).chain(["", "any key: back to the game"]);
    for (y, line) in (0..).zip(lines) {
        frame.put(0, y, line, Style::new());
    }
}

/// Returns the help page: the keys, the rules of the game, and the points by group size.
fn help(game: &Session) -> String {
    let rules = match game.aim {
        Aim::SameGame { rules, .. } => rules,
        Aim::Mayan { mode, noop, .. } => {
            let exactly = if mode == Mode::Exactly { "exactly " } else { "" };
            let noop = if noop { "a move" } else { "no move" };
            return format!(
                "{MAYAN}{BOTH}\nA block moves one cell to the side: it changes places with the block there, or falls. \
                 Three or more equal blocks in a line vanish, and what is above falls. The board is to be empty after \
                 {exactly}the moves allowed. A swap of two equal blocks is {noop}."
            );
        }
    };
    let Rules { min_group, columns, clear_bonus, clear_factor, .. } = rules;
    let columns = if columns == Columns::Close { "close" } else { "stay" };
    let goal = match game.goal {
        Goal::Score => "the highest score",
        Goal::Clear => "an empty board",
        Goal::Fewest => "an empty board in the fewest clicks",
        Goal::Left => "the fewest tiles left",
        Goal::Biggest => "the largest single removal",
    };
    let sizes = (min_group.into()..).take(5).chain([10, 20]);
    let table: Vec<String> = sizes.map(|size| format!("{size}: {}", rules.score.points(size))).collect();
    let times = if clear_factor > 1 { format!(", all times {clear_factor}") } else { String::new() };
    let left = [1, 2, 10].map(|tiles| rules.total(0, [tiles]));
    let left = match left {
        [0, 0, 0] => String::new(),
        [one, two, ten] => format!("\n1, 2 or 10 tiles of a colour left: {one}, {two} or {ten} points."),
    };
    format!(
        "{SAMEGAME}{BOTH}\nClick {min_group} or more equal tiles that touch: they vanish, tiles fall, empty columns \
         {columns}. The goal is {goal}.\nPoints by the tiles of a group: {}\nAn empty board: {clear_bonus} points{times}.{left}",
        table.join(", ")
    )
}

fn draw_board(state: &mut State, frame: &mut Frame) {
    let (lit, next) = (lit(state), next(state));
    // Levels 1 and 2 of the hint light cells; from level 3 on, the next turn is marked instead.
    let look =
        state.hint.as_ref().filter(|_| (1..3).contains(&state.level)).map_or(&[][..], |hint| &hint.look);
    let mark = |cell| match () {
        () if state.held == Some(cell) => Mark::Held,
        () if state.cursor == cell => Mark::Cursor,
        () if next.contains(&cell) => Mark::Next,
        () if look.contains(&cell) => Mark::Look,
        () if lit.contains(&cell) => Mark::Lit,
        () => Mark::None,
    };
    let texts = below(state, lit.len());
    let picture = Picture {
        grid: &state.game.board,
        first: usize::from(state.game.kind() == GameKind::SameGame),
        shown: state.cursor,
        below: panel::min_lines(&texts, frame.width()),
        depth: state.depth,
        mark: &mark,
    };
    state.layout = board::draw(&picture, 0, frame);
    panel::draw(&texts, state.layout.bottom, frame);
}

/// Returns the group under the cursor if a click can remove it; no cells for Mayan.
fn lit(state: &State) -> Vec<Cell> {
    match state.game.aim {
        Aim::SameGame { rules, .. } => {
            let group = state.game.board.group(state.cursor);
            if group.len() >= rules.min_group as usize { group } else { Vec::new() }
        }
        Aim::Mayan { .. } => Vec::new(),
    }
}

/// Returns the cells of the next turn, if the hint shows it.
fn next(state: &State) -> Vec<Cell> {
    match state.hint.as_ref().map(|hint| hint.next).filter(|_| state.level >= 3) {
        Some(Step::Slide(x, y, _)) => vec![Cell::new(y.into(), x.into())],
        click => click.and_then(Step::click).map_or(Vec::new(), |cell| state.game.board.group(cell)),
    }
}

/// Returns the texts below the board; `lit` is the number of tiles in the group under the cursor.
fn below(state: &State, lit: usize) -> Vec<(String, Style)> {
    let (plain, bold, dim) = (Style::new(), Style::new().bold(), Style::new().dimmed());
    let under_the_cursor = match state.game.aim {
        Aim::SameGame { rules, .. } if lit > 0 => {
            format!("{}, {}", plural(lit, "tile"), plural(rules.score.points(lit as u64), "point"))
        }
        Aim::Mayan { .. } if state.held.is_some() => "move it with the arrow keys".into(),
        _ => String::new(),
    };
    let keys = match state.question {
        None => "? keys and rules   u undo   r redo   h hint   n new   q leave",
        Some(Question::GoOn) => {
            "You left this game. Go on with it?   y go on   n give it up for another board"
        }
        Some(Question::New) => "Give this game up for a new board?   y yes   n no",
        Some(Question::Wait) => "Looking for a new board …   esc stay with this one",
    };
    let hint = hint(state).into_iter().map(|text| (text, plain));
    let mut texts = vec![(result(&state.game), bold), (state.message.clone(), bold)];
    texts.extend(hint);
    texts.push((under_the_cursor, plain));
    if state.game.state == GameState::Going {
        texts.extend([(light(state), plain), (state.advice.why_lost.clone(), plain)]);
    }
    texts.push((keys.into(), if state.question.is_none() { dim } else { bold }));
    texts
}

/// Formats the result so far, and the end of the game.
fn result(game: &Session) -> String {
    let (turns, tiles) = (game.turns.len(), game.board.tiles());
    let result = match &game.puzzle.task {
        Task::SameGame(_) => {
            let (tiles, clicks) = (plural(tiles, "tile"), plural(turns, "click"));
            let (score, biggest) = game.score();
            match game.goal {
                Goal::Score => format!("{}   {tiles} left   {clicks}", points(score)),
                Goal::Clear | Goal::Left => format!("{tiles} left   {clicks}"),
                Goal::Fewest => format!("{clicks}   {tiles} left"),
                Goal::Biggest => {
                    format!("largest removal {}   {tiles} left   {clicks}", plural(biggest, "tile"))
                }
            }
        }
        Task::Mayan(MayanTask { moves: Some(moves), .. }) => {
            format!("move {turns} of {moves}   {} left", plural(tiles, "block"))
        }
        Task::Mayan(_) => format!("{}   {} left", plural(turns, "move"), plural(tiles, "block")),
    };
    let end = match (game.state, game.kind()) {
        (GameState::Going, _) => "",
        (GameState::Won, GameKind::SameGame) => "   CLEARED",
        (GameState::Won, _) => "   SOLVED",
        (GameState::Over, GameKind::SameGame) => "   no group is left",
        (GameState::Over, _) => "   no move is left",
    };
    result + end
}

/// Formats what is known about whether the game can still be won. Used only before the end of the game.
fn light(state: &State) -> String {
    let advice = &state.advice;
    let goal = match state.game.aim {
        Aim::SameGame { rules, goal, .. } => {
            let is_counted = matches!(goal, Goal::Left | Goal::Biggest | Goal::Fewest);
            if let Some(result) = advice.result.filter(|_| is_counted) {
                let best = match advice.status {
                    Some(Status::Optimal) => goal_text::proof(goal),
                    _ => "the best that was found",
                };
                let result = match goal {
                    Goal::Fewest => format!("cleared in {}", plural(result, "more click")),
                    _ => goal_text::in_units(goal, result),
                };
                return format!("\u{25cf} from here: {result}, {best}");
            }
            // A board on which single tiles can be removed can always be cleared.
            if rules.min_group <= 1 || matches!(goal, Goal::Left | Goal::Biggest) {
                let is_searching = !advice.done && is_counted;
                return if is_searching { "… looking for the best list".into() } else { String::new() };
            }
            "cleared".to_owned()
        }
        Aim::Mayan { left: Some(left), .. } => format!("solved in the {} left", plural(left, "move")),
        Aim::Mayan { .. } => "solved".to_owned(),
    };
    match advice.can_win {
        Some(true) => format!("\u{25cf} can be {goal}"),
        Some(false) => format!("\u{25cb} cannot be {goal} from here, proven"),
        None if advice.done => format!("? not known whether it can be {goal}"),
        None => "… looking whether it can be won".to_owned(),
    }
}

/// Returns the visible steps of the hint, or the reason why no hint exists.
fn hint(state: &State) -> Vec<String> {
    if let Some(hint) = &state.hint {
        let steps = hint.steps.iter().zip(["hint: ", "", ""]).take(state.level.into());
        return steps.map(|(text, start)| format!("{start}{text}")).collect();
    }
    let why = match (state.game.state, state.game.kind(), state.advice.can_win) {
        _ if state.level == 0 => return Vec::new(),
        (GameState::Going, GameKind::Mayan, Some(false)) => "nothing wins from here, proven",
        (GameState::Going, ..) if state.advice.done => "the solver has found nothing in its time",
        (GameState::Going, ..) => "the solver is looking",
        _ => "the game is over; u undoes, n is a new board",
    };
    vec![format!("hint: {why}")]
}
