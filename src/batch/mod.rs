//! Many puzzles: streamed in, solved side by side, written in order, on one machine or several.
//!
//! What is here does not know how a puzzle is solved, nor the words of a command.
//!
//! - [`pipeline`]: reader, workers and writer with bounded memory
//! - [`journal`]: a results file that a killed run leaves sound, and that another goes on with
//! - [`sidecar`]: what stands beside results and pieces: of which input they are
//! - [`shard`]: which puzzles are whose; [`merge`]: results of several runs joined
//! - [`head`]: what a result record is about
//! - [`tally`]: how a batch goes

pub mod head;
pub mod journal;
pub mod merge;
pub mod pipeline;
pub mod shard;
pub mod sidecar;
pub mod tally;

pub use journal::Journal;
pub use pipeline::{Pipeline, Settings, Weigh};
pub use shard::Shard;
pub use tally::Tally;

/// Why a batch is not run, or results are not joined.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// What was asked does not fit what is there; nothing was changed.
    #[error("{0}")]
    Refused(String),
    /// A file fails.
    #[error("{0}")]
    File(String, #[source] std::io::Error),
}

impl Error {
    /// A failure of a file.
    fn file(path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Error + use<> {
        let name = path.display().to_string();
        move |error| Error::File(name, error)
    }
}
