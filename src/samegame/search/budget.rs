//! The limits of a search, and its clock, as the workers poll them.

use crate::rules::control::SearchLimits;
use crate::rules::{StopFlag, StopReason};

/// Returns the part of the time that is over, from 0 to 1.
pub type Clock<'a> = &'a (dyn Fn() -> f64 + Sync);

/// Steps between two polls of the clock.
const STEPS_PER_POLL: u32 = 64;

/// The limits of a search, and its clock, if it has one.
pub(super) struct Budget<'a> {
    /// The limits.
    pub limits: &'a SearchLimits<'a>,
    clock: Option<Clock<'a>>,
    /// Raised when the clock reports that the time is over.
    expired: StopFlag,
}

impl<'a> Budget<'a> {
    /// Creates the budget of a search.
    pub fn new(limits: &'a SearchLimits<'a>, clock: Option<Clock<'a>>) -> Budget<'a> {
        Budget { limits, clock, expired: StopFlag::new() }
    }

    /// Returns `true` if there is a clock.
    pub fn is_timed(&self) -> bool {
        self.clock.is_some()
    }

    /// Returns `true` if there is a clock and more than this part of the time is over.
    pub fn is_past(&self, part: f64) -> bool {
        self.clock.is_some_and(|clock| clock() > part)
    }

    /// Returns the reason to stop, as far as it is known without polling the clock: two loads.
    #[inline(always)]
    pub fn raised(&self) -> Option<StopReason> {
        self.limits.stop.raised().or(self.expired.raised())
    }

    /// Polls the clock and returns the reason to stop, if there is one.
    pub fn poll(&self) -> Option<StopReason> {
        if self.clock.is_some_and(|part| part() >= 1.0) {
            self.expired.raise(StopReason::Time);
        }
        self.raised()
    }
}

/// Counts the steps of a thread between two polls of the clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PollCounter(u32);

impl PollCounter {
    /// Counts a step and returns the reason to stop. To be called at every step; a long step counts as `weight`
    /// steps.
    #[inline(always)]
    pub fn count(&mut self, budget: &Budget<'_>, weight: u32) -> Option<StopReason> {
        self.0 += weight;
        if self.0 < STEPS_PER_POLL {
            return budget.raised();
        }
        self.0 = 0;
        budget.poll()
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
        assert_eq!(
            (steps, budget.raised(), stop.raised()),
            (4 * STEPS_PER_POLL, Some(StopReason::Time), None)
        );
        let budget = Budget::new(&limits, None);
        assert_eq!((0..1000).find_map(|_| polls.count(&budget, 7)), None);
        stop.raise(StopReason::Interrupt);
        assert_eq!(polls.count(&budget, 1), Some(StopReason::Interrupt));
    }
}
