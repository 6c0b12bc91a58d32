//! The clock of all searches: how much of the time is over, and a thread that raises stop flags at deadlines and requests
//! ticks.

use std::time::Duration;

#[cfg(target_family = "wasm")]
use installed::now;
#[cfg(target_family = "wasm")]
pub use installed::set_clock;
#[cfg(not(target_family = "wasm"))]
pub use thread::start_clock;
#[cfg(not(target_family = "wasm"))]
pub(super) use thread::{TICK, watch};

/// Returns a function for the elapsed share of the time, from 0 to 1 and beyond; `None` without a limit or a clock.
pub(crate) fn elapsed_share(time: Option<Duration>) -> Option<impl Fn() -> f64 + Sync> {
    let time = time?;
    let begun = now()?;
    Some(move || {
        let elapsed = now().map_or(Duration::ZERO, |now| now.saturating_sub(begun));
        if time.is_zero() { 1.0 } else { elapsed.as_secs_f64() / time.as_secs_f64() }
    })
}

/// Returns the time since the first call.
#[cfg(not(target_family = "wasm"))]
fn now() -> Option<Duration> {
    static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    Some(BEGUN.get_or_init(std::time::Instant::now).elapsed())
}

/// The clock of a target whose standard library has none.
#[cfg(target_family = "wasm")]
mod installed {
    use std::sync::OnceLock;
    use std::time::Duration;

    static NOW: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets the function that returns the time in milliseconds since any moment. Without one, searches ignore limits of
    /// time.
    pub fn set_clock(now: fn() -> f64) {
        NOW.get_or_init(|| now);
    }

    pub(super) fn now() -> Option<Duration> {
        NOW.get().map(|now| Duration::from_secs_f64(now().max(0.0) / 1e3))
    }
}

/// One thread serves all searches, since a thread takes longer to start than an easy puzzle takes to solve.
#[cfg(not(target_family = "wasm"))]
mod thread {
    use crate::base::{StopFlag, StopReason};
    use crate::control::lock;
    use std::io;
    use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
    use std::time::{Duration, Instant};

    /// The time between two ticks.
    pub const TICK: Duration = Duration::from_millis(100);

    /// The time without any deadline after which the thread ends.
    const IDLE: Duration = Duration::from_secs(1);

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

    /// Raises the flag at the deadline, and requests a tick from it at `tick` and every [`TICK`] after that, until the
    /// flag is dropped. If the thread cannot be started, nothing happens.
    pub fn watch(flag: &Arc<StopFlag>, deadline: Option<Instant>, tick: Option<Instant>) {
        let clock = Clock::of_process();
        let mut state = lock(&clock.state);
        let due = deadline.into_iter().chain(tick).min();
        if due.is_none() || clock.run(&mut state).is_err() {
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
                state = self.sooner.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner).0;
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
