//! Results of several runs, joined in the order of the input.
//!
//! All is checked before the first record is printed: the runs are of one input and one set of options, each
//! has ended, and every puzzle of the input has exactly one record. Memory: a line a file; for files whose
//! records are not in order, 24 bytes a record.

use super::Error;
use super::head::Head;
use super::sidecar::{self, Sidecar};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{File, TryLockError};
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Lines of a list of faults that are shown.
const SHOWN: usize = 20;

/// A results file, walked through by index.
struct Results {
    path: PathBuf,
    reader: BufReader<File>,
    /// Where the records are by index, if they are not in order; then what is left of it.
    order: Option<std::vec::IntoIter<(u64, u64)>>,
    table: Vec<(u64, u64)>,
    line: Vec<u8>,
}

/// What is wrong, counted, with the first few in words.
#[derive(Default)]
struct Faults {
    list: Vec<String>,
    number: u64,
}

impl Faults {
    fn add(&mut self, fault: impl FnOnce() -> String) {
        self.number += 1;
        if self.list.len() < SHOWN {
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

/// Joins results and prints them.
///
/// # Errors
/// A list of what is missing, doubled or of another input; if a file fails.
pub fn merge(paths: &[PathBuf], out: &mut impl Write) -> Result<(), Error> {
    let mut files = Vec::new();
    let mut sidecars = Vec::new();
    let mut faults = Faults::default();
    for path in paths {
        match open(path) {
            Ok((file, sidecar)) => {
                files.push(file);
                sidecars.push((path, sidecar));
            }
            Err(Error::Refused(why)) => faults.add(|| why),
            Err(error) => return Err(error),
        }
    }
    for (path, sidecar) in &sidecars {
        let name = path.display();
        let shard = sidecar.shard.map_or(String::new(), |shard| format!(" (shard {shard})"));
        if !sidecar.complete {
            faults.add(|| format!("{name}{shard}: the run has not ended; go on with it by --resume"));
        }
        let (first, one) = &sidecars[0];
        let mut unlike = one.unlike(sidecar);
        if one.count.zip(sidecar.count).is_some_and(|(one, other)| one != other) {
            unlike.push("another number of puzzles".into());
        }
        if !unlike.is_empty() {
            faults.add(|| {
                format!("{name}: this is of another run than {}: {}", first.display(), unlike.join("; "))
            });
        }
    }
    faults.check()?;
    let mut faults = Faults::default();
    for file in &mut files {
        file.index(&mut faults)?;
    }
    faults.check()?;
    let count = sidecars.first().and_then(|(_, sidecar)| sidecar.count).unwrap_or(0);
    check(&mut files, count)?;
    let mut last = None;
    walk(&mut files, |index, file| {
        if last.replace(index) == Some(index) {
            return Ok(());
        }
        out.write_all(&file.line).map_err(|error| Error::File("standard output".into(), error))
    })?;
    out.flush().map_err(|error| Error::File("standard output".into(), error))
}

fn open(path: &Path) -> Result<(Results, Sidecar), Error> {
    let refuse = |why: String| Err(Error::Refused(format!("{}: {why}", path.display())));
    let file = File::open(path).map_err(Error::file(path))?;
    match file.try_lock_shared() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return refuse("a run is still writing it".into()),
        Err(TryLockError::Error(error)) => return Err(Error::file(path)(error)),
    }
    let Some(sidecar) = sidecar::read(path)? else {
        let name = sidecar::beside(path);
        return refuse(format!(
            "{} is missing, which tells of which input these results are",
            name.display()
        ));
    };
    let reader = BufReader::with_capacity(1 << 16, file);
    let (path, order, table, line) = (path.to_owned(), None, Vec::new(), Vec::new());
    Ok((Results { path, reader, order, table, line }, sidecar))
}

/// Lists what is missing and doubled.
fn check(files: &mut [Results], count: u64) -> Result<(), Error> {
    let mut faults = Faults::default();
    let mut next = 0;
    let mut last: Option<(u64, PathBuf, Vec<u8>)> = None;
    walk(files, |index, file| {
        if let Some((_, path, line)) = last.as_ref().filter(|(last, ..)| *last == index) {
            if *line != file.line {
                let (one, other) = (path.display(), file.path.display());
                faults.add(|| format!("index {index}: different records in {one} and {other}"));
            }
            return Ok(());
        }
        missing(next..index.min(count), &mut faults);
        if index >= count {
            let name = file.path.display();
            faults
                .add(|| format!("index {index}: {name} has a record of it, the input only {count} puzzles"));
        }
        next = index.saturating_add(1);
        last = Some((index, file.path.clone(), file.line.clone()));
        Ok(())
    })?;
    missing(next..count, &mut faults);
    faults.check()
}

fn missing(range: std::ops::Range<u64>, faults: &mut Faults) {
    match range.end.saturating_sub(range.start) {
        0 => {}
        1 => faults.add(|| format!("index {}: no record", range.start)),
        _ => faults.add(|| format!("index {} to {}: no record", range.start, range.end - 1)),
    }
}

/// Goes through all records by index; those of one index come one after the other.
fn walk(
    files: &mut [Results],
    mut each: impl FnMut(u64, &Results) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut heap = BinaryHeap::new();
    for (at, file) in files.iter_mut().enumerate() {
        file.rewind()?;
        heap.extend(file.next()?.map(|index| Reverse((index, at))));
    }
    while let Some(Reverse((index, at))) = heap.pop() {
        each(index, &files[at])?;
        heap.extend(files[at].next()?.map(|index| Reverse((index, at))));
    }
    Ok(())
}

impl Results {
    /// Looks through the file once: whether it is sound, and where its records are if they are not in order.
    fn index(&mut self, faults: &mut Faults) -> Result<(), Error> {
        let (mut at, mut number, mut last, mut ordered) = (0, 0, None, true);
        while self.read()? {
            number += 1;
            match Head::of(&self.line).map(|head| head.index) {
                Some(index) => {
                    if ordered && last.is_some_and(|last| index <= last) {
                        ordered = false;
                        self.table_to(at)?;
                    }
                    last = Some(index);
                    if !ordered {
                        self.table.push((index, at));
                    }
                }
                None => faults.add(|| format!("{}:{number}:1: this is no whole record", self.path.display())),
            }
            at += self.line.len() as u64;
        }
        self.table.sort_unstable();
        Ok(())
    }

    /// Begins the table with the records before this place, which were in order; comes back to where it was.
    fn table_to(&mut self, end: u64) -> Result<(), Error> {
        let line = std::mem::take(&mut self.line);
        self.seek(0)?;
        let mut at = 0;
        while at < end && self.read()? {
            self.table.extend(Head::of(&self.line).map(|head| (head.index, at)));
            at += self.line.len() as u64;
        }
        self.seek(end + line.len() as u64)?;
        self.line = line;
        Ok(())
    }

    fn rewind(&mut self) -> Result<(), Error> {
        self.order = (!self.table.is_empty()).then(|| self.table.clone().into_iter());
        self.seek(0)
    }

    fn seek(&mut self, at: u64) -> Result<(), Error> {
        self.reader.seek(SeekFrom::Start(at)).map(|_| ()).map_err(Error::file(&self.path))
    }

    fn read(&mut self) -> Result<bool, Error> {
        self.line.clear();
        self.reader.read_until(b'\n', &mut self.line).map(|n| n > 0).map_err(Error::file(&self.path))
    }

    /// Goes to the next record; gives its index.
    fn next(&mut self) -> Result<Option<u64>, Error> {
        if let Some(order) = &mut self.order {
            let Some((_, at)) = order.next() else { return Ok(None) };
            self.seek(at)?;
        }
        Ok(if self.read()? { Head::of(&self.line).map(|head| head.index) } else { None })
    }
}
