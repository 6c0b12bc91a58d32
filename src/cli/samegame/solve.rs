//! `tilefall samegame solve`.

use super::answer::Answer;
use super::known::Known;
use super::rules::RuleArgs;
use super::tell::{Gauge, Keep, Teller, Trace};
use crate::batch::Error;
use crate::bits::cpu::Path;
use crate::cli::batch::{self, Job, Reply, SolveArgs, Solver};
use crate::cli::exit::Exit;
use crate::cli::puzzles::Named;
use crate::puzzle::{Game, Puzzle, SameGameTask, Task};
use crate::record;
use crate::samegame::search::fit::fits;
use crate::samegame::search::{self, Goal, Method, Query, Request};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Instant;

const EXAMPLES: &str = "\
Without --time and --nodes a search makes a fixed number of trials, so that its answer repeats.
Boards may have up to 1,000,000 cells and 4,096 rows or columns; anneal takes 64 rows and columns, exact and nrpa
16,000 tiles, auto chooses among those that take the board.

Examples:
  tilefall samegame solve --time 10s data/samples/codingame.txt
  tilefall samegame solve --goal clear data/samples/uva339.txt
  tilefall samegame solve --score n1 --nodes 100000 puzzles.jsonl > results.jsonl
  tilefall samegame solve --time 1h --trace trace.jsonl --from best.jsonl board.txt";

/// The words of `tilefall samegame solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: SolveArgs,
    /// What is wanted: the highest score, or any list that clears the board
    #[arg(long, value_name = "GOAL", value_enum, default_value = "score", help_heading = "Goal")]
    goal: GoalName,
    /// Stop at a list of this score
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true, help_heading = "Goal")]
    target: Option<i64>,
    #[command(flatten)]
    rules: RuleArgs,
    /// The searcher
    #[arg(long, value_name = "NAME", value_enum, default_value = "auto", help_heading = "Search")]
    method: MethodName,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    seed: u64,
    /// Start from the list in FILE: a result record of this puzzle, or lines of ROW COLUMN
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    from: Option<PathBuf>,
    /// Append every improvement to FILE as JSON Lines: seconds, trials, score, list
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trace: Option<PathBuf>,
    /// Use this CPU path
    #[arg(long, hide = true, value_parser = crate::cli::mayan::cpu_path)]
    cpu: Option<Path>,
    #[clap(skip)]
    files: OnceLock<Files>,
}

/// What was read and opened before the first puzzle.
#[derive(Debug, Default)]
struct Files {
    from: Option<Known>,
    trace: Option<Trace>,
}

/// What `--goal` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum GoalName {
    /// The highest score
    Score,
    /// Any list that clears the board
    Clear,
}

/// What `--method` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum MethodName {
    /// By size and limits
    Auto,
    /// Annealing over the list of clicks
    Anneal,
    /// Branch and bound, until there is a proof
    Exact,
    /// Nested rollout policy adaptation
    Nrpa,
    /// Nested Monte Carlo search
    Nested,
}

/// Runs it.
///
/// # Errors
/// If results cannot be written, or a file that was named cannot be read or opened.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.goal == GoalName::Clear && args.target.is_some() {
        let why = "--target is a score, which --goal clear does not look at; expected one of them";
        return Err(Error::Refused(why.into()).into());
    }
    let files = Files {
        from: args.from.as_deref().map(|path| Known::read(path, args.shared.puzzles.bounds)).transpose()?,
        trace: args.trace.as_deref().map(Trace::open).transpose()?,
    };
    args.files.get_or_init(|| files);
    batch::run(&args.shared, args)
}

impl Args {
    /// The puzzle with the rules that were asked for.
    fn asked(&self, puzzle: &Puzzle) -> Option<(Puzzle, search::Goal)> {
        let Task::SameGame(task) = &puzzle.task else { return None };
        let rules = self.rules.over(task.rules).unwrap_or_default();
        let task = Task::SameGame(SameGameTask { rules: Some(rules), clicks: Vec::new() });
        let goal = if self.goal == GoalName::Clear { Goal::Clear } else { Goal::Score };
        Some((Puzzle { task, ..puzzle.clone() }, goal))
    }

    fn method(&self) -> Method {
        match self.method {
            MethodName::Auto => Method::Auto,
            MethodName::Anneal => Method::Anneal,
            MethodName::Exact => Method::Exact,
            MethodName::Nrpa => Method::Nrpa,
            MethodName::Nested => Method::Nested,
        }
    }
}

impl Solver for Args {
    const GAME: Game = Game::SameGame;
    const NATIVE: &'static [&'static str] = &["uva339"];

    fn hash(&self, named: &Named) -> Option<String> {
        Some(record::hash(&self.asked(&named.puzzle)?.0))
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let name = |value: &dyn std::fmt::Debug| format!("{value:?}");
        let mut options = vec![
            ("goal", name(&self.goal)),
            ("method", name(&self.method)),
            ("seed", self.seed.to_string()),
            ("rules", name(&self.rules)),
        ];
        options.extend(self.target.map(|target| ("target", target.to_string())));
        options.extend(
            self.files.get().and_then(|files| files.from.as_ref()).map(|from| ("from", from.digest())),
        );
        options
    }

    fn solve(&self, named: &Named, job: &mut Job<'_>) -> Result<Reply, String> {
        let (puzzle, goal) = self.asked(&named.puzzle).ok_or("expected a SameGame puzzle")?;
        let Task::SameGame(SameGameTask { rules: Some(rules), .. }) = puzzle.task else {
            unreachable!("just made")
        };
        fits(&puzzle.grid).map_err(|unfit| unfit.to_string())?;
        let begun = Instant::now();
        let query = Query { grid: &puzzle.grid, rules, goal, target: self.target };
        let hash = record::hash(&puzzle);
        let files = self.files.get_or_init(Files::default);
        let from = files.from.as_ref().map(|known| known.list(&hash)).unwrap_or_default();
        let limit = self.shared.limits.time;
        let part =
            move || limit.map_or(0.0, |limit| begun.elapsed().as_secs_f64() / limit.as_secs_f64().max(1e-9));
        let request = Request {
            method: self.method(),
            seed: self.seed,
            threads: job.threads.number(),
            from: &from,
            time: limit.is_some().then_some(&part),
            path: self.cpu.unwrap_or_else(Path::best),
        };
        let id = named.id();
        let batch = &self.shared.batch;
        let teller = Teller {
            trace: files.trace.as_ref(),
            keep: batch.out.as_ref().filter(|_| job.single).map(|out| Keep::beside(out, &hash)),
            gauge: job.single.then(|| Gauge::new(batch.progress, limit)).flatten(),
            ..Teller::new(begun, job.index, &id)
        };
        let outcome =
            search::solve(&query, &request, &job.limits, &teller).map_err(|unfit| unfit.to_string())?;
        let seconds = begun.elapsed().as_secs_f64();
        let (status, stopped_by) = (outcome.status, outcome.stopped_by);
        let found_after = teller.best_after();
        drop(teller);
        let target = self.target;
        let answer =
            Answer { job, named, puzzle: &puzzle, hash, goal, target, outcome, seconds, found_after };
        let (text, complaint) = answer.text();
        Ok(Reply { text, complaint: complaint.map(Into::into), status, stopped_by })
    }
}
