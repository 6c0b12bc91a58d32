//! The flag that ends a search. Solvers read neither the clock nor the keyboard; the code that raises the flag does.

use super::StopReason;
#[cfg(target_family = "wasm")]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::{AtomicU8, Ordering};

/// A flag that the caller raises (from a timer or a signal handler) and that searches poll.
///
/// The flag keeps the first reason. Polling costs one relaxed load.
#[derive(Debug, Default)]
pub struct StopFlag {
    code: AtomicU8,
    /// The polls so far: where no other thread can request a tick, every few thousand polls do.
    #[cfg(target_family = "wasm")]
    polls: AtomicU64,
}

/// Nothing happened since the last poll.
const QUIET: u8 = 0;

/// A tick is due.
const TICK: u8 = 3;

impl StopFlag {
    /// Creates a flag that is not raised.
    pub const fn new() -> Self {
        StopFlag {
            code: AtomicU8::new(QUIET),
            #[cfg(target_family = "wasm")]
            polls: AtomicU64::new(0),
        }
    }

    /// Raises the flag with `Time` or `Interrupt`. Other reasons arise inside a search and count as `Interrupt` here.
    pub fn raise(&self, reason: StopReason) {
        let code = if reason == StopReason::Time { 1 } else { 2 };
        let mut before = self.code.load(Ordering::Relaxed);
        while let QUIET | TICK = before {
            match self.code.compare_exchange_weak(before, code, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return,
                Err(now) => before = now,
            }
        }
    }

    /// Returns the reason if the flag is raised.
    #[inline]
    pub fn raised(&self) -> Option<StopReason> {
        match self.code.load(Ordering::Relaxed) {
            QUIET | TICK => None,
            1 => Some(StopReason::Time),
            _ => Some(StopReason::Interrupt),
        }
    }

    /// Returns `true` if the flag is raised or a tick is due.
    #[inline]
    pub(crate) fn needs_attention(&self) -> bool {
        #[cfg(target_family = "wasm")]
        self.count_poll();
        self.code.load(Ordering::Relaxed) != QUIET
    }

    /// Counts a poll, and requests a tick if one is due.
    #[cfg(target_family = "wasm")]
    fn count_poll(&self) {
        let polls = self.polls() + 1;
        self.polls.store(polls, Ordering::Relaxed);
        if polls.is_multiple_of(1 << 12) {
            self.request_tick();
        }
    }

    /// Returns the number of polls so far on WebAssembly, and 0 elsewhere.
    pub(crate) fn polls(&self) -> u64 {
        #[cfg(target_family = "wasm")]
        return self.polls.load(Ordering::Relaxed);
        #[cfg(not(target_family = "wasm"))]
        0
    }

    /// Requests a tick from the next thread that polls.
    pub(crate) fn request_tick(&self) {
        let _ = self.code.compare_exchange(QUIET, TICK, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Returns `true` to one thread after each [`request_tick`](Self::request_tick), unless the flag is raised.
    pub(crate) fn take_tick(&self) -> bool {
        self.code.compare_exchange(TICK, QUIET, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
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
    fn a_tick_is_taken_once_and_never_hides_a_reason() {
        let flag = StopFlag::new();
        assert!(!flag.needs_attention() && !flag.take_tick());
        flag.request_tick();
        assert!(flag.needs_attention() && flag.raised().is_none());
        assert!(flag.take_tick() && !flag.take_tick());
        flag.request_tick();
        flag.raise(StopReason::Time);
        assert!(!flag.take_tick());
        flag.request_tick();
        assert_eq!(flag.raised(), Some(StopReason::Time));
    }
}
