//! `tilefall mayan solve`.

pub mod answer;

use super::{Job, Options, Reply, SolveArgs, Solver, Style};
use crate::args::cpu::CpuArgs;
use crate::args::goal::GoalArgs;
use crate::args::numbers::{Number, value_name};
use crate::error::UsageError;
use crate::exit::Exit;
use crate::io::item::InputPuzzle;
use crate::io::puzzles::list_formats;
use answer::{Answer, Question};
use std::ops::ControlFlow;
use std::time::Instant;
use tilefall::internals::mayan::solve::Tuning;
use tilefall::mayan::{self, Event, NoopEffect, Solutions};
use tilefall::rules::puzzle::{MayanTask, Task};
use tilefall::rules::{GameKind, Mode, Refusal, StopReason};
use tilefall::text::record;
use tilefall::text::report::mayan as report;

const EXAMPLES: &str = "\
A line '2 1 1' of the judge's output moves the block at x = 2, y = 1 (both from 0 at the bottom left) to the right; -1 is \
left, and '-1' alone means that there is no solution. As text the same move is '2 1 R'.

Examples:
  tilefall mayan solve data/samples/noip.txt
  tilefall mayan solve --shortest --output text data/samples/noip.txt
  tilefall mayan solve --count --moves 4 puzzles.jsonl
  tilefall mayan solve puzzles/*.txt --time 2s > results.jsonl";

/// Approximate bytes of memory for a list of a record, and for each of its moves, until it is printed: the list as it
/// is found, its copy in the record, and the text, which grows by doubling.
const LIST: usize = 128;
const STEP: usize = 64;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: SolveArgs,
    #[command(flatten)]
    goal: GoalArgs,
    /// The first list in order of x, y, right before left (also with --within)
    #[arg(long, group = "want", help_heading = "Goal")]
    first: bool,
    /// All lists, in order
    #[arg(long, group = "want", help_heading = "Goal")]
    all: bool,
    /// With --all, stop after K lists
    // clap does not derive conflicts with arguments that conflict with the required one.
    #[arg(long, value_name = "K", requires = "all", conflicts_with_all = ["first", "count"], help_heading = "Goal")]
    max_solutions: Option<Number<1>>,
    /// The number of lists (with --within by length)
    #[arg(long, group = "want", help_heading = "Goal")]
    count: bool,
    /// Leave out parts of the solver
    #[arg(long, hide = true, value_enum, value_delimiter = ',')]
    without: Vec<Part>,
    #[command(flatten)]
    cpu: CpuArgs,
}

/// The values of `--without`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    Flow,
    Sleep,
    Table,
    Ends,
}

/// The options for every puzzle.
struct Config {
    shared: super::Config,
    goal: GoalArgs,
    want: Solutions,
    tuning: Tuning,
}

/// Solves the puzzles.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let Some(config) = args.resolve()? else { return list_formats(Some(GameKind::Mayan)) };
    super::run(&config.shared, &config)
}

impl Args {
    /// Returns the configuration; `None` for `--list-formats`.
    fn resolve(&self) -> Result<Option<Config>, UsageError> {
        let Some(shared) = self.shared.resolve(GameKind::Mayan, || self.options())? else { return Ok(None) };
        let with = |part| !self.without.contains(&part);
        let tuning = Tuning {
            flow: with(Part::Flow),
            sleep: with(Part::Sleep),
            table: with(Part::Table),
            final_moves: with(Part::Ends),
            cpu: Some(self.cpu.path()),
            ..Tuning::default()
        };
        let want = match (self.first, self.all, self.count) {
            (true, ..) => Solutions::First,
            (_, true, _) => Solutions::All(self.max_solutions.map_or(u64::MAX, |most| most.0)),
            (.., true) => Solutions::Count,
            _ => Solutions::One,
        };
        Ok(Some(Config { shared, goal: self.goal, want, tuning }))
    }

    /// Returns the arguments that affect records.
    fn options(&self) -> Options {
        let goal = self.goal;
        let skip = goal.skip_noop;
        let flags = [("first", self.first), ("all", self.all), ("count", self.count), ("skip-noop", skip)];
        let flags = flags.into_iter().filter(|&(_, on)| on).map(|(name, _)| name);
        let flags = flags.chain(goal.mode().map(Mode::name)).map(|name| (name, String::new()));
        let numbers = [("moves", goal.moves()), ("max-solutions", self.max_solutions.map(|most| most.0))];
        let numbers = numbers.into_iter().filter_map(|(name, number)| Some((name, number?.to_string())));
        let without = self.without.iter().map(value_name).collect::<Vec<_>>().join(",");
        let without = (!without.is_empty()).then_some(("without", without));
        flags.chain(numbers).chain(without).collect()
    }
}

impl Config {
    /// Returns the question to a puzzle: a flag overrides the record, the record overrides the format.
    fn question(&self, task: &MayanTask) -> Result<Question, String> {
        let mode = self.goal.mode().or(task.mode).unwrap_or(Mode::Shortest);
        let moves = self.goal.moves().or(task.moves);
        let moves = match mode {
            Mode::Exactly => moves.ok_or_else(|| Refusal::NoMoves.to_string())?,
            _ => moves.unwrap_or(u64::MAX),
        };
        let solver = mayan::Solver::new().moves(moves, mode).want(self.want);
        let skip_noop = self.goal.skip_noop || task.skip_noop;
        let solver = solver.skip_noop(skip_noop).tuning(self.tuning);
        Ok(Question { moves, mode, want: self.want, skip_noop, solver })
    }
}

fn task(named: &InputPuzzle) -> Result<&MayanTask, String> {
    match &named.puzzle.task {
        Task::Mayan(task) => Ok(task),
        Task::SameGame(_) => Err("expected a Mayan puzzle".into()),
    }
}

impl Solver for Config {
    const GAME: GameKind = GameKind::Mayan;

    fn hash(&self, named: &InputPuzzle) -> Option<String> {
        let question = self.question(task(named).ok()?).ok()?;
        Some(record::hash(&report::with_task(&named.puzzle, &question.solver)))
    }

    fn solve(&self, named: &InputPuzzle, job: &mut Job<'_>) -> Result<Reply, String> {
        let mut question = self.question(task(named)?)?;
        let begun = Instant::now();
        // The search for the effect of swaps of equal blocks is part of the time.
        question.solver = question.solver.limits(job.limits.clone().share_time());
        let solver = &question.solver;
        let grid = &named.puzzle.grid;
        let mut lists = Vec::new();
        let (mut list_count, mut first) = (0, None);
        let (mut room, mut full) = (job.limits.memory, false);
        let events = |event: Event<'_>| {
            let Event::Solution(list) = event else { return ControlFlow::Continue(()) };
            list_count += 1;
            first.get_or_insert_with(|| begun.elapsed().as_secs_f64());
            full = if job.style == Style::Jsonl {
                lists.push(list.to_vec());
                let takes = LIST + STEP * list.len();
                room = room.saturating_sub(takes);
                room < takes
            } else {
                !(job.emit)(&answer::list(job.style, named, list))
            };
            if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let outcome = match self.want {
            Solutions::All(_) => solver.solve_grid_with(grid, events),
            _ => solver.solve_grid(grid),
        };
        let mut outcome = outcome.map_err(|unfit| unfit.to_string())?;
        let seconds = begun.elapsed().as_secs_f64();
        if full && !matches!(self.want, Solutions::All(most) if list_count >= most) {
            outcome.stopped_by = outcome.stopped_by.map(|_| StopReason::Memory);
        }
        let first = first.or_else(|| outcome.list.as_ref().map(|_| seconds));
        let (status, stopped_by) = (outcome.status, outcome.stopped_by);
        let noop_effect = match job.style {
            Style::Jsonl => NoopEffect::None,
            Style::Native | Style::Text => {
                solver.noop_effect(grid, &outcome).map_err(|unfit| unfit.to_string())?
            }
        };
        let answer = Answer {
            job,
            named,
            question: &question,
            outcome,
            noop_effect,
            lists,
            list_count,
            seconds,
            first,
        };
        let (text, diagnostic) = answer.text()?;
        Ok(Reply { text, diagnostic, status, stopped_by })
    }
}
