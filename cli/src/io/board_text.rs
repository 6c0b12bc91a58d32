//! Boards for a terminal: coloured, with row and column numbers, several side by side.

use crate::args::palette::Depth;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, GameKind};
use tilefall::text::render::text::{label_width, right_align};

/// A line and its width on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text with escape sequences.
    pub text: String,
    /// The width in columns of the screen.
    pub width: usize,
}

impl Line {
    /// Creates a line without escape sequences. Every character counts as one column wide.
    pub fn plain(text: impl Into<String>) -> Line {
        let text = text.into();
        Line { width: text.chars().count(), text }
    }
}

/// The options for drawing boards.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The game, which determines the row and column numbers: from 1 for SameGame, from 0 for Mayan.
    pub game: GameKind,
    /// The colours that the terminal supports.
    pub depth: Depth,
    /// The width of the screen in columns.
    pub columns: usize,
}

/// Draws a board with row and column numbers, the top row first. Cells in `lit` are drawn in brackets. Every column is
/// as wide as the longest label or number and a space, or brackets if any cell is lit.
pub fn board(grid: &Grid, view: View, lit: &[Cell]) -> Vec<Line> {
    let first = usize::from(view.game == GameKind::SameGame);
    let number = |at: usize| (at + first).to_string();
    let label = label_width(grid);
    let marks = if lit.is_empty() { 1 } else { 2 };
    let wide = (label + marks).max(number(grid.cols().saturating_sub(1)).len() + 1);
    let margin = number(grid.rows().saturating_sub(1)).len();
    let width = margin + 1 + grid.cols() * wide;
    let mut lines = Vec::with_capacity(grid.rows() + 1);
    for row in (0..grid.rows()).rev() {
        let mut text = format!("{:>margin$} ", number(row));
        for cell in (0..grid.cols()).map(|col| Cell::new(row, col)) {
            text += &tile(grid, cell, view.depth, wide, lit);
        }
        lines.push(Line { text, width });
    }
    let mut text = " ".repeat(margin + 1);
    for col in 0..grid.cols() {
        text += &framed(&number(col), wide, lit, false);
    }
    lines.push(Line { text, width });
    lines
}

fn tile(grid: &Grid, cell: Cell, depth: Depth, wide: usize, lit: &[Cell]) -> String {
    let Some(colour) = grid.get(cell) else { return framed(".", wide, lit, false) };
    let text = framed(&grid.label(colour), wide, lit, lit.contains(&cell));
    let style = depth.tile(colour.into());
    format!("{style}{text}{style:#}")
}

/// Right-aligns a label in its column. If any cell is lit, labels without brackets leave room for a closing bracket.
fn framed(label: &str, wide: usize, lit: &[Cell], is_lit: bool) -> String {
    match (lit.is_empty(), is_lit) {
        (true, _) => right_align(label, wide),
        (false, true) => right_align(&format!("[{label}]"), wide),
        (false, false) => right_align(&format!("{label} "), wide),
    }
}

/// Joins blocks of lines side by side, three columns apart. Each row takes as many blocks of equal height as fit into
/// `width`, but at least one. A blank line separates rows.
pub fn side_by_side(blocks: &[Vec<Line>], width: usize) -> String {
    const GAP: usize = 3;
    let wide = |block: &Vec<Line>| block.iter().map(|line| line.width).max().unwrap_or(0);
    let mut out = String::new();
    let mut rest = blocks;
    while !rest.is_empty() {
        let mut used = wide(&rest[0]);
        let mut number = 1;
        let fits = |at: usize, used| rest[at].len() == rest[0].len() && used + GAP + wide(&rest[at]) <= width;
        while number < rest.len() && fits(number, used) {
            used += GAP + wide(&rest[number]);
            number += 1;
        }
        let (row, after) = rest.split_at(number);
        let widths: Vec<usize> = row.iter().map(wide).collect();
        for at in 0..row.iter().map(Vec::len).max().unwrap_or(0) {
            let mut pending = 0;
            for (block, width) in row.iter().zip(&widths) {
                let line = block.get(at);
                if let Some(line) = line {
                    out += &" ".repeat(std::mem::take(&mut pending));
                    out += &line.text;
                }
                pending += width - line.map_or(0, |line| line.width) + GAP;
            }
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
        rest = after;
        if !rest.is_empty() {
            out.push('\n');
        }
    }
    out
}
