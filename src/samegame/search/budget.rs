//! The limits of a search, and its clock, as the workers poll them.

use crate::rules::control::SearchLimits;
pub(super) use crate::rules::control::{Poll, PollCounter};
use crate::rules::{StopFlag, StopReason};

/// Returns the part of the time that is over, from 0 to 1.
pub type Clock<'a> = &'a (dyn Fn() -> f64 + Sync);

/// The limits of a search, and its clock, if it has one.
pub(super) struct Budget<'a> {
    pub limits: &'a SearchLimits<'a>,
    clock: Option<Clock<'a>>,
    /// Raised when the clock reports that the time is over.
    expired: StopFlag,
}

impl<'a> Budget<'a> {
    pub fn new(limits: &'a SearchLimits<'a>, clock: Option<Clock<'a>>) -> Budget<'a> {
        Budget { limits, clock, expired: StopFlag::new() }
    }

    /// Polls the clock and returns the reason to stop, if there is one.
    pub fn poll(&self) -> Option<StopReason> {
        if self.clock.is_some_and(|part| part() >= 1.0) {
            self.expired.raise(StopReason::Time);
        }
        self.limits.stop.poll().or(self.expired.raised())
    }
}

impl Poll for Budget<'_> {
    #[inline(always)]
    fn raised(&self) -> Option<StopReason> {
        self.limits.stop.raised().or(self.expired.raised())
    }

    fn poll_after(&self, _steps: u32) -> Option<StopReason> {
        self.poll()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn the_clock_is_polled_at_intervals_and_ends_the_search() {
        let (stop, asked) = (StopFlag::new(), AtomicU32::new(0));
        let limits = SearchLimits { nodes: None, memory: 0, stop: &stop };
        let clock = || f64::from(asked.fetch_add(1, Ordering::Relaxed)) / 3.0;
        let budget = Budget::new(&limits, Some(&clock));
        let mut polls = PollCounter::default();
        let steps = (1..).find(|_| polls.count(&budget, 1).is_some()).unwrap();
        assert_eq!((steps, budget.raised(), stop.raised()), (4 * 64, Some(StopReason::Time), None));
        let budget = Budget::new(&limits, None);
        assert_eq!((0..1000).find_map(|_| polls.count(&budget, 7)), None);
        stop.raise(StopReason::Interrupt);
        assert_eq!(polls.count(&budget, 1), Some(StopReason::Interrupt));
    }
}
