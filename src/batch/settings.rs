//! The settings of a pipeline, and the trait of its items and answers.

/// The memory of an item or an answer.
pub trait Weigh {
    /// Returns the approximate number of bytes.
    fn weight(&self) -> usize;
}

/// The settings of a pipeline.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Solver threads, at least one.
    pub threads: usize,
    /// Whether answers are written in the order of the items, instead of the order in which they are finished.
    pub ordered: bool,
    /// The maximum number of answers that wait for one before them.
    pub window: usize,
    /// The maximum number of bytes of answers that wait for one before them.
    pub bytes: usize,
}

impl Settings {
    /// Creates settings with the default bounds: 65,536 answers, 64 MiB.
    pub fn new(threads: usize, ordered: bool) -> Settings {
        Settings { threads: threads.max(1), ordered, window: 1 << 16, bytes: 64 << 20 }
    }
}
