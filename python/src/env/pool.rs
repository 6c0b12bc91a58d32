//! [`Pool`]: threads that work on parts beside the caller, and survive a fork.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process::id;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long a thread waits for the next call before it sleeps. A thread that sleeps takes about as long to wake as 500 boards
/// to step.
const AWAKE: Duration = Duration::from_micros(200);

/// Threads beside the one of the caller, which works as well. A forked process has none of the threads of its parent: the
/// first use there starts new ones.
#[derive(Debug)]
pub struct Pool {
    threads: usize,
    /// The process that started the pool.
    process: u32,
    /// The pool; `None` only while it is dropped.
    pool: Option<ThreadPool>,
    /// The number of calls so far: threads that are awake wait for the next one.
    calls: Arc<AtomicU64>,
}

impl Pool {
    /// Starts the threads, one less than `threads`.
    pub fn new(threads: usize) -> PyResult<Pool> {
        let pool = ThreadPoolBuilder::new().num_threads(threads - 1).build().map_err(|error| {
            PyRuntimeError::new_err(format!("{threads} threads cannot be started: {error}"))
        })?;
        Ok(Pool { threads, process: id(), pool: Some(pool), calls: Arc::default() })
    }

    /// Returns the pool of this process.
    pub fn get(&mut self) -> PyResult<&Pool> {
        if self.process != id() {
            *self = Pool::new(self.threads)?;
        }
        Ok(self)
    }

    /// Returns the number of items of a part, for the threads of the pool and of the caller.
    pub fn part(&self, items: usize) -> usize {
        items.div_ceil(self.threads)
    }

    /// Calls `work` with each part. The caller's thread takes the first one.
    ///
    /// # Errors
    /// The first error of `work`.
    pub fn spread<T: Send>(
        &self,
        parts: Vec<T>,
        work: impl Fn(T) -> Result<(), String> + Sync,
    ) -> Result<(), String> {
        let pool = self.pool.as_ref().ok_or("the threads have ended")?;
        let (count, done) = (parts.len(), AtomicUsize::new(1));
        let mut results = vec![Ok(()); count];
        pool.in_place_scope(|scope| {
            let (work, done) = (&work, &done);
            let mut all = parts.into_iter().zip(&mut results);
            let first = all.next();
            for (part, result) in all {
                scope.spawn(move |_| {
                    *result = work(part);
                    done.fetch_add(1, Ordering::Release);
                });
            }
            self.calls.fetch_add(1, Ordering::Release);
            if let Some((part, result)) = first {
                *result = work(part);
            }
            // The end of the scope waits asleep.
            wait(|| done.load(Ordering::Acquire) < count);
        });
        let seen = self.calls.load(Ordering::Acquire);
        for _ in 1..count {
            let calls = Arc::clone(&self.calls);
            pool.spawn(move || wait(|| calls.load(Ordering::Acquire) == seen));
        }
        results.into_iter().collect()
    }
}

/// Waits awake while the condition holds, for a short time.
fn wait(condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while condition() && begun.elapsed() < AWAKE {
        std::hint::spin_loop();
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
