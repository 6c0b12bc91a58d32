//! Boards as this program draws them: one board or several side by side, with numbered rows and columns.

use super::source::{Source, columns};
use std::ops::Range;
use tilefall_rules::ReadError;

/// A drawing of one or several boards side by side.
pub struct Drawn {
    /// The indexes of the lines of the drawing. The last line holds the numbers of the columns.
    pub rows: Range<usize>,
    /// The number of the first column: 0 or 1.
    first: usize,
}

impl Drawn {
    /// Finds all drawings among lines.
    pub fn all(source: Source<'_>, lines: &[&str]) -> Vec<Drawn> {
        let mut all: Vec<Drawn> = Vec::new();
        for end in 1..lines.len() {
            let Some(first) = first_column(lines[end]) else { continue };
            let from = all.last().map_or(0, |drawn: &Drawn| drawn.rows.end);
            let is_row = |at: usize| {
                let number = lines[at].split_whitespace().next();
                number.and_then(|number| number.parse().ok()) == Some(first + end - 1 - at)
            };
            let start = (from..end).rev().take_while(|&at| is_row(at)).last();
            if let Some(start) =
                start.filter(|&start| source.indent(lines[end]) > source.indent(lines[start]))
            {
                all.push(Drawn { rows: start..end + 1, first });
            }
        }
        all
    }

    /// Returns an error if the line above the drawing is a numbered row, too: the rows in between are missing.
    pub fn gap(&self, source: Source<'_>, lines: &[&str]) -> Option<ReadError> {
        let (above, top) = (lines[self.rows.start.checked_sub(1)?], lines[self.rows.start]);
        let number = |line: &str| line.split_whitespace().next()?.parse::<u64>().ok();
        let (above_number, top_number) = (number(above)?, number(top)?);
        let words = |line: &str| line.split_whitespace().count();
        let message = format!("row {above_number} above row {top_number}, expected row {}", top_number + 1);
        (words(above) == words(top)).then(|| source.error(above, message))
    }

    /// Returns the rows of each board, without their numbers; an error for a board without rows.
    pub fn frames<'t>(&self, source: Source<'t>, lines: &[&'t str]) -> Vec<Result<Vec<&'t str>, ReadError>> {
        let axis = lines[self.rows.end - 1];
        let ends = axis.split_whitespace().map(|word| {
            let end = word.as_ptr() as usize - axis.as_ptr() as usize + word.len();
            (word.parse().ok(), source.indent(axis) + columns(&axis[..end]))
        });
        // The borders of the boards, as columns of the screen: the first is 0, the last `usize::MAX`.
        let mut borders = vec![0];
        let mut before = 0;
        for (at, (number, end)) in ends.enumerate() {
            if at > 0 && number == Some(self.first) {
                borders.push(before);
            }
            before = end;
        }
        borders.push(usize::MAX);
        let rows = || lines[self.rows.start..self.rows.end - 1].iter();
        let frame = |border: &[usize]| {
            let row = |line: &&'t str| {
                let from = source.indent(line);
                let part = cut(line, border[0].saturating_sub(from), border[1].saturating_sub(from)).trim();
                let number = part.split_whitespace().next()?;
                Some(part[number.len()..].trim_start())
            };
            let rows: Vec<&str> = rows().filter_map(row).collect();
            let message = "numbers of columns without rows above them, expected the rows of a board";
            if rows.is_empty() { Err(source.error(axis, message)) } else { Ok(rows) }
        };
        borders.windows(2).map(frame).collect()
    }
}

/// Returns the first number, 0 or 1, of a line that numbers the columns of one or several boards: `1 2 3   1 2 3`.
fn first_column(line: &str) -> Option<usize> {
    let mut numbers = line.split_whitespace().map(|word| word.parse::<usize>().ok());
    let first = numbers.next()?.filter(|first| *first < 2)?;
    let mut before = first;
    for number in numbers {
        let number = number.filter(|&number| number == before + 1 || number == first)?;
        before = number;
    }
    Some(first)
}

/// Returns the part of a line between two columns of the screen.
fn cut(line: &str, from: usize, to: usize) -> &str {
    let mut at = 0;
    let mut bounds = line.char_indices().map(|(byte, c)| {
        let here = (byte, at);
        at += columns(c.encode_utf8(&mut [0; 4]));
        here
    });
    let mut byte = |column: usize| bounds.find(|&(_, at)| at >= column).map_or(line.len(), |(byte, _)| byte);
    let start = byte(from);
    let end = if to <= from { start } else { byte(to).max(start) };
    &line[start..end]
}
