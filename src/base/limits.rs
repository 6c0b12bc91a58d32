//! The limits of a search: stop flag, nodes, memory and threads. Solvers read neither the clock nor the keyboard;
//! the caller does.

use super::StopReason;
#[cfg(any(target_family = "wasm", test))]
use callback::Callback;
use std::sync::atomic::{AtomicU8, Ordering};

/// A flag that the caller raises (from a timer or a signal handler) and that searches poll.
///
/// The flag keeps the first reason. Polling costs one relaxed load.
#[derive(Debug, Default)]
pub struct StopFlag {
    code: AtomicU8,
    #[cfg(any(target_family = "wasm", test))]
    callback: Callback,
}

impl StopFlag {
    /// Creates a flag that is not raised.
    pub const fn new() -> Self {
        StopFlag {
            code: AtomicU8::new(0),
            #[cfg(any(target_family = "wasm", test))]
            callback: Callback::none(),
        }
    }

    /// Creates a flag that calls `poll` on every [`POLL_INTERVAL`](Self::POLL_INTERVAL)th poll: on WebAssembly no other
    /// thread can raise it. The argument of the function is the number of polls so far.
    #[cfg(any(target_family = "wasm", test))]
    pub const fn with_callback(poll: fn(u64) -> Option<StopReason>) -> Self {
        StopFlag { code: AtomicU8::new(0), callback: Callback::new(poll) }
    }

    /// Raises the flag with `Time` or `Interrupt`. Other reasons arise inside a search and count as `Interrupt` here.
    pub fn raise(&self, reason: StopReason) {
        let code = if reason == StopReason::Time { 1 } else { 2 };
        let _ = self.code.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Returns the reason if the flag is raised.
    #[inline]
    pub fn raised(&self) -> Option<StopReason> {
        match self.code.load(Ordering::Relaxed) {
            #[cfg(any(target_family = "wasm", test))]
            0 => self.callback.poll().inspect(|&reason| self.raise(reason)),
            #[cfg(not(any(target_family = "wasm", test)))]
            0 => None,
            1 => Some(StopReason::Time),
            _ => Some(StopReason::Interrupt),
        }
    }
}

/// The callback of a stop flag on targets without threads.
#[cfg(any(target_family = "wasm", test))]
mod callback {
    use super::{StopFlag, StopReason};
    use std::sync::atomic::{AtomicU64, Ordering};

    impl StopFlag {
        /// Polls between two calls of the callback.
        pub const POLL_INTERVAL: u64 = 1 << 12;
    }

    /// A callback and the number of polls so far.
    #[derive(Debug, Default)]
    pub struct Callback {
        function: Option<fn(u64) -> Option<StopReason>>,
        polls: AtomicU64,
    }

    impl Callback {
        pub const fn none() -> Callback {
            Callback { function: None, polls: AtomicU64::new(0) }
        }

        pub const fn new(function: fn(u64) -> Option<StopReason>) -> Callback {
            Callback { function: Some(function), ..Callback::none() }
        }

        /// Counts a poll, and returns the result of the callback if it is due.
        #[inline]
        pub fn poll(&self) -> Option<StopReason> {
            let function = self.function?;
            let polls = self.polls.load(Ordering::Relaxed) + 1;
            self.polls.store(polls, Ordering::Relaxed);
            if polls.is_multiple_of(StopFlag::POLL_INTERVAL) { function(polls) } else { None }
        }
    }
}

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

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Maximum nodes of a tree search, or trials of an annealer.
    pub nodes: Option<u64>,
    /// Maximum bytes for tables.
    pub memory: usize,
    /// Raised when time is up or the user wants to stop.
    pub stop: &'a StopFlag,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_keeps_its_first_reason() {
        let flag = StopFlag::new();
        assert_eq!(flag.raised(), None);
        flag.raise(StopReason::Interrupt);
        flag.raise(StopReason::Time);
        assert_eq!(flag.raised(), Some(StopReason::Interrupt));
    }

    #[test]
    fn a_callback_raises_its_flag() {
        let interval = StopFlag::POLL_INTERVAL;
        let flag = StopFlag::with_callback(|polls| (polls >= 3 << 12).then_some(StopReason::Time));
        let polls = (1..).find(|_| flag.raised().is_some());
        assert_eq!((polls, flag.raised()), (Some(3 * interval), Some(StopReason::Time)));
        let flag = StopFlag::with_callback(|_| Some(StopReason::Time));
        flag.raise(StopReason::Interrupt);
        assert!((0..2 * interval).all(|_| flag.raised() == Some(StopReason::Interrupt)));
    }
}
