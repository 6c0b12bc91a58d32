//! What a game looks like on the screen: the board with its numbers, and what is known of it below.

use super::advice::{Advice, Light};
use super::session::{Play, Session, Standing, Turn};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier, Style};
use tilefall::base::{Cell, Status};
use tilefall::render::palette::{Depth, Rgb};

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
    pub compared: Option<(i64, Status)>,
    /// Colours that the terminal has.
    pub depth: Depth,
    /// Whether the keys are explained in place of the board.
    pub help: bool,
}

/// Where the cells of the board lie on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    x: u16,
    y: u16,
    wide: u16,
    rows: usize,
    cols: usize,
    /// The cell at the bottom left of what is shown.
    from: (usize, usize),
}

impl Placed {
    /// The cell at a place of the screen.
    pub fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        let col = usize::from(x.checked_sub(self.x)?.checked_div(self.wide)?);
        let down = usize::from(y.checked_sub(self.y)?);
        (down < self.rows && col < self.cols)
            .then(|| Cell::new(self.from.0 + self.rows - 1 - down, self.from.1 + col))
    }
}

/// A text in lines of at most this width, as far as its words allow.
fn wrapped(text: &str, width: usize) -> Vec<&str> {
    let (mut lines, mut rest) = (Vec::new(), text);
    while let Some((most, _)) = rest.char_indices().nth(width) {
        let Some(end) = rest[..most].rfind(' ').filter(|&end| !rest[..end].trim().is_empty()) else { break };
        lines.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    lines.push(rest);
    lines
}

/// The part of `all` places that is shown when `room` fit, so that `at` is among them.
fn window(all: usize, room: usize, at: usize) -> (usize, usize) {
    let shown = all.min(room);
    (at.saturating_sub(shown / 2).min(all - shown), shown)
}

/// Draws a view; gives where the board lies.
pub fn draw(view: &View, area: Rect, buffer: &mut Buffer) -> Placed {
    buffer.reset();
    if view.help {
        for (y, line) in (area.y..area.bottom()).zip(super::keys::HELP.lines()) {
            buffer.set_stringn(area.x, y, line, area.width.into(), Style::new());
        }
        return Placed::default();
    }
    let placed = board(view, area, buffer);
    let lines = below(view);
    let lines = lines.iter().flat_map(|(text, style)| {
        wrapped(text, area.width.into()).into_iter().map(move |line| (line, *style))
    });
    for (y, (line, style)) in (area.y + placed.rows as u16 + 2..area.bottom()).zip(lines) {
        buffer.set_stringn(area.x, y, line, area.width.into(), style);
    }
    placed
}

fn board(view: &View, area: Rect, buffer: &mut Buffer) -> Placed {
    let grid = view.game.board();
    let first = usize::from(matches!(view.game.play(), Play::SameGame(_)));
    let label = grid.names().iter().map(|name| name.to_string().len()).max().unwrap_or(1);
    let digits = (grid.rows().max(grid.cols()) + first).to_string().len();
    let wide = label.max(digits.saturating_sub(1)) + 2;
    let room =
        |space: u16, taken: usize, each: usize| (usize::from(space).saturating_sub(taken) / each).max(1);
    let (bottom, rows) = window(grid.rows(), room(area.height, usize::from(BELOW) + 2, 1), view.cursor.row);
    let (left, cols) = window(grid.cols(), room(area.width, digits + 1, wide), view.cursor.col);
    let placed = Placed {
        x: area.x + digits as u16 + 1,
        y: area.y + 1,
        wide: wide as u16,
        rows,
        cols,
        from: (bottom, left),
    };
    let mut put = |x: u16, y: u16, text: &str, style: Style| {
        if y < area.bottom() && x < area.right() {
            buffer.set_stringn(x, y, text, usize::from(area.right() - x), style);
        }
    };
    let dim = Style::new().add_modifier(Modifier::DIM);
    for col in 0..cols {
        let number = format!("{:^wide$}", left + col + first);
        put(placed.x + (col * wide) as u16, area.y, &number, dim);
    }
    let lit = lit(view);
    let next = next(view);
    for down in 0..rows {
        let (row, y) = (bottom + rows - 1 - down, placed.y + down as u16);
        put(area.x, y, &format!("{:>digits$}", row + first), dim);
        for col in 0..cols {
            let cell = Cell::new(row, left + col);
            let name = grid.name_at(cell).map_or(".".into(), |name| name.to_string());
            let (open, close) = match () {
                () if view.held == Some(cell) => ('{', '}'),
                () if view.cursor == cell => ('[', ']'),
                () if next.contains(&cell) => ('>', '<'),
                () if lit.contains(&cell) => ('(', ')'),
                () => (' ', ' '),
            };
            let inner = wide - 2;
            let style = grid.get(cell).map_or(dim, |colour| tile(colour.into(), view.depth));
            let style = if lit.contains(&cell) { style.add_modifier(Modifier::BOLD) } else { style };
            put(placed.x + (col * wide) as u16, y, &format!("{open}{name:^inner$}{close}"), style);
        }
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

/// The colours of a tile.
fn tile(number: usize, depth: Depth) -> Style {
    let rgb = Rgb::numbered(number);
    let ink = if rgb.wants_black_ink() { Color::Black } else { Color::White };
    match depth {
        Depth::None => Style::new(),
        Depth::Ansi16 => {
            let back = [
                Color::Yellow,
                Color::Cyan,
                Color::Green,
                Color::LightYellow,
                Color::Blue,
                Color::Red,
                Color::Magenta,
                Color::Gray,
            ][number % 8];
            let ink = if matches!(back, Color::Blue | Color::Red | Color::Magenta) {
                Color::White
            } else {
                Color::Black
            };
            Style::new().fg(ink).bg(back)
        }
        Depth::Xterm256 => Style::new().fg(ink).bg(Color::Indexed(rgb.xterm())),
        Depth::True => Style::new().fg(ink).bg(Color::Rgb(rgb.0, rgb.1, rgb.2)),
    }
}

/// The lines below the board.
fn below(view: &View) -> Vec<(String, Style)> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let dim = Style::new().add_modifier(Modifier::DIM);
    let mut lines = vec![(status(view), bold), (under_the_cursor(view), Style::new())];
    lines.push((light(view), Style::new()));
    lines.extend(hint(view).into_iter().map(|line| (line, Style::new())));
    lines.push((view.message.to_owned(), bold));
    lines.push(("? keys   u undo   r redo   h hint   q quit".into(), dim));
    lines
}

fn many(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

fn status(view: &View) -> String {
    let game = view.game;
    let (turns, tiles) = (game.turns().len(), game.board().tiles());
    let text = match game.play() {
        Play::SameGame(_) => {
            let (score, tiles) = (game.score(), many(tiles, "tile"));
            format!("{score} points   {tiles} left   {}", many(turns, "click"))
        }
        Play::Mayan { moves: Some(moves), .. } => {
            format!("move {turns} of {moves}   {} left", many(tiles, "block"))
        }
        Play::Mayan { moves: None, .. } => format!("{}   {} left", many(turns, "move"), many(tiles, "block")),
    };
    match (game.standing(), game.play()) {
        (Standing::Going, _) => text,
        (Standing::Won, Play::SameGame(_)) => format!("{text}   CLEARED"),
        (Standing::Won, _) => format!("{text}   SOLVED"),
        (Standing::Over, Play::SameGame(_)) => format!("{text}   no group is left"),
        (Standing::Over, _) => format!("{text}   no move is left"),
    }
}

fn under_the_cursor(view: &View) -> String {
    if let Some((best, status)) = view.compared {
        let proof = if status == Status::Optimal { "the best possible" } else { "the best that it found" };
        return format!("the solver reaches {best} points, {proof}");
    }
    match (view.game.play(), lit(view).len()) {
        (Play::SameGame(_), 0) => String::new(),
        (Play::SameGame(_), size) => {
            format!("{}, {} points", many(size, "tile"), view.game.points_of(size))
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
        (_, Some(left)) => format!("solved in the {} left", many(left as usize, "move")),
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
            Light::No => "nothing wins any more; undo a turn",
            _ => "the solver has found nothing yet",
        };
        return vec![format!("hint: {why}")];
    };
    let mut lines = vec![format!("hint: {}", first_clue(view.game, line))];
    if view.hint >= 2 {
        lines.push(format!("      next {}", line[0]));
    }
    if view.hint >= 3 {
        let status = view.advice.status.map_or("best found", |status| match status {
            Status::Optimal => "optimal",
            _ => "best found",
        });
        let score = view.advice.score.map_or(String::new(), |score| format!(", {score} points from here"));
        let turns: Vec<String> = line.iter().map(ToString::to_string).collect();
        lines.push(format!("      {} turns{score}, {status}: {}", line.len(), turns.join("; ")));
    }
    lines
}

/// What to keep in mind, without the turn itself.
fn first_clue(game: &Session, line: &[Turn]) -> String {
    match line[0] {
        Turn::Slide(step) => format!("look at column {}", step.x),
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
    use tilefall::base::{Mode, Rules};
    use tilefall::grid::Grid;

    fn picture(game: &Session, advice: &Advice, hint: u8, size: (u16, u16)) -> (String, Placed) {
        let area = Rect::new(0, 0, size.0, size.1);
        let mut buffer = Buffer::empty(area);
        let view = View {
            game,
            advice,
            cursor: Cell::new(0, 0),
            held: None,
            hint,
            message: "",
            compared: None,
            depth: Depth::None,
            help: false,
        };
        let placed = draw(&view, area, &mut buffer);
        let line = |y| (0..size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        ((0..size.1).map(|y| line(y).trim_end().to_owned() + "\n").collect(), placed)
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
    fn long_lines_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("   indented text", 8), ["   indented text"]);
        assert_eq!(wrapped("unbreakable", 4), ["unbreakable"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(wrapped("one", 0), ["one"]);
    }

    #[test]
    fn a_board_larger_than_the_screen_shows_where_the_cursor_is() {
        let grid = Grid::from_names(60, 60, |cell| Some((cell.row + cell.col) as u64 % 3)).unwrap();
        let game = Session::new(Play::SameGame(Rules::default()), grid);
        for size in [(20, 14), (1, 1), (7, 3), (300, 100)] {
            let (_, placed) = picture(&game, &Advice::default(), 0, size);
            assert_eq!(placed.from, (0, 0));
            assert!(placed.rows >= 1 && placed.cols >= 1);
        }
        assert_eq!(window(60, 10, 59), (50, 10));
        assert_eq!(window(60, 10, 30), (25, 10));
        assert_eq!(window(5, 10, 4), (0, 5));
    }
}
