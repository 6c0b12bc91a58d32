//! `tilefall samegame solve`.

mod answer;
mod best_list_file;
mod reporter;
mod start_lists;
mod trace;

use super::{Job, Options, Reply, RunEnd, SolveArgs, Solver};
use crate::args::cpu::CpuArgs;
use crate::args::named::{Choice, name_of, one_of_table};
use crate::args::numbers::{Number, Signed};
use crate::args::output_conflicts::OutputFile;
use crate::args::rules::RuleArgs;
use crate::args::samegame_goal::{SameGameGoalArgs, trivial};
use crate::error::UsageError;
use crate::exit::{self, Exit};
use crate::io::item::InputPuzzle;
use crate::io::puzzles::list_formats;
use crate::verbs::goal_text;
use answer::Answer;
use best_list_file::{BestListFile, SavedList};
use reporter::Reporter;
use start_lists::{PuzzleKey, StartLists};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tilefall::internals::batch::{disk, journal};
use tilefall::internals::samegame::search::fit::fits;
use tilefall::rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::rules::{GameKind, Rules};
use tilefall::samegame::{self, Found, Goal, Method};
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
  tilefall samegame solve --score n1 --nodes 100000 puzzles.jsonl > results.jsonl
  tilefall samegame solve --time 1h --trace trace.jsonl --from best.jsonl board.txt";

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
    /// Start from the list in FILE: result records, what --trace writes, or lines of ROW COLUMN
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    from: Option<PathBuf>,
    /// Append every improvement to FILE as JSON Lines: seconds, trials, score, list
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    cpu: CpuArgs,
}

/// The options for every puzzle, and the files.
struct Config<'a> {
    args: &'a Args,
    shared: super::Config,
    /// The goal.
    goal: Goal,
    /// Whether a note was printed that the rules make the goal trivial.
    noted: AtomicBool,
    /// The solver with the options for every puzzle.
    solver: samegame::Solver,
    /// The lists of `--from`, after they are read.
    lists: OnceLock<StartLists>,
    /// The files, after they are opened.
    files: OnceLock<Files>,
}

/// Files that are opened before the first puzzle, but after `--out` was locked: until then another run may write them.
#[derive(Debug, Default)]
struct Files {
    trace: Option<Trace>,
    /// The best list of an earlier run.
    best: Option<SavedList>,
    /// Whether a message was printed that this list belongs to another puzzle.
    warned: AtomicBool,
}

impl Files {
    /// Prints once that the best list beside the file of `--out` belongs to another puzzle.
    fn warn_foreign_best_list(&self, out: &Path) {
        if !self.warned.swap(true, Ordering::Relaxed) {
            let name = journal::best_list_path(out);
            exit::print_error(&format!(
                "{}: this list belongs to another puzzle and is kept",
                name.display()
            ));
        }
    }
}

/// The maximum number of lists without a puzzle that messages name.
const SHOWN: usize = 20;

/// The values of `--method`.
const METHODS: &[Choice<Method>] = &[
    ("auto", Method::Auto, "Choose by size and limits"),
    ("anneal", Method::Anneal, "Annealing over the list of clicks"),
    ("exact", Method::Exact, "Branch and bound, with a proof"),
];

/// Solves the puzzles.
///
/// # Errors
/// If results cannot be written, or a file of an argument cannot be read or opened, or does not fit.
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
        if self.from.is_none() {
            shared.inputs.check_bounds(true)?;
        }
        let mut solver = samegame::Solver::new().goal(goal).method(self.method).seed(self.seed());
        if let Some(Signed(target)) = self.target {
            solver = solver.target(target);
        }
        let solver = solver.cpu_path(self.cpu.path());
        let (noted, lists, files) = (AtomicBool::new(false), OnceLock::new(), OnceLock::new());
        Ok(Some(Config { args: self, shared, goal, noted, solver, lists, files }))
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
            let lists = StartLists::read(path, self.shared.inputs.bounds, self.goal)?;
            self.lists.get_or_init(|| lists);
        }
        Ok(())
    }

    fn begin(&self) -> anyhow::Result<()> {
        let resumed = self.shared.out.as_ref().filter(|out| out.resume);
        let files = Files {
            best: resumed.map(|out| SavedList::read(&out.path)).transpose()?.flatten(),
            trace: self.args.trace.as_deref().map(Trace::open).transpose()?,
            warned: AtomicBool::new(false),
        };
        self.files.get_or_init(|| files);
        Ok(())
    }

    fn finish(&self, ended: RunEnd) -> anyhow::Result<Exit> {
        let Some(files) = self.files.get() else { return Ok(Exit::Done) };
        if let (Some(out), true) = (&self.shared.out, ended.complete)
            && !best_list_file::remove_answered(&out.path)?
        {
            files.warn_foreign_best_list(&out.path);
        }
        if let Some(trace) = &files.trace {
            trace.check()?;
        }
        let unused =
            self.lists.get().filter(|_| ended.all_solved).map(StartLists::unused).unwrap_or_default();
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
        fits(&puzzle.grid).map_err(|unfit| unfit.to_string())?;
        let hash = record::hash(&puzzle);
        let files = self.files.get_or_init(Files::default);
        let id = named.id();
        let key = PuzzleKey { grid: &puzzle.grid, rules, hash: &hash, id: &id, only: job.single };
        let from = self.lists.get().map(|known| known.list(&key)).transpose()?.flatten();
        // In a batch the list belongs to one of the puzzles.
        let best =
            files.best.as_ref().filter(|best| job.single || job.first || best.hash == hash).map(|best| {
                let fits = best.hash == hash;
                let found =
                    fits.then(|| Found::replay(&puzzle.grid, rules, best.clicks.clone()).ok()).flatten();
                found.ok_or(())
            });
        let out = self.shared.out.as_ref().map(|out| &out.path).filter(|_| job.single || job.first);
        let best_list_file = match (&best, out) {
            (Some(Err(())), Some(out)) => {
                files.warn_foreign_best_list(out);
                None
            }
            (Some(Ok(best)), Some(out)) => {
                Some(BestListFile::beside(out, (job.index, &id, &hash), goal, Some(best)))
            }
            (_, out) => out.map(|out| BestListFile::beside(out, (job.index, &id, &hash), goal, None)),
        };
        let from = from.into_iter().chain(best.and_then(Result::ok));
        let from = from.max_by_key(|found| goal_text::rank(goal, found));
        let solver = self.solver.clone().rules(rules).limits(job.limits.clone());
        let solver = solver.start_from(from.map(|found| found.clicks).unwrap_or_default());
        let mut reporter = Reporter {
            trace: files.trace.as_ref(),
            best_list_file,
            ..Reporter::new(begun, (job.index, &id, &hash), goal)
        };
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
        let (text, diagnostic) = answer.text();
        Ok(Reply { text, diagnostic: diagnostic.map(Into::into), status, stopped_by })
    }
}
