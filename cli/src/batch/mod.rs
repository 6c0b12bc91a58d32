//! What the `solve` verbs of both games share: their arguments, one puzzle on all threads, many in parallel.
//!
//! A verb flattens [`SolveArgs`] into its arguments, asks what they mean, implements [`Solver`], and calls
//! [`run`](run()).
//!
//! - [`args`]: the arguments; [`meant`]: what they mean
//! - [`run`](mod@run): one puzzle; `many`: a batch
//! - `source`: the items of the input, counted; `answered`: the answers of an earlier run; `returned`: inputs that it
//!   could not read
//! - `outputs`: files that are written; `progress`: where a batch is

mod answered;
pub mod args;
mod many;
pub mod meant;
mod outputs;
mod progress;
mod returned;
pub mod run;
mod source;

pub use args::{Options, SolveArgs};
pub use meant::Meant;
pub use run::run;

use super::exit::Exit;
use crate::item::Named;
use crate::places::Place;
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use tilefall::base::{Game, Limits, Status, StopReason, Threads};
use tilefall::mayan::solve::MAX_DEPTH;

/// How answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As the judge of the puzzle's format prints it.
    Native,
    /// For people.
    Text,
    /// As records.
    Jsonl,
}

/// A game's solver and how its answers look.
pub trait Solver: Sync {
    /// The game; puzzles of the other are refused before they come here.
    const GAME: Game;
    /// Solves a puzzle.
    ///
    /// # Errors
    /// What is wrong with the puzzle, without its place; it becomes an error record, and exit code 1.
    fn solve(&self, named: &Named, job: &mut Job<'_>) -> Result<Reply, String>;

    /// The `hash` that the record of this puzzle has; `None` if it is refused.
    fn hash(&self, named: &Named) -> Option<String>;

    /// The files that the game's own arguments have written.
    fn writes(&self) -> Vec<Place> {
        Vec::new()
    }

    /// The files that the game's own arguments have read.
    fn reads(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Reads the files of the game's own arguments, once it is sure that none is written over.
    ///
    /// # Errors
    /// If one cannot be read or opened, or does not fit.
    fn prepare(&self) -> anyhow::Result<()> {
        Ok(())
    }

    /// Opens what only one run may use at a time, once the file of `--out` is locked, if there is one.
    ///
    /// # Errors
    /// If a file cannot be read or opened, or is something else.
    fn begin(&self) -> anyhow::Result<()> {
        Ok(())
    }

    /// Is called at the end of a run, and tells what went wrong besides the puzzles.
    ///
    /// # Errors
    /// If a file of the game's own arguments could not be written.
    fn finish(&self, ended: Ended) -> anyhow::Result<Exit> {
        let _ = ended;
        Ok(Exit::Done)
    }

    /// The digests of the game's own files that its records depend on, by the argument that names the file, for the
    /// sidecar of `--out`.
    fn digests(&self) -> Options {
        Vec::new()
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Whether the file of `--out` is on the disk, with a record of every puzzle.
    pub whole: bool,
    /// Whether every puzzle of a batch was solved by this run.
    pub every: bool,
}

/// What one puzzle may spend, and how it is to be told.
pub struct Job<'a> {
    /// The index of its record.
    pub index: u64,
    /// How its answer is printed.
    pub style: Style,
    /// Whether it is the only puzzle.
    pub single: bool,
    /// Whether it is the first of a stream, and may be the only one.
    pub first: bool,
    /// Threads for it; with a node limit the answer must not depend on them.
    pub threads: Threads,
    /// Nodes, memory, and the flag that ends it.
    pub limits: Limits<'a>,
    /// Whether to add search counters.
    pub stats: bool,
    /// Whether to print what differs from run to run.
    pub timings: bool,
    /// Whether the node count is worth telling: it may differ from run to run unless nodes are limited.
    pub counted: bool,
    /// Takes text that leaves at once, before the answer; `false` if no more is wanted.
    pub tell: &'a mut dyn FnMut(&str) -> bool,
}

/// A message for standard error about a puzzle.
#[derive(Clone, Debug)]
pub struct Complaint {
    /// The message.
    pub text: String,
    /// The input, if such a message is printed only once of it.
    pub once: Option<Arc<str>>,
}

impl From<String> for Complaint {
    fn from(text: String) -> Self {
        Complaint { text, once: None }
    }
}

/// The answer to one puzzle.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What goes to standard output; a record is a line.
    pub text: String,
    /// What goes to standard error.
    pub complaint: Option<Complaint>,
    /// What is known.
    pub status: Status,
    /// What ended the search.
    pub stopped_by: Option<StopReason>,
}

/// A reason in words.
pub fn stopped(reason: StopReason) -> Cow<'static, str> {
    let plain = match reason {
        StopReason::Nodes => "stopped by --nodes",
        StopReason::Time => "stopped by --time",
        StopReason::Memory => "stopped by --memory",
        StopReason::Solutions => "stopped by --max-solutions",
        StopReason::Depth => {
            return format!("stopped: lists of more than {MAX_DEPTH} moves are not searched for").into();
        }
        StopReason::Count => "stopped: the count exceeds 128 bits",
        StopReason::Target => "stopped by --target",
        StopReason::Trials => "stopped after the default number of trials",
        StopReason::Interrupt => "interrupted",
    };
    plain.into()
}
