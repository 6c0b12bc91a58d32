//! `tilefall mayan play`: its arguments, and how its games begin.

use super::session::Session;
use crate::args::values::Number;
use crate::exit::{Exit, UsageError};
use crate::verbs::play::{self, PlayArgs};
use tilefall::mayan::generate::{GenerateOptions, make};
use tilefall::rules::puzzle::{MayanTask, Puzzle, Task};
use tilefall::rules::{GameKind, Mode};

const EXAMPLES: &str = "\
Enter picks a block up and an arrow then moves it; < and > move it at once, and the mouse drags it. \
u undo, r redo, h hint, n new board, ? the keys and the rules, q leave. The light below the board says whether you can still \
solve it in the moves left: yes, no (proven) or not known.

The game is kept after each move, and play offers to go on with it. It is in $XDG_STATE_HOME/tilefall/mayan.jsonl, \
by default in ~/.local/state/tilefall; on Windows in %LOCALAPPDATA%\\tilefall. 'tilefall mayan analyse' reads that file.

Examples:
  tilefall mayan play
  tilefall mayan play --moves 3
  tilefall mayan play data/samples/noip.txt";

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
    let begin = |mut puzzle: Puzzle| {
        let Task::Mayan(task) = &mut puzzle.task else {
            anyhow::bail!(puzzle.task.game().wrong_game(GameKind::Mayan))
        };
        task.moves = moves.or(task.moves);
        task.skip_noop |= args.skip_noop;
        Session::new(puzzle, None)
    };
    let skip_noop = args.skip_noop;
    let options = GenerateOptions { moves: moves.unwrap_or(MOVES), ..GenerateOptions::default() };
    play::run(&args.shared, GameKind::Mayan, None, begin, move |seed, number, cancel| {
        // `--moves` is checked only here: a given board may have a number of moves that no generated board can have.
        options.check().map_err(|impossible| UsageError(impossible.to_string()))?;
        let made = make(&options, seed, number, cancel, |_| false)?;
        let moves = Some(options.moves);
        let task = MayanTask { moves, mode: Some(Mode::Within), skip_noop, list: Vec::new() };
        Session::new(Puzzle::new(made.grid, Task::Mayan(task)), None)
    })
}
