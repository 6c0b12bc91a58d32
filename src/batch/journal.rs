//! A results file that a killed run leaves sound, and that another goes on with.
//!
//! Records are appended whole. Whatever ends a run, the file then holds whole records and at most one torn
//! line at its end. [`Journal::scan`] cuts from the first line that is torn, or whose search was
//! interrupted; whole records behind it are handed back, so that nothing is solved twice.
//!
//! The file is locked while it is written. Its [`sidecar`] tells of which input it is.

use super::head::Head;
use super::sidecar::{self, Sidecar};
use super::{Error, Shard};
use crate::limits::StopReason;
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often records are brought to the disk itself, against a loss of power.
const SYNC: Duration = Duration::from_secs(5);

/// A results file that is being written, locked.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    sidecar: Sidecar,
    /// Bytes of whole records.
    len: u64,
    synced: Instant,
    /// Whether an earlier run had ended with every record written.
    was_complete: bool,
}

/// Whole records behind a cut, by [key](super::head::key).
pub type Salvage = HashMap<u64, String>;

impl Journal {
    /// Opens or makes the file, and locks it. With `resume` one that holds records already is gone on with, if it
    /// was begun with the same input and options.
    ///
    /// # Errors
    /// If it holds records and `resume` is not set, it has no sidecar or one that tells of another run, or another
    /// run writes it; if it is not a regular file, or fails.
    pub fn open(path: &Path, resume: bool, mut sidecar: Sidecar) -> Result<Journal, Error> {
        let refuse = |why: String| Err(Error::Refused(format!("{}: {why}", path.display())));
        if path.exists() && !path.is_file() {
            return refuse("this is not a regular file".into());
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(Error::file(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return refuse("another run is writing it".into()),
            Err(TryLockError::Error(error)) => return Err(Error::file(path)(error)),
        }
        let len = file.metadata().map_err(Error::file(path))?.len();
        let mut was_complete = false;
        if len > 0 && !resume {
            return refuse("it holds results already; --resume goes on with them".into());
        }
        if len > 0 {
            let Some(old) = sidecar::read::<Sidecar>(path)? else {
                let name = sidecar::beside(path);
                return refuse(format!("it cannot be gone on with, for {} is missing", name.display()));
            };
            let mut unlike = old.unlike(&sidecar);
            let shard = |shard: Option<Shard>| shard.map_or("none".into(), |shard| shard.to_string());
            if old.shard != sidecar.shard {
                unlike.push(format!("--shard {} there, {} here", shard(old.shard), shard(sidecar.shard)));
            }
            if old.names != sidecar.names {
                unlike.push("the names of the inputs differ".into());
            }
            if old.ordered != sidecar.ordered {
                unlike.push("--unordered differs".into());
            }
            if !unlike.is_empty() {
                return refuse(format!("it is of another run: {}", unlike.join("; ")));
            }
            was_complete = old.complete;
            sidecar.input = sidecar.input.or(old.input);
            sidecar.count = sidecar.count.or(old.count);
        }
        let path = path.to_owned();
        Ok(Journal { file, path, sidecar, len: 0, synced: Instant::now(), was_complete })
    }

    /// How many records the file had when it was opened, if it was complete: one for every puzzle of its shard.
    pub fn complete(&self) -> Option<u64> {
        let count = self.sidecar.count.filter(|_| self.was_complete)?;
        let shard = self.sidecar.shard.unwrap_or(Shard { part: 0, parts: 1 });
        Some(count.saturating_sub(shard.part).div_ceil(shard.parts))
    }

    /// Goes through the records that stay, in the order of the file, with `None` at their end; then cuts the file
    /// behind them and writes the sidecar. Nothing is changed if there is an error.
    ///
    /// # Errors
    /// Those of `keep`; if the file fails.
    pub fn scan(
        &mut self,
        mut keep: impl FnMut(Option<&Head<'_>>) -> Result<(), Error>,
    ) -> Result<Salvage, Error> {
        let path = self.path.clone();
        let fail = || Error::file(&path);
        self.file.rewind().map_err(fail())?;
        let mut reader = BufReader::with_capacity(1 << 16, &self.file);
        let (mut line, mut kept, mut cut, mut salvage) = (Vec::new(), 0, false, Salvage::new());
        while reader.read_until(b'\n', &mut line).map_err(fail())? > 0 {
            let head = Head::of(&line).filter(|head| head.stopped_by != Some(StopReason::Interrupt));
            match (&head, cut) {
                (Some(head), false) => {
                    keep(Some(head))?;
                    kept += line.len() as u64;
                }
                (None, _) => cut = true,
                (Some(head), true) => {
                    salvage.insert(head.key(), String::from_utf8_lossy(&line).into_owned());
                }
            }
            line.clear();
        }
        keep(None)?;
        self.sidecar.complete = false;
        sidecar::write(&self.path, &self.sidecar)?;
        self.file.set_len(kept).map_err(fail())?;
        self.file.seek(SeekFrom::Start(kept)).map_err(fail())?;
        self.len = kept;
        Ok(salvage)
    }

    /// Appends whole records.
    ///
    /// # Errors
    /// If the file fails; it is then cut behind the last whole write, if that can be done.
    pub fn append(&mut self, text: &str) -> Result<(), Error> {
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            let _ = self.file.set_len(self.len);
            return Err(Error::file(&self.path)(error));
        }
        self.len += text.len() as u64;
        if self.synced.elapsed() > SYNC {
            self.sync().map_err(Error::file(&self.path))?;
        }
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.synced = Instant::now();
        self.file.sync_data()
    }

    /// Ends the file; with `whole`, the digest of the input and its number of puzzles, as one that holds every record.
    ///
    /// # Errors
    /// If the file or the sidecar fails, or the input turns out to be another than before.
    pub fn finish(mut self, whole: Option<(String, u64)>) -> Result<(), Error> {
        self.sync().map_err(Error::file(&self.path))?;
        let Some((input, count)) = whole else { return Ok(()) };
        if self.sidecar.input.as_ref().is_some_and(|old| *old != input) {
            let name = self.path.display();
            return Err(Error::Refused(format!("{name}: it is of another run: the input has changed")));
        }
        self.sidecar = Sidecar { input: Some(input), count: Some(count), complete: true, ..self.sidecar };
        sidecar::write(&self.path, &self.sidecar)
    }
}
