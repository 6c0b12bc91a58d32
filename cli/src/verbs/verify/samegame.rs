//! `tilefall samegame verify`.

use crate::args::coordinates::CoordinateArgs;
use crate::args::rules::RuleArgs;
use crate::exit::Exit;
use crate::verbs::verify::{self, Expected, VerifyArgs};
use tilefall::rules::GameKind;
use tilefall::rules::puzzle::Task;

const EXAMPLES: &str = "\
A results file holds result records, UVa 339 or CodinGame boards with their clicks, or plain lists: clicks \
separated by commas or line ends, as 'solve' prints them, lists separated by blank lines, in the order of the \
puzzles. A click of a plain list is ROW COLUMN from 1 at the bottom left. A list that cannot be played so, but can \
be played as the puzzles' format counts (click: ROW COLUMN from 0 at the top left; codingame: COLUMN ROW from 0 at \
the bottom left), is read as the format counts, with a note; --coordinates decides.

Exit code: 0 if every answer is valid and none is missing, 1 if not, 2 for wrong arguments, 3 if reading or \
writing failed.

Examples:
  tilefall samegame verify puzzles.jsonl results.jsonl
  tilefall samegame verify --score n1 board.txt clicks.txt
  tilefall samegame verify --quiet --output jsonl puzzles.jsonl results.jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    verify: VerifyArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    coordinates: CoordinateArgs,
}

/// Checks answers.
///
/// # Errors
/// If the results cannot be read, or standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let set = |task: &mut Task| args.rules.set(task);
    let (columns, coordinates) = (args.rules.columns(), args.coordinates.coordinates);
    verify::run(&args.verify, &Expected { game: GameKind::SameGame, set: &set, columns, coordinates })
}
