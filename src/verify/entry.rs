//! What the checker is given: puzzles, and how their answers are checked.

use super::spill::{self, NewScratch};
use crate::base::{Game, StopFlag};
use crate::puzzle::Puzzle;
use std::sync::Arc;

/// One puzzle of the input, with the rules, M and mode that the answers are to.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// Its own index, if it is not that of its place.
    pub index: Option<u64>,
    /// The puzzle, or what is wrong with it.
    pub puzzle: Result<Puzzle, String>,
}

/// How answers are checked.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game of puzzles and answers.
    pub game: Game,
    /// Moves played to prove or refute one answer; see [`Budget`](super::search::Budget).
    pub search: u64,
    /// Bytes kept in memory.
    pub memory: usize,
    /// Where the rest goes.
    pub scratch: NewScratch,
    /// Ends the searches when it is raised: what they would have proven is then not proven.
    pub stop: Option<Arc<StopFlag>>,
}

impl Settings {
    /// The default settings: 2000 moves, 64 MiB, all in memory.
    pub fn new(game: Game) -> Settings {
        Settings { game, search: 2000, memory: 64 << 20, scratch: spill::in_memory, stop: None }
    }
}
