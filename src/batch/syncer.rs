//! Syncs a file to disk every few seconds and at the end, on a separate thread: a record after a long search must not
//! wait for the next one, and solving must not wait for the disk.

use super::{disk, thread_error};
use crate::rules::{lock, unpoisoned};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// The maximum delay of a sync. With the time that the disk takes, it is less than the documented five seconds.
const MAX_DELAY: Duration = Duration::from_secs(4);

/// A thread that syncs one file.
#[derive(Debug)]
pub struct Syncer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    file: File,
    path: PathBuf,
    wait: Duration,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the file was written to since the last sync.
    dirty: bool,
    ended: bool,
    failed: Option<io::Error>,
}

impl Syncer {
    /// Creates a syncer for an open file, which is at `path`.
    ///
    /// # Errors
    /// If the file handle cannot be duplicated.
    pub fn new(file: &File, path: &Path) -> io::Result<Syncer> {
        let (file, path, wait) = (file.try_clone()?, path.to_owned(), MAX_DELAY);
        let shared = Shared { file, path, wait, state: Mutex::default(), changed: Condvar::new() };
        Ok(Syncer { shared: Arc::new(shared), thread: None })
    }

    /// Requests a sync of data just written.
    ///
    /// # Errors
    /// If an earlier sync failed: the data written before it may be lost.
    pub fn written(&mut self) -> io::Result<()> {
        let mut state = self.shared.lock();
        if let Some(error) = state.failed.take() {
            return Err(error);
        }
        let changed = !std::mem::replace(&mut state.dirty, true);
        drop(state);
        if changed {
            self.shared.changed.notify_one();
        }
        self.start()
    }

    /// Starts the thread, if it is not running. Callers do this before they start other threads, so that records can be
    /// synced even if the system runs out of threads.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start(&mut self) -> io::Result<()> {
        if self.thread.is_none() {
            let shared = self.shared.clone();
            let thread = Builder::new().spawn(move || shared.run());
            self.thread = Some(thread.map_err(thread_error)?);
        }
        Ok(())
    }

    /// Syncs the remaining data and stops the thread.
    ///
    /// # Errors
    /// If this or an earlier sync failed, or the path now leads to another file.
    pub fn finish(mut self) -> io::Result<()> {
        self.end();
        let mut state = self.shared.lock();
        state.dirty = false;
        match state.failed.take() {
            Some(error) => Err(error),
            None => self.shared.sync(),
        }
    }

    fn end(&mut self) {
        self.shared.lock().ended = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        self.end();
        if self.shared.lock().dirty {
            // It is dropped without `finish` only after another error.
            let _ = self.shared.sync();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn run(&self) {
        let mut state = self.lock();
        while !state.ended {
            if !state.dirty {
                state = unpoisoned(self.changed.wait(state));
                continue;
            }
            let until = Instant::now() + self.wait;
            while !state.ended {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    break;
                }
                state = unpoisoned(self.changed.wait_timeout(state, left)).0;
            }
            if state.ended {
                // The thread that stops this one does the last sync.
                return;
            }
            state.dirty = false;
            drop(state);
            let done = self.sync();
            state = self.lock();
            if let Err(error) = done {
                state.failed.get_or_insert(error);
            }
        }
    }

    /// Syncs the file, and checks that the path still leads to it.
    fn sync(&self) -> io::Result<()> {
        self.file.sync_data()?;
        let there = disk::if_exists(std::fs::metadata(&self.path))?;
        if cfg!(unix) && there.as_ref().and_then(disk::file_id) != disk::file_id(&self.file.metadata()?) {
            return Err(io::Error::other("another program removed or replaced it while it was written"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn a_record_is_synced_though_none_comes_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut file = File::create(&path).unwrap();
        let mut syncer = Syncer::new(&file, &path).unwrap();
        Arc::get_mut(&mut syncer.shared).unwrap().wait = Duration::from_millis(10);
        for _ in 0..3 {
            file.write_all(b"x").unwrap();
            syncer.written().unwrap();
            let begun = Instant::now();
            while syncer.shared.lock().dirty {
                assert!(begun.elapsed() < Duration::from_secs(20));
                std::thread::yield_now();
            }
        }
        syncer.finish().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_removed_or_replaced_under_the_run_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for replaced in [false, true] {
            let file = File::create(&path).unwrap();
            let mut syncer = Syncer::new(&file, &path).unwrap();
            syncer.written().unwrap();
            std::fs::remove_file(&path).unwrap();
            if replaced {
                std::fs::write(&path, "").unwrap();
            }
            let error = syncer.finish().unwrap_err().to_string();
            assert!(error.contains("removed or replaced"), "{error}");
        }
    }
}
