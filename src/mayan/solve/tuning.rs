//! Parts of the solver that can be disabled, to measure their effect and to compare answers with and without them.

use crate::bits::cpu::CpuPath;

/// The maximum depth of a search, in moves; longer lists are not searched for.
pub const MAX_DEPTH: u64 = 512;

/// Nodes that one thread searches before others start: some milliseconds.
const SEQUENTIAL_NODES: u64 = 20_000;

/// The initial task depth: a guess, because boards differ too much for a better one.
const TASK_DEPTH: u64 = 7;

/// Nodes per task and worker: a task then takes about ten microseconds for each worker, so workers seldom
/// wait for the lock.
const TASK_NODES: u64 = 64;

/// Parts of the solver to enable, all by default, and internal parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Enables the flow bound. Without it, the only bound is the test for colours of one or two blocks.
    pub flow: bool,
    /// Enables sleep sets.
    pub sleep: bool,
    /// Enables the table of failures, and the cache of boards that recently failed with one move left.
    pub table: bool,
    /// Enables the specialised search of the last two moves, which finds the last move by masks.
    pub final_moves: bool,
    /// Nodes that one thread searches before others start; small puzzles never start a thread.
    pub sequential_nodes: u64,
    /// The initial number of moves left at the root of a task, in a search on several threads.
    pub task_depth: u64,
    /// The minimum average number of nodes of a task, per thread; tasks with fewer nodes become deeper.
    pub task_nodes: u64,
    /// The maximum length of lists to search for, at most [`MAX_DEPTH`].
    pub max_depth: u64,
    /// The CPU path to use; the best one if `None`.
    pub cpu: Option<CpuPath>,
}

impl Tuning {
    /// The plain search, whose only bound is the test for colours of one or two blocks; a reference for tests.
    pub const PLAIN: Tuning = Tuning {
        flow: false,
        sleep: false,
        table: false,
        final_moves: false,
        sequential_nodes: SEQUENTIAL_NODES,
        task_depth: TASK_DEPTH,
        task_nodes: TASK_NODES,
        max_depth: MAX_DEPTH,
        cpu: Some(CpuPath::Portable),
    };

    /// Returns `cpu`, or the best path of this machine if `None`.
    pub fn path(&self) -> CpuPath {
        self.cpu.unwrap_or_else(CpuPath::best)
    }
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning { flow: true, sleep: true, table: true, final_moves: true, cpu: None, ..Tuning::PLAIN }
    }
}
