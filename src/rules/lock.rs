//! Locks that a panic has poisoned.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

/// Locks a mutex even if it is poisoned: its data must be consistent at any time.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

/// Returns the guard or the data of a lock even if it is poisoned.
pub fn unpoisoned<T>(result: LockResult<T>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}
