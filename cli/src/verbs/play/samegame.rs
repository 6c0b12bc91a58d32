//! `tilefall samegame play`: its arguments, and how its games begin.

use super::session::Session;
use crate::args::goal::{SameGameGoalArgs, trivial};
use crate::args::rules::RuleArgs;
use crate::args::values::Number;
use crate::exit::{self, Exit, UsageError};
use crate::verbs::play::{self, PlayArgs};
use tilefall::rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::rules::{GameKind, MAX_COLOURS};
use tilefall::samegame::generate::{GenerateOptions, MAX_SIDE, make};

const EXAMPLES: &str = "\
Arrow keys and Enter, or the mouse, click groups; u undo, r redo, h hint, n new board, ? the keys, the rules and the points, q leave.
The light below the board says whether you can still clear it: yes, no (proven) or not known.

The game is kept after each click, and play offers to go on with it. It is in $XDG_STATE_HOME/tilefall/samegame.jsonl, \
by default in ~/.local/state/tilefall; on Windows in %LOCALAPPDATA%\\tilefall. 'tilefall samegame analyse' reads that file.

Examples:
  tilefall samegame play
  tilefall samegame play --rules former --rows 9 --cols 7
  tilefall samegame play --rows 8 --cols 8 --colors 3 --clearable
  tilefall samegame play data/samples/codingame.txt";

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
    let begin = |mut puzzle: Puzzle| {
        let Task::SameGame(task) = &mut puzzle.task else {
            anyhow::bail!(puzzle.task.game().wrong_game(GameKind::SameGame))
        };
        task.rules = rules.over(task.rules);
        Session::new(puzzle, goal)
    };
    play::run(&args.shared, GameKind::SameGame, rules.columns(), begin, move |seed, number, cancel| {
        let made = make(&options, seed, number, cancel, |_| false)?;
        let task = SameGameTask { rules: Some(options.rules), clicks: Vec::new() };
        Session::new(Puzzle::new(made.grid, Task::SameGame(task)), goal)
    })
}
