//! `tilefall mayan analyse`.

use crate::args::rules::RuleArgs;
use crate::exit::Exit;
use crate::verbs::analyse::{self, AnalyseArgs};
use tilefall::insight::analysis::Analyser;
use tilefall::rules::puzzle::Task;
use tilefall::rules::{GameKind, Goal};

const EXAMPLES: &str = "\
Prints a row for each move: the blocks that vanished, the fewest moves of a whole game still possible \
before the move, the move of that game, and what the move lost. A loss is proven, or as far as \
found. For a noip puzzle only lists of exactly M moves are solutions. Without a limit the analysis \
takes up to a minute, and its result repeats. --optimise searches for a shorter list.

Examples:
  tilefall mayan analyse data/samples/noip.txt '0 0 R, 2 1 R'
  tilefall mayan analyse --time 10s puzzles.jsonl results.jsonl
  tilefall mayan analyse --optimise puzzles.jsonl long-lists.txt
  tilefall mayan analyse --html game.html data/samples/noip.txt '2 1 R, 3 1 R, 3 0 R'";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: AnalyseArgs,
    /// Allow swaps of two equal blocks
    #[arg(long)]
    allow_noop: bool,
}

/// Analyses lists.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    analyse::run(&args.shared, GameKind::Mayan, None, &RuleArgs::default(), &mut |played| {
        if let Task::Mayan(task) = &mut played.puzzle.task {
            task.allow_noop |= args.allow_noop;
        }
        (Analyser::new(), Goal::Clear)
    })
}
