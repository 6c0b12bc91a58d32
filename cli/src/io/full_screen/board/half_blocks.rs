//! Small tiles without labels, by half blocks: a tile in a line of the screen, or two rows of the board in a line. Only colours
//! show them.

use super::{BoardLayout, EMPTY, Mark, Picture, dim};
use crate::args::palette::{Depth, mix};
use crate::io::full_screen::frame::Frame;
use anstyle::{Color, Style};
use tilefall::rules::Cell;
use tilefall::text::render::palette::Rgb;

/// Draws the tiles of a layout.
pub fn draw(picture: &Picture, layout: &BoardLayout, frame: &mut Frame) {
    let one_row = layout.per_line == 1;
    for line in 0..layout.lines() {
        for col in 0..layout.cols {
            let y = layout.y + line as u16;
            let [lower, upper] = layout.rows_of(line).map(|row| Cell::new(row, layout.from.1 + col));
            for part in 0..layout.wide {
                let colour = |cell, half| part_of_tile(picture, cell, (part, half), layout.wide);
                let below = colour(lower, u16::from(one_row));
                let x = layout.x + col as u16 * layout.wide + part;
                if lower == upper && !one_row {
                    // The top row of an odd number of rows.
                    frame.put(x, y, "▄", Style::new().fg_color(below));
                } else {
                    frame.put(x, y, "▀", Style::new().fg_color(colour(upper, 0)).bg_color(below));
                }
            }
        }
    }
}

/// Returns the colour of a part of a tile: a column from 0 to `wide` − 1, and the upper or the lower half, 0 or 1.
fn part_of_tile(picture: &Picture, cell: Cell, (column, half): (u16, u16), wide: u16) -> Option<Color> {
    let number = picture.grid.get(cell);
    let tile = number.map_or(EMPTY, |colour| Rgb::numbered(colour.into()));
    let (is_marked, is_last) = (column == half, column + 1 == wide);
    let shown = match (picture.mark)(cell) {
        Mark::Cursor | Mark::Held if is_marked => tile.ink(),
        // Black on white or white on black.
        Mark::Held => tile.ink().ink(),
        Mark::Lit if is_last => mix(tile, tile.ink(), 40),
        Mark::Faint => dim(tile, picture.depth),
        Mark::None | Mark::Cursor | Mark::Lit | Mark::Look | Mark::Next => tile,
    };
    // A shade, so that tiles of one colour can be counted. Mixed colours of the table of 256 are too coarse.
    let is_shaded = half == 1 && number.is_some() && picture.depth == Depth::True;
    let shown = if is_shaded { mix(shown, Rgb(0, 0, 0), 20) } else { shown };
    picture.depth.nearest(shown)
}
