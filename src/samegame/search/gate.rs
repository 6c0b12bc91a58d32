//! The limits of a search, and its clock, as those who work look at them.

use crate::base::{Limits, StopFlag, StopReason};

/// Tells the part of the time that is over, from 0 to 1.
pub type Clock<'a> = &'a (dyn Fn() -> f64 + Sync);

/// Steps after which the clock is asked.
const EVERY: u32 = 64;

/// A search's limits, and its clock, if it has one.
pub(super) struct Gate<'a> {
    /// The limits.
    pub limits: &'a Limits<'a>,
    clock: Option<Clock<'a>>,
    /// Raised when the clock has said that the time is over.
    late: StopFlag,
}

impl<'a> Gate<'a> {
    /// For a search.
    pub fn new(limits: &'a Limits<'a>, clock: Option<Clock<'a>>) -> Gate<'a> {
        Gate { limits, clock, late: StopFlag::new() }
    }

    /// Whether there is a clock.
    pub fn timed(&self) -> bool {
        self.clock.is_some()
    }

    /// Whether more than this part of the time is over, if there is a clock.
    pub fn past(&self, part: f64) -> bool {
        self.clock.is_some_and(|clock| clock() > part)
    }

    /// Why the search has to end, as far as it is known without asking the clock: two loads.
    #[inline(always)]
    pub fn raised(&self) -> Option<StopReason> {
        self.limits.stop.raised().or(self.late.raised())
    }

    /// Why the search has to end.
    pub fn ask(&self) -> Option<StopReason> {
        if self.clock.is_some_and(|part| part() >= 1.0) {
            self.late.raise(StopReason::Time);
        }
        self.raised()
    }
}

/// Counts the steps of a thread between two looks at the clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beat(u32);

impl Beat {
    /// Why the search has to end; to be asked at every step. A step that takes long counts for several.
    #[inline(always)]
    pub fn step(&mut self, gate: &Gate<'_>, weight: u32) -> Option<StopReason> {
        self.0 += weight;
        if self.0 < EVERY {
            return gate.raised();
        }
        self.0 = 0;
        gate.ask()
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
        let gate = Gate::new(&limits, Some(&clock));
        let mut beat = Beat::default();
        let steps = (1..).find(|_| beat.step(&gate, 1).is_some()).unwrap();
        assert_eq!((steps, gate.raised(), stop.raised()), (4 * EVERY, Some(StopReason::Time), None));
        let gate = Gate::new(&limits, None);
        assert_eq!((0..1000).find_map(|_| beat.step(&gate, 7)), None);
        stop.raise(StopReason::Interrupt);
        assert_eq!(beat.step(&gate, 1), Some(StopReason::Interrupt));
    }
}
