//! Options for reading boards as text.

use super::super::ReadOptions;
use tilefall_rules::grid::{is_joined, is_label};

/// Options for reading boards as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Symbols of empty cells, in addition to `.`, `-1` and blank cells.
    pub empty: Symbols,
    /// The row that comes first; `None`: the top row. With [`Lists::Columns`], the cell that comes first in a column;
    /// `None`: the bottom cell.
    pub rows_from: Option<RowsFrom>,
    /// Whether the inner lists of a board are its rows or its columns.
    pub lists: Lists,
    /// The number of columns of boards whose cells follow each other without rows.
    pub width: Option<usize>,
    /// Whether floating tiles fall and columns close before the board is checked.
    pub settle: bool,
}

/// The meaning of the inner lists of a board that is written as a list of lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lists {
    /// Rows from the top, or from the bottom with [`RowsFrom::Bottom`].
    #[default]
    Rows,
    /// Columns from the left, each from the bottom, or the top with [`RowsFrom::Top`]; empty top cells are optional.
    Columns,
}

impl Lists {
    /// Returns the name for the command line.
    pub fn name(self) -> &'static str {
        match self {
            Lists::Rows => "rows",
            Lists::Columns => "columns",
        }
    }
}

/// Which row of a board comes first in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsFrom {
    /// The top row.
    Top,
    /// The bottom row.
    Bottom,
}

impl RowsFrom {
    /// Returns the name for the command line.
    pub fn name(self) -> &'static str {
        match self {
            RowsFrom::Top => "top",
            RowsFrom::Bottom => "bottom",
        }
    }
}

/// A set of symbols of empty cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symbols([char; Symbols::MAX]);

impl Symbols {
    /// The maximum number of symbols in a set.
    const MAX: usize = 8;

    /// Creates a set of the characters of a text.
    ///
    /// # Errors
    /// For more than eight characters, and for characters that cannot be a cell.
    ///
    /// ```
    /// use tilefall::text::formats::rows::Symbols;
    /// assert!(Symbols::new("0-").is_ok());
    /// assert_eq!(Symbols::new("#").unwrap_err(), "'#' cannot be a cell, expected a digit, a letter or another sign");
    /// ```
    pub fn new(symbols: &str) -> Result<Symbols, String> {
        let mut set = Symbols::default();
        for (at, c) in symbols.chars().enumerate() {
            let known =
                c.is_ascii_digit() || matches!(c, '.' | '-' | '_') || is_label(c.encode_utf8(&mut [0; 4]));
            if !known {
                return Err(format!("{c:?} cannot be a cell, expected a digit, a letter or another sign"));
            }
            *set.0.get_mut(at).ok_or_else(|| format!("expected at most {} symbols", Symbols::MAX))? = c;
        }
        Ok(set)
    }

    /// Returns `true` if the cell is a symbol of the set.
    pub fn contains(self, cell: &str) -> bool {
        let mut all = cell.chars();
        all.next().is_some_and(|c| self.0.contains(&c)) && all.all(is_joined)
    }
}

impl std::fmt::Display for Symbols {
    /// Formats the characters, one after the other.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().filter(|&&c| c != '\0').try_for_each(|c| write!(f, "{c}"))
    }
}

/// Returns options that may help to read a board after an error with `message`. Each comes with a hint for the user:
/// `--empty 0 reads it as an empty cell`. A list is tried only if no option of an earlier list helps.
pub fn remedies(options: ReadOptions, message: &str) -> [Vec<(ReadOptions, String)>; 3] {
    let with = |rows: Options, hint: &str| (ReadOptions { rows, ..options }, hint.to_owned());
    let rows = options.rows;
    let turned = [
        with(Options { lists: Lists::Columns, ..rows }, "--lists columns reads columns from the bottom"),
        with(
            Options { rows_from: Some(RowsFrom::Bottom), ..rows },
            "--rows-from bottom reads the bottom row first",
        ),
        with(Options { settle: true, ..rows }, "--settle lets tiles fall and columns close"),
    ];
    let signs = ["-", "_", "0"]
        .into_iter()
        .filter(|sign| *sign == "0" || message.contains(&format!("found '{sign}")));
    let empty = signs.filter_map(|sign| {
        let empty = Symbols::new(&format!("{}{sign}", rows.empty)).ok()?;
        Some(with(Options { empty, ..rows }, &format!("--empty {sign} reads it as an empty cell")))
    });
    let any = (ReadOptions { strict: false, ..options }, "--format rows reads it".to_owned());
    [turned.into(), empty.collect(), vec![any]]
}
