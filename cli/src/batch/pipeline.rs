//! A pipeline that reads items, solves them on several threads, and writes the answers in the order of the items.
//!
//! One thread reads items, and several workers solve them. There is no writer thread: the worker that finishes the next
//! answer in order writes this answer, and the finished answers after it. The items read ahead and the answers that
//! wait for a slow item are bounded in number and bytes. At these bounds, the reader and the workers wait.

use crate::exit::thread_error;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::Builder;
use tilefall::internals::{lock, unpoisoned};

/// The maximum number of items read ahead.
const MAX_QUEUED: usize = 1024;
/// The maximum number of bytes read ahead.
const MAX_QUEUED_BYTES: usize = 8 << 20;
/// The maximum number of bytes of finished answers that wait for an earlier answer.
const MAX_READY_BYTES: usize = 64 << 20;

/// An item or an answer, with its size in memory.
pub trait Weigh {
    /// Returns the approximate number of bytes.
    fn weight(&self) -> usize;
}

impl Weigh for u64 {
    fn weight(&self) -> usize {
        8
    }
}

/// A pipeline of items `T` and answers `A`; clones are handles of the same pipeline.
pub struct Pipeline<T, A>(Arc<Shared<T, A>>);

impl<T, A> Clone for Pipeline<T, A> {
    fn clone(&self) -> Self {
        Pipeline(self.0.clone())
    }
}

struct Shared<T, A> {
    /// The number of solver threads, at least one.
    threads: usize,
    /// The maximum number of finished answers that wait for an earlier answer.
    window: usize,
    state: Mutex<State<T, A>>,
    /// Signals the reader that the queue has room.
    room: Condvar,
    /// Signals the workers that an item is queued, that answers were written, or that the pipeline ends.
    work: Condvar,
}

struct State<T, A> {
    queue: VecDeque<T>,
    queue_bytes: usize,
    /// The number of items taken from the queue so far.
    taken: u64,
    /// The answers to items from number `base` on; `None` for an item that is not solved yet.
    ready: VecDeque<Option<A>>,
    ready_bytes: usize,
    base: u64,
    /// Whether a worker is writing answers; other workers then only store theirs.
    writing: bool,
    /// Whether all items have been queued.
    ended: bool,
    /// Whether no more items are taken from the queue.
    stopped: bool,
    /// Whether no more answers are written.
    failed: bool,
    idle: usize,
    reader_waits: bool,
}

impl<T, A> Pipeline<T, A>
where
    T: Weigh + Send + 'static,
    A: Weigh + Send,
{
    /// Creates a pipeline with `threads` workers, in which at most `window` finished answers wait for an earlier one.
    pub fn new(threads: usize, window: usize) -> Self {
        let threads = threads.max(1);
        let state = State {
            queue: VecDeque::new(),
            queue_bytes: 0,
            taken: 0,
            ready: VecDeque::new(),
            ready_bytes: 0,
            base: 0,
            writing: false,
            ended: false,
            stopped: false,
            failed: false,
            idle: 0,
            reader_waits: false,
        };
        let shared =
            Shared { threads, window, state: Mutex::new(state), room: Condvar::new(), work: Condvar::new() };
        Pipeline(Arc::new(shared))
    }

    /// Stops the pipeline: no more items are started; items in progress are finished and written.
    pub fn stop(&self) {
        self.0.lock().stopped = true;
        self.0.work.notify_all();
        self.0.room.notify_all();
    }

    /// Processes all items and returns when the last answer is written. A separate thread reads the items; if the
    /// pipeline stops while this thread waits for input, the thread is detached.
    ///
    /// `solve` is called with the number of an item, from 0, and the item. `write` is called with the answers to write and
    /// drains the list; it is called by one thread at a time.
    ///
    /// If the system starts fewer workers than requested, they solve all items. If it starts none, the caller does.
    pub fn run<E: Send + From<io::Error>>(
        &self,
        items: impl Iterator<Item = T> + Send + 'static,
        solve: impl Fn(u64, T) -> A + Sync,
        write: impl FnMut(&mut Vec<A>) -> Result<(), E> + Send,
    ) -> Result<(), E>
    where
        A: 'static,
    {
        let reader = self.clone();
        let read = move || {
            let end = EndGuard(&reader.0);
            for item in items {
                if !reader.0.push(item) {
                    break;
                }
            }
            drop(end);
        };
        Builder::new().spawn(read).map_err(thread_error)?;
        let (write, failure) = (Mutex::new(write), Mutex::new(None));
        let writer = |answers: &mut Vec<A>| {
            let done = lock(&write)(answers);
            let failed = done.is_err();
            if let Err(error) = done {
                lock(&failure).get_or_insert(error);
            }
            !failed
        };
        let work = || {
            let _end = PanicGuard(&self.0);
            let mut done = None;
            while let Some((number, item)) = self.0.next(done.take(), &writer) {
                done = Some((number, solve(number, item)));
            }
        };
        std::thread::scope(|scope| {
            let threads = self.0.threads;
            let started =
                (0..threads).take_while(|_| Builder::new().spawn_scoped(scope, work).is_ok()).count();
            if started == 0 {
                work();
            }
        });
        // A reader that still waits for input stops after its next item.
        self.stop();
        unpoisoned(failure.into_inner()).map_or(Ok(()), Err)
    }
}

/// Marks the end of the items on drop, so that the workers do not wait forever if the item iterator panics.
struct EndGuard<'a, T, A>(&'a Shared<T, A>);

impl<T, A> Drop for EndGuard<'_, T, A> {
    fn drop(&mut self) {
        self.0.lock().ended = true;
        self.0.work.notify_all();
    }
}

/// Stops the pipeline if a worker panics. Otherwise, the other workers would wait forever for the missing answer.
struct PanicGuard<'a, T, A>(&'a Shared<T, A>);

impl<T, A> Drop for PanicGuard<'_, T, A> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut state = self.0.lock();
            (state.stopped, state.failed) = (true, true);
            drop(state);
            self.0.work.notify_all();
        }
    }
}

impl<T, A> Shared<T, A> {
    fn lock(&self) -> MutexGuard<'_, State<T, A>> {
        lock(&self.state)
    }
}

impl<T: Weigh, A: Weigh> Shared<T, A> {
    /// Queues an item when there is room; returns `false` if the pipeline has stopped.
    fn push(&self, item: T) -> bool {
        let mut state = self.lock();
        let full =
            |state: &State<T, A>| state.queue.len() >= MAX_QUEUED || state.queue_bytes >= MAX_QUEUED_BYTES;
        if full(&state) {
            // The reader is woken when half of the queue is taken, not for each item.
            state.reader_waits = true;
            while !state.stopped && state.reader_waits {
                state = unpoisoned(self.room.wait(state));
            }
        }
        if state.stopped {
            return false;
        }
        state.queue_bytes += item.weight();
        state.queue.push_back(item);
        let idle = state.idle > 0;
        drop(state);
        if idle {
            self.work.notify_one();
        }
        true
    }

    /// Stores a finished answer, writes the answers that can be written, and returns the next item; `None` at the end.
    fn next(&self, done: Option<(u64, A)>, write: &impl Fn(&mut Vec<A>) -> bool) -> Option<(u64, T)> {
        let mut state = self.lock();
        if let Some((number, answer)) = done {
            state.put(number, answer);
            state = self.drain(state, write);
        }
        loop {
            if state.stopped {
                return None;
            }
            // If too many answers wait, no item is taken: the answer to an item in progress will make room.
            let behind = state.ready_bytes > MAX_READY_BYTES || state.ready.len() > self.window;
            if !behind && let Some(item) = state.queue.pop_front() {
                state.queue_bytes -= item.weight();
                let number = state.taken;
                state.taken += 1;
                let half = state.queue.len() <= MAX_QUEUED / 2 && state.queue_bytes <= MAX_QUEUED_BYTES / 2;
                let wake = half && std::mem::take(&mut state.reader_waits);
                drop(state);
                if wake {
                    self.room.notify_one();
                }
                return Some((number, item));
            }
            if state.queue.is_empty() && state.ended {
                return None;
            }
            state.idle += 1;
            state = unpoisoned(self.work.wait(state));
            state.idle -= 1;
        }
    }

    /// Writes the answers that are next in order, unless another worker is writing.
    fn drain<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<T, A>>,
        write: &impl Fn(&mut Vec<A>) -> bool,
    ) -> MutexGuard<'a, State<T, A>> {
        let mut answers = Vec::new();
        while !state.writing && !state.failed && state.take(&mut answers) {
            state.writing = true;
            drop(state);
            let fine = write(&mut answers);
            answers.clear();
            state = self.lock();
            state.writing = false;
            if !fine {
                (state.stopped, state.failed) = (true, true);
            }
            if state.idle > 0 {
                self.work.notify_all();
            }
        }
        state
    }
}

impl<T, A: Weigh> State<T, A> {
    fn put(&mut self, number: u64, answer: A) {
        self.ready_bytes += answer.weight();
        let at = (number - self.base) as usize;
        while self.ready.len() <= at {
            self.ready.push_back(None);
        }
        self.ready[at] = Some(answer);
    }

    /// Appends the answers that are next in order to `answers`; returns `false` if `answers` is then empty.
    fn take(&mut self, answers: &mut Vec<A>) -> bool {
        while let Some(answer) = self.ready.front_mut().and_then(Option::take) {
            self.ready.pop_front();
            self.base += 1;
            self.ready_bytes -= answer.weight();
            answers.push(answer);
        }
        !answers.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    fn run(items: u64, (threads, window): (usize, usize), solve: impl Fn(u64) + Sync) -> Vec<u64> {
        let mut all = Vec::new();
        let done = Pipeline::new(threads, window).run::<io::Error>(
            0..items,
            |number, item| {
                assert_eq!(number, item);
                solve(item);
                item
            },
            |answers| {
                all.append(answers);
                Ok(())
            },
        );
        done.unwrap();
        all
    }

    #[test]
    fn a_slow_item_lets_only_a_window_of_items_pass() {
        let (first, most) = (AtomicU64::new(1), AtomicU64::new(0));
        let all = run(2000, (2, 10), |item| {
            if item == 0 {
                std::thread::sleep(Duration::from_millis(50));
                first.store(0, Ordering::SeqCst);
            }
            most.fetch_max(first.load(Ordering::SeqCst) * item, Ordering::SeqCst);
        });
        assert!(all.into_iter().eq(0..2000));
        assert!((5..=12).contains(&most.into_inner()), "as many as may wait, no more");
    }

    #[test]
    fn no_item_is_started_after_a_stop_or_a_failure() {
        // One thread may be delayed until the other has filled the window, so the assertions allow a range.
        let line = Pipeline::new(2, 5);
        let mut all = Vec::new();
        let stop = line.clone();
        let done = line.run::<io::Error>(
            0..,
            |_, item: u64| {
                if item == 1000 {
                    stop.stop();
                }
                item
            },
            |answers| {
                all.append(answers);
                Ok(())
            },
        );
        done.unwrap();
        assert!((1001..1010).contains(&all.len()) && all.iter().copied().eq(0..all.len() as u64));
        let mut seen = 0;
        let done = Pipeline::new(2, 5).run(
            0u64..,
            |_, item| item,
            |answers| {
                seen += answers.len();
                answers.clear();
                if seen < 100 { Ok(()) } else { Err(io::Error::other("full")) }
            },
        );
        assert_eq!(done.unwrap_err().to_string(), "full");
        assert!((100..110).contains(&seen));
    }
}
