//! `tilefall samegame play`.

use super::session::Session;
use crate::args::numbers::Number;
use crate::args::rules::RuleArgs;
use crate::args::samegame_goal::{SameGameGoalArgs, trivial};
use crate::error::UsageError;
use crate::exit::{self, Exit};
use crate::verbs::play::{self, PlayArgs};
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::rules::{GameKind, MAX_COLOURS};
use tilefall::samegame::generate::{GenerateOptions, MAX_SIDE, make};

const EXAMPLES: &str = "\
The arrow keys move the cursor and Enter clicks; the mouse clicks, too. u undo, r redo, h hint, n \
new board, s save, ? all keys, q leave. The light below the board says whether you can still clear \
it: yes, no (proven) or not known. With another goal than the score it names the best result known.

Beside the board is what each click gave away against the best known before it; m shows the whole list. At the end \
a card compares you with the solver, and b replays its best line.

A game that was begun is kept when you leave it, and 'tilefall samegame play' without arguments offers to go on with it. \
It is in $XDG_STATE_HOME/tilefall, or in ~/.local/state/tilefall; on Windows in %LOCALAPPDATA%\\tilefall. \
s saves the board and the clicks in a file; give play that file to continue.

Examples:
  tilefall samegame play
  tilefall samegame play --rules former --rows 9 --cols 7
  tilefall samegame play --rows 8 --cols 8 --colors 3 --clearable
  tilefall samegame play data/samples/codingame.txt
  tilefall samegame play tilefall-game.jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: PlayArgs,
    /// Rows of a new board
    #[arg(long, value_name = "N", default_value = "10")]
    rows: Number<1, { MAX_SIDE as u64 }>,
    /// Columns of a new board
    #[arg(long, value_name = "N", default_value = "15")]
    cols: Number<1, { MAX_SIDE as u64 }>,
    /// Colours of a new board
    #[arg(long, visible_alias = "colours", value_name = "N", default_value = "4")]
    colors: Number<1, { MAX_COLOURS as u64 }>,
    /// Only new boards that can be cleared
    #[arg(long)]
    clearable: bool,
    #[command(flatten)]
    goal: SameGameGoalArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

/// Runs the game until the player leaves.
///
/// # Errors
/// If no such board can be generated; also returns the errors of [`play::run`].
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let rules = args.rules;
    let options = GenerateOptions {
        rows: args.rows.to_usize(),
        cols: args.cols.to_usize(),
        colours: args.colors.to_usize(),
        clearable: args.clearable,
        rules: rules.over(None).unwrap_or_default(),
        ..GenerateOptions::default()
    };
    options.check().map_err(|impossible| UsageError(impossible.to_string()))?;
    let goal = args.goal.given(&rules);
    if let Some(note) = trivial(goal.unwrap_or_default(), &options.rules) {
        exit::note(note);
    }
    let begin = |puzzle: Puzzle| {
        let Task::SameGame(task) = puzzle.task else {
            anyhow::bail!(puzzle.task.game().wrong_game(GameKind::SameGame))
        };
        let rules = rules.over(task.rules).unwrap_or_default();
        Session::samegame(puzzle.grid, rules, goal)
    };
    let usual = options == GenerateOptions { rows: 10, cols: 15, colours: 4, ..GenerateOptions::default() };
    let offer = usual && goal.is_none() && rules.words().next().is_none();
    play::run(&args.shared, GameKind::SameGame, offer, rules.columns(), begin, move |seed, number, stop| {
        let made = make(&options, seed, number, stop, |_| false)?;
        Session::samegame(made.grid, options.rules, goal)
    })
}
