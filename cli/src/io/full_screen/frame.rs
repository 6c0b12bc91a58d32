//! A picture of the screen, as character cells.

use crate::io::sanitize;
use anstyle::Style;
use std::fmt;
use unicode_width::UnicodeWidthChar as _;

/// A character cell of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScreenCell {
    /// The character; `None` in the right half of a wide character.
    pub symbol: Option<char>,
    /// Combining characters, which take no cell of their own.
    pub marks: String,
    /// The style.
    pub style: Style,
}

impl ScreenCell {
    const BLANK: ScreenCell = ScreenCell::new(Some(' '), Style::new());

    const fn new(symbol: Option<char>, style: Style) -> ScreenCell {
        ScreenCell { symbol, marks: String::new(), style }
    }

    fn is_right_half(&self) -> bool {
        self.symbol.is_none()
    }
}

/// A picture of the whole screen. A wide character has both of its cells, or is missing.
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
        Frame { width, height, cells: vec![ScreenCell::BLANK; usize::from(width) * usize::from(height)] }
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
            let Some(wide) = c.width().filter(|&wide| wide > 0) else {
                if let Some(last) = last {
                    let place: &mut ScreenCell = &mut row[last];
                    place.marks.push(c);
                }
                continue;
            };
            // The only character with a width of three takes two cells in nearly all terminals.
            let end = x + wide.min(2);
            if end > width {
                return;
            }
            // A wide character that loses a half is removed.
            if row[x].is_right_half() {
                row[x - 1] = ScreenCell::BLANK;
            }
            if row.get(end).is_some_and(ScreenCell::is_right_half) {
                row[end] = ScreenCell::BLANK;
            }
            row[x] = ScreenCell::new(Some(c), style);
            row[x + 1..end].fill(ScreenCell::new(None, style));
            last = Some(x);
            x = end;
        }
    }
}

impl fmt::Display for Frame {
    /// Formats as the text of the lines, without spaces at their ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            let mut line = String::new();
            for place in row {
                line.extend(place.symbol);
                line += &place.marks;
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first line of a picture five cells wide after writing some texts.
    fn line(texts: &[(u16, &str)]) -> String {
        let mut frame = Frame::new(5, 1);
        for &(x, text) in texts {
            frame.put(x, 0, text, Style::new());
        }
        let row = frame.rows().next().unwrap();
        let halves = row.iter().filter(|place| place.is_right_half()).count();
        let text = frame.to_string();
        assert_eq!(text.chars().filter(|c| c.width() == Some(2)).count(), halves, "{text}");
        text.trim_end().to_owned()
    }

    #[test]
    fn texts_end_where_the_screen_does() {
        assert_eq!(line(&[(0, "abcdefg")]), "abcde");
        assert_eq!(line(&[(3, "abc")]), "   ab");
        assert_eq!(line(&[(5, "abc"), (u16::MAX, "abc")]), "");
        assert_eq!(line(&[(1, "abc"), (2, "x")]), " axc");
        let mut frame = Frame::new(2, 2);
        for y in [1, 2, u16::MAX] {
            frame.put(0, y, "abc", Style::new());
        }
        assert_eq!(frame.to_string(), "\nab\n");
    }

    #[test]
    fn wide_characters_have_two_cells_or_are_missing() {
        assert_eq!(line(&[(0, "日本")]), "日本");
        assert_eq!(line(&[(0, "日本語x")]), "日本");
        assert_eq!(line(&[(4, "日")]), "");
        // A wide character loses a half.
        assert_eq!(line(&[(0, "日本"), (0, "x")]), "x 本");
        assert_eq!(line(&[(0, "日本"), (1, "x")]), " x本");
        assert_eq!(line(&[(0, "日本"), (1, "語")]), " 語");
        assert_eq!(line(&[(1, "日本"), (0, "語")]), "語 本");
        assert_eq!(line(&[(0, "日本"), (1, "xy")]), " xy");
    }

    #[test]
    fn marks_go_with_their_character() {
        assert_eq!(line(&[(0, "e\u{301}x")]), "e\u{301}x");
        assert_eq!(line(&[(0, "abcde\u{301}\u{323}x\u{301}")]), "abcde\u{301}\u{323}");
        assert_eq!(line(&[(0, "e\u{301}x"), (0, "a")]), "ax");
        assert_eq!(line(&[(0, "ab"), (2, "\u{301}c")]), "abc");
    }

    #[test]
    fn terminal_controls_are_left_out() {
        assert_eq!(line(&[(0, "a\x1b[2J")]), "a[2J");
        assert_eq!(line(&[(0, "a\r\n\tb\u{9b}c\u{202e}d\u{7f}")]), "abcd");
    }

    #[test]
    fn no_size_is_too_small() {
        for (width, height) in [(0, 0), (0, 3), (3, 0), (1, 1)] {
            let mut frame = Frame::new(width, height);
            for (x, y) in [(0, 0), (1, 0), (0, 1), (u16::MAX, u16::MAX)] {
                frame.put(x, y, "日a\u{301}", Style::new());
            }
            assert_eq!(frame, Frame::new(width, height));
        }
    }
}
