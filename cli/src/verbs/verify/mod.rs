//! `tilefall samegame verify` and `tilefall mayan verify`: streams of puzzles and answers.
//!
//! - `print`: verdicts as text and JSON; `tally`: the summary

mod print;
mod tally;

use crate::args::format_arg::FormatArgs;
use crate::args::numbers::Number;
use crate::args::task::TaskArgs;
use crate::error::{Unreadable, UsageError};
use crate::exit::{self, Exit};
use crate::io::embedded::{self, Content};
use crate::io::input;
use crate::io::item::{InputError, InputPuzzle};
use crate::io::lines::{self, Bounds, Lines};
use crate::io::puzzles::Inputs;
use print::{Output, Printer};
use std::cell::Cell;
use std::path::PathBuf;
use tilefall::rules::GameKind;
use tilefall::text::formats::scan::without_mark;
use tilefall::verify::lists::{self, Lists};
use tilefall::verify::{Checker, Entry, Settings, answer};

const SAMEGAME: &str = "\
A results file holds result records, UVa 339 or CodinGame boards with their clicks, or plain lists: clicks \
separated by commas or line ends, as 'solve' prints them, lists separated by blank lines, in the order of the \
puzzles. A click of a plain list is ROW COLUMN from 1 at the bottom left. A list that cannot be played so, but can \
be played as the puzzles' format counts (click: ROW COLUMN from 0 at the top left; codingame: COLUMN ROW from 0 at \
the bottom left), is read as the format counts, with a note; --coordinates decides.

Exit code: 0 if every answer is valid and none is missing, 1 if not, 2 for wrong arguments, 3 if reading or \
writing failed.

Examples:
  tilefall samegame verify puzzles.jsonl results.jsonl
  tilefall samegame verify --score n1 board.txt clicks.txt
  tilefall samegame verify --quiet --output jsonl puzzles.jsonl results.jsonl";

const MAYAN: &str = "\
A results file holds result records, the judge's output (moves X Y 1|-1, or -1), P1312 input with its moves, or \
plain lists: a move X Y R|L per line, lists separated by blank lines, in the order of the puzzles. The \
moves of a record must be canonical; other lists may have any move that can be played. Give the flags that \
the results were made with (--moves, --exactly, --within, --shortest, --allow-noop): a record names its puzzle by a hash over them.

Exit code: 0 if every answer is valid and none is missing, 1 if not, 2 for wrong arguments, 3 if reading or \
writing failed.

Examples:
  tilefall mayan verify puzzles.jsonl results.jsonl
  tilefall mayan verify --exactly --moves 5 board.txt list.txt
  tilefall mayan solve puzzles.jsonl | tilefall mayan verify puzzles.jsonl -";

fn examples(game: GameKind) -> &'static str {
    if game == GameKind::SameGame { SAMEGAME } else { MAYAN }
}

/// The arguments, with those of a game.
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.visible_alias("from")), after_help = examples(G::GAME))]
pub struct Args<G: TaskArgs> {
    /// The puzzles: a file, directory or glob; '-' is standard input
    puzzles: PathBuf,
    /// The answers; '-' is standard input. A replay (SVG or HTML) carries both, and stands for both
    results: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
    /// Moves to play on each puzzle to prove its answer or find a counterexample; 0 for none
    #[arg(long, value_name = "NODES", default_value = "2000", help_heading = "Limits")]
    search: Number,
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

/// The state of reading puzzles.
struct ReadState {
    bad: Cell<u64>,
    /// The most severe exit code so far.
    exit: Cell<Exit>,
}

impl ReadState {
    /// Returns the checker's entry for a puzzle; prints the error of a bad one.
    fn entry<G: TaskArgs>(&self, item: Result<InputPuzzle, InputError>, expected: &G) -> Entry {
        let entry = match item {
            Ok(mut named) => {
                expected.set(&mut named.puzzle.task);
                let (id, index, found) = (named.id(), named.puzzle.index, named.puzzle.task.game());
                let wrong = || format!("{}: {}", named.place(), found.wrong_game(G::GAME));
                let puzzle = if found == G::GAME { Ok(named.puzzle) } else { Err(wrong()) };
                Entry { id, index, puzzle }
            }
            Err(bad) => {
                self.exit.set(self.exit.get().max(bad.exit()));
                Entry { id: bad.id(), index: None, puzzle: Err(bad.message) }
            }
        };
        if let Err(why) = &entry.puzzle {
            exit::print_located_error(why);
            self.bad.set(self.bad.get() + 1);
        }
        entry
    }
}

/// Checks answers and prints verdicts.
///
/// # Errors
/// If the arguments are not valid, the answers cannot be read, or standard output cannot be written.
pub fn run<G: TaskArgs>(args: &Args<G>) -> anyhow::Result<Exit> {
    let Args { bounds, quiet, output, .. } = *args;
    // Without answers, the puzzles are a replay, which also contains the answers.
    let replay = args.results.is_none();
    let answers = args.results.as_ref().unwrap_or(&args.puzzles);
    input::refuse_stdin_twice(&args.puzzles, answers)?;
    let inputs =
        Inputs::one(&args.puzzles, args.format.resolve(Some(G::GAME))?, bounds).by(args.game.columns());
    let seen = ReadState { bad: Cell::new(0), exit: Cell::new(Exit::Done) };
    let mut entries = inputs.each().map(|item| seen.entry(item, &args.game));
    let name = input::name(answers);
    let mut results = match embedded::read(input::open(answers)?, &name, bounds.text)? {
        Content::Records(lines) => embedded::results(&lines),
        Content::Other(results) if !replay => results,
        Content::Other(_) => {
            let why = format!(
                "{name}: this is no replay that carries answers, expected a file of answers behind it"
            );
            return Err(UsageError(why).into());
        }
    };
    let mut printer = Printer::new(output, quiet, &name);
    let settings = Settings { search: args.search.0, ..Settings::default() };
    let failed = |error| Unreadable::new(&name, error);
    let start = results.fill_buf().map_err(failed)?;
    if without_mark(start).trim_ascii_start().first() == Some(&b'{') {
        let (mut lines, mut line) = (Lines::new(results, bounds.line), Vec::new());
        let mut failure = Ok(());
        let records = std::iter::from_fn(|| {
            loop {
                match lines.next(&mut line) {
                    Ok(None) => return None,
                    Ok(Some(Err(error))) => return Some(Err(error)),
                    Ok(Some(Ok(()))) => match answer::record(&line, lines.number()) {
                        None => {}
                        read => return read,
                    },
                    Err(error) => {
                        failure = Err(failed(error));
                        return None;
                    }
                }
            }
        });
        Checker::new(entries, records, settings).try_for_each(|verdict| printer.one(verdict))?;
        failure?;
    } else {
        let text = lines::whole(results, &name, bounds.text)?;
        let first = entries.next();
        let second = entries.next();
        let like = first.as_ref().and_then(|entry| entry.puzzle.as_ref().ok());
        let lists = like.map_or_else(
            || Ok(Lists::default()),
            |like| lists::read_all(&text, like, args.game.coordinates(), second.is_none()),
        );
        let (answers, note) = match lists {
            Ok(Lists { answers, note }) => (answers.into_iter().map(Ok).collect(), note),
            Err(error) => (vec![Err(error)], None),
        };
        note.iter().for_each(|note| exit::note(&format!("{name}: {note}")));
        let entries = first.into_iter().chain(second).chain(entries);
        Checker::new(entries, answers.into_iter(), settings).try_for_each(|verdict| printer.one(verdict))?;
    }
    let tally = printer.finish()?;
    let good = tally.is_good() && seen.bad.get() == 0;
    if !(quiet && good) {
        tally.print(seen.bad.get(), args.search.0);
    }
    let answers = if tally.is_good() { Exit::Done } else { Exit::BadInput };
    let puzzles = if seen.bad.get() == 0 { Exit::Done } else { seen.exit.get().max(Exit::BadInput) };
    Ok(answers.max(puzzles))
}
