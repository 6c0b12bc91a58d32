//! Merges the results files of several runs into one, in the order of the puzzle indexes.
//!
//! Each file is read twice: the first pass checks all records, so that nothing is written if a file is bad. A file is
//! open only during a read, so that one file descriptor is enough for any number of files.

use super::records::RecordLines;
use super::sidecar::{self, Sidecar};
use crate::io::disk;
use anyhow::{bail, ensure};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Merges the results files at `paths` by index into `out`; checks all files before the first record is written.
pub fn merge(paths: &[PathBuf], out: &mut impl Write) -> anyhow::Result<()> {
    let count = check_sidecars(paths)?;
    join(paths, count, &mut io::sink())?;
    join(paths, count, out)
}

/// Checks that all sidecars are of complete runs on the same input. Returns the number of puzzles of this input.
fn check_sidecars(paths: &[PathBuf]) -> anyhow::Result<u64> {
    let mut first: Option<(&Path, Sidecar)> = None;
    for path in paths {
        let name = path.display();
        let data = disk::examined(path, path.metadata())?;
        let Some(data) = data else { bail!("{name}: there is no such file") };
        ensure!(data.is_file(), "{name}: this is not a regular file, expected results of 'solve --out'");
        let Some(sidecar) = Sidecar::read(path)? else {
            let side = sidecar::path_for(path);
            let side = side.display();
            bail!(
                "{name}: {side} is missing; it says which input these results belong to, expected it beside them"
            );
        };
        ensure!(sidecar.complete, "{name}: the run is not complete; continue it with --resume");
        let (one_name, one) = first.get_or_insert_with(|| (path, sidecar.clone()));
        let differences = one.differences(&sidecar).join("; ");
        let other = one_name.display();
        ensure!(differences.is_empty(), "{name}: belongs to another run than {other}: {differences}");
    }
    Ok(first.and_then(|(_, sidecar)| sidecar.count).unwrap_or(0))
}

/// Writes the records of all files in ascending order of their indexes; fails unless there are `count` records.
fn join(paths: &[PathBuf], count: u64, out: &mut impl Write) -> anyhow::Result<()> {
    let mut parts: Vec<Part<'_>> = paths.iter().map(|path| Part::new(path)).collect();
    let mut heap = BinaryHeap::new();
    for (at, part) in parts.iter_mut().enumerate() {
        heap.extend(part.read()?.map(|index| Reverse((index, at))));
    }
    let (mut last, mut gap, mut number) = (None, None, 0);
    while let Some(Reverse((index, at))) = heap.pop() {
        let expected = match last {
            Some((last, other)) if last == index => {
                let [one, other] = [other, at].map(|at| parts[at].path.display());
                bail!("index {index}: {one} and {other} both have a record, expected each in one file")
            }
            last => last.map_or(0, |(last, _)| last + 1),
        };
        if index > expected {
            gap.get_or_insert(expected);
        }
        (last, number) = (Some((index, at)), number + 1);
        out.write_all(parts[at].lines.line())?;
        heap.extend(parts[at].read()?.map(|index| Reverse((index, at))));
    }
    let gap = gap.unwrap_or(number);
    ensure!(number >= count, "index {gap}: no record, expected the results of all parts of the input");
    ensure!(number == count, "found {number} records, expected {count}: one of each puzzle of the input");
    Ok(out.flush()?)
}

/// A results file that is being read.
struct Part<'a> {
    path: &'a Path,
    lines: RecordLines<'a, Reopened<'a>>,
    /// The index of the record read last; `None` before the first.
    last: Option<u64>,
}

/// A reader that opens its file for each read.
struct Reopened<'a> {
    path: &'a Path,
    at: u64,
}

impl Read for Reopened<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut file = File::open(self.path)?;
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.read(into)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Part<'_> {
    fn new(path: &Path) -> Part<'_> {
        Part { path, lines: RecordLines::new(path, Reopened { path, at: 0 }), last: None }
    }

    /// Reads the next record and returns its index; `None` at the end of the file.
    fn read(&mut self) -> anyhow::Result<Option<u64>> {
        if !self.lines.advance()? {
            return Ok(None);
        }
        let place = self.lines.place();
        let Some(head) = self.lines.head().filter(|_| self.lines.is_ended()) else {
            bail!("{place}: this is not a complete record");
        };
        let index = head.index;
        if let Some(last) = self.last.filter(|&last| last >= index) {
            bail!("{place}: index {index} after {last}, expected ascending indexes");
        }
        self.last = Some(index);
        Ok(Some(index))
    }
}
