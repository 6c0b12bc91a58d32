//! The Mayan benchmark boards, each solved by one thread.

use crate::base::{Limits, Mode, ReadError, StopFlag};
use crate::bits::cpu::Path;
use crate::formats::jsonl;
use crate::mayan::board::Unfit;
use crate::mayan::solve::{Outcome, Request, solve};
use crate::puzzle::{Puzzle, Task};

/// The boards, by set: the part of the id before the slash.
const BOARDS: &[u8] = include_bytes!("../../data/bench/mayan.jsonl");

/// The set that a quick run leaves out.
pub const SLOW: &str = "none-10";

/// Bytes for tables.
const MEMORY: usize = 1 << 28;

/// The boards of the sets that are wanted.
///
/// # Errors
/// None, unless the boards that ship are damaged.
pub fn boards(wanted: impl Fn(&str) -> bool) -> Result<Vec<Puzzle>, ReadError> {
    jsonl::each(BOARDS)
        .filter(|puzzle| puzzle.as_ref().map_or(true, |puzzle| wanted(set_of(puzzle))))
        .collect()
}

/// The set that a board is of.
pub fn set_of(puzzle: &Puzzle) -> &str {
    puzzle.id.as_deref().and_then(|id| id.split('/').next()).unwrap_or("")
}

/// Solves a board. The signature of many is the sum of their nodes.
///
/// # Errors
/// None for boards that ship.
pub fn run(puzzle: &Puzzle, path: Path) -> Result<Outcome, Unfit> {
    let (moves, mode) = match &puzzle.task {
        Task::Mayan(task) => (task.moves, task.mode),
        Task::SameGame(_) => (None, None),
    };
    let mut request = Request::new(moves.unwrap_or(u64::MAX), mode.unwrap_or(Mode::Shortest));
    request.switches.cpu = Some(path);
    let stop = StopFlag::new();
    let limits = Limits { nodes: None, memory: MEMORY, stop: &stop };
    solve(&puzzle.grid, &request, &limits, &mut |_| true)
}
