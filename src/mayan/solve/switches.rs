//! Parts of the solver that can be left out, to see what they give and to test each against the rest.

use crate::bits::cpu::Path;

/// Moves that one search goes deep at the most; a list of more moves is not looked for.
pub const MAX_DEPTH: u64 = 512;

/// Nodes that one thread searches before others are called: some milliseconds.
const ALONE: u64 = 20_000;

/// A guess to begin with; boards differ too much for more.
const TASK_DEPTH: u64 = 7;

/// Nodes a worker: a task then takes about ten microseconds for each worker, so they seldom meet at the
/// lock.
const TASK_NODES: u64 = 64;

/// Which parts are at work. All are by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// The flow lanes over exact columns; without it, only "a colour has one or two blocks".
    pub flow: bool,
    /// Sleep sets.
    pub sleep: bool,
    /// The table of failures, and the boards that failed with one move left a moment ago.
    pub table: bool,
    /// The last two moves by masks, without the parts above.
    pub ends: bool,
    /// Nodes that one thread searches before others are called; small puzzles never start a thread.
    pub alone: u64,
    /// Moves left where a search on several threads is cut into tasks, at first.
    pub task_depth: u64,
    /// Nodes that a task should have at the least, for each thread; tasks grow deeper until they have.
    pub task_nodes: u64,
    /// Longest lists that are searched for, [`MAX_DEPTH`] at the most.
    pub depth: u64,
    /// The CPU path to use; the best one if none is named.
    pub cpu: Option<Path>,
}

impl Switches {
    /// Nothing but the colour count: the plain search that the others are checked against.
    pub const PLAIN: Switches = Switches {
        flow: false,
        sleep: false,
        table: false,
        ends: false,
        alone: ALONE,
        task_depth: TASK_DEPTH,
        task_nodes: TASK_NODES,
        depth: MAX_DEPTH,
        cpu: Some(Path::Portable),
    };

    /// The CPU path to run on.
    pub fn path(&self) -> Path {
        self.cpu.unwrap_or_else(Path::best)
    }
}

impl Default for Switches {
    fn default() -> Self {
        Switches { flow: true, sleep: true, table: true, ends: true, cpu: None, ..Switches::PLAIN }
    }
}
