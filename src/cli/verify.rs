//! What the `verify` of both games share: streams of puzzles and answers, verdicts printed, a summary.

use super::exit::{self, Exit, Unfit};
use super::input;
use super::input::Unreadable;
use super::lines::{self, Bounds, Lines};
use super::output::Out;
use super::puzzles::{Choice, PuzzleArgs, choice};
use crate::formats::ReadError;
use crate::puzzle::{Game, Puzzle, Status, Task};
use crate::render::text::rows;
use crate::verify::{Answer, Checker, Entry, Fault, Kind, Verdict, answer, lists};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::io::{BufRead, BufWriter, Write};
use std::path::PathBuf;

/// The words that both games share.
#[derive(Debug, clap::Args)]
pub struct VerifyArgs {
    /// The puzzles: a file, directory or glob; '-' is standard input
    puzzles: PathBuf,
    /// The answers; '-' is standard input
    results: PathBuf,
    /// The format of the puzzles
    #[arg(long, visible_alias = "from", value_name = "FORMAT", default_value = "auto", value_parser = choice())]
    #[arg(hide_possible_values = true)]
    format: Choice,
    /// What to print: text, or a line of JSON an answer
    #[arg(long, value_name = "KIND", value_enum, default_value = "text", help_heading = "Output")]
    output: Output,
    /// Print only what is wrong
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
    #[command(flatten)]
    bounds: Bounds,
}

/// What `--output` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Output {
    Text,
    Jsonl,
}

/// What came of all answers.
#[derive(Debug, Default)]
struct Tally {
    answers: u64,
    valid: u64,
    unproven: u64,
    faults: BTreeMap<&'static str, u64>,
}

/// Runs it: `set` puts the rules, M and mode of the command line into a task.
///
/// # Errors
/// If the results cannot be read, or standard output cannot be written.
pub fn run(
    args: &VerifyArgs,
    game: Game,
    set: impl Fn(&mut Task),
    noop: bool,
    coordinates: Option<&str>,
) -> anyhow::Result<Exit> {
    if args.puzzles.as_os_str() == "-" && args.results.as_os_str() == "-" {
        let why = "puzzles and answers are both standard input, expected a file for one of them";
        return Err(Unfit(why.into()).into());
    }
    let bad = Cell::new(0_u64);
    let format = RefCell::new("");
    let files = vec![args.puzzles.clone()];
    let puzzles =
        PuzzleArgs { files, format: args.format.narrowed(game)?, list_formats: false, bounds: args.bounds };
    let mut others = HashSet::new();
    let entries = puzzles.each().map(|item| {
        let mut told = false;
        let entry = match item {
            Ok(mut named) => {
                set(&mut named.puzzle.task);
                *format.borrow_mut() = named.format.name;
                let id = named.id();
                let found = named.puzzle.task.game();
                // Of a file of the other game that is said once.
                told = found != game && !others.insert(named.input.clone());
                let wrong = || format!("{}: {}", named.place(), found.instead_of(game));
                let puzzle = if found == game { Ok(named.puzzle) } else { Err(wrong()) };
                Entry { id, puzzle }
            }
            Err(bad) => Entry { id: format!("{}:{}", bad.input, bad.position), puzzle: Err(bad.to_string()) },
        };
        if let Err(why) = &entry.puzzle {
            if !told {
                exit::complain_of(why);
            }
            bad.set(bad.get() + 1);
        }
        entry
    });
    let name = input::name(&args.results);
    let mut checker = Checker::new(entries, &name, noop);
    let mut printer = Printer { out: BufWriter::new(Out), args, name: &name, tally: Tally::default() };
    let mut results = input::open(&args.results)?;
    let failed = |error| Unreadable::new(&name, error);
    let start = results.fill_buf().map_err(failed)?;
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
    if start.first() == Some(&b'{') {
        let (mut lines, mut line) = (Lines::new(results, args.bounds.line), Vec::new());
        while let Some(read) = lines.next(&mut line).map_err(failed)? {
            match read.map(|()| answer::record(&line, lines.number())) {
                Ok(None) => {}
                Ok(Some(Ok(answer))) => printer.all(checker.check(&answer))?,
                Ok(Some(Err(error))) | Err(error) => printer.misread(&error)?,
            }
        }
    } else {
        let text = lines::whole(results, &name, args.bounds.text)?;
        match bare(&text, &mut checker, coordinates, &format) {
            Ok(answers) => {
                for answer in answers {
                    printer.all(checker.check(&answer))?;
                }
            }
            Err(error) => printer.misread(&error)?,
        }
    }
    printer.all(checker.finish())?;
    printer.out.flush()?;
    let tally = printer.tally;
    tell(&tally, bad.get());
    Ok(if tally.faults.is_empty() && bad.get() == 0 { Exit::Done } else { Exit::BadInput })
}

/// The answers of a text that holds no records. Several lists for a single puzzle are its solutions.
fn bare<P: Iterator<Item = Entry>>(
    text: &[u8],
    checker: &mut Checker<P>,
    coordinates: Option<&str>,
    format: &RefCell<&'static str>,
) -> Result<Vec<Answer>, ReadError> {
    let first: Option<Puzzle> = checker.peek().and_then(|entry| entry.puzzle.as_ref().ok()).cloned();
    let Some(first) = first else { return Ok(Vec::new()) };
    let origin = lists::Origin::of(coordinates.unwrap_or(*format.borrow()), &first.grid);
    let answers = lists::read(text, &first, origin)?;
    let is_list = |answer: &Answer| answer.record.moves.is_some();
    if answers.len() > 1
        && first.task.game() == Game::Mayan
        && answers.iter().all(is_list)
        && checker.single()
    {
        let line = answers[0].line;
        let all = answers.into_iter().filter_map(|answer| answer.record.moves).collect();
        return Ok(vec![Answer::lists(line, all)]);
    }
    Ok(answers)
}

/// Prints verdicts and counts them.
struct Printer<'a, W> {
    out: W,
    args: &'a VerifyArgs,
    name: &'a str,
    tally: Tally,
}

impl<W: Write> Printer<'_, W> {
    fn all(&mut self, verdicts: impl IntoIterator<Item = Verdict>) -> anyhow::Result<()> {
        verdicts.into_iter().try_for_each(|verdict| self.one(&verdict))
    }

    fn misread(&mut self, error: &ReadError) -> anyhow::Result<()> {
        let what = format!("column {}: {}", error.column, error.message);
        let faults = vec![Fault::new(Kind::Stray, what)];
        self.one(&Verdict { line: error.line, faults, ..Verdict::default() })
    }

    fn one(&mut self, verdict: &Verdict) -> anyhow::Result<()> {
        let tally = &mut self.tally;
        tally.answers += u64::from(verdict.line > 0);
        tally.valid += u64::from(verdict.is_valid());
        tally.unproven += u64::from(verdict.unproven());
        for fault in &verdict.faults {
            *tally.faults.entry(name_of(fault.kind)).or_default() += 1;
        }
        if self.args.quiet && verdict.is_valid() {
            return Ok(());
        }
        let text = match self.args.output {
            Output::Text => for_people(verdict, self.name),
            Output::Jsonl => line(verdict)? + "\n",
        };
        Ok(self.out.write_all(text.as_bytes())?)
    }
}

fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Move => "bad moves",
        Kind::List => "lists that do not win",
        Kind::Score => "wrong scores",
        Kind::Status => "contradicted statuses",
        Kind::Bound => "contradicted bounds",
        Kind::Count => "contradicted counts",
        Kind::Puzzle => "answers to other puzzles",
        Kind::Missing => "missing answers",
        Kind::Doubled => "doubled answers",
        Kind::Stray => "answers to no puzzle",
    }
}

fn for_people(verdict: &Verdict, results: &str) -> String {
    let place = if verdict.line > 0 { format!("{results}:{}: ", verdict.line) } else { String::new() };
    let id = if verdict.id.is_empty() { String::new() } else { format!("{}: ", verdict.id) };
    if verdict.is_valid() {
        return format!("{place}{id}{}\n", valid(verdict));
    }
    let mut text = String::new();
    for fault in &verdict.faults {
        let _ = writeln!(text, "{place}{id}wrong: {}", fault.what);
        if let Some((_, board)) = &fault.at {
            rows(board).iter().for_each(|row| {
                let _ = writeln!(text, "  {row}");
            });
        }
    }
    text
}

/// What is said of a valid answer.
fn valid(verdict: &Verdict) -> String {
    let mut parts = Vec::new();
    if let Some(moves) = verdict.moves {
        parts.push(crate::verify::several(moves as u64, "move"));
    }
    parts.extend(verdict.score.map(|score| format!("score {score}")));
    parts.extend(verdict.cleared.map(|cleared| if cleared { "cleared" } else { "not cleared" }.to_owned()));
    parts.extend(verdict.solutions.map(|all| crate::verify::several(all as u64, "solution")));
    match verdict.status {
        Some(Status::Optimal) => parts.push("'optimal' not contradicted".into()),
        Some(Status::Infeasible) => parts.push("'infeasible' not contradicted".into()),
        Some(Status::Unknown) => parts.push("no answer, nothing contradicted".into()),
        Some(Status::Error) => parts.push("an error, nothing to check".into()),
        Some(Status::Feasible) => {}
        None if parts.is_empty() => parts.push("not contradicted".into()),
        None => {}
    }
    format!("valid: {}", parts.join(", "))
}

/// A verdict as a line of JSON.
fn line(verdict: &Verdict) -> serde_json::Result<String> {
    use serde_json::{Map, Value};
    let mut map = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        value.map(|value| map.insert(key.to_owned(), value));
    };
    put("line", (verdict.line > 0).then(|| verdict.line.into()));
    put("index", verdict.index.map(Value::from));
    put("id", (!verdict.id.is_empty()).then(|| verdict.id.as_str().into()));
    put("valid", Some(verdict.is_valid().into()));
    put("status", verdict.status.map(serde_json::to_value).transpose()?);
    put("moves", verdict.moves.map(Value::from));
    put("score", verdict.score.map(Value::from));
    put("cleared", verdict.cleared.map(Value::from));
    put("solutions", verdict.solutions.map(Value::from));
    put("proven", verdict.unproven().then(|| false.into()));
    let fault = |fault: &Fault| -> serde_json::Result<Value> {
        let mut map = Map::new();
        map.insert("kind".into(), serde_json::to_value(fault.kind)?);
        map.insert("what".into(), fault.what.as_str().into());
        if let Some((number, board)) = &fault.at {
            map.insert("move".into(), (*number).into());
            map.insert("board".into(), rows(board).into());
        }
        Ok(map.into())
    };
    let faults = verdict.faults.iter().map(fault).collect::<Result<Vec<_>, _>>()?;
    put("faults", (!faults.is_empty()).then(|| faults.into()));
    serde_json::to_string(&map)
}

/// The summary, on standard error.
fn tell(tally: &Tally, bad: u64) {
    let mut text =
        format!("{} checked, {} valid", crate::verify::several(tally.answers, "answer"), tally.valid);
    for (name, &number) in &tally.faults {
        let _ = write!(text, ", {name}: {number}");
    }
    if bad > 0 {
        let _ = write!(text, ", bad puzzles: {bad}");
    }
    if tally.unproven > 0 {
        let claims = crate::verify::several(tally.unproven, "claim");
        let _ = write!(text, "; {claims} of a proof, not contradicted (that is no proof)");
    }
    exit::note(&text);
}
