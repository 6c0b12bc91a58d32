//! Delivery of the events of a search to its callback.

use super::outcome::Event;
use crate::rules::control::Listener;
use crate::rules::{Move, StopFlag};
use std::ops::ControlFlow;

/// A callback for events. `Break` ends the search.
pub type EventCallback<'a> = dyn FnMut(Event<'_>) -> ControlFlow<()> + Send + 'a;

/// Reports the events of a search. The state of the listener is the last progress: nodes and bound.
pub(super) struct Reporter<'a>(Listener<'a, Option<(u64, u64)>, &'a mut EventCallback<'a>>);

impl<'a> Reporter<'a> {
    /// Creates a reporter that raises `stop` when the callback returns `Break`.
    pub fn new(stop: &'a StopFlag, events: &'a mut EventCallback<'_>) -> Self {
        Reporter(Listener::new(stop, None, events))
    }

    /// Reports a solution. Returns `true` if the search is to continue.
    pub fn solution(&self, list: &[Move]) -> bool {
        self.0.notify(|_| Some(Event::Solution(list)))
    }

    /// Reports that a search begins, after `nodes` nodes and with a lower bound of `bound` moves.
    pub fn progress(&self, nodes: u64, bound: u64) {
        self.0.notify(|last| {
            *last = Some((nodes, bound));
            Some(Event::Progress { nodes, bound })
        });
    }

    /// Reports the last progress again, with the number of boards so far.
    pub fn repeat_progress(&self, so_far: u64) {
        self.0.notify(|last| last.map(|(nodes, bound)| Event::Progress { nodes: nodes.max(so_far), bound }));
    }
}
