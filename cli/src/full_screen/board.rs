//! A board on the screen, with its numbers; the part of it that has room.

use super::frame::Frame;
use anstyle::{Ansi256Color, Color, RgbColor, Style};
use tilefall::base::Cell;
use tilefall::grid::Grid;
use tilefall::render::palette::{Depth, Rgb, TerminalColour, TileColours};

/// What a cell is, beside its colour. Signs around the tile show it, so that nobody needs to see colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    None,
    /// The cursor stands there.
    Cursor,
    /// Its block was picked up.
    Held,
    /// It goes with the others that are lit.
    Lit,
    /// It belongs to the turn that a hint names.
    Next,
}

impl Mark {
    /// What stands left and right of the tile.
    fn signs(self) -> (char, char) {
        match self {
            Mark::None => (' ', ' '),
            Mark::Cursor => ('[', ']'),
            Mark::Held => ('{', '}'),
            Mark::Lit => ('(', ')'),
            Mark::Next => ('>', '<'),
        }
    }
}

/// What is to be drawn.
pub struct Picture<'a> {
    /// The board.
    pub grid: &'a Grid,
    /// The number of the first row and column.
    pub first: usize,
    /// A cell that has to be seen where the board is larger than the screen.
    pub shown: Cell,
    /// Lines wanted below the board.
    pub below: u16,
    /// Colours that the terminal has.
    pub depth: Depth,
    /// What each cell is.
    pub mark: &'a dyn Fn(Cell) -> Mark,
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
    /// The first line below the board.
    pub fn bottom(&self) -> u16 {
        self.y + self.rows as u16
    }

    /// The cell at a place of the screen.
    pub fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        let col = usize::from(x.checked_sub(self.x)?.checked_div(self.wide)?);
        let down = usize::from(y.checked_sub(self.y)?);
        (down < self.rows && col < self.cols)
            .then(|| Cell::new(self.from.0 + self.rows - 1 - down, self.from.1 + col))
    }
}

/// A text in lines of at most this width, as far as its words allow.
pub fn wrapped(text: &str, width: usize) -> Vec<&str> {
    let (mut lines, mut rest) = (Vec::new(), text);
    while let Some((most, beyond)) = rest.char_indices().nth(width) {
        // A space that has no room any more ends a line as well.
        let most = most + beyond.len_utf8();
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

/// Draws it at the left, from line `top` on; gives where it lies.
pub fn draw(picture: &Picture, top: u16, frame: &mut Frame) -> Placed {
    let &Picture { grid, first, shown, below, depth, mark } = picture;
    let label = grid.names().iter().map(|name| name.to_string().len()).max().unwrap_or(1);
    let digits = (grid.rows().max(grid.cols()) + first).to_string().len();
    let wide = label.max(digits.saturating_sub(1)) + 2;
    let room =
        |space: u16, taken: usize, each: usize| (usize::from(space).saturating_sub(taken) / each).max(1);
    let height = frame.height().saturating_sub(top);
    let (bottom, rows) = window(grid.rows(), room(height, usize::from(below) + 2, 1), shown.row);
    let (left, cols) = window(grid.cols(), room(frame.width(), digits + 1, wide), shown.col);
    let placed =
        Placed { x: digits as u16 + 1, y: top + 1, wide: wide as u16, rows, cols, from: (bottom, left) };
    let dim = Style::new().dimmed();
    for col in 0..cols {
        let number = format!("{:^wide$}", left + col + first);
        frame.put(placed.x + (col * wide) as u16, top, &number, dim);
    }
    for down in 0..rows {
        let (row, y) = (bottom + rows - 1 - down, placed.y + down as u16);
        frame.put(0, y, &format!("{:>digits$}", row + first), dim);
        for col in 0..cols {
            let cell = Cell::new(row, left + col);
            let name = grid.name_at(cell).map_or(".".into(), |name| name.to_string());
            let mark = mark(cell);
            let (open, close) = mark.signs();
            let inner = wide - 2;
            let style = grid.get(cell).map_or(dim, |colour| tile(colour.into(), depth));
            let style = if mark == Mark::Lit { style.bold() } else { style };
            frame.put(placed.x + (col * wide) as u16, y, &format!("{open}{name:^inner$}{close}"), style);
        }
    }
    placed
}

/// The style of a tile by the number of its colour.
fn tile(number: usize, depth: Depth) -> Style {
    let colour = |colour| match colour {
        TerminalColour::Ansi(entry) => Ansi256Color(entry).into_ansi().map(Color::from),
        TerminalColour::Xterm(entry) => Some(Ansi256Color(entry).into()),
        TerminalColour::True(Rgb(red, green, blue)) => Some(RgbColor(red, green, blue).into()),
    };
    TileColours::numbered(number, depth).map_or(Style::new(), |TileColours { ink, back }| {
        Style::new().fg_color(colour(ink)).bg_color(colour(back))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_board_larger_than_the_screen_shows_the_cell_that_has_to_be_seen() {
        let grid = Grid::from_names(60, 60, |cell| Some((cell.row + cell.col) as u64 % 3)).unwrap();
        for (width, height) in [(20, 14), (0, 0), (1, 1), (7, 3), (300, 100)] {
            for shown in [Cell::new(0, 0), Cell::new(59, 59), Cell::new(30, 7)] {
                let picture = Picture {
                    grid: &grid,
                    first: 1,
                    shown,
                    below: 8,
                    depth: Depth::None,
                    mark: &|_| Mark::None,
                };
                let placed = draw(&picture, 0, &mut Frame::new(width, height));
                let (bottom, left) = placed.from;
                assert!((bottom..bottom + placed.rows).contains(&shown.row), "{placed:?}");
                assert!((left..left + placed.cols).contains(&shown.col), "{placed:?}");
            }
        }
        assert_eq!(window(60, 10, 59), (50, 10));
        assert_eq!(window(60, 10, 30), (25, 10));
        assert_eq!(window(5, 10, 4), (0, 5));
    }
}
