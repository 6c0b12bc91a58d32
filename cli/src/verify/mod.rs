//! What the `verify` of both games share: streams of puzzles and answers.
//!
//! - `print`: verdicts as text and as JSON; `tally`: the summary; `scratch`: temporary files

mod print;
mod scratch;
mod tally;

use super::exit::{self, Exit};
use super::input;
use super::lines::{self, Bounds, Lines};
use super::numbers;
use super::page::{self, Carried};
use crate::error::{Unfit, Unreadable};
use crate::format_word::FormatArgs;
use crate::item::{Bad, Named};
use crate::puzzles::Inputs;
use print::{Output, Printer};
use scratch::scratch;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tilefall::base::{Game, ReadError};
use tilefall::formats::scan::without_mark;
use tilefall::formats::{Coordinates, RECORDS};
use tilefall::puzzle::{Puzzle, Task};
use tilefall::verify::lists::{self, Counting, Lists};
use tilefall::verify::{Answer, Checker, Entry, Settings, answer};

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
    #[arg(value_parser = numbers::number, allow_negative_numbers = true)]
    search: u64,
    /// Memory for puzzles and answers that wait for each other, and for known facts about equal puzzles; the
    /// rest goes to a temporary file
    #[arg(long, value_name = "SIZE", default_value = "64M", help_heading = "Limits")]
    #[arg(value_parser = numbers::tables, allow_negative_numbers = true)]
    memory: usize,
    /// What to print: text, or one line of JSON per answer
    #[arg(long, short, value_name = "KIND", value_enum, default_value = "text", help_heading = "Output")]
    output: Output,
    /// Print only faults, and the summary only if there are any
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
    #[command(flatten)]
    bounds: Bounds,
}

/// What is checked, and how it is told.
struct Meant<'a> {
    inputs: Inputs,
    answers: &'a Path,
    /// Whether that is a replay, which stands for the puzzles as well.
    replay: bool,
    search: u64,
    memory: usize,
    output: Output,
    quiet: bool,
}

impl VerifyArgs {
    fn meant(&self, game: Game) -> Result<Meant<'_>, Unfit> {
        let answers = self.results.as_ref().unwrap_or(&self.puzzles);
        input::refuse_both(&self.puzzles, answers)?;
        Ok(Meant {
            inputs: Inputs::one(&self.puzzles, self.format.meant(Some(game))?, self.bounds),
            answers,
            replay: self.results.is_none(),
            search: self.search,
            memory: self.memory,
            output: self.output,
            quiet: self.quiet,
        })
    }
}

/// What the puzzles and the answers are expected to be.
pub struct Expected<'a> {
    /// The game.
    pub game: Game,
    /// Puts the rules, M, mode and `--allow-noop` of the command line into a task.
    pub set: &'a dyn Fn(&mut Task),
    /// The coordinates of plain lists; `None` for the coordinates of the puzzles' format.
    pub coordinates: Option<&'static Coordinates>,
}

/// What was found while the puzzles were read.
struct Seen {
    bad: Cell<u64>,
    /// The worst of reading.
    exit: Cell<Exit>,
    coordinates: Cell<&'static Coordinates>,
    /// The inputs of the other game.
    others: RefCell<HashSet<String>>,
}

impl Seen {
    /// A puzzle as the checker takes it.
    fn entry(&self, item: Result<Named, Bad>, expected: &Expected) -> Entry {
        let mut told = false;
        let entry = match item {
            Ok(mut named) => {
                (expected.set)(&mut named.puzzle.task);
                self.coordinates.set(named.format.coordinates);
                let (id, index, found) = (named.id(), named.puzzle.index, named.puzzle.task.game());
                // Of a file of the other game that is said once.
                told = found != expected.game && !self.others.borrow_mut().insert(named.input.to_string());
                let wrong = || format!("{}: {}", named.place(), found.instead_of(expected.game));
                let puzzle = if found == expected.game { Ok(named.puzzle) } else { Err(wrong()) };
                Entry { id, index, puzzle }
            }
            Err(bad) => {
                self.exit.set(self.exit.get().worse(bad.exit()));
                Entry { id: bad.id(), index: bad.index(), puzzle: Err(bad.to_string()) }
            }
        };
        if let Err(why) = &entry.puzzle {
            if !told {
                exit::complain_of(why);
            }
            self.bad.set(self.bad.get() + 1);
        }
        entry
    }
}

/// Runs it.
///
/// # Errors
/// If the words do not fit, the answers cannot be read, or standard output or a temporary file cannot be
/// written.
pub fn run(args: &VerifyArgs, expected: &Expected) -> anyhow::Result<Exit> {
    let Meant { inputs, answers, replay, search, memory, output, quiet } = args.meant(expected.game)?;
    let bounds = inputs.bounds;
    let seen = Seen {
        bad: Cell::new(0),
        exit: Cell::new(Exit::Done),
        coordinates: Cell::new(&RECORDS),
        others: RefCell::new(HashSet::new()),
    };
    let entries = inputs.each().map(|item| seen.entry(item, expected));
    let name = input::name(answers);
    let game = expected.game;
    let mut checker =
        Checker::new(entries, &name, Settings { search, memory, scratch, ..Settings::new(game) });
    let mut printer = Printer::new(output, quiet, &name);
    let mut results = match page::carried(input::open(answers)?, &name, bounds.text)? {
        Carried::Records(lines) => page::results(&lines),
        Carried::Nothing(results) if !replay => results,
        Carried::Nothing(_) => {
            let why = format!(
                "{name}: this is no replay that carries answers, expected a file of answers behind it"
            );
            return Err(Unfit(why).into());
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
                Ok(Some(Err(error))) | Err(error) => printer.misread(&error)?,
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
            Err(error) => printer.misread(&error)?,
        }
    }
    checker.finish(|verdict| printer.one(&verdict))?;
    let tally = printer.finish()?;
    let good = tally.is_good() && seen.bad.get() == 0;
    if !(quiet && good) {
        tally.tell(seen.bad.get(), search);
    }
    let answers = if tally.is_good() { Exit::Done } else { Exit::BadInput };
    let puzzles = if seen.bad.get() == 0 { Exit::Done } else { seen.exit.get().worse(Exit::BadInput) };
    Ok(answers.worse(puzzles))
}

/// The answers of a text that holds no records. Several lists for a single puzzle are its solutions.
fn bare<P: Iterator<Item = Entry>>(
    text: &[u8],
    checker: &mut Checker<P>,
    coordinates: Option<&'static Coordinates>,
    seen: &Seen,
) -> Result<Lists, ReadError> {
    let first: Option<Puzzle> = checker.peek().and_then(|entry| entry.puzzle.as_ref().ok()).cloned();
    let Some(first) = first else { return Ok(Vec::new().into()) };
    let counting = coordinates.map_or(Counting::Likely(seen.coordinates.get()), Counting::Known);
    let mut lists = lists::read(text, &first, counting)?;
    let is_list = |answer: &Answer| answer.record.moves.is_some();
    if lists.answers.len() > 1
        && first.task.game() == Game::Mayan
        && lists.answers.iter().all(is_list)
        && checker.single()
    {
        let line = lists.answers[0].line;
        let all = lists.answers.into_iter().filter_map(|answer| answer.record.moves).collect();
        lists.answers = vec![Answer::lists(line, all)];
    }
    Ok(lists)
}
