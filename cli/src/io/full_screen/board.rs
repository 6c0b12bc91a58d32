//! Draws a board on the screen with row and column numbers. If the screen is too small, draws only a part of the board.

use super::frame::Frame;
use super::panel;
use crate::args::palette::Depth;
use anstyle::Style;
use tilefall::rules::Cell;
use tilefall::rules::grid::Grid;
use tilefall::text::render::text::{label_width, width};

/// The mark of a cell: signs around the tile, such as `[3]`, which are visible on terminals without colours, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    None,
    /// The cell under the cursor.
    Cursor,
    /// The block that was picked up.
    Held,
    /// A highlighted cell, such as the group under the cursor.
    Lit,
    /// A cell that a hint points to.
    Look,
    /// A cell of the turn that a hint suggests.
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
            Mark::Look => ('*', '*'),
            Mark::Next => ('>', '<'),
        }
    }
}

/// The board and the options for drawing it.
pub struct Picture<'a> {
    pub grid: &'a Grid,
    /// The number of the first row and column: 1 for SameGame, 0 for Mayan.
    pub first: usize,
    /// A cell that must be visible if the board is larger than the screen.
    pub shown: Cell,
    /// The number of lines to keep free below the board.
    pub below: u16,
    pub depth: Depth,
    pub mark: &'a dyn Fn(Cell) -> Mark,
}

/// The layout of a board on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardLayout {
    /// The screen column and the line of the top left tile, from 0.
    x: u16,
    y: u16,
    /// The width of a tile in screen columns.
    wide: u16,
    /// The size of the visible part, in rows and columns.
    size: (usize, usize),
    /// The row and the column of the cell at the bottom left of the visible part.
    from: (usize, usize),
    /// The first line below the board.
    pub bottom: u16,
}

impl BoardLayout {
    /// Returns the cell at a column and line of the screen; `None` outside the board.
    pub fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        let col = usize::from(x.checked_sub(self.x)?.checked_div(self.wide)?);
        let row = self.size.0.checked_sub(usize::from(y.checked_sub(self.y)?) + 1)?;
        (col < self.size.1).then(|| Cell::new(self.from.0 + row, self.from.1 + col))
    }
}

/// Returns the index of the first visible row, and the number of visible rows. The board has `all` rows, the screen has
/// room for `room` rows, and row `at` must be visible. Also used for columns.
fn window(all: usize, room: usize, at: usize) -> (usize, usize) {
    let shown = all.min(room.max(1));
    (at.saturating_sub(shown / 2).min(all - shown), shown)
}

/// Draws a board at the left edge from line `top` on, and leaves `picture.below` lines free below. If only a part of
/// the board fits, a line below the board says so: `only rows 41 to 60 of 60 are shown`. Returns the layout.
pub fn draw(picture: &Picture, top: u16, frame: &mut Frame) -> BoardLayout {
    let &Picture { grid, first, shown, below, depth, mark } = picture;
    let digits = (grid.rows().max(grid.cols()) + first).to_string().len();
    let wide = label_width(grid).max(digits - 1) + 2;
    // The 1 is the line of column numbers.
    let lines = usize::from(frame.height()).saturating_sub(usize::from(top + below) + 1);
    let columns = usize::from(frame.width()).saturating_sub(digits + 1) / wide;
    let (left, cols) = window(grid.cols(), columns, shown.col);
    let is_whole = cols == grid.cols() && grid.rows() <= lines;
    let (low, rows) = window(grid.rows(), lines.saturating_sub(usize::from(!is_whole)), shown.row);
    let (x, y) = (digits as u16 + 1, top + 1);
    let dim = Style::new().dimmed();
    for col in 0..cols {
        frame.put(x + (col * wide) as u16, top, &format!("{:^wide$}", left + col + first), dim);
    }
    for (y, row) in (y..).zip((low..low + rows).rev()) {
        frame.put(0, y, &format!("{:>digits$}", row + first), dim);
        for col in 0..cols {
            let cell = Cell::new(row, left + col);
            let colour = grid.get(cell);
            let label = colour.map_or(".".into(), |colour| grid.label(colour));
            let mark = mark(cell);
            let (open, close) = mark.signs();
            let blank = (wide - 2).saturating_sub(width(&label));
            let (before, after) = (" ".repeat(blank / 2), " ".repeat(blank - blank / 2));
            let style = match (colour, mark) {
                (None, _) => dim,
                (Some(colour), Mark::Lit | Mark::Look) => depth.tile(colour.into()).bold(),
                (Some(colour), _) => depth.tile(colour.into()),
            };
            let text = format!("{open}{before}{label}{after}{close}");
            frame.put(x + (col * wide) as u16, y, &text, style);
        }
    }
    let mut bottom = y + rows as u16;
    if !is_whole {
        let part = |what: &str, from: usize, shown: usize, all: usize| {
            (shown < all)
                .then(|| format!("{what}s {} to {} of {all}", from + first, from + shown - 1 + first))
        };
        let parts = [part("row", low, rows, grid.rows()), part("column", left, cols, grid.cols())];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let text = format!("only {} are shown", parts.join(" and "));
        let line = panel::wrapped(&text, frame.width().into())[0].to_owned();
        frame.put(0, bottom, &line, Style::new().italic());
        bottom += 1;
    }
    BoardLayout { x, y, wide: wide as u16, size: (rows, cols), from: (low, left), bottom }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_larger_than_the_screen_shows_the_cell_that_has_to_be_seen() {
        let grid = Grid::from_names(60, 60, |cell| Some((cell.row + cell.col) as u64 % 3)).unwrap();
        let mark = |_| Mark::None;
        let picture =
            |shown, below| Picture { grid: &grid, first: 1, shown, below, depth: Depth::None, mark: &mark };
        for (width, height) in [(20, 14), (0, 0), (1, 1), (7, 3), (300, 30), (30, 100), (300, 100)] {
            for shown in [Cell::new(0, 0), Cell::new(59, 59), Cell::new(30, 7)] {
                let layout = draw(&picture(shown, 8), 0, &mut Frame::new(width, height));
                let ((low, left), (rows, cols)) = (layout.from, layout.size);
                assert!((low..low + rows).contains(&shown.row), "{layout:?}");
                assert!((left..left + cols).contains(&shown.col), "{layout:?}");
                assert_eq!(layout.cell_at(layout.x, layout.y), Some(Cell::new(low + rows - 1, left)));
            }
        }
        let mut frame = Frame::new(63, 24);
        let layout = draw(&picture(Cell::new(59, 0), 2), 0, &mut frame);
        let part = "only rows 41 to 60 of 60 and columns 1 to 20 of 60 are shown";
        assert_eq!((layout.bottom, frame.to_string().lines().nth(21)), (22, Some(part)));
        assert_eq!((layout.cell_at(2, 1), layout.cell_at(3, 21), layout.cell_at(3, 0)), (None, None, None));
        assert_eq!((window(60, 10, 59), window(60, 10, 30), window(5, 10, 4)), ((50, 10), (25, 10), (0, 5)));
    }
}
