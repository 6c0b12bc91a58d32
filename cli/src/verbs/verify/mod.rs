//! `tilefall samegame verify` and `tilefall mayan verify`: check a file of answers against its puzzles.
//!
//! - `print`: verdicts as text and JSON; `tally`: the summary

mod print;
mod tally;

use crate::args::format_arg::FormatArgs;
use crate::args::limits::threads_or_all;
use crate::args::task::TaskArgs;
use crate::args::values::{Bytes, Number, Output, ThreadNumber, Time};
use crate::batch::{Pipeline, Weigh};
use crate::exit::{self, Exit, InvalidInput, Unreadable, UsageError};
use crate::io::input::{self, Bounds, Meter};
use crate::io::progress::{Progress, ProgressMode, suspend};
use crate::io::puzzles::{InputError, InputPuzzle, Inputs};
use crate::io::stream::Content;
use crate::io::watch::Watch;
use print::{Printer, Valid};
use std::fs::Metadata;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tilefall::Limits;
use tilefall::internals::{lock, plural};
use tilefall::rules::ReadError;
use tilefall::verify::lists::{self, Lists};
use tilefall::verify::{Case, Checker, Entry, Settings, Verdict, answer};

const SAMEGAME: &str = "\
A results file holds result records, UVa 339 or CodinGame boards with their clicks, or plain lists: clicks \
separated by commas or line ends, as 'solve' prints them, lists separated by blank lines, in the order of the \
puzzles. A click of a plain list is ROW COLUMN from 1 at the bottom left, unless --coordinates names another way \
to count.

Exit code: 0 if every answer is valid and none is missing, 1 if not, 2 for wrong arguments, 3 if reading or \
writing failed.

Examples:
  tilefall samegame verify puzzles.jsonl results.jsonl
  tilefall samegame verify --score n1 board.txt clicks.txt
  tilefall samegame verify --quiet --output jsonl puzzles.jsonl results.jsonl
  tilefall samegame verify --time 1m puzzles.jsonl results.jsonl";

const MAYAN: &str = "\
A results file holds result records, the judge's output (moves X Y 1|-1, or -1), P1312 input with its moves, or \
plain lists: a move X Y R|L per line, lists separated by blank lines, in the order of the puzzles. The \
moves of a record must be canonical; other lists may have any move that can be played. Give the flags that \
the results were made with (--moves, --exactly, --within, --shortest, --skip-noop): a record names its puzzle by a hash over them.

Exit code: 0 if every answer is valid and none is missing, 1 if not, 2 for wrong arguments, 3 if reading or \
writing failed.

Examples:
  tilefall mayan verify puzzles.jsonl results.jsonl
  tilefall mayan verify --exactly --moves 5 board.txt list.txt
  tilefall mayan solve puzzles.jsonl | tilefall mayan verify puzzles.jsonl -";

/// The arguments of `verify`, including the arguments `G` of one game.
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.visible_alias("from")), after_help = G::either(SAMEGAME, MAYAN))]
pub struct Args<G: TaskArgs> {
    /// The puzzles: a file, directory or glob; '-' is standard input
    puzzles: PathBuf,
    /// The answers; '-' is standard input. A game that 'play' kept has both
    results: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
    /// Moves to play on each puzzle to prove its answer or find a counterexample; 0 for none [default: any number with
    /// --time, else 2000 for the first 1000 answers]
    #[arg(long, value_name = "NODES", help_heading = "Limits")]
    search: Option<Number>,
    /// Time limit for the proof of each answer: 10s, 5m
    #[arg(long, short, value_name = "DUR", allow_hyphen_values = true, help_heading = "Limits")]
    time: Option<Time>,
    /// Memory for the proof of each answer: 256M, 4G
    #[arg(long, value_name = "SIZE", default_value = "1G", help_heading = "Limits")]
    memory: Bytes,
    /// Threads [default: all cores]
    #[arg(long, short = 'j', value_name = "N", help_heading = "Limits")]
    threads: Option<ThreadNumber>,
    /// Print the verdicts on all valid answers, not only on one that is alone; JSON has them all
    #[arg(long, conflicts_with = "quiet", help_heading = "Output")]
    all: bool,
    /// The output: text, or one line of JSON per answer
    #[arg(long, short, value_name = "KIND", value_enum, default_value = "text", help_heading = "Output")]
    output: Output,
    /// Print only faults, and the summary only if there are any
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
    #[command(flatten)]
    bounds: Bounds,
    #[command(flatten)]
    game: G,
}

/// The number of answers whose proofs are searched by default: the first ones in the file.
const SEARCHED: u64 = 1000;

/// The errors so far: bad puzzles, and a failure to read the answers.
struct ReadState {
    /// The number of bad puzzles.
    bad: u64,
    /// The most severe exit code of a bad puzzle.
    exit: Exit,
    /// The failure that ended the answers early.
    failure: Option<anyhow::Error>,
}

impl ReadState {
    /// Converts an input puzzle to the checker's entry, with the arguments `expected` applied. Prints each error.
    fn entry<G: TaskArgs>(&mut self, item: Result<InputPuzzle, InputError>, expected: &G) -> Entry {
        let entry = match item {
            Ok(mut named) => {
                expected.set(&mut named.puzzle.task);
                let (id, index, found) = (named.id(), named.puzzle.index, named.puzzle.task.game());
                let wrong = || format!("{}: {}", named.place(), found.wrong_game(G::GAME));
                let puzzle = if found == G::GAME { Ok(named.puzzle) } else { Err(wrong()) };
                Entry { id, index, puzzle }
            }
            Err(bad) => {
                self.exit = self.exit.max(bad.exit());
                Entry { id: bad.id(), index: None, puzzle: Err(bad.message) }
            }
        };
        if let Err(why) = &entry.puzzle {
            suspend(|| exit::print_located_error(why));
            self.bad += 1;
        }
        entry
    }
}

impl Weigh for Result<Case, ReadError> {
    fn weight(&self) -> usize {
        self.as_ref().map_or(1024, Case::size)
    }
}

impl Weigh for Result<Verdict, ReadError> {
    fn weight(&self) -> usize {
        1024
    }
}

/// Checks answers and prints verdicts. One thread reads, the others replay and search.
pub fn run<G: TaskArgs + Copy + Send + 'static>(args: &Args<G>) -> anyhow::Result<Exit> {
    let Args { bounds, quiet, output, game, .. } = *args;
    // Without a file of answers, the puzzle file must be a saved game: a puzzle record, then a record with the moves.
    let alone = args.results.is_none();
    let path = args.results.as_ref().unwrap_or(&args.puzzles);
    input::refuse_stdin_twice(&args.puzzles, path)?;
    let inputs = Inputs::one(&args.puzzles, args.format.resolve(Some(G::GAME))?, bounds).by(game.columns());
    let seen = Arc::new(Mutex::new(ReadState { bad: 0, exit: Exit::Done, failure: None }));
    let state = seen.clone();
    let mut entries = inputs.each().map(move |item| lock(&state).entry(item, &game));
    let (name, meter) = (input::name(path), Meter::default());
    let mut results = match Content::of(input::open_counted(path, &meter)?, &name)? {
        Content::Game([_, result]) => result,
        Content::Other(results) if !alone => results,
        Content::Other(_) => {
            let why = format!("{name}: this is no game that was kept, expected a file of answers behind it");
            return Err(UsageError(why).into());
        }
    };
    let start = results.fill_buf().map_err(|error| Unreadable::new(&name, error))?;
    let cases: Box<dyn Iterator<Item = _> + Send> = if answer::opens(start) {
        let (state, name) = (seen.clone(), name.clone());
        let records = input::records(results, bounds.line).map_while(move |read| {
            read.map_err(|error| lock(&state).failure = Some(Unreadable::new(&name, error).into())).ok()
        });
        Box::new(Checker::new(entries, records))
    } else {
        let text = input::whole(results, &name, bounds.text)?;
        let first = entries.next();
        let second = entries.next();
        let like = first.as_ref().and_then(|entry| entry.puzzle.as_ref().ok());
        let lists = like.map_or_else(
            || Ok(Lists::default()),
            |like| lists::read_all(&text, like, game.coordinates(), second.is_none()),
        );
        let Lists { answers, note } = lists.map_err(|error| InvalidInput(format!("{name}:{error}")))?;
        note.iter().for_each(|note| exit::note(&format!("{name}: {note}")));
        Box::new(Checker::new(first.into_iter().chain(second).chain(entries), answers.into_iter().map(Ok)))
    };
    let watch = Watch::start()?;
    // By default, answers after the first `SEARCHED` are only replayed: searching their proofs would take far longer.
    let asked = args.search.map(|search| search.0).or(args.time.map(|_| u64::MAX));
    let search = |number: u64| {
        let by_default = if number < SEARCHED { Settings::default().search } else { 0 };
        asked.unwrap_or(by_default)
    };
    let mut limits = Limits::default();
    (limits.time, limits.memory, limits.cancel) =
        (args.time.map(|time| time.0), args.memory.0, watch.cancel().clone());
    let judge =
        |number, case: Case| case.verdict(&Settings { search: search(number), limits: limits.clone() });
    let threads = threads_or_all(args.threads).number();
    let line = Pipeline::new(threads, 1024 * threads);
    let handle = line.clone();
    watch.at_signal(move || handle.stop());
    let size = std::fs::metadata(path).ok().filter(Metadata::is_file).map(|about| about.len());
    let (checked, begun) = (Arc::new(AtomicU64::new(0)), Instant::now());
    let shown = checked.clone();
    let mode = if quiet { ProgressMode::Never } else { ProgressMode::Auto };
    let progress = Progress::start(mode, move || {
        let (checked, seconds) = (shown.load(Ordering::Relaxed), begun.elapsed().as_secs_f64());
        let part = size.map_or(String::new(), |size| format!("{}%, ", 100 * meter.get().0 / size.max(1)));
        format!("{part}{} checked, {:.0}/s", plural(checked, "answer"), checked as f64 / seconds)
    });
    let valid = match output {
        _ if quiet => Valid::None,
        Output::Text if !args.all => Valid::Alone,
        _ => Valid::All,
    };
    let mut printer = Printer::new(output, valid, &name);
    let print = |verdicts: &mut Vec<Result<Verdict, ReadError>>| {
        checked.fetch_add(verdicts.len() as u64, Ordering::Relaxed);
        suspend(|| verdicts.drain(..).try_for_each(|verdict| printer.one(verdict)))
    };
    let done = line.run(cases, |number, case| case.map(|case| judge(number, case)), print);
    drop(progress);
    done?;
    let tally = printer.finish()?;
    if let Some(failure) = lock(&seen).failure.take() {
        return Err(failure);
    }
    if watch.interrupted() {
        exit::note(&format!("interrupted after {}", plural(checked.load(Ordering::Relaxed), "answer")));
        return Ok(Exit::Interrupted);
    }
    let ReadState { bad, exit, .. } = *lock(&seen);
    let good = tally.is_good() && bad == 0;
    if !(quiet && good) {
        let limit = match args.time {
            Some(time) => {
                let nodes = args.search.map_or(String::new(), |nodes| format!("--search {} and ", nodes.0));
                format!("within {nodes}--time {}", humantime::format_duration(time.0))
            }
            None => format!("with --search {}", search(0)),
        };
        tally.print(bad, &limit);
        if asked.is_none() && checked.load(Ordering::Relaxed) > SEARCHED {
            exit::note(&format!(
                "proofs were searched for the first {SEARCHED} answers; --search N searches them for all"
            ));
        }
    }
    let answers = if tally.is_good() { Exit::Done } else { Exit::BadInput };
    let puzzles = if bad == 0 { Exit::Done } else { exit.max(Exit::BadInput) };
    Ok(answers.max(puzzles))
}
