//! The number of threads of a search, and work on several threads.

use super::{lock, unpoisoned};
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

/// The number of threads to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// One per core. The number of cores is looked up only when one thread is not enough, because the lookup takes
    /// longer than an easy puzzle.
    All,
    /// Exactly this many threads.
    Exactly(usize),
}

impl Threads {
    /// Whether the target has threads. A constant, so that builds without threads omit the code for several threads,
    /// which would be a tenth of the web page's WebAssembly module.
    pub const AVAILABLE: bool = !cfg!(target_family = "wasm");

    /// Returns the number of threads: for `All`, the number of cores.
    #[inline]
    pub fn number(self) -> usize {
        match self {
            _ if !Threads::AVAILABLE => 1,
            Threads::All => std::thread::available_parallelism().map_or(1, usize::from),
            Threads::Exactly(number) => number,
        }
    }
}

/// Runs the same work on this thread and on others, `threads` in all. If a thread cannot be started, the other threads
/// do its part.
///
/// # Panics
/// If one of the threads panics, with the same panic.
pub fn on_threads(threads: usize, work: impl Fn() + Sync) {
    if !Threads::AVAILABLE || threads <= 1 {
        return work();
    }
    std::thread::scope(|scope| {
        let others = (1..threads).map_while(|_| Builder::new().spawn_scoped(scope, &work).ok());
        let others: Vec<_> = others.collect();
        work();
        for other in others {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// Runs `work` in a pool of `threads` threads for its parallel iterators, or on this thread if no pool can be started.
pub fn in_pool<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> T {
    if Threads::AVAILABLE
        && threads > 1
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    {
        return pool.install(&work);
    }
    work()
}

/// Returns the results of tasks 0, 1, 2, …, in this order. Each thread calls `worker` once, and calls the returned
/// function with the next free task number until the function returns `None`.
///
/// # Panics
/// If one of the threads panics.
pub fn results_in_order<T: Send, W: FnMut(usize) -> Option<T>>(
    threads: usize,
    worker: impl Fn() -> W + Sync,
) -> Vec<T> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    on_threads(threads, || {
        let mut work = worker();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(result) = work(number) else { return };
            lock(&done).push((number, result));
        }
    });
    let mut done = unpoisoned(done.into_inner());
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}
