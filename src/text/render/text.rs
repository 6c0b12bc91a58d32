//! Boards as text: one character or number per cell, `.` for empty, the top row first.

use crate::rules::grid::{ColumnBoard, Grid};
use crate::rules::{Cell, Move, Rules, Step};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr as _;

/// Returns the width of a text in columns of the screen.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Returns the width of the widest label of a board in columns of the screen.
pub fn label_width(grid: &Grid) -> usize {
    grid.colour_names().labels().map(|label| width(&label)).max().unwrap_or(1)
}

/// Right-aligns a text in this many columns of the screen.
pub fn right_align(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(width(text))) + text
}

/// Returns the rows of a board, all of the same width, with the labels of colours.
pub fn rows(grid: &Grid) -> Vec<String> {
    let wide = label_width(grid);
    let cell = |row, col| match grid.get(Cell::new(row, col)) {
        Some(colour) => right_align(&grid.label(colour), wide),
        None => right_align(".", wide),
    };
    let row = |row| (0..grid.cols()).map(|col| cell(row, col)).collect::<Vec<_>>().join(" ");
    (0..grid.rows()).rev().map(row).collect()
}

/// Returns the boards of a Mayan list side by side, six per line, each under the move that leads to it, followed by the
/// list. Rows that are empty on all boards are omitted.
pub fn replay(grid: &Grid, list: &[Move]) -> String {
    let mut board = grid.clone();
    board.settle();
    let mut frames = vec![("start".to_owned(), rows(&board))];
    for &step in list {
        let played = board.play(step).is_ok();
        let mark = if played { "" } else { "?" };
        frames.push((format!("{step}{mark}"), rows(&board)));
    }
    let blank = |row: &String| row.chars().all(|c| c == '.' || c == ' ');
    let top = (0..grid.rows()).find(|&row| !frames.iter().all(|frame| blank(&frame.1[row])));
    let top = top.unwrap_or(grid.rows().saturating_sub(1));
    let wide =
        frames.iter().flat_map(|frame| frame.1.iter().map(|row| width(row))).max().unwrap_or(0).max(5) + 3;
    let mut text = String::new();
    for line in frames.chunks(6) {
        let mut put = |words: Vec<&str>| {
            let row: String = words
                .iter()
                .map(|word| word.to_string() + &" ".repeat(wide.saturating_sub(width(word))))
                .collect();
            let _ = writeln!(text, "  {}", row.trim_end());
        };
        put(line.iter().map(|frame| frame.0.as_str()).collect());
        for row in top..grid.rows() {
            put(line.iter().map(|frame| frame.1[row].as_str()).collect());
        }
    }
    text + &wrap_moves(list.iter().map(ToString::to_string))
}

/// The maximum number of characters in a line of moves.
const MAX_WIDTH: usize = 76;

/// Joins moves with commas, and breaks lines.
fn wrap_moves(moves: impl Iterator<Item = String>) -> String {
    let (mut text, mut used) = (String::new(), 0);
    for word in moves {
        let wide = word.chars().count();
        text += match used {
            0 => "  ",
            _ if used + 2 + wide > MAX_WIDTH => {
                used = 0;
                ",\n  "
            }
            _ => ", ",
        };
        used += if used == 0 { wide } else { 2 + wide };
        text += &word;
    }
    if used > 0 { text + "\n" } else { text }
}

/// The maximum number of cells of a board that is drawn.
const MAX_DRAWN_CELLS: usize = 1 << 14;

/// Returns a SameGame list under some rules as text: the board, every click with the number of tiles it removes as
/// `ROW COLUMN ×TILES`, and the final board if it is not empty. Boards that are too large for a screen are not drawn.
///
/// ```
/// use tilefall::rules::{Cell, Rules};
/// use tilefall::rules::grid::Grid;
/// use tilefall::text::render::text::clicks;
/// let board = Grid::parse("112 / 122").unwrap();
/// let text = clicks(&board, &Rules::default(), &[Cell::new(0, 0), Cell::new(0, 0)]);
/// assert_eq!(text, "  1 1 2\n  1 2 2\n  1 1 ×3, 1 1 ×3\n");
/// ```
pub fn clicks(grid: &Grid, rules: &Rules, list: &[Cell]) -> String {
    let mut board = ColumnBoard::new(grid);
    let mut text = String::new();
    let draw = |board: &Grid| rows(board).iter().map(|row| format!("  {row}\n")).collect::<String>();
    let drawn = grid.rows() * grid.cols() <= MAX_DRAWN_CELLS;
    if drawn {
        text += &draw(grid);
    }
    let words = list.iter().map(|&cell| {
        let size = board.click_by(rules, cell);
        format!("{} \u{d7}{size}", Step::from(cell))
    });
    text += &wrap_moves(words);
    let end = board.to_grid();
    if drawn && !end.is_empty() {
        text += &draw(&end);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{GameKind, notation};

    #[test]
    fn long_lists_are_wrapped_and_parse_again() {
        let words: Vec<String> =
            (0..60).map(|at| format!("{} {} ×{}", at % 15 + 1, at % 9 + 1, at % 30)).collect();
        let text = wrap_moves(words.into_iter());
        assert!(text.lines().all(|line| line.chars().count() <= MAX_WIDTH + 3), "{text}");
        let read = |line: &str| notation::parse_moves(line.as_bytes(), GameKind::SameGame).unwrap();
        assert_eq!(text.lines().flat_map(read).count(), 60);
        assert_eq!(wrap_moves([].into_iter()), "");
    }
}
