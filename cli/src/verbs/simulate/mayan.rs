//! `tilefall mayan simulate`: prints whether the moves in P1312 input clear the board.

use crate::exit::{Exit, InvalidInput};
use crate::io::input::{self, Input, TextBound};
use crate::io::output;
use std::path::PathBuf;
use tilefall::judge::p1312::clears;
use tilefall::rules::puzzle::Task;
use tilefall::text::formats::p1312;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Input: M, seven rows of five numbers (the bottom row first, 0 is empty), N, then N moves X Y L|R, with any \
white space between them. X is a column from the left and Y a row from the bottom, both from 0. Prints Yes \
if the board is ever empty within M moves, else No. Runs on the given board vanish before the first move; \
a move of an empty cell and a swap of two equal blocks change nothing and count.

Example:
  tilefall mayan simulate data/samples/p1312.txt")]
pub struct Args {
    /// The input; none, or '-', is standard input
    file: Option<PathBuf>,
    #[command(flatten)]
    bound: TextBound,
}

/// Reads the input, and prints `Yes` or `No` for each board in it.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let Input { name, text } = input::read(input::path(args.file.as_deref()), args.bound)?;
    let mut puzzles = Vec::new();
    p1312::FORMAT.read(&text, &mut puzzles).map_err(|error| InvalidInput(format!("{name}:{error}")))?;
    let mut out = String::new();
    for puzzle in &puzzles {
        let Task::Mayan(task) = &puzzle.task else { continue };
        let place = puzzle.place.unwrap_or_default();
        let cleared = clears(&puzzle.grid, task.moves.unwrap_or(u64::MAX), &task.list)
            .map_err(|(at, why)| InvalidInput(format!("{name}:{place}: move {}: {why}", at + 1)))?;
        out += if cleared { "Yes\n" } else { "No\n" };
    }
    output::print(&out)?;
    Ok(Exit::Done)
}
