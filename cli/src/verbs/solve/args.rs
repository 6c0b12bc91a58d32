//! The arguments that the `solve` verbs share.

use crate::args::limits::LimitArgs;
use crate::args::numbers::Time;
use crate::batch::Shard;
use crate::error::UsageError;
use crate::io::progress::ProgressArgs;
use crate::io::puzzles::PuzzleArgs;
use std::path::PathBuf;
use std::time::Duration;

/// Names and values of the arguments that affect records.
pub type Options = Vec<(&'static str, String)>;

/// The arguments that the `solve` verbs share.
#[derive(Clone, Debug, clap::Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub puzzles: PuzzleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub batch: BatchArgs,
    #[command(flatten)]
    pub progress: ProgressArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The arguments for batches.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Batch")]
pub struct BatchArgs {
    /// Append records to this file; FILE.tilefall next to it describes the run
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Continue the results in --out FILE, which must be of this run, or start them
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Start the results in --out FILE again; an old FILE and its sidecar are kept as FILE.1, FILE.2, ...
    #[arg(long, requires = "out", conflicts_with = "resume")]
    pub restart: bool,
    /// Solve part i of N, counted from 0: every Nth puzzle
    #[arg(long, value_name = "i/N", allow_hyphen_values = true)]
    pub shard: Option<Shard>,
    /// Time limit for all puzzles together, as for --time; puzzles left over are answered as unknown
    #[arg(long, value_name = "DUR", allow_hyphen_values = true)]
    pub total_time: Option<Time>,
}

/// The arguments for the output.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// The output: native is the judge's format, for one puzzle; auto decides by the input
    #[arg(long = "output", short = 'o', value_name = "KIND", value_enum, default_value = "auto")]
    pub kind: OutputKind,
    /// Add search counters
    #[arg(long)]
    pub stats: bool,
    /// Leave out everything that may differ between equal runs
    #[arg(long)]
    pub no_timings: bool,
    /// Exit codes: batch is 0 if all input was processed, 1 for bad input; solver is 10 for found, 20 for proven
    /// none, 0 for unknown, and takes a single puzzle
    #[arg(long, value_name = "KIND", value_enum, default_value = "batch")]
    pub exit_code: ExitCodes,
}

/// The values of `--output`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OutputKind {
    Auto,
    Native,
    Text,
    Jsonl,
}

/// The values of `--exit-code`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ExitCodes {
    Batch,
    Solver,
}

impl SolveArgs {
    /// Refuses options that have no effect next to others.
    pub(super) fn check(&self) -> Result<(), UsageError> {
        let OutputArgs { kind, stats, no_timings, exit_code } = self.output;
        let native = kind == OutputKind::Native;
        let solver = exit_code == ExitCodes::Solver;
        UsageError::unless_any(&[
            (native && stats, "--output native cannot show --stats, expected --output jsonl or text"),
            (native && no_timings, "--no-timings has no effect with --output native, expected one of them"),
            (
                stats && no_timings && self.limits.nodes.is_none(),
                "--no-timings hides --stats unless --nodes is given, expected one of them, or --nodes",
            ),
            (
                solver && self.batch.out.is_some(),
                "--exit-code solver takes one puzzle, --out takes a batch; expected one of them",
            ),
            (
                solver && self.batch.shard.is_some(),
                "--exit-code solver takes one puzzle, --shard takes a batch; expected one of them",
            ),
        ])
    }

    /// Returns the arguments that affect records.
    pub(super) fn options(&self) -> Options {
        let millis = |time: Duration| time.as_millis().to_string() + "ms";
        let limits = self.limits.resolve();
        let options = [
            ("time", limits.time.map(millis)),
            ("total-time", self.batch.total_time.map(|time| millis(time.0))),
            ("nodes", limits.nodes.map(|nodes| nodes.to_string())),
            ("memory", Some(limits.memory.to_string())),
            ("max-line", Some(self.puzzles.bounds.line.bytes().to_string())),
            ("max-unpacked", Some(self.puzzles.bounds.text.bytes().to_string())),
            ("stats", self.output.stats.then(String::new)),
            ("no-timings", self.output.no_timings.then(String::new)),
        ];
        options
            .into_iter()
            .chain(self.puzzles.format.options())
            .filter_map(|(name, value)| Some((name, value?)))
            .collect()
    }
}
