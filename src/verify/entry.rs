//! The input of the checker: puzzles, and the settings.

use crate::external_sort::{self, NewScratch};
use crate::rules::puzzle::Puzzle;
use crate::rules::{GameKind, StopFlag};
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
    /// The game of puzzles and answers.
    pub game: GameKind,
    /// Moves played to prove or refute one answer; see [`Budget`](super::search::Budget).
    pub search: u64,
    /// The maximum number of bytes in memory; the rest goes to scratch files.
    pub memory: usize,
    /// The function that creates scratch files.
    pub scratch: NewScratch,
    /// A stop flag that ends the searches; their claims then remain unproven.
    pub stop: Option<Arc<StopFlag>>,
}

impl Settings {
    /// Returns the default settings: 2000 moves, 64 MiB, scratch in memory.
    pub fn new(game: GameKind) -> Settings {
        Settings { game, search: 2000, memory: 64 << 20, scratch: external_sort::in_memory, stop: None }
    }
}
