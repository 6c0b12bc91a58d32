//! The limits of a search, as callers set them and as a search polls them.

use super::{Cancel, clock};
use crate::rules::{StopFlag, StopReason, Threads};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The default limit on the bytes of tables: 256 MiB.
pub const DEFAULT_MEMORY: usize = 256 << 20;

/// The limits of a search. Without `time`, `deadline` and `nodes` the answer does not depend on the machine or on
/// `threads`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum wall-clock time; no limit if `None`. Ignored on `wasm32-unknown-unknown`, which has no clock, unless the
    /// program sets one.
    pub time: Option<Duration>,
    /// When the search ends at the latest. Unlike `time`, it does not affect how a search divides its time. Ignored on
    /// WebAssembly.
    pub deadline: Option<Instant>,
    /// Maximum nodes of a tree search, trials of an annealer, or playouts.
    pub nodes: Option<u64>,
    /// Maximum bytes for tables; [`DEFAULT_MEMORY`] by default.
    pub memory: usize,
    /// Number of threads: one per core by default, and always one on WebAssembly.
    pub threads: Threads,
    /// Cancels the search from outside.
    pub cancel: Cancel,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            deadline: None,
            nodes: None,
            memory: DEFAULT_MEMORY,
            threads: Threads::All,
            cancel: Cancel::new(),
        }
    }
}

impl Limits {
    /// Turns the time into a deadline from now on, so that the searches that follow share the time. Has no effect on
    /// WebAssembly.
    pub fn share_time(mut self) -> Limits {
        if let Some(end) = self.time.and_then(clock::after) {
            self.time = None;
            self.deadline = Some(self.deadline.map_or(end, |deadline| deadline.min(end)));
        }
        self
    }

    /// Returns the number of threads to start.
    pub(crate) fn threads(&self) -> Threads {
        if Threads::AVAILABLE { self.threads } else { Threads::Exactly(1) }
    }

    /// Creates the flag of a search that begins now. The token, the time and the deadline raise the flag; with `ticks`,
    /// a tick is requested ten times a second.
    pub(crate) fn start(&self, ticks: bool) -> Arc<StopFlag> {
        let flag = self.cancel.flag();
        let deadline = self.time.and_then(clock::after).into_iter().chain(self.deadline).min();
        if ticks || deadline.is_some() {
            clock::watch(&flag, deadline, ticks);
        }
        flag
    }

    /// Returns the limits that the search itself checks, with its flag.
    pub(crate) fn of_search<'a>(&self, stop: &'a StopFlag) -> SearchLimits<'a> {
        SearchLimits { nodes: self.nodes, memory: self.memory, stop }
    }
}

/// The limits that a search itself checks.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits<'a> {
    /// Maximum nodes of a tree search, or trials of an annealer.
    pub nodes: Option<u64>,
    /// Maximum bytes for tables.
    pub memory: usize,
    /// Raised when time is up or the user wants to stop.
    pub stop: &'a StopFlag,
}

/// The stop flag of a search that reports ticks: ten times a second, one of the threads that poll calls a function with
/// the number of polls, if the flag counts them.
#[derive(Clone, Copy)]
pub struct Poller<'a> {
    stop: &'a StopFlag,
    on_tick: &'a (dyn Fn(u64) + Sync),
}

impl<'a> Poller<'a> {
    /// Creates a poller of a flag.
    pub fn new(stop: &'a StopFlag, on_tick: &'a (dyn Fn(u64) + Sync)) -> Self {
        Poller { stop, on_tick }
    }

    /// Returns the reason if the flag is raised; costs one relaxed load as long as nothing happens.
    #[inline]
    pub fn raised(&self) -> Option<StopReason> {
        if self.stop.needs_attention() { self.attend() } else { None }
    }

    #[cold]
    fn attend(&self) -> Option<StopReason> {
        if self.stop.take_tick() {
            (self.on_tick)(self.stop.polls());
        }
        self.stop.raised()
    }
}
