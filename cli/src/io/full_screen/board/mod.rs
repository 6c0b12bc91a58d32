//! Drawing a board on the screen with row and column numbers, or the part of it that fits.

use super::frame::Frame;
use super::panel::{self, Item};
use anstyle::{Ansi256Color, Color, RgbColor, Style};
use tilefall::base::Cell;
use tilefall::grid::Grid;
use tilefall::internals::render::palette::{Depth, Rgb, TerminalColour, TileColours};
use tilefall::render::text::{label_width, width};

/// The mark of a cell. Signs around the tile show it, so it does not depend on colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// No mark.
    None,
    /// The cell under the cursor.
    Cursor,
    /// The block that was picked up.
    Held,
    /// A highlighted cell, such as the group under the cursor.
    Lit,
    /// A cell of the turn that a hint names.
    Next,
}

impl Mark {
    /// Returns the characters left and right of the tile.
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

/// The board and the options for drawing it.
pub struct Picture<'a> {
    /// The board.
    pub grid: &'a Grid,
    /// The number of the first row and column.
    pub first: usize,
    /// A cell that must be visible if the board is larger than the screen.
    pub shown: Cell,
    /// The number of lines to keep free below the board.
    pub below: u16,
    /// The colours of the terminal.
    pub depth: Depth,
    /// Returns the mark of a cell.
    pub mark: &'a dyn Fn(Cell) -> Mark,
}

/// The layout of a board on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardLayout {
    x: u16,
    y: u16,
    wide: u16,
    rows: usize,
    cols: usize,
    /// Row and column at the bottom left of the visible part.
    from: (usize, usize),
    /// Rows and columns of the whole board.
    all: (usize, usize),
    /// The number of the first row and column.
    first: usize,
}

impl BoardLayout {
    /// Returns the first line below the board and below the line of [`part`](Self::part).
    pub fn bottom(&self) -> u16 {
        self.y + self.rows as u16 + u16::from(self.part().is_some())
    }

    /// Returns a line that names the visible rows and columns, if only a part of the board is visible.
    pub fn part(&self) -> Option<String> {
        let part = |what: &str, from: usize, shown: usize, all: usize| {
            let (low, high) = (from + self.first, from + shown - 1 + self.first);
            (shown < all).then(|| format!("{what}s {low} to {high} of {all}"))
        };
        let rows = part("row", self.from.0, self.rows, self.all.0);
        let cols = part("column", self.from.1, self.cols, self.all.1);
        let parts: Vec<String> = rows.into_iter().chain(cols).collect();
        (!parts.is_empty()).then(|| format!("only {} are shown", parts.join(" and ")))
    }

    /// Returns the cell at a position of the screen.
    pub fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        let col = usize::from(x.checked_sub(self.x)?.checked_div(self.wide)?);
        let down = usize::from(y.checked_sub(self.y)?);
        (down < self.rows && col < self.cols)
            .then(|| Cell::new(self.from.0 + self.rows - 1 - down, self.from.1 + col))
    }
}

/// Returns the start and the length of the visible part of `all` rows or columns, when `room` fit and `at` must be
/// visible.
fn window(all: usize, room: usize, at: usize) -> (usize, usize) {
    let shown = all.min(room);
    (at.saturating_sub(shown / 2).min(all - shown), shown)
}

/// Draws a board at the left edge from line `top`, or the part of it that keeps enough lines free below. If only a
/// part is visible, a line below says which. Returns the layout.
pub fn draw(picture: &Picture, top: u16, frame: &mut Frame) -> BoardLayout {
    let &Picture { grid, first, shown, below, depth, mark } = picture;
    let label = label_width(grid);
    let digits = (grid.rows().max(grid.cols()) + first).to_string().len();
    let wide = label.max(digits.saturating_sub(1)) + 2;
    let room =
        |space: u16, taken: usize, each: usize| (usize::from(space).saturating_sub(taken) / each).max(1);
    let height = frame.height().saturating_sub(top);
    // The line of column numbers, and the line that names the visible part.
    let taken = usize::from(below) + 1;
    let (left, cols) = window(grid.cols(), room(frame.width(), digits + 1, wide), shown.col);
    let whole = cols == grid.cols() && grid.rows() <= room(height, taken, 1);
    let (bottom, rows) = window(grid.rows(), room(height, taken + usize::from(!whole), 1), shown.row);
    let layout = BoardLayout {
        x: digits as u16 + 1,
        y: top + 1,
        wide: wide as u16,
        rows,
        cols,
        from: (bottom, left),
        all: (grid.rows(), grid.cols()),
        first,
    };
    let dim = Style::new().dimmed();
    for col in 0..cols {
        let number = format!("{:^wide$}", left + col + first);
        frame.put(layout.x + (col * wide) as u16, top, &number, dim);
    }
    for down in 0..rows {
        let (row, y) = (bottom + rows - 1 - down, layout.y + down as u16);
        frame.put(0, y, &format!("{:>digits$}", row + first), dim);
        for col in 0..cols {
            let cell = Cell::new(row, left + col);
            let label = grid.get(cell).map_or(".".into(), |colour| grid.label(colour));
            let mark = mark(cell);
            let (open, close) = mark.signs();
            let blank = (wide - 2).saturating_sub(width(&label));
            let (before, after) = (" ".repeat(blank / 2), " ".repeat(blank - blank / 2));
            let style = grid.get(cell).map_or(dim, |colour| tile(colour.into(), depth));
            let style = if mark == Mark::Lit { style.bold() } else { style };
            frame.put(
                layout.x + (col * wide) as u16,
                y,
                &format!("{open}{before}{label}{after}{close}"),
                style,
            );
        }
    }
    if let Some(part) = layout.part() {
        let line = [Item::new(0, part, Style::new().italic())];
        for (line, style) in panel::fit(&line, frame.width(), 1) {
            frame.put(0, layout.bottom() - 1, &line, style);
        }
    }
    layout
}

/// Returns the style of a tile by the number of its colour.
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
    fn a_board_larger_than_the_screen_shows_the_cell_that_has_to_be_seen() {
        let grid = Grid::from_names(60, 60, |cell| Some((cell.row + cell.col) as u64 % 3)).unwrap();
        for (width, height) in [(20, 14), (0, 0), (1, 1), (7, 3), (300, 30), (30, 100), (300, 100)] {
            for shown in [Cell::new(0, 0), Cell::new(59, 59), Cell::new(30, 7)] {
                let picture = Picture {
                    grid: &grid,
                    first: 1,
                    shown,
                    below: 8,
                    depth: Depth::None,
                    mark: &|_| Mark::None,
                };
                let layout = draw(&picture, 0, &mut Frame::new(width, height));
                let (bottom, left) = layout.from;
                assert!((bottom..bottom + layout.rows).contains(&shown.row), "{layout:?}");
                assert!((left..left + layout.cols).contains(&shown.col), "{layout:?}");
                let part = layout.part().is_some();
                assert_eq!(part, (layout.rows, layout.cols) != (60, 60), "{layout:?}");
            }
        }
        let picture = Picture {
            grid: &grid,
            first: 1,
            shown: Cell::new(59, 0),
            below: 2,
            depth: Depth::None,
            mark: &|_| Mark::None,
        };
        let mut frame = Frame::new(63, 24);
        let layout = draw(&picture, 0, &mut frame);
        let part = "only rows 41 to 60 of 60 and columns 1 to 20 of 60 are shown";
        assert_eq!((layout.part().as_deref(), layout.bottom()), (Some(part), 22));
        assert_eq!(frame.to_string().lines().nth(21), Some(part));
        assert_eq!(window(60, 10, 59), (50, 10));
        assert_eq!(window(60, 10, 30), (25, 10));
        assert_eq!(window(5, 10, 4), (0, 5));
    }
}
