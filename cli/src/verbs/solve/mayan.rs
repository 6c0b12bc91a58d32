//! `tilefall mayan solve`: its arguments.

use super::{ListFiles, Question, SolveArgs};
use crate::args::goal::GoalArgs;
use crate::args::limits::CpuArgs;
use crate::args::values::{Number, value_name};
use crate::exit::{Exit, UsageError};
use crate::io::puzzles::list_formats;
use tilefall::ask::{MayanRequest, SolveRequest};
use tilefall::internals::mayan::solve::Tuning;
use tilefall::rules::GameKind;
use tilefall::text::record::Want;

const EXAMPLES: &str = "\
A line '2 1 1' of the judge's output moves the block at x = 2, y = 1 (both from 0 at the bottom left) to the right; -1 is \
left, and '-1' alone means that there is no solution. As text the same move is '2 1 R'.

Examples:
  tilefall mayan solve data/samples/noip.txt
  tilefall mayan solve --shortest --output text data/samples/noip.txt
  tilefall mayan solve --count --moves 4 puzzles.jsonl
  tilefall mayan solve puzzles/*.txt --time 2s > results.jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: SolveArgs,
    #[command(flatten)]
    goal: GoalArgs,
    /// The first list in order of x, y, right before left (also with --within)
    #[arg(long, group = "want", help_heading = "Goal")]
    first: bool,
    /// All lists, in order
    #[arg(long, group = "want", help_heading = "Goal")]
    all: bool,
    /// With --all, stop after K lists
    // `--first` and `--count` are named because clap does not infer these conflicts from `requires`.
    #[arg(long, value_name = "K", requires = "all", conflicts_with_all = ["first", "count"], help_heading = "Goal")]
    max_solutions: Option<Number<1>>,
    /// The number of lists (with --within by length)
    #[arg(long, group = "want", help_heading = "Goal")]
    count: bool,
    /// Leave out parts of the solver
    #[arg(long, hide = true, value_enum, value_delimiter = ',')]
    without: Vec<Part>,
    #[command(flatten)]
    cpu: CpuArgs,
}

/// The values of `--without`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    Flow,
    Sleep,
    Table,
    Ends,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let Some(question) = args.question()? else { return list_formats(Some(GameKind::Mayan)) };
    super::run(&question)
}

impl Args {
    /// Returns the question of the arguments; `None` for `--list-formats`.
    fn question(&self) -> Result<Option<Question>, UsageError> {
        let with = |part| !self.without.contains(&part);
        let tuning = Tuning {
            flow: with(Part::Flow),
            sleep: with(Part::Sleep),
            table: with(Part::Table),
            final_moves: with(Part::Ends),
            cpu: Some(self.cpu.path()),
            ..Tuning::default()
        };
        let wants = [(self.first, Want::First), (self.all, Want::All), (self.count, Want::Count)];
        let request = SolveRequest::Mayan(MayanRequest {
            moves: self.goal.moves(),
            mode: self.goal.mode(),
            want: wants.into_iter().find(|&(on, _)| on).map(|(_, want)| want),
            max_solutions: self.max_solutions.map(|most| most.0),
            skip_noop: self.goal.skip_noop,
            limits: self.shared.limits.request(),
            record: self.shared.record(),
            tuning,
        });
        let without = self.without.iter().map(value_name).collect::<Vec<_>>().join(",");
        let without = (!without.is_empty()).then_some(("without", without));
        let config = self.shared.config(&request, without)?;
        Ok(config.map(|config| Question { request, config, files: ListFiles::default() }))
    }
}
