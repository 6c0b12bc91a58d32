//! The receiver of the puzzles of a text, each with its place.

use super::ReadOptions;
use tilefall_rules::grid::Grid;
use tilefall_rules::puzzle::{Place, Puzzle, Task};
use tilefall_rules::{Columns, ReadError};

/// A receiver of the puzzles and errors of a text, in order. A puzzle is held back until the next puzzle, an error or
/// the end, so that a reader can still extend the puzzle. All places together cost one pass over the text.
pub struct PuzzleSink<'t> {
    text: &'t [u8],
    sink: &'t mut dyn FnMut(Result<Puzzle, ReadError>),
    /// The last puzzle, not yet passed on; `None` after an error.
    last: Option<Puzzle>,
    /// The offset and place of the last puzzle.
    place: (usize, Place),
    count: u64,
    /// The options of the reader.
    pub options: ReadOptions,
    /// Whether reading ends at the first error.
    stop: bool,
}

impl<'t> PuzzleSink<'t> {
    /// Creates a receiver for the puzzles of this text. If `stop` is set, reading ends at the first error.
    pub fn new(
        text: &'t [u8],
        options: ReadOptions,
        stop: bool,
        sink: &'t mut dyn FnMut(Result<Puzzle, ReadError>),
    ) -> Self {
        PuzzleSink { text, sink, last: None, place: (0, Place::default()), count: 0, options, stop }
    }

    /// Returns whether columns close or stay in a puzzle without rules of its own.
    pub fn columns(&self) -> Columns {
        self.options.columns.unwrap_or_default()
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
        self.pass_last();
        self.last = Some(puzzle);
        self.count += 1;
    }

    /// Adds the error of a puzzle, after which reading continues.
    ///
    /// # Errors
    /// Returns the error if reading ends at the first error.
    pub fn fail(&mut self, error: ReadError) -> Result<(), ReadError> {
        if self.stop {
            return Err(error);
        }
        self.pass_last();
        self.count += 1;
        (self.sink)(Err(error));
        Ok(())
    }

    /// Returns the number of puzzles and errors so far.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the last puzzle so far, unless an error follows it.
    pub fn last_mut(&mut self) -> Option<&mut Puzzle> {
        self.last.as_mut()
    }

    fn pass_last(&mut self) {
        if let Some(puzzle) = self.last.take() {
            (self.sink)(Ok(puzzle));
        }
    }

    /// Passes on the last puzzle at the end of the text, and then the error of the reader, if any.
    pub fn end(mut self, read: Result<(), ReadError>) {
        self.pass_last();
        if let Err(error) = read {
            (self.sink)(Err(error));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall_rules::puzzle::SameGameTask;

    #[test]
    fn puzzles_have_the_place_where_they_start() {
        let text = b"ab\r\n\ncd\nefg";
        for first in 0..=text.len() {
            for second in first..=text.len() {
                let mut puzzles = Vec::new();
                let mut sink = |item: Result<Puzzle, ReadError>| puzzles.push(item.unwrap());
                let mut found = PuzzleSink::new(text, ReadOptions::default(), false, &mut sink);
                for offset in [first, second] {
                    found.push(offset, Grid::parse("1").unwrap(), Task::SameGame(SameGameTask::default()));
                }
                found.end(Ok(()));
                let places = puzzles.into_iter().map(|puzzle: Puzzle| puzzle.place.unwrap());
                for (place, offset) in places.zip([first, second]) {
                    let error = ReadError::at(text, offset, "");
                    assert_eq!((place.line, place.column), (error.line, error.column));
                }
            }
        }
    }
}
