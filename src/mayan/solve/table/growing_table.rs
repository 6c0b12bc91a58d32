//! A table that is replaced by a larger one while one or several threads work.
//!
//! The thread that finds the table full replaces it with a larger empty table. From then on, every call of
//! [`GrowingTable::get`] copies chunks of the old table until no chunk is left; no thread waits for another. A fact
//! that is stored in the old table after its chunk was copied is lost: that costs time, but answers stay correct.

use crate::mayan::solve::table::Table;
use crate::rules::unpoisoned;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};

/// Buckets per chunk. Copying a chunk takes some tens of microseconds.
const CHUNK: usize = 1 << 9;

/// A table that grows when more facts are stored than it has room for.
pub struct GrowingTable<const N: usize> {
    current: RwLock<Current<N>>,
    /// Facts stored since the current table was created.
    stored: AtomicUsize,
    /// log₂ of the maximum number of buckets.
    max_bits: u32,
}

#[derive(Clone)]
struct Current<const N: usize> {
    table: Arc<Table<N>>,
    /// The previous table while its facts are being copied, else `None`.
    old: Option<Arc<Migration<N>>>,
}

struct Migration<const N: usize> {
    table: Arc<Table<N>>,
    /// The index of the next chunk to copy; the number of chunks or more if no chunk is left.
    begun: AtomicUsize,
    /// The number of chunks copied completely.
    done: AtomicUsize,
}

impl<const N: usize> GrowingTable<N> {
    /// Creates a table that may grow to 2ⁿ buckets for n = `max_bits`.
    pub fn new(table: Table<N>, max_bits: u32) -> Self {
        let current = RwLock::new(Current { table: Arc::new(table), old: None });
        GrowingTable { current, stored: AtomicUsize::new(0), max_bits }
    }

    /// Returns the current table. `stored` is the number of facts that the caller has stored since its last call.
    pub fn get(&self, stored: usize) -> Arc<Table<N>> {
        let mut current = unpoisoned(self.current.read()).clone();
        let all = self.stored.fetch_add(stored, Ordering::Relaxed) + stored;
        if all > current.table.capacity() && current.table.bits() < self.max_bits && current.old.is_none() {
            current = self.grow(&current.table);
        }
        if let Some(old) = &current.old {
            self.migrate(old, &current.table);
        }
        current.table
    }

    fn grow(&self, full: &Arc<Table<N>>) -> Current<N> {
        let mut current = unpoisoned(self.current.write());
        if Arc::ptr_eq(&current.table, full) {
            let table = Arc::new(Table::new((full.bits() + 2).min(self.max_bits)));
            let (begun, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let old = Some(Arc::new(Migration { table: full.clone(), begun, done }));
            *current = Current { table, old };
            self.stored.store(0, Ordering::Relaxed);
        }
        current.clone()
    }

    /// Copies chunks of the old table until no chunk is left. Other threads may still be copying theirs.
    fn migrate(&self, old: &Arc<Migration<N>>, table: &Table<N>) {
        let chunks = old.table.size().div_ceil(CHUNK);
        loop {
            let chunk = old.begun.fetch_add(1, Ordering::Relaxed);
            if chunk >= chunks {
                return;
            }
            let end = old.table.size().min((chunk + 1) * CHUNK);
            old.table.copy_into(chunk * CHUNK..end, table);
            if old.done.fetch_add(1, Ordering::AcqRel) + 1 == chunks {
                let mut current = unpoisoned(self.current.write());
                if current.old.as_ref().is_some_and(|now| Arc::ptr_eq(now, old)) {
                    current.old = None;
                }
            }
        }
    }
}
