//! Drawing a game: the board with row and column numbers, and below it the score, hints and messages.

use super::advice::{Advice, Light};
use super::card::Card;
use super::controller::Controller;
use super::session::{GameState, Session};
use super::status::{end, light, result};
use super::{keys, moves};
use crate::io::full_screen::board::{self, BoardLayout, Mark, Picture};
use crate::io::full_screen::frame::Frame;
use crate::io::full_screen::panel::{self, Area, Item, wrapped};
use crate::verbs::goal_text;
use anstyle::Style;
use tilefall::insight::hints::{self, Aim};
use tilefall::rules::notation::format_moves;
use tilefall::rules::{Cell, GameKind, Goal, Status, Step, plural};

/// A hint: a line, revealed in steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The next turn.
    pub next: Step,
    /// The cells that the first two steps light.
    pub look: Vec<Cell>,
    /// Where to look, why, and the whole line with the next turn.
    pub steps: [String; 3],
    /// The result of a whole game by the line; `None` if it misses the goal.
    pub result: Option<i64>,
}

/// A page of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    Board,
    /// The help on keys.
    Keys,
    /// The list of moves.
    Moves,
    /// The whole hint.
    Hint,
}

/// The last line of a page.
const BACK: &str = "any key: back to the game";

/// Draws a game, with the card of its result after its end; returns the layout of the board.
pub fn draw(view: &Controller, card: Option<&Card>, frame: &mut Frame) -> BoardLayout {
    let width = usize::from(frame.width());
    let hint = || hint(view).into_iter().chain([String::new(), BACK.into()]);
    let page: Vec<String> = match view.page {
        Page::Board => return draw_board(view, card, frame),
        Page::Moves => {
            let (all, last) = (Area::below(0, frame), frame.height().saturating_sub(1));
            let above = Area { height: last, ..all };
            moves::draw(view, above, frame);
            frame.put(0, last, BACK, Style::new().dimmed());
            return BoardLayout::default();
        }
        Page::Keys => keys::help(view.game.kind()).map(str::to_owned).collect(),
        Page::Hint => hint()
            .flat_map(|text| wrapped(&text, width).into_iter().map(str::to_owned).collect::<Vec<_>>())
            .collect(),
    };
    for (y, line) in (0..).zip(page) {
        frame.put(0, y, &line, Style::new());
    }
    BoardLayout::default()
}

/// The lines below the board that all texts take: a blank line, the state of the game in 3 lines, a hint in 4, a message and
/// the keys.
const TEXTS: u16 = 10;

fn draw_board(view: &Controller, card: Option<&Card>, frame: &mut Frame) -> BoardLayout {
    let (lit, next) = (lit(view), next(view));
    // The hint lights cells before it shows the next turn.
    let look =
        view.hinted.as_ref().filter(|_| (1..3).contains(&view.hint)).map_or(&[][..], |hint| &hint.look);
    let mark = |cell| match () {
        () if view.held == Some(cell) => Mark::Held,
        () if view.cursor == cell => Mark::Cursor,
        () if next.contains(&cell) => Mark::Next,
        () if look.contains(&cell) => Mark::Look,
        () if lit.contains(&cell) => Mark::Lit,
        () if next.len() + look.len() > 0 => Mark::Faint,
        () => Mark::None,
    };
    let items = below(view, card.is_some());
    let card_lines = card.map_or(0, |card| card.min_lines(frame.width()));
    let picture = Picture {
        grid: view.game.board(),
        first: usize::from(view.game.kind() == GameKind::SameGame),
        shown: view.cursor,
        below: card_lines + panel::min_lines(&items, frame.width()),
        texts: TEXTS,
        labels: view.labels,
        depth: view.depth,
        mark: &mark,
    };
    let layout = board::draw(&picture, 0, frame);
    let mut area = layout.texts(frame);
    if let Some(card) = card {
        area = card.draw(area, &items, frame);
    }
    let lines = panel::lines_in(&items, area);
    let bottom = lines.last().map_or(area.y, |(y, ..)| y + 1);
    for (y, line, style) in lines {
        frame.put(area.x, y, &line, style);
    }
    let right = layout.right(frame);
    let list = if area.x == right.x { right.from(bottom + 1) } else { right };
    moves::draw(view, list, frame);
    layout
}

/// SameGame: returns the group under the cursor.
fn lit(view: &Controller) -> Vec<Cell> {
    match view.game.aim() {
        Aim::SameGame { rules, .. } => {
            let group = view.game.board().group(view.cursor);
            if group.len() >= rules.min_group as usize { group } else { Vec::new() }
        }
        Aim::Mayan { .. } => Vec::new(),
    }
}

/// Returns the cells of the next turn, if the hint shows it.
fn next(view: &Controller) -> Vec<Cell> {
    let next = view.hinted.as_ref().map(|hint| hint.next).filter(|_| view.hint >= 3);
    match next {
        Some(Step::Slide(x, y, _)) => vec![Cell::new(y.into(), x.into())],
        click => click.and_then(Step::click).map_or(Vec::new(), |cell| view.game.board().group(cell)),
    }
}

/// Returns the texts below the board and below the card.
fn below(view: &Controller, has_card: bool) -> Vec<Item> {
    let (plain, bold, dim) = (Style::new(), Style::new().bold(), Style::new().dimmed());
    let mut items = Vec::new();
    if !has_card {
        let (result, end) = (result(&view.game, view.known.best()), end(&view.game));
        let gap = if end.is_empty() { "" } else { "   " };
        items.push(Item::new(0, result + gap + end, bold));
        items.push(Item::new(6, under_the_cursor(view), plain));
        let light = light(&view.game, &view.advice, view.could);
        let why = if light.is_empty() { "" } else { &view.why_lost };
        items.extend([Item::new(5, light, plain), Item::new(5, why, plain)]);
    }
    // The reason has priority over the clue, the clue over the whole line.
    for (text, rank) in hint(view).into_iter().zip([3, 2, 4]) {
        items.push(Item { continues: rank != 3, ..Item::new(rank, text, plain) });
    }
    items.push(Item::new(1, &*view.message, bold));
    match view.asked() {
        Some(question) => items.push(Item::new(0, question, bold)),
        // The card has its own line on keys.
        None if has_card => {}
        None => items.push(Item::new(0, "? keys   u undo   r redo   h hint   q leave", dim)),
    }
    items
}

fn under_the_cursor(view: &Controller) -> String {
    match (view.game.aim(), lit(view).len()) {
        (Aim::SameGame { rules, .. }, size @ 1..) => {
            let points = rules.score.points(size as u64);
            format!("{}, {}", plural(size, "tile"), plural(points, "point"))
        }
        (Aim::Mayan { .. }, _) if view.held.is_some() => "move it with the arrow keys".into(),
        _ => String::new(),
    }
}

/// Returns the visible steps of the hint.
fn hint(view: &Controller) -> Vec<String> {
    if view.hint == 0 {
        return Vec::new();
    }
    let Some(hint) = &view.hinted else { return vec![format!("hint: {}", no_hint(view))] };
    let starts = ["hint: ", "", ""];
    let steps = hint.steps.iter().zip(starts).take(view.hint.into());
    steps.map(|(text, start)| format!("{start}{text}")).collect()
}

/// Returns the reason why there is no hint.
fn no_hint(view: &Controller) -> String {
    let (turn, started) = (view.game.turn(), !view.game.turns().is_empty());
    let undo = if started { format!("; u takes a {turn} back") } else { String::new() };
    match (view.game.state(), view.game.kind(), &view.advice) {
        (GameState::Won, ..) => "the board is empty, nothing is left to do".into(),
        (GameState::Over, GameKind::SameGame, _) => format!("no group is left{undo}"),
        (GameState::Over, ..) => format!("no move is left{undo}"),
        (_, GameKind::Mayan, Advice { light: Light::No, .. }) if started => {
            format!("nothing wins from here, proven{undo}")
        }
        (_, GameKind::Mayan, Advice { light: Light::No, .. }) => "nothing wins on this board, proven".into(),
        (.., Advice { done: true, .. }) => "the solver has found nothing in its time".into(),
        _ => "the solver is looking".into(),
    }
}

/// Returns the hint for the line that the solver found; `None` if there is none.
pub fn hint_of(game: &Session, advice: &Advice) -> Option<Hint> {
    let line = advice.line.as_ref().filter(|line| !line.is_empty())?;
    let hint = hints::Hint::new(game.board(), &game.aim(), line)?;
    let [clue, why, ..] = hint.texts(game.board());
    let known = match (advice.status, game.kind()) {
        (Some(Status::Optimal), _) => "optimal",
        (None, GameKind::SameGame) => "clears the board",
        _ => "best found",
    };
    let goal = game.goal();
    let result = advice.result.filter(|_| goal != Goal::Fewest);
    let score =
        result.map_or(String::new(), |result| format!(", {} from here", goal_text::in_units(goal, result)));
    let turns = plural(line.len(), game.turn());
    let whole = format!("{turns}{score}, {known}: {}", format_moves(line.iter().copied()));
    let result = game.result_with(line);
    Some(Hint { next: line[0], look: hint.look, steps: [clue, why, whole], result })
}

#[cfg(test)]
mod tests;
