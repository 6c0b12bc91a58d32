//! Splitting of rows into cells, and parsing of a cell to a symbol.

use super::super::scan::{digits, quote};
use super::options::Symbols;
use super::source::{HIDDEN, is_blank, trim};
use tilefall_rules::grid::{is_joined, is_label};

/// A separator of cells. In a row with several kinds of separators, the kind declared last separates the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Separator {
    /// No separator: each character is a cell.
    None,
    /// White space.
    Blanks,
    /// Tabs between words.
    Tabs,
    Semicolons,
    Commas,
    /// Pipes, as in a table of Markdown, and vertical lines of frames.
    Pipes,
}

impl Separator {
    /// Returns the kind of separator that a character is; `None` for any other character.
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

    /// Returns the separator of the cells in a text: the kind declared last among the kinds in the text.
    pub fn within(text: &str) -> Separator {
        let strongest = text.chars().filter_map(Separator::of).max().unwrap_or(Separator::None);
        let is_name = |word: &str| word.contains(char::is_alphabetic) && signs(word).nth(1).is_some();
        let is_word = |cell: &str| !cell.trim().is_empty() && cell.split_whitespace().all(is_name);
        match strongest {
            Separator::Blanks if text.contains('\t') && text.split('\t').any(is_word) => Separator::Tabs,
            strongest => strongest,
        }
    }

    /// Returns `true` if a character is this separator.
    pub fn is(self, c: char) -> bool {
        Separator::of(c) == Some(self) || self == Separator::Tabs && c == '\t'
    }

    /// Returns the cells of a row, without quotes and blanks around them.
    pub fn cells<'t>(self, row: &'t str) -> Box<dyn Iterator<Item = &'t str> + 't> {
        let bare = |cell: &'t str| unquoted(cell).unwrap_or(cell);
        let trimmed = |cell: &'t str| cell.trim_matches(is_blank);
        match self {
            Separator::None if row.is_ascii() && !row.contains(HIDDEN) => {
                Box::new((0..row.len()).map(|at| &row[at..=at]))
            }
            Separator::None => Box::new(signs(row).filter(|sign| !sign.starts_with(HIDDEN))),
            Separator::Blanks => {
                Box::new(row.split_whitespace().map(trimmed).filter(|word| !word.is_empty()).map(bare))
            }
            _ => Box::new(row.split(move |c| self.is(c)).map(trimmed).map(bare)),
        }
    }

    /// Returns `true` if a cell between these separators may be a word of several letters.
    pub fn allows_words(self) -> bool {
        self > Separator::Blanks
    }
}

/// Removes the quotes around a text without other quotes of the same kind; returns `None` for any other text.
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
            // The zero-width joiner combines the characters on both sides into one sign.
            let apart = !is_joined(c) && before != '\u{200d}';
            before = c;
            apart
        });
        let (sign, after) = rest.split_at(next.map_or(rest.len(), |(at, _)| at));
        rest = after;
        Some(sign)
    })
}

/// Splits a line into code and comment. A comment begins with `#` or `//` at the start of the line or after white
/// space. If a line has more slashes, which may end rows, `//` begins a comment only at the start of the line.
pub fn split_comment(line: &[u8]) -> (&[u8], &[u8]) {
    let slashes = memchr::memchr_iter(b'/', line).count();
    let begins = |&at: &usize| match line[at] {
        // `#` before a digit or `(` begins no comment: `#1` is the number of a move, for example.
        b'#' if line.get(at + 1).is_some_and(|&next| next.is_ascii_digit() || next == b'(') => false,
        b'#' => at == 0 || line[at - 1].is_ascii_whitespace(),
        _ if !line[at..].starts_with(b"//") => false,
        _ => at == 0 || line[at - 1].is_ascii_whitespace() && slashes == 2,
    };
    let end = memchr::memchr2_iter(b'#', b'/', line).find(begins);
    let (code, comment) = line.split_at(end.unwrap_or(line.len()));
    (trim(code), comment)
}

/// The content of a cell that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol<'t> {
    Number(u64),
    /// A letter, another sign, or a word.
    Text(&'t str),
}

/// Parses the symbol of a cell, which may be a word if `words` is set; `None` if the cell is empty.
pub fn symbol(cell: &str, empty: Symbols, words: bool) -> Result<Option<Symbol<'_>>, String> {
    if matches!(cell, "" | "." | "-1") || empty.contains(cell) {
        return Ok(None);
    }
    let found = || quote(cell.as_bytes());
    // Floating-point arrays have numbers such as `1.` and `1.0`.
    let cell = match cell.split_once('.') {
        Some((number, zeros)) if !number.is_empty() && zeros.bytes().all(|byte| byte == b'0') => number,
        _ => cell,
    };
    if cell.bytes().all(|byte| byte.is_ascii_digit()) {
        let too_large = || format!("the number {} is too large, expected at most {}", found(), u64::MAX);
        return digits(cell.as_bytes()).map(|number| Some(Symbol::Number(number))).ok_or_else(too_large);
    }
    match cell {
        "-" | "_" => Err(format!("found {}, expected a colour, or '.' or a symbol named as empty", found())),
        // Box-drawing characters are parts of frames, not tiles.
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
