//! How a pipeline works, and what it must know of what goes through it.

/// How much memory an item or an answer takes.
pub trait Weigh {
    /// Bytes, about.
    fn weight(&self) -> usize;
}

/// How a pipeline works.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Threads that solve, at least one.
    pub threads: usize,
    /// Whether answers leave in the order of the items, else as they are finished.
    pub ordered: bool,
    /// Answers that may wait for one before them.
    pub window: usize,
    /// Bytes of answers that may wait for one before them.
    pub bytes: usize,
}

impl Settings {
    /// This many threads, in order or not, with usual bounds: 65,536 answers, 64 MiB.
    pub fn new(threads: usize, ordered: bool) -> Settings {
        Settings { threads: threads.max(1), ordered, window: 1 << 16, bytes: 64 << 20 }
    }
}
