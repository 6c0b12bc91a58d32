//! The receiver of the puzzles of a text, each with its place.

use crate::rules::Columns;
use crate::rules::grid::Grid;
use crate::rules::puzzle::{Place, Puzzle, Task};

/// A receiver of the puzzles of a text, in order. The last puzzle is passed on only with the next one or at the end, so
/// that a reader can still extend it. All places together cost one pass over the text.
pub struct PuzzleSink<'t> {
    text: &'t [u8],
    sink: &'t mut dyn FnMut(Puzzle),
    /// The last puzzle so far.
    last: Option<Puzzle>,
    /// The offset and place of the last puzzle.
    place: (usize, Place),
    /// The columns of the game that is played, if the caller has chosen them.
    columns: Option<Columns>,
}

impl<'t> PuzzleSink<'t> {
    /// Creates a receiver for the puzzles of this text.
    pub fn new(text: &'t [u8], sink: &'t mut dyn FnMut(Puzzle)) -> Self {
        PuzzleSink { text, sink, last: None, place: (0, Place::default()), columns: None }
    }

    /// Sets the columns of the game that is played, in place of those of the puzzles' rules. Where columns stay, boards may
    /// have empty columns left of full ones.
    #[must_use]
    pub fn with_columns(self, columns: Option<Columns>) -> Self {
        PuzzleSink { columns, ..self }
    }

    /// Returns the columns that the caller has chosen.
    pub fn chosen_columns(&self) -> Option<Columns> {
        self.columns
    }

    /// Returns the columns of a puzzle without rules.
    pub fn columns(&self) -> Columns {
        self.columns.unwrap_or_default()
    }

    /// Adds a puzzle that starts at this byte offset, not before the start of the previous puzzle.
    pub fn push(&mut self, offset: usize, grid: Grid, task: Task) {
        let (before, place) = self.place;
        let place = place.after(&self.text[before..offset]);
        self.place = (offset, place);
        self.push_placed(Puzzle { place: Some(place), ..Puzzle::new(grid, task) });
    }

    /// Adds a puzzle whose place is set.
    pub fn push_placed(&mut self, puzzle: Puzzle) {
        self.last.replace(puzzle).map(&mut *self.sink);
    }

    /// Returns `true` if there is no puzzle yet.
    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Returns the last puzzle so far.
    pub fn last_mut(&mut self) -> Option<&mut Puzzle> {
        self.last.as_mut()
    }

    /// Ends the text and passes on the last puzzle.
    pub fn end(self) {
        self.last.map(self.sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ReadError;
    use crate::rules::puzzle::SameGameTask;

    #[test]
    fn puzzles_have_the_place_where_they_start() {
        let text = b"ab\r\n\ncd\nefg";
        for first in 0..=text.len() {
            for second in first..=text.len() {
                let mut puzzles = Vec::new();
                let mut sink = |puzzle| puzzles.push(puzzle);
                let mut found = PuzzleSink::new(text, &mut sink);
                for offset in [first, second] {
                    found.push(offset, Grid::parse("1").unwrap(), Task::SameGame(SameGameTask::default()));
                }
                found.end();
                let places = puzzles.into_iter().map(|puzzle: Puzzle| puzzle.place.unwrap());
                for (place, offset) in places.zip([first, second]) {
                    let error = ReadError::at(text, offset, "");
                    assert_eq!((place.line, place.column), (error.line, error.column));
                }
            }
        }
    }
}
