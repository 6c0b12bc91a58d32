//! The command `tilefall mayan generate`: converts its arguments to a request for puzzles.

use crate::args::values::{Number, range};
use crate::exit::{self, Exit};
use crate::verbs::generate::{self, GenerateArgs};
use tilefall::ask::GenerateRequest;
use tilefall::ask::generate::{Difficulty, Ends};
use tilefall::rules::{GameKind, MAX_COLOURS};

const EXAMPLES: &str = "\
Every puzzle is proven: its shortest list has exactly M moves. The field \"origin\" of its record says \
what was measured: solutions (shortest lists), nodes (of the proof that no list is shorter), \
first_moves, how many of them win, how many are tempting (they remove blocks and lose) and the \
difficulty, 0 to 100, which is computed from these: easy up to 35, medium up to 60, hard above. Where \
no such puzzle is found within a minute or two, it ends with what the closest ones have.

Exit code: 0 if all were made, 1 if there are no more puzzles of this kind, 2 for wrong arguments, 3 if writing \
failed.

Examples:
  tilefall mayan generate --moves 3
  tilefall mayan generate --moves 5 --unique --answers list.jsonl > puzzle.jsonl
  tilefall mayan generate --moves 4 --difficulty hard --colors 5 --blocks 20..25
  tilefall mayan generate --moves 3 --to noip";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The number of moves M of the shortest list, 1 to 12
    #[arg(long, value_name = "M", default_value = "5", help_heading = "Puzzle")]
    moves: Number<1, 12>,
    /// Blocks of the board: 20, 20..25 [default: what M moves have room for]
    #[arg(long, value_name = "N", value_parser = range, help_heading = "Puzzle")]
    blocks: Option<Ends>,
    /// Colours of the board [default: M + 1, 6 at most]
    #[arg(long, visible_alias = "colours", value_name = "N", help_heading = "Puzzle")]
    colors: Option<Number<1, { MAX_COLOURS as u64 }>>,
    /// Rows of the board, 3 to 8
    #[arg(long, value_name = "N", default_value = "7", help_heading = "Puzzle")]
    rows: Number<3, 8>,
    /// Columns of the board, 2 to 8
    #[arg(long, value_name = "N", default_value = "5", help_heading = "Puzzle")]
    cols: Number<2, 8>,
    /// One list of M moves and no other
    #[arg(long, conflicts_with = "solutions", help_heading = "Puzzle")]
    unique: bool,
    /// The number of lists of M moves: 1..10
    #[arg(long, value_name = "MIN..MAX", value_parser = range, help_heading = "Puzzle")]
    solutions: Option<Ends>,
    /// How hard: easy, medium, hard, or 0..100
    #[arg(long, value_name = "D", value_parser = difficulty, help_heading = "Puzzle")]
    difficulty: Option<Difficulty>,
    #[command(flatten)]
    shared: GenerateArgs,
}

/// Parses a difficulty: a word (`hard`) or a range (`40..60`).
fn difficulty(text: &str) -> Result<Difficulty, String> {
    let expected = |_| "expected easy, medium, hard, or a range like 40..60".to_owned();
    Difficulty::named(text).map_or_else(|| range(text).map(Difficulty).map_err(expected), Ok)
}

/// From this number of moves on, generating a puzzle takes seconds.
const SLOW_MOVES: u64 = 8;

/// Generates puzzles; prints a note beforehand if they will take long.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.moves.0 >= SLOW_MOVES && !args.shared.is_quiet() {
        exit::note(&format!(
            "a puzzle of {} moves takes long: about 5 s of a processor for 8 moves, 20 s for 9, minutes for 10, and more \
             for each further move",
            args.moves.0
        ));
    }
    let request = GenerateRequest {
        rows: Some(args.rows.to_usize()),
        cols: Some(args.cols.to_usize()),
        colors: args.colors.map(Number::to_usize),
        moves: Some(args.moves.0),
        blocks: args.blocks,
        unique: args.unique,
        solutions: args.solutions,
        difficulty: args.difficulty,
        ..GenerateRequest::default()
    };
    generate::run(&args.shared, GameKind::Mayan, &request)
}
