//! What a reader finds in a text: puzzles, each with the place where it starts.

use crate::grid::Grid;
use crate::puzzle::{Place, Puzzle, Task};

/// The puzzles of a text, in order. Places cost one pass over the text, however many there are.
#[derive(Debug)]
pub struct Found<'t> {
    text: &'t [u8],
    puzzles: Vec<Puzzle>,
    /// The offset of the last puzzle, and its place.
    last: (usize, Place),
}

impl<'t> Found<'t> {
    /// Nothing yet, of this text.
    pub fn new(text: &'t [u8]) -> Self {
        Found { text, puzzles: Vec::new(), last: (0, Place::default()) }
    }

    /// Adds a puzzle that starts at this byte, behind the start of the one before.
    pub fn push(&mut self, offset: usize, grid: Grid, task: Task) {
        let (before, mut place) = self.last;
        let passed = &self.text[before..offset];
        match memchr::memrchr(b'\n', passed) {
            None => place.column += passed.len() as u64,
            Some(newline) => {
                place.line += memchr::memchr_iter(b'\n', passed).count() as u64;
                place.column = (passed.len() - newline) as u64;
            }
        }
        self.last = (offset, place);
        self.puzzles.push(Puzzle { place: Some(place), ..Puzzle::new(grid, task) });
    }

    /// Adds a puzzle that knows its place.
    pub fn push_placed(&mut self, puzzle: Puzzle) {
        self.puzzles.push(puzzle);
    }

    /// Whether there is no puzzle yet.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// The last puzzle so far.
    pub fn last_mut(&mut self) -> Option<&mut Puzzle> {
        self.puzzles.last_mut()
    }

    /// All of them.
    pub fn into_puzzles(self) -> Vec<Puzzle> {
        self.puzzles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::ReadError;
    use crate::puzzle::SameGameTask;

    #[test]
    fn puzzles_know_where_they_start() {
        let text = b"ab\r\n\ncd\nefg";
        for first in 0..=text.len() {
            for second in first..=text.len() {
                let mut found = Found::new(text);
                for offset in [first, second] {
                    found.push(offset, Grid::parse("1").unwrap(), Task::SameGame(SameGameTask::default()));
                }
                let places = found.into_puzzles().into_iter().map(|puzzle| puzzle.place.unwrap());
                for (place, offset) in places.zip([first, second]) {
                    let error = ReadError::at(text, offset, "");
                    assert_eq!((place.line, place.column), (error.line, error.column));
                }
            }
        }
    }
}
