//! Drawing a board on the screen with row and column numbers, or the part of it that fits.
//!
//! - `labels`: tiles with their labels
//! - `half_blocks`: small tiles, for boards that leave too little room for the texts

mod half_blocks;
mod labels;

use super::frame::Frame;
use super::panel::{self, Area, Item};
use crate::args::palette::{Depth, mix};
use anstyle::Style;
use tilefall::rules::Cell;
use tilefall::rules::grid::Grid;
use tilefall::text::render::palette::Rgb;

/// The mark of a cell. Signs around the tile show it where tiles have labels, so it does not depend on colours.
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
    /// A cell that a hint lights.
    Look,
    /// A cell of the turn that a hint names.
    Next,
    /// A cell beside those that a hint lights.
    Faint,
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
    /// The number of lines that all texts take below the board. If the board leaves fewer lines, the texts are beside it, or
    /// its tiles are small.
    pub texts: u16,
    /// Whether the tiles have labels, whatever room they leave; by default where they leave enough.
    pub labels: Option<bool>,
    /// The colours of the terminal.
    pub depth: Depth,
    pub mark: &'a dyn Fn(Cell) -> Mark,
}

/// The layout of a board on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardLayout {
    x: u16,
    y: u16,
    /// The width of a tile.
    wide: u16,
    /// The number of rows in a line of the screen, 1 or 2; 0 without a board.
    per_line: usize,
    /// Whether the tiles have labels.
    has_labels: bool,
    /// Whether the texts are beside the board, in contrast to below it.
    is_beside: bool,
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
    /// Returns whether the tiles have labels.
    pub fn has_labels(&self) -> bool {
        self.has_labels
    }

    /// Returns the first line below the board and below the line of [`part`](Self::part).
    pub fn bottom(&self) -> u16 {
        self.y + self.lines() as u16 + u16::from(self.part().is_some())
    }

    /// Returns the area right of the board.
    pub fn right(&self, frame: &Frame) -> Area {
        let x = self.x + self.cols as u16 * self.wide + GAP;
        let (y, bottom) =
            (self.y.saturating_sub(1), if self.is_beside { frame.height() } else { self.bottom() });
        Area { x, y, width: frame.width().saturating_sub(x), height: bottom.saturating_sub(y) }
    }

    /// Returns the area for the texts: the whole lines below the board, or the area right of it.
    pub fn texts(&self, frame: &Frame) -> Area {
        if self.is_beside { self.right(frame) } else { Area::below(self.bottom(), frame) }
    }

    /// Returns the number of lines of the rows.
    fn lines(&self) -> usize {
        self.rows.div_ceil(self.per_line.max(1))
    }

    /// Returns the lowest and the highest row of a line, counted from the top.
    fn rows_of(&self, line: usize) -> [usize; 2] {
        let lowest = (self.lines() - 1 - line) * self.per_line;
        [lowest, (lowest + self.per_line).min(self.rows) - 1].map(|row| self.from.0 + row)
    }

    /// Returns `true` if all rows and columns are visible.
    fn is_whole(&self) -> bool {
        (self.rows, self.cols) == self.all
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

    /// Returns the cell at a position of the screen. Two small tiles share a position; this is the one nearer to `row`,
    /// which is the row of the cursor: a pointer that comes from above is on the upper one.
    pub fn cell_at(&self, x: u16, y: u16, row: usize) -> Option<Cell> {
        let col = usize::from(x.checked_sub(self.x)?.checked_div(self.wide)?);
        let line = usize::from(y.checked_sub(self.y)?);
        let is_inside = line < self.lines() && col < self.cols;
        let [lowest, highest] = is_inside.then(|| self.rows_of(line))?;
        Some(Cell::new(row.clamp(lowest, highest), self.from.1 + col))
    }
}

/// The columns between the board and the texts beside it.
const GAP: u16 = 3;

/// The least width of texts beside the board.
const TEXT_WIDTH: u16 = 40;

/// Returns the start and the length of the visible part of `all` rows or columns, when `room` fit and `at` must be
/// visible.
fn window(all: usize, room: usize, at: usize) -> (usize, usize) {
    let shown = all.min(room);
    (at.saturating_sub(shown / 2).min(all - shown), shown)
}

/// Returns the layout of a board from line `top` with the size of the tiles of `tile`, in `size` columns and lines of the
/// screen, of which `below` lines are kept free.
fn layout(picture: &Picture, top: u16, tile: BoardLayout, size: (u16, u16), below: u16) -> BoardLayout {
    let &Picture { grid, first, shown, .. } = picture;
    let digits = digits(picture);
    let room =
        |space: u16, taken: usize, each: usize| (usize::from(space).saturating_sub(taken) / each).max(1);
    let height = size.1.saturating_sub(top);
    // The line of column numbers, and the line that names the visible part.
    let taken = usize::from(below) + 1;
    let rows_in = |taken| room(height, taken, 1) * tile.per_line;
    let (left, cols) = window(grid.cols(), room(size.0, digits + 1, tile.wide.into()), shown.col);
    let whole = cols == grid.cols() && grid.rows() <= rows_in(taken);
    let (bottom, rows) = window(grid.rows(), rows_in(taken + usize::from(!whole)), shown.row);
    BoardLayout {
        x: digits as u16 + 1,
        y: top + 1,
        rows,
        cols,
        from: (bottom, left),
        all: (grid.rows(), grid.cols()),
        first,
        ..tile
    }
}

/// Returns the number of digits of the largest row or column number.
fn digits(picture: &Picture) -> usize {
    (picture.grid.rows().max(picture.grid.cols()) + picture.first).to_string().len()
}

/// Returns `true` if a terminal has enough colours for tiles without labels.
pub fn has_small_tiles(depth: Depth) -> bool {
    matches!(depth, Depth::Xterm256 | Depth::True)
}

/// Returns the layout with the largest tiles that leave room for all texts. If no tiles do, the texts are below the board, or
/// below the part of it that fits.
fn best_layout(picture: &Picture, top: u16, (width, height): (u16, u16)) -> BoardLayout {
    let tile =
        |wide, per_line, has_labels| BoardLayout { wide, per_line, has_labels, ..BoardLayout::default() };
    let labelled = tile(labels::wide(picture.grid, digits(picture)) as u16, 1, true);
    let small = [tile(2, 1, false), tile(2, 2, false), tile(1, 2, false)];
    let has_small = has_small_tiles(picture.depth) && picture.labels != Some(true);
    let texts = picture.texts.max(picture.below);
    let narrow = width.saturating_sub(GAP + TEXT_WIDTH);
    let roomy = |tile| {
        let below = layout(picture, top, tile, (width, height), texts);
        let beside = layout(picture, top, tile, (narrow, height), 0);
        [below, BoardLayout { is_beside: true, ..beside }].into_iter().find(BoardLayout::is_whole)
    };
    let large = Some(labelled).filter(|_| !has_small || picture.labels != Some(false));
    let sizes = || large.into_iter().chain(small.into_iter().filter(|_| has_small));
    let tight = |tile| layout(picture, top, tile, (width, height), picture.below);
    let last = if has_small { tile(2, 2, false) } else { labelled };
    let fitting = sizes().find_map(roomy).or_else(|| sizes().map(tight).find(BoardLayout::is_whole));
    fitting.unwrap_or_else(|| tight(last))
}

/// Draws a board at the left edge from line `top`, or the part of it that keeps enough lines free below. If only a
/// part is visible, a line below says which. Returns the layout.
pub fn draw(picture: &Picture, top: u16, frame: &mut Frame) -> BoardLayout {
    let layout = best_layout(picture, top, (frame.width(), frame.height()));
    numbers(picture, &layout, frame);
    if layout.has_labels {
        labels::draw(picture, &layout, frame);
    } else {
        half_blocks::draw(picture, &layout, frame);
    }
    if let Some(part) = layout.part() {
        let line = [Item::new(0, part, Style::new().italic())];
        for (line, style) in panel::fit(&line, frame.width(), 1) {
            frame.put(0, layout.bottom() - 1, &line, style);
        }
    }
    layout
}

/// Draws the numbers of rows and columns, as many as have room. In a line of two rows this is the number of the lower row.
fn numbers(picture: &Picture, layout: &BoardLayout, frame: &mut Frame) {
    let (digits, wide) = (digits(picture), usize::from(layout.wide));
    let dim = Style::new().dimmed();
    // Small tiles have less room than a number and a space.
    let last = (layout.from.1 + layout.cols + layout.first).saturating_sub(1).to_string().len();
    let step = [1, 2, 5, 10].into_iter().find(|step| step * wide > last || wide > 2).unwrap_or(10);
    for col in (0..layout.cols).filter(|col| (layout.from.1 + col).is_multiple_of(step)) {
        let number = format!("{:^wide$}", layout.from.1 + col + layout.first);
        frame.put(layout.x + (col * wide) as u16, layout.y - 1, &number, dim);
    }
    for line in 0..layout.lines() {
        let [row, _] = layout.rows_of(line);
        frame.put(0, layout.y + line as u16, &format!("{:>digits$}", row + layout.first), dim);
    }
}

/// The colour of an empty cell among small tiles.
const EMPTY: Rgb = Rgb(38, 38, 38);

/// Returns the colour of a tile that stands back.
fn dim(tile: Rgb, depth: Depth) -> Rgb {
    // Darker colours of the table of 256 are too few to tell tiles apart.
    mix(tile, EMPTY, if depth == Depth::True { 70 } else { 50 })
}

#[cfg(test)]
mod tests;
