//! `tilefall mayan verify`.

use crate::args::goal::{Goal, GoalArgs};
use crate::exit::Exit;
use crate::verbs::verify::{self, Expected, VerifyArgs};
use tilefall::rules::puzzle::Task;
use tilefall::rules::{GameKind, Mode};

const EXAMPLES: &str = "\
A results file holds result records, the judge's output (moves X Y 1|-1, or -1), P1312 input with its moves, or \
plain lists: a move X Y R|L per line, lists separated by blank lines, in the order of the puzzles. The \
moves of a record must be canonical; other lists may have any move that can be played. Give the flags that \
the results were made with (--moves, --exactly, --within, --shortest, --allow-noop): a record names its puzzle by a hash over them.

Exit code: 0 if every answer is valid and none is missing, 1 if not, 2 for wrong arguments, 3 if reading or \
writing failed.

Examples:
  tilefall mayan verify puzzles.jsonl results.jsonl
  tilefall mayan verify --exactly --moves 5 board.txt list.txt
  tilefall mayan solve puzzles.jsonl | tilefall mayan verify puzzles.jsonl -";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    verify: VerifyArgs,
    #[command(flatten)]
    goal: GoalArgs,
}

/// Checks answers.
///
/// # Errors
/// If the results cannot be read, or standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let Goal { moves, mode, noop } = args.goal.resolve();
    let set = move |task: &mut Task| {
        if let Task::Mayan(task) = task {
            task.mode = mode.or(task.mode);
            task.allow_noop |= noop;
            // In a mode with at most M moves, the largest number means any number, as in the solver.
            let any = task.mode != Some(Mode::Exactly);
            task.moves = moves.or(task.moves).filter(|&moves| moves < u64::MAX || !any);
        }
    };
    let expected = Expected { game: GameKind::Mayan, set: &set, columns: None, coordinates: None };
    verify::run(&args.verify, &expected)
}
