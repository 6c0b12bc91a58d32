//! `tilefall mayan play`.

use crate::exit::{Exit, Unfit};
use crate::numbers;
use crate::play::session::{Play, Session};
use crate::play::{PlayArgs, play};
use anyhow::Context as _;
use tilefall::base::{Game, Mode, StopFlag};
use tilefall::mayan::generate::{Wish, make};
use tilefall::puzzle::Task;

const EXAMPLES: &str = "\
The arrow keys move the cursor. Enter picks a block up and an arrow then moves it; < and > move it \
at once, and the mouse drags it. u undo, r redo, h hint, n new board, s save, ? all keys, q quit. \
The light below the board says whether you can still solve it in the moves left: yes, no (proven) or \
not known.

s saves the board and the moves. Give play that file to continue.

Examples:
  tilefall mayan play
  tilefall mayan play --moves 3
  tilefall mayan play data/samples/noip.txt
  tilefall mayan play tilefall-game.jsonl";

/// The arguments of `tilefall mayan play`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: PlayArgs,
    /// The moves allowed: of a new board, or in place of the puzzle's
    #[arg(long, value_name = "M", value_parser = numbers::number, allow_negative_numbers = true)]
    moves: Option<u64>,
}

/// Moves of a new board.
const MOVES: u64 = 4;

/// Plays until the player ends.
///
/// # Errors
/// If the board cannot be read or made, or there is no terminal.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let wish = Wish { moves: args.moves.unwrap_or(MOVES), ..Wish::default() };
    let checked = wish.check();
    let seed = args.shared.seed();
    let stop = StopFlag::new();
    let mut number = 0;
    let mut new = || {
        checked.clone().map_err(|impossible| Unfit(impossible.to_string()))?;
        let made = make(&wish, seed, number, &stop, |_| false)?;
        number += 1;
        let play = Play::Mayan { moves: Some(wish.moves), mode: Mode::Within };
        Ok(Session::new(play, made.grid))
    };
    let given = args.shared.given(Game::Mayan, |puzzle| {
        let Task::Mayan(task) = puzzle.task else { return None };
        let (moves, mode) = (args.moves.or(task.moves), task.mode.unwrap_or(Mode::Within));
        Some(Session::new(Play::Mayan { moves, mode }, puzzle.grid))
    })?;
    let game = given.map_or_else(&mut new, Ok).context("no board can be made")?;
    play(game, &args.shared.save, &mut new)
}
