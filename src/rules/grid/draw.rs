//! A board as text, one character per cell: for tests, documentation and `Debug`.

use super::Grid;
use crate::{Cell, GameKind};
use std::fmt;

/// The characters of the colour names 0 to 61 in formats with one character per colour.
pub const NAMES: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl Grid {
    /// Returns the character of a colour name from 0 to 61; `None` above.
    pub fn character(name: u64) -> Option<char> {
        usize::try_from(name).ok().and_then(|at| NAMES.get(at)).map(|&byte| char::from(byte))
    }

    /// Returns the colour name of a character: `0`-`9`, `a`-`z`, `A`-`Z` are 0 to 61.
    pub fn name_of(character: char) -> Option<u64> {
        let from = |first: char| u64::from(character) - u64::from(first);
        match character {
            '0'..='9' => Some(from('0')),
            'a'..='z' => Some(10 + from('a')),
            'A'..='Z' => Some(36 + from('A')),
            _ => None,
        }
    }

    /// Parses a board drawn as rows, the top one first, separated by newlines or `/`; `.` is empty, spaces are skipped.
    /// Returns `None` for other characters, rows of different lengths, or no rows. `0` is a colour, unlike in a Mayan
    /// drawing: see [`parse_of`](Self::parse_of).
    ///
    /// ```
    /// use tilefall::{rules::Cell, rules::grid::Grid};
    /// let grid = Grid::parse("1.. / 122").unwrap();
    /// assert_eq!((grid.rows(), grid.cols()), (2, 3));
    /// assert_eq!(grid.name_at(Cell::new(0, 1)), Some(2));
    /// ```
    pub fn parse(drawing: &str) -> Option<Grid> {
        Self::parse_of(drawing, GameKind::SameGame)
    }

    /// Like [`parse`](Self::parse), for a board of `game`: on a Mayan board `0` is empty, too.
    pub fn parse_of(drawing: &str, game: GameKind) -> Option<Grid> {
        let rows: Vec<Vec<char>> = drawing
            .trim()
            .split(['\n', '/'])
            .map(|row| row.chars().filter(|c| !c.is_whitespace()).collect())
            .collect();
        let cols = rows[0].len();
        let known = |&c: &char| c == '.' || Grid::name_of(c).is_some();
        if rows.iter().any(|row| row.len() != cols || !row.iter().all(known)) {
            return None;
        }
        let name = |cell: Cell| Grid::name_of(rows[rows.len() - 1 - cell.row][cell.col]);
        let at = |cell| name(cell).filter(|&name| name >= game.first_colour());
        Grid::from_names(rows.len(), cols, at).ok().map(Grid::with_letters)
    }

    /// Returns a row as text: `.` for empty, one character per colour.
    ///
    /// # Errors
    /// If a colour name has no character (above 61): the first such name.
    pub fn row_text(&self, row: usize) -> Result<String, u64> {
        let letter = |col| match self.name_at(Cell::new(row, col)) {
            None => Ok('.'),
            Some(name) => Grid::character(name).ok_or(name),
        };
        (0..self.cols()).map(letter).collect()
    }

    /// Returns the rows from the top, joined by `separator`: `.` for empty, one character per colour. If a colour name is
    /// above 61, colours are renamed from 0.
    pub fn to_text(&self, separator: &str) -> String {
        self.text_of(separator, GameKind::SameGame)
    }

    /// Like [`to_text`](Self::to_text), for `game`: also renames colours if a name is below the game's first colour.
    pub fn text_of(&self, separator: &str, game: GameKind) -> String {
        let rows = |grid: &Grid| -> Result<Vec<String>, u64> {
            (0..grid.rows()).rev().map(|row| grid.row_text(row)).collect()
        };
        let first = game.first_colour();
        let own = self.names().first().is_none_or(|&name| name >= first).then(|| rows(self).ok()).flatten();
        // A board of 62 colours needs all characters, also `0`.
        let renamed = || rows(&self.relabelled(if self.colours() < NAMES.len() { first } else { 0 }));
        own.or_else(|| renamed().ok()).expect("a board has at most 62 colours").join(separator)
    }
}

impl fmt::Debug for Grid {
    /// Formats the rows from the top, joined by `/`. If a name has no character, shows colours by index, and all names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain: Result<Vec<String>, u64> = (0..self.rows()).rev().map(|row| self.row_text(row)).collect();
        match plain {
            Ok(rows) => f.write_str(&rows.join("/")),
            Err(_) => write!(f, "{:?} with names {:?}", self.relabelled(0), self.names()),
        }
    }
}
