//! `tilefall samegame solve`.

mod answer;
mod reporter;
mod start_lists;
mod trace;

use super::{Job, Options, Reply, SolveArgs, Solver};
use crate::args::cpu::CpuArgs;
use crate::args::named::{Choice, name_of, one_of_table};
use crate::args::numbers::{Number, Signed};
use crate::args::output_conflicts::OutputFile;
use crate::args::rules::RuleArgs;
use crate::args::samegame_goal::{SameGameGoalArgs, trivial};
use crate::error::UsageError;
use crate::exit::{self, Exit};
use crate::io::disk;
use crate::io::item::InputPuzzle;
use crate::io::puzzles::list_formats;
use answer::Answer;
use reporter::Reporter;
use start_lists::StartLists;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tilefall::rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::rules::{GameKind, Refusal, Rules};
use tilefall::samegame::{self, Goal, Method};
use tilefall::text::record;
use trace::Trace;

const EXAMPLES: &str = "\
Without --time and --nodes a search makes a fixed number of trials, so its answer can be repeated.

A board may have up to 1,000,000 cells and 10,000 rows or columns. exact takes up to 16,000 tiles; \
auto chooses a method that takes the board.

Examples:
  tilefall samegame solve --time 10s data/samples/codingame.txt
  tilefall samegame solve --goal clear data/samples/uva339.txt
  tilefall samegame solve --rules former --time 10s board.txt
  tilefall samegame solve --score n1 --nodes 1e5 puzzles.jsonl > results.jsonl
  tilefall samegame solve --time 1h --trace trace.jsonl board.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: SolveArgs,
    #[command(flatten)]
    goal: SameGameGoalArgs,
    /// Stop when a list reaches this: a score, or the number of clicks, of tiles left or of tiles removed at once
    #[arg(long, value_name = "N", help_heading = "Goal")]
    target: Option<Signed>,
    #[command(flatten)]
    rules: RuleArgs,
    /// The search method
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = one_of_table(METHODS))]
    #[arg(help_heading = "Search")]
    method: Method,
    /// The seed of the random numbers [default: 1]
    #[arg(long, value_name = "N", help_heading = "Search")]
    seed: Option<Number>,
    /// Start from the lists in FILE: result records, such as those of --trace
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    from: Option<PathBuf>,
    /// Append every improvement to FILE as a result record, which --from reads
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    cpu: CpuArgs,
}

/// The options for every puzzle, and the files.
struct Config<'a> {
    args: &'a Args,
    shared: super::Config,
    goal: Goal,
    /// Whether a note was printed that the rules make the goal trivial.
    noted: AtomicBool,
    /// The solver with the options for every puzzle.
    solver: samegame::Solver,
    /// The lists of `--from`, after they are read.
    lists: OnceLock<StartLists>,
    /// The file of `--trace`, after it is opened: until `--out` is locked another run may write it.
    trace: OnceLock<Trace>,
}

/// The maximum number of lists without a puzzle that messages name.
const SHOWN: usize = 20;

const METHODS: &[Choice<Method>] = &[
    ("auto", Method::Auto, "Choose by size and limits"),
    ("anneal", Method::Anneal, "Annealing over the list of clicks"),
    ("exact", Method::Exact, "Branch and bound, with a proof"),
];

/// Solves the puzzles.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let Some(config) = args.resolve()? else { return list_formats(Some(GameKind::SameGame)) };
    super::run(&config.shared, &config)
}

impl Args {
    /// Returns the configuration; `None` for `--list-formats`.
    fn resolve(&self) -> Result<Option<Config<'_>>, UsageError> {
        let Some(mut shared) = self.shared.resolve(GameKind::SameGame, || self.options())? else {
            return Ok(None);
        };
        shared.inputs = shared.inputs.by(self.rules.columns());
        let goal = self.goal.resolve(&self.rules);
        UsageError::unless_any(&[
            (
                self.method == Method::Exact && self.seed.is_some(),
                "--method exact proves the same score with every seed, expected no --seed",
            ),
            (
                goal == Goal::Clear && self.target.is_some(),
                "--target has no effect with --goal clear; expected one of them",
            ),
        ])?;
        let mut solver = samegame::Solver::new().goal(goal).method(self.method).seed(self.seed());
        if let Some(Signed(target)) = self.target {
            solver = solver.target(target);
        }
        let solver = solver.cpu_path(self.cpu.path());
        let (noted, lists, trace) = (AtomicBool::new(false), OnceLock::new(), OnceLock::new());
        Ok(Some(Config { args: self, shared, goal, noted, solver, lists, trace }))
    }

    fn seed(&self) -> u64 {
        self.seed.map_or(1, |seed| seed.0)
    }

    /// Returns the arguments that affect records.
    fn options(&self) -> Options {
        let mut options = vec![
            ("goal", self.goal.resolve(&self.rules).name().to_owned()),
            ("method", name_of(METHODS, &self.method)),
            ("seed", self.seed().to_string()),
        ];
        options.extend(self.rules.words());
        options.extend(self.target.map(|target| ("target", target.0.to_string())));
        options
    }
}

impl Config<'_> {
    /// Returns the puzzle with the resolved rules, and the rules; `None` for a Mayan puzzle.
    fn with_rules(&self, puzzle: &Puzzle) -> Option<(Puzzle, Rules)> {
        let Task::SameGame(task) = &puzzle.task else { return None };
        let rules = self.args.rules.over(task.rules).unwrap_or_default();
        let task = Task::SameGame(SameGameTask { rules: Some(rules), clicks: Vec::new() });
        Some((Puzzle { task, ..puzzle.clone() }, rules))
    }
}

impl Solver for Config<'_> {
    const GAME: GameKind = GameKind::SameGame;

    fn hash(&self, named: &InputPuzzle) -> Option<String> {
        Some(record::hash(&self.with_rules(&named.puzzle)?.0))
    }

    fn digests(&self) -> Options {
        self.lists.get().map(|lists| ("from", lists.digest())).into_iter().collect()
    }

    fn writes(&self) -> Vec<OutputFile> {
        let trace = |path: &PathBuf| OutputFile {
            flag: "--trace",
            path: path.clone(),
            skip_as_input: trace::is_trace(path),
        };
        self.args.trace.iter().map(trace).collect()
    }

    fn reads(&self) -> Vec<PathBuf> {
        // A trace may be continued from its own lists. Not with --out, whose sidecar has a digest of the lists read.
        let same =
            |from: &PathBuf| self.args.trace.as_ref().is_some_and(|trace| disk::same_file(from, trace));
        self.args.from.iter().filter(|from| self.shared.out.is_some() || !same(from)).cloned().collect()
    }

    fn prepare(&self) -> anyhow::Result<()> {
        if let Some(path) = &self.args.from {
            let lists = StartLists::read(path, self.shared.inputs.bounds.line, self.goal)?;
            self.lists.get_or_init(|| lists);
        }
        Ok(())
    }

    fn begin(&self) -> anyhow::Result<()> {
        if let Some(path) = &self.args.trace {
            let trace = Trace::open(path)?;
            self.trace.get_or_init(|| trace);
        }
        Ok(())
    }

    fn finish(&self, every: bool) -> anyhow::Result<Exit> {
        if let Some(trace) = self.trace.get() {
            trace.finish()?;
        }
        let unused = self.lists.get().filter(|_| every).map(StartLists::unused).unwrap_or_default();
        for place in unused.iter().take(SHOWN) {
            exit::print_located_error(&format!("{place}: this list belongs to no puzzle that was solved"));
        }
        if unused.len() > SHOWN {
            exit::print_error(&format!("{} more lists of --from belong to no puzzle", unused.len() - SHOWN));
        }
        Ok(if unused.is_empty() { Exit::Done } else { Exit::BadInput })
    }

    fn solve(&self, named: &InputPuzzle, job: &mut Job<'_>) -> Result<Reply, String> {
        let (puzzle, rules) = self.with_rules(&named.puzzle).ok_or("expected a SameGame puzzle")?;
        let goal = self.goal;
        let begun = Instant::now();
        if let Some(note) = trivial(goal, &rules)
            && !self.noted.swap(true, Ordering::Relaxed)
        {
            exit::note(note);
        }
        Refusal::check_size(&puzzle.grid).map_err(|refusal| refusal.to_string())?;
        let hash = record::hash(&puzzle);
        let id = named.id();
        let list = |known: &StartLists| known.list(&puzzle.grid, rules, [&hash, &id], job.single);
        let from = self.lists.get().map(list).transpose()?.flatten();
        let solver = self.solver.clone().rules(rules).limits(job.limits.clone());
        let solver = solver.start_from(from.map(|found| found.clicks).unwrap_or_default());
        let mut reporter = Reporter::new(begun, (job.index, &id, &puzzle), goal, self.trace.get());
        if job.single {
            reporter.show_progress(self.shared.progress, self.shared.limits.time);
        }
        let outcome = solver.solve_grid_with(&puzzle.grid, |event| {
            reporter.report(event);
            ControlFlow::Continue(())
        });
        let outcome = outcome.map_err(|unfit| unfit.to_string())?;
        let seconds = begun.elapsed().as_secs_f64();
        let (status, stopped_by) = (outcome.status, outcome.stopped_by);
        let found_after = reporter.best_after;
        drop(reporter);
        let answer =
            Answer { job, named, puzzle: &puzzle, rules, hash, solver, goal, outcome, seconds, found_after };
        let (text, diagnostic) = answer.text()?;
        Ok(Reply { text, diagnostic, status, stopped_by })
    }
}
