//! Clocks, deadlines and ticks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A function that returns the time since some fixed moment, for example the start of the program.
pub type Clock = fn() -> Duration;

/// The clock of the system, if the target has one.
pub const SYSTEM: Option<Clock> = if cfg!(target_family = "wasm") { None } else { Some(system) };

/// The time between two ticks.
const TICK: Duration = Duration::from_millis(100);

/// Returns the time since the first call.
fn system() -> Duration {
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}

/// A deadline, and ticks at regular times before it.
#[derive(Debug)]
pub(crate) struct Timer {
    clock: Clock,
    deadline: Option<Duration>,
    /// When the next tick is due, in nanoseconds of the clock; `u64::MAX` without ticks.
    next_tick: AtomicU64,
}

impl Timer {
    /// Starts a timer that is over after `time` or at `deadline`, whichever is first; with `ticks`, ten ticks a second.
    pub fn new(clock: Clock, (time, deadline): (Option<Duration>, Option<Duration>), ticks: bool) -> Timer {
        let now = clock();
        let end = time.and_then(|time| now.checked_add(time));
        let deadline = end.into_iter().chain(deadline).min();
        let next_tick = AtomicU64::new(if ticks { nanos(now + TICK) } else { u64::MAX });
        Timer { clock, deadline, next_tick }
    }

    /// Returns whether the deadline has passed.
    pub fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline <= (self.clock)())
    }

    /// Returns `true` if a tick is due; each tick is reported to one thread only.
    pub fn take_tick(&self) -> bool {
        let due = self.next_tick.load(Ordering::Relaxed);
        if due == u64::MAX {
            return false;
        }
        let now = (self.clock)();
        let next = nanos(now + TICK);
        nanos(now) >= due
            && self.next_tick.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

/// Converts a time to nanoseconds; 64 bits suffice for five centuries.
fn nanos(time: Duration) -> u64 {
    time.as_nanos() as u64
}
