//! `tilefall samegame verify`.

use super::rules::RuleArgs;
use crate::exit::Exit;
use crate::verify::{self, Expected, VerifyArgs};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::collections::HashSet;
use tilefall::base::Game;
use tilefall::formats::{Coordinates, FORMATS};
use tilefall::puzzle::Task;

const EXAMPLES: &str = "\
A results file holds result records, UVa 339 or CodinGame boards with their clicks, or plain lists: a click a \
line, lists separated by blank lines, in the order of the puzzles. A click of a plain list is ROW COLUMN from 1 at \
the bottom left; for puzzles of format click ROW COLUMN from 0 at the top left, for codingame COLUMN ROW from 0 \
at the bottom left.

Exit code: 0 if every answer is valid and none is missing, 1 if not, 2 for wrong arguments, 3 if reading or \
writing failed.

Examples:
  tilefall samegame verify puzzles.jsonl results.jsonl
  tilefall samegame verify --score n1 board.txt clicks.txt
  tilefall samegame verify --quiet --output jsonl puzzles.jsonl results.jsonl";

/// The arguments of `tilefall samegame verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    verify: VerifyArgs,
    #[command(flatten)]
    rules: RuleArgs,
    /// Where plain lists count from [default: as the format of the puzzles does]
    #[arg(long, value_name = "KIND", value_parser = coordinates())]
    coordinates: Option<&'static Coordinates>,
}

/// A parser for what `--coordinates` takes: those of all formats.
fn coordinates() -> impl TypedValueParser<Value = &'static Coordinates> {
    let mut seen = HashSet::new();
    let each = || FORMATS.iter().map(|format| format.coordinates);
    let once = each().filter(|one| seen.insert(one.name));
    let names = once.map(|one| PossibleValue::new(one.name).help(one.doc)).collect::<Vec<_>>();
    PossibleValuesParser::new(names)
        .map(move |name| each().find(|one| one.name == name).expect("one of them"))
}

/// Runs it.
///
/// # Errors
/// If the results cannot be read, or standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let rules = args.rules;
    let set = move |task: &mut Task| {
        if let Task::SameGame(task) = task {
            task.rules = rules.over(task.rules);
        }
    };
    let coordinates = args.coordinates;
    verify::run(&args.verify, &Expected { game: Game::SameGame, set: &set, coordinates })
}
