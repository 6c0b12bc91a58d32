//! [`Pool`]: a thread pool that survives a fork, and [`spread`], which works on parts in its threads.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process::id;

/// Threads beside the one of the caller, which works as well. A forked process has none of the threads of its parent: the first use there starts new ones.
#[derive(Debug)]
pub struct Pool {
    threads: usize,
    /// The process that started the pool.
    process: u32,
    /// The pool; `None` only while it is dropped.
    pool: Option<ThreadPool>,
}

impl Pool {
    /// Starts the threads, one less than `threads`.
    ///
    /// # Errors
    /// A `RuntimeError` if they cannot be started.
    pub fn new(threads: usize) -> PyResult<Pool> {
        let pool = ThreadPoolBuilder::new().num_threads(threads - 1).build().map_err(|error| {
            PyRuntimeError::new_err(format!("{threads} threads cannot be started: {error}"))
        })?;
        Ok(Pool { threads, process: id(), pool: Some(pool) })
    }

    /// Returns the pool of this process.
    ///
    /// # Errors
    /// A `RuntimeError` if they cannot be started.
    pub fn get(&mut self) -> PyResult<&ThreadPool> {
        if self.process != id() {
            *self = Pool::new(self.threads)?;
        }
        self.pool.as_ref().ok_or_else(|| PyRuntimeError::new_err("the threads have ended"))
    }
}

/// Calls `work` with each part. The caller's thread takes the first one, so that only the others wait for a thread to wake.
///
/// # Errors
/// The first error of `work`.
pub fn spread<T: Send>(
    pool: &ThreadPool,
    parts: Vec<T>,
    work: impl Fn(T) -> Result<(), String> + Sync,
) -> Result<(), String> {
    let mut results = vec![Ok(()); parts.len()];
    pool.in_place_scope(|scope| {
        let mut all = parts.into_iter().zip(&mut results);
        let first = all.next();
        let work = &work;
        for (part, result) in all {
            scope.spawn(move |_| *result = work(part));
        }
        if let Some((part, result)) = first {
            *result = work(part);
        }
    });
    results.into_iter().collect()
}

/// Returns the number of items of a part, for the threads of the pool and of the caller.
pub fn part(pool: &ThreadPool, items: usize) -> usize {
    items.div_ceil(pool.current_num_threads() + 1)
}

impl Drop for Pool {
    fn drop(&mut self) {
        if self.process != id() {
            // Dropping the pool would wait for threads that do not exist.
            std::mem::forget(self.pool.take());
        }
    }
}
