//! Delivery of the events of a search to the callback of an embedding program.

use crate::{StopFlag, StopReason, lock};
use std::ops::ControlFlow;
use std::sync::Mutex;

/// A callback for events, called by one thread at a time, with state that is kept between events. Once the callback
/// returns `Break`, the search is interrupted. After that, or after a panic, the callback is not called again.
#[doc(hidden)]
pub struct Listener<'a, S, F> {
    stop: &'a StopFlag,
    inner: Mutex<Inner<S, F>>,
}

struct Inner<S, F> {
    state: S,
    callback: F,
    stopped: bool,
}

impl<'a, S, F> Listener<'a, S, F> {
    /// Creates a listener for the search that the flag `stop` ends.
    pub fn new(stop: &'a StopFlag, state: S, callback: F) -> Self {
        Listener { stop, inner: Mutex::new(Inner { state, callback, stopped: false }) }
    }

    /// Calls the callback with the event that `event` creates from the state, if any. Returns `true` if the search
    /// is to continue.
    pub fn notify<E>(&self, event: impl FnOnce(&mut S) -> Option<E>) -> bool
    where
        F: FnMut(E) -> ControlFlow<()>,
    {
        let Inner { state, callback, stopped } = &mut *lock(&self.inner);
        if let Some(event) = event(state)
            && !*stopped
        {
            // If the callback panics, `stopped` stays set, and the other threads of the search end as well.
            *stopped = true;
            let _interrupt = InterruptOnPanic(self.stop);
            *stopped = callback(event).is_break();
            if *stopped {
                self.stop.raise(StopReason::Interrupt);
            }
        }
        !*stopped
    }
}

/// Raises the flag if a panic drops the guard.
struct InterruptOnPanic<'a>(&'a StopFlag);

impl Drop for InterruptOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.raise(StopReason::Interrupt);
        }
    }
}
