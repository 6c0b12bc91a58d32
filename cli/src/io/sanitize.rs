//! Escapes text from inputs for display, so that the text cannot control the terminal or pass for other text.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns `true` for a character that a terminal interprets instead of showing: control characters, marks
/// and overrides of the writing direction, line separators, invisible tags.
pub fn is_terminal_control(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Replaces terminal controls by JSON escapes such as `\u001b`, except for the characters in `but`.
fn escaped<'a>(text: &'a str, but: &[char]) -> Cow<'a, str> {
    let bad = |c: char| is_terminal_control(c) && !but.contains(&c);
    if !text.contains(bad) {
        return text.into();
    }
    let mut sanitize = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' if bad(c) => sanitize.push_str("\\n"),
            _ if bad(c) => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| {
                let _ = write!(sanitize, "\\u{unit:04x}");
            }),
            _ => sanitize.push(c),
        }
    }
    sanitize.into()
}

/// Sanitizes a message of one line.
///
/// ```
/// use tilefall_cli::sanitize::line;
/// assert_eq!(line("naïve.txt"), "naïve.txt");
/// assert_eq!(line("a\x1b[2J\nb\u{202e}"), r"a\u001b[2J\nb\u202e");
/// ```
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, &[])
}

/// Sanitizes whole lines; line feeds and tabs stay. JSON remains equivalent JSON.
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, &['\n', '\t'])
}

/// Shortens a text to `width` characters: `…` and the end of the text, because ids differ at their ends.
pub fn end(text: &str, width: usize) -> Cow<'_, str> {
    let long = text.chars().count();
    if long <= width {
        return text.into();
    }
    let end: String = text.chars().skip(long - width.saturating_sub(1)).collect();
    format!("\u{2026}{end}").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_lose_their_beginning() {
        assert_eq!([end("abc", 3), end("abcd", 3), end("abcd", 1)], ["abc", "\u{2026}cd", "\u{2026}"]);
    }

    #[test]
    fn nothing_that_commands_a_terminal_is_left() {
        let all: String = ('\0'..=char::MAX).filter(|&c| is_terminal_control(c)).collect();
        assert!(!line(&all).contains(is_terminal_control));
        assert_eq!(lines("a\tb\r\n\u{9b}31m\u{2067}"), "a\tb\\u000d\n\\u009b31m\\u2067");
        assert_eq!(line("\u{e0041}"), r"\udb40\udc41");
    }
}
