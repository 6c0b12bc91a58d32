//! Boards as text: one character or number per cell, `.` for empty, the top row first.

use crate::base::{Cell, Move, Side};
use crate::grid::Grid;
use crate::samegame::tiles::Tiles;
use std::fmt::Write as _;

/// The rows of a board, all of the same width. Colours are named as in the input.
pub fn rows(grid: &Grid) -> Vec<String> {
    let width = grid.names().iter().map(|name| name.to_string().len()).max().unwrap_or(1);
    let cell = |row, col| match grid.name_at(Cell::new(row, col)) {
        Some(name) => format!("{name:>width$}"),
        None => format!("{:>width$}", '.'),
    };
    let row = |row| (0..grid.cols()).map(|col| cell(row, col)).collect::<Vec<_>>().join(" ");
    (0..grid.rows()).rev().map(row).collect()
}

/// The boards of a Mayan list from the first to the last, side by side, each under the move that leads to
/// it; five to a line. Rows that are empty throughout are left out.
pub fn replay(grid: &Grid, list: &[Move]) -> String {
    let mut board = grid.clone();
    board.settle();
    let mut frames = vec![("start".to_owned(), rows(&board))];
    for &step in list {
        let played = board.play(step).is_ok();
        let side = if step.side == Side::Right { 'R' } else { 'L' };
        let mark = if played { "" } else { "?" };
        frames.push((format!("{} {} {side}{mark}", step.x, step.y), rows(&board)));
    }
    let blank = |row: &String| row.chars().all(|c| c == '.' || c == ' ');
    let top = (0..grid.rows()).find(|&row| !frames.iter().all(|frame| blank(&frame.1[row])));
    let top = top.unwrap_or(grid.rows().saturating_sub(1));
    let width = frames.iter().flat_map(|frame| frame.1.iter().map(String::len)).max().unwrap_or(0).max(5) + 3;
    let mut text = String::new();
    for line in frames.chunks(6) {
        let mut put = |words: Vec<&str>| {
            let row: String = words.iter().map(|word| format!("{word:<width$}")).collect();
            let _ = writeln!(text, "  {}", row.trim_end());
        };
        put(line.iter().map(|frame| frame.0.as_str()).collect());
        for row in top..grid.rows() {
            put(line.iter().map(|frame| frame.1[row].as_str()).collect());
        }
    }
    text
}

/// Cells above which a board is not drawn.
const DRAWN: usize = 1 << 14;

/// A SameGame list: the board, and every click with the tiles it removes, as `row,col×tiles`, 1-based from
/// the bottom left; the board at the end if it is not empty. Boards too large for a screen are not drawn.
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
        format!("{},{}\u{d7}{size}", cell.row + 1, cell.col + 1)
    });
    let words: Vec<String> = words.collect();
    let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(0) + 2;
    for line in words.chunks((76 / width).max(1)) {
        let line: String = line.iter().map(|word| format!("{word:<width$}")).collect();
        let _ = writeln!(text, "  {}", line.trim_end());
    }
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

    #[test]
    fn a_replay_shows_the_boards_side_by_side() {
        let grid = Grid::parse("..... / 1.... / 2112.").unwrap();
        let text = replay(&grid, &[Move::new(0, 1, Side::Right)]);
        let expected = "  start       0 1 R\n  1 . . . .   . 1 . . .\n  2 1 1 2 .   2 1 1 2 .\n";
        assert_eq!(text, expected);
    }
}
