//! `tilefall samegame solve`.

use super::answer::Answer;
use super::keep::{Earlier, Keep};
use super::reporter::{Gauge, Reporter};
use super::rules::RuleArgs;
use super::start_lists::{StartLists, Wanted};
use super::trace::{self, Trace};
use crate::batch::{self, Ended, Job, Place, Reply, SolveArgs, Solver};
use crate::cpu::CpuArgs;
use crate::exit::{self, Exit};
use crate::numbers::{self, word};
use crate::puzzles::Named;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tilefall::base::{Game, Rules};
use tilefall::batch::{Error, disk, journal};
use tilefall::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::record;
use tilefall::samegame::search::fit::fits;
use tilefall::samegame::search::{self, Found, Goal, Method, Query, Request};

const EXAMPLES: &str = "\
Without --time and --nodes a search makes a fixed number of trials, so its answer can be repeated.

A board may have up to 1,000,000 cells and 10,000 rows or columns. anneal takes up to 64 rows and \
columns, exact and nrpa up to 16,000 tiles; auto chooses a method that takes the board.

Examples:
  tilefall samegame solve --time 10s data/samples/codingame.txt
  tilefall samegame solve --goal clear data/samples/uva339.txt
  tilefall samegame solve --score n1 --nodes 100000 puzzles.jsonl > results.jsonl
  tilefall samegame solve --time 1h --trace trace.jsonl --from best.jsonl board.txt";

/// The arguments of `tilefall samegame solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: SolveArgs,
    /// What to look for: the highest score, or any list that clears the board
    #[arg(long, value_name = "GOAL", value_enum, default_value = "score", help_heading = "Goal")]
    goal: GoalName,
    /// Stop when a list reaches this score
    #[arg(long, value_name = "SCORE", help_heading = "Goal")]
    #[arg(value_parser = numbers::signed, allow_negative_numbers = true)]
    target: Option<i64>,
    #[command(flatten)]
    rules: RuleArgs,
    /// The search method
    #[arg(long, value_name = "NAME", value_enum, default_value = "auto", help_heading = "Search")]
    method: MethodName,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Search")]
    #[arg(value_parser = numbers::number, allow_negative_numbers = true)]
    seed: u64,
    /// Start from the list in FILE: result records, what --trace writes, or lines of ROW COLUMN
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    from: Option<PathBuf>,
    /// Append every improvement to FILE as JSON Lines: seconds, trials, score, list
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    cpu: CpuArgs,
}

/// What the arguments mean: what is asked of every puzzle, and the files that are named.
struct Meant<'a> {
    words: &'a Args,
    goal: Goal,
    method: Method,
    /// Once they are read and opened.
    files: OnceLock<Files>,
}

/// What was read and opened before the first puzzle.
#[derive(Debug, Default)]
struct Files {
    from: Option<StartLists>,
    trace: Option<Trace>,
    /// The best list of an earlier run.
    best: Option<Earlier>,
    /// Whether that was of another puzzle than those that were solved.
    strange: AtomicBool,
}

/// The most lists without a puzzle that are named.
const SHOWN: usize = 20;

/// What `--goal` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum GoalName {
    /// The highest score
    Score,
    /// Any list that clears the board
    Clear,
}

impl GoalName {
    /// The goal of the search.
    pub fn goal(self) -> Goal {
        match self {
            GoalName::Score => Goal::Score,
            GoalName::Clear => Goal::Clear,
        }
    }
}

/// What `--method` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum MethodName {
    /// Choose by size and limits
    Auto,
    /// Annealing over the list of clicks
    Anneal,
    /// Branch and bound, with a proof
    Exact,
    /// Nested rollout policy adaptation
    Nrpa,
    /// Nested Monte Carlo search
    Nested,
}

/// Runs it.
///
/// # Errors
/// If results cannot be written, or a file that was named cannot be read or opened, or does not fit.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    batch::run(&args.shared, &Meant::by(args))
}

impl<'a> Meant<'a> {
    fn by(words: &'a Args) -> Self {
        let goal = words.goal.goal();
        let method = match words.method {
            MethodName::Auto => Method::Auto,
            MethodName::Anneal => Method::Anneal,
            MethodName::Exact => Method::Exact,
            MethodName::Nrpa => Method::Nrpa,
            MethodName::Nested => Method::Nested,
        };
        Meant { words, goal, method, files: OnceLock::new() }
    }

    /// The puzzle with the rules that were asked for, and those.
    fn asked(&self, puzzle: &Puzzle) -> Option<(Puzzle, Rules)> {
        let Task::SameGame(task) = &puzzle.task else { return None };
        let rules = self.words.rules.over(task.rules).unwrap_or_default();
        let task = Task::SameGame(SameGameTask { rules: Some(rules), clicks: Vec::new() });
        Some((Puzzle { task, ..puzzle.clone() }, rules))
    }
}

impl Solver for Meant<'_> {
    const GAME: Game = Game::SameGame;

    fn hash(&self, named: &Named) -> Option<String> {
        Some(record::hash(&self.asked(&named.puzzle)?.0))
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let mut options = vec![
            ("goal", word(&self.words.goal)),
            ("method", word(&self.words.method)),
            ("seed", self.words.seed.to_string()),
        ];
        options.extend(self.words.rules.words());
        options.extend(self.words.target.map(|target| ("target", target.to_string())));
        options.extend(
            self.files.get().and_then(|files| files.from.as_ref()).map(|from| ("from", from.digest())),
        );
        options
    }

    fn writes(&self) -> Vec<Place> {
        let trace =
            |path: &PathBuf| Place { word: "--trace", path: path.clone(), own: trace::is_trace(path) };
        self.words.trace.iter().map(trace).collect()
    }

    fn prepare(&self) -> anyhow::Result<()> {
        let batch = &self.words.shared.batch;
        if let (Some(out), Some(from)) = (&batch.out, &self.words.from)
            && disk::same(out, from)
        {
            let why = "this file is both --out and --from, expected another name; --resume starts from the best list";
            return Err(Error::Refused(format!("{}: {why}", out.display())).into());
        }
        let out = batch.out.as_deref().filter(|_| batch.resume);
        let files = Files {
            from: self
                .words
                .from
                .as_deref()
                .map(|path| StartLists::read(path, self.words.shared.puzzles.bounds))
                .transpose()?,
            best: out.map(Earlier::read).transpose()?.flatten(),
            trace: self.words.trace.as_deref().map(Trace::open).transpose()?,
            strange: AtomicBool::new(false),
        };
        self.files.get_or_init(|| files);
        Ok(())
    }

    fn finish(&self, ended: Ended) -> anyhow::Result<Exit> {
        let Some(files) = self.files.get() else { return Ok(Exit::Done) };
        if let (Some(out), true) = (&self.words.shared.batch.out, ended.whole)
            && !files.strange.load(Ordering::Relaxed)
        {
            // The answer is in the file of --out, and on the disk.
            disk::remove(&journal::best(out))?;
        }
        if let Some(trace) = &files.trace {
            trace.check()?;
        }
        let unused = files.from.as_ref().filter(|_| ended.every).map(StartLists::unused).unwrap_or_default();
        for place in unused.iter().take(SHOWN) {
            exit::complain_of(&format!("{place}: this list belongs to no puzzle that was solved"));
        }
        if unused.len() > SHOWN {
            exit::complain(&format!("{} more lists of --from belong to no puzzle", unused.len() - SHOWN));
        }
        Ok(if unused.is_empty() { Exit::Done } else { Exit::BadInput })
    }

    fn solve(&self, named: &Named, job: &mut Job<'_>) -> Result<Reply, String> {
        let (puzzle, rules) = self.asked(&named.puzzle).ok_or("expected a SameGame puzzle")?;
        let goal = self.goal;
        fits(&puzzle.grid).map_err(|unfit| unfit.to_string())?;
        let begun = Instant::now();
        let query = Query::score(&puzzle.grid, rules).map_err(|unfit| unfit.to_string())?;
        let query = Query { goal, target: self.words.target, ..query };
        let hash = record::hash(&puzzle);
        let files = self.files.get_or_init(Files::default);
        let (id, batch) = (named.id(), &self.words.shared.batch);
        let wanted = Wanted { grid: &puzzle.grid, rules, hash: &hash, id: &id, only: job.single };
        let from = files.from.as_ref().map(|known| known.list(&wanted)).transpose()?.flatten();
        // Of several puzzles it is of one.
        let best =
            files.best.as_ref().filter(|best| job.single || job.first || best.hash == hash).map(|best| {
                let fits = best.hash == hash;
                let found =
                    fits.then(|| Found::replay(&puzzle.grid, rules, best.clicks.clone()).ok()).flatten();
                found.ok_or_else(|| files.strange.store(true, Ordering::Relaxed))
            });
        let out = batch.out.as_ref().filter(|_| job.single || job.first);
        let keep = match (&best, out) {
            (Some(Err(())), Some(out)) => {
                let name = journal::best(out);
                exit::complain(&format!(
                    "{}: this list belongs to another puzzle and is kept",
                    name.display()
                ));
                None
            }
            (Some(Ok(best)), Some(out)) => Some(Keep::beside(out, (job.index, &id, &hash), Some(best.score))),
            (_, out) => out.map(|out| Keep::beside(out, (job.index, &id, &hash), None)),
        };
        let worth = |found: &Found| (goal == Goal::Clear && found.cleared, found.score);
        let from = from.into_iter().chain(best.and_then(Result::ok)).max_by_key(worth);
        let limit = self.words.shared.limits.time;
        let part =
            move || limit.map_or(0.0, |limit| begun.elapsed().as_secs_f64() / limit.as_secs_f64().max(1e-9));
        let request = Request {
            method: self.method,
            seed: self.words.seed,
            threads: job.threads.number(),
            from: from.as_ref(),
            time: limit.is_some().then_some(&part),
            path: self.words.cpu.path(),
        };
        let reporter = Reporter {
            trace: files.trace.as_ref(),
            keep,
            gauge: job.single.then(|| Gauge::new(batch.shown(), limit)).flatten(),
            ..Reporter::new(begun, (job.index, &id, &hash))
        };
        let outcome =
            search::solve(&query, &request, &job.limits, &reporter).map_err(|unfit| unfit.to_string())?;
        let seconds = begun.elapsed().as_secs_f64();
        let (status, stopped_by) = (outcome.status, outcome.stopped_by);
        let found_after = reporter.best_after();
        drop(reporter);
        let target = self.words.target;
        let answer =
            Answer { job, named, puzzle: &puzzle, hash, goal, target, outcome, seconds, found_after };
        let (text, complaint) = answer.text();
        Ok(Reply { text, complaint: complaint.map(Into::into), status, stopped_by })
    }
}
