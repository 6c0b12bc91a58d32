//! Boards in brackets: nested lists as programs write them and as they stand in source code.

use super::board::{Board, Found, Source};
use super::cells::Separator;
use super::options::{Lists, Options};
use crate::rules::read_error::quote;
use crate::rules::{GameKind, ReadError};

const QUOTES: [char; 2] = ['"', '\''];

/// Reads the boards of lists. Where lists of a Mayan board with empty cells can be rows and columns, both have to give
/// the same board.
///
/// # Errors
/// For anything but lists of rows of cells, other text around a list, and lists with two meanings.
pub fn read<'t>(source: Source<'t>, lines: &[&'t str]) -> Result<Vec<Found>, ReadError> {
    let rows = read_as(source, lines);
    if !source.options.strict || source.game() != GameKind::Mayan {
        return rows;
    }
    let mut turned = source;
    turned.options.rows = Options { lists: Lists::Columns, ..source.options.rows };
    let has_space = |found: &Found| found.grid.tiles() < found.grid.rows() * found.grid.cols();
    let is_turned = |(one, other): (&Found, &Found)| {
        (one.grid.rows(), one.grid.cols()) == (other.grid.cols(), other.grid.rows())
    };
    match (rows, List::read(turned, lines, false)) {
        (Ok(rows), Ok(columns))
            if rows != columns && rows.iter().any(has_space) && rows.iter().zip(&columns).all(is_turned) =>
        {
            let message = "lists that can be rows or columns: add --lists rows, or --lists columns for columns from the \
                           bottom";
            Err(ReadError { ambiguous: true, ..source.error(lines[0], message) })
        }
        (Err(error), Ok(_)) if !lines.iter().any(|line| line.contains(QUOTES)) => {
            let message =
                format!("{}; lists of columns from the bottom are read with --lists columns", error.message);
            Err(ReadError { message, ..error })
        }
        (rows, _) => rows,
    }
}

/// Reads the boards of lists of rows, or of columns if the options say so. A string is a cell, or a row of cells: where
/// both give boards, they have to be equal.
fn read_as<'t>(source: Source<'t>, lines: &[&'t str]) -> Result<Vec<Found>, ReadError> {
    let cells = List::read(source, lines, false);
    if !lines.iter().any(|line| line.contains(QUOTES)) {
        return cells;
    }
    match (cells, List::read(source, lines, true)) {
        (Ok(cells), Ok(rows)) if source.options.strict && cells != rows => {
            let message = "strings that can be cells or rows: write rows as lists of cells, or add --format rows for cells";
            Err(ReadError { ambiguous: true, ..source.error(lines[0], message) })
        }
        (Err(one), Err(other)) => {
            let further = (one.line, one.column) >= (other.line, other.column);
            Err(if further { one } else { other })
        }
        (found @ Ok(_), _) | (Err(_), found) => found,
    }
}

/// A parser of lists.
struct List<'t> {
    source: Source<'t>,
    /// Whether strings are rows.
    strings: bool,
    /// The open brackets.
    open: Vec<Open<'t>>,
    /// The number of open lists.
    depth: usize,
    /// The number of open lists around a cell of the board, or around a string that is a row.
    rows_at: usize,
    /// The current board.
    board: Option<Board<'t>>,
    /// The strings of the current board.
    rows: Vec<&'t str>,
    /// The columns of the current board, and the current one: the cells from the bottom, and whether each is empty.
    columns: Vec<Vec<(&'t str, bool)>>,
    column: Vec<(&'t str, bool)>,
    found: Vec<Found>,
}

/// An open bracket.
struct Open<'t> {
    /// The text from the bracket on.
    at: &'t str,
    /// Whether it begins a list; otherwise it encloses the arguments of a call.
    is_list: bool,
    /// The number of boards before it.
    found: usize,
}

/// Returns the bracket that closes another one.
fn closing(bracket: char) -> Option<char> {
    Some(match bracket {
        '[' => ']',
        '(' => ')',
        '{' => '}',
        _ => return None,
    })
}

/// Returns the text after the key of a JSON object that `rest` begins with, and after its value unless that is a list.
fn after_key(rest: &str) -> Option<&str> {
    let value = rest.strip_prefix('"')?.split_once('"')?.1.trim_start().strip_prefix(':')?.trim_start();
    let end = match value.chars().next() {
        Some('[') => 0,
        Some('"') => value[1..].find('"')? + 2,
        _ => value.find([',', '}']).unwrap_or(value.len()),
    };
    Some(&value[end..])
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || "_.:!<>".contains(c)
}

impl<'t> List<'t> {
    fn read(source: Source<'t>, lines: &[&'t str], strings: bool) -> Result<Vec<Found>, ReadError> {
        let mut list = List {
            source,
            strings,
            open: Vec::new(),
            depth: 0,
            rows_at: 0,
            board: None,
            rows: Vec::new(),
            columns: Vec::new(),
            column: Vec::new(),
            found: Vec::new(),
        };
        for line in lines {
            let mut rest = if list.open.is_empty() { without_assignment(line) } else { line };
            loop {
                rest = rest.trim_start_matches(|c| Separator::Blanks.is(c) || Separator::Commas.is(c));
                let Some(first) = rest.chars().next() else { break };
                rest = list.next(first, rest)?;
            }
        }
        if let Some(Open { at, .. }) = list.open.first() {
            let message = "this list has no end, expected a closing bracket for every one that opens";
            return Err(source.error(at, message));
        }
        list.end_board()?;
        Ok(list.found)
    }

    /// Reads the bracket, string or word that `rest` begins with, and returns the text after it.
    fn next(&mut self, first: char, rest: &'t str) -> Result<&'t str, ReadError> {
        let error = |message: &str| Err(self.source.error(rest, message));
        let after = &rest[first.len_utf8()..];
        if self.open.last().is_some_and(|open| open.at.starts_with('{'))
            && let Some(value) = after_key(rest)
        {
            return Ok(value);
        }
        if let Some(close) = closing(first) {
            // An empty pair belongs to a type.
            match after.strip_prefix(close) {
                Some(after) if self.open.is_empty() => return Ok(after),
                _ => self.open(rest, true)?,
            }
        } else if matches!(first, ']' | ')' | '}') {
            self.close(first, rest)?;
        } else if QUOTES.contains(&first) {
            let Some(length) = after.find(first) else {
                return error("this string has no end, expected one on the same line");
            };
            self.string(&after[..length])?;
            return Ok(&after[length + 1..]);
        } else if Separator::Semicolons.is(first) {
            if let Some(board) = self.board.as_mut().filter(|board| board.in_row()) {
                board.end_row(rest)?;
            }
        } else {
            let ends = |c| {
                Separator::of(c).is_some()
                    || QUOTES.contains(&c)
                    || matches!(c, '[' | ']' | '(' | ')' | '{' | '}')
            };
            let (word, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()).max(first.len_utf8()));
            return self.word(word, after);
        }
        Ok(after)
    }

    /// Reads a word: a cell, a part of the source code around a list, or the name of a function that is called.
    fn word(&mut self, word: &'t str, after: &'t str) -> Result<&'t str, ReadError> {
        let name = word.starts_with(|c: char| c.is_alphabetic()) && word.chars().all(is_name);
        let called = name && word.len() > 2 && after.starts_with(|c| closing(c).is_some());
        if called && after.starts_with('(') {
            let argument = after[1..].trim_start();
            let is_list = !argument.starts_with(QUOTES)
                && !argument.trim_start_matches(is_name).starts_with(|c| closing(c).is_some());
            self.open(after, is_list)?;
            return Ok(&after[1..]);
        }
        let keyword = self.depth == 0 && (word == "new" || !self.open.is_empty() && word.contains('='));
        if called || keyword {
            return Ok(after);
        }
        self.check_depth(word)?;
        if self.strings {
            return Err(self
                .source
                .error(word, format!("found {}, expected a string", quote(word.as_bytes()))));
        }
        self.cell(word, matches!(word, "null" | "None"))?;
        Ok(after)
    }

    /// Adds a cell to the current list.
    fn cell(&mut self, cell: &'t str, is_empty: bool) -> Result<(), ReadError> {
        let board = self.board.get_or_insert_with(|| Board::new(self.source, true));
        match self.source.options.rows.lists {
            Lists::Columns => self.column.push((cell, is_empty)),
            Lists::Rows if is_empty => board.empty_cell(cell)?,
            Lists::Rows => board.cell(cell, true)?,
        }
        Ok(())
    }

    /// Reads a string: a cell, or a row of cells.
    fn string(&mut self, text: &'t str) -> Result<(), ReadError> {
        if self.strings && self.depth == 0 {
            self.rows.push(text.trim());
            return Ok(());
        }
        self.check_depth(text)?;
        if self.strings {
            self.rows.push(text.trim());
            return Ok(());
        }
        self.cell(text.trim(), text.trim().is_empty())
    }

    /// Checks that a cell is as deep as those before it.
    fn check_depth(&mut self, cell: &str) -> Result<(), ReadError> {
        let error = |what| {
            let message = format!("found {}, expected {what}", quote(cell.as_bytes()));
            Err(self.source.error(cell, message))
        };
        if self.depth == 0 {
            return error("the end of the line after the list");
        }
        if self.board.is_none() && self.rows.is_empty() {
            self.rows_at = self.depth;
        } else if self.depth != self.rows_at {
            return error("a list, as above");
        }
        Ok(())
    }

    fn open(&mut self, at: &'t str, is_list: bool) -> Result<(), ReadError> {
        let begun = self.board.is_some() || !self.rows.is_empty();
        let deepest = if begun && (self.strings || self.depth == self.rows_at) { self.rows_at } else { 3 };
        if is_list && self.depth >= deepest {
            return Err(self.source.error(at, "found a list, expected a cell"));
        }
        self.open.push(Open { at, is_list, found: self.found.len() });
        self.depth += usize::from(is_list);
        Ok(())
    }

    fn close(&mut self, bracket: char, at: &'t str) -> Result<(), ReadError> {
        let Some(Open { at: start, is_list, found }) = self.open.pop() else {
            return Err(self.source.error(at, "found a closing bracket, expected a list"));
        };
        let expected = start.chars().next().and_then(closing);
        if let Some(expected) = expected.filter(|&expected| expected != bracket) {
            return Err(self.source.error(at, format!("found '{bracket}', expected '{expected}'")));
        }
        if !is_list {
            return Ok(());
        }
        self.depth -= 1;
        let row_at = self.rows_at.checked_sub(1);
        let (begun, text) = (self.board.is_some() || !self.rows.is_empty(), self.source.text);
        match &mut self.board {
            Some(_) if Some(self.depth) == row_at && self.source.options.rows.lists == Lists::Columns => {
                self.columns.push(std::mem::take(&mut self.column));
            }
            Some(board) if Some(self.depth) == row_at => {
                let ended = text[..self.source.offset(at)].trim_ascii_end().ends_with(b";");
                if board.in_row() || !ended {
                    board.end_row(start)?;
                }
            }
            _ if begun => self.end_board()?,
            _ if self.found.len() == found => {
                return Err(self.source.error(start, "an empty list, expected rows of cells"));
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends the current board.
    fn end_board(&mut self) -> Result<(), ReadError> {
        let strings = std::mem::take(&mut self.rows);
        if let Some(&first) = strings.first() {
            if self.source.options.rows.lists == Lists::Columns {
                return Err(self
                    .source
                    .error(first, "strings are rows, expected lists of cells for --lists columns"));
            }
            if strings.iter().all(|row| row.chars().nth(1).is_none()) {
                let message = "strings of one sign, expected rows of cells: [[\"R\",\"B\"],[\"B\",\"R\"]]";
                return Err(self.source.error(first, message));
            }
            let mut board = Board::new(self.source, true);
            let strongest = strings.iter().map(|row| Separator::within(row)).max();
            for row in strings {
                // Signs side by side and signs with blanks between them are rows of one board.
                let separator = strongest.filter(|of| of.allows_words()).unwrap_or(Separator::within(row));
                separator.each(row, |cell| board.cell(cell, separator.allows_words()))?;
                board.end_row(row)?;
            }
            self.found.push(board.finish()?);
        }
        let Some(mut board) = self.board.take() else { return Ok(()) };
        let columns = std::mem::take(&mut self.columns);
        for row in (0..columns.iter().map(Vec::len).max().unwrap_or(0)).rev() {
            let mut at = columns.iter().flatten().next().map_or("", |&(cell, _)| cell);
            for column in &columns {
                let (cell, is_empty) = match column.get(row) {
                    Some(&cell) => cell,
                    // The place of a cell above a column is that of the top cell.
                    None => (column.last().map_or(at, |&(top, _)| top), true),
                };
                if is_empty { board.empty_cell(cell) } else { board.cell(cell, true) }?;
                at = cell;
            }
            board.end_row(at)?;
        }
        if self.rows_at == 1 && board.rows == 1 && board.cols > 1 {
            let Found { start, .. } = board.finish()?;
            let message =
                "a flat list, expected a list of rows: [[1,2],[2,1]], or --width and the number of columns";
            return Err(ReadError::at(self.source.text, start, message));
        }
        self.found.push(board.finish()?);
        Ok(())
    }
}

/// Removes the name that a list is assigned to, or under which it stands.
fn without_assignment(line: &str) -> &str {
    let is_target = |c: char| is_name(c) || " \t[]*&$\"'".contains(c);
    match line.split_once(['=', ':']) {
        Some((name, list))
            if name.starts_with(|c: char| c.is_alphabetic() || "_\"".contains(c))
                && name.chars().all(is_target) =>
        {
            list
        }
        _ => line,
    }
}
