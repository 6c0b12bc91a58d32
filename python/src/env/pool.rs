//! [`Pool`]: threads that work on parts beside the caller, and survive a fork.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process::id;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a thread waits for the next call before it sleeps.
const AWAKE: Duration = Duration::from_micros(10);

/// After a call that took longer than without threads, calls use none for the time that was lost, times this number. On a
/// busy machine threads then cost a few percent at most.
const BACKOFF: u32 = 32;

/// Parts of a call for each thread: a thread that wakes late, or is slow, takes fewer.
const PARTS: usize = 4;

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
    /// When calls use the threads again.
    alone_until: Mutex<Instant>,
}

impl Pool {
    /// Starts the threads, one less than `threads`.
    pub fn new(threads: usize) -> PyResult<Pool> {
        let pool = ThreadPoolBuilder::new().num_threads(threads - 1).build().map_err(|error| {
            PyRuntimeError::new_err(format!("{threads} threads cannot be started: {error}"))
        })?;
        let alone_until = Mutex::new(Instant::now());
        Ok(Pool { threads, process: id(), pool: Some(pool), calls: Arc::default(), alone_until })
    }

    /// Returns the pool of this process.
    pub fn get(&mut self) -> PyResult<&Pool> {
        if self.process != id() {
            *self = Pool::new(self.threads)?;
        }
        Ok(self)
    }

    /// Returns `true` if the threads are to work on the next call.
    pub fn helps(&self) -> bool {
        *lock(&self.alone_until) <= Instant::now()
    }

    /// Returns the number of items of a part.
    pub fn part(&self, items: usize) -> usize {
        items.div_ceil(PARTS * self.threads)
    }

    /// Calls `work` with each part. The caller's thread and those of the pool take one part after the other.
    ///
    /// # Errors
    /// The last error of `work`.
    pub fn spread<T: Send>(
        &self,
        parts: Vec<T>,
        work: impl Fn(T) -> Result<(), String> + Sync,
    ) -> Result<(), String> {
        let pool = self.pool.as_ref().ok_or("the threads have ended")?;
        let (count, begun) = (parts.len() as u32, Instant::now());
        let (queue, result) = (Mutex::new(parts.into_iter()), Mutex::new(Ok(())));
        let helpers = AtomicUsize::new(self.threads - 1);
        let take = || lock(&queue).next();
        // Works until no part is left, and returns the number of parts.
        let run = || {
            let mut done = 0;
            while let Some(part) = take() {
                if let Err(error) = work(part) {
                    *lock(&result) = Err(error);
                }
                done += 1;
            }
            done
        };
        let (mut own, mut worked) = (0, Duration::ZERO);
        pool.in_place_scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|_| {
                    run();
                    helpers.fetch_sub(1, Ordering::Release);
                });
            }
            self.calls.fetch_add(1, Ordering::Release);
            (own, worked) = (run(), begun.elapsed());
            // The end of the scope waits asleep.
            wait(|| helpers.load(Ordering::Acquire) > 0);
        });
        let end = Instant::now();
        let alone = worked * count / own.max(1);
        *lock(&self.alone_until) = end + BACKOFF * (end - begun).saturating_sub(alone);
        let seen = self.calls.load(Ordering::Acquire);
        for _ in 1..self.threads {
            let calls = Arc::clone(&self.calls);
            pool.spawn(move || wait(|| calls.load(Ordering::Acquire) == seen));
        }
        result.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Locks a mutex, even if a thread that held it has panicked.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
