//! The clock of all searches: how much of the time is over, and a thread that raises stop flags at deadlines and requests
//! ticks.

use std::time::Duration;

#[cfg(target_family = "wasm")]
use installed as target;
#[cfg(target_family = "wasm")]
pub use installed::set_clock;
use target::now;
pub(super) use target::{after, watch};
#[cfg(not(target_family = "wasm"))]
use thread as target;
#[cfg(not(target_family = "wasm"))]
pub use thread::start_clock;

/// Returns a function for the elapsed share of the time, from 0 to 1 and beyond; `None` without a limit or a clock.
pub(crate) fn elapsed_share(time: Option<Duration>) -> Option<impl Fn() -> f64 + Sync> {
    let time = time?;
    let begun = now()?;
    Some(move || {
        let elapsed = now().map_or(Duration::ZERO, |now| now.saturating_sub(begun));
        if time.is_zero() { 1.0 } else { elapsed.as_secs_f64() / time.as_secs_f64() }
    })
}

/// The clock of a target whose standard library has none.
#[cfg(target_family = "wasm")]
mod installed {
    use crate::rules::StopFlag;
    use std::sync::{Arc, OnceLock};
    use std::time::{Duration, Instant};

    static NOW: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets the function that returns the time in milliseconds since any moment. Without one, searches ignore limits of
    /// time.
    pub fn set_clock(now: fn() -> f64) {
        NOW.get_or_init(|| now);
    }

    /// No moment: this target cannot watch deadlines.
    pub fn after(_time: Duration) -> Option<Instant> {
        None
    }

    /// Does nothing: this target cannot watch deadlines.
    pub fn watch(_flag: &Arc<StopFlag>, _deadline: Option<Instant>, _ticks: bool) {}

    /// Returns the time since any moment.
    pub fn now() -> Option<Duration> {
        NOW.get().map(|now| Duration::from_secs_f64(now().max(0.0) / 1e3))
    }
}

/// One thread serves all searches, since a thread takes longer to start than an easy puzzle takes to solve.
#[cfg(not(target_family = "wasm"))]
mod thread {
    use crate::rules::{StopFlag, StopReason, lock, unpoisoned};
    use std::io;
    use std::sync::{Arc, Condvar, Mutex, OnceLock, Weak};
    use std::time::{Duration, Instant};

    /// The time between two ticks.
    const TICK: Duration = Duration::from_millis(100);

    /// The time without any deadline after which the thread ends.
    const IDLE: Duration = Duration::from_millis(if cfg!(test) { 20 } else { 1000 });

    /// The clock, with the process that it belongs to: a forked process has no thread, and its copy of the state may be
    /// locked.
    static CLOCK: Mutex<Option<(u32, Arc<Clock>)>> = Mutex::new(None);

    #[derive(Default)]
    struct Clock {
        state: Mutex<State>,
        /// Signals an earlier wake-up time.
        sooner: Condvar,
    }

    #[derive(Default)]
    struct State {
        watched: Vec<Watched>,
        /// When the thread wakes up; `None` while it waits without a deadline.
        next: Option<Instant>,
        running: bool,
        /// Whether the thread runs until the program ends.
        stays: bool,
    }

    /// A stop flag, and when it is due.
    struct Watched {
        flag: Weak<StopFlag>,
        deadline: Option<Instant>,
        tick: Option<Instant>,
    }

    /// Returns the time since the first call.
    pub fn now() -> Option<Duration> {
        static BEGUN: OnceLock<Instant> = OnceLock::new();
        Some(BEGUN.get_or_init(Instant::now).elapsed())
    }

    /// Returns the moment after a time.
    pub fn after(time: Duration) -> Option<Instant> {
        Instant::now().checked_add(time)
    }

    /// Raises the flag at the deadline, and with `ticks` requests a tick ten times a second, until the flag is dropped. If
    /// the thread cannot be started, only a deadline that is over has an effect.
    pub fn watch(flag: &Arc<StopFlag>, deadline: Option<Instant>, ticks: bool) {
        let now = Instant::now();
        if deadline.is_some_and(|deadline| deadline <= now) {
            return flag.raise(StopReason::Time);
        }
        let tick = ticks.then(|| now + TICK);
        let clock = Clock::of_process();
        let mut state = lock(&clock.state);
        let due = deadline.into_iter().chain(tick).min();
        if clock.run(&mut state).is_err() {
            return;
        }
        state.watched.retain(|watched| watched.flag.strong_count() > 0);
        state.watched.push(Watched { flag: Arc::downgrade(flag), deadline, tick });
        if state.next.is_none() || due < state.next {
            state.next = due;
            clock.sooner.notify_one();
        }
    }

    /// Starts the thread before the first deadline, and keeps it until the program ends.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start_clock() -> io::Result<()> {
        let clock = Clock::of_process();
        let mut state = lock(&clock.state);
        state.stays = true;
        clock.run(&mut state)
    }

    impl Clock {
        fn of_process() -> Arc<Clock> {
            let process = std::process::id();
            let mut known = lock(&CLOCK);
            match &*known {
                Some((owner, clock)) if *owner == process => clock.clone(),
                _ => known.insert((process, Arc::default())).1.clone(),
            }
        }

        /// Starts the thread unless it runs.
        fn run(self: &Arc<Self>, state: &mut State) -> io::Result<()> {
            if !state.running {
                let clock = self.clone();
                std::thread::Builder::new().spawn(move || clock.tick())?;
                state.running = true;
            }
            Ok(())
        }

        /// Raises flags and requests ticks, and sleeps until the next deadline or tick.
        fn tick(&self) {
            let mut state = lock(&self.state);
            let mut idle = false;
            loop {
                let now = Instant::now();
                state.watched.retain_mut(|watched| watched.is_due_later(now));
                let due = |watched: &Watched| watched.deadline.into_iter().chain(watched.tick).min();
                state.next = state.watched.iter().filter_map(due).min();
                if state.next.is_none() && idle && !state.stays {
                    state.running = false;
                    return;
                }
                let wait = state.next.map_or(IDLE, |next| next - now);
                idle = state.next.is_none();
                state = unpoisoned(self.sooner.wait_timeout(state, wait)).0;
            }
        }
    }

    impl Watched {
        /// Raises the flag or requests a tick if that is due. Returns `false` if there is nothing left to do.
        fn is_due_later(&mut self, now: Instant) -> bool {
            let Some(flag) = self.flag.upgrade() else { return false };
            if self.deadline.is_some_and(|deadline| deadline <= now) {
                flag.raise(StopReason::Time);
                return false;
            }
            if let Some(tick) = &mut self.tick
                && *tick <= now
            {
                flag.request_tick();
                *tick = now + TICK;
            }
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::StopReason;
    use crate::rules::control::{Limits, Poller};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Instant;

    #[test]
    fn the_clock_requests_ticks_until_the_time_is_over() {
        let limits = Limits { time: Some(Duration::from_millis(250)), ..Limits::default() };
        let (begun, ticks) = (Instant::now(), AtomicU32::new(0));
        let flag = limits.start(true);
        let on_tick = |_| {
            ticks.fetch_add(1, Ordering::Relaxed);
        };
        let poller = Poller::new(&flag, &on_tick);
        while poller.raised().is_none() {
            std::thread::yield_now();
        }
        assert_eq!(poller.raised(), Some(StopReason::Time));
        assert!(begun.elapsed() >= Duration::from_millis(250));
        assert!((1..=2).contains(&ticks.load(Ordering::Relaxed)), "{ticks:?}");
    }

    #[test]
    fn a_later_search_may_have_an_earlier_deadline() {
        let limits = |time| Limits { time: Some(time), ..Limits::default() };
        let late = limits(Duration::from_secs(600)).start(false);
        let soon = limits(Duration::from_millis(20)).share_time().start(false);
        let over = limits(Duration::ZERO).start(false);
        assert_eq!((over.raised(), late.raised()), (Some(StopReason::Time), None));
        while soon.raised().is_none() {
            std::thread::yield_now();
        }
        assert_eq!((soon.raised(), late.raised()), (Some(StopReason::Time), None));
        assert_eq!(Limits::default().start(false).raised(), None);
    }

    #[test]
    fn the_thread_starts_again_after_it_was_idle() {
        for _ in 0..2 {
            let flag = Limits { time: Some(Duration::from_millis(5)), ..Limits::default() }.start(false);
            while flag.raised().is_none() {
                std::thread::yield_now();
            }
            std::thread::sleep(Duration::from_millis(80));
        }
    }
}
