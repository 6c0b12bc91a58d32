//! `tilefall mayan hint`.

use crate::exit::Exit;
use crate::verbs::hint::{self, Hint, HintArgs, Position};
use crate::verbs::solve::stopped;
use tilefall::internals::play::{Aim, board_after};
use tilefall::internals::rules::plural;
use tilefall::mayan::Solver;
use tilefall::rules::puzzle::Task;
use tilefall::rules::{GameKind, Goal, Mode, Status, Step};

const EXAMPLES: &str = "\
Looks for a shortest list from the position after the moves; for a noip puzzle, for a list of \
exactly the moves that are left. Level 1 names the columns to look at, 2 the reason, 3 the next move \
and the whole line.

Examples:
  tilefall mayan hint data/samples/noip.txt
  tilefall mayan hint --level 2 data/samples/noip.txt '2 1 R'
  tilefall mayan hint --level 3 --id a puzzles.jsonl '2 1 R, 3 1 R'";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: HintArgs,
    /// Allow swaps of two equal blocks
    #[arg(long)]
    allow_noop: bool,
}

/// Prints a hint.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    hint::run(&args.shared, GameKind::Mayan, None, None, &|position| hint(position, args.allow_noop))
}

fn hint(position: &Position, allow_noop: bool) -> Result<Hint, String> {
    let mut puzzle = position.named.puzzle.clone();
    let Task::Mayan(task) = &mut puzzle.task else { return Err("expected a Mayan puzzle".into()) };
    task.allow_noop |= allow_noop;
    let task = task.clone();
    let board = board_after(&puzzle, position.played)?;
    let exactly = task.mode == Some(Mode::Exactly);
    let played = position.played.len() as u64;
    let left = match task.moves {
        Some(moves) if played > moves => return Err(format!("{played} moves are played, M is {moves}")),
        Some(moves) => moves - played,
        None => u64::MAX,
    };
    if board.is_empty() {
        return Ok(Hint::over("the board is cleared"));
    }
    let mode = if exactly { Mode::Exactly } else { Mode::Shortest };
    let solver = Solver::new().moves(left, mode).allow_noop(task.allow_noop);
    let solver = solver.limits(position.limits.clone().share_time());
    let outcome = solver.solve_grid(&board).map_err(|unfit| unfit.to_string())?;
    let effect = solver.noop_effect(&board, &outcome).map_err(|unfit| unfit.to_string())?;
    let within = match (exactly, left) {
        (_, u64::MAX) => "any number of moves".to_owned(),
        (true, left) => format!("exactly {}", plural(left, "move")),
        (false, left) => format!("at most {}", plural(left, "move")),
    };
    let reason = outcome.stopped_by.map_or(String::new(), |reason| format!(", {}", stopped(reason)));
    let status = outcome.status.name();
    let known = match (&outcome.list, outcome.status) {
        (Some(list), Status::Optimal) if exactly => {
            format!("{status}: cleared in {}", plural(list.len(), "more move"))
        }
        (Some(list), Status::Optimal) => {
            format!("{status}: cleared in {}, no list is shorter", plural(list.len(), "more move"))
        }
        (Some(list), _) => format!("{status}: cleared in {}{reason}", plural(list.len(), "more move")),
        (None, Status::Infeasible) if played == 0 => {
            format!("{status}: no list of {within} clears the board")
        }
        (None, Status::Infeasible) => {
            format!("{status}: no list of {within} clears the board from here; take moves back")
        }
        (None, _) => format!(
            "{status}: no list of {within} found{reason}; at least {} are needed",
            plural(outcome.bound, "move")
        ),
    };
    let other_rule = effect.describe().map_or(String::new(), |text| format!("; {text} (--allow-noop)"));
    let known = known + &other_rule;
    let aim = Aim::after(&puzzle, position.played.len(), Goal::default());
    let list = outcome.list.map(|list| list.into_iter().map(Step::from).collect());
    Ok(Hint::new(known, &board, &aim, list))
}
