//! Shared code of the `verify` verbs of both games: streams of puzzles and answers.
//!
//! - `print`: verdicts as text and JSON; `tally`: the summary; `scratch`: temporary files

pub mod mayan;
mod print;
pub mod samegame;
mod scratch;
mod tally;

use crate::args::format_arg::FormatArgs;
use crate::args::numbers::{Number, TableBytes};
use crate::error::{Unreadable, UsageError};
use crate::exit::{self, Exit};
use crate::io::embedded::{self, Content};
use crate::io::input;
use crate::io::item::{InputError, InputPuzzle};
use crate::io::lines::{self, Bounds, Lines};
use crate::io::puzzles::Inputs;
use print::{Output, Printer};
use scratch::scratch;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::path::PathBuf;
use tilefall::internals::formats::scan::without_mark;
use tilefall::internals::verify::answer;
use tilefall::internals::verify::lists::{self, ClickConvention, Lists};
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::rules::{Columns, GameKind, ReadError};
use tilefall::text::formats::{Coordinates, RECORD_COORDINATES};
use tilefall::verify::{Answer, Checker, Entry, Settings};

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.visible_alias("from")))]
pub struct VerifyArgs {
    /// The puzzles: a file, directory or glob; '-' is standard input
    puzzles: PathBuf,
    /// The answers; '-' is standard input. A replay (SVG or HTML) carries both, and stands for both
    results: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
    /// Moves to play on each puzzle to prove its answer or find a counterexample; 0 for none
    #[arg(long, value_name = "NODES", default_value = "2000", help_heading = "Limits")]
    search: Number,
    /// Memory for puzzles and answers that wait for each other, and for known facts about equal puzzles; the
    /// rest goes to a temporary file
    #[arg(long, value_name = "SIZE", default_value = "64M", help_heading = "Limits")]
    memory: TableBytes,
    /// The output: text, or one line of JSON per answer
    #[arg(long, short, value_name = "KIND", value_enum, default_value = "text", help_heading = "Output")]
    output: Output,
    /// Print only faults, and the summary only if there are any
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
    #[command(flatten)]
    bounds: Bounds,
}

/// The expected game, task and coordinates.
pub struct Expected<'a> {
    /// The game.
    pub game: GameKind,
    /// Applies the rules, M, mode and `--allow-noop` of the command line to a task.
    pub set: &'a dyn Fn(&mut Task),
    /// Whether columns close or stay, in place of the rules of SameGame puzzles.
    pub columns: Option<Columns>,
    /// The coordinates of plain lists; `None` for the coordinates of the puzzles' format.
    pub coordinates: Option<&'static Coordinates>,
}

/// The state of reading puzzles.
struct ReadState {
    bad: Cell<u64>,
    /// The most severe exit code so far.
    exit: Cell<Exit>,
    coordinates: Cell<&'static Coordinates>,
    /// The inputs with puzzles of the other game.
    others: RefCell<HashSet<String>>,
}

impl ReadState {
    /// Returns the checker's entry for a puzzle; prints the error of a bad one.
    fn entry(&self, item: Result<InputPuzzle, InputError>, expected: &Expected) -> Entry {
        let mut already_reported = false;
        let entry = match item {
            Ok(mut named) => {
                (expected.set)(&mut named.puzzle.task);
                self.coordinates.set(named.format.coordinates);
                let (id, index, found) = (named.id(), named.puzzle.index, named.puzzle.task.game());
                // One message for each file of the other game.
                already_reported =
                    found != expected.game && !self.others.borrow_mut().insert(named.input.to_string());
                let wrong = || format!("{}: {}", named.place(), found.wrong_game(expected.game));
                let puzzle = if found == expected.game { Ok(named.puzzle) } else { Err(wrong()) };
                Entry { id, index, puzzle }
            }
            Err(bad) => {
                self.exit.set(self.exit.get().max(bad.exit()));
                Entry { id: bad.id(), index: bad.index(), puzzle: Err(bad.to_string()) }
            }
        };
        if let Err(why) = &entry.puzzle {
            if !already_reported {
                exit::print_located_error(why);
            }
            self.bad.set(self.bad.get() + 1);
        }
        entry
    }
}

/// Checks answers and prints verdicts.
///
/// # Errors
/// If the arguments are not valid, the answers cannot be read, or standard output or a temporary file cannot be
/// written.
pub fn run(args: &VerifyArgs, expected: &Expected) -> anyhow::Result<Exit> {
    let VerifyArgs { bounds, quiet, output, .. } = *args;
    let (search, memory) = (args.search.0, args.memory.0);
    // Without answers, the puzzles are a replay, which also contains the answers.
    let replay = args.results.is_none();
    let answers = args.results.as_ref().unwrap_or(&args.puzzles);
    input::refuse_stdin_twice(&args.puzzles, answers)?;
    let inputs =
        Inputs::one(&args.puzzles, args.format.resolve(Some(expected.game))?, bounds).by(expected.columns);
    let seen = ReadState {
        bad: Cell::new(0),
        exit: Cell::new(Exit::Done),
        coordinates: Cell::new(&RECORD_COORDINATES),
        others: RefCell::new(HashSet::new()),
    };
    let entries = inputs.each().map(|item| seen.entry(item, expected));
    let name = input::name(answers);
    let game = expected.game;
    let mut checker =
        Checker::new(entries, &name, Settings { search, memory, scratch, ..Settings::new(game) });
    let mut printer = Printer::new(output, quiet, &name);
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
    let failed = |error| Unreadable::new(&name, error);
    let start = results.fill_buf().map_err(failed)?;
    if without_mark(start).trim_ascii_start().first() == Some(&b'{') {
        let (mut lines, mut line) = (Lines::new(results, bounds.line), Vec::new());
        while let Some(read) = lines.next(&mut line).map_err(failed)? {
            match read.map(|()| answer::record(&line, lines.number())) {
                Ok(None) => {}
                Ok(Some(Ok(answer))) => printer.all(checker.check(&answer)?)?,
                Ok(Some(Err(error))) | Err(error) => printer.invalid_line(&error)?,
            }
        }
    } else {
        let text = lines::whole(results, &name, bounds.text)?;
        match bare(&text, &mut checker, expected.coordinates, &seen) {
            Ok(Lists { answers, note }) => {
                note.iter().for_each(|note| exit::note(&format!("{name}: {note}")));
                for answer in answers {
                    printer.all(checker.check(&answer)?)?;
                }
            }
            Err(error) => printer.invalid_line(&error)?,
        }
    }
    checker.finish(|verdict| printer.one(&verdict))?;
    let tally = printer.finish()?;
    let good = tally.is_good() && seen.bad.get() == 0;
    if !(quiet && good) {
        tally.print(seen.bad.get(), search);
    }
    let answers = if tally.is_good() { Exit::Done } else { Exit::BadInput };
    let puzzles = if seen.bad.get() == 0 { Exit::Done } else { seen.exit.get().max(Exit::BadInput) };
    Ok(answers.max(puzzles))
}

/// Returns the answers of a text without records. Several lists for a single Mayan puzzle are its solutions.
fn bare<P: Iterator<Item = Entry>>(
    text: &[u8],
    checker: &mut Checker<P>,
    coordinates: Option<&'static Coordinates>,
    seen: &ReadState,
) -> Result<Lists, ReadError> {
    let first: Option<Puzzle> = checker.peek().and_then(|entry| entry.puzzle.as_ref().ok()).cloned();
    let Some(first) = first else { return Ok(Vec::new().into()) };
    let counting = coordinates.map_or(ClickConvention::Guess(seen.coordinates.get()), ClickConvention::Fixed);
    let mut lists = lists::read(text, &first, counting)?;
    let is_list = |answer: &Answer| answer.record.moves.is_some();
    if lists.answers.len() > 1
        && first.task.game() == GameKind::Mayan
        && lists.answers.iter().all(is_list)
        && checker.single()
    {
        let line = lists.answers[0].line;
        let all = lists.answers.into_iter().filter_map(|answer| answer.record.moves).collect();
        lists.answers = vec![Answer::lists(line, all)];
    }
    Ok(lists)
}
