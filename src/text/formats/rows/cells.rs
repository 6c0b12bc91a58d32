//! Splitting of rows into cells, and parsing of a cell to a symbol.

use super::super::scan::{digits, quote};
use super::options::Symbols;
use crate::rules::grid::{is_joined, is_label};

/// A separator of the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Separator {
    /// No separator: each character is a cell.
    None,
    /// White space.
    Blanks,
    /// Semicolons.
    Semicolons,
    /// Commas.
    Commas,
    /// Pipes, as in a table of Markdown, and vertical lines of frames.
    Pipes,
}

impl Separator {
    /// Returns the separator that a character is, if any.
    pub fn of(c: char) -> Option<Separator> {
        match c {
            '|'
            | '¦'
            | '\u{2502}'
            | '\u{2503}'
            | '\u{2506}'..='\u{250b}'
            | '\u{254e}'
            | '\u{254f}'
            | '\u{2551}'
            | '｜' => Some(Separator::Pipes),
            ',' | '，' | '、' => Some(Separator::Commas),
            ';' | '；' => Some(Separator::Semicolons),
            c if c.is_whitespace() => Some(Separator::Blanks),
            _ => None,
        }
    }

    /// Returns the strongest separator in a text.
    pub fn within(text: &str) -> Separator {
        text.chars().filter_map(Separator::of).max().unwrap_or(Separator::None)
    }

    /// Returns `true` if a character is this separator.
    pub fn is(self, c: char) -> bool {
        Separator::of(c) == Some(self)
    }

    /// Calls `cell` for every cell of a row.
    ///
    /// # Errors
    /// Returns the first error of `cell`.
    pub fn each<'t, E>(self, row: &'t str, mut cell: impl FnMut(&'t str) -> Result<(), E>) -> Result<(), E> {
        match self {
            Separator::None if row.is_ascii() => (0..row.len()).try_for_each(|at| cell(&row[at..=at])),
            Separator::None => signs(row).try_for_each(cell),
            Separator::Blanks => row.split_whitespace().try_for_each(cell),
            _ => row.split(|c| self.is(c)).try_for_each(|field| {
                let field = field.trim();
                cell(unquoted(field).unwrap_or(field))
            }),
        }
    }

    /// Returns `true` if a cell may be a word of several letters.
    pub fn allows_words(self) -> bool {
        self > Separator::Blanks
    }
}

/// Removes a pair of quotes around a text without that quote; returns `None` for another text.
pub fn unquoted(text: &str) -> Option<&str> {
    let inner =
        |quote: char| text.strip_prefix(quote)?.strip_suffix(quote).filter(|inner| !inner.contains(quote));
    ['"', '\''].into_iter().find_map(inner)
}

/// Returns the visible characters of a text; an accent belongs to its letter.
pub fn signs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut before = rest.chars().next()?;
        let next = rest.char_indices().skip(1).find(|&(_, c)| {
            // A joiner combines the characters before and after it into one sign.
            let apart = !is_joined(c) && before != '\u{200d}';
            before = c;
            apart
        });
        let (sign, after) = rest.split_at(next.map_or(rest.len(), |(at, _)| at));
        rest = after;
        Some(sign)
    })
}

/// Splits the comment off a line: `#` or `//` at the start of the line or after white space, and the rest of the line. In a
/// line with another `/`, which ends a row, `//` begins a comment only at the start.
pub fn split_comment(line: &[u8]) -> (&[u8], &[u8]) {
    let slashes = memchr::memchr_iter(b'/', line).count();
    let begins = |&at: &usize| match line[at] {
        b'#' => at == 0 || line[at - 1].is_ascii_whitespace(),
        _ if !line[at..].starts_with(b"//") => false,
        _ => at == 0 || line[at - 1].is_ascii_whitespace() && slashes == 2,
    };
    let end = memchr::memchr2_iter(b'#', b'/', line).find(begins);
    let (code, comment) = line.split_at(end.unwrap_or(line.len()));
    (code.trim_ascii_end(), comment)
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
        // Lines of a frame are no tiles.
        _ if !cell.contains(|c| matches!(c, '\u{2500}'..='\u{257f}'))
            && is_label(cell)
            && (words || signs(cell).count() == 1) =>
        {
            Ok(Some(Symbol::Text(cell)))
        }
        _ if words => Err(format!("found {}, expected a number, a letter, a word or '.'", found())),
        _ => Err(format!("found {}, expected a number, a letter or '.'", found())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(row: &str) -> Vec<&str> {
        let mut cells = Vec::new();
        let done: Result<(), ()> = Separator::within(row).each(row, |cell| {
            cells.push(cell);
            Ok(())
        });
        done.unwrap();
        cells
    }

    #[test]
    fn rows_are_split_at_their_strongest_separator() {
        assert_eq!(split("R2."), ["R", "2", "."]);
        assert_eq!(split("10  -1\tx"), ["10", "-1", "x"]);
        assert_eq!(split("1, \"R\",,2"), ["1", "R", "", "2"]);
        assert_eq!(split(" a |  │ b "), ["a", "", "b"]);
        assert_eq!(split("1，2、3"), ["1", "2", "3"]);
        let squares = "\u{1f7e5}\u{2b1b}\u{fe0f}e\u{301}\u{1f468}\u{200d}\u{1f469}";
        let signs = ["\u{1f7e5}", "\u{2b1b}\u{fe0f}", "e\u{301}", "\u{1f468}\u{200d}\u{1f469}"];
        assert_eq!(split(squares), signs);
    }

    #[test]
    fn comments_end_a_line() {
        for (line, left) in [
            ("12 # a", "12"),
            ("1 2\t#", "1 2"),
            ("1#2", "1#2"),
            ("1#2 # 3", "1#2"),
            ("# 1", ""),
            ("1 2 // a", "1 2"),
            ("// 1", ""),
            ("1//2 / 3", "1//2 / 3"),
        ] {
            assert_eq!(split_comment(line.as_bytes()).0, left.as_bytes());
        }
    }
}
