//! The number of threads of a search.

/// The number of threads to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// One per core. The number of cores is looked up only when one thread is not enough, because the lookup takes
    /// longer than an easy puzzle.
    All,
    /// Exactly this many threads.
    Exactly(usize),
}

impl Threads {
    /// Returns the number of threads: for `All`, the number of cores.
    pub fn number(self) -> usize {
        match self {
            Threads::All => std::thread::available_parallelism().map_or(1, usize::from),
            Threads::Exactly(number) => number,
        }
    }
}
