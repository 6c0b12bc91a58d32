//! `tilefall mayan replay`.

use crate::args::rules::RuleArgs;
use crate::exit::Exit;
use crate::verbs::replay::{self, ReplayArgs};
use tilefall::rules::GameKind;

const EXAMPLES: &str = "\
On a terminal you step through the lists: arrow keys step, space plays, digits jump, q quits. \
Elsewhere, and with --text, the boards are printed side by side, each below the move that comes \
next, its blocks in brackets. Pictures and pages carry their records; 'tilefall mayan verify FILE' \
checks them.

Examples:
  tilefall mayan solve data/samples/noip.txt | tilefall mayan replay data/samples/noip.txt -
  tilefall mayan replay --moves '2 1 R, 3 1 R, 3 0 R' data/samples/noip.txt
  tilefall mayan replay --html replay.html puzzles.jsonl results.jsonl
  tilefall mayan replay data/samples/p1312.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: ReplayArgs,
}

/// Replays lists.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    replay::run(&args.shared, GameKind::Mayan, None, &RuleArgs::default())
}
