//! A picture of the screen, line by line, and the terminal output that draws the picture.

use crate::io::sanitize;
use anstyle::Style;
use crossterm::Command as _;
use crossterm::cursor::{MoveTo, MoveToColumn};
use crossterm::terminal::{Clear, ClearType};
use std::fmt::{self, Write as _};
use unicode_width::UnicodeWidthChar as _;

/// A line of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Line {
    /// The text with escape sequences.
    shown: String,
    /// The text without escape sequences.
    plain: String,
    /// The screen column after the text, from 0.
    end: usize,
}

/// A picture of the whole screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    width: u16,
    height: u16,
    /// The lines, from the top.
    lines: Vec<Line>,
}

impl Frame {
    /// Creates an empty picture of `width` columns and `height` lines.
    pub fn new(width: u16, height: u16) -> Frame {
        Frame { width, height, lines: vec![Line::default(); height.into()] }
    }

    /// Returns the number of screen columns.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Returns the number of lines.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// Writes a text from column `x` of line `y` on, and cuts the text at the right edge. The texts of a line must be
    /// written from left to right. Leaves out terminal controls, in case the caller did not sanitize the text.
    pub fn put(&mut self, x: u16, y: u16, text: &str, style: Style) {
        let Some(line) = self.lines.get_mut(usize::from(y)).filter(|_| x < self.width) else { return };
        let mut end = usize::from(x);
        let mut fitting = String::new();
        for c in text.chars().filter(|&c| !sanitize::is_terminal_control(c)) {
            // The only character with a width of three takes two cells in nearly all terminals.
            let wide = c.width().unwrap_or(0).min(2);
            if end + wide > self.width.into() {
                break;
            }
            end += wide;
            fitting.push(c);
        }
        line.plain += &" ".repeat(usize::from(x).saturating_sub(line.end));
        line.plain += &fitting;
        line.end = end;
        // Moves to the column of each text: terminals differ in the width of wide and combining characters.
        let _ = MoveToColumn(x).write_ansi(&mut line.shown);
        let _ = write!(line.shown, "{style}{fitting}{style:#}");
    }

    /// Returns the lines with escape sequences. The style is reset at the end of each line.
    pub fn to_lines(&self) -> Vec<String> {
        self.lines.iter().map(|line| line.shown.clone()).collect()
    }
}

/// Returns the terminal output that replaces the lines `shown` by `lines`. If the number of lines has changed, the
/// screen is cleared and all lines are drawn again.
pub fn update(shown: &[String], lines: &[String]) -> String {
    let mut text = String::new();
    let is_known = shown.len() == lines.len();
    if !is_known {
        let _ = Clear(ClearType::All).write_ansi(&mut text);
    }
    for (y, line) in (0..).zip(lines) {
        if !is_known || shown[usize::from(y)] != *line {
            let _ = MoveTo(0, y).write_ansi(&mut text);
            // Cleared before the line is written: after a full line, some terminals would clear its last column.
            let _ = Clear(ClearType::UntilNewLine).write_ansi(&mut text);
            text += line;
        }
    }
    text
}

impl fmt::Display for Frame {
    /// Formats as the text of the lines, without spaces at their ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{}", line.plain.trim_end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_end_where_the_screen_does_and_control_no_terminal() {
        for (x, text, shown) in [
            (0, "abcdefg", "abcde"),
            (3, "abc", "   ab"),
            (5, "abc", ""),
            (u16::MAX, "abc", ""),
            (0, "日本語x", "日本"),
            (4, "日", ""),
            (0, "e\u{301}x", "e\u{301}x"),
            (0, "a\x1b[2J", "a[2J"),
            (0, "a\r\n\tb\u{9b}c\u{202e}d\u{7f}", "abcd"),
        ] {
            let mut frame = Frame::new(5, 1);
            frame.put(x, 0, text, Style::new());
            assert_eq!(frame.to_string().trim_end(), shown, "{text:?}");
            Frame::new(0, 0).put(x, 0, text, Style::new());
        }
    }

    #[test]
    fn only_lines_that_have_changed_are_written() {
        let lines = |text| {
            let mut frame = Frame::new(5, 2);
            frame.put(0, 0, "ab", Style::new());
            frame.put(1, 1, text, Style::new().bold());
            frame.to_lines()
        };
        assert_eq!(update(&lines("x"), &lines("x")), "");
        assert_eq!(update(&lines("x"), &lines("y")), "\x1b[2;1H\x1b[K\x1b[2G\x1b[1my\x1b[0m");
        assert!(update(&[], &lines("y")).starts_with("\x1b[2J\x1b[1;1H\x1b[K\x1b[1Gab"));
    }
}
