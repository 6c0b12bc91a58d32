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
    /// Whether the target has threads. A constant, so that the code for several threads is left out of programs for a
    /// target without them: it is a tenth of the page's engine.
    pub const AVAILABLE: bool = !cfg!(target_family = "wasm");

    /// Returns the number of threads: for `All`, the number of cores.
    #[inline]
    pub fn number(self) -> usize {
        match self {
            _ if !Threads::AVAILABLE => 1,
            Threads::All => std::thread::available_parallelism().map_or(1, usize::from),
            Threads::Exactly(number) => number,
        }
    }
}
