//! The events of a search on their way to the function of an embedding program.

use super::lock;
use crate::base::{StopFlag, StopReason};
use std::ops::ControlFlow;
use std::sync::Mutex;

/// A function that hears events, one at a time, and what is known between them. Once it breaks off the search is
/// interrupted, and it is not called again; nor is it once it has panicked.
pub(crate) struct Listener<'a, S, F> {
    stop: &'a StopFlag,
    state: Mutex<State<S, F>>,
}

struct State<S, F> {
    known: S,
    events: F,
    broken: bool,
}

impl<'a, S, F> Listener<'a, S, F> {
    /// A function that hears the events of the search with this flag.
    pub fn new(stop: &'a StopFlag, known: S, events: F) -> Self {
        Listener { stop, state: Mutex::new(State { known, events, broken: false }) }
    }

    /// Hands over the event, if there is one, that follows from what is known. Gives whether the search is to go on.
    pub fn tell<E>(&self, event: impl FnOnce(&mut S) -> Option<E>) -> bool
    where
        F: FnMut(E) -> ControlFlow<()>,
    {
        let State { known, events, broken } = &mut *lock(&self.state);
        if let Some(event) = event(known)
            && !*broken
        {
            // It stays so if the function panics.
            *broken = true;
            *broken = events(event).is_break();
            if *broken {
                self.stop.raise(StopReason::Interrupt);
            }
        }
        !*broken
    }
}
