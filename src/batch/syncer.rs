//! Brings what is written to a file to the disk itself, every few seconds and at the end, on a thread of its own:
//! a record that comes after a long search must not wait for the next one, and solving must not wait for the disk.

use super::{disk, no_thread};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// How long a record waits at most: with the time that the disk takes, less than the five seconds that are promised.
const WAIT: Duration = Duration::from_secs(4);

/// Syncs one file.
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
    news: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Whether something was written since the last sync.
    dirty: bool,
    ended: bool,
    failed: Option<io::Error>,
}

impl Syncer {
    /// For a file, which `path` leads to.
    ///
    /// # Errors
    /// If the system has no handle left.
    pub fn new(file: &File, path: &Path) -> io::Result<Syncer> {
        let (file, path, wait) = (file.try_clone()?, path.to_owned(), WAIT);
        let shared = Shared { file, path, wait, state: Mutex::default(), news: Condvar::new() };
        Ok(Syncer { shared: Arc::new(shared), thread: None })
    }

    /// Says that something was written.
    ///
    /// # Errors
    /// If an earlier sync failed: what was written then may be lost.
    pub fn written(&mut self) -> io::Result<()> {
        let mut state = self.shared.lock();
        if let Some(error) = state.failed.take() {
            return Err(error);
        }
        let news = !std::mem::replace(&mut state.dirty, true);
        drop(state);
        if news {
            self.shared.news.notify_one();
        }
        self.start()
    }

    /// Starts the thread, if it is not there. Whoever starts others does this before: records must not wait for one.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn start(&mut self) -> io::Result<()> {
        if self.thread.is_none() {
            let shared = self.shared.clone();
            let thread = Builder::new().spawn(move || shared.run());
            self.thread = Some(thread.map_err(no_thread)?);
        }
        Ok(())
    }

    /// Syncs what is not yet, and ends.
    ///
    /// # Errors
    /// If this or an earlier sync failed, or the path leads to another file by now.
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
        self.shared.news.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        self.end();
        if self.shared.lock().dirty {
            // Whoever drops it has an error to tell of already.
            let _ = self.shared.sync();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut state = self.lock();
        while !state.ended {
            if !state.dirty {
                state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let until = Instant::now() + self.wait;
            while !state.ended {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    break;
                }
                state = self.news.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
            }
            if state.ended {
                // The last sync is left to the thread that ends this one.
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

    /// Syncs the file, and looks whether it is still the one that the path leads to.
    fn sync(&self) -> io::Result<()> {
        self.file.sync_data()?;
        let there = disk::found(std::fs::metadata(&self.path))?;
        if cfg!(unix) && there.as_ref().and_then(disk::identity) != disk::identity(&self.file.metadata()?) {
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
