//! One table for several threads, exchanged for a larger one while they work.
//!
//! Whoever finds the table full makes an empty larger one and puts it in its place at once. The facts of
//! the old one follow in portions, poured over by everybody who comes for the table until all are; nobody
//! waits. What is stored in the old table after its turn is lost: that costs time, not truth.

use crate::mayan::solve::table::Table;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// Buckets of a portion: some tens of microseconds.
const PORTION: usize = 1 << 9;

/// A table that grows when more facts are stored than it has room for.
pub struct Growing<const N: usize> {
    current: RwLock<Current<N>>,
    /// Facts stored since the table was made.
    stored: AtomicUsize,
    /// Largest table allowed, as the n of 2ⁿ buckets.
    most: u32,
}

#[derive(Clone)]
struct Current<const N: usize> {
    table: Arc<Table<N>>,
    /// The one before, while facts of it are missing in the new one.
    old: Option<Arc<Old<N>>>,
}

struct Old<const N: usize> {
    table: Arc<Table<N>>,
    /// Portions begun.
    begun: AtomicUsize,
    /// Portions poured over.
    done: AtomicUsize,
}

impl<const N: usize> Growing<N> {
    /// Of a table that may grow to 2ⁿ buckets for n = `most`.
    pub fn new(table: Arc<Table<N>>, most: u32) -> Self {
        let current = RwLock::new(Current { table, old: None });
        Growing { current, stored: AtomicUsize::new(0), most }
    }

    /// The table to use, after this many more facts were stored by who asks.
    pub fn get(&self, stored: usize) -> Arc<Table<N>> {
        let mut current = self.current.read().unwrap_or_else(PoisonError::into_inner).clone();
        let all = self.stored.fetch_add(stored, Ordering::Relaxed) + stored;
        if all > current.table.capacity() && current.table.bits() < self.most && current.old.is_none() {
            current = self.grow(&current.table);
        }
        if let Some(old) = &current.old {
            self.pour(old, &current.table);
        }
        current.table
    }

    /// The table as it is.
    pub fn into_inner(self) -> Arc<Table<N>> {
        self.current.into_inner().unwrap_or_else(PoisonError::into_inner).table
    }

    fn grow(&self, full: &Arc<Table<N>>) -> Current<N> {
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(&current.table, full) {
            let table = Arc::new(full.larger((full.bits() + 2).min(self.most)));
            let (begun, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let old = Some(Arc::new(Old { table: full.clone(), begun, done }));
            *current = Current { table, old };
            self.stored.store(0, Ordering::Relaxed);
        }
        current.clone()
    }

    /// Pours portions over until none is left that nobody has begun.
    fn pour(&self, old: &Arc<Old<N>>, table: &Table<N>) {
        let portions = old.table.size().div_ceil(PORTION);
        loop {
            let portion = old.begun.fetch_add(1, Ordering::Relaxed);
            if portion >= portions {
                return;
            }
            let end = old.table.size().min((portion + 1) * PORTION);
            old.table.pour(portion * PORTION..end, table);
            if old.done.fetch_add(1, Ordering::AcqRel) + 1 == portions {
                let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
                if current.old.as_ref().is_some_and(|now| Arc::ptr_eq(now, old)) {
                    current.old = None;
                }
            }
        }
    }
}
