//! Boards as text: one character or number per cell, `.` for empty, the top row first.

use std::fmt::Write as _;
use tilefall_rules::grid::{ColumnBoard, Grid};
use tilefall_rules::{Cell, GameKind, Move, Rules, Step, plural};
use unicode_width::UnicodeWidthStr as _;

/// Returns the width of a text in columns of the screen.
#[doc(hidden)]
pub fn width(text: &str) -> usize {
    text.width()
}

/// Returns the width of the widest label of a board in columns of the screen.
#[doc(hidden)]
pub fn label_width(grid: &Grid) -> usize {
    grid.colour_names().labels().map(|label| width(&label)).max().unwrap_or(1)
}

/// Right-aligns a text in this many columns of the screen.
#[doc(hidden)]
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

/// Returns the rows of a board with their numbers; the last line numbers the columns. Numbers begin at `first`.
fn numbered(grid: &Grid, first: usize) -> Vec<String> {
    let number = |at: usize| (at + first).to_string();
    let margin = number(grid.rows().saturating_sub(1)).len();
    let wide = label_width(grid).max(number(grid.cols().saturating_sub(1)).len());
    let cell = |row, col| match grid.get(Cell::new(row, col)) {
        Some(colour) => right_align(&grid.label(colour), wide),
        None => right_align(".", wide),
    };
    let join = |cells: Vec<String>| cells.join(" ");
    let row = |row| {
        format!("{:>margin$}  {}", number(row), join((0..grid.cols()).map(|col| cell(row, col)).collect()))
    };
    let axis = join((0..grid.cols()).map(|col| right_align(&number(col), wide)).collect());
    (0..grid.rows()).rev().map(row).chain([" ".repeat(margin + 2) + &axis]).collect()
}

/// Returns the boards of a Mayan list side by side, six per line, each under the move that leads to it, followed by the
/// list. Rows that are empty on all boards are omitted.
pub fn replay(grid: &Grid, list: &[Move]) -> String {
    let mut board = grid.clone();
    board.settle();
    let mut frames = vec![("start".to_owned(), numbered(&board, 0))];
    let margin = frames[0].1.last().map_or(0, |axis| axis.len() - axis.trim_start().len());
    let tallest = |board: &Grid| (0..board.cols()).map(|col| board.height(col)).max().unwrap_or(0);
    let mut height = tallest(&board).max(1);
    for &step in list {
        let played = board.play(step).is_ok();
        let mark = if played { "" } else { "?" };
        frames.push((format!("{step}{mark}"), numbered(&board, 0)));
        height = height.max(tallest(&board));
    }
    let top = grid.rows().saturating_sub(height);
    let wide = frames
        .iter()
        .flat_map(|frame| frame.1.iter().map(|row| width(row) - margin))
        .max()
        .unwrap_or(0)
        .max(5)
        + 3;
    let mut text = String::new();
    for (at, line) in frames.chunks(6).enumerate() {
        let mut put = |first: &str, words: Vec<&str>| {
            let row: String = words
                .iter()
                .map(|word| word.to_string() + &" ".repeat(wide.saturating_sub(width(word))))
                .collect();
            let _ = writeln!(text, "  {first:<margin$}{}", row.trim_end());
        };
        put(if at > 0 { "then" } else { "" }, line.iter().map(|frame| frame.0.as_str()).collect());
        for row in top..=grid.rows() {
            let parts: Vec<(&str, &str)> = line.iter().map(|frame| frame.1[row].split_at(margin)).collect();
            put(parts[0].0, parts.iter().map(|part| part.1).collect());
        }
    }
    text + &moves(GameKind::Mayan, false, list.iter().map(ToString::to_string))
}

/// Returns a list of moves under a label that explains the numbers; `tiles` is set if clicks include tile counts.
pub fn moves(game: GameKind, tiles: bool, list: impl Iterator<Item = String>) -> String {
    let label = match game {
        GameKind::SameGame if tiles => "clicks (row column \u{d7}tiles, from the bottom left):",
        GameKind::SameGame => "clicks (row column, from the bottom left):",
        GameKind::Mayan => "moves (x y direction, from 0 at the bottom left):",
    };
    match wrap_moves(list) {
        list if list.is_empty() => format!("  {label} none\n"),
        list => format!("  {label}\n{list}"),
    }
}

/// The maximum number of characters in a line of moves.
const MAX_WIDTH: usize = 76;

/// Joins moves with commas, and breaks lines that would be longer than [`MAX_WIDTH`].
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
/// let list = "  clicks (row column ×tiles, from the bottom left):\n  1 1 ×3, 1 1 ×3\n";
/// assert_eq!(text, format!("  2  1 1 2\n  1  1 2 2\n     1 2 3\n{list}"));
/// ```
pub fn clicks(grid: &Grid, rules: &Rules, list: &[Cell]) -> String {
    let mut board = ColumnBoard::new(grid);
    let draw = |board: &Grid| numbered(board, 1).iter().map(|row| format!("  {row}\n")).collect::<String>();
    let drawn = grid.rows() * grid.cols() <= MAX_DRAWN_CELLS;
    let mut text = if drawn { draw(grid) } else { String::new() };
    let words = list.iter().map(|&cell| {
        let size = board.click_by(rules, cell);
        format!("{} \u{d7}{size}", Step::from(cell))
    });
    text += &moves(GameKind::SameGame, true, words);
    let end = board.to_grid();
    if drawn && !end.is_empty() && !list.is_empty() {
        text += &format!("  left, {}:\n{}", plural(end.tiles(), "tile"), draw(&end));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_wrapped() {
        let words: Vec<String> =
            (0..60).map(|at| format!("{} {} ×{}", at % 15 + 1, at % 9 + 1, at % 30)).collect();
        let text = wrap_moves(words.iter().cloned());
        assert!(text.lines().all(|line| line.chars().count() <= MAX_WIDTH + 3), "{text}");
        assert_eq!(text.lines().map(str::trim).collect::<Vec<_>>().join(" "), words.join(", "));
        assert_eq!(wrap_moves([].into_iter()), "");
    }
}
