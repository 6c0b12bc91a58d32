//! Many puzzles: read as a stream, solved in parallel, written in order, on one machine or several.
//!
//! Nothing here knows how a puzzle is solved, nor the arguments of a command.
//!
//! - [`pipeline`]: reader, workers and writer with bounded memory; [`settings`]: the bounds
//! - [`journal`]: a results file that a killed run leaves sound, and that another run continues;
//!   [`salvage`]: records behind a cut of it; [`syncer`], [`disk`]: what outlives a loss of power
//! - [`sidecar`]: what stands beside results and pieces: of which input they are
//! - [`shard`]: which puzzles are whose; [`pieces`]: an input cut; [`merge`]: results of several runs joined;
//!   [`runs`]: records sorted
//! - [`record_key`]: what a result record is about; [`lines`]: those of a file; [`table`]: those by index
//! - [`indices`]: a set of them; [`tally`]: how a batch goes

pub mod disk;
pub mod indices;
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

/// Why a batch is not run, or results are not joined.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// What was asked does not fit what is there; nothing was changed.
    #[error("{0}")]
    Refused(String),
    /// A file fails: which one, and what cannot be done.
    #[error("{0}")]
    File(String, #[source] io::Error),
    /// The output that records are printed to fails; the error names it.
    #[error("{0}")]
    Output(io::Error),
    /// The system failed to read the input.
    #[error("{0}")]
    Input(String),
}

/// What is told if the system starts no thread.
pub fn no_thread(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("no thread can be started: {error}"))
}

impl Error {
    /// A failure of a file that cannot be `done`: "read", "written".
    pub fn file(path: &std::path::Path, done: &str) -> impl FnOnce(io::Error) -> Error + use<> {
        let what = format!("{}: cannot be {done}", path.display());
        move |error| Error::File(what, error)
    }
}
