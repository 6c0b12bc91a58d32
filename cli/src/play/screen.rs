//! What a game looks like on the screen: the board with its numbers, and what is known of it below.

use super::advice::{Advice, Light};
use super::session::{Play, Session, Standing, Turn};
use crate::full_screen::board::{self, Mark, Picture, Placed, wrapped};
use crate::full_screen::frame::Frame;
use anstyle::Style;
use tilefall::base::notation::spell;
use tilefall::base::{Cell, Mode, Status, Step, points, several};
use tilefall::render::palette::Depth;

/// Lines below the board.
const BELOW: u16 = 8;

/// All that a picture is made of.
pub struct View<'a> {
    /// The game.
    pub game: &'a Session,
    /// What the solver says of its position.
    pub advice: &'a Advice,
    /// Where the cursor stands.
    pub cursor: Cell,
    /// The block that was picked up; Mayan.
    pub held: Option<Cell>,
    /// How much of the hint is shown: 0 nothing, 1 what to look at, 2 the next turn, 3 the whole line.
    pub hint: u8,
    /// The last message.
    pub message: &'a str,
    /// What the solver brings from the start, once the game is over.
    pub compared: Option<&'a str>,
    /// Colours that the terminal has.
    pub depth: Depth,
    /// Whether the keys are explained in place of the board.
    pub help: bool,
}

/// Draws a view; gives where the board lies.
pub fn draw(view: &View, frame: &mut Frame) -> Placed {
    if view.help {
        for (y, line) in (0..).zip(super::keys::help(view.game.play())) {
            frame.put(0, y, line, Style::new());
        }
        return Placed::default();
    }
    let (lit, next) = (lit(view), next(view));
    let mark = |cell| match () {
        () if view.held == Some(cell) => Mark::Held,
        () if view.cursor == cell => Mark::Cursor,
        () if next.contains(&cell) => Mark::Next,
        () if lit.contains(&cell) => Mark::Lit,
        () => Mark::None,
    };
    let picture = Picture {
        grid: view.game.board(),
        first: usize::from(matches!(view.game.play(), Play::SameGame(_))),
        shown: view.cursor,
        below: BELOW,
        depth: view.depth,
        mark: &mark,
    };
    let placed = board::draw(&picture, 0, frame);
    let width = frame.width().into();
    let lines = below(view);
    let lines = lines
        .iter()
        .flat_map(|(text, style)| wrapped(text, width).into_iter().map(move |line| (line, *style)));
    for (y, (line, style)) in (placed.bottom() + 1..frame.height()).zip(lines) {
        frame.put(0, y, line, style);
    }
    placed
}

/// The group under the cursor; SameGame.
fn lit(view: &View) -> Vec<Cell> {
    match view.game.play() {
        Play::SameGame(_) if view.game.board().has_equal_neighbour(view.cursor) => {
            view.game.board().group(view.cursor)
        }
        _ => Vec::new(),
    }
}

/// The cells of the next turn, if the hint shows it.
fn next(view: &View) -> Vec<Cell> {
    let next = view.advice.line.as_ref().and_then(|line| line.first()).filter(|_| view.hint >= 2);
    match next {
        Some(&Turn::Click(cell)) => view.game.board().group(cell),
        Some(Turn::Slide(step)) => vec![Cell::new(step.y.into(), step.x.into())],
        None => Vec::new(),
    }
}

/// The lines below the board.
fn below(view: &View) -> Vec<(String, Style)> {
    let bold = Style::new().bold();
    let dim = Style::new().dimmed();
    let mut lines = vec![(status(view), bold), (under_the_cursor(view), Style::new())];
    lines.push((light(view), Style::new()));
    lines.extend(hint(view).into_iter().map(|line| (line, Style::new())));
    lines.push((view.message.to_owned(), bold));
    lines.push(("? keys   u undo   r redo   h hint   q quit".into(), dim));
    lines
}

fn status(view: &View) -> String {
    let game = view.game;
    let (turns, tiles) = (game.turns().len(), game.board().tiles());
    let text = match game.play() {
        Play::SameGame(_) => {
            let (score, tiles) = (points(game.score()), several(tiles, "tile"));
            format!("{score}   {tiles} left   {}", several(turns, "click"))
        }
        Play::Mayan { moves: Some(moves), .. } => {
            format!("move {turns} of {moves}   {} left", several(tiles, "block"))
        }
        Play::Mayan { moves: None, .. } => {
            format!("{}   {} left", several(turns, "move"), several(tiles, "block"))
        }
    };
    match (game.standing(), game.play()) {
        (Standing::Going, _) => text,
        (Standing::Won, Play::SameGame(_)) => format!("{text}   CLEARED"),
        (Standing::Won, _) => format!("{text}   SOLVED"),
        (Standing::Over, Play::SameGame(_)) => format!("{text}   no group is left"),
        (Standing::Over, _) => format!("{text}   no move is left"),
    }
}

/// What the solver makes of the board of the start, beside the game that was played; `None` while it searches.
pub fn compared(game: &Session, advice: &Advice) -> Option<String> {
    let proven = advice.status == Some(Status::Optimal);
    match (game.play(), advice.light) {
        (Play::SameGame(_), _) => {
            let proof = if proven { "the best possible" } else { "the best that it found" };
            advice.status?;
            Some(format!("the solver reaches {}, {proof}", points(advice.score?)))
        }
        (Play::Mayan { .. }, Light::Searching) => None,
        (Play::Mayan { .. }, Light::No) => {
            Some("no list solves this board in the moves allowed, proven".into())
        }
        (Play::Mayan { .. }, Light::Unknown) => Some("the solver found no list in its time".into()),
        (Play::Mayan { mode, .. }, Light::Yes) => {
            let moves = several(advice.line.as_ref().map_or(0, Vec::len), "move");
            let proof = match mode {
                Mode::Exactly => "",
                _ if proven => ", no list is shorter",
                _ => ", there may be a shorter list",
            };
            Some(format!("the solver takes {moves}{proof}"))
        }
    }
}

fn under_the_cursor(view: &View) -> String {
    if let Some(compared) = view.compared {
        return compared.to_owned();
    }
    match (view.game.play(), lit(view).len()) {
        (Play::SameGame(_), 0) => String::new(),
        (Play::SameGame(_), size) => {
            format!("{}, {}", several(size, "tile"), several(view.game.points_of(size), "point"))
        }
        (Play::Mayan { .. }, _) if view.held.is_some() => "move it with the arrow keys".into(),
        (Play::Mayan { .. }, _) => String::new(),
    }
}

/// Whether it can still be won; honest when that is not known.
fn light(view: &View) -> String {
    if view.game.standing() != Standing::Going {
        return String::new();
    }
    let goal = match (view.game.play(), view.game.moves_left()) {
        (Play::SameGame(_), _) => "cleared".to_owned(),
        (_, Some(left)) => format!("solved in the {} left", several(left, "move")),
        (_, None) => "solved".to_owned(),
    };
    match view.advice.light {
        Light::Searching => "… looking whether it can be won".to_owned(),
        Light::Yes => format!("\u{25cf} can still be {goal}"),
        Light::No => format!("\u{25cb} cannot be {goal} any more, proven"),
        Light::Unknown => format!("? not known whether it can be {goal}"),
    }
}

fn hint(view: &View) -> Vec<String> {
    if view.hint == 0 {
        return Vec::new();
    }
    let Some(line) = view.advice.line.as_ref().filter(|line| !line.is_empty()) else {
        let why = match view.advice.light {
            Light::Searching => "the solver is looking",
            Light::No => &format!("nothing wins any more; undo a {}", view.game.play().turn()),
            _ => "the solver has found nothing yet",
        };
        return vec![format!("hint: {why}")];
    };
    let mut lines = vec![format!("hint: {}", first_clue(view.game, line))];
    if view.hint >= 2 {
        lines.push(format!("      next {}", Step::from(line[0])));
    }
    if view.hint >= 3 {
        let status = view.advice.status.map_or("best found", |status| match status {
            Status::Optimal => "optimal",
            _ => "best found",
        });
        let score = view.advice.score.map_or(String::new(), |score| format!(", {} from here", points(score)));
        let turns = several(line.len(), view.game.play().turn());
        lines.push(format!("      {turns}{score}, {status}: {}", spell(line.iter().copied())));
    }
    lines
}

/// What to keep in mind, without the turn itself.
fn first_clue(game: &Session, line: &[Turn]) -> String {
    match line[0] {
        Turn::Slide(step) => {
            let [left, right] = step.columns();
            format!("look at columns {left} and {right}")
        }
        Turn::Click(_) => {
            let mut board = game.board().clone();
            let mut largest = (0, 0);
            for turn in line {
                let Turn::Click(cell) = *turn else { break };
                let name = board.name_at(cell).unwrap_or(0);
                largest = largest.max((board.click(cell), name));
            }
            format!("keep colour {} together for a group of {}", largest.1, largest.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall::base::Rules;
    use tilefall::grid::Grid;

    fn view<'a>(game: &'a Session, advice: &'a Advice, hint: u8) -> View<'a> {
        View {
            game,
            advice,
            cursor: Cell::new(0, 0),
            held: None,
            hint,
            message: "",
            compared: None,
            depth: Depth::None,
            help: false,
        }
    }

    fn picture(game: &Session, advice: &Advice, hint: u8, size: (u16, u16)) -> (String, Placed) {
        let mut frame = Frame::new(size.0, size.1);
        let placed = draw(&view(game, advice, hint), &mut frame);
        (frame.to_string(), placed)
    }

    #[test]
    fn a_samegame_board_is_drawn_with_its_group_and_hint() {
        let game = Session::new(Play::SameGame(Rules::default()), Grid::parse("112 / 122").unwrap());
        let line = vec![Turn::Click(Cell::new(0, 1)), Turn::Click(Cell::new(0, 0))];
        let advice =
            Advice { light: Light::Yes, line: Some(line), score: Some(1002), status: Some(Status::Optimal) };
        let (text, placed) = picture(&game, &advice, 3, (64, 13));
        insta::assert_snapshot!(text);
        assert_eq!(placed.cell_at(2, 2), Some(Cell::new(0, 0)));
        assert_eq!(placed.cell_at(10, 1), Some(Cell::new(1, 2)));
        assert_eq!((placed.cell_at(1, 2), placed.cell_at(2, 3), placed.cell_at(11, 1)), (None, None, None));
    }

    #[test]
    fn a_mayan_board_counts_from_zero_and_doubt_is_told() {
        let play = Play::Mayan { moves: Some(1), mode: Mode::Within };
        let game = Session::new(play, Grid::parse("21... / 12... / 12...").unwrap());
        let advice = Advice { light: Light::Unknown, ..Advice::default() };
        insta::assert_snapshot!(picture(&game, &advice, 1, (48, 13)).0);
    }

    #[test]
    fn a_point_is_one() {
        let mut game = Session::new(Play::SameGame(Rules::default()), Grid::parse("112 / 122").unwrap());
        assert!(game.take(Turn::Click(Cell::new(0, 1))));
        let (text, _) = picture(&game, &Advice::default(), 0, (64, 13));
        assert!(text.contains("1 point   3 tiles left   1 click"), "{text}");
    }

    #[test]
    fn the_keys_of_a_game_are_explained_whole_on_a_small_terminal() {
        let board = Grid::parse("112 / 122").unwrap();
        for (play, own, other) in [
            (Play::SameGame(Rules::default()), "click", "block"),
            (Play::Mayan { moves: None, mode: Mode::Within }, "block", "click"),
        ] {
            let game = Session::new(play, board.clone());
            let mut frame = Frame::new(80, 24);
            draw(&View { help: true, ..view(&game, &Advice::default(), 0) }, &mut frame);
            let text = frame.to_string();
            for line in super::super::keys::help(play) {
                assert!(text.lines().any(|drawn| drawn.trim_end() == line), "{line}");
            }
            assert!(text.contains(own) && !text.contains(other) && !text.contains("turn"), "{text}");
        }
    }
}
