//! Splitting of a line into cells, and parsing of a cell to a symbol.

use super::super::scan::{digits, quote};
use super::options::Symbols;
use crate::rules::ReadError;
use crate::rules::grid::{is_joined, is_label};

/// The separator of the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// No separator: each character is a cell.
    None,
    /// White space.
    Blanks,
    /// Commas or semicolons.
    Commas,
    /// Pipes, as in a table of Markdown.
    Pipes,
}

impl Separator {
    pub fn of(line: &str) -> Separator {
        let has = |part: &[char]| line.contains(part);
        match () {
            () if has(&['|']) => Separator::Pipes,
            () if has(&[',', ';']) => Separator::Commas,
            () if line.contains(char::is_whitespace) => Separator::Blanks,
            () => Separator::None,
        }
    }

    /// Calls `cell` for every cell of a trimmed line, with the offset of the cell in the line.
    ///
    /// # Errors
    /// Returns the first error of `cell`.
    pub fn each<'t, E>(
        self,
        line: &'t str,
        mut cell: impl FnMut(usize, &'t str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut fields = |line: &'t str, before: usize, parts: &[char]| {
            let mut at = before;
            line.split(parts).try_for_each(|field| {
                let inner = field.trim();
                let start = at + field.len() - field.trim_start().len();
                at += field.len() + 1;
                match unquoted(inner) {
                    Some(inner) => cell(start + 1, inner),
                    None => cell(start, inner),
                }
            })
        };
        match self {
            Separator::None if line.is_ascii() => (0..line.len()).try_for_each(|at| cell(at, &line[at..=at])),
            Separator::None => signs(line).try_for_each(|(at, sign)| cell(at, sign)),
            Separator::Blanks => {
                let place = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
                line.split_whitespace().try_for_each(|word| cell(place(word), word))
            }
            Separator::Commas => fields(line, 0, &[',', ';']),
            Separator::Pipes => {
                let inner = line.strip_prefix('|').unwrap_or(line);
                fields(inner.strip_suffix('|').unwrap_or(inner), line.len() - inner.len(), &['|'])
            }
        }
    }

    /// Returns `true` if a cell may be a word of several letters.
    pub fn allows_words(self) -> bool {
        matches!(self, Separator::Commas | Separator::Pipes)
    }
}

/// Removes a pair of quotes; returns `None` without quotes.
fn unquoted(text: &str) -> Option<&str> {
    ['"', '\''].into_iter().find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))
}

/// Returns the visible characters of a text with their offsets; an accent belongs to its letter.
pub fn signs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let mut end = rest.len();
        let mut before = '\0';
        for (place, c) in rest.char_indices() {
            // A joiner combines the characters before and after it into one sign.
            if place > 0 && !is_joined(c) && before != '\u{200d}' {
                end = place;
                break;
            }
            before = c;
        }
        let sign = (at, &rest[..end]);
        at += end;
        Some(sign)
    })
}

/// Returns the quoted character at an offset of a text, for a message.
pub fn quoted_at(text: &[u8], offset: usize) -> String {
    let mut character = (1..=4).filter_map(|length| text.get(offset..offset + length));
    let character = character.find(|bytes| std::str::from_utf8(bytes).is_ok());
    quote(character.unwrap_or_default())
}

/// Removes the comment at the end of a line.
pub fn without_comment(line: &[u8]) -> &[u8] {
    let comment = |at: &usize| line[*at] == b'#' && line[at - 1].is_ascii_whitespace();
    let end = memchr::memchr_iter(b'#', line).filter(|&at| at > 0).find(comment);
    line[..end.unwrap_or(line.len())].trim_ascii_end()
}

/// Converts the line of a text that starts at `offset` to a string.
///
/// # Errors
/// At the first byte that is not UTF-8.
pub fn utf8<'t>(text: &[u8], offset: usize, line: &'t [u8]) -> Result<&'t str, ReadError> {
    std::str::from_utf8(line).map_err(|error| {
        let at = error.valid_up_to();
        ReadError::at(text, offset + at, format!("found {}, expected text in UTF-8", quote(&line[at..=at])))
    })
}

/// The content of a cell that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol<'t> {
    /// A number.
    Number(u64),
    /// A letter, another sign, or a word.
    Text(&'t str),
}

/// Parses the symbol of a cell; `None` if the cell is empty.
///
/// # Errors
/// If the cell is invalid: a message with the text found and the expected input.
pub fn symbol(cell: &str, empty: Symbols, words: bool) -> Result<Option<Symbol<'_>>, String> {
    if matches!(cell, "" | "." | "-1") || empty.contains(cell) {
        return Ok(None);
    }
    let found = || quote(cell.as_bytes());
    if cell.bytes().all(|byte| byte.is_ascii_digit()) {
        let too_large = || format!("the number {} is too large, expected at most {}", found(), u64::MAX);
        return digits(cell.as_bytes()).map(|number| Some(Symbol::Number(number))).ok_or_else(too_large);
    }
    match cell {
        "-" | "_" => Err(format!("found {}, expected a colour, or '.' or a symbol named as empty", found())),
        _ if is_label(cell) && (words || signs(cell).count() == 1) => Ok(Some(Symbol::Text(cell))),
        _ if words => Err(format!("found {}, expected a number, a letter, a word or '.'", found())),
        _ => Err(format!("found {}, expected a number, a letter or '.'", found())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(line: &str) -> Vec<(usize, &str)> {
        let mut cells = Vec::new();
        let done: Result<(), ()> = Separator::of(line).each(line, |at, cell| {
            cells.push((at, cell));
            Ok(())
        });
        done.unwrap();
        cells
    }

    #[test]
    fn cells_have_their_offsets() {
        assert_eq!(split("R2."), [(0, "R"), (1, "2"), (2, ".")]);
        assert_eq!(split("10  -1\tx"), [(0, "10"), (4, "-1"), (7, "x")]);
        assert_eq!(split("1, \"R\",,2"), [(0, "1"), (4, "R"), (7, ""), (8, "2")]);
        assert_eq!(split("| a |  | b |"), [(2, "a"), (7, ""), (9, "b")]);
        assert_eq!(split("a|b"), [(0, "a"), (2, "b")]);
        let squares = "\u{1f7e5}\u{2b1b}\u{fe0f}e\u{301}";
        assert_eq!(split(squares), [(0, "\u{1f7e5}"), (4, "\u{2b1b}\u{fe0f}"), (10, "e\u{301}")]);
    }

    #[test]
    fn comments_end_a_line() {
        for (line, left) in
            [("12 # a", "12"), ("1 2\t#", "1 2"), ("1#2", "1#2"), ("1#2 # 3", "1#2"), ("#", "#")]
        {
            assert_eq!(without_comment(line.as_bytes()), left.as_bytes());
        }
    }
}
