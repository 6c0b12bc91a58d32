//! Parses the moves of a list, and converts clicks to the coordinates of records.

use super::super::Coordinates;
use super::source::Source;
use tilefall_rules::notation::{self, Notation, ParseMoveError};
use tilefall_rules::{GameKind, ReadError, Step};

/// The game and the coordinates of the moves of a list.
#[derive(Clone, Copy)]
pub struct Dialect<'a> {
    pub game: GameKind,
    pub coordinates: &'a Coordinates,
    /// The number of rows of the board, for coordinates from the top.
    pub rows: u64,
}

impl Dialect<'_> {
    pub fn notation(self) -> Notation {
        let Coordinates { column_first, first, doc, .. } = *self.coordinates;
        match self.game {
            GameKind::SameGame => Notation { column_first, first, doc, ..Notation::of(self.game) },
            GameKind::Mayan => Notation::of(self.game),
        }
    }

    /// Parses the moves in `text` with [`Notation::parse`], and converts clicks to the coordinates of records.
    pub fn parse(
        self,
        source: Source<'_>,
        text: &str,
        names: &[&str],
        flat: bool,
    ) -> Result<Vec<Step>, ReadError> {
        let moves =
            self.notation().parse(text, names, flat).map_err(|error| misplaced(source, text, error))?;
        let of_records = |step| match step {
            Step::Click(one, other) => {
                let [row, col] = self.coordinates.click(self.rows, [one, other]);
                Step::Click(row, col)
            }
            slide => slide,
        };
        Ok(moves.into_iter().map(of_records).collect())
    }
}

/// Converts an error in `text`, a part of the source, to an error with the line and column in the source.
pub fn misplaced(source: Source<'_>, text: &str, error: ParseMoveError) -> ReadError {
    source.error_at(source.offset(text) + error.offset, error.message)
}

/// Checks that a list has at most a million moves, so that its memory is bounded. An error points to `part`.
pub fn check_length(source: Source<'_>, moves: usize, part: &str) -> Result<(), ReadError> {
    notation::check_length(moves, 0).map_err(|error| misplaced(source, part, error))
}
