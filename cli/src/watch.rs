//! The clock and the keyboard: raises the stop flags of searches when time is up, and on Ctrl-C, SIGTERM or SIGHUP.
//! A second signal ends the program at once, and so does one while input is waited for, or while nobody takes what
//! is printed.

use super::{exit, output, signals, status};
use anyhow::Context as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, Weak};
use std::time::{Duration, Instant};
use tilefall::base::{StopFlag, StopReason};
use tilefall::batch::no_thread;

/// A flag, and when to raise it.
struct Watched {
    deadline: Option<Instant>,
    flag: Weak<StopFlag>,
}

/// How long nobody may take what is printed, after a signal.
const STUCK: Duration = Duration::from_secs(1);

/// What is called at a signal.
type Hook = Box<dyn Fn() + Send>;

/// Flags that are out, and when the clock wakes.
#[derive(Default)]
struct Watching {
    flags: Vec<Watched>,
    next: Option<Instant>,
}

/// Hands out stop flags and raises them.
pub struct Watch {
    watched: Mutex<Watching>,
    hooks: Mutex<Vec<Hook>>,
    /// Tells the clock that a deadline has come in.
    news: Condvar,
    interrupted: AtomicBool,
    /// Whether input is waited for: a signal then ends the program, for nothing is under way.
    reading: AtomicBool,
    clock: AtomicBool,
}

impl Watch {
    /// Begins to listen for signals.
    ///
    /// # Errors
    /// If the system lets no handler be set.
    pub fn start() -> anyhow::Result<Arc<Watch>> {
        let watch = Arc::new(Watch {
            watched: Mutex::default(),
            hooks: Mutex::default(),
            news: Condvar::new(),
            interrupted: AtomicBool::new(false),
            reading: AtomicBool::new(false),
            clock: AtomicBool::new(false),
        });
        let handled = watch.clone();
        let listens = signals::at_first(move || {
            handled.interrupted.store(true, Ordering::SeqCst);
            if handled.reading.load(Ordering::SeqCst) {
                status::end();
                std::process::exit(130);
            }
            handled.end_all();
            if let Ok(hooks) = handled.hooks.lock() {
                hooks.iter().for_each(|hook| hook());
            }
            // A second signal, which ends the program at once, finds the line wiped.
            status::end();
            output::wait_until_stuck(STUCK);
            std::process::exit(130);
        });
        listens.context("signals cannot be handled")?;
        Ok(watch)
    }

    /// Whether a signal came.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    /// Reads input, which may be long in coming; a signal meanwhile ends the program with exit code 130. All
    /// output must be flushed before.
    pub fn reading<T>(&self, read: impl FnOnce() -> T) -> T {
        self.reading.store(true, Ordering::SeqCst);
        if self.interrupted() {
            std::process::exit(130);
        }
        let done = read();
        self.reading.store(false, Ordering::SeqCst);
        done
    }

    /// Has this called at a signal, at once if one came already.
    pub fn at_signal(&self, hook: impl Fn() + Send + 'static) {
        if let Ok(mut hooks) = self.hooks.lock() {
            // Under the lock that the handler takes: it calls the hook, or has said before that it came.
            if self.interrupted() {
                hook();
            }
            hooks.push(Box::new(hook));
        }
    }

    /// Raises all flags that are out, as a signal does.
    pub fn end_all(&self) {
        if let Ok(watched) = self.watched.lock() {
            watched.flags.iter().for_each(|watched| watched.raise(StopReason::Interrupt));
        }
    }

    /// A flag that is raised by a signal, and, where there is a limit, after `time` and at `until`.
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
            self.news.notify_one();
            if let Err(error) = self.start_clock() {
                // Nothing would end the search, and whatever ends the program leaves its files sound.
                exit::complain(&error.to_string());
                std::process::exit(3);
            }
        }
        flag
    }

    /// Starts the thread that raises flags when time is up; before others, for a batch can do with fewer of those.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn start_clock(self: &Arc<Self>) -> std::io::Result<()> {
        if self.clock.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        let watch = self.clone();
        let started = std::thread::Builder::new().spawn(move || watch.tick());
        started.map(drop).map_err(no_thread)
    }

    /// Raises flags as their deadlines pass, sleeping until the next one.
    fn tick(&self) {
        let Ok(mut all) = self.watched.lock() else { return };
        loop {
            let now = Instant::now();
            all.flags.retain(|watched| match watched.deadline {
                Some(deadline) if deadline <= now => {
                    watched.raise(StopReason::Time);
                    // A signal may raise it no more, for it is raised.
                    false
                }
                _ => watched.flag.strong_count() > 0,
            });
            let next = all.flags.iter().filter_map(|watched| watched.deadline).min();
            all.next = next;
            let wait = next.map_or(Duration::from_secs(3600), |next| next - now);
            all = match self.news.wait_timeout(all, wait) {
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
