//! [`Exclusive`]: the state of an environment, which only one call at a time may use.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// The state of an environment. Calls release the interpreter lock, so another thread may call meanwhile. That call
/// fails and does not wait: in a process that was forked while the state was in use, the lock would never be
/// released.
#[derive(Debug)]
pub struct Exclusive<T>(Mutex<T>);

impl<T> Exclusive<T> {
    /// Wraps a state that is not in use.
    pub fn new(state: T) -> Exclusive<T> {
        Exclusive(Mutex::new(state))
    }

    /// Locks the state until the guard is dropped.
    ///
    /// # Errors
    /// A `RuntimeError` if another call uses the state.
    pub fn lock(&self) -> PyResult<MutexGuard<'_, T>> {
        match self.0.try_lock() {
            Ok(state) => Ok(state),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "the environment is in use by another thread, expected one call at a time: give each thread an \
                 environment of its own",
            )),
        }
    }
}
