//! A results file that survives a killed run, and that another run continues.
//!
//! Records are appended whole, in the order of the input. However a run ends, the file then contains whole records and at
//! most one torn line at its end; a loss of power or another program may leave worse. A run that continues reads the file
//! from its start, and [cuts](Results::cut) it at the first line that is not the answer to the next puzzle.
//!
//! The file is locked while it is written. Its [`Sidecar`] identifies the run that it belongs to.

use super::sidecar::{self, Sidecar};
use crate::error::{UsageError, file_error};
use crate::io::disk;
use crate::io::syncer::Syncer;
use serde::Deserialize;
use std::borrow::Cow;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use tilefall::rules::{Status, StopReason};

/// The maximum length of a record, in bytes; longer lines are split.
const MAX_LINE: u64 = 256 << 20;

/// The fields of a result record that identify its puzzle and its answer; others are skipped.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordHead<'a> {
    /// The index of the puzzle.
    pub index: u64,
    /// The id of the puzzle.
    #[serde(borrow)]
    pub id: Cow<'a, str>,
    /// The hash of the puzzle.
    #[serde(borrow, default)]
    pub hash: Option<Cow<'a, str>>,
    /// The status of the answer.
    pub status: Status,
    /// The limit that ended the search.
    #[serde(default)]
    stopped_by: Option<StopReason>,
    /// The error of an unanswered puzzle.
    #[serde(borrow, default)]
    pub error: Option<Cow<'a, str>>,
}

impl<'a> RecordHead<'a> {
    /// Reads the fields of a line; `None` if it is not a whole record.
    pub fn of(line: &'a [u8]) -> Option<RecordHead<'a>> {
        serde_json::from_slice(line.strip_suffix(b"\n")?).ok()
    }
}

/// A results file that is being written, locked.
#[derive(Debug)]
pub struct Results {
    file: File,
    path: PathBuf,
    sidecar: Sidecar,
    /// Bytes of whole records.
    len: u64,
    syncer: Syncer,
}

impl Results {
    /// Opens or creates the file and locks it. With `resume` a file that already holds records is continued, if its run
    /// had the same version and options.
    ///
    /// # Errors
    /// If the file holds records and `resume` is not set, if its sidecar is missing or of another run, if another
    /// program has locked it, if it is not a regular file, or on an I/O error.
    pub fn open(path: &Path, resume: bool, sidecar: Sidecar) -> anyhow::Result<Results> {
        let refuse = |why: &str| -> anyhow::Result<Results> { Err(refused(path, why).into()) };
        let data = disk::if_exists(std::fs::metadata(path)).map_err(file_error(path, "examined"))?;
        if data.as_ref().is_some_and(|data| !Metadata::is_file(data)) {
            return refuse("this is not a regular file");
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(file_error(path, "opened"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return refuse("another program uses this file"),
            Err(TryLockError::Error(error)) => return Err(file_error(path, "locked")(error)),
        }
        let holds = file.metadata().map_err(file_error(path, "examined"))?.len() > 0;
        if holds && !resume {
            return refuse("the file already holds results; --resume continues them");
        }
        if resume {
            disk::remove_unfinished(&sidecar::path_for(path))?;
            match Sidecar::read(path)? {
                None if holds => {
                    let name = sidecar::path_for(path);
                    return refuse(&format!("cannot resume: {} is missing", name.display()));
                }
                None => {}
                Some(old) => {
                    let differences = old.differences_of_a_part(&sidecar);
                    if !differences.is_empty() {
                        return refuse(&format!("was begun by another run: {}", differences.join("; ")));
                    }
                }
            }
        }
        let syncer = Syncer::start(&file, path).map_err(file_error(path, "opened"))?;
        Ok(Results { file, path: path.to_owned(), sidecar, len: 0, syncer })
    }

    /// Reads the file from its start, and cuts it at the first line that is torn, interrupted, or that `stays` returns
    /// `false` for. Returns the number of whole records behind the cut.
    ///
    /// # Errors
    /// Returns the errors of `stays`, or an I/O error. If already the first record is the answer to another puzzle: nothing
    /// is changed then.
    pub fn cut(
        &mut self,
        mut stays: impl FnMut(&RecordHead<'_>) -> anyhow::Result<bool>,
    ) -> anyhow::Result<u64> {
        let (path, mut lines) = (&self.path, BufReader::with_capacity(1 << 16, &self.file));
        let (mut line, mut kept, mut cut, mut behind) = (Vec::new(), 0, false, 0);
        while lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(file_error(path, "read"))?
            > 0
        {
            let head = RecordHead::of(&line).filter(|head| head.stopped_by != Some(StopReason::Interrupt));
            match head {
                Some(head) if !cut && stays(&head)? => kept += line.len() as u64,
                Some(head) if !cut && kept == 0 && head.hash.is_some() => {
                    return Err(refused(path, "these results belong to another input").into());
                }
                head => {
                    cut = true;
                    behind += u64::from(head.is_some());
                }
            }
            line.clear();
        }
        self.sidecar.write(&self.path)?;
        let mut cut = || {
            self.file.set_len(kept)?;
            self.file.seek(SeekFrom::Start(kept))
        };
        self.len = cut().map_err(file_error(&self.path, "written"))?;
        Ok(behind)
    }

    /// Appends whole records.
    ///
    /// # Errors
    /// On an I/O error; the file is then truncated behind the last whole record, if possible.
    pub fn append(&mut self, text: &str) -> anyhow::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            // A full disk takes a part of the text, which may contain many whole records.
            let end = self.file.stream_position().unwrap_or(self.len);
            let written = &text.as_bytes()[..end.saturating_sub(self.len) as usize];
            self.len += memchr::memrchr(b'\n', written).map_or(0, |at| at as u64 + 1);
            let _ = self.file.set_len(self.len).and_then(|()| self.file.sync_data());
            return Err(file_error(&self.path, "written")(error));
        }
        self.len += text.len() as u64;
        self.syncer.written().map_err(file_error(&self.path, "synced"))
    }

    /// Finishes the file. `whole`, the digest of the input and its number of puzzles, marks it as complete, so that it can
    /// be merged.
    pub fn finish(self, whole: Option<(String, u64)>) -> anyhow::Result<()> {
        let Results { file, path, sidecar, syncer, .. } = self;
        syncer.finish().map_err(file_error(&path, "synced"))?;
        if let Some((input, count)) = whole {
            sidecar.completed(input, count).write(&path)?;
        }
        // The lock is held until the sidecar is written.
        drop(file);
        Ok(())
    }
}

fn refused(path: &Path, why: &str) -> UsageError {
    UsageError(format!("{}: {why}", path.display()))
}
