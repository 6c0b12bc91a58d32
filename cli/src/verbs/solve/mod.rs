//! `tilefall samegame solve` and `tilefall mayan solve`: arguments, one puzzle on all threads, many puzzles in parallel.
//!
//! The arguments of a game become a [`Question`], which [`run`](run()) answers for every puzzle of the input.
//!
//! - [`args`]: the arguments that both games share; [`samegame`], [`mayan`]: the arguments of a game
//! - [`run`](mod@run): one puzzle; `batch`: many; `resume`: the comparison of a results file with the input
//! - `source`: the items of the input; `progress`: the progress of a batch, and its summary
//! - `answer`: the answer to one puzzle; `text_samegame`, `text_mayan`: its text, as the judge's output or for people
//! - `list_files`: the files of `--from` and `--trace`; `trace`: the lines of a trace

mod answer;
pub mod args;
mod batch;
mod list_files;
pub mod mayan;
mod progress;
mod resume;
pub mod run;
pub mod samegame;
mod source;
pub mod text_mayan;
mod text_samegame;
mod trace;

pub use args::{Config, SolveArgs};
pub use list_files::ListFiles;
pub use run::run;

use tilefall::ask::SolveRequest;
use tilefall::mayan::MAX_DEPTH;
use tilefall::rules::StopReason;

/// The request for every puzzle, with the inputs and the output.
pub struct Question {
    pub request: SolveRequest,
    pub config: Config,
    /// SameGame: the files of `--from` and `--trace`.
    pub files: ListFiles,
}

/// The style of printed answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The judge's output for the puzzle's format.
    Native,
    /// Text for people.
    Text,
    /// Result records, one line of JSON each.
    Jsonl,
}

/// Returns the reason why a search stopped, in words: `stopped by --time`.
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
