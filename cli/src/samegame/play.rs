//! `tilefall samegame play`.

use super::rules::RuleArgs;
use crate::exit::{Exit, Unfit};
use crate::numbers;
use crate::play::session::{Play, Session};
use crate::play::{PlayArgs, play};
use anyhow::Context as _;
use tilefall::base::{Game, StopFlag};
use tilefall::puzzle::Task;
use tilefall::samegame::generate::{Wish, make};

const EXAMPLES: &str = "\
The arrow keys move the cursor and Enter clicks; the mouse clicks, too. u undo, r redo, h hint, n \
new board, s save, ? all keys, q quit. The light below the board says whether you can still clear \
it: yes, no (proven) or not known.

s saves the board and the clicks. Give play that file to continue.

Examples:
  tilefall samegame play
  tilefall samegame play --rows 8 --cols 8 --colors 3 --clearable
  tilefall samegame play data/samples/codingame.txt
  tilefall samegame play tilefall-game.jsonl";

/// The arguments of `tilefall samegame play`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: PlayArgs,
    /// Rows of a new board
    #[arg(long, value_name = "N", default_value = "10", value_parser = numbers::number, allow_negative_numbers = true)]
    rows: u64,
    /// Columns of a new board
    #[arg(long, value_name = "N", default_value = "15", value_parser = numbers::number, allow_negative_numbers = true)]
    cols: u64,
    /// Colours of a new board
    #[arg(long, visible_alias = "colours", value_name = "N", default_value = "4")]
    #[arg(value_parser = numbers::number, allow_negative_numbers = true)]
    colors: u64,
    /// Only new boards that can be cleared
    #[arg(long)]
    clearable: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

/// Plays until the player ends.
///
/// # Errors
/// If the board cannot be read or made, or there is no terminal.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let small = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let (rows, cols, colours) = (small(args.rows), small(args.cols), small(args.colors));
    let wish = Wish { rows, cols, colours, clearable: args.clearable, ..Wish::default() };
    wish.check().map_err(|impossible| Unfit(impossible.to_string()))?;
    let seed = args.shared.seed();
    let stop = StopFlag::new();
    let mut number = 0;
    let mut new = || {
        let made = make(&wish, seed, number, &stop, |_| false)?;
        number += 1;
        let rules = args.rules.over(None).unwrap_or_default();
        Ok(Session::new(Play::SameGame(rules), made.grid))
    };
    let given = args.shared.given(Game::SameGame, |puzzle| {
        let Task::SameGame(task) = puzzle.task else { return None };
        let rules = args.rules.over(task.rules).unwrap_or_default();
        Some(Session::new(Play::SameGame(rules), puzzle.grid))
    })?;
    let game = given.map_or_else(&mut new, Ok).context("no board can be made")?;
    play(game, &args.shared.save, &mut new)
}
