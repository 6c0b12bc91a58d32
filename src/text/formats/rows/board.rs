//! Rows to a board: its size, the names of its symbols, and the certainty that the rows are a board.

use super::super::scan::{quote, tokens};
use super::super::tiles::{Order, Tiles};
use super::super::{Evidence, Fit, Layout};
use super::cells::{self, Separator, Symbol, symbol};
use super::options::{Options, RowsFrom};
use crate::rules::grid::Grid;
use crate::rules::{Columns, GameKind, MAX_COLOURS, ReadError, plural};

/// The maximum number of comment lines that are compared with the rows of a board.
const MAX_COMMENTS: usize = 1000;

/// A board during reading.
pub struct Board<'t> {
    text: &'t [u8],
    options: Options,
    tiles: Tiles<'t>,
    /// The symbols in order of appearance: the names in `tiles` are indexes into this list.
    symbols: Vec<Symbol<'t>>,
    separator: Option<Separator>,
    rows: usize,
    cols: usize,
    /// The first row, if it may be the size of the board: its offset and numbers.
    first: Option<(usize, Vec<u64>)>,
    /// The first row, once it is taken for the size of the board: its offset, its numbers, and the error that the second
    /// row would have if the first were a row of cells.
    size: Option<(usize, Vec<u64>, ReadError)>,
    /// Lines that begin with `#`, to be compared with the rows.
    comments: Vec<(usize, &'t [u8])>,
    /// Whether the rows are lists in brackets.
    listed: bool,
    /// The offsets of the first number, and of the first other symbol.
    kinds: [Option<usize>; 2],
    /// A cache of the parsed cells of one byte.
    cache: Box<[Parsed; 128]>,
}

/// The parsed content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parsed {
    Unseen,
    Empty,
    Symbol(u8),
}

impl<'t> Board<'t> {
    /// Creates a board without rows.
    pub fn new(text: &'t [u8], options: Options) -> Self {
        Board {
            text,
            options,
            tiles: Tiles::new(text),
            symbols: Vec::new(),
            separator: None,
            rows: 0,
            cols: 0,
            first: None,
            size: None,
            comments: Vec::new(),
            listed: false,
            kinds: [None; 2],
            cache: Box::new([Parsed::Unseen; 128]),
        }
    }

    /// Creates a board whose rows are lists.
    pub fn listed(text: &'t [u8], options: Options) -> Self {
        Board { listed: true, ..Board::new(text, options) }
    }

    /// Returns `true` if there is a row.
    pub fn has_row(&self) -> bool {
        self.rows > 0 || self.size.is_some()
    }

    /// Returns the number of rows, or 0 if there is a size that does not match.
    pub fn sure_rows(&self) -> usize {
        if self.size.is_some() && self.check().is_err() { 0 } else { self.rows }
    }

    /// Creates an error at the first cell.
    pub fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::at(self.text, self.tiles.start(), message)
    }

    /// Returns `true` if the board is a line of one number.
    pub fn is_one_number(&self) -> bool {
        self.rows == 1 && self.first.as_ref().is_some_and(|(_, numbers)| numbers.len() == 1)
    }

    /// Checks that the only number of the board is the number of boards after it.
    ///
    /// # Errors
    /// If the numbers differ.
    pub fn matches_count(&self, boards: u64) -> Result<(), ReadError> {
        match self.first.as_ref().and_then(|(_, numbers)| numbers.first()) {
            Some(&count) if count == boards => Ok(()),
            count => {
                let count = count.copied().unwrap_or(0);
                Err(self.error(format!(
                    "the number before the boards is {count}, expected {boards}, their count"
                )))
            }
        }
    }

    /// Adds a line that begins with `#`.
    pub fn comment(&mut self, offset: usize, line: &'t [u8]) {
        if self.comments.len() < MAX_COMMENTS {
            self.comments.push((offset, line));
        }
    }

    /// Adds a trimmed row of the text, which begins at `offset`.
    ///
    /// # Errors
    /// For an invalid symbol, and a row of another length than the first one.
    pub fn row(&mut self, offset: usize, line: &'t str) -> Result<(), ReadError> {
        if self.listed {
            return self.cells(offset, line, Separator::of(line));
        }
        let separator = self.separator.unwrap_or_else(|| Separator::of(line));
        if separator == Separator::Pipes && is_dashes(line) {
            self.drop_blank_header();
            return Ok(());
        }
        let done = self.cells(offset, line, separator);
        match (done, self.rows) {
            (Ok(()), 1) if self.size.is_none() => {
                self.first = numbers(line).map(|numbers| (offset, numbers));
                Ok(())
            }
            (Err(error), 1) if self.size.is_none() && self.first.is_some() => {
                let (at, numbers) = self.first.take().expect("it is there");
                let (comments, text, options) = (std::mem::take(&mut self.comments), self.text, self.options);
                *self = Board { comments, size: Some((at, numbers, error)), ..Board::new(text, options) };
                self.row(offset, line)
            }
            (done, _) => done,
        }
    }

    /// Adds the cells of a row.
    fn cells(&mut self, offset: usize, line: &'t str, separator: Separator) -> Result<(), ReadError> {
        let before = self.tiles.count();
        let spaced = separator == Separator::None && line.contains(char::is_whitespace);
        let words = self.listed || separator.allows_words();
        separator.each(line, |at, cell| {
            if spaced && cell.starts_with(char::is_whitespace) {
                let (at, rest) = (at + 1, line[at..].trim());
                let word = rest.split_whitespace().next().unwrap_or(rest);
                let message = format!("found {}, expected no spaces, as above", quote(word.as_bytes()));
                return Err(ReadError::at(self.text, offset + at, message));
            }
            self.cell(offset + at, cell, words)
        })?;
        self.separator = Some(separator);
        self.end_row(before, offset)
    }

    /// Adds the next cell.
    ///
    /// # Errors
    /// For an invalid symbol, and for too many colours or cells.
    pub fn cell(&mut self, offset: usize, cell: &'t str, words: bool) -> Result<(), ReadError> {
        let known = match *cell.as_bytes() {
            [byte @ ..128] => self.cache[usize::from(byte)],
            _ => Parsed::Unseen,
        };
        let known = match known {
            Parsed::Unseen => self.new_cell(offset, cell, words)?,
            known => known,
        };
        let name = if let Parsed::Symbol(at) = known { Some(at.into()) } else { None };
        self.tiles.push(name, offset)
    }

    /// Parses a cell that is not in the cache.
    fn new_cell(&mut self, offset: usize, cell: &'t str, words: bool) -> Result<Parsed, ReadError> {
        // Boards with such cells are frequent, so the error counts as recognised.
        let dash = matches!(cell, "-" | "_");
        let error = |message| ReadError::at(self.text, offset, message).recognised_if(dash);
        let known = match symbol(cell, self.options.empty, words).map_err(error)? {
            None => Parsed::Empty,
            Some(symbol) => {
                let kind = usize::from(matches!(symbol, Symbol::Text(_)));
                self.kinds[kind].get_or_insert(offset);
                let at = self.symbols.iter().position(|&known| known == symbol);
                if at.is_none() && self.symbols.len() == MAX_COLOURS {
                    let message =
                        format!("colour {cell} is too many, expected at most {MAX_COLOURS} colours");
                    return Err(error(message).recognised());
                }
                let at = at.unwrap_or_else(|| {
                    self.symbols.push(symbol);
                    self.symbols.len() - 1
                });
                Parsed::Symbol(at as u8)
            }
        };
        if let [byte @ ..128] = *cell.as_bytes() {
            self.cache[usize::from(byte)] = known;
        }
        Ok(known)
    }

    /// Returns the number of cells so far.
    pub fn count(&self) -> usize {
        self.tiles.count()
    }

    /// Ends a row that begins at `offset`, after `before` cells.
    ///
    /// # Errors
    /// If the row is not as long as the first one.
    pub fn end_row(&mut self, before: usize, offset: usize) -> Result<(), ReadError> {
        let cells = self.tiles.count() - before;
        self.cols = if self.rows == 0 { cells } else { self.cols };
        if cells != self.cols || cells == 0 {
            let expected = if self.cols == 0 { "some".into() } else { format!("{} as above", self.cols) };
            let message = format!("this row has {}, expected {expected}", plural(cells, "cell"));
            return Err(ReadError::at(self.text, offset, message));
        }
        self.rows += 1;
        Ok(())
    }

    /// Removes a blank first row of a table.
    fn drop_blank_header(&mut self) {
        if self.rows == 1 && self.symbols.is_empty() {
            (self.rows, self.tiles) = (0, Tiles::new(self.text));
        }
    }

    /// Checks that the stated size is right, and that no comment may be a row.
    ///
    /// # Errors
    /// If a check fails.
    pub fn check(&self) -> Result<(), ReadError> {
        if let Some((offset, numbers, error)) = &self.size {
            let (rows, cols) = (self.rows as u64, self.cols as u64);
            // A short row below a longer one is not a board.
            let small = rows < 2 || cols == 1 && numbers.len() != 2;
            let fits = match numbers[..] {
                _ if small => false,
                [one] => one == rows,
                [one, other, ref colours @ ..] => {
                    ([one, other] == [rows, cols] || [one, other] == [cols, rows])
                        && colours.iter().all(|&colours| colours >= self.symbols.len() as u64)
                }
                [] => false,
            };
            if small {
                return Err(error.clone());
            }
            if !fits {
                let message = format!(
                    "this row is not as long as those below, expected {} or the size {rows} {cols}",
                    plural(cols, "cell")
                );
                return Err(ReadError::at(self.text, *offset, message));
            }
        }
        let as_long = |line: &[u8]| match self.separator {
            Some(Separator::None) => {
                let signs = |line: &str| {
                    !line.contains(char::is_whitespace) && cells::signs(line).count() == self.cols
                };
                self.cols > 1 && std::str::from_utf8(line).is_ok_and(signs)
            }
            Some(Separator::Blanks) => {
                let mut words = tokens(0, line).map(|token| token.bytes.len());
                words.by_ref().take(self.cols).filter(|&length| length == 1).count() == self.cols
                    && words.next().is_none()
            }
            _ => false,
        };
        match self.comments.iter().find(|(_, line)| as_long(line)) {
            None => Ok(()),
            Some(&(offset, _)) => {
                let message = "'#' begins a comment, but this line is as long as a row; expected another sign for \
                               the colour, or a blank line around the comment";
                Err(ReadError::at(self.text, offset, message))
            }
        }
    }

    /// Returns the offset of the board, the board, and how well it matches the format.
    ///
    /// # Errors
    /// If the game cannot be played on the board.
    pub fn finish(self, columns: Columns) -> Result<(usize, Grid, Fit), ReadError> {
        let names = self.names();
        let labels: Vec<(u64, Symbol<'_>)> =
            names.iter().copied().zip(self.symbols.iter().copied()).collect();
        let order = match self.options.rows_from {
            RowsFrom::Top => Order::TopFirst,
            RowsFrom::Bottom => Order::BottomFirst,
        };
        let start = self.size.as_ref().map_or(self.tiles.start(), |&(offset, ..)| offset);
        let evidence = self.evidence();
        let (rows, cols) = (self.rows, self.cols);
        let grid = self.tiles.named(names).board(cols, order, GameKind::SameGame, columns)?;
        let label = |name| match labels.iter().find(|&&(known, _)| known == name) {
            Some((_, Symbol::Text(text))) => Some((*text).to_owned()),
            _ => None,
        };
        let layout = if rows > 1 && cols > 1 { Layout::Neat } else { Layout::Bare };
        Ok((start, grid.with_labels(label), Fit { layout, evidence }))
    }

    /// Returns the names of the symbols.
    fn names(&self) -> Vec<u64> {
        let number =
            |symbol: &Symbol<'_>| if let Symbol::Number(number) = symbol { Some(*number) } else { None };
        let letter = |symbol: &Symbol<'_>| match symbol {
            Symbol::Text(text) => text.parse().ok().and_then(Grid::name_of),
            Symbol::Number(_) => None,
        };
        let mut taken: Vec<u64> = self.symbols.iter().filter_map(number).collect();
        let mut names: Vec<Option<u64>> = self.symbols.iter().map(number).collect();
        for (name, symbol) in names.iter_mut().zip(&self.symbols) {
            if let Some(letter) = letter(symbol).filter(|letter| !taken.contains(letter)) {
                *name = Some(letter);
            }
        }
        taken = names.iter().flatten().copied().collect();
        let mut others: Vec<usize> = (0..names.len()).filter(|&at| names[at].is_none()).collect();
        others.sort_by_key(|&at| if let Symbol::Text(text) = self.symbols[at] { text } else { "" });
        let free = (0..).filter(|name| !taken.contains(name));
        others.into_iter().zip(free).for_each(|(at, name)| names[at] = Some(name));
        names.into_iter().flatten().collect()
    }

    /// Returns the certainty that the rows are a board.
    fn evidence(&self) -> Evidence {
        let doubt = |offset, message: String| Evidence::Unlikely(ReadError::at(self.text, offset, message));
        match self.kinds {
            _ if self.listed => Evidence::Sure,
            [Some(number), Some(other)] => {
                let at = number.max(other);
                let found = cells::quoted_at(self.text, at);
                doubt(
                    at,
                    format!(
                        "found {found}, expected either numbers or letters; name the format rows for both"
                    ),
                )
            }
            [None, Some(other)] if self.rows == 1 => doubt(
                other,
                "a single row of letters, expected more rows; name the format rows for one".into(),
            ),
            _ => Evidence::Sure,
        }
    }
}

/// Parses one to three numbers, as for the size of a board.
fn numbers(line: &str) -> Option<Vec<u64>> {
    let words = line.split([' ', '\t', ',', 'x']).filter(|word| !word.is_empty());
    let numbers: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
    numbers.filter(|numbers| (1..=3).contains(&numbers.len()))
}

/// Returns `true` if a line of a table separates its header from its rows.
fn is_dashes(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}
