//! Ends searches on Ctrl-C, SIGTERM or SIGHUP. The program ends at once at a second signal, and at a signal while
//! it waits for input or a write is blocked.

use super::{output, progress, signals};
use crate::exit::{self, Exit};
use anyhow::Context as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tilefall::Cancel;

/// How long a write may be blocked after a signal before the program ends.
const STUCK_TIMEOUT: Duration = Duration::from_secs(1);

type Hook = Box<dyn Fn() + Send>;

/// The handler of signals: ends searches and calls hooks.
pub struct Watch {
    /// The token of all searches; a signal cancels it.
    cancel: Cancel,
    hooks: Mutex<Vec<Hook>>,
    interrupted: AtomicBool,
    /// Whether the program waits for input: a signal then ends the program, because no search is running.
    reading: AtomicBool,
}

impl Watch {
    /// Starts to handle signals.
    pub fn start() -> anyhow::Result<Arc<Watch>> {
        let watch = Arc::new(Watch {
            cancel: Cancel::new(),
            hooks: Mutex::default(),
            interrupted: AtomicBool::new(false),
            reading: AtomicBool::new(false),
        });
        let handled = watch.clone();
        let thread = signals::on_first_signal(move || {
            handled.interrupted.store(true, Ordering::SeqCst);
            if handled.reading.load(Ordering::SeqCst) {
                progress::close();
                exit::at_once(Exit::Interrupted);
            }
            handled.cancel.cancel();
            if let Ok(hooks) = handled.hooks.lock() {
                hooks.iter().for_each(|hook| hook());
            }
            // The progress line is wiped now, because a second signal ends the program at once.
            progress::close();
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

    /// Calls `hook` at a signal, or at once if a signal has already come.
    pub fn at_signal(&self, hook: impl Fn() + Send + 'static) {
        if let Ok(mut hooks) = self.hooks.lock() {
            // The handler takes the same lock: either it calls the hook later, or `interrupted` is already set.
            if self.interrupted() {
                hook();
            }
            hooks.push(Box::new(hook));
        }
    }

    /// Returns the token that a signal cancels.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }
}
