//! When a search must stop, and on how many threads it runs. Solvers read neither the clock nor the keyboard; the
//! caller does.

use super::StopReason;
use std::sync::atomic::{AtomicU8, Ordering};

/// A flag that the caller raises (from a timer or a signal handler) and that searches check.
///
/// The first reason stays. Checking costs one relaxed load.
#[derive(Debug, Default)]
pub struct StopFlag(AtomicU8);

impl StopFlag {
    /// A flag that is not raised.
    pub const fn new() -> Self {
        StopFlag(AtomicU8::new(0))
    }

    /// Raises the flag with `Time` or `Interrupt`; others are never raised from outside.
    pub fn raise(&self, reason: StopReason) {
        let code = if reason == StopReason::Time { 1 } else { 2 };
        let _ = self.0.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The reason, if the flag is raised.
    #[inline]
    pub fn raised(&self) -> Option<StopReason> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(StopReason::Time),
            _ => Some(StopReason::Interrupt),
        }
    }
}

/// Threads to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// One for each core; looked up only when one thread is not enough, because that takes longer than an easy
    /// puzzle.
    All,
    /// This many.
    Some(usize),
}

impl Threads {
    /// Their number: for `All`, the number of cores.
    pub fn number(self) -> usize {
        match self {
            Threads::All => std::thread::available_parallelism().map_or(1, usize::from),
            Threads::Some(number) => number,
        }
    }
}

/// What a search may spend.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Nodes of a tree search, trials of an annealer.
    pub nodes: Option<u64>,
    /// Bytes for tables.
    pub memory: usize,
    /// Raised when time is up or the user wants to stop.
    pub stop: &'a StopFlag,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_stays() {
        let flag = StopFlag::new();
        assert_eq!(flag.raised(), None);
        flag.raise(StopReason::Interrupt);
        flag.raise(StopReason::Time);
        assert_eq!(flag.raised(), Some(StopReason::Interrupt));
    }
}
