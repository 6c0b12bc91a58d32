//! Work in a separate thread, so that keys are not delayed.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;
use tilefall::Cancel;

/// Work in another thread, with results of type `T`. Dropping this value cancels the work.
pub struct Background<T> {
    results: Receiver<T>,
    cancel: Cancel,
}

impl<T: Send + 'static> Background<T> {
    /// Starts `work` in a new thread. `work` gets a token, which is cancelled when the returned value is dropped, and a
    /// sender for its results. If no thread can be started, there are no results.
    pub fn start(work: impl FnOnce(&Cancel, &Sender<T>) + Send + 'static) -> Background<T> {
        let (sender, results) = channel();
        let cancel = Cancel::new();
        let cancelled = cancel.clone();
        drop(Builder::new().spawn(move || work(&cancelled, &sender)));
        Background { results, cancel }
    }

    /// Returns the latest of the results since the last call, if any, without waiting.
    pub fn poll(&mut self) -> Option<T> {
        self.results.try_iter().last()
    }

    /// Waits for the next result; `None` after the end of the work.
    pub fn wait(&self) -> Option<T> {
        self.results.recv().ok()
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
