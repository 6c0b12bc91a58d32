//! `tilefall samegame replay`.

use crate::args::coordinates::CoordinateArgs;
use crate::args::rules::RuleArgs;
use crate::exit::Exit;
use crate::verbs::replay::{self, ReplayArgs};
use tilefall::rules::GameKind;

const EXAMPLES: &str = "\
On a terminal you step through the lists: arrow keys step, space plays, digits jump, q quits. \
Elsewhere, and with --text, the boards are printed side by side, each below the click that comes \
next, the clicked group in brackets. Pictures and pages carry their records; 'tilefall samegame \
verify FILE' checks them.

Examples:
  tilefall samegame solve --time 2s puzzles.jsonl | tilefall samegame replay puzzles.jsonl -
  tilefall samegame replay --moves '1 1, 1 2' board.txt
  tilefall samegame replay --html replay.html puzzles.jsonl results.jsonl
  tilefall samegame replay --animate replay.svg --id five puzzles.jsonl results.jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: ReplayArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    coordinates: CoordinateArgs,
}

/// Replays lists.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    replay::run(&args.shared, GameKind::SameGame, args.coordinates.coordinates, &args.rules)
}
