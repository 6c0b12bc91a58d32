//! Reports of a search, and the one observer that receives every list that an engine finds.

use super::outcome::{Found, Query};
use crate::rules::lock;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// Observes the engines of a request, one after the other. Reports only lists that reach the goal, are no worse than
/// making no click, and are better than all lists reported before by any engine and thread. Keeps the list reported
/// last, so that no outcome is worse than a reported list. The empty list is an answer only once it is proven best.
pub(super) struct Observer<'a> {
    query: &'a Query<'a>,
    report: &'a dyn Report,
    /// The value of the empty list; `None` if the empty list does not reach the goal.
    floor: Option<i64>,
    /// The list that was reported last, with the nodes of all engines until then.
    best: Mutex<Option<(u64, Found)>>,
    /// The nodes of the engines before the current one.
    before: AtomicU64,
}

impl<'a> Observer<'a> {
    pub fn new(query: &'a Query<'a>, report: &'a dyn Report) -> Observer<'a> {
        let empty = Found::playable(query.grid(), query.rules, &[]);
        let floor = query.reached(&empty).then(|| query.value(&empty));
        Observer { query, report, floor, best: Mutex::new(None), before: AtomicU64::new(0) }
    }

    /// Sets the nodes of the engines before the next one.
    pub fn count_from(&self, nodes: u64) {
        self.before.store(nodes, Ordering::Relaxed);
    }

    /// Returns the best list that was reported, with the nodes of all engines until then.
    pub fn best(&self) -> Option<(u64, Found)> {
        lock(&self.best).clone()
    }
}

impl Report for Observer<'_> {
    fn improved(&self, nodes: u64, found: &Found) {
        let query = self.query;
        // Locked during the report, so that the lists of two threads are reported in order.
        let mut best = lock(&self.best);
        let value = Some(query.value(found));
        let known = best.as_ref().map(|(_, best)| query.value(best));
        if query.reached(found) && !found.clicks.is_empty() && value > known && value >= self.floor {
            let at = self.before.load(Ordering::Relaxed) + nodes;
            *best = Some((at, found.clone()));
            self.report.improved(at, found);
        }
    }

    fn advanced(&self, nodes: u64) {
        self.report.advanced(nodes);
    }
}
