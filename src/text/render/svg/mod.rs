//! Boards and lists of moves as SVG.
//!
//! - [`board`]: one board
//! - [`sheet`]: several boards
//! - [`strip`]: a list as a filmstrip
//! - [`animation`]: a list as an animation, without script
//!
//! Every picture adapts to the light or dark colours of its page, and contains the records that it was made from in
//! `<metadata>`.

mod animation;
mod sheet;
mod strip;

pub use animation::animation;
pub use sheet::sheet;
pub use strip::strip;

use super::palette::Rgb;
use super::text::width;
use super::timeline::Timeline;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use tilefall_rules::grid::Grid;
use tilefall_rules::{Cell, GameKind};

/// The size of a cell in pixels.
const CELL: usize = 24;
/// Pixels left of a board for row numbers, and below it for column numbers.
const MARGIN: usize = 22;

/// Escapes a text for an element or an attribute.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            // Other control characters are replaced: XML allows few of them.
            '\t' | '\n' => out.push(c),
            c if !is_xml(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Returns `true` if XML allows a character; `false` for all control characters, even those that XML allows.
fn is_xml(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// Escapes lines of JSON for an element. Characters that XML does not allow become JSON escapes, so that every id and
/// label is read back unchanged.
fn escaped_records(records: &str) -> String {
    let mut plain = String::with_capacity(records.len());
    for c in records.chars() {
        if c == '\n' || is_xml(c) {
            plain.push(c);
        } else {
            let _ = write!(plain, "\\u{:04x}", u32::from(c));
        }
    }
    escaped(&plain)
}

/// Returns the beginning of a picture: size, title, records and style.
fn head(width: usize, height: usize, title: &str, records: &str, style: &str) -> String {
    let title = escaped(title);
    let records = escaped_records(records);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n\
         <metadata id=\"tilefall-records\">{records}</metadata>\n<style>{style}</style>\n"
    )
}

/// Returns the style of tiles and numbers, with one class per used colour.
fn style(colours: impl Iterator<Item = usize>) -> String {
    let mut style = String::from(
        "text{font:600 12px ui-sans-serif,system-ui,sans-serif;text-anchor:middle}\
         .n{font-weight:400;font-size:10px;fill:#666}.k{fill:#0002}.b{fill:#000}.w{fill:#fff}\
         .f{fill:none;stroke:#8886}.l{fill:none;stroke:#000;stroke-width:2.5}.h{text-anchor:start;fill:#222}\
         @media(prefers-color-scheme:dark){.n{fill:#aaa}.k{fill:#fff2}.l{stroke:#fff}.h{fill:#ddd}}",
    );
    for colour in colours.collect::<BTreeSet<_>>() {
        let _ = write!(style, ".c{colour}{{fill:{}}}", Rgb::numbered(colour));
    }
    style
}

/// Draws a tile with its top left corner at (x, y).
fn tile(out: &mut String, x: usize, y: usize, colour: usize, label: &str) {
    let size = CELL - 2;
    // A label wider than two columns of text is squeezed into its tile.
    let fit = match width(label) {
        0..=2 => String::new(),
        _ => format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", size - 4),
    };
    let label = escaped(label);
    let ink = if Rgb::numbered(colour).wants_black_ink() { 'b' } else { 'w' };
    let (cx, cy) = (x + CELL / 2, y + CELL / 2 + 4);
    let _ = write!(
        out,
        "<rect class=\"c{colour}\" x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\" rx=\"4\"/>\
         <text class=\"{ink}\" x=\"{cx}\" y=\"{cy}\"{fit}>{label}</text>",
        x + 1,
        y + 1,
    );
}

/// Draws the row and column numbers of a board with its top left corner at (x, y): from 1 for SameGame, 0 for Mayan.
fn numbers(out: &mut String, x: usize, y: usize, rows: usize, cols: usize, game: GameKind) {
    let first = usize::from(game == GameKind::SameGame);
    for row in 0..rows {
        let (cx, cy) = (x - MARGIN / 2, y + (rows - 1 - row) * CELL + CELL / 2 + 4);
        let _ = write!(out, "<text class=\"n\" x=\"{cx}\" y=\"{cy}\">{}</text>", row + first);
    }
    for col in 0..cols {
        let (cx, cy) = (x + col * CELL + CELL / 2, y + rows * CELL + 14);
        let _ = write!(out, "<text class=\"n\" x=\"{cx}\" y=\"{cy}\">{}</text>", col + first);
    }
}

/// Draws the frame of a board whose top left corner is at (x, y).
fn frame(out: &mut String, x: usize, y: usize, rows: usize, cols: usize) {
    let (width, height) = (cols * CELL, rows * CELL);
    let _ =
        write!(out, "<rect class=\"f\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>");
}

/// Returns a picture of one board.
///
/// ```
/// use tilefall::{rules::GameKind, rules::grid::Grid, text::render::svg::board};
/// let svg = board(&Grid::parse("1. / 12").unwrap(), GameKind::SameGame, "two colours", "");
/// assert!(svg.starts_with("<svg") && svg.matches("rx=\"4\"").count() == 4);
/// ```
pub fn board(grid: &Grid, game: GameKind, title: &str, records: &str) -> String {
    let (rows, cols) = (grid.rows(), grid.cols());
    let (width, height) = (cols * CELL + MARGIN + 2, rows * CELL + MARGIN + 2);
    let mut out = head(width, height, title, records, &style(0..grid.colours()));
    let (x, y) = (MARGIN, 2);
    numbered(&mut out, x, y, grid, game);
    out += "\n</svg>\n";
    out
}

/// Draws a board with its top left corner at (x, y), and the row and column numbers beside the board.
fn numbered(out: &mut String, x: usize, y: usize, grid: &Grid, game: GameKind) {
    let (rows, cols) = (grid.rows(), grid.cols());
    frame(out, x, y, rows, cols);
    numbers(out, x, y, rows, cols, game);
    for cell in grid.cells() {
        if let Some(colour) = grid.get(cell) {
            let (x, y) = (x + cell.col * CELL, y + (rows - 1 - cell.row) * CELL);
            tile(out, x, y, colour.into(), &grid.label(colour));
        }
    }
}

/// Returns the top left corner (x, y) of a cell in pixels, relative to its board.
fn corner(time: &Timeline, cell: Cell) -> (usize, usize) {
    (cell.col * CELL, (time.rows - 1 - cell.row) * CELL)
}
