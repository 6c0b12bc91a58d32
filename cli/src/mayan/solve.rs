//! `tilefall mayan solve`.

use super::answer::{self, Answer};
use super::goal::GoalArgs;
use crate::batch::{self, Job, Reply, SolveArgs, Solver, Style};
use crate::cpu::CpuArgs;
use crate::exit::Exit;
use crate::numbers::{self, word};
use crate::puzzles::Named;
use std::time::Instant;
use tilefall::base::{Game, Mode, Move, StopReason, Threads};
use tilefall::mayan::solve::switches::Switches;
use tilefall::mayan::solve::{Request, Want, solve};
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
    #[arg(long, value_name = "K", requires = "all", help_heading = "Goal")]
    #[arg(value_parser = numbers::positive, allow_negative_numbers = true)]
    max_solutions: Option<u64>,
    /// The number of lists (with --within by length)
    #[arg(long, group = "want", help_heading = "Goal")]
    count: bool,
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

/// What the arguments mean.
struct Meant<'a> {
    words: &'a Args,
    /// M, if it is not each puzzle's own.
    moves: Option<u64>,
    /// The mode, if it is not each puzzle's own.
    mode: Option<Mode>,
    want: Want,
    noop: bool,
    switches: Switches,
}

/// Runs it.
///
/// # Errors
/// If results cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    batch::run(&args.shared, &Meant::by(args))
}

impl<'a> Meant<'a> {
    fn by(words: &'a Args) -> Self {
        let with = |part| !words.without.contains(&part);
        let switches = Switches {
            flow: with(Part::Flow),
            sleep: with(Part::Sleep),
            table: with(Part::Table),
            ends: with(Part::Ends),
            cpu: Some(words.cpu.path()),
            ..Switches::default()
        };
        let want = match (words.first, words.all, words.count) {
            (true, ..) => Want::First,
            (_, true, _) => Want::All(words.max_solutions.unwrap_or(u64::MAX)),
            (.., true) => Want::Count,
            _ => Want::One,
        };
        let GoalArgs { moves, allow_noop: noop, .. } = words.goal;
        Meant { words, moves, mode: words.goal.mode(), want, noop, switches }
    }

    /// What is asked of this puzzle: a flag beats the record, the record beats the format.
    fn request(&self, task: &MayanTask, threads: Threads) -> Result<Request, String> {
        let mode = self.mode.or(task.mode).unwrap_or(Mode::Shortest);
        let moves = self.moves.or(task.moves);
        let moves = match mode {
            Mode::Exactly => moves.ok_or("the puzzle has no number of moves, expected --moves M")?,
            _ => moves.unwrap_or(u64::MAX),
        };
        let (want, noop, switches) = (self.want, self.noop, self.switches);
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

impl Solver for Meant<'_> {
    const GAME: Game = Game::Mayan;

    fn hash(&self, named: &Named) -> Option<String> {
        let request = self.request(task(named).ok()?, Threads::Some(1)).ok()?;
        Some(record::hash(&report::asked(&named.puzzle, &request)))
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let words = self.words;
        let switches =
            [("first", words.first), ("all", words.all), ("count", words.count), ("allow-noop", self.noop)];
        let numbers = [("moves", self.moves), ("max-solutions", words.max_solutions)];
        let switches = switches.into_iter().filter(|&(_, on)| on).map(|(name, _)| name);
        let switches = switches.chain(self.mode.map(Mode::name)).map(|name| (name, String::new()));
        let numbers = numbers.into_iter().filter_map(|(name, number)| Some((name, number?.to_string())));
        let without = words.without.iter().map(word).collect::<Vec<_>>().join(",");
        let without = (!without.is_empty()).then_some(("without", without));
        switches.chain(numbers).chain(without).collect()
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
        if full && self.words.max_solutions.is_none_or(|most| told < most) {
            outcome.stopped_by = outcome.stopped_by.map(|_| StopReason::Memory);
        }
        let first = first.or_else(|| outcome.list.as_ref().map(|_| seconds));
        let (status, stopped_by) = (outcome.status, outcome.stopped_by);
        let answer = Answer { job, named, request: &request, outcome, lists, told, seconds, first };
        let (text, complaint) = answer.text();
        Ok(Reply { text, complaint: complaint.map(Into::into), status, stopped_by })
    }
}
