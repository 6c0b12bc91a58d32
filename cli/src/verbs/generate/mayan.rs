//! `tilefall mayan generate`.

use crate::args::numbers::Number;
use crate::args::range::{range, sizes};
use crate::error::UsageError;
use crate::exit::{self, Exit};
use crate::verbs::generate::{self, GenerateArgs};
use std::ops::RangeInclusive;
use tilefall::mayan::generate::{GenerateOptions, make};
use tilefall::rules::{GameKind, MAX_COLOURS};
use tilefall::text::report::mayan as report;

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
    #[arg(long, value_name = "N", value_parser = sizes, help_heading = "Puzzle")]
    blocks: Option<RangeInclusive<usize>>,
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
    solutions: Option<RangeInclusive<u64>>,
    /// How hard: easy, medium, hard, or 0..100
    #[arg(long, value_name = "D", value_parser = difficulty, help_heading = "Puzzle")]
    difficulty: Option<RangeInclusive<u32>>,
    #[command(flatten)]
    shared: GenerateArgs,
}

/// Parses a difficulty: a word or a range.
pub fn difficulty(text: &str) -> Result<RangeInclusive<u32>, String> {
    let expected = |_| "expected easy, medium, hard, or a range like 40..60".to_owned();
    match text {
        "easy" => Ok(0..=35),
        "medium" => Ok(36..=60),
        "hard" => Ok(61..=100),
        _ => {
            let range = range(text).map_err(expected)?;
            let small = |end: u64| u32::try_from(end).unwrap_or(u32::MAX);
            Ok(small(*range.start())..=small(*range.end()))
        }
    }
}

impl Args {
    fn resolve(&self) -> Result<GenerateOptions, UsageError> {
        let options = GenerateOptions {
            rows: self.rows.to_usize(),
            cols: self.cols.to_usize(),
            solutions: if self.unique { Some(1..=1) } else { self.solutions.clone() },
            difficulty: self.difficulty.clone(),
            ..GenerateOptions::for_moves(self.moves.0, self.colors.map(Number::to_usize), self.blocks.clone())
        };
        options.check().map_err(|impossible| UsageError(impossible.to_string()))?;
        Ok(options)
    }
}

/// The least number of moves whose puzzles take seconds each.
const SLOW_MOVES: u64 = 8;

/// Generates puzzles.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let options = args.resolve()?;
    if args.moves.0 >= SLOW_MOVES && !args.shared.is_quiet() {
        exit::note(&format!(
            "a puzzle of {} moves takes long: about 5 s of a processor for 8 moves, 20 s for 9, minutes for 10, and more \
             for each further move",
            args.moves.0
        ));
    }
    let (name, check) = (report::id_prefix(&options), |format: &_| report::check_format(&options, format));
    generate::run(&args.shared, GameKind::Mayan, &name, &check, &|seed, number, stop, taken| {
        let made = make(&options, seed, number, stop, taken).map_err(|why| why.to_string())?;
        Ok(report::generated(&options, made))
    })
}
