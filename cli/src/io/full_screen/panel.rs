//! The texts below a board. If room is short, the board has priority, then the first text, then the last text.

use super::frame::Frame;
use anstyle::Style;

/// Wraps a text into lines; an empty text has no lines.
fn lines(text: &str, width: u16) -> Vec<&str> {
    if text.is_empty() { Vec::new() } else { wrapped(text, width.into()) }
}

/// Returns the total number of lines of the first and the last text.
pub fn min_lines(texts: &[(String, Style)], width: u16) -> u16 {
    let ends = texts.first().into_iter().chain(texts.last());
    ends.map(|(text, _)| lines(text, width).len() as u16).sum()
}

/// Draws texts from line `top` on, after a blank line if there is room. If there is too little room, the texts before
/// the last one are cut, with `…` at the end.
pub fn draw(texts: &[(String, Style)], top: u16, frame: &mut Frame) {
    let Some((last, before)) = texts.split_last() else { return };
    let (width, room) = (frame.width(), usize::from(frame.height().saturating_sub(top)));
    let split = |(text, style): &(String, Style)| {
        lines(text, width).into_iter().map(|line| (line.to_owned(), *style)).collect::<Vec<_>>()
    };
    let (mut shown, end) = (before.iter().flat_map(split).collect::<Vec<_>>(), split(last));
    let most = room.saturating_sub(end.len()).max(usize::from(room > 0));
    if shown.len() > most {
        shown.truncate(most);
        if let Some((line, _)) = shown.last_mut() {
            while line.chars().count() + 2 > width.into() && !line.is_empty() {
                line.truncate(line.trim_end().rfind(' ').unwrap_or(0));
            }
            *line += " …";
        }
    }
    shown.extend(end);
    let blank = u16::from(shown.len() < room);
    for (y, (line, style)) in (top + blank..).zip(shown) {
        frame.put(0, y, &line, style);
    }
}

/// Wraps a text between words into lines of at most `width` characters. A move counts as one word.
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
    fn the_texts_in_the_middle_are_cut_first() {
        let texts =
            ["status", "", "a hint of several words", "keys"].map(|text| (text.to_owned(), Style::new()));
        for (height, shown) in [
            (6, "\nstatus\na hint of\nseveral\nwords\nkeys\n"),
            (5, "status\na hint of\nseveral\nwords\nkeys\n"),
            (4, "status\na hint of\nseveral …\nkeys\n"),
            (2, "status …\nkeys\n"),
            (1, "status …\n"),
            (0, ""),
        ] {
            let mut frame = Frame::new(10, height);
            draw(&texts, 0, &mut frame);
            assert_eq!(frame.to_string(), shown);
        }
        assert_eq!(min_lines(&texts, 10), 2);
        draw(&texts, 1, &mut Frame::new(1, 3));
    }
}
