//! Records sorted by index with bounded memory and descriptors: a results file that is in order is read where it is,
//! in blocks, and is open only meanwhile; others are sorted in parts, in memory or, if that is not enough, in a
//! nameless file.

use super::lines::{Lines, index_of};
use super::{Error, disk};
use std::fs::{File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// Bytes of records that are sorted at a time.
const PART: usize = 32 << 20;
/// Bytes of sorted records that stay in memory.
const HELD: usize = 64 << 20;
/// Bytes of the blocks of all runs that are read side by side.
const BLOCKS: usize = 64 << 20;

/// The errors of the nameless file.
const SCRATCH_WRITTEN: &str = "the temporary file in which records are sorted: cannot be written";
const SCRATCH_READ: &str = "the temporary file in which records are sorted: cannot be read";

/// A results file, and what it was like when it was first read.
#[derive(Debug)]
pub struct Results {
    /// Where it is.
    pub path: PathBuf,
    state: State,
}

type State = (u64, Option<SystemTime>, Option<(u64, u64)>);

impl Results {
    /// The file of a path, which is open.
    pub fn new(path: &Path, data: &Metadata) -> Results {
        Results { path: path.to_owned(), state: state(data) }
    }

    /// Opens it again.
    ///
    /// # Errors
    /// If it fails, or is not as it was.
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
    (data.len(), data.modified().ok(), disk::identity(data))
}

/// Records in order of their indices.
#[derive(Debug)]
pub struct Run {
    /// The number of the results file that they are from.
    pub file: usize,
    place: Place,
    at: u64,
    end: u64,
}

#[derive(Debug)]
enum Place {
    /// In the results file itself.
    There,
    Memory(Arc<Vec<u8>>),
    /// In the nameless file.
    Spilled,
}

/// Sorts results files.
#[derive(Debug, Default)]
pub struct Sorter {
    runs: Vec<Run>,
    held: usize,
    spilled: Option<File>,
}

impl Sorter {
    /// Adds a file that is in order, of this many bytes.
    pub fn add(&mut self, file: usize, len: u64) {
        self.runs.push(Run { file, place: Place::There, at: 0, end: len });
    }

    /// Adds a file that is not, and is sound; `name` is its number.
    ///
    /// # Errors
    /// If it fails, or there is no room to sort it.
    pub fn sort(&mut self, name: usize, results: &Results) -> Result<(), Error> {
        self.sort_by(name, results, PART, HELD)
    }

    fn sort_by(&mut self, name: usize, results: &Results, part: usize, held: usize) -> Result<(), Error> {
        let mut lines = Lines::new(results.open()?);
        let (mut text, mut places) = (Vec::new(), Vec::new());
        let fail = || Error::file(&results.path, "read");
        while let Some(line) = lines.read().map_err(fail())? {
            let index = index_of(line.bytes).ok_or_else(|| io::Error::other("it changed while it was read"));
            places.push((index.map_err(fail())?, text.len(), line.bytes.len()));
            text.extend_from_slice(line.bytes);
            if text.len() >= part {
                self.keep(name, results, &text, &mut places, held)?;
                text.clear();
            }
        }
        if text.is_empty() { Ok(()) } else { self.keep(name, results, &text, &mut places, held) }
    }

    /// Keeps the records of a part in order.
    fn keep(
        &mut self,
        file: usize,
        results: &Results,
        text: &[u8],
        places: &mut Vec<(u64, usize, usize)>,
        held: usize,
    ) -> Result<(), Error> {
        places.sort_unstable();
        let mut sorted = Vec::with_capacity(text.len());
        places.drain(..).for_each(|(_, at, len)| sorted.extend_from_slice(&text[at..at + len]));
        let len = sorted.len() as u64;
        self.held += sorted.len();
        if self.held <= held {
            let place = Place::Memory(Arc::new(sorted));
            self.runs.push(Run { file, place, at: 0, end: len });
            return Ok(());
        }
        self.held -= sorted.len();
        let mut spill = || -> io::Result<u64> {
            if self.spilled.is_none() {
                // Where the results had room there is room for them once more; and it is a disk.
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
        self.runs.push(Run { file, place: Place::Spilled, at, end: at + len });
        Ok(())
    }

    /// The runs.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Readers of all runs from their start.
    pub fn readers(&self) -> Vec<Reader> {
        let block = (BLOCKS / self.runs.len().max(1)).clamp(1 << 12, 1 << 16);
        self.runs.iter().map(|run| Reader { at: run.at, text: Vec::new(), from: 0, to: 0, block }).collect()
    }
}

/// Reads a run, in blocks.
#[derive(Debug)]
pub struct Reader {
    /// Where the next block begins.
    at: u64,
    text: Vec<u8>,
    /// The line.
    from: usize,
    to: usize,
    block: usize,
}

impl Reader {
    /// Goes to the next record; returns its index, `None` at the end.
    ///
    /// # Errors
    /// If the file fails, or is not as it was.
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
            match &run.place {
                Place::There => read(&mut &results.open()?).map_err(Error::file(&results.path, "read"))?,
                Place::Memory(text) => {
                    let at = self.at as usize;
                    into.copy_from_slice(&text[at..at + want]);
                }
                Place::Spilled => {
                    let mut file = sorter.spilled.as_ref().expect("it was spilled");
                    read(&mut file).map_err(|error| Error::File(SCRATCH_READ.into(), error))?;
                }
            }
            self.at += want as u64;
        }
    }

    /// The record.
    pub fn line(&self) -> &[u8] {
        &self.text[self.from..self.to]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_in_order_from_parts_in_memory_and_spilled() {
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
        assert!(sorter.runs.iter().filter(|run| matches!(run.place, Place::Memory(_))).count() == 3);
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
