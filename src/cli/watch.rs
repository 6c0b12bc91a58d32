//! The clock and the keyboard: raises the stop flags of searches when time is up, and on Ctrl-C or
//! SIGTERM. A second signal ends the program at once, and so does one while input is waited for.

use crate::limits::{StopFlag, StopReason};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, Weak};
use std::time::{Duration, Instant};

/// A flag, and when to raise it.
struct Watched {
    deadline: Option<Instant>,
    flag: Weak<StopFlag>,
}

/// Hands out stop flags and raises them.
pub struct Watch {
    watched: Mutex<Vec<Watched>>,
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
            news: Condvar::new(),
            interrupted: AtomicBool::new(false),
            reading: AtomicBool::new(false),
            clock: AtomicBool::new(false),
        });
        let handled = watch.clone();
        ctrlc::set_handler(move || {
            let again = handled.interrupted.swap(true, Ordering::SeqCst);
            if again || handled.reading.load(Ordering::SeqCst) {
                std::process::exit(130);
            }
            handled.each(|watched| {
                watched.raise(StopReason::Interrupt);
                true
            });
        })?;
        Ok(watch)
    }

    /// Whether a signal came.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    /// Reads input, which may be long in coming; a signal meanwhile ends the program with exit code 130. All
    /// output has to be flushed before.
    pub fn reading<T>(&self, read: impl FnOnce() -> T) -> T {
        self.reading.store(true, Ordering::SeqCst);
        if self.interrupted() {
            std::process::exit(130);
        }
        let done = read();
        self.reading.store(false, Ordering::SeqCst);
        done
    }

    /// A flag that is raised by a signal, and after `time`, if there is a limit.
    pub fn flag(self: &Arc<Self>, time: Option<Duration>) -> Arc<StopFlag> {
        let flag = Arc::new(StopFlag::new());
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        if let Ok(mut all) = self.watched.lock() {
            all.retain(|watched| watched.flag.strong_count() > 0);
            all.push(Watched { deadline, flag: Arc::downgrade(&flag) });
        }
        if self.interrupted() {
            flag.raise(StopReason::Interrupt);
        }
        if deadline.is_some() {
            self.news.notify_one();
            if !self.clock.swap(true, Ordering::SeqCst) {
                let watch = self.clone();
                std::thread::spawn(move || watch.tick());
            }
        }
        flag
    }

    /// Raises flags as their deadlines pass, sleeping until the next one.
    fn tick(&self) {
        let Ok(mut all) = self.watched.lock() else { return };
        loop {
            let now = Instant::now();
            let mut next = None;
            all.retain(|watched| match watched.deadline {
                Some(deadline) if deadline <= now => {
                    watched.raise(StopReason::Time);
                    false
                }
                Some(deadline) => {
                    next = Some(next.map_or(deadline, |next: Instant| next.min(deadline)));
                    watched.flag.strong_count() > 0
                }
                None => watched.flag.strong_count() > 0,
            });
            let wait = next.map_or(Duration::from_secs(3600), |next| next - now);
            all = match self.news.wait_timeout(all, wait) {
                Ok((all, _)) => all,
                Err(_) => return,
            };
        }
    }

    fn each(&self, keep: impl FnMut(&Watched) -> bool) {
        if let Ok(mut all) = self.watched.lock() {
            all.retain(keep);
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
