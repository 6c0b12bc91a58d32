//! Syncs a file to disk every few seconds and at the end, on a separate thread: a record must reach the disk even if
//! the next one takes long, and solving must not wait for the disk.

use super::disk;
use crate::exit::thread_error;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// The maximum time from a write to the start of its sync. The documentation promises 5 seconds, disk time included.
const MAX_DELAY: Duration = Duration::from_secs(4);

/// A thread that syncs one file.
#[derive(Debug)]
pub struct Syncer {
    /// Announces writes to the thread; dropping this sender ends the thread.
    writes: Option<SyncSender<()>>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Syncer {
    /// Starts the thread for an open file at `path`.
    pub fn start(file: &File, path: &Path) -> io::Result<Syncer> {
        Syncer::with_delay(file, path, MAX_DELAY)
    }

    fn with_delay(file: &File, path: &Path, delay: Duration) -> io::Result<Syncer> {
        let (file, path) = (file.try_clone()?, path.to_owned());
        let (send, writes) = sync_channel(1);
        let thread = Builder::new().spawn(move || run(&file, &path, delay, &writes));
        Ok(Syncer { writes: Some(send), thread: Some(thread.map_err(thread_error)?) })
    }

    /// Requests a sync of data just written.
    pub fn written(&mut self) -> io::Result<()> {
        match self.writes.as_ref().map(|writes| writes.try_send(())) {
            Some(Err(TrySendError::Disconnected(()))) => self.end(),
            _ => Ok(()),
        }
    }

    /// Syncs the remaining data and stops the thread.
    pub fn finish(mut self) -> io::Result<()> {
        self.end()
    }

    fn end(&mut self) -> io::Result<()> {
        self.writes = None;
        let ended = self.thread.take().map(JoinHandle::join);
        ended.map_or(Ok(()), |done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        // Errors are ignored: a syncer is dropped without `finish` only after another error.
        let _ = self.end();
    }
}

fn run(file: &File, path: &Path, delay: Duration, writes: &Receiver<()>) -> io::Result<()> {
    while writes.recv().is_ok() {
        let until = Instant::now() + delay;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || writes.recv_timeout(left).is_err() {
                break;
            }
        }
        sync(file, path)?;
    }
    sync(file, path)
}

/// Syncs the file, and checks that the path still leads to it.
fn sync(file: &File, path: &Path) -> io::Result<()> {
    file.sync_data()?;
    if disk::leads_to(path, file)? { Ok(()) } else { Err(disk::moved()) }
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
        let mut syncer = Syncer::with_delay(&file, &path, Duration::from_millis(10)).unwrap();
        file.write_all(b"x").unwrap();
        syncer.written().unwrap();
        // The next sync fails, and nothing else ends the thread.
        std::fs::remove_file(&path).unwrap();
        while !syncer.thread.as_ref().unwrap().is_finished() {
            std::thread::yield_now();
        }
        let error = syncer.written().unwrap_err().to_string();
        assert!(error.contains("removed or replaced"), "{error}");
    }
}
