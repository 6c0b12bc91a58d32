//! The limits of a search, and its clock, as those who work look at them.

use crate::base::{Limits, StopFlag, StopReason};

/// Tells the part of the time that is over, from 0 to 1.
pub type Clock<'a> = &'a (dyn Fn() -> f64 + Sync);

/// Steps after which the clock is asked.
const STEPS_PER_POLL: u32 = 64;

/// A search's limits, and its clock, if it has one.
pub(super) struct Budget<'a> {
    /// The limits.
    pub limits: &'a Limits<'a>,
    clock: Option<Clock<'a>>,
    /// Raised when the clock has said that the time is over.
    expired: StopFlag,
}

impl<'a> Budget<'a> {
    /// For a search.
    pub fn new(limits: &'a Limits<'a>, clock: Option<Clock<'a>>) -> Budget<'a> {
        Budget { limits, clock, expired: StopFlag::new() }
    }

    /// Whether there is a clock.
    pub fn is_timed(&self) -> bool {
        self.clock.is_some()
    }

    /// Whether more than this part of the time is over, if there is a clock.
    pub fn is_past(&self, part: f64) -> bool {
        self.clock.is_some_and(|clock| clock() > part)
    }

    /// Why the search has to end, as far as it is known without asking the clock: two loads.
    #[inline(always)]
    pub fn raised(&self) -> Option<StopReason> {
        self.limits.stop.raised().or(self.expired.raised())
    }

    /// Why the search has to end.
    pub fn poll(&self) -> Option<StopReason> {
        if self.clock.is_some_and(|part| part() >= 1.0) {
            self.expired.raise(StopReason::Time);
        }
        self.raised()
    }
}

/// Counts the steps of a thread between two looks at the clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PollCounter(u32);

impl PollCounter {
    /// Why the search has to end; to be asked at every step. A step that takes long counts for several.
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
    fn a_clock_is_asked_now_and_then_and_ends_the_search() {
        let (stop, asked) = (StopFlag::new(), AtomicU32::new(0));
        let limits = Limits { nodes: None, memory: 0, stop: &stop };
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
