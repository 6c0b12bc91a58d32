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
        let read =
            read().map_err(|error| io::Error::other(Error::file(&self.results.path, "read")(error)))?;
        self.at += read as u64;
        Ok(read)
    }
}
