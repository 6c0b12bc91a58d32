//! The Mayan benchmark boards, each solved by one thread.

use crate::bits::cpu::CpuPath;
use crate::mayan::packed::BoardError;
use crate::mayan::solve::{Outcome, Request, solve};
use crate::rules::control::SearchLimits;
use crate::rules::puzzle::{Puzzle, Task};
use crate::rules::{Mode, ReadError, StopFlag};
use crate::text::formats::jsonl;

/// The boards as records; the part of an id before the slash names the set.
pub const BOARDS: &[u8] = include_bytes!("../../data/bench/mayan.jsonl");

/// The set that a quick run skips.
pub const SLOW: &str = "none-10";

/// Memory for tables, in bytes.
const MEMORY: usize = 1 << 28;

/// Reads the boards of all sets for which `wanted` returns `true`. Callers pass [`BOARDS`] as `boards`.
pub fn read(boards: &[u8], wanted: impl Fn(&str) -> bool) -> Result<Vec<Puzzle>, ReadError> {
    jsonl::each(boards)
        .filter(|puzzle| puzzle.as_ref().map_or(true, |puzzle| wanted(set_of(puzzle))))
        .collect()
}

/// Returns the set of a board, which is the part of its id before the slash.
pub fn set_of(puzzle: &Puzzle) -> &str {
    puzzle.id.as_deref().and_then(|id| id.split('/').next()).unwrap_or("")
}

/// Solves a board. The signature of the workload is the sum of the nodes of all boards.
pub fn run(puzzle: &Puzzle, path: CpuPath) -> Result<Outcome, BoardError> {
    let (moves, mode) = match &puzzle.task {
        Task::Mayan(task) => (task.moves, task.mode),
        Task::SameGame(_) => (None, None),
    };
    let request = Request::new(moves.unwrap_or(u64::MAX), mode.unwrap_or(Mode::Shortest));
    // All signatures were computed without swaps of equal blocks.
    let mut request = Request { skip_noop: true, ..request };
    request.tuning.cpu = Some(path);
    let stop = StopFlag::new();
    let limits = SearchLimits { nodes: None, memory: MEMORY, stop: &stop };
    solve(&puzzle.grid, &request, &limits)
}
