//! Plain programs for UVa 339, UVa 758 and the click that make a known mistake.

use super::input::{Board, Input, Task};
use crate::judge::{click as click_judge, uva339 as uva339_judge};
use crate::rules::Cell;
use crate::rules::grid::Grid;
use std::fmt::Write as _;

/// A board, and the mistake of the program that plays on it.
struct Play {
    grid: Grid,
    mistake: &'static str,
}

impl Play {
    /// Returns the cells of a group, as the program finds them.
    fn group(&self, start: Cell) -> Vec<Cell> {
        let grid = &self.grid;
        let mut group = grid.group(start);
        let distances = |a: Cell, b: Cell| [a.row.abs_diff(b.row), a.col.abs_diff(b.col)];
        match self.mistake {
            "zeros" if grid.name_at(start) == Some(0) => group.clear(),
            "whole-group" => group.retain(|&cell| distances(cell, start).iter().sum::<usize>() < 2),
            "diagonals" => {
                let joins = |group: &[Cell], cell: Cell| {
                    grid.get(cell) == grid.get(start)
                        && !group.contains(&cell)
                        && group.iter().any(|&other| distances(cell, other) == [1, 1])
                };
                while let Some(cell) = grid.cells().find(|&cell| joins(&group, cell)) {
                    group.extend(grid.group(cell));
                }
            }
            _ => {}
        }
        group
    }

    fn remove(&mut self, mut group: Vec<Cell>) {
        if self.mistake == "zeros" {
            group.extend(self.grid.cells().filter(|&cell| self.grid.name_at(cell) == Some(0)));
        }
        self.grid.remove_and_fall(&group);
        match self.mistake {
            "joining-columns" => {}
            "two-gaps" => self.close_one(),
            _ => self.grid.close(),
        }
    }

    fn close_one(&mut self) {
        let Some(gap) = self.grid.first_gap() else { return };
        let before = self.grid.clone();
        let from = before.columns().skip(gap + 1).chain(before.columns().nth(gap));
        self.grid.columns_mut().skip(gap).zip(from).for_each(|(to, from)| to.copy_from_slice(from));
    }

    fn click(&mut self, cell: Cell) {
        let group = self.group(cell);
        if group.len() > 1 || self.mistake == "single-cells" {
            self.remove(group);
        }
    }
}

/// Returns the output of a simulator for UVa 339.
pub(super) fn uva339(mistake: &'static str, text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    // Each number, and whether it is the last of its line.
    let numbers = text.lines().flat_map(|line| {
        let mut words = line.split_whitespace().map(|word| word.parse().unwrap_or(0)).peekable();
        std::iter::from_fn(move || Some((words.next()?, words.peek().is_none())))
    });
    let mut numbers = numbers.peekable();
    let mut out = Vec::new();
    for number in 1.. {
        let [rows, cols] = [(); 2].map(|()| numbers.next().map_or(0, |(number, _)| number));
        let size = if mistake == "zero-size" { rows.max(cols) } else { rows.min(cols) };
        let digits: Vec<u64> = (0..10).collect();
        let Some(mut grid) = Grid::empty(rows, cols, &digits).ok().filter(|_| size > 0) else { break };
        for row in 0..rows {
            let row = if mistake == "bottom-row-first" { rows - 1 - row } else { row };
            for col in 0..cols {
                let digit = numbers.next().map_or(0, |(number, _)| number.min(9));
                grid.set(Cell::new(row, col), Some(digit as u8));
            }
        }
        let mut play = Play { grid, mistake };
        let mut ended = false;
        while let (Some((row, _)), Some((col, mut last))) = (numbers.next(), numbers.next()) {
            while mistake == "line-structure" && !last {
                last = numbers.next().is_none_or(|(_, last)| last);
            }
            ended = if mistake == "single-zero" { row.min(col) == 0 } else { row.max(col) == 0 };
            if ended {
                break;
            }
            let (row, col) = match mistake {
                "row-and-column" => (col, row),
                "outside" => (row.clamp(1, rows), col.clamp(1, cols)),
                _ => (row, col),
            };
            play.click(Cell::new(row.wrapping_sub(1), col.wrapping_sub(1)));
            if mistake == "after-a-win" && play.grid.is_empty() {
                ended = true;
                break;
            }
        }
        if mistake == "no-end" && (!ended || numbers.peek().is_none()) {
            break;
        }
        if number > 1 {
            out.push(b'\n');
        }
        out.extend(format!("Grid {number}.\n").bytes());
        if play.grid.is_empty() {
            out.extend(b"    Game Won\n");
        } else {
            uva339_judge::print(&play.grid, &mut out);
        }
    }
    out
}

/// Returns the output of a program for UVa 758.
pub(super) fn uva758(mistake: &'static str, boards: &[Board]) -> Vec<u8> {
    let mut out = String::new();
    for (number, board) in (1..).zip(boards) {
        let mut play = Play { grid: board.grid(Task::Uva758), mistake };
        let _ = write!(out, "{}Game {number}:\n\n", if number > 1 { "\n" } else { "" });
        let mut score = 0;
        for step in 1.. {
            let Some(group) = largest(&play) else { break };
            let (size, Cell { row, col }) = (group.len(), group[0]);
            let points = (size - if mistake == "points" { 1 } else { 2 }).pow(2);
            let letter = play.grid.get(group[0]).map_or("".into(), |colour| play.grid.label(colour));
            let (row, col) = (row + 1, col + 1);
            let _ = writeln!(
                out,
                "Move {step} at ({row},{col}): removed {size} balls of color {letter}, got {points} points."
            );
            score += points;
            play.remove(group);
        }
        let left = play.grid.tiles();
        score += if left == 0 && mistake != "bonus" { 1000 } else { 0 };
        let balls = if left == 1 && mistake == "one-ball" { "ball" } else { "balls" };
        if left > 0 || mistake != "last-line" {
            let _ = writeln!(out, "Final score: {score}, with {left} {balls} remaining.");
        }
    }
    out.into()
}

/// Returns the group that the program removes, its first cell first.
fn largest(play: &Play) -> Option<Vec<Cell>> {
    let mut groups = Vec::new();
    play.grid.each_group(2, |group| groups.push(group.to_vec()));
    if play.mistake == "tie-leftmost" {
        groups.sort_unstable();
    } else {
        groups.iter_mut().for_each(|group| group.sort_unstable_by_key(|cell| (cell.col, cell.row)));
    }
    // The last of equal groups is taken.
    if play.mistake != "tie-first" {
        groups.reverse();
    }
    groups.into_iter().max_by_key(Vec::len)
}

/// Returns the output of a program for one click.
pub(super) fn click(mistake: &'static str, input: &Input) -> Vec<u8> {
    let mut play = Play { grid: input.boards[0].grid(input.task), mistake };
    let [row, col] = input.click().map(|at| at as usize);
    let (row, col) = if mistake == "row-and-column" { (col, row) } else { (row, col) };
    let row = if mistake == "row-from-top" { row } else { (play.grid.rows() - 1).wrapping_sub(row) };
    play.click(Cell::new(row, col));
    click_judge::write(&play.grid)
}
