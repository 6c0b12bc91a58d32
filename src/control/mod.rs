//! Limits that an embedding program sets, and what keeps them.
//!
//! - this file: limits, cancelling, the clock
//! - `setters`: the methods of a solver that set its limits
//! - `listener`: the events of a search on their way to the program
//!
//! The searches below know a flag and a function that tells the time; this is where the two are made. Besides
//! `batch`, no other part of the library reads the clock.

mod listener;
mod setters;

pub(crate) use listener::Listener;
pub(crate) use setters::limit_setters;

use crate::base::{self, StopFlag, StopReason, Threads};
use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Bytes for tables where no other limit is set: 256 MiB.
pub const MEMORY: usize = 256 << 20;

/// The time between two calls of a beat.
const BEAT: Duration = Duration::from_millis(100);

/// What a search may spend. Without `time` and `nodes` the answer does not depend on the machine or on `threads`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Wall-clock time; no limit if `None`. Not kept on `wasm32-unknown-unknown`, which has no clock: return
    /// [`ControlFlow::Break`](std::ops::ControlFlow::Break) from an event there.
    pub time: Option<Duration>,
    /// Nodes of a tree search, trials of an annealer, or playouts.
    pub nodes: Option<u64>,
    /// Bytes for tables; [`MEMORY`] by default.
    pub memory: usize,
    /// Threads; all cores by default, and always one on WebAssembly.
    pub threads: Threads,
    /// Ends the search from outside.
    pub cancel: Cancel,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: None, nodes: None, memory: MEMORY, threads: Threads::All, cancel: Cancel::new() }
    }
}

impl Limits {
    /// The number of threads to start.
    pub(crate) fn threads(&self) -> Threads {
        if cfg!(target_family = "wasm") { Threads::Some(1) } else { self.threads }
    }

    /// The limits that a search looks at itself, with its flag.
    pub(crate) fn bounds<'a>(&self, stop: &'a StopFlag) -> base::Limits<'a> {
        base::Limits { nodes: self.nodes, memory: self.memory, stop }
    }
}

/// Ends searches from outside: clones share one switch, and every search that holds one ends within milliseconds
/// of [`cancel`](Self::cancel). A search that begins later ends at once.
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
pub struct Cancel(Arc<Mutex<Switch>>);

#[derive(Debug, Default)]
struct Switch {
    cancelled: bool,
    /// The flags of the searches under way.
    flags: Vec<Weak<StopFlag>>,
}

impl Cancel {
    /// A switch that is off.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Ends all searches that hold this switch or a clone of it.
    pub fn cancel(&self) {
        let mut switch = lock(&self.0);
        switch.cancelled = true;
        let flags = std::mem::take(&mut switch.flags);
        flags.iter().filter_map(Weak::upgrade).for_each(|flag| flag.raise(StopReason::Interrupt));
    }

    /// Whether [`cancel`](Self::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        lock(&self.0).cancelled
    }

    /// A flag for one search.
    pub(crate) fn flag(&self) -> Arc<StopFlag> {
        let flag = Arc::new(StopFlag::new());
        let mut switch = lock(&self.0);
        switch.flags.retain(|flag| flag.strong_count() > 0);
        switch.flags.push(Arc::downgrade(&flag));
        if switch.cancelled {
            flag.raise(StopReason::Interrupt);
        }
        flag
    }
}

/// Locks even if a thread has panicked: what is in there is whole at any time.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A function that tells the part of the time that is over, from 0 to 1 and beyond; `None` without a limit.
pub(crate) fn clock(time: Option<Duration>) -> Option<impl Fn() -> f64 + Sync> {
    let time = time.filter(|_| !cfg!(target_family = "wasm"))?;
    let start = Instant::now();
    Some(move || if time.is_zero() { 1.0 } else { start.elapsed().as_secs_f64() / time.as_secs_f64() })
}

/// Runs work beside a thread that raises the flag when the time is over, and calls `beat` ten times a second. If that
/// panics, the flag is raised, and when the work is done the panic goes on. On WebAssembly there is no such thread.
pub(crate) fn watched<T>(
    time: Option<Duration>,
    flag: &StopFlag,
    mut beat: impl FnMut() + Send,
    work: impl FnOnce() -> T,
) -> T {
    if cfg!(target_family = "wasm") {
        return work();
    }
    if time.is_some_and(|time| time.is_zero()) {
        flag.raise(StopReason::Time);
    }
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let over = Over::default();
    let watch = || {
        let _interrupt = InterruptOnPanic(flag);
        let mut done = lock(&over.done);
        let mut next = Instant::now() + BEAT;
        while !*done {
            let now = Instant::now();
            if deadline.is_some_and(|deadline| now >= deadline) {
                flag.raise(StopReason::Time);
            }
            if now >= next {
                next = now + BEAT;
                drop(done);
                beat();
                done = lock(&over.done);
                continue;
            }
            let until =
                deadline.filter(|&deadline| deadline > now).map_or(next, |deadline| deadline.min(next));
            done = over.news.wait_timeout(done, until - now).unwrap_or_else(PoisonError::into_inner).0;
        }
    };
    std::thread::scope(|scope| {
        // Also when the work panics.
        let end = End(&over);
        // Without a thread the work is done all the same.
        let watcher = std::thread::Builder::new().spawn_scoped(scope, watch);
        let done = work();
        drop(end);
        if let Ok(watcher) = watcher {
            watcher.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        done
    })
}

/// Raises the flag when a panic drops it: nothing else keeps the time.
struct InterruptOnPanic<'a>(&'a StopFlag);

impl Drop for InterruptOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.raise(StopReason::Interrupt);
        }
    }
}

/// Whether the work is done.
#[derive(Default)]
struct Over {
    done: Mutex<bool>,
    news: Condvar,
}

/// Says that it is, when dropped.
struct End<'a>(&'a Over);

impl Drop for End<'_> {
    fn drop(&mut self) {
        *lock(&self.0.done) = true;
        self.0.news.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_switch_raises_flags_that_are_out_and_those_to_come() {
        let cancel = Cancel::new();
        let (one, two) = (cancel.flag(), cancel.clone().flag());
        assert_eq!((one.raised(), cancel.is_cancelled()), (None, false));
        cancel.cancel();
        for flag in [one, two, cancel.flag()] {
            assert_eq!(flag.raised(), Some(StopReason::Interrupt));
        }
    }

    #[test]
    fn work_is_watched_until_it_ends() {
        let (flag, mut beats) = (StopFlag::new(), 0);
        let time = Some(Duration::from_millis(250));
        let done = watched(
            time,
            &flag,
            || beats += 1,
            || {
                while flag.raised().is_none() {
                    std::thread::yield_now();
                }
                7
            },
        );
        assert_eq!((done, flag.raised()), (7, Some(StopReason::Time)));
        assert!((1..=2).contains(&beats), "{beats}");
        let flag = StopFlag::new();
        assert_eq!(watched(None, &flag, || (), || 8), 8);
        assert_eq!(flag.raised(), None);
        assert_eq!(watched(Some(Duration::ZERO), &flag, || (), || flag.raised()), Some(StopReason::Time));
    }
}
