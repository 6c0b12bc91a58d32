//! `tilefall mayan solve`.

use super::answer::{self, Answer, Style};
use crate::bits::cpu::Path;
use crate::cli::exit::{self, Exit};
use crate::cli::limits::LimitArgs;
use crate::cli::output;
use crate::cli::puzzles::{Bad, Named, PuzzleArgs};
use crate::cli::watch::Watch;
use crate::formats;
use crate::limits::{Limits, StopReason};
use crate::mayan::solve::switches::Switches;
use crate::mayan::solve::{Request, Threads, Want, solve};
use crate::mayan::{Mode, Move};
use crate::puzzle::{MayanTask, Status, Task};
use anyhow::Context as _;
use rayon::prelude::*;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  tilefall mayan solve data/samples/noip.txt
  tilefall mayan solve --shortest --output text data/samples/noip.txt
  tilefall mayan solve --count --moves 4 puzzles.jsonl
  tilefall mayan solve puzzles/*.txt --time 2s > results.jsonl";

/// The words of `tilefall mayan solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    puzzles: PuzzleArgs,
    /// The number of moves M, instead of the puzzle's own
    #[arg(long, value_name = "M", help_heading = "Goal")]
    moves: Option<u64>,
    /// A list of exactly M moves (the default for noip)
    #[arg(long, group = "mode", help_heading = "Goal")]
    exactly: bool,
    /// Any list of at most M moves
    #[arg(long, group = "mode", help_heading = "Goal")]
    within: bool,
    /// A shortest list, of at most M moves (the default for all other formats)
    #[arg(long, group = "mode", help_heading = "Goal")]
    shortest: bool,
    /// The first list in order of x, y, right before left (also with --within)
    #[arg(long, group = "want", help_heading = "Goal")]
    first: bool,
    /// All lists, in order
    #[arg(long, group = "want", help_heading = "Goal")]
    all: bool,
    /// With --all, stop after K lists
    #[arg(long, value_name = "K", requires = "all", help_heading = "Goal")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    max_solutions: Option<u64>,
    /// The number of lists (with --within by length)
    #[arg(long, group = "want", help_heading = "Goal")]
    count: bool,
    /// Let swaps of two equal blocks be moves
    #[arg(long, help_heading = "Goal")]
    allow_noop: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// What to print: native is the judge's format, auto chooses by input
    #[arg(long, value_name = "KIND", value_enum, default_value = "auto", help_heading = "Output")]
    output: Output,
    /// Add figures of the search
    #[arg(long, help_heading = "Output")]
    stats: bool,
    /// Leave out what may differ between equal runs
    #[arg(long, help_heading = "Output")]
    no_timings: bool,
    /// Exit codes: batch is 0 for all processed, 1 for bad input; solver (for one puzzle) is 10 for found, 20
    /// for proven none, 0 for unknown
    #[arg(long, value_name = "KIND", value_enum, default_value = "batch", help_heading = "Output")]
    exit_code: Codes,
    /// Leave out parts of the solver
    #[arg(long, hide = true, value_enum, value_delimiter = ',')]
    without: Vec<Part>,
    /// Use this CPU path
    #[arg(long, hide = true, value_parser = super::cpu_path)]
    cpu: Option<Path>,
}

/// What `--output` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Output {
    Auto,
    Native,
    Text,
    Jsonl,
}

/// What `--exit-code` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Codes {
    Batch,
    Solver,
}

/// What `--without` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    Flow,
    Sleep,
    Table,
}

/// Puzzles that are solved side by side before their answers are printed.
const PORTION: usize = 1024;

/// Runs it.
///
/// # Errors
/// If standard output cannot be written, or the words do not fit the puzzle.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.puzzles.list_formats {
        output::print(&formats::list())?;
        return Ok(Exit::Done);
    }
    let watch = Watch::start()?;
    let mut puzzles = args.puzzles.each().peekable();
    let (first, single) = watch.reading(|| (puzzles.next(), puzzles.peek().is_none()));
    let style = args.style(first.as_ref(), single);
    let mut exit = Exit::Done;
    if single {
        let status = first.map(|item| args.alone(0, &item, style, &watch)).transpose()?;
        exit = match (status, args.exit_code) {
            (Some(Status::Error), _) => Exit::BadInput,
            (Some(Status::Optimal | Status::Feasible), Codes::Solver) => Exit::Found,
            (Some(Status::Infeasible), Codes::Solver) => Exit::ProvenNone,
            _ => Exit::Done,
        };
    } else {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(args.limits.threads()).build()?;
        let mut all = first.into_iter().chain(puzzles);
        let mut index = 0;
        loop {
            let portion: Vec<_> = watch.reading(|| (index..).zip(all.by_ref().take(PORTION)).collect());
            if portion.is_empty() || watch.interrupted() {
                break;
            }
            index += portion.len() as u64;
            let answer =
                |(index, item): &(u64, Result<Named, Bad>)| args.in_batch(*index, item, style, &watch);
            let answers: Vec<_> = pool.install(|| portion.par_iter().map(answer).collect());
            let mut out = std::io::stdout().lock();
            for (text, complaint, bad) in answers {
                complaint.iter().for_each(|message| exit::complain_of(message));
                exit = if bad { Exit::BadInput } else { exit };
                out.write_all(text.as_bytes())?;
            }
            out.flush()?;
        }
    }
    Ok(if watch.interrupted() { Exit::Interrupted } else { exit })
}

impl Args {
    fn style(&self, first: Option<&Result<Named, Bad>>, single: bool) -> Style {
        let format = first.and_then(|item| match item {
            Ok(named) => Some(named.format.name),
            Err(bad) => bad.format.map(|format| format.name),
        });
        match (self.output, format) {
            (Output::Native, _) => Style::Native,
            (Output::Text, _) => Style::Text,
            (Output::Jsonl, _) => Style::Jsonl,
            (Output::Auto, Some("noip" | "p1312")) if single => Style::Native,
            (Output::Auto, Some("jsonl")) => Style::Jsonl,
            (Output::Auto, _) if single => Style::Text,
            (Output::Auto, _) => Style::Jsonl,
        }
    }

    fn switches(&self) -> Switches {
        let with = |part| !self.without.contains(&part);
        let (flow, sleep, table) = (with(Part::Flow), with(Part::Sleep), with(Part::Table));
        Switches { flow, sleep, table, cpu: self.cpu, ..Switches::default() }
    }

    /// What is asked of this puzzle: a flag beats the record, the record beats the format.
    fn request(&self, task: &MayanTask, threads: Threads) -> anyhow::Result<Request> {
        let flag = match (self.exactly, self.within, self.shortest) {
            (true, ..) => Some(Mode::Exactly),
            (_, true, _) => Some(Mode::Within),
            (.., true) => Some(Mode::Shortest),
            _ => None,
        };
        let mode = flag.or(task.mode).unwrap_or(Mode::Shortest);
        let moves = self.moves.or(task.moves);
        let moves = match mode {
            Mode::Exactly => moves.context("the puzzle names no number of moves, expected --moves M")?,
            _ => moves.unwrap_or(u64::MAX),
        };
        let want = match (self.first, self.all, self.count) {
            (true, ..) => Want::First,
            (_, true, _) => Want::All(self.max_solutions.unwrap_or(u64::MAX)),
            (.., true) => Want::Count,
            _ => Want::One,
        };
        Ok(Request { moves, mode, want, noop: self.allow_noop, threads, switches: self.switches() })
    }

    /// Solves the only puzzle, on all threads; lists are printed as they are found.
    fn alone(
        &self,
        index: u64,
        item: &Result<Named, Bad>,
        style: Style,
        watch: &Arc<Watch>,
    ) -> anyhow::Result<Status> {
        let mut out = std::io::stdout().lock();
        let mut failed = None;
        let (text, complaint, status) = {
            let mut tell = |text: &str| match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                Ok(()) => true,
                Err(error) => {
                    failed = Some(error);
                    false
                }
            };
            self.answer(index, item, style, watch, (self.limits.for_one(), self.limits.memory), &mut tell)
        };
        if let Some(error) = failed {
            return Err(error.into());
        }
        complaint.iter().for_each(|message| exit::complain_of(message));
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(status)
    }

    /// Solves one of many, on one thread: its text, what to complain of, and whether it was bad.
    fn in_batch(
        &self,
        index: u64,
        item: &Result<Named, Bad>,
        style: Style,
        watch: &Arc<Watch>,
    ) -> (String, Option<String>, bool) {
        let mut streamed = String::new();
        let share = (Threads::Some(1), self.limits.memory / self.limits.threads());
        let (text, complaint, status) = self.answer(index, item, style, watch, share, &mut |text| {
            streamed.push_str(text);
            true
        });
        (streamed + &text, complaint, status == Status::Error)
    }

    fn answer(
        &self,
        index: u64,
        item: &Result<Named, Bad>,
        style: Style,
        watch: &Arc<Watch>,
        (threads, memory): (Threads, usize),
        tell: &mut dyn FnMut(&str) -> bool,
    ) -> (String, Option<String>, Status) {
        let bad = |id: String, message: String| {
            (answer::error(style, index, id, &message), Some(message), Status::Error)
        };
        let named = match item {
            Ok(named) => named,
            Err(error) => return bad(format!("{}:{}", error.input, error.position), error.to_string()),
        };
        let refuse = |message: String| {
            bad(named.id(), format!("{}: puzzle {}: {message}", named.input, named.position))
        };
        let Task::Mayan(task) = &named.puzzle.task else {
            return refuse("this is a SameGame puzzle, expected a Mayan one".into());
        };
        let request = match self.request(task, threads) {
            Ok(request) => request,
            Err(error) => return refuse(error.to_string()),
        };
        let flag = watch.flag(self.limits.time);
        let limits = Limits { nodes: self.limits.nodes, memory, stop: &flag };
        let begun = Instant::now();
        let mut lists = Vec::new();
        let (mut told, mut first) = (0, None);
        let mut sink = |list: &[Move]| {
            told += 1;
            first.get_or_insert_with(|| begun.elapsed().as_secs_f64());
            if style == Style::Jsonl {
                lists.push(list.to_vec());
                true
            } else {
                tell(&answer::list(style, list))
            }
        };
        let mut outcome = match solve(&named.puzzle.grid, &request, &limits, &mut sink) {
            Ok(outcome) => outcome,
            Err(error) => return refuse(error.to_string()),
        };
        let seconds = begun.elapsed().as_secs_f64();
        if outcome.count().is_none() {
            (outcome.status, outcome.stopped_by) = (Status::Unknown, Some(StopReason::Count));
        }
        let first = first.or_else(|| outcome.list.as_ref().map(|_| seconds));
        let status = outcome.status;
        let (stats, timings) = (self.stats, !self.no_timings);
        let counted = timings || self.limits.nodes.is_some();
        let answer = Answer {
            index,
            named,
            request: &request,
            outcome,
            lists,
            told,
            seconds,
            first,
            stats,
            timings,
            counted,
        };
        let (text, complaint) = answer.text(style);
        (text, complaint, status)
    }
}
