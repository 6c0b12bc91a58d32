//! Reports of a search, and the one observer that receives every list that an engine finds.

use super::outcome::{Found, Query};
use crate::rules::lock;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Receives the progress of a search. The methods may be called from several threads.
pub trait Report: Sync {
    /// Called for each list that is better than all before, with the nodes or trials so far.
    fn improved(&self, nodes: u64, found: &Found);
    /// Called with the nodes or trials since the last call, at most a few times a second.
    fn advanced(&self, nodes: u64);
}

/// Ignores all reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoReport;

impl Report for NoReport {
    fn improved(&self, _nodes: u64, _found: &Found) {}
    fn advanced(&self, _nodes: u64) {}
}

/// Observes the engines of a request, one after the other. Reports only lists that reach the goal, are no worse than making
/// no click, and are better than all lists reported before, by any engine and thread; and keeps the last one, so that no
/// outcome is worse than a list that was reported.
pub(super) struct Observer<'a> {
    query: &'a Query<'a>,
    report: &'a dyn Report,
    /// The value of the empty list, if that is an answer.
    floor: Option<i64>,
    best: Mutex<Option<Reported>>,
    /// The nodes of the engines before the current one.
    pub before: AtomicU64,
    /// Whether the current engine plays by other rules than the query, so that its lists are replayed.
    pub replays: AtomicBool,
    /// Set when a list suffices.
    pub enough: AtomicBool,
}

/// The list that was reported last.
#[derive(Clone)]
pub(super) struct Reported {
    pub value: i64,
    pub found: Found,
    /// The nodes of all engines until then.
    pub at: u64,
}

impl<'a> Observer<'a> {
    pub fn new(query: &'a Query<'a>, report: &'a dyn Report) -> Observer<'a> {
        let (before, replays, enough) = (AtomicU64::new(0), AtomicBool::new(false), AtomicBool::new(false));
        let empty = Found::playable(query.grid(), query.rules, &[]);
        let floor = query.reached(&empty).then(|| query.value(&empty));
        Observer { query, report, floor, best: Mutex::new(None), before, replays, enough }
    }

    /// Returns the list that was reported last, which is the best one.
    pub fn best(&self) -> Option<Reported> {
        lock(&self.best).clone()
    }
}

impl Report for Observer<'_> {
    fn improved(&self, nodes: u64, found: &Found) {
        let Observer { query, .. } = self;
        let replayed = self.replays.load(Ordering::Relaxed).then(|| query.replay(found));
        let Some(found) = replayed.as_ref().map_or(Some(found), Option::as_ref) else { return };
        // Locked during the report, so that the lists of two threads are reported in order.
        let mut best = lock(&self.best);
        let value = query.value(found);
        let is_better = best.as_ref().is_none_or(|best| value > best.value) && self.floor <= Some(value);
        if query.reached(found) && !found.clicks.is_empty() && is_better {
            let at = self.before.load(Ordering::Relaxed) + nodes;
            *best = Some(Reported { value, found: found.clone(), at });
            if query.suffices(found) {
                self.enough.store(true, Ordering::Relaxed);
            }
            self.report.improved(at, found);
        }
    }

    fn advanced(&self, nodes: u64) {
        self.report.advanced(nodes);
    }
}
