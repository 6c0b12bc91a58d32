//! The words that the `solve` verbs share.

use super::Style;
use crate::cli::limits::{LimitArgs, duration};
use crate::cli::puzzles::PuzzleArgs;
use std::time::Duration;

/// The words that the `solve` verbs share.
#[derive(Clone, Debug, clap::Args)]
pub struct SolveArgs {
    /// The puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleArgs,
    /// What a puzzle may spend.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How a batch is run.
    #[command(flatten)]
    pub batch: BatchArgs,
    /// What is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The words that say how many puzzles are solved.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Batch")]
pub struct BatchArgs {
    /// Time for all puzzles: those that it does not suffice for are answered as unknown
    #[arg(long, value_name = "DUR", value_parser = duration)]
    pub total_time: Option<Duration>,
    /// Where the batch is, on standard error: a bar on a terminal; always, also elsewhere: a line every few seconds
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    pub progress: When,
    /// Print results as they are finished, not in the order of the input
    #[arg(long)]
    pub unordered: bool,
}

/// The words that say what is printed.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// What to print: native is the judge's format, auto chooses by input
    #[arg(long = "output", value_name = "KIND", value_enum, default_value = "auto")]
    pub kind: Kind,
    /// Add figures of the search
    #[arg(long)]
    pub stats: bool,
    /// Leave out what may differ between equal runs
    #[arg(long)]
    pub no_timings: bool,
    /// Exit codes: batch is 0 for all processed, 1 for bad input; solver (for one puzzle) is 10 for found, 20
    /// for proven none, 0 for unknown
    #[arg(long, value_name = "KIND", value_enum, default_value = "batch")]
    pub exit_code: Codes,
}

/// What `--output` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[expect(missing_docs, reason = "clap would print it after each name")]
pub enum Kind {
    Auto,
    Native,
    Text,
    Jsonl,
}

/// What `--progress` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[expect(missing_docs, reason = "clap would print it after each name")]
pub enum When {
    Auto,
    Always,
    Never,
}

/// What `--exit-code` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[expect(missing_docs, reason = "clap would print it after each name")]
pub enum Codes {
    Batch,
    Solver,
}

impl SolveArgs {
    /// How answers are printed, by the format of the first puzzle, if it is known, and whether it is the only
    /// one.
    pub fn style(&self, native: &[&str], format: Option<&str>, single: bool) -> Style {
        match (self.output.kind, format) {
            (Kind::Native, _) => Style::Native,
            (Kind::Text, _) => Style::Text,
            (Kind::Jsonl, _) => Style::Jsonl,
            (Kind::Auto, Some(format)) if single && native.contains(&format) => Style::Native,
            (Kind::Auto, Some("jsonl")) => Style::Jsonl,
            (Kind::Auto, _) if single => Style::Text,
            (Kind::Auto, _) => Style::Jsonl,
        }
    }
}
