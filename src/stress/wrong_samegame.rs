//! Plain programs for UVa 339, UVa 758 and the click that make a known mistake.

use super::input::{Board, Input, LETTERS};
use super::trap::Mistake;
use crate::judge::click::Shape;

/// A board of columns from the bottom, and the mistake of the program that plays on it.
struct Play {
    columns: Vec<Vec<u8>>,
    mistake: Mistake,
}

impl Play {
    fn get(&self, [row, col]: [i64; 2]) -> Option<u8> {
        let tile = self.columns.get(usize::try_from(col).ok()?)?.get(usize::try_from(row).ok()?)?;
        Some(*tile).filter(|&tile| tile != 0 || self.mistake != Mistake::Zeros)
    }

    /// Returns the cells of a group.
    fn group(&self, start: [i64; 2]) -> Vec<[i64; 2]> {
        let colour = self.get(start);
        if colour.is_none() {
            return Vec::new();
        }
        let mut group = vec![start];
        let mut at = 0;
        while at < group.len() {
            let [row, col] = group[at];
            at += 1;
            for (up, right) in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let next = [row + up, col + right];
                let connected = up == 0 || right == 0 || self.mistake == Mistake::Diagonals;
                if connected && self.get(next) == colour && !group.contains(&next) {
                    group.push(next);
                }
            }
            if self.mistake == Mistake::WholeGroup {
                break;
            }
        }
        group
    }

    fn remove(&mut self, group: &[[i64; 2]]) {
        for (col, column) in (0..).zip(&mut self.columns) {
            let mut row = -1;
            column.retain(|&tile| {
                row += 1;
                !group.contains(&[row, col]) && (tile != 0 || self.mistake != Mistake::Zeros)
            });
        }
        let mut closed = 0;
        let most = match self.mistake {
            Mistake::JoiningColumns => 0,
            Mistake::TwoGaps => 1,
            _ => usize::MAX,
        };
        self.columns.retain(|column| {
            let closes = column.is_empty() && closed < most;
            closed += usize::from(closes);
            !closes
        });
    }

    /// Clicks a cell, and returns the number of tiles that vanish.
    fn click(&mut self, [mut row, mut col]: [i64; 2], size: [usize; 2]) -> usize {
        if self.mistake == Mistake::Outside {
            row = row.clamp(0, size[0] as i64 - 1);
            col = col.clamp(0, size[1] as i64 - 1);
        }
        let group = self.group([row, col]);
        let least = if self.mistake == Mistake::SingleCells { 1 } else { 2 };
        if group.len() < least {
            return 0;
        }
        self.remove(&group);
        group.len()
    }

    fn is_empty(&self) -> bool {
        self.columns.iter().all(Vec::is_empty)
    }

    /// Returns the rows from the top, with a blank for every empty cell.
    fn rows(&self, [rows, cols]: [usize; 2], blank: char) -> Vec<Vec<char>> {
        let cell = |row: usize, col: usize| {
            let tile = self.columns.get(col).and_then(|column| column.get(row));
            tile.map_or(blank, |&tile| char::from(b'0' + tile))
        };
        (0..rows).rev().map(|row| (0..cols).map(|col| cell(row, col)).collect()).collect()
    }
}

/// Returns the output of a simulator for UVa 339.
pub(super) fn uva339(mistake: Mistake, text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let numbers = text.split_whitespace().map(|word| word.parse::<i64>().unwrap_or(0));
    let ends: Vec<bool> = text
        .lines()
        .flat_map(|line| {
            let words = line.split_whitespace().count();
            (1..=words).map(move |word| word == words)
        })
        .collect();
    let mut numbers = numbers.zip(ends).peekable();
    let mut out = String::new();
    for grid in 1.. {
        let size = [(); 2].map(|()| numbers.next().map_or(0, |(number, _)| number.clamp(0, 1_000) as usize));
        let [rows, cols] = size;
        let over = if mistake == Mistake::ZeroSize { size == [0, 0] } else { rows == 0 || cols == 0 };
        if over {
            break;
        }
        let mut play = Play { columns: vec![Vec::new(); cols], mistake };
        for _ in 0..rows {
            for column in &mut play.columns {
                column.push(numbers.next().map_or(0, |(number, _)| number.clamp(0, 9) as u8));
            }
        }
        if mistake == Mistake::BottomRowFirst {
            play.columns.iter_mut().for_each(|column| column.reverse());
        }
        let mut ended = false;
        while let (Some((row, _)), Some((col, mut last))) = (numbers.next(), numbers.next()) {
            if mistake == Mistake::LineStructure {
                while !last && let Some((_, end)) = numbers.next() {
                    last = end;
                }
            }
            ended = if mistake == Mistake::SingleZero { row == 0 || col == 0 } else { row == 0 && col == 0 };
            if ended {
                break;
            }
            let click = if mistake == Mistake::RowAndColumn { [col, row] } else { [row, col] };
            play.click(click.map(|number| number - 1), size);
            if mistake == Mistake::AfterAWin && play.is_empty() {
                ended = true;
                break;
            }
        }
        if mistake == Mistake::NoEnd && (!ended || numbers.peek().is_none()) {
            break;
        }
        if grid > 1 {
            out.push('\n');
        }
        out += &format!("Grid {grid}.\n");
        if play.is_empty() {
            out += "    Game Won\n";
            continue;
        }
        for row in play.rows(size, ' ') {
            let row: Vec<String> = row.iter().map(char::to_string).collect();
            out += &format!("    {}\n", row.join(" "));
        }
    }
    out.into()
}

/// Returns the output of a program for UVa 758.
pub(super) fn uva758(mistake: Mistake, boards: &[Board]) -> Vec<u8> {
    let mut out = String::new();
    for (number, board) in (1..).zip(boards) {
        let mut play = Play { columns: board.columns.clone(), mistake };
        out += &format!("{}Game {number}:\n\n", if number > 1 { "\n" } else { "" });
        let (mut score, mut left) = (0, board.columns.iter().map(Vec::len).sum::<usize>());
        for step in 1.. {
            let Some(group) = largest(&play) else { break };
            let ([row, col], size) = (group[0], group.len());
            let less = if mistake == Mistake::Points { 1 } else { 2 };
            let points = (size - less).pow(2);
            let letter = char::from(LETTERS[usize::from(play.get(group[0]).unwrap_or(0))]);
            let (row, col) = (row + 1, col + 1);
            out += &format!(
                "Move {step} at ({row},{col}): removed {size} balls of color {letter}, got {points} points.\n"
            );
            (score, left) = (score + points, left - size);
            play.remove(&group);
        }
        score += if left == 0 && mistake != Mistake::Bonus { 1000 } else { 0 };
        let balls = if left == 1 && mistake == Mistake::OneBall { "ball" } else { "balls" };
        if left > 0 || mistake != Mistake::LastLine {
            out += &format!("Final score: {score}, with {left} {balls} remaining.\n");
        }
    }
    out.into()
}

/// Returns the group that the program removes, its first cell first.
fn largest(play: &Play) -> Option<Vec<[i64; 2]>> {
    let mut groups: Vec<Vec<[i64; 2]>> = Vec::new();
    for col in 0..play.columns.len() {
        for row in 0..play.columns[col].len() {
            let cell = [row as i64, col as i64];
            if groups.iter().all(|group| !group.contains(&cell)) {
                let mut group = play.group(cell);
                group.sort_unstable_by_key(|&[row, col]| match play.mistake {
                    Mistake::TieLeftmost => [row, col],
                    _ => [col, row],
                });
                groups.push(group);
            }
        }
    }
    if play.mistake == Mistake::TieLeftmost {
        groups.sort_by_key(|group| group[0]);
    }
    let most = groups.iter().map(Vec::len).max().filter(|&most| most > 1)?;
    let mut ties = groups.into_iter().filter(|group| group.len() == most);
    if play.mistake == Mistake::TieFirst { ties.next_back() } else { ties.next() }
}

/// Returns the output of a program for one click.
pub(super) fn click(mistake: Mistake, shape: Shape, input: &Input) -> Vec<u8> {
    let mut play = Play { columns: input.boards[0].columns.clone(), mistake };
    let size = [shape.rows, shape.cols];
    let [row, col] = input.click();
    let [row, col] = if mistake == Mistake::RowAndColumn { [col, row] } else { [row, col] };
    let row = if mistake == Mistake::RowFromTop { row } else { shape.rows as i64 - 1 - row };
    play.click([row, col], size);
    let rows = play.rows(size, '.');
    rows.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect::<String>().into()
}
