//! Whole records that stood behind a cut: kept in a file of their own, `FILE.salvage`, from before the cut until
//! every record has its place in FILE again. Whatever ends a resume, no record is lost.

use super::Error;
use super::disk::{self, NewFile};
use super::lines::{Lines, renumbered};
use super::table::{Entry, Table, Taken};
use crate::batch::record_key::Head;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Records that wait for their place.
#[derive(Debug)]
pub struct Salvage {
    path: PathBuf,
    file: Mutex<File>,
    table: Mutex<Table>,
}

/// The name of the file of records behind the cut of a results file.
pub fn beside(path: &Path) -> PathBuf {
    disk::with_suffix(path, ".salvage")
}

/// Whether records of an earlier cut wait for their place.
///
/// # Errors
/// If the file system fails.
pub fn exists(path: &Path) -> Result<bool, Error> {
    let path = beside(path);
    let data = disk::found(path.metadata()).map_err(Error::file(&path, "examined"))?;
    Ok(data.is_some_and(|data| data.len() > 0))
}

/// Opens the file of records behind an earlier cut, if it is there.
fn open(path: &Path) -> Result<Option<File>, Error> {
    disk::found(File::open(path)).map_err(Error::file(path, "opened"))
}

/// The records of an earlier cut of the results file `path`, without those whose search was interrupted.
///
/// # Errors
/// If the file is there and cannot be read.
pub fn earlier(path: &Path) -> Result<Vec<Entry>, Error> {
    let path = beside(path);
    let Some(file) = open(&path)? else { return Ok(Vec::new()) };
    let mut lines = Lines::new(file);
    let mut entries = Vec::new();
    while let Some(line) = lines.read().map_err(Error::file(&path, "read"))? {
        entries.extend(line.answer().map(|(head, at, len)| Entry::new(&head, at, len)));
    }
    Ok(entries)
}

impl Salvage {
    /// Writes the records behind a cut of the results file `path`, open as `results`, and the records behind an earlier
    /// cut to the disk. A record whose entry has another index than its line gets the index of the entry.
    ///
    /// # Errors
    /// If a file fails; the results file is not changed.
    pub fn keep(
        path: &Path,
        results: &mut File,
        behind: &[Entry],
        earlier: &[Entry],
    ) -> Result<Salvage, Error> {
        let beside = beside(path);
        let mut old = open(&beside)?;
        if let Some(file) = old.take_if(|_| behind.is_empty()) {
            return Ok(Salvage::of(beside, file, earlier.to_vec()));
        }
        let (mut entries, mut at) = (Vec::new(), 0);
        let mut new = NewFile::beside(&beside)?;
        let old = old.as_mut().map(|old| (&*beside, old, earlier));
        let mut seen = HashSet::new();
        new.write_with(|file| {
            let mut out = BufWriter::with_capacity(1 << 16, file);
            for (name, source, records) in old.into_iter().chain([(path, results, behind)]) {
                for record in records.iter().filter(|record| seen.insert(record.key)) {
                    let line = read_at(source, record).map_err(|error| {
                        io::Error::new(error.kind(), format!("{}: cannot be read: {error}", name.display()))
                    })?;
                    out.write_all(&line)?;
                    let len = line.len() as u64;
                    entries.push(Entry { at, len, ..*record });
                    at += len;
                }
            }
            out.flush()
        })?;
        Ok(Salvage::of(beside, new.finish()?, entries))
    }

    fn of(path: PathBuf, file: File, entries: Vec<Entry>) -> Salvage {
        Salvage { path, file: Mutex::new(file), table: Mutex::new(Table::new(entries)) }
    }

    /// The record of a puzzle, as a line: `Ok(Err(()))` if the one of its index is of another puzzle.
    ///
    /// # Errors
    /// If the file fails.
    pub fn take(&self, index: u64, keys: &[u64]) -> Result<Result<Option<String>, ()>, Error> {
        let found = self.table.lock().unwrap_or_else(PoisonError::into_inner).take(index, keys);
        let entry = match found {
            Taken::Nothing => return Ok(Ok(None)),
            Taken::Other => return Ok(Err(())),
            Taken::Record(entry) | Taken::Again(entry) => entry,
        };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let line = read_at(&mut file, &entry).map_err(Error::file(&self.path, "read"))?;
        Ok(Ok(Some(String::from_utf8_lossy(&line).into_owned())))
    }

    /// The indexes of records that no puzzle asked for.
    pub fn left(&self) -> Vec<u64> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner).left()
    }

    /// The file that holds them.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The line of a record, with the index of its entry.
fn read_at(file: &mut File, record: &Entry) -> io::Result<Vec<u8>> {
    let mut line = vec![0; record.len as usize];
    file.seek(SeekFrom::Start(record.at))?;
    file.read_exact(&mut line)?;
    line = renumbered(line, record.index);
    // The table was made of lines that were read before.
    if Head::of(&line).is_none_or(|head| head.key() != record.key) {
        return Err(io::Error::other("the records in it changed while they were read"));
    }
    Ok(line)
}
