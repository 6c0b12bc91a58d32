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

/// Observes the engines of a request, one after the other. Reports only lists that reach the goal and are better than all
/// lists reported before, by any engine and thread.
pub(super) struct Observer<'a> {
    query: &'a Query<'a>,
    report: &'a dyn Report,
    /// The value of the best list.
    best: Mutex<Option<i64>>,
    /// The nodes of the engines before the current one.
    before: AtomicU64,
}

impl<'a> Observer<'a> {
    pub fn new(query: &'a Query<'a>, report: &'a dyn Report) -> Observer<'a> {
        Observer { query, report, best: Mutex::new(None), before: AtomicU64::new(0) }
    }

    /// Sets the nodes of the engines before the next one.
    pub fn count_from(&self, nodes: u64) {
        self.before.store(nodes, Ordering::Relaxed);
    }
}

impl Report for Observer<'_> {
    fn improved(&self, nodes: u64, found: &Found) {
        let Observer { query, .. } = self;
        // Locked during the report, so that the lists of two threads are reported in order.
        let mut best = lock(&self.best);
        let value = query.value(found);
        if query.reached(found) && best.is_none_or(|best| value > best) {
            *best = Some(value);
            self.report.improved(self.before.load(Ordering::Relaxed) + nodes, found);
        }
    }

    fn advanced(&self, nodes: u64) {
        self.report.advanced(nodes);
    }
}
