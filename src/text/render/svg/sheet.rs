//! Several boards in one picture.

use super::{CELL, MARGIN, escaped, head, numbered, style};
use std::fmt::Write as _;
use tilefall_rules::GameKind;
use tilefall_rules::grid::Grid;

/// Pixels between two boards.
const GAP: usize = 16;
/// Pixels above a board for its caption.
const CAPTION: usize = 20;

/// Returns a picture of boards, each under its caption. A line has as many boards as fit into `width` pixels, but at
/// least one. Every board gets the space of the largest board.
///
/// ```
/// use tilefall::{rules::GameKind, rules::grid::Grid, text::render::svg::sheet};
/// let boards = ["1. / 12", "3"].map(|drawing| (drawing.to_owned(), Grid::parse(drawing).unwrap()));
/// let svg = sheet(&boards, GameKind::Mayan, 400, "two boards", "");
/// assert_eq!(svg.matches("class=\"f\"").count(), 2);
/// ```
pub fn sheet(boards: &[(String, Grid)], game: GameKind, width: usize, title: &str, records: &str) -> String {
    let most = |size: fn(&Grid) -> usize| boards.iter().map(|(_, grid)| size(grid)).max().unwrap_or(0);
    let cell_width = most(Grid::cols) * CELL + MARGIN + GAP;
    let cell_height = most(Grid::rows) * CELL + CAPTION + MARGIN + GAP;
    let across = (width / cell_width).clamp(1, boards.len().max(1));
    let down = boards.len().div_ceil(across);
    let colours = 0..most(Grid::colours);
    let mut out = head(across * cell_width, down * cell_height, title, records, &style(colours));
    for (at, (caption, grid)) in boards.iter().enumerate() {
        let x = at % across * cell_width + MARGIN;
        let y = at / across * cell_height + CAPTION;
        let caption = escaped(caption);
        let _ = write!(out, "<text class=\"h\" x=\"{x}\" y=\"{}\">{caption}</text>", y - 7);
        numbered(&mut out, x, y, grid, game);
        out.push('\n');
    }
    out += "</svg>\n";
    out
}
