//! [`Pool`]: a thread pool that starts again after a fork.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process::id;

/// A thread pool of rayon. A forked process has no threads of its parent, so it starts new ones at the first use.
#[derive(Debug)]
pub struct Pool {
    pub threads: usize,
    /// The process that started the pool.
    process: u32,
    /// The pool; `None` only while it is dropped.
    pool: Option<ThreadPool>,
}

impl Pool {
    /// Starts the threads.
    pub fn new(threads: usize) -> PyResult<Pool> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
            PyRuntimeError::new_err(format!("{threads} threads cannot be started: {error}"))
        })?;
        Ok(Pool { threads, process: id(), pool: Some(pool) })
    }

    /// Returns the thread pool of this process; after a fork, a new one.
    pub fn get(&mut self) -> PyResult<Option<&ThreadPool>> {
        if self.process != id() {
            *self = Pool::new(self.threads)?;
        }
        Ok(self.pool.as_ref())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if self.process != id() {
            // Dropping the pool would wait for threads that do not exist.
            std::mem::forget(self.pool.take());
        }
    }
}
