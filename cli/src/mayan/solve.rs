//! `tilefall mayan solve`.

use super::answer::{self, Answer};
use super::goal::{Goal, GoalArgs};
use crate::batch::{self, Job, Options, Reply, SolveArgs, Solver, Style};
use crate::cpu::CpuArgs;
use crate::error::Unfit;
use crate::exit::Exit;
use crate::item::Named;
use crate::numbers::{self, word};
use crate::puzzles::list_formats;
use std::time::Instant;
use tilefall::base::{Game, Mode, Move, StopReason, Threads};
use tilefall::mayan::solve::switches::Switches;
use tilefall::mayan::solve::{NoopEffect, Request, Want, noop_effect, solve};
use tilefall::puzzle::{MayanTask, Task};
use tilefall::record;
use tilefall::report::mayan as report;

const EXAMPLES: &str = "\
Examples:
  tilefall mayan solve data/samples/noip.txt
  tilefall mayan solve --shortest --output text data/samples/noip.txt
  tilefall mayan solve --count --moves 4 puzzles.jsonl
  tilefall mayan solve puzzles/*.txt --time 2s > results.jsonl";

/// Bytes that a list of a record takes until it is printed, and each of its moves: as it is found, as the record has
/// it, and as text, which grows by doubling.
const LIST: usize = 128;
const STEP: usize = 64;

/// The arguments of `tilefall mayan solve`.
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
    // A flag that rules out the one that this requires has to be ruled out here as well.
    #[arg(long, value_name = "K", requires = "all", conflicts_with_all = ["first", "count"], help_heading = "Goal")]
    #[arg(value_parser = numbers::positive, allow_negative_numbers = true)]
    max_solutions: Option<u64>,
    /// The number of lists (with --within by length)
    #[arg(long, group = "want", help_heading = "Goal")]
    count: bool,
    /// Has no effect: accepted for scripts that pass it to both games; the search draws no random numbers
    #[arg(long = "seed", value_name = "N", help_heading = "Search")]
    #[arg(value_parser = numbers::number, allow_negative_numbers = true)]
    _seed: Option<u64>,
    /// Leave out parts of the solver
    #[arg(long, hide = true, value_enum, value_delimiter = ',')]
    without: Vec<Part>,
    #[command(flatten)]
    cpu: CpuArgs,
}

/// What `--without` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    Flow,
    Sleep,
    Table,
    Ends,
}

/// What is asked of every puzzle.
struct Meant {
    shared: batch::Meant,
    goal: Goal,
    want: Want,
    switches: Switches,
}

/// Runs it.
///
/// # Errors
/// If results cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let Some(meant) = args.meant()? else { return list_formats(Some(Game::Mayan)) };
    batch::run(&meant.shared, &meant)
}

impl Args {
    /// `None` if the formats are asked for.
    fn meant(&self) -> Result<Option<Meant>, Unfit> {
        let Some(shared) = self.shared.meant(Game::Mayan, || self.options())? else { return Ok(None) };
        let with = |part| !self.without.contains(&part);
        let switches = Switches {
            flow: with(Part::Flow),
            sleep: with(Part::Sleep),
            table: with(Part::Table),
            ends: with(Part::Ends),
            cpu: Some(self.cpu.path()),
            ..Switches::default()
        };
        let want = match (self.first, self.all, self.count) {
            (true, ..) => Want::First,
            (_, true, _) => Want::All(self.max_solutions.unwrap_or(u64::MAX)),
            (.., true) => Want::Count,
            _ => Want::One,
        };
        Ok(Some(Meant { shared, goal: self.goal.meant(), want, switches }))
    }

    /// Those that records depend on, by name.
    fn options(&self) -> Options {
        let Goal { moves, mode, noop } = self.goal.meant();
        let flags = [("first", self.first), ("all", self.all), ("count", self.count), ("allow-noop", noop)];
        let flags = flags.into_iter().filter(|&(_, on)| on).map(|(name, _)| name);
        let flags = flags.chain(mode.map(Mode::name)).map(|name| (name, String::new()));
        let numbers = [("moves", moves), ("max-solutions", self.max_solutions)];
        let numbers = numbers.into_iter().filter_map(|(name, number)| Some((name, number?.to_string())));
        let without = self.without.iter().map(word).collect::<Vec<_>>().join(",");
        let without = (!without.is_empty()).then_some(("without", without));
        flags.chain(numbers).chain(without).collect()
    }
}

impl Meant {
    /// What is asked of this puzzle: a flag beats the record, the record beats the format.
    fn request(&self, task: &MayanTask, threads: Threads) -> Result<Request, String> {
        let Goal { moves, mode, noop } = self.goal;
        let mode = mode.or(task.mode).unwrap_or(Mode::Shortest);
        let moves = moves.or(task.moves);
        let moves = match mode {
            Mode::Exactly => moves.ok_or("the puzzle has no number of moves, expected --moves M")?,
            _ => moves.unwrap_or(u64::MAX),
        };
        let (want, switches) = (self.want, self.switches);
        let noop = noop || task.allow_noop;
        Ok(Request { moves, mode, want, noop, threads, switches })
    }
}

/// The task of a puzzle of this game.
fn task(named: &Named) -> Result<&MayanTask, String> {
    match &named.puzzle.task {
        Task::Mayan(task) => Ok(task),
        Task::SameGame(_) => Err("expected a Mayan puzzle".into()),
    }
}

impl Solver for Meant {
    const GAME: Game = Game::Mayan;

    fn hash(&self, named: &Named) -> Option<String> {
        let request = self.request(task(named).ok()?, Threads::Some(1)).ok()?;
        Some(record::hash(&report::asked(&named.puzzle, &request)))
    }

    fn solve(&self, named: &Named, job: &mut Job<'_>) -> Result<Reply, String> {
        let request = self.request(task(named)?, job.threads)?;
        let begun = Instant::now();
        let mut lists = Vec::new();
        let (mut told, mut first) = (0, None);
        let (mut room, mut full) = (job.limits.memory, false);
        let mut sink = |list: &[Move]| {
            told += 1;
            first.get_or_insert_with(|| begun.elapsed().as_secs_f64());
            full = if job.style == Style::Jsonl {
                lists.push(list.to_vec());
                let takes = LIST + STEP * list.len();
                room = room.saturating_sub(takes);
                room < takes
            } else {
                !(job.tell)(&answer::list(job.style, named, list))
            };
            !full
        };
        let mut outcome =
            solve(&named.puzzle.grid, &request, &job.limits, &mut sink).map_err(|unfit| unfit.to_string())?;
        let seconds = begun.elapsed().as_secs_f64();
        if full && !matches!(self.want, Want::All(most) if told >= most) {
            outcome.stopped_by = outcome.stopped_by.map(|_| StopReason::Memory);
        }
        let first = first.or_else(|| outcome.list.as_ref().map(|_| seconds));
        let (status, stopped_by) = (outcome.status, outcome.stopped_by);
        let noop_effect = match job.style {
            Style::Jsonl => NoopEffect::None,
            Style::Native | Style::Text => noop_effect(&named.puzzle.grid, &request, &job.limits, &outcome)
                .map_err(|unfit| unfit.to_string())?,
        };
        let answer =
            Answer { job, named, request: &request, outcome, noop_effect, lists, told, seconds, first };
        let (text, complaint) = answer.text();
        Ok(Reply { text, complaint: complaint.map(Into::into), status, stopped_by })
    }
}
