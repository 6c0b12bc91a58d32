//! `tilefall mayan play`.

use super::session::Session;
use crate::args::numbers::Number;
use crate::error::UsageError;
use crate::exit::Exit;
use crate::verbs::play::{self, PlayArgs};
use tilefall::mayan::generate::{GenerateOptions, make};
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::rules::{GameKind, Mode};

const EXAMPLES: &str = "\
The arrow keys move the cursor. Enter picks a block up and an arrow then moves it; < and > move it \
at once, and the mouse drags it. u undo, r redo, h hint, n new board, s save, ? all keys, q leave. \
The light below the board says whether you can still solve it in the moves left: yes, no (proven) or \
not known.

Beside the board is what each move gave away against the best known before it; m shows the whole list. At the end \
a card compares you with the solver, and b replays its best line.

A game that was begun is kept when you leave it, and 'tilefall mayan play' without arguments offers to go on with it. \
It is in $XDG_STATE_HOME/tilefall, or in ~/.local/state/tilefall; on Windows in %LOCALAPPDATA%\\tilefall. \
s saves the board and the moves in a file; give play that file to continue.

Examples:
  tilefall mayan play
  tilefall mayan play --moves 3
  tilefall mayan play data/samples/noip.txt
  tilefall mayan play tilefall-game.jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: PlayArgs,
    /// The moves allowed: of a new board, or in place of the puzzle's
    #[arg(long, value_name = "M", help_heading = "Goal")]
    moves: Option<Number>,
    /// Skip swaps of two equal blocks, which are moves where exactly M moves are asked for
    #[arg(long, help_heading = "Goal")]
    skip_noop: bool,
}

/// The number of moves of a new board.
const MOVES: u64 = 4;

/// Runs the game until the player leaves.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let moves = args.moves.map(|moves| moves.0);
    let begin = |puzzle: Puzzle| {
        let Task::Mayan(task) = puzzle.task else {
            anyhow::bail!(puzzle.task.game().wrong_game(GameKind::Mayan))
        };
        let (moves, mode) = (moves.or(task.moves), task.mode.unwrap_or(Mode::Within));
        let skip_noop = args.skip_noop || task.skip_noop;
        Session::mayan(puzzle.grid, moves, mode, skip_noop)
    };
    let skip_noop = args.skip_noop;
    let options = GenerateOptions { moves: moves.unwrap_or(MOVES), ..GenerateOptions::default() };
    play::run(
        &args.shared,
        GameKind::Mayan,
        moves.is_none() && !args.skip_noop,
        None,
        begin,
        move |seed, number, stop| {
            // Only here, because a given board may have a number of moves that no generated board can have.
            options.check().map_err(|impossible| UsageError(impossible.to_string()))?;
            let made = make(&options, seed, number, stop, |_| false)?;
            Session::mayan(made.grid, Some(options.moves), Mode::Within, skip_noop)
        },
    )
}
