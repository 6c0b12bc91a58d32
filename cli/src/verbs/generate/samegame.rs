//! The command `tilefall samegame generate`: converts its arguments to a request for boards.

use crate::args::rules::RuleArgs;
use crate::args::values::Number;
use crate::exit::Exit;
use crate::verbs::generate::{self, GenerateArgs};
use tilefall::ask::GenerateRequest;
use tilefall::rules::{GameKind, MAX_COLOURS};
use tilefall::samegame::generate::{MAX_CELLS, MAX_SIDE};

const EXAMPLES: &str = "\
With --clearable each board has a list that clears it; --answers writes these lists. Without it, \
boards may or may not be clearable. With --clicks N it is proven that N clicks clear the board and no \
fewer do, under the rules given; the proof takes small boards. Where no such board is found within a minute or so, it ends \
with what the boards take instead. A board that equals an earlier one up to the names of its \
colours and a mirror image is left out.

Exit code: 0 if all were made, 1 if there are no more boards of this kind, 2 for wrong arguments, 3 if writing \
failed.

Examples:
  tilefall samegame generate
  tilefall samegame generate --clearable --count 100 > puzzles.jsonl
  tilefall samegame generate --rows 4 --cols 4 --clicks 6 --rules former
  tilefall samegame generate --balanced --to tatham";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Rows of the board
    #[arg(long, value_name = "N", default_value = "15", help_heading = "Puzzle")]
    rows: Number<1, { MAX_SIDE as u64 }>,
    /// Columns of the board
    #[arg(long, value_name = "N", default_value = "15", help_heading = "Puzzle")]
    cols: Number<1, { MAX_SIDE as u64 }>,
    /// Colours of the board, 1 to 62
    #[arg(long, visible_alias = "colours", value_name = "N", default_value = "5", help_heading = "Puzzle")]
    colors: Number<1, { MAX_COLOURS as u64 }>,
    /// Only boards that a list clears
    #[arg(long, help_heading = "Puzzle")]
    clearable: bool,
    /// Only boards that N clicks clear and no fewer, proven
    #[arg(long, value_name = "N", conflicts_with = "clearable", help_heading = "Puzzle")]
    clicks: Option<Number<1, { MAX_CELLS as u64 }>>,
    /// Equally many tiles of each colour; numbers differ by at most one
    #[arg(long, help_heading = "Puzzle")]
    balanced: bool,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    shared: GenerateArgs,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let (rules, parts) = args.rules.given();
    let request = GenerateRequest {
        rows: Some(args.rows.to_usize()),
        cols: Some(args.cols.to_usize()),
        colors: Some(args.colors.to_usize()),
        clearable: args.clearable,
        balanced: args.balanced,
        clicks: args.clicks.map(|clicks| clicks.0),
        rules,
        parts,
        ..GenerateRequest::default()
    };
    generate::run(&args.shared, GameKind::SameGame, &request)
}
