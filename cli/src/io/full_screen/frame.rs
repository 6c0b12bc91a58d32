//! A picture of the screen as character cells, and the text that shows it on a terminal.

use crate::io::sanitize;
use anstyle::Style;
use crossterm::Command as _;
use crossterm::cursor::{MoveTo, MoveToColumn};
use crossterm::terminal::{Clear, ClearType};
use std::fmt::{self, Write as _};
use unicode_width::UnicodeWidthChar as _;

/// A character cell of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScreenCell {
    /// The character with its combining characters; empty in the right half of a wide character.
    pub text: String,
    pub style: Style,
}

/// A picture of the whole screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    width: u16,
    height: u16,
    /// The cells by rows, the top row first.
    cells: Vec<ScreenCell>,
}

impl Frame {
    /// Creates an empty picture.
    pub fn new(width: u16, height: u16) -> Frame {
        let blank = ScreenCell { text: " ".into(), style: Style::new() };
        Frame { width, height, cells: vec![blank; usize::from(width) * usize::from(height)] }
    }

    /// Returns the number of columns.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Returns the number of lines.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// Returns the lines, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[ScreenCell]> {
        self.cells.chunks(usize::from(self.width).max(1))
    }

    /// Writes a text from column `x` of line `y`, as far as it fits. Terminal controls are left out, in case the
    /// caller did not sanitize the text.
    pub fn put(&mut self, x: u16, y: u16, text: &str, style: Style) {
        let (width, mut x) = (usize::from(self.width), usize::from(x));
        let Some(row) = self.cells.chunks_mut(width.max(1)).nth(y.into()) else { return };
        let mut last = None;
        for c in text.chars().filter(|&c| !sanitize::is_terminal_control(c)) {
            // The only character with a width of three takes two cells in nearly all terminals.
            let wide = c.width().unwrap_or(0).min(2);
            if x + wide > width {
                return;
            }
            if wide > 0 {
                row[x..x + wide].fill(ScreenCell { text: String::new(), style });
                last = Some(x);
                x += wide;
            }
            if let Some(last) = last {
                row[last].text.push(c);
            }
        }
    }

    /// Returns the lines as a terminal takes them, in the plain style at their ends.
    pub fn to_lines(&self) -> Vec<String> {
        self.rows().map(line).collect()
    }
}

/// Returns a line with escape sequences, without blank cells at its end.
fn line(row: &[ScreenCell]) -> String {
    let (mut line, mut style) = (String::new(), Style::new());
    let end = row.iter().rposition(|cell| cell.text != " " || cell.style != Style::new());
    for (x, cell) in (1..).zip(&row[..end.map_or(0, |last| last + 1)]) {
        if cell.style != style {
            let _ = write!(line, "{style:#}{}", cell.style);
            style = cell.style;
        }
        line += &cell.text;
        // Terminals differ in the width of wide and combining characters.
        if cell.text.chars().count() != 1 {
            let _ = MoveToColumn(x).write_ansi(&mut line);
        }
    }
    line + &format!("{style:#}")
}

/// Returns the text that makes a terminal show lines in place of others; all of them if their number has changed.
pub fn update(shown: &[String], lines: &[String]) -> String {
    let mut text = String::new();
    let is_known = shown.len() == lines.len();
    if !is_known {
        let _ = Clear(ClearType::All).write_ansi(&mut text);
    }
    for (y, line) in (0..).zip(lines) {
        if !is_known || shown[usize::from(y)] != *line {
            let _ = MoveTo(0, y).write_ansi(&mut text);
            // Before the line: behind its last column some terminals would clear that column.
            let _ = Clear(ClearType::UntilNewLine).write_ansi(&mut text);
            text += line;
        }
    }
    text
}

impl fmt::Display for Frame {
    /// Formats as the text of the lines, without spaces at their ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            let line: String = row.iter().map(|cell| cell.text.as_str()).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a picture of two lines, five cells wide.
    fn picture(texts: &[(u16, u16, &str, Style)]) -> Frame {
        let mut frame = Frame::new(5, 2);
        for &(x, y, text, style) in texts {
            frame.put(x, y, text, style);
        }
        frame
    }

    #[test]
    fn texts_end_where_the_screen_does_and_control_no_terminal() {
        let line = |x, text: &str| picture(&[(x, 0, text, Style::new())]).to_string().trim_end().to_owned();
        for (x, text, shown) in [
            (0, "abcdefg", "abcde"),
            (3, "abc", "   ab"),
            (5, "abc", ""),
            (u16::MAX, "abc", ""),
            (0, "日本語x", "日本"),
            (4, "日", ""),
            (0, "e\u{301}x", "e\u{301}x"),
            (2, "\u{301}c", "  c"),
            (0, "a\x1b[2J", "a[2J"),
            (0, "a\r\n\tb\u{9b}c\u{202e}d\u{7f}", "abcd"),
        ] {
            assert_eq!(line(x, text), shown, "{text:?}");
        }
        for (width, height) in [(0, 0), (0, 3), (3, 0), (1, 1)] {
            let mut frame = Frame::new(width, height);
            for (x, y) in [(0, 1), (1, 0), (u16::MAX, u16::MAX)] {
                frame.put(x, y, "日a\u{301}", Style::new());
            }
            assert_eq!(frame, Frame::new(width, height));
        }
    }

    #[test]
    fn only_lines_that_have_changed_are_written() {
        let (plain, bold) = (Style::new(), Style::new().bold());
        let first = picture(&[(0, 0, "ab", plain), (0, 1, "日x", bold)]).to_lines();
        assert_eq!(first, ["ab", "\x1b[1m日\x1b[3Gx\x1b[0m"]);
        let second = picture(&[(0, 0, "ab", plain), (1, 1, "y", bold)]).to_lines();
        assert_eq!(update(&first, &first), "");
        assert_eq!(update(&first, &second), "\x1b[2;1H\x1b[K \x1b[1my\x1b[0m");
        assert_eq!(update(&[], &second), "\x1b[2J\x1b[1;1H\x1b[Kab\x1b[2;1H\x1b[K \x1b[1my\x1b[0m");
    }
}
