//! The file of `--trace`, with every improvement as a result record. The file is synced, so that `--from` finds the
//! best list even of a search that was killed.

use crate::exit;
use crate::exit::{UsageError, file_error};
use crate::io::syncer::Syncer;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tilefall::internals::lock;
use tilefall::rules::{Status, StopReason};
use tilefall::text::record::ResultRecord;

/// The open file of `--trace`, to which improvements are appended.
#[derive(Debug)]
pub struct Trace {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    file: File,
    /// Syncs the file; `None` for a device or a pipe.
    syncer: Option<Syncer>,
    /// The first error, after which nothing more is written.
    broken: Option<io::Error>,
}

/// Returns `true` for a complete line of a trace, which is a feasible result marked as interrupted.
fn is_whole(line: &[u8]) -> bool {
    serde_json::from_slice::<ResultRecord>(line).is_ok_and(|record| {
        (record.status, record.stopped_by) == (Status::Feasible, Some(StopReason::Interrupt))
    })
}

/// Returns `true` if the first line of a file is a line of a trace. Also returns `true` if the file is empty, missing,
/// cannot be opened or is no regular file.
pub fn is_trace(path: &Path) -> bool {
    if !path.is_file() {
        return true;
    }
    let Ok(file) = File::open(path) else { return true };
    let mut line = Vec::new();
    let read = BufReader::new(file.take(64 << 20)).read_until(b'\n', &mut line);
    read.is_ok() && (line.is_empty() || is_whole(&line) || is_torn(&line))
}

/// Returns `true` for a line that a killed run left incomplete, or zeros that a loss of power left in place of a line.
fn is_torn(line: &[u8]) -> bool {
    let start = b"{\"v\":1,\"index\":";
    let is_start = line.iter().zip(start).all(|(one, other)| one == other);
    !line.ends_with(b"\n") && (is_start || line.iter().all(|&byte| byte == 0))
}

impl Trace {
    /// Opens a trace for appending, and removes an incomplete last line.
    pub fn open(path: &Path) -> anyhow::Result<Trace> {
        let refuse = |why: &str| Err(UsageError(format!("{}: {why}", path.display())).into());
        if !is_trace(path) {
            return refuse("this file is not a trace and would be damaged; expected a new file");
        }
        if path.is_file() && !end_last_line(path).map_err(file_error(path, "opened"))? {
            return refuse(
                "the last line of this trace is none of a trace and would be lost; expected a new file",
            );
        }
        let open = || -> io::Result<State> {
            let file = OpenOptions::new().append(true).create(true).open(path)?;
            let syncer = if path.is_file() { Some(Syncer::start(&file, path)?) } else { None };
            Ok(State { file, syncer, broken: None })
        };
        let state = open().map_err(file_error(path, "opened"))?;
        Ok(Trace { path: path.to_owned(), state: Mutex::new(state) })
    }

    /// Appends a record. The first error is printed, and nothing more is written.
    pub fn add(&self, record: &ResultRecord) {
        let text = record.to_line();
        let State { file, syncer, broken } = &mut *lock(&self.state);
        if broken.is_some() {
            return;
        }
        let mut synced = || syncer.as_mut().map_or(Ok(()), Syncer::written);
        if let Err(error) = file.write_all(text.as_bytes()).and_then(|()| synced()) {
            exit::print_error(&format!("{}: the trace cannot be written: {error}", self.path.display()));
            *broken = Some(error);
        }
    }

    /// Syncs the file, and checks that all lines were written.
    pub fn finish(&self) -> anyhow::Result<()> {
        let mut state = lock(&self.state);
        let synced = state.syncer.take().map_or(Ok(()), Syncer::finish);
        state.broken.take().map_or(synced, Err).map_err(file_error(&self.path, "written"))
    }
}

/// Completes the last line of a trace: adds the line end to a whole record, and removes an incomplete one. Returns
/// `false`, without a change, for any other line.
fn end_last_line(path: &Path) -> io::Result<bool> {
    let text = std::fs::read(path)?;
    let end = memchr::memrchr(b'\n', &text).map_or(0, |at| at + 1);
    let mut file = File::options().append(true).open(path)?;
    match &text[end..] {
        [] => Ok(true),
        last if is_whole(last) => file.write_all(b"\n").map(|()| true),
        last if is_torn(last) => file.set_len(end as u64).map(|()| true),
        _ => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_continued_after_its_last_complete_line_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace");
        let line =
            |end: &str| format!("{{\"v\":1,\"index\":0,\"id\":\"a\",\"moves\":[[1,2]],\"score\":3,{end}}}\n");
        let whole = &*line("\"status\":\"feasible\",\"stopped_by\":\"interrupt\"");
        for (before, after) in [
            ("", ""),
            (whole, whole),
            (&*format!("{whole}{{\"v\":1,\"index\":0,\"i"), whole),
            (&format!("{whole}{{\"v"), whole),
            ("\0\0\0", ""),
            (whole.trim_end(), whole),
        ] {
            std::fs::write(&path, before).unwrap();
            drop(Trace::open(&path).unwrap());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), after);
        }
        let note = format!("{whole}keep this");
        let results = line("\"status\":\"optimal\"");
        for other in
            [results.as_str(), "3 3\n1 2 3\n", "{\"game\":\"samegame\",\"rows\":[\"1\"]}\n", "x", &note]
        {
            std::fs::write(&path, other).unwrap();
            let error = Trace::open(&path).unwrap_err().to_string();
            assert!(error.contains("expected a new file"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), other);
        }
        assert!(Trace::open(&folder.path().join("new")).is_ok());
    }
}
