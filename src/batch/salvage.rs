//! Whole records that stood behind a cut: kept in a file of their own, `FILE.salvage`, from before the cut until
//! every record has its place in FILE again. Whatever ends a resume, none of them is lost.

use super::lines::Lines;
use super::table::{Entry, Table, Taken};
use super::{Error, disk};
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
pub fn exists(path: &Path) -> bool {
    beside(path).metadata().is_ok_and(|data| data.len() > 0)
}

/// The records of an earlier cut of the results file `path`.
///
/// # Errors
/// If the file is there and cannot be read.
pub fn earlier(path: &Path) -> Result<Vec<Entry>, Error> {
    let path = beside(path);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::file(&path)(error)),
    };
    let mut lines = Lines::new(file);
    let mut entries = Vec::new();
    while let Some(line) = lines.read().map_err(Error::file(&path))? {
        entries.extend(line.record().map(|(head, at, len)| Entry::new(&head, at, len)));
    }
    Ok(entries)
}

impl Salvage {
    /// Brings records behind a cut of the results file `path`, open as `results`, and those of an earlier cut, to
    /// the disk.
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
        if behind.is_empty() {
            let file = File::open(&beside).map_err(Error::file(&beside))?;
            return Ok(Salvage::of(beside, file, earlier.to_vec()));
        }
        let mut old = match File::open(&beside) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            opened => Some(opened.map_err(Error::file(&beside))?),
        };
        let mut entries = Vec::new();
        let file = disk::replace_with(&beside, |new| {
            let mut out = BufWriter::with_capacity(1 << 16, new);
            let mut seen = HashSet::new();
            let mut at = 0;
            let sources = old.as_mut().map(|old| (old, earlier)).into_iter().chain([(results, behind)]);
            for (source, records) in sources {
                for record in records.iter().filter(|record| seen.insert(record.key)) {
                    out.write_all(&read_at(source, record)?)?;
                    entries.push(Entry { at, ..*record });
                    at += record.len;
                }
            }
            out.flush()
        })?;
        Ok(Salvage::of(beside, file, entries))
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
        let line = read_at(&mut file, &entry).map_err(Error::file(&self.path))?;
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

/// The line of a record.
fn read_at(file: &mut File, record: &Entry) -> io::Result<Vec<u8>> {
    let mut line = vec![0; record.len as usize];
    file.seek(SeekFrom::Start(record.at))?;
    file.read_exact(&mut line)?;
    // What the table is made of was read before.
    if Head::of(&line).is_none_or(|head| head.key() != record.key) {
        return Err(io::Error::other("the records in it changed while they were read"));
    }
    Ok(line)
}
