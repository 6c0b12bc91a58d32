//! Tiles with their labels, in a line each, with signs for marks.

use super::{BoardLayout, Mark, Picture, dim};
use crate::args::palette::{Depth, mix};
use crate::io::full_screen::frame::Frame;
use anstyle::Style;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Colour};
use tilefall::text::render::palette::Rgb;
use tilefall::text::render::text::{label_width, width};

impl Mark {
    /// Returns the characters left and right of the tile.
    fn signs(self) -> (char, char) {
        match self {
            Mark::None | Mark::Faint => (' ', ' '),
            Mark::Cursor => ('[', ']'),
            Mark::Held => ('{', '}'),
            Mark::Lit => ('(', ')'),
            Mark::Look => ('*', '*'),
            Mark::Next => ('>', '<'),
        }
    }
}

/// Returns the width of a tile, when the largest number of a row or column has this many digits.
pub fn wide(grid: &Grid, digits: usize) -> usize {
    label_width(grid).max(digits.saturating_sub(1)) + 2
}

/// Draws the tiles of a layout.
pub fn draw(picture: &Picture, layout: &BoardLayout, frame: &mut Frame) {
    let (grid, wide) = (picture.grid, usize::from(layout.wide));
    for line in 0..layout.lines() {
        let [row, _] = layout.rows_of(line);
        for col in 0..layout.cols {
            let cell = Cell::new(row, layout.from.1 + col);
            let label = grid.get(cell).map_or(".".into(), |colour| grid.label(colour));
            let mark = (picture.mark)(cell);
            let (open, close) = mark.signs();
            let blank = (wide - 2).saturating_sub(width(&label));
            let (before, after) = (" ".repeat(blank / 2), " ".repeat(blank - blank / 2));
            let text = format!("{open}{before}{label}{after}{close}");
            let plain = |colour: Colour| picture.depth.tile(colour.into());
            let style = match (grid.get(cell), mark) {
                (None, _) => Style::new().dimmed(),
                (Some(colour), Mark::Faint) => {
                    faint(colour.into(), picture.depth).unwrap_or(plain(colour).dimmed())
                }
                (Some(colour), Mark::Lit | Mark::Look) => plain(colour).bold(),
                (Some(colour), _) => plain(colour),
            };
            frame.put(layout.x + (col * wide) as u16, layout.y + line as u16, &text, style);
        }
    }
}

/// Returns the style of a tile that stands back, if the terminal has enough colours.
fn faint(number: usize, depth: Depth) -> Option<Style> {
    let back = dim(Rgb::numbered(number), depth);
    let [ink, back] = [mix(back, back.ink(), 60), back].map(|part| depth.nearest(part));
    Some(Style::new().fg_color(Some(ink?)).bg_color(back))
}
