//! `tilefall samegame hint`.

use crate::args::coordinates::CoordinateArgs;
use crate::args::numbers::Number;
use crate::args::rules::RuleArgs;
use crate::args::samegame_goal::{SameGameGoalArgs, trivial};
use crate::exit::{self, Exit};
use crate::verbs::goal_text;
use crate::verbs::hint::{self, Hint, HintArgs, Position};
use crate::verbs::solve::stopped;
use tilefall::internals::play::{Aim, board_after};
use tilefall::internals::rules::plural;
use tilefall::rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::rules::{GameKind, Status, Step};
use tilefall::samegame::{Board, Goal, Solver};

const EXAMPLES: &str = "\
Searches from the position after the clicks. Level 1 names the columns to look at, 2 the reason, 3 the \
next click and the whole line. The score, the number of clicks or \
the largest removal is that of the clicks to come.

Examples:
  tilefall samegame hint data/samples/codingame.txt
  tilefall samegame hint --level 2 --time 3s puzzle.jsonl '1 1, 4 2'
  tilefall samegame hint --goal clear --level 3 puzzle.jsonl
  tilefall samegame hint --rules former --level 3 puzzle.jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: HintArgs,
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

/// Prints a hint.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let (coordinates, columns) = (args.coordinates.coordinates, args.rules.columns());
    hint::run(&args.shared, GameKind::SameGame, coordinates, columns, &|position| hint(args, position))
}

fn hint(args: &Args, position: &Position) -> Result<Hint, String> {
    let Task::SameGame(task) = &position.named.puzzle.task else {
        return Err("expected a SameGame puzzle".into());
    };
    let rules = args.rules.over(task.rules).unwrap_or_default();
    let task = Task::SameGame(SameGameTask { rules: Some(rules), ..task.clone() });
    let board = board_after(&Puzzle { task, ..position.named.puzzle.clone() }, position.played)?;
    if board.groups_of(rules.min_group).is_empty() {
        let known =
            if board.is_empty() { "the board is cleared" } else { "the game is over, no group is left" };
        return Ok(Hint::over(known));
    }
    let goal = args.goal.resolve(&args.rules);
    trivial(goal, &rules).into_iter().for_each(exit::note);
    let solver = Solver::new().goal(goal).rules(rules).seed(args.seed.0).limits(position.limits.clone());
    let packed = Board::with_rules(&board, &rules).map_err(|unfit| unfit.to_string())?;
    let outcome = solver.solve(&packed).map_err(|unfit| unfit.to_string())?;
    let status = outcome.status.name();
    let bound = outcome.bound.map_or(String::new(), |bound| format!(", {}", goal_text::bound(goal, bound)));
    let reason = outcome.stopped_by.map_or(String::new(), |reason| format!(", {}", stopped(reason)));
    let known = match (&outcome.found, outcome.status) {
        (Some(found), status_of) => {
            let best = match (status_of, goal) {
                (Status::Optimal, Goal::Clear) => String::new(),
                (Status::Optimal, _) => format!(", {}", goal_text::proof(goal)),
                _ => bound + &reason,
            };
            let what = match goal {
                Goal::Score | Goal::Clear => {
                    let points = if found.score == 1 { "point" } else { "points" };
                    let end = if found.cleared { "the board cleared" } else { "tiles left" };
                    format!("{} more {points}, {end}", found.score)
                }
                Goal::Fewest => format!("cleared in {}", plural(found.clicks.len(), "more click")),
                Goal::Left | Goal::Biggest => goal_text::of_list(goal, found),
            };
            format!("{status}: {what}{best}")
        }
        (None, Status::Infeasible) if position.played.is_empty() => {
            format!("{status}: no list clears the board")
        }
        (None, Status::Infeasible) => {
            format!("{status}: no list clears the board from here; take clicks back")
        }
        (None, _) => format!("{status}: no list found{bound}{reason}"),
    };
    let list = outcome.found.map(|found| found.clicks.into_iter().map(Step::from).collect());
    Ok(Hint::new(known, &board, &Aim::SameGame(rules, goal), list))
}
