//! A picture of the screen, place by place.

use crate::harmless;
use anstyle::Style;
use std::fmt;
use unicode_width::UnicodeWidthChar as _;

/// What stands in one place of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The character; `None` in the right half of a wide one.
    pub symbol: Option<char>,
    /// Accents and the like, which belong to the character and need no place of their own.
    pub marks: String,
    /// How it is shown.
    pub style: Style,
}

impl Place {
    const BLANK: Place = Place::new(Some(' '), Style::new());

    const fn new(symbol: Option<char>, style: Style) -> Place {
        Place { symbol, marks: String::new(), style }
    }

    fn is_right_half(&self) -> bool {
        self.symbol.is_none()
    }
}

/// A picture of the whole screen. A wide character has both of its places, or is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    width: u16,
    height: u16,
    /// The rows one after the other, the top one first.
    places: Vec<Place>,
}

impl Frame {
    /// An empty picture.
    pub fn new(width: u16, height: u16) -> Frame {
        Frame { width, height, places: vec![Place::BLANK; usize::from(width) * usize::from(height)] }
    }

    /// The number of columns.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// The number of lines.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The lines, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Place]> {
        self.places.chunks(usize::from(self.width).max(1))
    }

    /// Writes a text from column `x` of line `y`, as far as it has room. Characters that would command the terminal are
    /// left out, even if somebody forgot to make the text harmless.
    pub fn put(&mut self, x: u16, y: u16, text: &str, style: Style) {
        let (width, mut x) = (usize::from(self.width), usize::from(x));
        let Some(row) = self.places.chunks_mut(width.max(1)).nth(y.into()) else { return };
        let mut last = None;
        for c in text.chars().filter(|&c| !harmless::commands(c)) {
            let Some(wide) = c.width().filter(|&wide| wide > 0) else {
                if let Some(last) = last {
                    let place: &mut Place = &mut row[last];
                    place.marks.push(c);
                }
                continue;
            };
            // The one character that is wider than two has two nearly everywhere.
            let end = x + wide.min(2);
            if end > width {
                return;
            }
            // What loses a half is gone.
            if row[x].is_right_half() {
                row[x - 1] = Place::BLANK;
            }
            if row.get(end).is_some_and(Place::is_right_half) {
                row[end] = Place::BLANK;
            }
            row[x] = Place::new(Some(c), style);
            row[x + 1..end].fill(Place::new(None, style));
            last = Some(x);
            x = end;
        }
    }
}

impl fmt::Display for Frame {
    /// The text of the lines, without spaces at their ends.
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

    /// The first line of a picture that is five wide, after some texts were written to it.
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
    fn wide_characters_have_two_places_or_are_not_there() {
        assert_eq!(line(&[(0, "日本")]), "日本");
        assert_eq!(line(&[(0, "日本語x")]), "日本");
        assert_eq!(line(&[(4, "日")]), "");
        // One that loses a half.
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
    fn what_commands_a_terminal_is_left_out() {
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
