//! Raises the stop flags of searches at their deadlines, and on Ctrl-C, SIGTERM or SIGHUP. A second signal ends the
//! program at once, as does a signal while the program waits for input or a write is blocked.

use super::{output, signals, status};
use crate::exit::{self, Exit};
use anyhow::Context as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, Weak};
use std::time::{Duration, Instant};
use tilefall::base::{StopFlag, StopReason};
use tilefall::batch::thread_error;

/// A stop flag and its deadline.
struct Watched {
    deadline: Option<Instant>,
    flag: Weak<StopFlag>,
}

/// How long a write may be blocked after a signal before the program ends.
const STUCK_TIMEOUT: Duration = Duration::from_secs(1);

/// A callback for signals.
type Hook = Box<dyn Fn() + Send>;

/// Registered stop flags and the next deadline.
#[derive(Default)]
struct StopFlags {
    flags: Vec<Watched>,
    next: Option<Instant>,
}

/// Creates stop flags and raises them.
pub struct Watch {
    watched: Mutex<StopFlags>,
    hooks: Mutex<Vec<Hook>>,
    /// Notifies the clock of an earlier deadline.
    deadline_added: Condvar,
    interrupted: AtomicBool,
    /// Whether the program waits for input: a signal then ends the program, because no search is running.
    reading: AtomicBool,
    clock: AtomicBool,
}

impl Watch {
    /// Starts to handle signals.
    ///
    /// # Errors
    /// If no handler can be set.
    pub fn start() -> anyhow::Result<Arc<Watch>> {
        let watch = Arc::new(Watch {
            watched: Mutex::default(),
            hooks: Mutex::default(),
            deadline_added: Condvar::new(),
            interrupted: AtomicBool::new(false),
            reading: AtomicBool::new(false),
            clock: AtomicBool::new(false),
        });
        let handled = watch.clone();
        let thread = signals::on_first_signal(move || {
            handled.interrupted.store(true, Ordering::SeqCst);
            if handled.reading.load(Ordering::SeqCst) {
                status::close();
                exit::at_once(Exit::Interrupted);
            }
            handled.raise_all();
            if let Ok(hooks) = handled.hooks.lock() {
                hooks.iter().for_each(|hook| hook());
            }
            // Wiped now, because a second signal ends the program at once.
            status::close();
            output::wait_until_stuck(STUCK_TIMEOUT);
            exit::at_once(Exit::Interrupted);
        });
        thread.context("signals cannot be handled")?;
        Ok(watch)
    }

    /// Returns `true` after a signal.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    /// Runs `read`, which may wait for input. A signal meanwhile ends the program with exit code 130, so all output
    /// must be flushed before.
    pub fn reading<T>(&self, read: impl FnOnce() -> T) -> T {
        self.reading.store(true, Ordering::SeqCst);
        if self.interrupted() {
            exit::at_once(Exit::Interrupted);
        }
        let done = read();
        self.reading.store(false, Ordering::SeqCst);
        done
    }

    /// Calls `hook` at a signal, or at once if there was one already.
    pub fn at_signal(&self, hook: impl Fn() + Send + 'static) {
        if let Ok(mut hooks) = self.hooks.lock() {
            // Under the lock that the handler takes: either the handler calls the hook, or `interrupted` is already
            // set.
            if self.interrupted() {
                hook();
            }
            hooks.push(Box::new(hook));
        }
    }

    /// Raises all registered flags, as a signal does.
    pub fn raise_all(&self) {
        if let Ok(watched) = self.watched.lock() {
            watched.flags.iter().for_each(|watched| watched.raise(StopReason::Interrupt));
        }
    }

    /// Returns a flag that is raised by a signal, after `time`, and at `until`, whichever comes first.
    pub fn flag(self: &Arc<Self>, time: Option<Duration>, until: Option<Instant>) -> Arc<StopFlag> {
        let flag = Arc::new(StopFlag::new());
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let deadline = deadline.into_iter().chain(until).min();
        if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            flag.raise(StopReason::Time);
        }
        let mut sooner = false;
        if let Ok(mut all) = self.watched.lock() {
            all.flags.retain(|watched| watched.flag.strong_count() > 0);
            all.flags.push(Watched { deadline, flag: Arc::downgrade(&flag) });
            sooner = deadline.is_some_and(|deadline| all.next.is_none_or(|next| deadline < next));
        }
        if self.interrupted() {
            flag.raise(StopReason::Interrupt);
        }
        if sooner {
            self.deadline_added.notify_one();
            if let Err(error) = self.start_clock() {
                // Without the clock nothing would end the search. Ending the program here leaves all files intact.
                exit::print_error(&error.to_string());
                exit::at_once(Exit::Failed);
            }
        }
        flag
    }

    /// Starts the thread that raises flags at deadlines. A batch calls this before it starts workers, because it can
    /// do with fewer of those.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start_clock(self: &Arc<Self>) -> std::io::Result<()> {
        if self.clock.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        let watch = self.clone();
        let started = std::thread::Builder::new().spawn(move || watch.tick());
        started.map(drop).map_err(thread_error)
    }

    /// Raises flags at their deadlines, and sleeps until the next one.
    fn tick(&self) {
        let Ok(mut all) = self.watched.lock() else { return };
        loop {
            let now = Instant::now();
            all.flags.retain(|watched| match watched.deadline {
                Some(deadline) if deadline <= now => {
                    watched.raise(StopReason::Time);
                    // A flag that is raised needs no signal.
                    false
                }
                _ => watched.flag.strong_count() > 0,
            });
            let next = all.flags.iter().filter_map(|watched| watched.deadline).min();
            all.next = next;
            let wait = next.map_or(Duration::from_secs(3600), |next| next - now);
            all = match self.deadline_added.wait_timeout(all, wait) {
                Ok((all, _)) => all,
                Err(_) => return,
            };
        }
    }
}

impl Watched {
    fn raise(&self, reason: StopReason) {
        if let Some(flag) = self.flag.upgrade() {
            flag.raise(reason);
        }
    }
}
