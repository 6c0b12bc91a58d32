//! Items of an input: puzzles and errors.

use crate::exit::Exit;
use std::sync::Arc;
use tilefall::rules::puzzle::Puzzle;
use tilefall::text::formats::Format;

/// A puzzle and its origin.
#[derive(Clone, Debug)]
pub struct InputPuzzle {
    /// The name of its input.
    pub input: Arc<str>,
    /// The number of the item in its input, from 1; bad items count.
    pub position: u64,
    /// The format it was read in.
    pub format: &'static Format,
    pub puzzle: Puzzle,
}

impl InputPuzzle {
    /// Returns the id of the puzzle, by default `INPUT#POSITION`.
    pub fn id(&self) -> String {
        self.puzzle.id.clone().unwrap_or_else(|| format!("{}#{}", self.input, self.position))
    }

    /// Returns the place where the puzzle starts, for messages: `FILE:LINE:COLUMN`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.input, self.puzzle.place.unwrap_or_default())
    }
}

/// An item that is no valid puzzle, or an input that cannot be read.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct InputError {
    /// The name of its input.
    pub input: Arc<str>,
    /// The number of the item in its input, from 1; 0 for an input that cannot be read at all.
    pub position: u64,
    /// The message, which starts with the place, `FILE:LINE:COLUMN`, or the name of the input.
    pub message: String,
    /// Whether the system failed to read the input, as opposed to an input that is bad.
    pub failed: bool,
}

impl InputError {
    /// Returns the id of the error record: `INPUT#POSITION`.
    pub fn id(&self) -> String {
        format!("{}#{}", self.input, self.position)
    }

    /// Returns the exit code of a run with this error.
    pub fn exit(&self) -> Exit {
        if self.failed { Exit::Failed } else { Exit::BadInput }
    }
}
