//! Boards as text: one character or number per cell, `.` for empty, the top row first.

use crate::base::{Cell, Move, Step};
use crate::grid::Grid;
use crate::samegame::tiles::Tiles;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr as _;

/// Columns of a screen that a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Columns of a screen that the widest label of a board takes.
pub fn label_width(grid: &Grid) -> usize {
    grid.colour_names().labels().map(|label| width(&label)).max().unwrap_or(1)
}

/// A text with spaces before it, so that it takes this many columns of a screen.
pub fn right(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(width(text))) + text
}

/// The rows of a board, all of the same width. Colours are shown by their labels.
pub fn rows(grid: &Grid) -> Vec<String> {
    let wide = label_width(grid);
    let cell = |row, col| match grid.get(Cell::new(row, col)) {
        Some(colour) => right(&grid.label(colour), wide),
        None => right(".", wide),
    };
    let row = |row| (0..grid.cols()).map(|col| cell(row, col)).collect::<Vec<_>>().join(" ");
    (0..grid.rows()).rev().map(row).collect()
}

/// The boards of a Mayan list from the first to the last, side by side, each under the move that leads to
/// it; six to a line. Rows that are empty throughout are left out. Then the list.
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
    text + &in_lines(list.iter().map(ToString::to_string))
}

/// The most characters of a line of moves.
const WIDTH: usize = 76;

/// Moves separated by commas, in lines.
fn in_lines(moves: impl Iterator<Item = String>) -> String {
    let (mut text, mut used) = (String::new(), 0);
    for word in moves {
        let wide = word.chars().count();
        text += match used {
            0 => "  ",
            _ if used + 2 + wide > WIDTH => {
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

/// Cells above which a board is not drawn.
const DRAWN: usize = 1 << 14;

/// A SameGame list: the board, and every click with the tiles it removes, as `ROW COLUMN ×TILES`; the board at the end if
/// it is not empty. Boards too large for a screen are not drawn.
///
/// ```
/// use tilefall::{base::Cell, grid::Grid, render::text::clicks};
/// let text = clicks(&Grid::parse("112 / 122").unwrap(), &[Cell::new(0, 0), Cell::new(0, 0)]);
/// assert_eq!(text, "  1 1 2\n  1 2 2\n  1 1 ×3, 1 1 ×3\n");
/// ```
pub fn clicks(grid: &Grid, list: &[Cell]) -> String {
    let mut board = Tiles::of_grid(grid);
    let mut text = String::new();
    let draw = |board: &Grid| rows(board).iter().map(|row| format!("  {row}\n")).collect::<String>();
    let drawn = grid.rows() * grid.cols() <= DRAWN;
    if drawn {
        text += &draw(grid);
    }
    let words = list.iter().map(|&cell| {
        let size = board.click(cell);
        format!("{} \u{d7}{size}", Step::from(cell))
    });
    text += &in_lines(words);
    if drawn && board.columns() > 0 {
        let mut end = grid.clone();
        grid.cells().for_each(|cell| end.set(cell, board.get(cell)));
        text += &draw(&end);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Side;
    use crate::base::{Game, notation};

    #[test]
    fn long_lists_are_broken_into_lines_that_are_read_back() {
        let words: Vec<String> =
            (0..60).map(|at| format!("{} {} ×{}", at % 15 + 1, at % 9 + 1, at % 30)).collect();
        let text = in_lines(words.into_iter());
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH + 3), "{text}");
        let read = |line: &str| notation::line(line.as_bytes(), Game::SameGame).unwrap();
        assert_eq!(text.lines().flat_map(read).count(), 60);
        assert_eq!(in_lines([].into_iter()), "");
    }

    #[test]
    fn a_replay_shows_the_boards_side_by_side() {
        let grid = Grid::parse("..... / 1.... / 2112.").unwrap();
        let text = replay(&grid, &[Move::new(0, 1, Side::Right)]);
        let expected = "  start       0 1 R\n  1 . . . .   . 1 . . .\n  2 1 1 2 .   2 1 1 2 .\n  0 1 R\n";
        assert_eq!(text, expected);
    }
}
