//! Results files as sources of records. A file is read in blocks, and open only during a read, so that any number of files
//! needs one descriptor.

use super::lines::{Lines, index_of};
use super::{Error, disk};
use crate::external_sort::Entry;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::SystemTime;

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
        if state(&data) == self.state { Ok(file) } else { Err(self.changed()) }
    }

    fn changed(&self) -> Error {
        Error::Refused(format!("{}: it changed while it was read", self.path.display()))
    }

    /// Returns the records in the order of the file, whose number is `number`, read in blocks of this many bytes. The errors
    /// contain an [`Error`].
    pub fn records(self: Rc<Self>, number: usize, block: usize) -> impl Iterator<Item = io::Result<Entry>> {
        let mut lines = Lines::with_block(Reopened { results: self.clone(), at: 0 }, block);
        std::iter::from_fn(move || {
            let line = lines.read().transpose()?;
            Some(line.and_then(|line| match index_of(line.bytes) {
                Some(key) => Ok(Entry { key, seq: number as u64, bytes: line.bytes.into() }),
                None => Err(io::Error::other(self.changed())),
            }))
        })
    }
}

fn state(data: &Metadata) -> State {
    (data.len(), data.modified().ok(), disk::file_id(data))
}

/// A reader of a file that is opened for each read.
struct Reopened {
    results: Rc<Results>,
    at: u64,
}

impl Read for Reopened {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut file = self.results.open().map_err(io::Error::other)?;
        let mut read = || {
            file.seek(SeekFrom::Start(self.at))?;
            file.read(into)
        };
        match read() {
            Ok(read) => {
                self.at += read as u64;
                Ok(read)
            }
            // The caller tries again.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => Err(io::Error::other(Error::file(&self.results.path, "read")(error))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_in_blocks_of_any_size_unless_the_file_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let record = |index: usize| {
            let id = "x".repeat(index % 97 * 3);
            format!("{{\"v\":1,\"index\":{index},\"id\":\"{id}\",\"status\":\"unknown\"}}\n")
        };
        std::fs::write(&path, (0..300).map(record).collect::<String>()).unwrap();
        let results = Rc::new(Results::new(&path, &path.metadata().unwrap()));
        for block in [1, 100, 1 << 16] {
            let records = results.clone().records(7, block).map(Result::unwrap);
            let expected = (0..300).map(|index| Entry {
                key: index as u64,
                seq: 7,
                bytes: record(index).into_bytes().into(),
            });
            assert!(records.eq(expected), "{block}");
        }
        let mut records = results.clone().records(7, 100);
        assert!(records.next().unwrap().is_ok());
        std::fs::write(&path, "").unwrap();
        let error = records.find_map(Result::err).unwrap().downcast::<Error>().unwrap();
        assert!(error.to_string().ends_with("it changed while it was read"), "{error}");
    }
}
