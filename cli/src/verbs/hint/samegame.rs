//! `tilefall samegame hint`.

use crate::args::coordinates::CoordinateArgs;
use crate::args::named::one_of_table;
use crate::args::numbers::Number;
use crate::args::rules::RuleArgs;
use crate::exit::Exit;
use crate::verbs::hint::{self, Hint, HintArgs, Position};
use crate::verbs::solve::samegame::GOALS;
use crate::verbs::solve::stopped;
use tilefall::base::{GameKind, Status};
use tilefall::internals::play::board_after;
use tilefall::internals::play::hint::clicks;
use tilefall::puzzle::Task;
use tilefall::samegame::{Board, Goal, Solver};

const EXAMPLES: &str = "\
Searches from the position after the clicks. Level 1 names the colour to keep together, or the third \
of the board to look at, 2 the next click, 3 the whole line. The score is that of the clicks to \
come.

Examples:
  tilefall samegame hint data/samples/codingame.txt
  tilefall samegame hint --level 2 --time 3s puzzle.jsonl '1 1, 4 2'
  tilefall samegame hint --goal clear --level 3 puzzle.jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: HintArgs,
    /// The goal: the highest score, or any list that clears the board
    #[arg(long, value_name = "GOAL", default_value = "score", value_parser = one_of_table(GOALS))]
    #[arg(help_heading = "Goal")]
    goal: Goal,
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
    hint::run(&args.shared, GameKind::SameGame, args.coordinates.coordinates, &|position| {
        hint(args, position)
    })
}

fn hint(args: &Args, position: &Position) -> Result<Hint, String> {
    let Task::SameGame(task) = &position.named.puzzle.task else {
        return Err("expected a SameGame puzzle".into());
    };
    let rules = args.rules.over(task.rules).unwrap_or_default();
    let board = board_after(&position.named.puzzle, position.played)?;
    if board.is_over() {
        let known =
            if board.is_empty() { "the board is cleared" } else { "the game is over, no group is left" };
        return Ok(Hint { known: known.into(), levels: None });
    }
    let goal = args.goal;
    let solver = Solver::new().goal(goal).rules(rules).seed(args.seed.0).limits(position.limits.clone());
    let packed = Board::try_from(&board).map_err(|unfit| unfit.to_string())?;
    let outcome = solver.solve(&packed).map_err(|unfit| unfit.to_string())?;
    let status = outcome.status.name();
    let bound = outcome.bound.map_or(String::new(), |bound| format!(", upper bound {bound}"));
    let reason = outcome.stopped_by.map_or(String::new(), |reason| format!(", {}", stopped(reason)));
    let known = match (&outcome.found, outcome.status) {
        (Some(found), status_of) => {
            let end = if found.cleared { "the board cleared" } else { "tiles left" };
            let best = match (status_of, goal) {
                (Status::Optimal, Goal::Score) => ", no list scores more".to_owned(),
                (Status::Optimal, Goal::Clear) => String::new(),
                _ => bound + &reason,
            };
            let points = if found.score == 1 { "point" } else { "points" };
            format!("{status}: {} more {points}, {end}{best}", found.score)
        }
        (None, Status::Infeasible) if position.played.is_empty() => {
            format!("{status}: no list clears the board")
        }
        (None, Status::Infeasible) => {
            format!("{status}: no list clears the board from here; take clicks back")
        }
        (None, _) => format!("{status}: no list found{bound}{reason}"),
    };
    let levels = outcome
        .found
        .filter(|found| !found.clicks.is_empty())
        .map(|found| clicks(&board, rules, &found.clicks));
    Ok(Hint { known, levels })
}
