//! Builds a board from cells: finds its size, and the colour names of its symbols.

use super::super::tiles::{Order, Tiles};
use super::cells::{Separator, Symbol, symbol};
use super::options::{Lists, RowsFrom};
use super::source::Source;
use tilefall_rules::grid::Grid;
use tilefall_rules::{Cell, GameKind, MAX_COLOURS, ReadError, largest_first, plural};

/// A board that was read.
#[derive(Clone, PartialEq)]
pub struct Found {
    /// The offset of the board in the text.
    pub start: usize,
    pub grid: Grid,
}

/// Signs that people draw both for tiles and for empty cells.
const HOLES: &str = "⬜⬛□■▢◻◼▫▪░·∙";

/// Returns a sign of [`HOLES`] that may mean empty cells: all cells have signs, and no other sign lies above this sign.
fn hole(grid: &Grid) -> Option<String> {
    let of = |row, col| grid.get(Cell::new(row, col)).map(|colour| grid.label(colour)).unwrap_or_default();
    let mut top = (0..grid.cols()).map(|col| of(grid.rows() - 1, col));
    let sign = top.find(|label| !label.is_empty() && HOLES.contains(&**label))?;
    let on_top = |col| (1..grid.rows()).all(|row| of(row, col) == sign || of(row - 1, col) != sign);
    let is_full = grid.cells().all(|cell| grid.get(cell).is_some());
    (grid.colours() > 1 && is_full && (0..grid.cols()).all(on_top)).then(|| sign.into_owned())
}

/// A board that is read cell by cell.
pub struct Cells<'t> {
    source: Source<'t>,
    tiles: Tiles<'t>,
    /// The symbols in order of appearance: the names in `tiles` are indexes into this list.
    symbols: Vec<Symbol<'t>>,
    /// The number of complete rows.
    pub rows: usize,
    /// The number of columns; 0 before the first row is complete.
    pub cols: usize,
    pub separator: Separator,
    /// The first cell with a number, and the first cell with any other symbol.
    kinds: [Option<&'t str>; 2],
    /// Whether the board may mix numbers and letters, or be a single row of letters.
    any_kinds: bool,
    /// The parsed content of each cell of one ASCII character, indexed by the code of the character.
    cache: Box<[Parsed; 128]>,
}

/// The parsed content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parsed {
    Unseen,
    Empty,
    Symbol(u8),
}

impl<'t> Cells<'t> {
    /// Creates a board without rows. `listed` is set for lists in brackets.
    pub fn new(source: Source<'t>, listed: bool) -> Self {
        let mut tiles = Tiles::new(source.text);
        tiles.settle = source.options.rows.settle;
        Cells {
            source,
            tiles,
            symbols: Vec::new(),
            rows: 0,
            cols: 0,
            separator: Separator::None,
            kinds: [None; 2],
            any_kinds: listed || !source.options.strict,
            cache: Box::new([Parsed::Unseen; 128]),
        }
    }

    /// Returns the numbers of rows, columns and colours so far.
    pub fn size(&self) -> [usize; 3] {
        [self.rows, self.cols, self.symbols.len()]
    }

    /// Returns `true` if `cell` is the symbol of a colour that the board has, or of an empty cell.
    pub fn knows(&self, cell: &str) -> bool {
        let known = symbol(cell, self.source.options.rows.empty, true);
        known.is_ok_and(|symbol| symbol.is_none_or(|symbol| self.symbols.contains(&symbol)))
    }

    /// Adds the next cell, which may be a word if `words` is set.
    pub fn cell(&mut self, cell: &'t str, words: bool) -> Result<(), ReadError> {
        let known = match *cell.as_bytes() {
            [byte @ ..128] => self.cache[usize::from(byte)],
            _ => Parsed::Unseen,
        };
        let known = match known {
            Parsed::Unseen => self.new_cell(cell, words)?,
            known => known,
        };
        let name = if let Parsed::Symbol(at) = known { Some(at.into()) } else { None };
        self.tiles.push(name, self.source.offset(cell))?;
        match self.source.options.rows.width {
            Some(width) if self.tiles.count() == (self.rows + 1) * width => self.end_row(cell),
            _ => Ok(()),
        }
    }

    /// Adds a row of cells, which may be words. `at` is the text of the row, for the place of an error.
    pub fn row(&mut self, mut cells: impl Iterator<Item = &'t str>, at: &str) -> Result<(), ReadError> {
        cells.try_for_each(|cell| self.cell(cell, true))?;
        self.end_row(at)
    }

    /// Parses a cell that is not in the cache.
    fn new_cell(&mut self, cell: &'t str, words: bool) -> Result<Parsed, ReadError> {
        // Many boards have `-` or `_` for empty cells, so this text counts as a board, and its error is shown first.
        let dash = matches!(cell, "-" | "_");
        let error = |message| self.source.error(cell, message).recognised_if(dash);
        let known = match symbol(cell, self.source.options.rows.empty, words).map_err(error)? {
            None => Parsed::Empty,
            Some(Symbol::Number(0)) if self.source.game() == GameKind::Mayan => Parsed::Empty,
            Some(symbol) => {
                let kind = usize::from(matches!(symbol, Symbol::Text(_)));
                self.kinds[kind].get_or_insert(cell);
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

    /// Ends the current row and checks its length. An error points to the text `row`.
    pub fn end_row(&mut self, row: &str) -> Result<(), ReadError> {
        let cells = self.tiles.count() - self.rows * self.cols;
        let width = self.source.options.rows.width;
        if width.is_some() && cells == 0 && self.rows > 0 {
            return Ok(());
        }
        self.cols = if self.rows == 0 { width.unwrap_or(cells) } else { self.cols };
        if cells != self.cols || cells == 0 {
            let expected = match (self.cols, width) {
                (0, _) => "some".into(),
                (cols, Some(_)) => format!("{cols} as --width says"),
                (cols, None) => format!("{cols} as above"),
            };
            let message = format!("this row has {}, expected {expected}", plural(cells, "cell"));
            return Err(self.source.error(row, message).recognised_if(self.rows >= 2));
        }
        self.rows += 1;
        Ok(())
    }

    /// Checks the board, and returns it with the names and labels of its colours.
    pub fn finish(self) -> Result<Found, ReadError> {
        if self.rows == 0 {
            return Err(self.source.error_at(self.tiles.start(), "an empty list, expected rows of cells"));
        }
        let doubt = match self.kinds {
            // Rows of three or four numbers up to 255 may be an image: the RGB values of pixels.
            _ if self.any_kinds
                && self.source.options.strict
                && matches!(self.cols, 3 | 4)
                && self.is_colours() =>
            {
                Some((
                    self.kinds[0].unwrap_or(""),
                    "numbers of red, green and blue, expected one sign for each cell".into(),
                ))
            }
            _ if self.any_kinds => None,
            [Some(number), Some(other)] => {
                let at = if self.source.offset(number) > self.source.offset(other) { number } else { other };
                let found = super::super::scan::quote(at.as_bytes());
                Some((
                    at,
                    format!("found {found}, expected either numbers or letters, or --format rows for both"),
                ))
            }
            [None, Some(at)] if self.rows == 1 => {
                Some((at, "a single row of letters, expected more rows, or --format rows for one".into()))
            }
            _ => None,
        };
        if let Some((at, message)) = doubt {
            return Err(self.source.error(at, message).recognised());
        }
        let names = self.names();
        let labels: Vec<(u64, Symbol<'_>)> =
            names.iter().copied().zip(self.symbols.iter().copied()).collect();
        let rows = self.source.options.rows;
        let order = match rows.rows_from {
            Some(RowsFrom::Bottom) if rows.lists == Lists::Rows => Order::BottomFirst,
            _ => Order::TopFirst,
        };
        let start = self.tiles.start();
        let columns = self.source.options.columns.unwrap_or_default();
        let grid = self.tiles.named(names).board(self.cols, order, self.source.game(), columns)?;
        let label = |name| match labels.iter().find(|&&(known, _)| known == name) {
            Some((_, Symbol::Text(text))) => Some((*text).to_owned()),
            _ => None,
        };
        let grid = grid.with_labels(label);
        match Some(&grid).filter(|_| self.source.options.strict).and_then(hole) {
            Some(sign) => {
                let message = format!(
                    "{sign} can be a tile or an empty cell: add --empty {sign} if it is empty, or --format rows if it is a tile"
                );
                Err(ReadError { ambiguous: true, ..self.source.error_at(start, message) })
            }
            None => Ok(Found { start, grid }),
        }
    }

    /// Returns `true` if all symbols are numbers that may be RGB values: the largest is from 100 to 255.
    fn is_colours(&self) -> bool {
        let numbers = self
            .symbols
            .iter()
            .map(|symbol| if let Symbol::Number(number) = symbol { *number } else { u64::MAX });
        numbers.max().is_some_and(|most| (100..256).contains(&most))
    }

    /// Returns the colour name of each symbol, by the rules under "Names" in the documentation of `rows`.
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
        let others: Vec<usize> = (0..names.len()).filter(|&at| names[at].is_none()).collect();
        let text = |at: usize| if let Symbol::Text(text) = self.symbols[at] { text } else { "" };
        let before = |&at: &usize| others.iter().filter(|&&other| text(other) < text(at)).count();
        let order = largest_first(others.iter().map(|at| -(before(at) as i64)));
        let free = (self.source.game().first_colour()..).filter(|name| !taken.contains(name));
        order.into_iter().zip(free).for_each(|(at, name)| names[others[at]] = Some(name));
        names.into_iter().flatten().collect()
    }
}
