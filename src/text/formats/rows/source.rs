//! A text with its options, without colour codes and comments, split into blocks of lines.

use super::super::ReadOptions;
use super::super::scan::{lines, quote};
use super::cells::split_comment;
use super::forms::board_number;
use super::tree::track;
use std::borrow::Cow;
use tilefall_rules::puzzle::Place;
use tilefall_rules::{GameKind, ReadError};

/// A text with the options for its boards.
#[derive(Clone, Copy)]
pub struct Source<'t> {
    /// The text, without colour codes and block comments; see [`clean`].
    pub text: &'t [u8],
    pub options: ReadOptions,
    /// An offset with its line and column. The places of errors are counted from this offset on.
    pub(super) base: (usize, Place),
}

impl<'t> Source<'t> {
    pub fn new(text: &'t [u8], options: ReadOptions) -> Source<'t> {
        Source { text, options, base: (0, Place::default()) }
    }

    /// Moves the base to a part of the text, so that finding the places of all errors costs one pass over the text.
    pub fn advance(&mut self, part: &str) {
        let (start, place) = self.base;
        let offset = self.offset(part).max(start);
        self.base = (offset, place.after(&self.text[start..offset]));
    }

    /// Creates an error at an offset of the text.
    pub fn error_at(self, offset: usize, message: impl Into<String>) -> ReadError {
        let (start, place) = if offset < self.base.0 { (0, Place::default()) } else { self.base };
        let Place { line, column } = place.after(&self.text[start..offset.min(self.text.len())]);
        ReadError { line, column, reached: (line, column), ..ReadError::at(b"", 0, message) }
    }

    /// Returns the game of the boards: SameGame unless the options state another.
    pub fn game(self) -> GameKind {
        self.options.game.unwrap_or(GameKind::SameGame)
    }

    /// Returns the offset of `part`, which must be a slice of the text.
    pub fn offset(self, part: &str) -> usize {
        part.as_ptr() as usize - self.text.as_ptr() as usize
    }

    /// Creates an error at a part of the text.
    pub fn error(self, part: &str, message: impl Into<String>) -> ReadError {
        self.error_at(self.offset(part), message)
    }

    /// Creates the error for a part of the text that has two meanings.
    pub fn ambiguous(self, part: &str, message: impl Into<String>) -> ReadError {
        ReadError { ambiguous: true, ..self.error(part, message) }
    }

    /// Creates the error "found …, expected …" for a part of the text.
    pub fn found(self, part: &str, expected: &str) -> ReadError {
        self.error(part, format!("found {}, expected {expected}", quote(part.as_bytes())))
    }

    /// Returns the numbers of tabs before and after `part` on its line; 0 if there is more than blanks.
    pub fn tabs_around(self, part: &str) -> [usize; 2] {
        fn tabs<'b>(mut bytes: impl Iterator<Item = &'b u8>) -> usize {
            let mut tabs = 0;
            let end = bytes.find(|byte| {
                tabs += usize::from(**byte == b'\t');
                **byte == b'\n' || !byte.is_ascii_whitespace()
            });
            if end.is_none_or(|end| *end == b'\n') { tabs } else { 0 }
        }
        let start = self.offset(part);
        [tabs(self.text[..start].iter().rev()), tabs(self.text[start + part.len()..].iter())]
    }

    /// Returns the width on a screen of the text before `part` on its line, or of the last 1 KiB: the rows of a longer
    /// line are not aligned, and there may be many.
    pub fn indent(self, part: &str) -> usize {
        let end = self.offset(part);
        let before = &self.text[end.saturating_sub(1 << 10)..end];
        let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        std::str::from_utf8(&before[start..]).map_or(0, columns)
    }
}

/// Returns the width of a text in columns of the screen.
pub fn columns(text: &str) -> usize {
    use unicode_width::UnicodeWidthChar as _;
    text.chars().filter_map(|c| c.width().filter(|_| c != HIDDEN)).sum()
}

/// The character that [`clean`] puts in place of each byte of a colour code.
pub const HIDDEN: char = '\0';

/// Returns `true` for a blank, and for a part of a colour code.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == HIDDEN
}

/// Removes blanks and hidden colour codes at both ends of a line.
pub fn trim(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    match line {
        [] | [b'!'..=b'~'] | [b'!'..=b'~', .., b'!'..=b'~'] => line,
        _ => std::str::from_utf8(line).map_or(line, |text| text.trim_matches(is_blank).as_bytes()),
    }
}

/// Hides the colour codes of a terminal; offsets stay as they are. Block comments, and the quotes of strings of several
/// lines, become blanks.
///
/// # Errors
/// For a NUL, for a line ending other than LF and CR LF, and for cells that differ only in their colour codes.
pub fn clean(text: &[u8]) -> Result<Cow<'_, [u8]>, ReadError> {
    if let Some(at) = memchr::memchr(HIDDEN as u8, text) {
        return Err(ReadError::at(text, at, "found '\\x00', expected text"));
    }
    if let Some((at, length)) = other_line_end(text) {
        let found = quote(&text[at..at + length]);
        return Err(ReadError::at(text, at, format!("found {found}, expected '\\n' at the end of a line")));
    }
    let mut clean = Cow::Borrowed(text);
    for quote in [&b"\"\"\""[..], b"'''", b"`"] {
        let places: Vec<usize> = memchr::memmem::find_iter(text, quote).take(3).collect();
        if let [start, end] = places[..]
            && memchr::memchr(b'\n', &text[start..end]).is_some()
        {
            [start, end].into_iter().for_each(|at| clean.to_mut()[at..at + quote.len()].fill(b' '));
        }
    }
    let mut from = 0;
    while let Some(start) = memchr::memmem::find(&text[from..], b"/*").map(|at| from + at) {
        let Some(end) = memchr::memmem::find(&text[start..], b"*/").map(|at| start + at + 2) else { break };
        let blank = |at: Option<&u8>| at.is_none_or(u8::is_ascii_whitespace);
        from = start + 2;
        if blank(start.checked_sub(1).and_then(|at| text.get(at))) && blank(text.get(end)) {
            let cut = &mut clean.to_mut()[start..end];
            cut.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
            from = end;
        }
    }
    let blank = |clean: &mut Cow<'_, [u8]>, signs: &[u8]| {
        clean.to_mut().iter_mut().filter(|byte| signs.contains(byte)).for_each(|byte| *byte = b' ');
    };
    let filled = || lines(text).map(|(_, line)| line.trim_ascii()).filter(|line| !line.is_empty());
    if filled().all(is_boxed) {
        blank(&mut clean, b"[]()");
    } else if filled().all(|line| line.starts_with(b"["))
        && filled().next().is_some_and(|line| line.starts_with(b"[,1]"))
    {
        // A matrix as the language R prints it.
        clean = Cow::Owned(without_indexes(text));
    } else if filled().all(|line| line.ends_with(b"\\\\") && line.contains(&b'&')) {
        // A table of TeX.
        blank(&mut clean, b"&\\");
    }
    if text.starts_with(b"Grid 1.\n") {
        draw_blanks(clean.to_mut());
    }
    if memchr::memchr(0x1b, text).is_some() {
        hide_colours(text, clean.to_mut())?;
    }
    Ok(clean)
}

/// Returns the offset and length of the first line ending other than LF and CR LF: a CR within a line, U+0085, U+2028
/// or U+2029.
fn other_line_end(text: &[u8]) -> Option<(usize, usize)> {
    let inside = |&at: &usize| text.get(at + 1).is_some_and(|next| !b"\r\n".contains(next));
    let signs = ["\u{85}", "\u{2028}", "\u{2029}"].iter();
    let other = signs.filter_map(|sign| Some((memchr::memmem::find(text, sign.as_bytes())?, sign.len())));
    let within = memchr::memchr_iter(b'\r', text).find(inside).map(|at| (at, 1));
    within.into_iter().chain(other).min()
}

/// Replaces indexes in brackets, and quotes, by blanks: of `[1,] "R"` only `R` is left.
fn without_indexes(text: &[u8]) -> Vec<u8> {
    let mut inside = false;
    let blank = |&byte: &u8| {
        inside |= byte == b'[';
        let hidden = inside || byte == b'"';
        inside &= byte != b']';
        if hidden && byte != b'\n' { b' ' } else { byte }
    };
    text.iter().map(blank).collect()
}

/// Returns `true` for a line of several signs or words, each in brackets: `[R][G]`.
fn is_boxed(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let Some(&open @ (b'[' | b'(')) = line.first() else { return false };
    let close = if open == b'[' { b']' } else { b')' };
    let is_cell = |part: &[u8]| {
        let cell = part.trim_ascii_start().strip_prefix(&[open]).map(<[u8]>::trim_ascii);
        cell.is_some_and(|cell| !cell.is_empty() && !cell.iter().any(|byte| b"[](){}, \"'".contains(byte)))
    };
    line.strip_suffix(&[close]).is_some_and(|line| {
        let mut cells = line.split(|&byte| byte == close);
        line.contains(&close) && cells.all(is_cell)
    })
}

/// Replaces empty cells, which are blanks in an output for UVa 339, by `.`.
fn draw_blanks(text: &mut [u8]) {
    for line in text.split_mut(|&byte| byte == b'\n') {
        if let Some(cells) = line.strip_prefix(b"    ")
            && cells.len() % 2 == 1
            && cells.iter().skip(1).step_by(2).all(|&byte| byte == b' ')
        {
            line[4..].iter_mut().step_by(2).filter(|byte| **byte == b' ').for_each(|byte| *byte = b'.');
        }
    }
}

/// Overwrites the colour codes of `text` with [`HIDDEN`] in its copy `hidden`.
fn hide_colours(text: &[u8], hidden: &mut [u8]) -> Result<(), ReadError> {
    // The colour code of each sign so far.
    let mut colours: Vec<(char, &[u8])> = Vec::new();
    let mut at = 0;
    while let Some(start) = memchr::memmem::find(&text[at..], b"\x1b[").map(|found| at + found) {
        let code = &text[start + 2..];
        let length = code.iter().take_while(|byte| byte.is_ascii_digit() || b";?".contains(byte)).count();
        let Some(last) = code.get(length) else { break };
        at = start + length + 3;
        hidden[start..at].fill(HIDDEN as u8);
        let (code, shown) = (&code[..length], &text[at..]);
        let shown = &shown[..memchr::memchr2(0x1b, b'\n', shown).unwrap_or(shown.len())];
        if *last != b'm' || code.iter().all(|byte| b"0;".contains(byte)) || shown.is_empty() {
            continue;
        }
        let shown = String::from_utf8_lossy(shown);
        let mut signs = shown.chars().filter(|c| !c.is_whitespace()).peekable();
        let colour_alone = signs.peek().is_none()
            || signs.any(|sign| match colours.iter().find(|(known, _)| *known == sign) {
                Some((_, known)) => *known != code,
                None => {
                    colours.push((sign, code));
                    colours.truncate(256);
                    false
                }
            });
        if colour_alone {
            let message =
                "only the colours of the terminal tell these cells apart, expected a sign for each colour";
            return Err(ReadError::at(text, at, message).recognised());
        }
    }
    Ok(())
}

/// The lines between two blank lines or fences. A list in brackets counts as one line, even if it spans several.
#[derive(Default)]
pub struct Block<'t> {
    pub lines: Vec<&'t str>,
    pub comments: Vec<&'t str>,
    /// The first error of a line.
    pub bad: Option<ReadError>,
}

/// An iterator over the blocks of a text. If there are Markdown fences, the text outside of them is skipped.
pub struct Blocks<'t> {
    source: Source<'t>,
    /// The offset of the next line.
    at: usize,
    fenced: bool,
    outside: bool,
    /// Whether a blank line ends a list in brackets: set once a list has no closing bracket.
    by_paragraph: bool,
}

impl<'t> Blocks<'t> {
    /// The maximum number of comments that are compared with the rows of a board.
    const MAX_COMMENTS: usize = 1000;

    pub fn new(source: Source<'t>) -> Self {
        let fenced = lines(source.text).any(|(_, line)| is_fence(line));
        Blocks { source, at: 0, fenced, outside: fenced, by_paragraph: false }
    }

    /// Returns the next line without blanks at its ends.
    fn line(&mut self) -> Option<&'t [u8]> {
        let (_, line) = lines(&self.source.text[self.at..]).next()?;
        let rest = &self.source.text[self.at + line.len()..];
        self.at += line.len() + usize::from(rest.starts_with(b"\r")) + 1;
        self.at = self.at.min(self.source.text.len());
        Some(trim(line))
    }

    /// Adds a line that is not blank to a block.
    fn add(&mut self, line: &'t [u8], block: &mut Block<'t>) {
        let (mut code, mut comment) = split_comment(line);
        // A comment with the title of a board, such as `## Puzzle 3`, counts as a line.
        if code.is_empty() && std::str::from_utf8(comment).is_ok_and(|title| board_number(title).is_some()) {
            (code, comment) = (comment.trim_ascii_start(), b"");
            while let [b'#' | b'/' | b' ', rest @ ..] = code {
                code = rest;
            }
        }
        if block.comments.len() < Self::MAX_COMMENTS
            && let Ok(comment) = std::str::from_utf8(comment)
            && !comment.is_empty()
        {
            block.comments.push(comment);
        }
        match self.whole(code) {
            Ok("") => {}
            Ok(code) => block.lines.push(code),
            Err(error) => _ = block.bad.get_or_insert(error),
        }
    }

    /// Returns a line as a string; if it opens brackets, includes the lines up to the last closing bracket.
    fn whole(&mut self, code: &'t [u8]) -> Result<&'t str, ReadError> {
        let (text, start) = (self.source.text, code.as_ptr() as usize - self.source.text.as_ptr() as usize);
        let valid = |line: &'t [u8]| {
            std::str::from_utf8(line).map_err(|error| {
                let at = line.as_ptr() as usize - text.as_ptr() as usize + error.valid_up_to();
                let message = format!("found {}, expected text in UTF-8", quote(&text[at..=at]));
                ReadError::at(text, at, message)
            })
        };
        let line = valid(code)?;
        if memchr::memchr3(b'[', b'(', b'{', code).is_none() {
            return Ok(line);
        }
        let (mut open, from) = (Vec::new(), self.at);
        let mut end = start + code.len();
        let mut read = track(line, &mut open);
        while let (Ok(()), Some(_)) = (&read, open.last()) {
            let Some(next) = self.line().filter(|next| !(next.is_empty() && self.by_paragraph)) else {
                break;
            };
            end = next.as_ptr() as usize - text.as_ptr() as usize + split_comment(next).0.len();
            read = track(valid(next)?, &mut open);
        }
        let Err(error) = read.map_err(|(part, message)| self.source.error(part, message)) else {
            let Some(&first) = open.first() else { return valid(&text[start..end]) };
            // Skips the paragraph of a list without an end, so that the boards after it are still read.
            (self.at, self.by_paragraph) = (from, true);
            let mut end = from;
            while self.line().is_some_and(|line| !line.is_empty()) {
                end = self.at;
            }
            self.at = end;
            let message = "this list has no end, expected a closing bracket for every one that opens";
            return Err(self.source.error(first, message).recognised());
        };
        self.at = from;
        Err(error)
    }
}

impl<'t> Iterator for Blocks<'t> {
    type Item = Block<'t>;

    fn next(&mut self) -> Option<Block<'t>> {
        let mut block = Block::default();
        while let Some(line) = self.line() {
            let is_fence = self.fenced && is_fence(line);
            self.outside ^= is_fence;
            if !is_fence && self.outside {
                continue;
            }
            if !is_fence && !line.is_empty() {
                self.add(line, &mut block);
            } else if !block.lines.is_empty() || block.bad.is_some() {
                return Some(block);
            } else {
                block.comments.clear();
            }
        }
        (!block.lines.is_empty() || block.bad.is_some()).then_some(block)
    }
}

/// Returns `true` if a line opens or closes a code block of Markdown.
fn is_fence(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.starts_with(b"```") || line.starts_with(b"~~~")
}
