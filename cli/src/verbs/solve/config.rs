//! The resolved arguments that the `solve` verbs share.

use super::Style;
use super::args::{ExitCodes, Options, OutputKind, SolveArgs};
use crate::batch::Shard;
use crate::batch::results::Existing;
use crate::error::UsageError;
use crate::io::output;
use crate::io::progress::ProgressMode;
use crate::io::puzzles::Inputs;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use tilefall::Limits;
use tilefall::rules::GameKind;
use tilefall::text::formats::Format;

/// The puzzles to solve, the limits, and the output.
#[derive(Clone, Debug)]
pub struct Config {
    pub inputs: Inputs,
    /// The shard to solve.
    pub shard: Option<Shard>,
    /// The limits for each puzzle.
    pub limits: Limits,
    /// The time limit for all puzzles together.
    pub total_time: Option<Duration>,
    pub out: Option<Results>,
    /// When to show progress.
    pub progress: ProgressMode,
    pub kind: OutputKind,
    /// Whether to add search counters.
    pub stats: bool,
    /// Whether to print times and other values that differ between equal runs.
    pub timings: bool,
    /// Whether to print the number of nodes, which differs between equal runs unless nodes are limited.
    pub counted: bool,
    pub codes: ExitCodes,
}

/// A results file.
#[derive(Clone, Debug)]
pub struct Results {
    pub path: PathBuf,
    /// What to do with a file that exists.
    pub existing: Existing,
    /// The arguments to store in the sidecar.
    pub options: BTreeMap<String, String>,
}

impl SolveArgs {
    /// Returns the configuration for the verb of a game; `None` for `--list-formats`. `own` returns the arguments of
    /// this game that affect records.
    pub fn resolve(
        &self,
        game: GameKind,
        own: impl FnOnce() -> Options,
    ) -> Result<Option<Config>, UsageError> {
        self.check()?;
        if self.puzzles.list_formats {
            return Ok(None);
        }
        let (batch, output) = (&self.batch, &self.output);
        let limits = self.limits.resolve();
        let timings = !output.no_timings;
        let counted = timings || limits.nodes.is_some();
        let results = |path: &PathBuf| {
            let options = self.options().into_iter().chain(own());
            let options = options.map(|(name, value)| (name.to_owned(), value)).collect();
            let existing = match (batch.resume, batch.restart) {
                (true, _) => Existing::Resume,
                (_, true) => Existing::SetAside,
                _ => Existing::Refuse,
            };
            Results { path: path.clone(), existing, options }
        };
        Ok(Some(Config {
            inputs: self.puzzles.resolve(Some(game))?,
            shard: batch.shard,
            limits,
            total_time: batch.total_time.map(|time| time.0),
            out: batch.out.as_ref().map(results),
            progress: self.progress.mode(),
            kind: output.kind,
            stats: output.stats && counted,
            timings,
            counted,
            codes: output.exit_code,
        }))
    }
}

impl Config {
    /// Returns `true` if a single puzzle is solved on its own, not as a batch of one.
    pub fn is_standalone(&self) -> bool {
        self.out.is_none() && self.shard.is_none()
    }

    /// Returns the style of answers, given the format of the first puzzle, if known, whether it is the only one, and
    /// whether the input is a stream, which people read on a terminal.
    pub fn style(&self, game: GameKind, format: Option<&Format>, single: bool, is_stream: bool) -> Style {
        match (self.kind, format) {
            (OutputKind::Native, _) => Style::Native,
            (OutputKind::Text, _) => Style::Text,
            (OutputKind::Jsonl, _) => Style::Jsonl,
            (OutputKind::Auto, Some(format)) if format.by_line.is_some() => {
                if is_stream && output::is_terminal() { Style::Text } else { Style::Jsonl }
            }
            // A judge's format cannot hold search counters.
            (OutputKind::Auto, Some(format)) if single && format.answers(game) && !self.stats => {
                Style::Native
            }
            (OutputKind::Auto, _) if single || output::is_terminal() => Style::Text,
            (OutputKind::Auto, _) => Style::Jsonl,
        }
    }
}
