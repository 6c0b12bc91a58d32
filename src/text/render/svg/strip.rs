//! A list of moves as a filmstrip: the board before every step, with frames around the tiles of the step, and the last
//! board.

use super::{CELL, corner, escaped, frame, head, style, tile};
use crate::render::timeline::Timeline;
use std::fmt::Write as _;

/// Pixels between two boards.
const GAP: usize = 14;
/// Pixels above a board for its caption.
const CAPTION: usize = 20;

/// Returns a filmstrip of a list, with as many boards per line as fit `width` pixels, at least one.
pub fn strip(time: &Timeline, width: usize, title: &str, records: &str) -> String {
    let (board_width, board_height) = (time.cols * CELL, time.rows * CELL);
    let frames = time.steps.len() + 1;
    let across = ((width + GAP) / (board_width + GAP)).clamp(1, frames);
    let down = frames.div_ceil(across);
    let width = across * (board_width + GAP) + GAP;
    let height = down * (board_height + CAPTION + GAP) + GAP;
    let colours = time.tiles.iter().map(|tile| usize::from(tile.colour));
    let mut out = head(width, height, title, records, &style(colours));
    for at in 0..frames {
        let x = GAP + at % across * (board_width + GAP);
        let y = GAP + at / across * (board_height + CAPTION + GAP);
        let caption = escaped(&time.caption(at));
        let _ = write!(out, "<text class=\"h\" x=\"{x}\" y=\"{}\">{caption}</text>", y + 12);
        let y = y + CAPTION;
        frame(&mut out, x, y, time.rows, time.cols);
        let lit = time.steps.get(at).map_or(&[][..], |step| &step.lit);
        for (number, cell) in time.after(at).into_iter().enumerate() {
            let Some(cell) = cell else { continue };
            let (dx, dy) = corner(time, cell);
            let colour = time.tiles[number].colour;
            tile(&mut out, x + dx, y + dy, colour.into(), &time.names.label(colour));
            if lit.contains(&number) {
                let size = CELL - 3;
                let (x, y) = (x + dx, y + dy);
                let _ = write!(
                    out,
                    "<rect class=\"l\" x=\"{x}.5\" y=\"{y}.5\" width=\"{size}\" height=\"{size}\" rx=\"4\"/>"
                );
            }
        }
        out.push('\n');
    }
    out += "</svg>\n";
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall_rules::grid::Grid;
    use tilefall_rules::{Cell, Rules};

    #[test]
    fn there_is_a_board_before_each_step_and_one_at_the_end() {
        let grid = Grid::parse("12 / 12").unwrap();
        let list = [Cell::new(0, 0), Cell::new(0, 0)];
        let time = Timeline::clicks(&grid, &list, Rules::default()).unwrap();
        let svg = strip(&time, 10, "a strip", "{}");
        assert_eq!(svg.matches("class=\"f\"").count(), 3);
        assert_eq!(svg.matches("class=\"l\"").count(), 4);
        assert!(svg.contains("1: click 1 1 (+0)") && svg.contains("1000 points, cleared"), "{svg}");
    }
}
