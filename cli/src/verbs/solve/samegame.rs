//! `tilefall samegame solve`: its arguments.

use super::{ListFiles, Question, SolveArgs};
use crate::args::goal::SameGameGoalArgs;
use crate::args::limits::CpuArgs;
use crate::args::rules::RuleArgs;
use crate::args::values::{Choice, Number, Signed, one_of_table};
use crate::exit::{Exit, UsageError};
use crate::io::puzzles::list_formats;
use std::path::PathBuf;
use tilefall::ask::{SameGameRequest, SolveRequest};
use tilefall::rules::GameKind;
use tilefall::samegame::Method;

const EXAMPLES: &str = "\
Without --time and --nodes a search makes a fixed number of trials, so its answer can be repeated.

A board may have up to 1,000,000 cells and 10,000 rows or columns. exact takes up to 16,000 tiles; \
auto chooses a method that takes the board.

Examples:
  tilefall samegame solve --time 10s data/samples/codingame.txt
  tilefall samegame solve --goal clear data/samples/uva339.txt
  tilefall samegame solve --rules former --time 10s board.txt
  tilefall samegame solve --score n1 --nodes 1e5 puzzles.jsonl > results.jsonl
  tilefall samegame solve --time 1h --trace trace.jsonl board.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: SolveArgs,
    #[command(flatten)]
    goal: SameGameGoalArgs,
    /// Stop when a list reaches this: a score, or the number of clicks, of tiles left or of tiles removed at once
    #[arg(long, value_name = "N", help_heading = "Goal")]
    target: Option<Signed>,
    #[command(flatten)]
    rules: RuleArgs,
    /// The search method
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = one_of_table(METHODS))]
    #[arg(help_heading = "Search")]
    method: Method,
    /// The seed of the random numbers [default: 1]
    #[arg(long, value_name = "N", help_heading = "Search")]
    seed: Option<Number>,
    /// Start from the lists in FILE: result records, such as those of --trace
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    from: Option<PathBuf>,
    /// Append every improvement to FILE as a result record, which --from reads
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    cpu: CpuArgs,
}

const METHODS: &[Choice<Method>] = &[
    ("auto", Method::Auto, "Choose by size and limits"),
    ("anneal", Method::Anneal, "Annealing over the list of clicks"),
    ("exact", Method::Exact, "Branch and bound, with a proof"),
];

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let Some(question) = args.question()? else { return list_formats(Some(GameKind::SameGame)) };
    super::run(&question)
}

impl Args {
    /// Returns the question of the arguments; `None` for `--list-formats`.
    fn question(&self) -> Result<Option<Question>, UsageError> {
        let (rules, parts) = self.rules.given();
        let request = SolveRequest::SameGame(SameGameRequest {
            goal: self.goal.given(&self.rules),
            target: self.target.map(|target| target.0),
            rules,
            parts,
            method: self.method,
            seed: self.seed.map(|seed| seed.0),
            start: Vec::new(),
            limits: self.shared.limits.request(),
            record: self.shared.record(),
            path: Some(self.cpu.path()),
        });
        let Some(config) = self.shared.config(&request, None)? else { return Ok(None) };
        let files = ListFiles::new(self.from.clone(), self.trace.clone());
        Ok(Some(Question { request, config, files }))
    }
}
