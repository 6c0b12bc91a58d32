//! Work in a thread of its own, so that keys are not delayed.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::Builder;
use tilefall::Cancel;

/// Running work with results of type `T`. It is cancelled on drop.
pub struct Background<T> {
    results: Receiver<T>,
    cancel: Cancel,
    is_done: bool,
}

impl<T: Send + 'static> Background<T> {
    /// Starts work that sends its results until it is cancelled, or until they are no longer received. Without a thread it ends
    /// at once, without results.
    pub fn start(work: impl FnOnce(&Cancel, &Sender<T>) + Send + 'static) -> Background<T> {
        let (sender, results) = channel();
        let cancel = Cancel::new();
        let cancelled = cancel.clone();
        drop(Builder::new().spawn(move || work(&cancelled, &sender)));
        Background { results, cancel, is_done: false }
    }

    /// Returns the last new result, if any; the last results arrive before the end of the work.
    pub fn poll(&mut self) -> Option<T> {
        let mut last = None;
        loop {
            match self.results.try_recv() {
                Ok(result) => last = Some(result),
                Err(error) => {
                    self.is_done |= error == TryRecvError::Disconnected;
                    return last;
                }
            }
        }
    }

    /// Waits for the next result; `None` after the end of the work.
    pub fn wait(&self) -> Option<T> {
        self.results.recv().ok()
    }

    /// Returns whether the work has ended, as far as [`poll`](Self::poll) has noticed.
    pub fn is_done(&self) -> bool {
        self.is_done
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
