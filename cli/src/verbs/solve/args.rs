//! The arguments that the `solve` verbs share.

use super::Style;
use crate::args::limits::LimitArgs;
use crate::args::values::Time;
use crate::batch::Shard;
use crate::batch::results::Existing;
use crate::exit::UsageError;
use crate::io::output;
use crate::io::progress::{ProgressArgs, ProgressMode};
use crate::io::puzzles::{Inputs, PuzzleArgs};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tilefall::ask::{RecordRequest, SolveRequest};
use tilefall::rules::GameKind;
use tilefall::text::formats::Format;

/// The options that affect records: names without `--`, and values.
pub type Options = BTreeMap<String, String>;

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

impl BatchArgs {
    /// Returns how to treat an existing results file, by `--resume` and `--restart`.
    pub fn existing(&self) -> Existing {
        match (self.resume, self.restart) {
            (true, _) => Existing::Resume,
            (_, true) => Existing::SetAside,
            _ => Existing::Refuse,
        }
    }
}

/// The arguments for the output.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// The output: native is the judge's format, for one puzzle; auto decides by the input
    #[arg(long = "output", short = 'o', value_name = "KIND", value_enum, default_value = "auto")]
    pub kind: OutputKind,
    /// Add search counters
    #[arg(long)]
    pub stats: bool,
    /// Add the request to each record, by which an equal search can be asked for
    #[arg(long)]
    pub request: bool,
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
    /// Refuses options that have no effect in combination with the other options.
    fn check(&self) -> Result<(), UsageError> {
        let OutputArgs { kind, stats, no_timings, request, exit_code } = self.output;
        let native = kind == OutputKind::Native;
        let solver = exit_code == ExitCodes::Solver;
        UsageError::unless_any(&[
            (native && stats, "--output native cannot show --stats, expected --output jsonl or text"),
            (
                request && kind != OutputKind::Jsonl && self.batch.out.is_none(),
                "--request adds to records, expected --output jsonl",
            ),
            (native && no_timings, "--no-timings has no effect with --output native, expected one of them"),
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

    /// Returns the options that affect records: the fields of the request, and the options of the input.
    fn options(&self, request: &SolveRequest) -> Options {
        let mut options = Options::new();
        let request = serde_json::to_value(request).expect("a request can be written");
        add_fields(&request, &mut options);
        let time = self.batch.total_time.map(|time| time.0.as_secs_f64().to_string());
        let more = [
            ("total-time", time),
            ("max-line", Some(self.puzzles.bounds.line.bytes().to_string())),
            ("max-unpacked", Some(self.puzzles.bounds.text.bytes().to_string())),
        ];
        let more = more.into_iter().chain(self.puzzles.format.options());
        options.extend(more.filter_map(|(name, value)| Some((name.to_owned(), value?))));
        options
    }
}

/// Adds the fields of a request as options of the command line, except threads, which do not affect records.
fn add_fields(request: &Value, options: &mut Options) {
    for (name, value) in request.as_object().into_iter().flatten() {
        let flag = name.replace('_', "-");
        let (name, text) = match (flag.as_str(), value) {
            ("threads", _) | (_, Value::Null | Value::Array(_)) => continue,
            ("timings", Value::Bool(false)) => ("no-timings".to_owned(), String::new()),
            (_, Value::Bool(on)) if flag == "timings" || !on => continue,
            (_, Value::Bool(_)) => (flag, String::new()),
            ("mode" | "want", Value::String(word)) => (word.clone(), String::new()),
            (_, Value::String(word)) => (flag, word.clone()),
            (_, Value::Object(_)) => {
                add_fields(value, options);
                continue;
            }
            (_, Value::Number(number)) => (flag, number.to_string().trim_end_matches(".0").to_owned()),
        };
        options.insert(name, text);
    }
}

/// The puzzles to solve, and how their answers are printed.
#[derive(Clone, Debug)]
pub struct Config {
    pub inputs: Inputs,
    pub batch: BatchArgs,
    /// When to show progress.
    pub progress: ProgressMode,
    pub output: OutputArgs,
    /// The arguments to store in the sidecar of a results file.
    pub options: Options,
}

impl SolveArgs {
    /// Returns which optional fields records have.
    pub fn record(&self) -> RecordRequest {
        let OutputArgs { stats, no_timings, request, .. } = self.output;
        RecordRequest { stats, timings: !no_timings, request }
    }

    /// Returns the configuration for a request; `None` for `--list-formats`. `more` is another option for the sidecar: its
    /// name and value.
    pub fn config(
        &self,
        request: &SolveRequest,
        more: Option<(&str, String)>,
    ) -> Result<Option<Config>, UsageError> {
        self.check()?;
        request.check().map_err(|error| UsageError::of_request(&error))?;
        if self.puzzles.list_formats {
            return Ok(None);
        }
        let mut options = self.options(request);
        options.extend(more.map(|(name, value)| (name.to_owned(), value)));
        Ok(Some(Config {
            inputs: self.puzzles.resolve(Some(request.game()))?.by(request.columns()),
            batch: self.batch.clone(),
            progress: self.progress.mode(),
            output: self.output,
            options,
        }))
    }
}

impl Config {
    /// Returns `true` if a single puzzle is solved on its own, not as a batch of one.
    pub fn is_standalone(&self) -> bool {
        self.batch.out.is_none() && self.batch.shard.is_none()
    }

    /// Returns the style of answers. `format` is the format of the first puzzle, if known; `single` is whether this is
    /// the only puzzle; `is_stream` is whether the input is a stream, whose answers people read on a terminal.
    pub fn style(&self, game: GameKind, format: Option<&Format>, single: bool, is_stream: bool) -> Style {
        match (self.output.kind, format) {
            (OutputKind::Native, _) => Style::Native,
            (OutputKind::Text, _) => Style::Text,
            (OutputKind::Jsonl, _) => Style::Jsonl,
            (OutputKind::Auto, Some(format)) if format.by_line.is_some() => {
                if is_stream && output::is_terminal() { Style::Text } else { Style::Jsonl }
            }
            // A judge's format cannot hold search counters.
            (OutputKind::Auto, Some(format)) if single && format.answers(game) && !self.output.stats => {
                Style::Native
            }
            (OutputKind::Auto, _) if single || output::is_terminal() => Style::Text,
            (OutputKind::Auto, _) => Style::Jsonl,
        }
    }
}
