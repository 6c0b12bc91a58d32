//! The texts below or beside a board, as far as they fit: the board has priority.

use super::frame::Frame;
use anstyle::Style;

/// A rectangle of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The first column.
    pub x: u16,
    /// The first line.
    pub y: u16,
    /// The number of columns.
    pub width: u16,
    /// The number of lines.
    pub height: u16,
}

impl Area {
    /// Returns the whole lines from line `y` on.
    pub fn below(y: u16, frame: &Frame) -> Area {
        Area { x: 0, y, width: frame.width(), height: frame.height().saturating_sub(y) }
    }

    /// Returns the lines of this area from line `y` on.
    pub fn from(self, y: u16) -> Area {
        let y = y.max(self.y);
        Area { y, height: (self.y + self.height).saturating_sub(y), ..self }
    }
}

/// A text below or beside a board.
#[derive(Clone, Debug)]
pub struct Item {
    /// The text; an empty text takes no line.
    pub text: String,
    pub style: Style,
    /// The order in which items get lines on the screen, the lowest rank first. Items of rank 0 are always shown:
    /// [`min_lines`] counts their lines.
    pub rank: u8,
    /// Whether the text continues the item before it, which ends with `…` if this item is left out.
    pub continues: bool,
}

/// The mark at the end of a line after which text is left out.
const CUT: char = '…';

impl Item {
    /// Creates an item that does not continue the one before it.
    pub fn new(rank: u8, text: impl Into<String>, style: Style) -> Item {
        Item { text: text.into(), style, rank, continues: false }
    }

    fn lines(&self, width: usize) -> Vec<&str> {
        if self.text.is_empty() { Vec::new() } else { wrapped(&self.text, width) }
    }
}

/// Returns the number of lines of the items of rank 0.
pub fn min_lines(items: &[Item], width: u16) -> u16 {
    let lines = items.iter().filter(|item| item.rank == 0).map(|item| item.lines(width.into()).len());
    u16::try_from(lines.sum::<usize>()).unwrap_or(u16::MAX)
}

/// Wraps the items in lines of a width, at most `room` lines. A text that is cut, or continues in an item that is
/// left out, ends with `…`.
pub fn fit(items: &[Item], width: u16, room: u16) -> Vec<(String, Style)> {
    let (width, mut left) = (usize::from(width), usize::from(room));
    let all: Vec<Vec<&str>> = items.iter().map(|item| item.lines(width)).collect();
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&at| items[at].rank);
    let mut shown = vec![0; items.len()];
    for at in order {
        shown[at] = all[at].len().min(left);
        left -= shown[at];
    }
    let mut lines: Vec<(String, Style)> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        lines.extend(all[at][..shown[at]].iter().map(|&line| (line.to_owned(), item.style)));
        let is_cut = shown[at] < all[at].len() && (shown[at] > 0 || item.continues);
        if let Some((last, _)) = lines.last_mut().filter(|_| is_cut) {
            mark(last, width);
        }
    }
    lines
}

/// Returns the items as lines in an area, each with its line number; below a board after a blank line if it fits.
pub fn lines_in(items: &[Item], area: Area) -> Vec<(u16, String, Style)> {
    let lines = fit(items, area.width, area.height);
    let blank = u16::from(area.x == 0 && lines.len() < area.height.into());
    (area.y + blank..).zip(lines).map(|(y, (line, style))| (y, line, style)).collect()
}

/// Puts [`CUT`] at the end of a line, in place of the last words if it does not fit.
fn mark(line: &mut String, width: usize) {
    if line.ends_with(CUT) {
        return;
    }
    while line.chars().count() + 2 > width && !line.is_empty() {
        line.truncate(line.trim_end().rfind(' ').unwrap_or(0));
    }
    line.push(' ');
    line.push(CUT);
}

/// Wraps a text in lines of at most this width, between words. A move counts as one word.
pub fn wrapped(text: &str, width: usize) -> Vec<&str> {
    let (mut lines, mut rest) = (Vec::new(), text);
    while let Some((most, beyond)) = rest.char_indices().nth(width) {
        // A space after the last column also ends a line.
        let spaces = rest[..most + beyond.len_utf8()].rmatch_indices(' ');
        let mut ends = spaces.map(|(end, _)| end).filter(|&end| !is_in_a_move(rest, end));
        let Some(end) = ends.find(|&end| !rest[..end].trim().is_empty()) else { break };
        lines.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    lines.push(rest);
    lines
}

/// Returns `true` if the space at an offset is inside a move: between two numbers, or between a number and `R` or `L`.
fn is_in_a_move(text: &str, space: usize) -> bool {
    let (before, after) = (&text[..space], &text[space + 1..]);
    let mut next = after.chars();
    let is_side = |rest: &str| rest.chars().next().is_none_or(|c| !c.is_alphanumeric());
    before.ends_with(|c: char| c.is_ascii_digit())
        && match next.next() {
            Some('R' | 'L') => is_side(next.as_str()),
            first => first.is_some_and(|c| c.is_ascii_digit()),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("   indented text", 8), ["   indented text"]);
        assert_eq!(wrapped("unbreakable", 4), ["unbreakable"]);
        assert_eq!(wrapped("1 12, 13 4, 2 2", 7), ["1 12,", "13 4,", "2 2"]);
        assert_eq!(wrapped("1 2 R, 1 2 L, left", 8), ["1 2 R,", "1 2 L,", "left"]);
        assert_eq!(wrapped("in 12 Left, 3 R", 7), ["in 12", "Left,", "3 R"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(wrapped("one", 0), ["one"]);
    }

    #[test]
    fn the_highest_rank_is_left_out_first_and_a_sign_says_so() {
        let plain = Style::new();
        let items = [
            Item::new(0, "status", plain),
            Item::new(2, "light", plain),
            Item::new(3, "", plain),
            Item::new(1, "a hint of several words", plain),
            Item { continues: true, ..Item::new(4, "a list", plain) },
            Item::new(0, "keys", plain),
        ];
        let lines = |room| fit(&items, 10, room).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
        assert_eq!(lines(9), ["status", "light", "a hint of", "several", "words", "a list", "keys"]);
        assert_eq!(lines(6), ["status", "light", "a hint of", "several", "words …", "keys"]);
        assert_eq!(lines(5), ["status", "a hint of", "several", "words …", "keys"]);
        assert_eq!(lines(4), ["status", "a hint of", "several …", "keys"]);
        assert_eq!(lines(3), ["status", "a hint …", "keys"]);
        assert_eq!(lines(2), ["status …", "keys"]);
        assert_eq!(lines(1), ["status …"]);
        assert_eq!(lines(0), [""; 0]);
        assert_eq!(min_lines(&items, 10), 2);
        assert_eq!(min_lines(&items, 3), 2);
        for width in [0, 1, 2] {
            fit(&items, width, 3);
        }
    }
}
