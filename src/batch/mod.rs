//! Batches of puzzles: read as a stream, solved in parallel, written in order, on one machine or several.
//!
//! This module is independent of the solvers and of the command line.
//!
//! - [`pipeline`]: reader, workers and writer with bounded memory; [`settings`]: the bounds
//! - [`journal`]: a results file that survives a killed run, and that another run resumes; [`salvage`]: whole
//!   records from behind the place where such a file is cut; [`syncer`], [`disk`]: writing that survives a loss of power
//! - [`sidecar`]: the file beside results and pieces that identifies their input
//! - [`shard`]: the division of an input among runs; [`pieces`]: the parts of an input as files; [`merge`]: results of
//!   several runs; [`runs`]: results files as sources of records
//! - [`record_key`]: the identifying fields of a result record; [`lines`]: the lines of a results file; [`table`]:
//!   records by index
//! - [`tally`]: the summary of a batch

pub mod disk;
pub mod journal;
pub mod lines;
pub mod merge;
pub mod pieces;
pub mod pipeline;
pub mod record_key;
pub mod runs;
pub mod salvage;
pub mod settings;
pub mod shard;
pub mod sidecar;
pub mod syncer;
pub mod table;
pub mod tally;

pub use journal::Journal;
pub use pipeline::Pipeline;
pub use settings::{Settings, Weigh};
pub use shard::Shard;
pub use tally::Tally;

use std::io;

/// The error of a batch or a merge.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request does not fit the existing files; nothing was changed.
    #[error("{0}")]
    Refused(String),
    /// An I/O error of a file, with the name of the file and the failed operation.
    #[error("{0}")]
    File(String, #[source] io::Error),
    /// An I/O error of the output of records; the error names the output.
    #[error("{0}")]
    Output(io::Error),
    /// The system failed to read the input.
    #[error("{0}")]
    Input(String),
}

/// Adds to an error that a thread cannot be started.
pub fn thread_error(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("no thread can be started: {error}"))
}

impl Error {
    /// Returns a function that makes the error of a file that cannot be `done`: "read", "written".
    pub fn file(path: &std::path::Path, done: &str) -> impl FnOnce(io::Error) -> Error + use<> {
        let what = format!("{}: cannot be {done}", path.display());
        move |error| Error::File(what, error)
    }
}
