//! `tilefall samegame solve` and `tilefall mayan solve`: arguments, one puzzle on all threads, many puzzles in parallel.
//!
//! A verb flattens [`SolveArgs`] into its arguments, resolves them, implements [`Solver`], and calls [`run`](run()).
//!
//! - `samegame`, `mayan`: the verb of each game; the rest is shared
//! - [`args`]: the arguments; [`config`]: the resolved arguments
//! - [`run`](mod@run): one puzzle; `many`: a batch; `resume`: the comparison of its results file with the input
//! - `source`: the items of the input
//! - `progress`: the progress of a batch; `tally`: its summary

pub mod args;
pub mod config;
mod many;
pub mod mayan;
mod progress;
mod resume;
pub mod run;
pub mod samegame;
mod source;
mod tally;

pub use args::{Options, SolveArgs};
pub use config::Config;
pub use run::run;

use crate::args::output_conflicts::OutputFile;
use crate::exit::Exit;
use crate::io::item::InputPuzzle;
use std::path::PathBuf;
use tilefall::Limits;
use tilefall::mayan::MAX_DEPTH;
use tilefall::rules::{GameKind, Status, StopReason};

/// The style of printed answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The judge's output for the puzzle's format.
    Native,
    /// Text for people.
    Text,
    /// Records.
    Jsonl,
}

/// The solver of a game, and the output of its answers.
pub trait Solver: Sync {
    /// The game. Puzzles of the other game are refused before they reach the solver.
    const GAME: GameKind;
    /// Solves a puzzle.
    fn solve(&self, named: &InputPuzzle, job: &mut Job<'_>) -> Result<Reply, String>;

    /// Returns the `hash` of the puzzle's result record; `None` if the solver refuses the puzzle.
    fn hash(&self, named: &InputPuzzle) -> Option<String>;

    /// Returns the output files of the game's own arguments.
    fn writes(&self) -> Vec<OutputFile> {
        Vec::new()
    }

    /// Returns the input files of the game's own arguments.
    fn reads(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Reads the files of the game's own arguments. Called after the check that no output overwrites an input.
    fn prepare(&self) -> anyhow::Result<()> {
        Ok(())
    }

    /// Opens files that only one run may use at a time. Called after the file of `--out`, if there is one, is locked and found
    /// to be of this run.
    fn begin(&self) -> anyhow::Result<()> {
        Ok(())
    }

    /// Completes and checks the files of the game's own arguments at the end of a run, which may have solved `every`
    /// puzzle of a batch. Returns the exit code for problems found here, or [`Exit::Done`] if there are none.
    fn finish(&self, every: bool) -> anyhow::Result<Exit> {
        let _ = every;
        Ok(Exit::Done)
    }

    /// Returns digests of input files that affect records, by the argument that names the file, for the sidecar of
    /// `--out`.
    fn digests(&self) -> Options {
        Vec::new()
    }
}

/// The limits and the output options for one puzzle.
pub struct Job<'a> {
    /// The index of the record.
    pub index: u64,
    /// The style of the answer.
    pub style: Style,
    /// Whether the puzzle is the only one.
    pub single: bool,
    /// The limits of the search.
    pub limits: Limits,
    /// The options for all puzzles.
    pub config: &'a Config,
    /// Prints text before the answer. Returns `false` if no more can be printed.
    pub emit: &'a mut (dyn FnMut(&str) -> bool + Send),
}

/// The answer to one puzzle.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The text for standard output; a record is a line.
    pub text: String,
    /// The message for standard error.
    pub diagnostic: Option<String>,
    pub status: Status,
    /// The limit that stopped the search.
    pub stopped_by: Option<StopReason>,
}

/// Returns a text for the reason why a search stopped.
pub fn stopped(reason: StopReason) -> String {
    let plain = match reason {
        StopReason::Nodes => "stopped by --nodes",
        StopReason::Time => "stopped by --time",
        StopReason::Memory => "stopped by --memory",
        StopReason::Solutions => "stopped by --max-solutions",
        StopReason::Depth => {
            return format!("stopped: lists of more than {MAX_DEPTH} moves are not searched for");
        }
        StopReason::Count => "stopped: the count exceeds 128 bits",
        StopReason::Target => "stopped by --target",
        StopReason::Trials => "stopped after the default number of trials",
        StopReason::Interrupt => "interrupted",
    };
    plain.into()
}
