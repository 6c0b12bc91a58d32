//! Whole records from behind the place where a damaged FILE is cut. They are saved in `FILE.salvage` before the cut, and
//! stay there until every record is in FILE again, so no record is lost, however a resumed run ends.

use super::Error;
use super::disk::{self, NewFile};
use super::lines::{Lines, renumbered};
use super::table::{Entry, Lookup, Table};
use crate::batch::record_key::RecordHead;
use crate::rules::lock;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Saved records that are not in the results file yet.
#[derive(Debug)]
pub struct Salvage {
    path: PathBuf,
    file: Mutex<File>,
    table: Mutex<Table>,
}

/// Returns the path of the salvage file of a results file.
pub fn path_for(path: &Path) -> PathBuf {
    disk::with_suffix(path, ".salvage")
}

/// Returns `true` if there are saved records of an earlier cut.
///
/// # Errors
/// On an I/O error.
pub fn exists(path: &Path) -> Result<bool, Error> {
    let path = path_for(path);
    let data = disk::if_exists(path.metadata()).map_err(Error::file(&path, "examined"))?;
    Ok(data.is_some_and(|data| data.len() > 0))
}

/// Opens a salvage file, if it exists.
fn open(path: &Path) -> Result<Option<File>, Error> {
    disk::if_exists(File::open(path)).map_err(Error::file(path, "opened"))
}

/// Returns the saved records of an earlier cut of the results file `path`, without records of interrupted searches.
///
/// # Errors
/// If the salvage file exists and cannot be read.
pub fn earlier(path: &Path) -> Result<Vec<Entry>, Error> {
    let path = path_for(path);
    let Some(file) = open(&path)? else { return Ok(Vec::new()) };
    let mut lines = Lines::new(file);
    let mut entries = Vec::new();
    while let Some(line) = lines.read().map_err(Error::file(&path, "read"))? {
        entries.extend(line.answer().map(|(head, at, len)| Entry::new(&head, at, len)));
    }
    Ok(entries)
}

impl Salvage {
    /// Saves the records behind a cut of the results file `path`, open as `results`, and the ones behind an earlier cut,
    /// and syncs them. A record whose entry has another index than its line gets the index of the entry.
    ///
    /// # Errors
    /// On an I/O error; the results file is not changed.
    pub fn keep(
        path: &Path,
        results: &mut File,
        behind: &[Entry],
        earlier: &[Entry],
    ) -> Result<Salvage, Error> {
        let beside = path_for(path);
        let mut old = open(&beside)?;
        if let Some(file) = old.take_if(|_| behind.is_empty()) {
            return Ok(Salvage::of(beside, file, earlier.to_vec()));
        }
        let (mut entries, mut at) = (Vec::new(), 0);
        let mut new = NewFile::create(&beside)?;
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

    /// Returns the line of the record of a puzzle; `Ok(Err(()))` if the record of its index is of another puzzle.
    ///
    /// # Errors
    /// On an I/O error.
    pub fn take(&self, index: u64, keys: &[u64]) -> Result<Result<Option<String>, ()>, Error> {
        let found = lock(&self.table).take(index, keys);
        let entry = match found {
            Lookup::Missing => return Ok(Ok(None)),
            Lookup::OtherPuzzle => return Ok(Err(())),
            Lookup::Record(entry) | Lookup::Repeated(entry) => entry,
        };
        let mut file = lock(&self.file);
        let line = read_at(&mut file, &entry).map_err(Error::file(&self.path, "read"))?;
        Ok(Ok(Some(String::from_utf8_lossy(&line).into_owned())))
    }

    /// Returns the indexes of records that no puzzle has used.
    pub fn left(&self) -> Vec<u64> {
        lock(&self.table).left()
    }

    /// Returns the path of the salvage file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Reads the line of a record, with the index of its entry.
fn read_at(file: &mut File, record: &Entry) -> io::Result<Vec<u8>> {
    let mut line = vec![0; record.len as usize];
    file.seek(SeekFrom::Start(record.at))?;
    file.read_exact(&mut line)?;
    line = renumbered(line, record.index);
    // The entries were made from lines read before, so a mismatch is a change.
    if RecordHead::of(&line).is_none_or(|head| head.key() != record.key) {
        return Err(io::Error::other("the records in it changed while they were read"));
    }
    Ok(line)
}
