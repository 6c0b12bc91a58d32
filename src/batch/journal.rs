//! A results file that survives a killed run, and that another run resumes.
//!
//! Records are appended whole. However a run ends, the file then contains whole records and at most one torn line at
//! its end; a loss of power or another program may leave worse. [`Journal::survey`] reads the file without changing
//! it, [`Journal::cut`] truncates it at the first line that is torn, out of place, or of an interrupted search. Whole
//! records behind the cut are [saved](super::salvage) first, so that nothing is solved twice.
//!
//! The file is locked while it is written. Its [`sidecar`] identifies the input that it belongs to.

use super::lines::Lines;
use super::salvage::{self, Salvage};
use super::sidecar::{self, Sidecar, Unread};
use super::syncer::Syncer;
use super::table::Entry;
use super::{Error, Shard, disk};
use crate::batch::record_key::RecordHead;
use std::collections::HashSet;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// The maximum number of names in a list of differences.
const MAX_NAMES_SHOWN: usize = 3;

/// A results file that is being written, locked.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    sidecar: Sidecar,
    /// Bytes of whole records.
    len: u64,
    syncer: Syncer,
    /// Whether an earlier run had ended with every record written.
    was_complete: bool,
}

/// The records of a results file.
#[derive(Debug, Default)]
pub struct Survey {
    /// Bytes of the records that stay in the file.
    kept: u64,
    /// Whole records behind them, of puzzles without a record that stays.
    pub behind: Vec<Entry>,
    /// Whole records behind an earlier cut, of puzzles without a record that stays.
    pub earlier: Vec<Entry>,
}

/// Returns the path of the best list so far of a long search, for the results file `path`.
pub fn best_list_path(path: &Path) -> PathBuf {
    disk::with_suffix(path, ".best")
}

impl Journal {
    /// Opens or creates the file and locks it. With `resume` a file that already holds records is continued, if it
    /// was started with the same input and options.
    ///
    /// # Errors
    /// If the file holds records and `resume` is not set, if its sidecar is missing or of another run, if another
    /// program has locked it, if it is not a regular file, or on an I/O error.
    pub fn open(path: &Path, resume: bool, mut sidecar: Sidecar) -> Result<Journal, Error> {
        let refuse = |why: String| Err(Error::Refused(format!("{}: {why}", path.display())));
        let examined = || Error::file(path, "examined");
        let data = disk::if_exists(std::fs::metadata(path)).map_err(examined())?;
        if data.as_ref().is_some_and(|data| !Metadata::is_file(data)) {
            return refuse("this is not a regular file".into());
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(Error::file(path, "opened"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return refuse("another program uses this file".into()),
            Err(TryLockError::Error(error)) => return Err(Error::file(path, "locked")(error)),
        }
        let holds = file.metadata().map_err(examined())?.len() > 0 || salvage::exists(path)?;
        if holds && !resume {
            return refuse("the file already holds results; --resume continues them".into());
        }
        let best = best_list_path(path);
        if !resume && best.try_exists().map_err(Error::file(&best, "examined"))? {
            return refuse(format!(
                "{} holds the best list of an earlier run; --resume starts from it",
                best.display()
            ));
        }
        if resume {
            disk::remove_unfinished(&[sidecar::path_for(path), best, salvage::path_for(path)])?;
        }
        let mut was_complete = false;
        match sidecar::read::<Sidecar>(path)? {
            _ if !resume => {}
            None if holds => {
                let name = sidecar::path_for(path);
                return refuse(format!("cannot resume: {} is missing", name.display()));
            }
            None => {}
            Some(old) => {
                // Answers of another version may differ, and the file would equal that of no uninterrupted run.
                if old.tilefall != sidecar.tilefall {
                    return refuse(format!(
                        "was begun by tilefall {}, and this is {}, whose answers may differ: continue with tilefall {0}, or begin \
                         another file",
                        old.tilefall, sidecar.tilefall
                    ));
                }
                let differences = run_differences(&old, &sidecar);
                if !differences.is_empty() {
                    return refuse(format!("was written with other options: {}", differences.join("; ")));
                }
                was_complete = old.complete;
                // An input that could not be read may be readable now.
                let known = old.unread.is_empty();
                sidecar.input = sidecar.input.or(old.input.filter(|_| known));
                sidecar.count = sidecar.count.or(old.count);
                sidecar.unread = old.unread;
            }
        }
        let syncer = Syncer::new(&file, path).map_err(Error::file(path, "opened"))?;
        Ok(Journal { file, path: path.to_owned(), sidecar, len: 0, syncer, was_complete })
    }

    /// Returns the number of records of the file when it was opened, if it was complete: one for every puzzle of its shard.
    pub fn complete(&self) -> Option<u64> {
        let count = self.sidecar.count.filter(|_| self.was_complete)?;
        let shard = self.sidecar.shard.unwrap_or(Shard { part: 0, parts: 1 });
        Some(count.saturating_sub(shard.part).div_ceil(shard.parts))
    }

    /// Returns the inputs that an earlier run could not read.
    pub fn unread(&self) -> &[Unread] {
        &self.sidecar.unread
    }

    /// Adds unreadable inputs to the sidecar; to be called before their error records are appended.
    ///
    /// # Errors
    /// If the sidecar cannot be written.
    pub fn add_unread(&mut self, unread: &[Unread]) -> Result<(), Error> {
        let mut all = self.sidecar.unread.clone();
        all.extend_from_slice(unread);
        all.sort();
        all.dedup();
        self.set_unread(all)
    }

    /// Replaces the list of unreadable inputs in the sidecar, and writes the sidecar if the list has changed.
    ///
    /// # Errors
    /// If the sidecar cannot be written.
    pub fn set_unread(&mut self, unread: Vec<Unread>) -> Result<(), Error> {
        if unread == self.sidecar.unread {
            return Ok(());
        }
        self.sidecar.unread = unread;
        sidecar::write(&self.path, &self.sidecar)
    }

    /// Reads the whole records of the file without changing it. `stays` is called with each record up to the first one
    /// that does not stay, or that is torn or interrupted. `moved` returns the puzzle index of a record behind that, which
    /// may differ from the index in the record, or `None` to discard the record.
    ///
    /// # Errors
    /// Returns the errors of `stays`, or an I/O error.
    pub fn survey(
        &mut self,
        mut stays: impl FnMut(&RecordHead<'_>, Entry) -> Result<bool, Error>,
        moved: impl Fn(&Entry) -> Option<u64>,
    ) -> Result<Survey, Error> {
        let path = self.path.clone();
        let fail = || Error::file(&path, "read");
        self.file.rewind().map_err(fail())?;
        let mut lines = Lines::new(&self.file);
        let mut survey = Survey { earlier: salvage::earlier(&path)?, ..Survey::default() };
        let mut cut = false;
        while let Some(line) = lines.read().map_err(fail())? {
            let Some((head, at, len)) = line.answer() else {
                cut = true;
                continue;
            };
            let entry = Entry::new(&head, at, len);
            cut = cut || at != line.at || !stays(&head, entry)?;
            if cut {
                let index = moved(&entry);
                survey.behind.extend(index.map(|index| Entry::new(&RecordHead { index, ..head }, at, len)));
            } else {
                survey.kept = at + len;
            }
        }
        self.discard_placed(&mut survey).map_err(fail())?;
        Ok(survey)
    }

    /// Discards loose records of puzzles that have a record that stays: the file had duplicates there, or a resume
    /// ended after it had written them to their place.
    fn discard_placed(&mut self, survey: &mut Survey) -> io::Result<()> {
        let mut loose: HashSet<u64> =
            survey.behind.iter().chain(&survey.earlier).map(|entry| entry.key).collect();
        if loose.is_empty() {
            return Ok(());
        }
        self.file.rewind()?;
        let mut lines = Lines::new((&self.file).take(survey.kept));
        while let Some(line) = lines.read()? {
            if let Some(head) = line.complete_record() {
                loose.remove(&head.key());
            }
        }
        for entries in [&mut survey.behind, &mut survey.earlier] {
            entries.retain(|entry| loose.contains(&entry.key));
        }
        Ok(())
    }

    /// Truncates the file behind the records that stay, and writes the sidecar, with the unreadable inputs whose error
    /// records stay. The records behind the cut are synced to the salvage file first.
    ///
    /// # Errors
    /// On an I/O error; no record is lost.
    pub fn cut(&mut self, survey: &Survey, unread: Vec<Unread>) -> Result<Option<Salvage>, Error> {
        let Survey { kept, behind, earlier } = survey;
        let written = || Error::file(&self.path, "written");
        let salvage = match behind.is_empty() && earlier.is_empty() {
            true => None,
            false => {
                // The salvage file does not contain the records that stay.
                self.file.sync_data().map_err(Error::file(&self.path, "synced"))?;
                Some(Salvage::keep(&self.path, &mut self.file, behind, earlier)?)
            }
        };
        self.sidecar.complete = false;
        sidecar::write(&self.path, &self.sidecar)?;
        self.file.set_len(*kept).map_err(written())?;
        self.file.seek(SeekFrom::Start(*kept)).map_err(written())?;
        self.len = *kept;
        self.syncer.start().map_err(Error::file(&self.path, "synced"))?;
        if unread != self.sidecar.unread {
            // Without these inputs in the sidecar the later records have other indexes.
            self.file.sync_all().map_err(Error::file(&self.path, "synced"))?;
            self.set_unread(unread)?;
        }
        Ok(salvage)
    }

    /// Appends whole records.
    ///
    /// # Errors
    /// On an I/O error; the file is then truncated behind the last whole record, if possible.
    pub fn append(&mut self, text: &str) -> Result<(), Error> {
        if text.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            // A full disk takes a part of the text, which may contain many whole records.
            let end = self.file.stream_position().unwrap_or(self.len);
            let written = &text.as_bytes()[..end.saturating_sub(self.len) as usize];
            self.len += memchr::memrchr(b'\n', written).map_or(0, |at| at as u64 + 1);
            let _ = self.file.set_len(self.len).and_then(|()| self.file.sync_data());
            return Err(Error::file(&self.path, "written")(error));
        }
        self.len += text.len() as u64;
        self.syncer.written().map_err(Error::file(&self.path, "synced"))
    }

    /// Finishes the file. `whole`, the digest of the input and its number of puzzles, marks it as complete, so that it can
    /// be merged. If the file contains `every` record, the salvage file is removed.
    ///
    /// # Errors
    /// On an I/O error, or if the input differs from that of an earlier run.
    pub fn finish(self, whole: Option<(String, u64)>, every: bool) -> Result<(), Error> {
        let Journal { file, path, sidecar, syncer, .. } = self;
        syncer.finish().map_err(Error::file(&path, "synced"))?;
        if let Some((input, count)) = whole {
            if sidecar.input.as_ref().is_some_and(|old| *old != input) {
                return Err(Error::Refused(format!(
                    "{}: the input has changed since this file was begun",
                    path.display()
                )));
            }
            let sidecar = Sidecar { input: Some(input), count: Some(count), complete: true, ..sidecar };
            sidecar::write(&path, &sidecar)?;
        }
        if every {
            // All records of the salvage file are in the results file and synced.
            disk::remove(&salvage::path_for(&path))?;
        }
        drop(file);
        Ok(())
    }
}

/// Returns the differences between the runs of two sidecars, as messages.
fn run_differences(old: &Sidecar, new: &Sidecar) -> Vec<String> {
    let mut differences = old.differences(new);
    let shard = |shard: Option<Shard>| shard.map_or("none".into(), |shard| shard.to_string());
    if old.shard != new.shard {
        differences.push(format!("--shard {} then, {} now", shard(old.shard), shard(new.shard)));
    }
    if old.names != new.names {
        let lack = |one: &Sidecar, other: &Sidecar| {
            let all: HashSet<_> = one.inputs.iter().collect();
            other.inputs.iter().filter(|name| !all.contains(name)).cloned().collect::<Vec<_>>()
        };
        let known = old.inputs.is_empty() == new.inputs.is_empty();
        let differ = [("is missing", lack(new, old)), ("is new", lack(old, new))];
        let names = differ.into_iter().filter(|_| known).flat_map(|(what, names)| {
            names.into_iter().take(MAX_NAMES_SHOWN).map(move |name| format!("{name} {what}"))
        });
        let names = names.collect::<Vec<_>>().join(", ");
        let names = if names.is_empty() { names } else { format!(": {names}") };
        differences.push(format!("the names of the inputs differ{names}"));
    }
    if old.ordered != new.ordered {
        differences.push("--unordered differs".into());
    }
    differences
}
