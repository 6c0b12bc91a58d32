//! The flag that ends a search.

use super::StopReason;
use super::control::clock::Timer;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// A flag that the caller raises (from a signal handler, for example) and that searches poll. In a search with a time
/// limit, the first poll after the end of the time raises the flag.
///
/// Raising the flag again does not change the reason.
#[derive(Debug, Default)]
pub struct StopFlag {
    /// 0 until the flag is raised, then 1 for `Time` or 2 for `Interrupt`.
    code: AtomicU8,
    timer: Option<Timer>,
    /// The sum of the steps of all threads. Each thread adds its steps when it polls the clock.
    steps: AtomicU64,
}

impl StopFlag {
    /// Creates a flag that is not raised.
    pub const fn new() -> Self {
        StopFlag::with_timer(None)
    }

    /// Creates a flag that is raised by the first poll after the end of the timer.
    pub(crate) const fn with_timer(timer: Option<Timer>) -> Self {
        StopFlag { code: AtomicU8::new(0), timer, steps: AtomicU64::new(0) }
    }

    /// Raises the flag with `Time` or `Interrupt`. Other reasons arise inside a search and count as `Interrupt` here.
    pub fn raise(&self, reason: StopReason) {
        let code = if reason == StopReason::Time { 1 } else { 2 };
        let _ = self.code.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Returns the reason if the flag is raised, without reading the clock; costs one relaxed load.
    #[inline]
    pub fn raised(&self) -> Option<StopReason> {
        match self.code.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(StopReason::Time),
            _ => Some(StopReason::Interrupt),
        }
    }

    /// Returns the reason if the flag is raised or the time is over.
    pub fn poll(&self) -> Option<StopReason> {
        if self.timer.as_ref().is_some_and(Timer::is_over) {
            self.raise(StopReason::Time);
        }
        self.raised()
    }

    /// Adds steps of a thread. If a tick for progress is due, returns the sum of the steps of all threads.
    pub(crate) fn add_steps(&self, steps: u32) -> Option<u64> {
        let before = self.steps.fetch_add(steps.into(), Ordering::Relaxed);
        self.timer.as_ref().is_some_and(Timer::take_tick).then(|| before + u64::from(steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_keeps_its_first_reason() {
        let flag = StopFlag::new();
        assert_eq!((flag.raised(), flag.poll()), (None, None));
        flag.raise(StopReason::Interrupt);
        flag.raise(StopReason::Time);
        assert_eq!(flag.raised(), Some(StopReason::Interrupt));
    }
}
