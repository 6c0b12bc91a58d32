//! External sorting of records by index, with bounded memory and descriptors. A sorted results file is read in place,
//! in blocks, and open only during a read; others are sorted in parts, in memory or, beyond a limit, in a temporary
//! file without a name.

use super::lines::{Lines, index_of};
use super::{Error, disk};
use std::fs::{File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// Bytes of records sorted at a time.
const PART_BYTES: usize = 32 << 20;
/// The maximum number of bytes of sorted records in memory.
const MAX_IN_MEMORY: usize = 64 << 20;
/// Bytes of the read blocks of all runs together.
const BLOCKS_BYTES: usize = 64 << 20;

/// The errors of the temporary file.
const SCRATCH_WRITTEN: &str = "the temporary file in which records are sorted: cannot be written";
const SCRATCH_READ: &str = "the temporary file in which records are sorted: cannot be read";

/// A results file, with its state when it was first read.
#[derive(Debug)]
pub struct Results {
    /// The path.
    pub path: PathBuf,
    state: State,
}

type State = (u64, Option<SystemTime>, Option<(u64, u64)>);

impl Results {
    /// Creates a handle from the metadata of the open file.
    pub fn new(path: &Path, data: &Metadata) -> Results {
        Results { path: path.to_owned(), state: state(data) }
    }

    /// Opens the file again.
    ///
    /// # Errors
    /// On an I/O error, or if the file has changed.
    pub fn open(&self) -> Result<File, Error> {
        let file = File::open(&self.path).map_err(Error::file(&self.path, "opened"))?;
        let data = file.metadata().map_err(Error::file(&self.path, "examined"))?;
        if state(&data) == self.state {
            return Ok(file);
        }
        Err(Error::Refused(format!("{}: it changed while it was read", self.path.display())))
    }
}

fn state(data: &Metadata) -> State {
    (data.len(), data.modified().ok(), disk::file_id(data))
}

/// A sorted run of records.
#[derive(Debug)]
pub struct Run {
    /// The number of the results file of the records.
    pub file: usize,
    storage: Storage,
    at: u64,
    end: u64,
}

#[derive(Debug)]
enum Storage {
    /// In the results file itself.
    InPlace,
    Memory(Arc<Vec<u8>>),
    /// In the temporary file.
    Spilled,
}

/// Sorts results files.
#[derive(Debug, Default)]
pub struct Sorter {
    runs: Vec<Run>,
    in_memory: usize,
    spilled: Option<File>,
}

impl Sorter {
    /// Adds a sorted file of this many bytes.
    pub fn add(&mut self, file: usize, len: u64) {
        self.runs.push(Run { file, storage: Storage::InPlace, at: 0, end: len });
    }

    /// Adds an unsorted file of whole records; `name` is its number.
    ///
    /// # Errors
    /// On an I/O error, also if there is no room to sort the file.
    pub fn sort(&mut self, name: usize, results: &Results) -> Result<(), Error> {
        self.sort_by(name, results, PART_BYTES, MAX_IN_MEMORY)
    }

    fn sort_by(
        &mut self,
        name: usize,
        results: &Results,
        part: usize,
        in_memory: usize,
    ) -> Result<(), Error> {
        let mut lines = Lines::new(results.open()?);
        let (mut text, mut places) = (Vec::new(), Vec::new());
        let fail = || Error::file(&results.path, "read");
        while let Some(line) = lines.read().map_err(fail())? {
            let index = index_of(line.bytes).ok_or_else(|| io::Error::other("it changed while it was read"));
            places.push((index.map_err(fail())?, text.len(), line.bytes.len()));
            text.extend_from_slice(line.bytes);
            if text.len() >= part {
                self.keep(name, results, &text, &mut places, in_memory)?;
                text.clear();
            }
        }
        if text.is_empty() { Ok(()) } else { self.keep(name, results, &text, &mut places, in_memory) }
    }

    /// Sorts a part and stores it as a run.
    fn keep(
        &mut self,
        file: usize,
        results: &Results,
        text: &[u8],
        places: &mut Vec<(u64, usize, usize)>,
        in_memory: usize,
    ) -> Result<(), Error> {
        places.sort_unstable();
        let mut sorted = Vec::with_capacity(text.len());
        places.drain(..).for_each(|(_, at, len)| sorted.extend_from_slice(&text[at..at + len]));
        let len = sorted.len() as u64;
        self.in_memory += sorted.len();
        if self.in_memory <= in_memory {
            let storage = Storage::Memory(Arc::new(sorted));
            self.runs.push(Run { file, storage, at: 0, end: len });
            return Ok(());
        }
        self.in_memory -= sorted.len();
        let mut spill = || -> io::Result<u64> {
            if self.spilled.is_none() {
                // The file system of the results probably has room for a copy, and is not in memory.
                let folder = results.path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = folder.unwrap_or(Path::new("."));
                let file = tempfile::tempfile_in(folder).or_else(|_| tempfile::tempfile())?;
                self.spilled = Some(file);
            }
            let file = self.spilled.as_mut().expect("just made");
            let at = file.seek(SeekFrom::End(0))?;
            file.write_all(&sorted)?;
            Ok(at)
        };
        let at = spill().map_err(|error| Error::File(SCRATCH_WRITTEN.into(), error))?;
        self.runs.push(Run { file, storage: Storage::Spilled, at, end: at + len });
        Ok(())
    }

    /// Returns the runs.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns a reader for each run.
    pub fn readers(&self) -> Vec<Reader> {
        let block = (BLOCKS_BYTES / self.runs.len().max(1)).clamp(1 << 12, 1 << 16);
        self.runs.iter().map(|run| Reader { at: run.at, text: Vec::new(), from: 0, to: 0, block }).collect()
    }
}

/// A reader of a run, in blocks.
#[derive(Debug)]
pub struct Reader {
    /// The offset of the next block.
    at: u64,
    text: Vec<u8>,
    /// The range of the current line in `text`.
    from: usize,
    to: usize,
    block: usize,
}

impl Reader {
    /// Advances to the next record; returns its index, `None` at the end.
    ///
    /// # Errors
    /// On an I/O error, or if the file has changed.
    pub fn next(&mut self, run: &Run, sorter: &Sorter, results: &Results) -> Result<Option<u64>, Error> {
        self.from = self.to;
        loop {
            if let Some(end) = memchr::memchr(b'\n', &self.text[self.from..]) {
                self.to = self.from + end + 1;
                let strange =
                    || Error::Refused(format!("{}: it changed while it was read", results.path.display()));
                return index_of(self.line()).map(Some).ok_or_else(strange);
            }
            if self.at == run.end {
                return Ok(None);
            }
            self.text.drain(..self.from);
            self.from = 0;
            // A line longer than a block doubles it each time.
            let want = (self.block.max(self.text.len()) as u64).min(run.end - self.at) as usize;
            let old = self.text.len();
            self.text.resize(old + want, 0);
            let into = &mut self.text[old..];
            let mut read = |file: &mut &File| -> io::Result<()> {
                file.seek(SeekFrom::Start(self.at))?;
                file.read_exact(into)
            };
            match &run.storage {
                Storage::InPlace => {
                    read(&mut &results.open()?).map_err(Error::file(&results.path, "read"))?
                }
                Storage::Memory(text) => {
                    let at = self.at as usize;
                    into.copy_from_slice(&text[at..at + want]);
                }
                Storage::Spilled => {
                    let mut file = sorter.spilled.as_ref().expect("it was spilled");
                    read(&mut file).map_err(|error| Error::File(SCRATCH_READ.into(), error))?;
                }
            }
            self.at += want as u64;
        }
    }

    /// Returns the line of the current record.
    pub fn line(&self) -> &[u8] {
        &self.text[self.from..self.to]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_sorted_in_memory_and_spilled() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let record = |index: usize| {
            let id = "x".repeat(index % 97 * 3);
            format!("{{\"v\":1,\"index\":{index},\"id\":\"{id}\",\"status\":\"unknown\"}}\n")
        };
        let order: Vec<usize> = (0..1000).map(|at| at * 7919 % 1000).collect();
        std::fs::write(&path, order.iter().map(|&at| record(at)).collect::<String>()).unwrap();
        let results = Results::new(&path, &path.metadata().unwrap());
        let mut sorter = Sorter::default();
        sorter.sort_by(0, &results, 9000, 30_000).unwrap();
        assert!(sorter.runs.iter().filter(|run| matches!(run.storage, Storage::Memory(_))).count() == 3);
        assert!(sorter.runs.len() > 10);
        let mut all = Vec::new();
        for (run, mut reader) in sorter.runs.iter().zip(sorter.readers()) {
            reader.block = 100;
            let mut last = None;
            while let Some(index) = reader.next(run, &sorter, &results).unwrap() {
                assert!(last.replace(index).is_none_or(|last| last < index));
                assert_eq!(reader.line(), record(index as usize).as_bytes());
                all.push(index);
            }
        }
        all.sort_unstable();
        assert!(all.into_iter().eq(0..1000));
        std::fs::write(&path, "").unwrap();
        assert!(results.open().unwrap_err().to_string().ends_with("it changed while it was read"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
