//! The limits that an embedding program sets, and their enforcement.
//!
//! - this file: limits, cancelling, the clock
//! - `setters`: the methods of a solver that set its limits
//! - `listener`: delivery of the events of a search
//!
//! The searches take a stop flag and a function that returns the elapsed share of the time. This module creates both. Besides
//! `batch`, no other part of the library reads the clock.

mod listener;
mod setters;

pub(crate) use listener::Listener;
pub(crate) use setters::limit_setters;

use crate::base::{self, StopFlag, StopReason, Threads, lock, unpoisoned};
use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex, Weak};
use std::time::{Duration, Instant};

/// The default limit on the bytes of tables: 256 MiB.
pub const DEFAULT_MEMORY: usize = 256 << 20;

/// The time between two ticks.
const TICK: Duration = Duration::from_millis(100);

/// The limits of a search. Without `time` and `nodes` the answer does not depend on the machine or on `threads`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum wall-clock time; no limit if `None`. Ignored on `wasm32-unknown-unknown`, which has no clock: return
    /// [`ControlFlow::Break`](std::ops::ControlFlow::Break) from an event there.
    pub time: Option<Duration>,
    /// Maximum nodes of a tree search, trials of an annealer, or playouts.
    pub nodes: Option<u64>,
    /// Maximum bytes for tables; [`DEFAULT_MEMORY`] by default.
    pub memory: usize,
    /// Number of threads: one per core by default, and always one on WebAssembly.
    pub threads: Threads,
    /// Cancels the search from outside.
    pub cancel: Cancel,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            nodes: None,
            memory: DEFAULT_MEMORY,
            threads: Threads::All,
            cancel: Cancel::new(),
        }
    }
}

impl Limits {
    /// Returns the number of threads to start.
    pub(crate) fn threads(&self) -> Threads {
        if cfg!(target_family = "wasm") { Threads::Exactly(1) } else { self.threads }
    }

    /// Returns the limits that the search itself checks, with its flag.
    pub(crate) fn search_limits<'a>(&self, stop: &'a StopFlag) -> base::Limits<'a> {
        base::Limits { nodes: self.nodes, memory: self.memory, stop }
    }
}

/// A token that cancels searches from outside. Clones share its state. Every search with a clone of the token ends within
/// milliseconds of [`cancel`](Self::cancel), and a search that begins later ends at once.
///
/// ```
/// use tilefall::{Cancel, StopReason, samegame::{Board, Solver}};
/// let cancel = Cancel::new();
/// let solver = Solver::new().cancel(&cancel);
/// cancel.cancel(); // usually from another thread
/// let board: Board = "1121 / 2212 / 1122".parse().unwrap();
/// let outcome = solver.solve(&board).unwrap();
/// assert_eq!(outcome.stopped_by, Some(StopReason::Interrupt));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Mutex<CancelState>>);

#[derive(Debug, Default)]
struct CancelState {
    cancelled: bool,
    /// The flags of running searches.
    flags: Vec<Weak<StopFlag>>,
}

impl Cancel {
    /// Creates a token that is not cancelled.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Ends all searches with this token or a clone of it.
    pub fn cancel(&self) {
        let mut state = lock(&self.0);
        state.cancelled = true;
        let flags = std::mem::take(&mut state.flags);
        flags.iter().filter_map(Weak::upgrade).for_each(|flag| flag.raise(StopReason::Interrupt));
    }

    /// Returns `true` if [`cancel`](Self::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        lock(&self.0).cancelled
    }

    /// Creates a flag for one search.
    pub(crate) fn flag(&self) -> Arc<StopFlag> {
        let flag = Arc::new(StopFlag::new());
        let mut state = lock(&self.0);
        state.flags.retain(|flag| flag.strong_count() > 0);
        state.flags.push(Arc::downgrade(&flag));
        if state.cancelled {
            flag.raise(StopReason::Interrupt);
        }
        flag
    }
}

/// Returns a function for the elapsed share of the time, from 0 to 1 and beyond; `None` without a limit.
pub(crate) fn elapsed_share(time: Option<Duration>) -> Option<impl Fn() -> f64 + Sync> {
    let time = time.filter(|_| !cfg!(target_family = "wasm"))?;
    let start = Instant::now();
    Some(move || if time.is_zero() { 1.0 } else { start.elapsed().as_secs_f64() / time.as_secs_f64() })
}

/// Runs `work` next to a timer thread, which raises the flag when the time is over and calls `tick` ten times a second. If
/// `tick` panics, the flag is raised, and the panic resumes after the work. On WebAssembly there is no such thread.
pub(crate) fn with_timer<T>(
    time: Option<Duration>,
    flag: &StopFlag,
    mut tick: impl FnMut() + Send,
    work: impl FnOnce() -> T,
) -> T {
    if cfg!(target_family = "wasm") {
        return work();
    }
    if time.is_some_and(|time| time.is_zero()) {
        flag.raise(StopReason::Time);
    }
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let done = Done::default();
    let timer = || {
        let _interrupt = InterruptOnPanic(flag);
        let mut is_done = lock(&done.flag);
        let mut next = Instant::now() + TICK;
        while !*is_done {
            let now = Instant::now();
            if deadline.is_some_and(|deadline| now >= deadline) {
                flag.raise(StopReason::Time);
            }
            if now >= next {
                next = now + TICK;
                drop(is_done);
                tick();
                is_done = lock(&done.flag);
                continue;
            }
            let until =
                deadline.filter(|&deadline| deadline > now).map_or(next, |deadline| deadline.min(next));
            is_done = unpoisoned(done.changed.wait_timeout(is_done, until - now)).0;
        }
    };
    std::thread::scope(|scope| {
        // The guard ends the timer even if the work panics.
        let guard = MarkDone(&done);
        // If the thread cannot be spawned, the work runs without a timer.
        let timer = std::thread::Builder::new().spawn_scoped(scope, timer);
        let result = work();
        drop(guard);
        if let Ok(timer) = timer {
            timer.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        result
    })
}

/// Raises the flag if a panic drops the guard, since no timer is left.
struct InterruptOnPanic<'a>(&'a StopFlag);

impl Drop for InterruptOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.raise(StopReason::Interrupt);
        }
    }
}

/// A signal that the work is done.
#[derive(Default)]
struct Done {
    flag: Mutex<bool>,
    changed: Condvar,
}

/// Signals on drop that the work is done.
struct MarkDone<'a>(&'a Done);

impl Drop for MarkDone<'_> {
    fn drop(&mut self) {
        *lock(&self.0.flag) = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_raises_existing_and_later_flags() {
        let cancel = Cancel::new();
        let (one, two) = (cancel.flag(), cancel.clone().flag());
        assert_eq!((one.raised(), cancel.is_cancelled()), (None, false));
        cancel.cancel();
        for flag in [one, two, cancel.flag()] {
            assert_eq!(flag.raised(), Some(StopReason::Interrupt));
        }
    }

    #[test]
    fn the_timer_runs_until_the_work_ends() {
        let (flag, mut ticks) = (StopFlag::new(), 0);
        let time = Some(Duration::from_millis(250));
        let done = with_timer(
            time,
            &flag,
            || ticks += 1,
            || {
                while flag.raised().is_none() {
                    std::thread::yield_now();
                }
                7
            },
        );
        assert_eq!((done, flag.raised()), (7, Some(StopReason::Time)));
        assert!((1..=2).contains(&ticks), "{ticks}");
        let flag = StopFlag::new();
        assert_eq!(with_timer(None, &flag, || (), || 8), 8);
        assert_eq!(flag.raised(), None);
        assert_eq!(with_timer(Some(Duration::ZERO), &flag, || (), || flag.raised()), Some(StopReason::Time));
    }
}
