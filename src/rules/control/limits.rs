//! The limits of a search, as callers set them and as a search polls them.

use super::Cancel;
use super::clock::{Clock, SYSTEM, Timer};
use crate::{StopFlag, StopReason, Threads};
use std::sync::Arc;
use std::time::Duration;

/// The default limit on the bytes of tables: 256 MiB.
pub const DEFAULT_MEMORY: usize = 256 << 20;

/// The limits of a search. Without `time`, `deadline` and `nodes` the answer does not depend on the machine or on
/// `threads`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum wall-clock time; no limit if `None`. Ignored without a [`clock`](Self::clock).
    pub time: Option<Duration>,
    /// The latest end of the search, by the [`clock`](Self::clock). Unlike `time`, a deadline does not affect how a
    /// search divides its time.
    pub deadline: Option<Duration>,
    /// Maximum nodes of a tree search, trials of an annealer, or playouts.
    pub nodes: Option<u64>,
    /// Maximum bytes for tables; [`DEFAULT_MEMORY`] by default.
    pub memory: usize,
    /// Number of threads: one per core by default, and always one on WebAssembly.
    pub threads: Threads,
    /// Cancels the search from outside.
    pub cancel: Cancel,
    /// The clock that the search reads; by default the system's clock, or `None` on WebAssembly.
    pub clock: Option<Clock>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            deadline: None,
            nodes: None,
            memory: DEFAULT_MEMORY,
            threads: Threads::All,
            cancel: Cancel::new(),
            clock: SYSTEM,
        }
    }
}

impl Limits {
    /// Replaces the time limit by a deadline, so that several searches in a row share the time. Has no effect without a
    /// clock.
    pub fn share_time(mut self) -> Limits {
        if let (Some(time), Some(clock)) = (self.time, self.clock)
            && let Some(end) = clock().checked_add(time)
        {
            self.time = None;
            self.deadline = Some(self.deadline.map_or(end, |deadline| deadline.min(end)));
        }
        self
    }

    /// Returns a function that measures the elapsed share of the time limit from now on: 1 at the limit, then more.
    /// `None` without a time limit or a clock.
    #[doc(hidden)]
    pub fn elapsed_share(&self) -> Option<impl Fn() -> f64 + Sync + use<>> {
        let (time, clock) = (self.time?, self.clock?);
        let begun = clock();
        Some(move || {
            let elapsed = clock().saturating_sub(begun);
            if time.is_zero() { 1.0 } else { elapsed.as_secs_f64() / time.as_secs_f64() }
        })
    }

    /// Returns the threads of the search: one if the target has no threads.
    #[doc(hidden)]
    pub fn threads(&self) -> Threads {
        if Threads::AVAILABLE { self.threads } else { Threads::Exactly(1) }
    }

    /// Creates the stop flag of a search that begins now. The flag is raised when the token is cancelled, or when the
    /// time or the deadline is over. With `ticks`, a tick is due ten times a second.
    #[doc(hidden)]
    pub fn start(&self, ticks: bool) -> Arc<StopFlag> {
        let clock = self.clock.filter(|_| ticks || self.time.is_some() || self.deadline.is_some());
        let timer = clock.map(|clock| Timer::new(clock, (self.time, self.deadline), ticks));
        let flag = self.cancel.flag_with(timer);
        // A time limit of zero is over before the first step.
        flag.poll();
        flag
    }

    /// Returns the limits that the search itself checks, with the stop flag of this search.
    #[doc(hidden)]
    pub fn of_search<'a>(&self, stop: &'a StopFlag) -> SearchLimits<'a> {
        SearchLimits { nodes: self.nodes, memory: self.memory, stop }
    }
}

/// The limits that a search itself checks.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits<'a> {
    /// Maximum nodes of a tree search, or trials of an annealer.
    pub nodes: Option<u64>,
    /// Maximum bytes for tables.
    pub memory: usize,
    /// Raised when time is up or the user wants to stop.
    pub stop: &'a StopFlag,
}

/// A function that returns the elapsed share of a search's time: 1 or more when the time is over.
pub type ElapsedShare<'a> = &'a (dyn Fn() -> f64 + Sync);

/// The limits of a search as its threads poll them.
pub struct Budget<'a> {
    pub limits: &'a SearchLimits<'a>,
    /// The elapsed share of the search's own time; `None` if only the stop flag limits the time.
    part: Option<ElapsedShare<'a>>,
    /// Raised when `part` returns 1 or more.
    expired: StopFlag,
    /// Called ten times a second, by one of the threads that poll, with the number of steps of all threads.
    on_tick: Option<&'a (dyn Fn(u64) + Sync)>,
}

impl<'a> Budget<'a> {
    /// Creates the budget of a search that ends at the latest when `part` returns 1 or more.
    pub fn new(limits: &'a SearchLimits<'a>, part: Option<ElapsedShare<'a>>) -> Budget<'a> {
        Budget { limits, part, expired: StopFlag::new(), on_tick: None }
    }

    /// Sets the function that is called at each tick of the stop flag.
    pub fn with_ticks(self, on_tick: &'a (dyn Fn(u64) + Sync)) -> Budget<'a> {
        Budget { on_tick: Some(on_tick), ..self }
    }

    /// Returns the reason to stop, if one is known without reading a clock.
    #[inline(always)]
    pub fn raised(&self) -> Option<StopReason> {
        self.limits.stop.raised().or(self.expired.raised())
    }

    /// Reads the clocks, and returns the reason to stop, if there is one.
    pub fn poll(&self) -> Option<StopReason> {
        if self.part.is_some_and(|part| part() >= 1.0) {
            self.expired.raise(StopReason::Time);
        }
        self.limits.stop.poll().or(self.expired.raised())
    }

    /// Adds `steps` to the steps of all threads, reports the sum if a tick is due, and [`poll`](Self::poll)s.
    #[cold]
    pub fn poll_after(&self, steps: u32) -> Option<StopReason> {
        if let Some(on_tick) = self.on_tick
            && let Some(steps) = self.limits.stop.add_steps(steps)
        {
            on_tick(steps);
        }
        self.poll()
    }
}

/// Steps between two readings of the clock.
const STEPS_PER_READING: u32 = 64;

/// Counts the steps of a thread between two readings of the clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct PollCounter(u32);

impl PollCounter {
    /// Counts a step and returns the reason to stop. To be called at every step; a long step counts as `weight` steps.
    #[inline(always)]
    pub fn count(&mut self, budget: &Budget, weight: u32) -> Option<StopReason> {
        self.0 += weight;
        if self.0 < STEPS_PER_READING {
            return budget.raised();
        }
        budget.poll_after(std::mem::take(&mut self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

    /// A clock that advances by ten milliseconds at each reading.
    fn fast() -> Duration {
        static READINGS: AtomicU64 = AtomicU64::new(0);
        Duration::from_millis(10 * READINGS.fetch_add(1, Ordering::Relaxed))
    }

    #[test]
    fn ticks_are_reported_until_the_time_is_over() {
        let limits = Limits { time: Some(Duration::from_secs(2)), clock: Some(fast), ..Limits::default() };
        let (ticks, flag) = (AtomicU32::new(0), limits.start(true));
        let on_tick = |steps: u64| {
            assert!(steps.is_multiple_of(STEPS_PER_READING.into()));
            ticks.fetch_add(1, Ordering::Relaxed);
        };
        let (limits, mut polls) = (limits.of_search(&flag), PollCounter::default());
        let budget = Budget::new(&limits, None).with_ticks(&on_tick);
        let steps = (1..).find(|_| polls.count(&budget, 1).is_some()).unwrap();
        assert_eq!(flag.raised(), Some(StopReason::Time));
        // Two seconds are 200 readings of this clock. A poll reads the clock twice: for the tick and for the deadline.
        let polls = steps / STEPS_PER_READING;
        assert!(steps % STEPS_PER_READING == 0 && (90..=110).contains(&polls), "{steps}");
        assert!((18..=21).contains(&ticks.load(Ordering::Relaxed)), "{ticks:?}");
    }

    #[test]
    fn the_earlier_of_time_and_deadline_counts() {
        let limits = |time| Limits { time: Some(Duration::from_secs(time)), ..Limits::default() };
        let (late, over) = (limits(600).start(false), limits(0).start(false));
        assert_eq!((late.poll(), over.poll()), (None, Some(StopReason::Time)));
        assert_eq!(limits(0).share_time().start(false).poll(), Some(StopReason::Time));
        let both = Limits { deadline: Some(Duration::ZERO), ..limits(600) };
        assert_eq!(both.start(false).poll(), Some(StopReason::Time));
        let timeless = Limits { clock: None, ..both };
        assert_eq!((timeless.start(true).poll(), Limits::default().start(false).poll()), (None, None));
    }

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
