//! `tilefall samegame hint` and `tilefall mayan hint`: the arguments, and the levels of a hint.

use crate::args::format_arg::FormatArgs;
use crate::args::goal::trivial;
use crate::args::limits::LimitArgs;
use crate::args::task::SearchArgs;
use crate::args::values::Number;
use crate::exit::{self, Exit, InvalidInput, UsageError};
use crate::io::input::Bounds;
use crate::io::puzzles::{InputPuzzle, Inputs};
use crate::io::watch::Watch;
use crate::io::{output, sanitize};
use crate::verbs::goal_text;
use crate::verbs::solve::stopped;
use crate::verbs::solve::text_mayan::noop_clause;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;
use tilefall::ask::{Run, SolveRequest, Solved};
use tilefall::insight::board_after;
use tilefall::insight::hints::reasons::{Fact, Reason, reasons};
use tilefall::insight::hints::{Aim, Hint};
use tilefall::internals::plural;
use tilefall::mayan::NoopEffect;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{MayanTask, Puzzle, Task};
use tilefall::rules::{GameKind, Goal, Mode, Status, Step};
use tilefall::verify::lists;
use tilefall::{Limits, mayan, samegame};

const SAMEGAME: &str = "\
Searches from the position after the clicks. Level 1 names the columns to look at, 2 the reason, 3 the \
next click and the whole line. The score, the number of clicks or \
the largest removal is that of the clicks to come.

Examples:
  tilefall samegame hint data/samples/codingame.txt
  tilefall samegame hint --level 2 --time 3s puzzle.jsonl '1 1, 4 2'
  tilefall samegame hint --goal clear --level 3 puzzle.jsonl
  tilefall samegame hint --rules former --level 3 puzzle.jsonl";

const MAYAN: &str = "\
Looks for a shortest list from the position after the moves; for a noip puzzle, for a list of \
exactly the moves that are left. Level 1 names the columns to look at, 2 the reason, 3 the next move \
and the whole line.

Examples:
  tilefall mayan hint data/samples/noip.txt
  tilefall mayan hint --level 2 data/samples/noip.txt '2 1 R'
  tilefall mayan hint --level 3 --id a puzzles.jsonl '2 1 R, 3 1 R'";

/// The arguments of `hint`, including the arguments `G` of one game.
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.visible_alias("from")), after_help = G::either(SAMEGAME, MAYAN))]
pub struct Args<G: SearchArgs> {
    /// The puzzle; '-' is standard input
    puzzle: PathBuf,
    /// The moves played so far, as 'solve' prints them: separated by commas
    moves: Option<String>,
    /// How much to tell: 1 where to look, 2 why, 3 the next move and the whole line
    #[arg(long, short, value_name = "N", default_value = "1")]
    level: Number<1, 3>,
    /// The puzzle with this id, if there are several
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    bounds: Bounds,
    #[command(flatten)]
    game: G,
}

/// The time limit of the search if neither `--time` nor `--nodes` is given.
const TIME: Duration = Duration::from_secs(1);

/// Returns the four texts of a hint: one of level 1, one of level 2, two of level 3. If there is no hint, returns at
/// most one text, shown at every level: the first of [`reasons`], or if a loss is proven the first reason for the loss.
fn texts(board: &Grid, aim: &Aim, list: Option<Vec<Step>>, status: Status) -> Vec<String> {
    if let Some(hint) = list.and_then(|list| Hint::new(board, aim, &list)) {
        return hint.texts(board).to_vec();
    }
    let mut reasons = reasons(board, aim);
    reasons.retain(|reason| status != Status::Infeasible || reason.fact.is_loss());
    // The printed status already states that there is no solution, so only the cause is added.
    let why = |reason: &Reason| match &reason.fact {
        Fact::NoSolution { why, .. } => why.clone(),
        _ => reason.to_text(board),
    };
    reasons.iter().take(1).map(why).collect()
}

/// A status in words, and the texts of [`texts`].
type Texts = (String, Vec<String>);

/// Returns the hint for the position after the moves `played`.
fn hint(request: &SolveRequest, puzzle: &Puzzle, played: &[Step], limits: Limits) -> Result<Texts, String> {
    let (board, number) = (board_after(puzzle, played)?, played.len() as u64);
    match &puzzle.task {
        _ if board.is_empty() => return Ok(("the board is cleared".into(), Vec::new())),
        Task::SameGame(task) => {
            let rules = task.rules.unwrap_or_default();
            trivial(request.goal(), &rules).into_iter().for_each(exit::note);
            if board.groups_of(rules.min_group).is_empty() {
                return Ok(("the game is over, no group is left".into(), Vec::new()));
            }
        }
        Task::Mayan(task) => {
            if let Some(moves) = task.moves.filter(|&moves| number > moves) {
                let played = plural(number, "move");
                return Err(format!("{played} played, expected at most M, which is {moves}"));
            }
        }
    }
    let search = |played: &[Step]| {
        let run = Run { limits: Some(limits.clone()), played: Some(played.to_vec()), ..Run::new(0, "") };
        request.solve(puzzle, run, |_| ControlFlow::Continue(()))
    };
    let answer = search(played)?;
    let status = answer.record.status;
    let nowhere = || match played {
        [] => String::new(),
        _ => {
            let back = search(&[]).is_ok_and(|start| start.record.moves.is_some());
            let moves = if request.game() == GameKind::Mayan { "moves" } else { "clicks" };
            format!(" from here{}", if back { format!("; take {moves} back") } else { String::new() })
        }
    };
    let known = match (&answer.solved, &answer.puzzle.task) {
        (Solved::Mayan(solver, outcome), Task::Mayan(task)) => {
            let effect = solver.noop_effect(&board, outcome).map_err(|unfit| unfit.to_string())?;
            known_of_mayan(task, outcome, effect, nowhere)
        }
        (Solved::SameGame(_, outcome), _) => known_of_samegame(request.goal(), outcome, nowhere),
        (Solved::Mayan(..), Task::SameGame(_)) => unreachable!("the answer is of the game of its puzzle"),
    };
    let aim = Aim::after(puzzle, played, request.goal());
    Ok((format!("{}: {known}", status.name()), texts(&board, &aim, answer.record.moves, status)))
}

/// Describes the result of a SameGame search. `nowhere` returns the end of the sentence `no list clears the board`.
fn known_of_samegame(goal: Goal, outcome: &samegame::Outcome, nowhere: impl Fn() -> String) -> String {
    let bound = outcome.bound.map_or(String::new(), |bound| format!(", {}", goal_text::bound(goal, bound)));
    let reason = outcome.stopped_by.map_or(String::new(), |reason| format!(", {}", stopped(reason)));
    let Some(found) = &outcome.found else {
        return match outcome.status {
            Status::Infeasible => format!("no list clears the board{}", nowhere()),
            _ => format!("no list found{bound}{reason}"),
        };
    };
    let best = match (outcome.status, goal) {
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
    what + &best
}

/// Describes the result of a Mayan search. `nowhere` returns the end of the sentence `no list … clears the board`.
fn known_of_mayan(
    task: &MayanTask,
    outcome: &mayan::Outcome,
    effect: NoopEffect,
    nowhere: impl Fn() -> String,
) -> String {
    let exactly = task.mode == Some(Mode::Exactly);
    let within = match task.moves {
        None => "any number of moves".to_owned(),
        Some(left) if exactly => format!("exactly {}", plural(left, "move")),
        Some(left) => format!("at most {}", plural(left, "move")),
    };
    let reason = outcome.stopped_by.map_or(String::new(), |reason| format!(", {}", stopped(reason)));
    let known = match (&outcome.found, outcome.status) {
        (Some(list), status) => {
            let best = match status {
                Status::Optimal if exactly => "",
                Status::Optimal => ", no list is shorter",
                _ => &reason,
            };
            format!("cleared in {}{best}", plural(list.len(), "more move"))
        }
        (None, Status::Infeasible) => format!("no list of {within} clears the board{}", nowhere()),
        (None, _) => {
            let needed = plural(outcome.bound, "move");
            format!("no list of {within} found{reason}; at least {needed} are needed")
        }
    };
    known + &noop_clause(effect, task.skip_noop).map_or(String::new(), |text| format!("; {text}"))
}

/// The numbers of texts that levels 1, 2 and 3 show.
const TEXTS: [usize; 3] = [1, 2, 4];

/// Prints the status of the position, and the texts of the hint up to `--level`.
pub fn run<G: SearchArgs>(args: &Args<G>) -> anyhow::Result<Exit> {
    let (game, task) = (G::GAME, &args.game);
    let inputs = Inputs::one(&args.puzzle, args.format.resolve(Some(game))?, args.bounds).by(task.columns());
    let (id, moves) = (args.id.as_deref(), args.moves.as_deref().unwrap_or_default());
    let mut limits = args.limits.resolve();
    limits.time = limits.time.or_else(|| limits.nodes.is_none().then_some(TIME));
    let mut exit = Exit::Done;
    let fits = |named: &InputPuzzle| id.is_none_or(|id| named.id() == id);
    let mut found = inputs.reported(&mut exit).filter(fits);
    let (named, more) = (found.next(), found.next().is_some());
    drop(found);
    let Some(mut named) = named else {
        if exit == Exit::Done {
            exit::print_error(&id.map_or("no puzzle, expected one".into(), |id| {
                format!("no puzzle has the id '{id}', expected that of a puzzle of the input")
            }));
        }
        return Ok(exit.max(Exit::BadInput));
    };
    if more {
        let why = "the input holds several puzzles, expected --id ID for one of them";
        return Err(UsageError(why.into()).into());
    }
    if named.puzzle.task.game() != game {
        let why = named.puzzle.task.game().wrong_game(game);
        return Err(InvalidInput(format!("{}: {why}", named.place())).into());
    }
    task.set(&mut named.puzzle.task);
    let (played, note) = lists::one(moves.as_bytes(), &named.puzzle, task.coordinates())
        .map_err(|error| UsageError(format!("the moves played: {error}")))?;
    note.iter().for_each(|note| exit::note(&format!("the moves played: {note}")));
    let watch = Watch::start()?;
    limits.cancel = watch.cancel().clone();
    let (known, texts) = hint(&task.request(), &named.puzzle, &played, limits).map_err(UsageError)?;
    let mut text = format!("{}: {known}\n", sanitize::line(&named.id()));
    for line in texts.iter().take(TEXTS[args.level.to_usize() - 1]) {
        text += &format!("  {line}\n");
    }
    output::print(&text)?;
    Ok(if watch.interrupted() { Exit::Interrupted } else { exit })
}
