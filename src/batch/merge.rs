//! Merges the results of several runs in the order of their indexes.
//!
//! Everything is checked before the first record is written: the runs have the same input and options, each is complete,
//! and every puzzle of the input has exactly one record. Files are read sequentially, a few times each, and one is open
//! at a time, regardless of their number: see [`runs`](super::runs). A file whose records are in order is merged as it
//! is; others are sorted first, in memory or, beyond a limit, in a temporary file without a name.

use super::lines::Lines;
use super::runs::Results;
use super::sidecar::{self, Sidecar};
use super::{Error, Shard};
use crate::external_sort::{Merged, Scratch, Sorter, Source};
use crate::rules::plural;
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The maximum number of faults in a message.
const MAX_SHOWN: usize = 20;
/// The maximum number of bytes of sorted records in memory.
const MAX_IN_MEMORY: usize = 64 << 20;
/// Bytes of the read blocks of all files together.
const BLOCKS_BYTES: usize = 64 << 20;
/// The least and the most bytes of a file to read at a time.
const MIN_BLOCK: usize = 1 << 12;
const MAX_BLOCK: usize = 1 << 16;

/// The errors of the temporary file.
const SCRATCH_WRITTEN: &str = "the temporary file in which records are sorted: cannot be written";
const SCRATCH_READ: &str = "the temporary file in which records are sorted: cannot be read";

/// The number of faults, with messages for the first few.
#[derive(Default)]
struct Faults {
    list: Vec<String>,
    number: u64,
}

impl Faults {
    fn add(&mut self, fault: impl FnOnce() -> String) {
        self.number += 1;
        if self.list.len() < MAX_SHOWN {
            self.list.push(fault());
        }
    }

    fn check(self) -> Result<(), Error> {
        let more = self.number - self.list.len() as u64;
        match (self.number, more) {
            (0, _) => Ok(()),
            (_, 0) => Err(Error::Refused(self.list.join("\n"))),
            _ => Err(Error::Refused(format!("{}\nand {more} more", self.list.join("\n")))),
        }
    }
}

/// Merges results and writes them to `out`.
///
/// # Errors
/// If records are missing, duplicate or of another input, or on an I/O error.
pub fn merge(paths: &[PathBuf], out: &mut impl Write) -> Result<(), Error> {
    let count = sidecars(paths)?;
    let mut all = ResultFiles::new(paths);
    let mut faults = Faults::default();
    for path in paths {
        all.read(path, &mut faults)?;
    }
    faults.check()?;
    all.check(count)?;
    let mut last = None;
    all.walk(|index, _, line| {
        // Equal records of one puzzle are written once.
        if last.replace(index) == Some(index) { Ok(()) } else { out.write_all(line).map_err(Error::Output) }
    })?;
    out.flush().map_err(Error::Output)
}

/// Compares the sidecars; returns the number of puzzles of the whole input.
fn sidecars(paths: &[PathBuf]) -> Result<u64, Error> {
    let mut faults = Faults::default();
    let mut first: Option<(&Path, Sidecar)> = None;
    let mut shards = Vec::new();
    for path in paths {
        let name = path.display();
        let sidecar = match sidecar::read::<Sidecar>(path) {
            Ok(Some(sidecar)) => sidecar,
            Ok(None) if !path.try_exists().map_err(Error::file(path, "examined"))? => {
                faults.add(|| format!("{name}: there is no such file"));
                continue;
            }
            Ok(None) => {
                let side = sidecar::path_for(path);
                faults.add(|| {
                    format!(
                        "{name}: {} is missing; it says which input these results belong to",
                        side.display()
                    )
                });
                continue;
            }
            Err(Error::Refused(why)) => {
                faults.add(|| why);
                continue;
            }
            Err(error) => return Err(error),
        };
        shards.push(sidecar.shard.unwrap_or(Shard { part: 0, parts: 1 }));
        let shard = sidecar.shard.map_or(String::new(), |shard| format!(" (shard {shard})"));
        if !sidecar.complete {
            faults.add(|| format!("{name}{shard}: the run is not complete; continue it with --resume"));
        }
        let Some((one_name, one)) = &first else {
            first = Some((path, sidecar));
            continue;
        };
        let mut differences = one.differences(&sidecar);
        if one.count.zip(sidecar.count).is_some_and(|(one, other)| one != other) {
            differences.push("a different number of puzzles".into());
        }
        if !differences.is_empty() {
            faults.add(|| {
                format!(
                    "{name}: belongs to another run than {}: {}",
                    one_name.display(),
                    differences.join("; ")
                )
            });
        }
    }
    let count = first.and_then(|(_, sidecar)| sidecar.count).unwrap_or(0);
    if faults.number == 0 {
        for shard in missing_shards(&shards, count) {
            faults.add(|| format!("shard {shard} is missing, expected its results as well"));
        }
    }
    faults.check()?;
    Ok(count)
}

/// The maximum number of parts for which missing shards are listed.
const MAX_PARTS: u64 = 1 << 20;

/// Returns the parts of an input of `count` puzzles that no shard covers, in the size of the smallest shards. Empty if
/// the sizes do not divide each other.
fn missing_shards(shards: &[Shard], count: u64) -> Vec<Shard> {
    let parts = shards.iter().map(|shard| shard.parts).max().unwrap_or(1);
    if parts > MAX_PARTS || shards.iter().any(|shard| !parts.is_multiple_of(shard.parts)) {
        return Vec::new();
    }
    let mut covered = vec![false; parts as usize];
    for shard in shards {
        covered
            .iter_mut()
            .skip(shard.part as usize)
            .step_by(shard.parts as usize)
            .for_each(|part| *part = true);
    }
    // A part behind the last puzzle is empty.
    let parts_with_puzzles = (0..parts.min(count)).zip(covered);
    parts_with_puzzles.filter(|(_, covered)| !covered).map(|(part, _)| Shard { part, parts }).collect()
}

/// The results files.
struct ResultFiles {
    files: Vec<Rc<Results>>,
    /// The numbers of the files whose records are in order.
    ordered: Vec<usize>,
    /// The records of the other files.
    sorter: Sorter,
}

impl ResultFiles {
    fn new(paths: &[PathBuf]) -> ResultFiles {
        // The file system of the results probably has room for a copy, and is not in memory.
        let folder = paths.first().and_then(|path| path.parent()).map(Path::to_owned).unwrap_or_default();
        let folder = if folder.as_os_str().is_empty() { ".".into() } else { folder };
        let scratch = move || -> io::Result<Box<dyn Scratch>> {
            Ok(Box::new(tempfile::tempfile_in(&folder).or_else(|_| tempfile::tempfile())?))
        };
        let sorter = Sorter::new(MAX_IN_MEMORY, scratch);
        ResultFiles { files: Vec::new(), ordered: Vec::new(), sorter }
    }

    /// Reads a file once, checks that every line is a record, and adds the file to the sorter.
    fn read(&mut self, path: &Path, faults: &mut Faults) -> Result<(), Error> {
        let name = path.display();
        let file = File::open(path).map_err(Error::file(path, "opened"))?;
        match file.try_lock_shared() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                faults.add(|| format!("{name}: a run is still writing it"));
                return Ok(());
            }
            Err(TryLockError::Error(error)) => return Err(Error::file(path, "locked")(error)),
        }
        let results = Results::new(path, &file.metadata().map_err(Error::file(path, "examined"))?);
        let mut lines = Lines::new(file);
        let (mut last, mut ordered, mut sound) = (None, true, true);
        while let Some(line) = lines.read().map_err(Error::file(path, "read"))? {
            match line.complete_record() {
                Some(head) => ordered &= last.replace(head.index).is_none_or(|last| last < head.index),
                None => {
                    sound = false;
                    faults.add(|| format!("{name}:{}:1: this is not a complete record", line.number));
                }
            }
        }
        let number = self.files.len();
        let results = Rc::new(results);
        match (sound, ordered) {
            (false, _) => {}
            (_, true) => self.ordered.push(number),
            (_, false) => {
                for record in results.clone().records(number, MAX_BLOCK) {
                    let record = record.map_err(|error| error_of(error, SCRATCH_READ))?;
                    self.sorter.push(record).map_err(|error| error_of(error, SCRATCH_WRITTEN))?;
                }
            }
        }
        self.files.push(results);
        Ok(())
    }

    /// Returns all records in the order of their indexes.
    fn merged(&mut self) -> io::Result<Merged> {
        let block = (BLOCKS_BYTES / self.files.len().max(1)).clamp(MIN_BLOCK, MAX_BLOCK);
        let records =
            |&number: &usize| -> Source { Box::new(self.files[number].clone().records(number, block)) };
        self.sorter.merged_with(self.ordered.iter().map(records).collect())
    }

    /// Calls `each` with the index, the file number and the line of each record, in the order of indexes.
    fn walk(&mut self, mut each: impl FnMut(u64, usize, &[u8]) -> Result<(), Error>) -> Result<(), Error> {
        let read = |error| error_of(error, SCRATCH_READ);
        self.merged().map_err(read)?.try_for_each(|record| {
            let record = record.map_err(read)?;
            each(record.key, record.seq as usize, &record.bytes)
        })
    }

    /// Checks that each of `count` puzzles has a record, and no two different ones.
    fn check(&mut self, count: u64) -> Result<(), Error> {
        let (mut faults, mut gaps) = (Faults::default(), Faults::default());
        let (mut next, mut number, mut beyond) = (0, 0, None);
        let mut last = (None, 0, Vec::new());
        let files = self.files.clone();
        let name = |file: usize| files[file].path.display();
        self.walk(|index, file, line| {
            if last.0 == Some(index) {
                if last.2 != line {
                    let (one, other) = (name(last.1), name(file));
                    faults.add(|| format!("index {index}: different records in {one} and {other}"));
                }
                return Ok(());
            }
            number += 1;
            missing(next..index.min(count), &mut gaps);
            if index >= count {
                beyond.get_or_insert_with(|| (index, name(file).to_string()));
            }
            next = index.saturating_add(1);
            (last.0, last.1) = (Some(index), file);
            last.2.clear();
            last.2.extend_from_slice(line);
            Ok(())
        })?;
        missing(next..count, &mut gaps);
        faults.check()?;
        match beyond {
            // Puzzles cut from a larger input keep their indexes, so only the number of records counts.
            _ if number == count => Ok(()),
            Some((index, name)) if number > count => Err(Error::Refused(format!(
                "index {index}: {name} has a record for it, but the input has only {}",
                plural(count, "puzzle")
            ))),
            Some(_) => Err(Error::Refused(format!("{} of {count} puzzles have no record", count - number))),
            None => gaps.check(),
        }
    }
}

/// Returns the error of a results file that an I/O error contains; others are of the temporary file.
fn error_of(error: io::Error, scratch: &str) -> Error {
    error.downcast().unwrap_or_else(|error| Error::File(scratch.into(), error))
}

fn missing(range: Range<u64>, faults: &mut Faults) {
    match range.end.saturating_sub(range.start) {
        0 => {}
        1 => faults.add(|| format!("index {}: no record", range.start)),
        _ => faults.add(|| format!("index {} to {}: no record", range.start, range.end - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_parts_are_named_in_the_size_of_the_smallest() {
        let missing = |shards: &[&str], count| -> Vec<String> {
            let read = |text: &&str| Shard::read(text, |_| None).unwrap();
            let shards: Vec<Shard> = shards.iter().map(read).collect();
            missing_shards(&shards, count).iter().map(ToString::to_string).collect()
        };
        assert_eq!(missing(&["0/1"], 9), [""; 0]);
        assert_eq!(missing(&["0/3", "2/3"], 9), ["1/3"]);
        assert_eq!(missing(&["0/3", "1/6", "2/3"], 9), ["4/6"]);
        assert_eq!(missing(&["0/4"], 9), ["1/4", "2/4", "3/4"]);
        // Parts without puzzles need no results.
        assert_eq!(missing(&["0/4", "1/4"], 2), [""; 0]);
        assert_eq!(missing(&["0/2", "0/3"], 9), [""; 0]);
    }
}
