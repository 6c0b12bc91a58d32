//! Options for reading boards as text.

use crate::rules::grid::{is_joined, is_label};

/// Options for reading boards as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Symbols of empty cells, in addition to `.`, `-1` and blank cells.
    pub empty: Symbols,
    /// The first row of the text.
    pub rows_from: RowsFrom,
    /// Whether the inner lists of a board are its rows or its columns.
    pub lists: Lists,
    /// The number of columns of boards whose cells follow each other without rows.
    pub width: Option<usize>,
}

/// The inner lists of a board that is written as a list of lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lists {
    /// Rows.
    #[default]
    Rows,
    /// Columns from the left, each from the bottom up to its top tile or further.
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

/// The first row of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowsFrom {
    /// The top row.
    #[default]
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
