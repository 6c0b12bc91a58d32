//! The input of the checker: puzzles, and the settings.

use crate::rules::StopFlag;
use crate::rules::puzzle::Puzzle;
use std::sync::Arc;

/// A puzzle of the input, with the rules, M and mode of its answers.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The id of the puzzle.
    pub id: String,
    /// The puzzle's own index, if it has one; otherwise its position counts.
    pub index: Option<u64>,
    /// The puzzle, or the reason why it is bad.
    pub puzzle: Result<Puzzle, String>,
}

/// The settings of the checker.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Moves played to prove or refute one answer, 2000 by default; see [`Budget`](super::search::Budget).
    pub search: u64,
    /// A stop flag that ends the searches; their claims then remain unproven.
    pub stop: Option<Arc<StopFlag>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { search: 2000, stop: None }
    }
}
