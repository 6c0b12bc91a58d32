//! `tilefall mayan verify`.

use crate::exit::Exit;
use crate::numbers;
use crate::verify::{self, Expected, VerifyArgs};
use tilefall::base::{Game, Mode};
use tilefall::puzzle::Task;

const EXAMPLES: &str = "\
A results file holds result records, the judge's output (moves X Y 1|-1, or -1), P1312 input with its moves, or \
plain lists: a move X Y R|L per line, lists separated by blank lines, in the order of the puzzles. Records are to \
have canonical moves; other lists may have any that can be played. Say the flags that the results were made \
with (--moves, --exactly, --within, --shortest, --allow-noop): a record names its puzzle by a hash over them.

Exit code: 0 if every answer is valid and none is missing, 1 if not, 2 for wrong arguments, 3 if reading or \
writing failed.

Examples:
  tilefall mayan verify puzzles.jsonl results.jsonl
  tilefall mayan verify --exactly --moves 5 board.txt list.txt
  tilefall mayan solve puzzles.jsonl | tilefall mayan verify puzzles.jsonl -";

/// The arguments of `tilefall mayan verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    verify: VerifyArgs,
    /// The number of moves M, instead of the puzzle's own
    #[arg(long, value_name = "M", help_heading = "Goal")]
    #[arg(value_parser = numbers::number, allow_negative_numbers = true)]
    moves: Option<u64>,
    /// Lists must have exactly M moves (the default for noip)
    #[arg(long, group = "mode", help_heading = "Goal")]
    exactly: bool,
    /// Lists have at most M moves
    #[arg(long, group = "mode", help_heading = "Goal")]
    within: bool,
    /// Lists must be shortest lists (the default for all other formats)
    #[arg(long, group = "mode", help_heading = "Goal")]
    shortest: bool,
    /// Swaps of two equal blocks are moves
    #[arg(long, help_heading = "Goal")]
    allow_noop: bool,
}

/// Runs it.
///
/// # Errors
/// If the results cannot be read, or standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mode = match (args.exactly, args.within, args.shortest) {
        (true, ..) => Some(Mode::Exactly),
        (_, true, _) => Some(Mode::Within),
        (.., true) => Some(Mode::Shortest),
        _ => None,
    };
    let moves = args.moves;
    let set = move |task: &mut Task| {
        if let Task::Mayan(task) = task {
            // The largest number stands for "any", as the solver has it.
            task.moves = moves.or(task.moves).filter(|&moves| moves < u64::MAX);
            task.mode = mode.or(task.mode);
        }
    };
    let expected = Expected { game: Game::Mayan, set: &set, noop: args.allow_noop, coordinates: None };
    verify::run(&args.verify, &expected)
}
