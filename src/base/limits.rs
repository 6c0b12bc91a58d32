//! When a search must stop, and on how many threads it runs. Solvers read neither the clock nor the keyboard; the
//! caller does.

use super::StopReason;
#[cfg(any(target_family = "wasm", test))]
use asking::Asking;
use std::sync::atomic::{AtomicU8, Ordering};

/// A flag that the caller raises (from a timer or a signal handler) and that searches check.
///
/// The first reason stays. Checking costs one relaxed load.
#[derive(Debug, Default)]
pub struct StopFlag {
    code: AtomicU8,
    #[cfg(any(target_family = "wasm", test))]
    asking: Asking,
}

impl StopFlag {
    /// A flag that is not raised.
    pub const fn new() -> Self {
        StopFlag {
            code: AtomicU8::new(0),
            #[cfg(any(target_family = "wasm", test))]
            asking: Asking::nobody(),
        }
    }

    /// A flag that asks the caller at every [`EVERY`](Self::EVERY)th look: on WebAssembly there is no other thread that
    /// could raise it. The function is given the number of looks so far.
    #[cfg(any(target_family = "wasm", test))]
    pub const fn asking(ask: fn(u64) -> Option<StopReason>) -> Self {
        StopFlag { code: AtomicU8::new(0), asking: Asking::of(ask) }
    }

    /// Raises the flag with `Time` or `Interrupt`; others are never raised from outside.
    pub fn raise(&self, reason: StopReason) {
        let code = if reason == StopReason::Time { 1 } else { 2 };
        let _ = self.code.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The reason, if the flag is raised.
    #[inline]
    pub fn raised(&self) -> Option<StopReason> {
        match self.code.load(Ordering::Relaxed) {
            #[cfg(any(target_family = "wasm", test))]
            0 => self.asking.look().inspect(|&reason| self.raise(reason)),
            #[cfg(not(any(target_family = "wasm", test)))]
            0 => None,
            1 => Some(StopReason::Time),
            _ => Some(StopReason::Interrupt),
        }
    }
}

/// Whom a flag asks that no other thread can raise.
#[cfg(any(target_family = "wasm", test))]
mod asking {
    use super::{StopFlag, StopReason};
    use std::sync::atomic::{AtomicU64, Ordering};

    impl StopFlag {
        /// Looks between two questions.
        pub const EVERY: u64 = 1 << 12;
    }

    /// A function to ask, and how often the flag was looked at.
    #[derive(Debug, Default)]
    pub struct Asking {
        ask: Option<fn(u64) -> Option<StopReason>>,
        looks: AtomicU64,
    }

    impl Asking {
        pub const fn nobody() -> Asking {
            Asking { ask: None, looks: AtomicU64::new(0) }
        }

        pub const fn of(ask: fn(u64) -> Option<StopReason>) -> Asking {
            Asking { ask: Some(ask), ..Asking::nobody() }
        }

        /// One more look; what the function says, if it is time to ask it.
        #[inline]
        pub fn look(&self) -> Option<StopReason> {
            let ask = self.ask?;
            let looks = self.looks.load(Ordering::Relaxed) + 1;
            self.looks.store(looks, Ordering::Relaxed);
            if looks.is_multiple_of(StopFlag::EVERY) { ask(looks) } else { None }
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

    #[test]
    fn a_flag_that_asks_is_raised_by_the_answer() {
        let every = StopFlag::EVERY;
        let flag = StopFlag::asking(|looks| (looks >= 3 << 12).then_some(StopReason::Time));
        let looks = (1..).find(|_| flag.raised().is_some());
        assert_eq!((looks, flag.raised()), (Some(3 * every), Some(StopReason::Time)));
        let flag = StopFlag::asking(|_| Some(StopReason::Time));
        flag.raise(StopReason::Interrupt);
        assert!((0..2 * every).all(|_| flag.raised() == Some(StopReason::Interrupt)));
    }
}
