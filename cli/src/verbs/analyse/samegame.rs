//! `tilefall samegame analyse`.

use crate::args::coordinates::CoordinateArgs;
use crate::args::numbers::Number;
use crate::args::rules::RuleArgs;
use crate::args::samegame_goal::{SameGameGoalArgs, trivial};
use crate::exit::{self, Exit};
use crate::verbs::analyse::{self, AnalyseArgs};
use tilefall::insight::analysis::Analyser;
use tilefall::rules::GameKind;

const EXAMPLES: &str = "\
Prints a row for each click: what it removed, the best result of a whole game still possible before \
the click, the click of that game, and what the click lost. A loss is proven, or as far as found: a \
longer search may find better games. Without a limit the analysis takes up to a minute, and its \
result repeats. --optimise starts from the list and searches for a better one.

Examples:
  tilefall samegame analyse board.txt '1 1, 4 2, 3 1'
  tilefall samegame analyse --time 10s puzzles.jsonl results.jsonl
  tilefall samegame analyse --html game.html --id five puzzles.jsonl results.jsonl
  tilefall samegame analyse --optimise --json puzzles.jsonl results.jsonl
  tilefall samegame analyse --rules former --json board.txt clicks.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: AnalyseArgs,
    #[command(flatten)]
    goal: SameGameGoalArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    coordinates: CoordinateArgs,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Limits")]
    seed: Number,
}

/// Analyses lists.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let given = args.goal.given(&args.rules);
    let mut noted = false;
    analyse::run(&args.shared, GameKind::SameGame, args.coordinates.coordinates, &args.rules, &mut |played| {
        let asked = played.answer.asked.as_ref().and_then(|asked| asked.goal);
        let goal = given.or(asked).unwrap_or_default();
        let rules = analyse::rules(&played.puzzle);
        if !std::mem::replace(&mut noted, true) {
            trivial(goal, &rules).into_iter().for_each(exit::note);
        }
        (Analyser::new().goal(goal).seed(args.seed.0), goal)
    })
}
