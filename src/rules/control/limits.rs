//! The limits of a search, as callers set them and as a search polls them.

use super::Cancel;
use super::clock::{Clock, SYSTEM, Timer};
use crate::rules::{StopFlag, StopReason, Threads};
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
    /// When the search ends at the latest, by the [`clock`](Self::clock). Unlike `time`, it does not affect how a search
    /// divides its time.
    pub deadline: Option<Duration>,
    /// Maximum nodes of a tree search, trials of an annealer, or playouts.
    pub nodes: Option<u64>,
    /// Maximum bytes for tables; [`DEFAULT_MEMORY`] by default.
    pub memory: usize,
    /// Number of threads: one per core by default, and always one on WebAssembly.
    pub threads: Threads,
    /// Cancels the search from outside.
    pub cancel: Cancel,
    /// The clock that the search reads: a function that returns the time since any moment. By default the clock of the
    /// system, and `None` on WebAssembly.
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
    /// Turns the time into a deadline from now on, so that the searches that follow share the time. Has no effect without
    /// a clock.
    pub fn share_time(mut self) -> Limits {
        if let (Some(time), Some(clock)) = (self.time, self.clock)
            && let Some(end) = clock().checked_add(time)
        {
            self.time = None;
            self.deadline = Some(self.deadline.map_or(end, |deadline| deadline.min(end)));
        }
        self
    }

    /// Returns a function for the elapsed share of the time from now on, from 0 to 1 and beyond; `None` without a limit
    /// or a clock.
    pub(crate) fn elapsed_share(&self) -> Option<impl Fn() -> f64 + Sync + use<>> {
        let (time, clock) = (self.time?, self.clock?);
        let begun = clock();
        Some(move || {
            let elapsed = clock().saturating_sub(begun);
            if time.is_zero() { 1.0 } else { elapsed.as_secs_f64() / time.as_secs_f64() }
        })
    }

    /// Returns the number of threads to start.
    pub(crate) fn threads(&self) -> Threads {
        if Threads::AVAILABLE { self.threads } else { Threads::Exactly(1) }
    }

    /// Creates the flag of a search that begins now. The token, the time and the deadline raise the flag; with `ticks`,
    /// a tick is due ten times a second.
    pub(crate) fn start(&self, ticks: bool) -> Arc<StopFlag> {
        let clock = self.clock.filter(|_| ticks || self.time.is_some() || self.deadline.is_some());
        let timer = clock.map(|clock| Timer::new(clock, (self.time, self.deadline), ticks));
        let flag = self.cancel.flag_with(timer);
        // No time at all is over before the first step.
        flag.poll();
        flag
    }

    /// Returns the limits that the search itself checks, with its flag.
    pub(crate) fn of_search<'a>(&self, stop: &'a StopFlag) -> SearchLimits<'a> {
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

/// The stop flag of a search that reports ticks: ten times a second, one of the threads that poll calls a function with
/// the number of steps.
#[derive(Clone, Copy)]
pub struct Poller<'a> {
    stop: &'a StopFlag,
    on_tick: &'a (dyn Fn(u64) + Sync),
}

impl<'a> Poller<'a> {
    /// Creates a poller of a flag.
    pub fn new(stop: &'a StopFlag, on_tick: &'a (dyn Fn(u64) + Sync)) -> Self {
        Poller { stop, on_tick }
    }
}

impl Poll for Poller<'_> {
    #[inline(always)]
    fn raised(&self) -> Option<StopReason> {
        self.stop.raised()
    }

    #[cold]
    fn poll_after(&self, steps: u32) -> Option<StopReason> {
        if let Some(steps) = self.stop.add_steps(steps) {
            (self.on_tick)(steps);
        }
        self.stop.poll()
    }
}

/// The limits that a search polls.
pub trait Poll {
    /// Returns the reason to stop, as far as it is known without reading the clock.
    fn raised(&self) -> Option<StopReason>;
    /// Reads the clock, and returns the reason to stop. `steps` are those since the last call.
    fn poll_after(&self, steps: u32) -> Option<StopReason>;
}

/// Steps between two readings of the clock.
const STEPS_PER_READING: u32 = 64;

/// Counts the steps of a thread between two readings of the clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct PollCounter(u32);

impl PollCounter {
    /// Counts a step and returns the reason to stop. To be called at every step; a long step counts as `weight` steps.
    #[inline(always)]
    pub fn count(&mut self, source: &impl Poll, weight: u32) -> Option<StopReason> {
        self.0 += weight;
        if self.0 < STEPS_PER_READING {
            return source.raised();
        }
        source.poll_after(std::mem::take(&mut self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

    /// Advances by ten milliseconds at each reading.
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
        let (poller, mut polls) = (Poller::new(&flag, &on_tick), PollCounter::default());
        let steps = (1..).find(|_| polls.count(&poller, 1).is_some()).unwrap();
        assert_eq!(flag.raised(), Some(StopReason::Time));
        // Each poll reads the clock twice.
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
}
