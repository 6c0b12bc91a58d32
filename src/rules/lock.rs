//! Locks that a panic has poisoned.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

/// Locks a mutex even if it is poisoned. The data must be consistent whenever a panic may happen.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

/// Returns the guard of a lock, or the data inside it, even if the lock is poisoned.
pub fn unpoisoned<T>(result: LockResult<T>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}
