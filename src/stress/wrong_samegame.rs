//! Plain programs that make a known mistake, for UVa 339, UVa 758 and the click task.

use super::input::{ContestTask, Input, InputBoard};
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
    /// Returns the cells of the group at `start`, as a program with the mistake finds them.
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

    fn remove(&mut self, group: Vec<Cell>) {
        group.iter().for_each(|&cell| self.grid.set(cell, None));
        if self.mistake == "bottom-gap" {
            self.close();
        }
        self.grid.fall();
        if self.mistake != "joining-columns" {
            self.close();
        }
    }

    /// Closes columns whose lowest cell is empty.
    fn close(&mut self) {
        let columns: Vec<Vec<u8>> = self.grid.columns().map(<[u8]>::to_vec).collect();
        let mut most = if self.mistake == "two-gaps" { 1 } else { usize::MAX };
        let is_kept = |column: &&Vec<u8>| {
            let is_gap = column[0] == u8::MAX && most > 0;
            most -= usize::from(is_gap);
            !is_gap
        };
        let empty = vec![u8::MAX; self.grid.rows()];
        let last = if self.mistake == "last-column" { &columns[columns.len() - 1] } else { &empty };
        let from = columns.iter().filter(is_kept).chain(std::iter::repeat(last));
        self.grid.columns_mut().zip(from).for_each(|(to, from)| to.copy_from_slice(from));
    }

    fn click(&mut self, cell: Cell) {
        let group = self.group(cell);
        if group.len() > 1 || self.mistake == "single-cells" {
            self.remove(group);
        }
    }
}

/// Returns the output of a simulator for UVa 339. `by_corner`: a grid counts as empty if its lower left cell is empty.
pub(super) fn uva339(mistake: &'static str, text: &[u8], by_corner: bool) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    // Each number, with a flag that is set if the number is the last of its line.
    let numbers = text.lines().flat_map(|line| {
        let mut words = line.split_whitespace().map(|word| word.parse().unwrap_or(0)).peekable();
        std::iter::from_fn(move || Some((words.next()?, words.peek().is_none())))
    });
    let mut numbers = numbers.peekable();
    let mut out = Vec::new();
    for number in 1.. {
        let [rows, cols] = [(); 2].map(|()| numbers.next().unwrap_or_default().0);
        let size = if mistake == "zero-size" { rows.max(cols) } else { rows.min(cols) };
        let digits: Vec<u64> = (0..10).collect();
        let Some(mut grid) = Grid::empty(rows, cols, &digits).ok().filter(|_| size > 0) else { break };
        for row in 0..rows {
            let row = if mistake == "bottom-row-first" { rows - 1 - row } else { row };
            let mut line_is_over = false;
            for col in 0..cols {
                let missing = line_is_over && mistake == "grid-lines";
                let (digit, is_last) = if missing { (0, true) } else { numbers.next().unwrap_or_default() };
                line_is_over = is_last;
                let tile = Some(digit.min(9) as u8).filter(|&tile| tile > 0 || mistake != "zeros");
                grid.set(Cell::new(row, col), tile);
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
        if play.grid.is_empty() || by_corner && play.grid.get(Cell::new(0, 0)).is_none() {
            out.extend(b"    Game Won\n");
        } else {
            let start = out.len();
            uva339_judge::print(&play.grid, &mut out);
            if mistake == "empty-cells" {
                for line in String::from_utf8_lossy(&out.split_off(start)).lines() {
                    let tiles: Vec<&str> = line.split_whitespace().collect();
                    out.extend(format!("    {}\n", tiles.join(" ")).bytes());
                }
            }
        }
    }
    out
}

/// Returns the output of a program for UVa 758 that makes the mistake.
pub(super) fn uva758(mistake: &'static str, boards: &[InputBoard]) -> Vec<u8> {
    let mut out = String::new();
    for (number, board) in (1..).zip(boards) {
        let mut play = Play { grid: board.grid(ContestTask::Uva758), mistake };
        let _ = write!(out, "{}Game {number}:\n\n", if number > 1 { "\n" } else { "" });
        let mut score = 0;
        // The number of moves is limited: with a mistake that duplicates columns, the game may never end.
        for step in 1..=150 {
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

/// Returns the group that the program removes next; its first cell is the one that the program prints.
fn largest(play: &Play) -> Option<Vec<Cell>> {
    let mut groups = Vec::new();
    play.grid.each_group(2, |group| groups.push(play.group(group[0])));
    if play.mistake == "tie-leftmost" {
        groups.sort_unstable();
    } else {
        groups.iter_mut().for_each(|group| group.sort_unstable_by_key(|cell| (cell.col, cell.row)));
    }
    // `max_by_key` returns the last of several largest groups. In the reversed list, this is the first of them.
    if play.mistake != "tie-first" {
        groups.reverse();
    }
    let mut group = groups.into_iter().max_by_key(Vec::len)?;
    if play.mistake == "first-ball" {
        group.sort_unstable();
    }
    Some(group)
}

/// Returns the board after one click, as a program that makes the mistake prints it.
pub(super) fn click(mistake: &'static str, input: &Input) -> Vec<u8> {
    let mut play = Play { grid: input.boards[0].grid(input.task), mistake };
    let [row, col] = input.click().map(|at| at as usize);
    let (row, col) = if mistake == "row-and-column" { (col, row) } else { (row, col) };
    let row = if mistake == "row-from-top" { row } else { (play.grid.rows() - 1).wrapping_sub(row) };
    play.click(Cell::new(row, col));
    click_judge::write(&play.grid)
}
