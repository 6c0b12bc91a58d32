//! A results file that survives a killed run, and that another run continues.
//!
//! Records are appended whole, in the order of the input. However a run ends, the file contains whole records and at
//! most one torn last line. A resumed run compares all [`lines`](Results::lines) with its input before it
//! [begins](Results::begin) to write. Then it cuts off the torn line. If a puzzle must be solved again, its record is
//! cut off, too, unless a record after it stays. In this case, the record is [replaced](Results::replace): all records
//! are written to a new file, which is renamed to the old name.
//!
//! The file is locked while it is written. Its [`Sidecar`] identifies the run.

use super::records::RecordLines;
use super::sidecar::{self, Sidecar};
use crate::exit::{UsageError, file_error};
use crate::io::disk::{self, NewFile};
use crate::io::syncer::Syncer;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// How to treat a results file that already exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Return an error and leave the file as it is.
    Refuse,
    /// Append the records that the file lacks.
    Resume,
    /// Rename the file to `FILE.1` or the next free number, and begin a new one.
    SetAside,
}

/// A locked results file that is being written.
#[derive(Debug)]
pub struct Results {
    path: PathBuf,
    file: File,
    /// Whether the file did not exist before, and is still empty.
    is_new: bool,
    /// The length of the whole records in bytes.
    len: u64,
    sidecar: Sidecar,
    /// The sidecar of the earlier run, if the file is continued.
    old: Option<Sidecar>,
    /// The new name of the old file, with [`Existing::SetAside`].
    set_aside: Option<PathBuf>,
    /// Syncs the file; `None` while it is rewritten.
    syncer: Option<Syncer>,
    rewrite: Option<Rewrite>,
}

/// A new results file that is being written beside the old file.
#[derive(Debug)]
struct Rewrite {
    new: NewFile,
    /// Bytes of the old file that were copied or replaced so far.
    at: u64,
    /// The end of the last record to replace, in bytes of the old file.
    last: u64,
}

/// The part of an old file that stays.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// The end of the last record that stays, in bytes.
    pub end: u64,
    /// Whether the last record that stays lacks its line end.
    pub unended: bool,
    /// The end of the last record to replace, in bytes; 0 if there is none.
    pub last_replaced: u64,
    /// The digest of the input and its number of puzzles, if the old run read the same input to its end.
    pub input: Option<(Option<String>, u64)>,
}

impl Results {
    /// Opens or creates the file and locks it. Nothing is written before [`begin`](Self::begin).
    ///
    /// # Errors
    /// If the file or its sidecar exists and `existing` refuses this, if the sidecar is missing, invalid or of another
    /// run, if another program has locked the file, if it is not a regular file, or on an I/O error.
    pub fn open(path: &Path, existing: Existing, sidecar: Sidecar) -> anyhow::Result<Results> {
        let refuse = |why: &str| -> anyhow::Result<Results> { Err(refused(path, why).into()) };
        let name = path.display();
        let side = sidecar::path_for(path);
        let side = side.display();
        if path.file_name().is_some_and(sidecar::is_name) {
            return refuse("names that end in .tilefall are those of sidecars, expected another name");
        }
        let data = disk::examined(path, path.metadata())?;
        if data.as_ref().is_some_and(|data| !Metadata::is_file(data)) {
            return refuse("this is not a regular file");
        }
        let options = || OpenOptions::new().read(true).write(true).clone();
        let mut old = disk::if_exists(options().open(path)).map_err(file_error(path, "opened"))?;
        old.as_ref().map_or(Ok(()), |file| lock(file, path))?;
        let set_aside = match existing {
            // The lock of the old file is held until the new one is locked.
            Existing::SetAside => set_aside(path)?.map(|new| (old.take(), new)),
            Existing::Refuse | Existing::Resume => None,
        };
        let old_sidecar = Sidecar::read(path)?;
        let holds = match &old {
            Some(file) => file.metadata().map_err(file_error(path, "examined"))?.len() > 0,
            None => false,
        };
        match (&old_sidecar, holds) {
            (None, false) => {}
            (None, true) if existing == Existing::Resume => {
                return refuse(&format!(
                    "{side} is missing, which says what run these results are of; expected it beside them, or \
                     --restart, which keeps them as {name}.1"
                ));
            }
            (None, true) => {
                return refuse(&format!(
                    "the file is not empty and has no {side} beside it, so it holds no results; expected another name"
                ));
            }
            (Some(old), _) if existing == Existing::Resume => {
                check_same_run(path, &old.differences_of_a_part(&sidecar))?;
            }
            (Some(_), true) => {
                return refuse(
                    "the file already holds results; --resume continues them, --restart keeps them under another name",
                );
            }
            (Some(_), false) => {
                return refuse(&format!(
                    "{side} of an earlier run is there; --resume continues that run, --restart keeps it under another name"
                ));
            }
        }
        let is_new = old.is_none();
        let file = match old {
            Some(file) => file,
            None => {
                let file = options().create(true).truncate(false).open(path);
                let file = file.map_err(file_error(path, "opened"))?;
                lock(&file, path)?;
                file
            }
        };
        let set_aside = set_aside.map(|(_, new)| new);
        let (path, old) = (path.to_owned(), old_sidecar);
        Ok(Results { path, file, is_new, len: 0, sidecar, old, set_aside, syncer: None, rewrite: None })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the new name of the old file; `None` if no file was renamed.
    pub fn set_aside(&self) -> Option<&Path> {
        self.set_aside.as_deref()
    }

    /// Returns the lines of the file that is continued.
    pub fn lines(&self) -> RecordLines<'_, &File> {
        RecordLines::new(&self.path, &self.file)
    }

    /// Returns the digest of the input and the number of its puzzles, if the old run has read the whole input.
    pub fn old_input(&self) -> Option<(Option<String>, u64)> {
        self.old.as_ref()?.input()
    }

    /// Checks that the old run had the input with this digest and number of puzzles.
    ///
    /// # Errors
    /// If a digest or a number of puzzles is known for both runs and differs.
    pub fn check_input(&self, digest: Option<String>, count: u64) -> anyhow::Result<()> {
        let here = self.sidecar.clone().of_input(Some((digest, count)), false);
        check_same_run(&self.path, &self.old.as_ref().map(|old| old.differences(&here)).unwrap_or_default())
    }

    /// Begins to write: truncates the file after the last record that stays.
    ///
    /// # Errors
    /// On an I/O error.
    pub fn begin(&mut self, kept: &Kept) -> anyhow::Result<()> {
        self.is_new = false;
        disk::remove_unfinished(&sidecar::path_for(&self.path))?;
        disk::remove_unfinished(&self.path)?;
        self.sidecar.clone().of_input(kept.input.clone(), false).write(&self.path)?;
        let mut cut = || -> io::Result<()> {
            self.file.set_len(kept.end)?;
            self.len = self.file.seek(SeekFrom::Start(kept.end))?;
            if kept.unended {
                self.file.write_all(b"\n")?;
                self.len += 1;
            }
            if kept.last_replaced == 0 {
                self.syncer = Some(Syncer::start(&self.file, &self.path)?);
            }
            Ok(())
        };
        cut().map_err(file_error(&self.path, "written"))?;
        if kept.last_replaced > 0 {
            // A link at the path stays, and its target is replaced.
            let target = self.path.canonicalize().map_err(file_error(&self.path, "examined"))?;
            let new = NewFile::create(&target, b"")?;
            self.rewrite = Some(Rewrite { new, at: 0, last: kept.last_replaced });
        }
        Ok(())
    }

    /// Appends whole records.
    ///
    /// # Errors
    /// On an I/O error. The file is then truncated after the last whole record, if possible.
    pub fn append(&mut self, text: &str) -> anyhow::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            // A full disk may have stored a part of the text, with many whole records.
            let end = self.file.stream_position().unwrap_or(self.len);
            let written = &text.as_bytes()[..end.saturating_sub(self.len) as usize];
            self.len += memchr::memrchr(b'\n', written).map_or(0, |at| at as u64 + 1);
            let _ = self.file.set_len(self.len).and_then(|()| self.file.sync_data());
            return Err(file_error(&self.path, "written")(error));
        }
        self.len += text.len() as u64;
        let written = self.syncer.as_mut().map_or(Ok(()), Syncer::written);
        written.map_err(file_error(&self.path, "synced"))
    }

    /// Replaces the record at `place`, a byte range of the old file. Calls must be in ascending order of `place`.
    ///
    /// # Errors
    /// On an I/O error; the old file is then unchanged.
    pub fn replace(&mut self, place: Range<u64>, text: &str) -> anyhow::Result<()> {
        let (file, path) = (&self.file, &self.path);
        let Some(rewrite) = &mut self.rewrite else { return self.append(text) };
        let written = rewrite.copy(file, place.start).and_then(|()| {
            rewrite.at = place.end;
            rewrite.new.file().write_all(text.as_bytes())
        });
        written.map_err(file_error(path, "written"))?;
        if place.end == rewrite.last { self.end_rewrite() } else { Ok(()) }
    }

    /// Copies the records after the last replaced one, and puts the new file in place of the old one.
    fn end_rewrite(&mut self) -> anyhow::Result<()> {
        let Some(mut rewrite) = self.rewrite.take() else { return Ok(()) };
        rewrite.copy(&self.file, self.len).map_err(file_error(&self.path, "written"))?;
        rewrite.new.file().try_lock().map_err(|error| file_error(&self.path, "locked")(error.into()))?;
        if !disk::leads_to(&self.path, &self.file).map_err(file_error(&self.path, "examined"))? {
            return Err(file_error(&self.path, "replaced")(disk::moved()));
        }
        self.file = rewrite.new.finish()?;
        let begin = || -> io::Result<(u64, Syncer)> {
            Ok(((&self.file).seek(SeekFrom::End(0))?, Syncer::start(&self.file, &self.path)?))
        };
        let (len, syncer) = begin().map_err(file_error(&self.path, "written"))?;
        (self.len, self.syncer) = (len, Some(syncer));
        Ok(())
    }

    /// Finishes the file. `input` is the digest of the input and its number of puzzles, if the whole input was read.
    /// `complete` is whether every puzzle has a record, as a merge requires.
    ///
    /// # Errors
    /// On an I/O error.
    pub fn finish(mut self, input: Option<(Option<String>, u64)>, complete: bool) -> anyhow::Result<()> {
        self.end_rewrite()?;
        self.syncer.take().map_or(Ok(()), Syncer::finish).map_err(file_error(&self.path, "synced"))?;
        // The lock is held until the sidecar is written.
        if input.is_some() {
            self.sidecar.clone().of_input(input, complete).write(&self.path)
        } else {
            Ok(())
        }
    }
}

impl Drop for Results {
    fn drop(&mut self) {
        if self.is_new {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl Rewrite {
    /// Copies the bytes of the old file from `self.at` up to `end`.
    fn copy(&mut self, mut old: &File, end: u64) -> io::Result<()> {
        old.seek(SeekFrom::Start(self.at))?;
        // Copies by reads and writes, because `cargo faults` does not trace copies inside the kernel.
        let mut part = vec![0; (end - self.at).min(1 << 16) as usize];
        while self.at < end {
            part.truncate((end - self.at) as usize);
            old.read_exact(&mut part)?;
            self.new.file().write_all(&part)?;
            self.at += part.len() as u64;
        }
        Ok(())
    }
}

/// Locks a file, and checks that the path still leads to it.
fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    let is_ours = match file.try_lock() {
        Ok(()) => disk::leads_to(path, file).map_err(file_error(path, "examined"))?,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(error)) => return Err(file_error(path, "locked")(error)),
    };
    if is_ours { Ok(()) } else { Err(refused(path, "another program uses this file").into()) }
}

/// Renames a results file and its sidecar, if either exists, to `FILE.1` or the next free number. Returns the new name.
fn set_aside(path: &Path) -> anyhow::Result<Option<PathBuf>> {
    let exists = |path: &Path| disk::examined(path, path.symlink_metadata()).map(|data| data.is_some());
    let has_sidecar = sidecar::is_there(path)?;
    let data = disk::examined(path, path.metadata())?;
    if !has_sidecar && data.is_none_or(|data| data.len() == 0) {
        return Ok(None);
    }
    let (mut number, mut new) = (1_u64, disk::with_suffix(path, ".1"));
    // A run that is killed between the two renames below leaves a renamed sidecar without its file.
    while exists(&new)? || has_sidecar && exists(&sidecar::path_for(&new))? {
        number += 1;
        new = disk::with_suffix(path, &format!(".{number}"));
    }
    let rename = |from: &Path, to: &Path| match exists(from)? {
        true => std::fs::rename(from, to).map_err(file_error(from, "renamed")),
        false => Ok(()),
    };
    rename(&sidecar::path_for(path), &sidecar::path_for(&new))?;
    rename(path, &new)?;
    disk::sync_folder(path).map_err(file_error(path, "renamed"))?;
    Ok(Some(new))
}

/// Creates the error for a results file that cannot be resumed, for the reason `why`. The file stays unchanged.
pub fn not_continued(place: &str, why: &str) -> UsageError {
    UsageError(format!(
        "{place}: {why}; nothing was changed, expected the input and the options of the run that wrote this file, or \
         --restart, which keeps it under another name"
    ))
}

fn check_same_run(path: &Path, differences: &[String]) -> anyhow::Result<()> {
    if differences.is_empty() {
        return Ok(());
    }
    let why = format!("was begun by another run: {}", differences.join("; "));
    Err(not_continued(&path.display().to_string(), &why).into())
}

fn refused(path: &Path, why: &str) -> UsageError {
    UsageError(format!("{}: {why}", path.display()))
}
