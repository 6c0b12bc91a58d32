//! The files of `--from` and `--trace`, from which SameGame searches start, and to which they add.

use super::start_lists::StartLists;
use super::trace::{self, Trace};
use crate::args::output_conflicts::OutputFile;
use crate::exit::{self, Exit};
use crate::io::disk;
use crate::io::lines::LineBound;
use std::path::PathBuf;
use std::sync::OnceLock;
use tilefall::rules::Goal;

/// The maximum number of lists without a puzzle that messages name.
const SHOWN: usize = 20;

/// The files of lists, of which there may be none.
#[derive(Debug, Default)]
pub struct ListFiles {
    pub from: Option<PathBuf>,
    pub trace: Option<PathBuf>,
    /// The lists of `--from`, after they are read.
    lists: OnceLock<StartLists>,
    /// The file of `--trace`, after it is opened: until `--out` is locked another run may write it.
    open: OnceLock<Trace>,
}

impl ListFiles {
    pub fn new(from: Option<PathBuf>, trace: Option<PathBuf>) -> ListFiles {
        ListFiles { from, trace, ..ListFiles::default() }
    }

    /// Returns the lists of `--from`.
    pub fn lists(&self) -> Option<&StartLists> {
        self.lists.get()
    }

    /// Returns the file of `--trace`.
    pub fn trace(&self) -> Option<&Trace> {
        self.open.get()
    }

    /// Returns the output files.
    pub fn writes(&self) -> Option<OutputFile> {
        let path = self.trace.clone()?;
        Some(OutputFile { flag: "--trace", skip_as_input: trace::is_trace(&path), path })
    }

    /// Returns the input files. A trace may be continued from its own lists, but not with `--out`, whose sidecar has a digest of
    /// the lists read.
    pub fn reads(&self, with_out: bool) -> Option<PathBuf> {
        let same = |from: &PathBuf| self.trace.as_ref().is_some_and(|trace| disk::same_file(from, trace));
        self.from.clone().filter(|from| with_out || !same(from))
    }

    /// Reads the lists. Called after the check that no output overwrites an input.
    pub fn read(&self, bound: LineBound, goal: Goal) -> anyhow::Result<()> {
        if let Some(path) = &self.from {
            let lists = StartLists::read(path, bound, goal)?;
            self.lists.get_or_init(|| lists);
        }
        Ok(())
    }

    /// Opens the trace. Called after the file of `--out`, if there is one, is locked and found to be of this run.
    pub fn begin(&self) -> anyhow::Result<()> {
        if let Some(path) = &self.trace {
            let trace = Trace::open(path)?;
            self.open.get_or_init(|| trace);
        }
        Ok(())
    }

    /// Completes the trace at the end of a run, which may have solved `every` puzzle of a batch, and names the lists that belong
    /// to none.
    pub fn finish(&self, every: bool) -> anyhow::Result<Exit> {
        if let Some(trace) = self.trace() {
            trace.finish()?;
        }
        let unused = self.lists().filter(|_| every).map(StartLists::unused).unwrap_or_default();
        for place in unused.iter().take(SHOWN) {
            exit::print_located_error(&format!("{place}: this list belongs to no puzzle that was solved"));
        }
        if unused.len() > SHOWN {
            exit::print_error(&format!("{} more lists of --from belong to no puzzle", unused.len() - SHOWN));
        }
        Ok(if unused.is_empty() { Exit::Done } else { Exit::BadInput })
    }

    /// Returns the digest of the lists, which affect records, for the sidecar of `--out`.
    pub fn digest(&self) -> Option<(String, String)> {
        self.lists().map(|lists| ("from".to_owned(), lists.digest()))
    }
}
