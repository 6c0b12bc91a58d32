//! Printing verdicts as text and as lines of JSON.

use super::tally::Tally;
use crate::args::values::Output;
use crate::exit;
use crate::io::output::Stdout;
use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::io::{BufWriter, Write as _};
use tilefall::internals::plural;
use tilefall::rules::notation::format_moves;
use tilefall::rules::{ReadError, Status};
use tilefall::text::render::text::rows;
use tilefall::verify::{Class, Fault, Kind, Verdict};

/// Which verdicts on valid answers are printed. Verdicts on wrong answers are always printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Valid {
    All,
    /// Only the verdict on a valid answer that is the only answer in its file.
    Alone,
    None,
}

/// Prints verdicts and counts them.
pub struct Printer<'a> {
    out: BufWriter<Stdout>,
    output: Output,
    valid: Valid,
    /// The verdict on the first answer, if it is valid: held back, and printed only if no other answer follows.
    alone: Option<Verdict>,
    /// The name of the file of answers, which messages start with.
    name: &'a str,
    tally: Tally,
}

impl<'a> Printer<'a> {
    /// Creates a printer that writes to standard output.
    pub fn new(output: Output, valid: Valid, name: &'a str) -> Self {
        Printer { out: BufWriter::new(Stdout), output, valid, alone: None, name, tally: Tally::default() }
    }

    /// Counts and prints a verdict. The error of an unreadable line is printed on standard error.
    pub fn one(&mut self, verdict: Result<Verdict, ReadError>) -> anyhow::Result<()> {
        let verdict = match verdict {
            Ok(verdict) => verdict,
            Err(error) => {
                exit::print_located_error(&format!("{}:{error}", self.name));
                self.tally.unreadable += 1;
                return Ok(());
            }
        };
        self.tally.count(&verdict);
        self.alone = None;
        if self.valid == Valid::All || !verdict.is_valid() {
            return self.print(&verdict);
        }
        self.alone = Some(verdict).filter(|_| self.valid == Valid::Alone && self.tally.answers == 1);
        Ok(())
    }

    fn print(&mut self, verdict: &Verdict) -> anyhow::Result<()> {
        let text = match self.output {
            Output::Text => for_people(verdict, self.name),
            Output::Jsonl => line(verdict)? + "\n",
        };
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// Prints the verdict that was held back, if any, flushes the output, and returns the summary.
    pub fn finish(mut self) -> anyhow::Result<Tally> {
        if let Some(verdict) = self.alone.take() {
            self.print(&verdict)?;
        }
        self.out.flush()?;
        Ok(self.tally)
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
        let word = if fault.kind == Kind::Refuted { "refuted" } else { "wrong" };
        let list = fault.list.as_ref().filter(|list| !list.is_empty());
        let list = list.map_or(String::new(), |list| format!(": {}", format_moves(list.iter().copied())));
        let _ = writeln!(text, "{place}{id}{word}: {}{list}", fault.what);
        if let Some((_, board)) = &fault.at {
            rows(board).iter().for_each(|row| {
                let _ = writeln!(text, "  {row}");
            });
        }
    }
    text
}

/// Formats the verdict on a valid answer.
fn valid(verdict: &Verdict) -> String {
    let mut parts = Vec::new();
    if let Some(moves) = verdict.moves {
        parts.push(plural(moves as u64, "move"));
    }
    parts.extend(verdict.score.map(|score| format!("score {score}")));
    parts.extend(verdict.cleared.map(|cleared| if cleared { "cleared" } else { "not cleared" }.to_owned()));
    parts.extend(verdict.solutions.map(|all| plural(all as u64, "solution")));
    let proven = match verdict.boards {
        0 => "proven".to_owned(),
        boards => format!("proven by {}", plural(boards, "board")),
    };
    let proof = if verdict.class() == Class::Proven { &proven } else { "not contradicted" };
    match verdict.status {
        Some(Status::Optimal) => parts.push(format!("'optimal' {proof}")),
        Some(Status::Infeasible) => parts.push(format!("'infeasible' {proof}")),
        Some(Status::Unknown) => parts.push("no answer, nothing contradicted".into()),
        Some(Status::Error) => parts.push("an error, nothing to check".into()),
        Some(Status::Feasible) | None => {}
    }
    match verdict.noop {
        Some(true) => parts.push("swaps of equal blocks are moves".into()),
        Some(false) => parts.push("swaps of equal blocks are no moves".into()),
        None => {}
    }
    if verdict.bound_proven && verdict.class() == Class::Plain {
        parts.push(format!("bound {proven}"));
    }
    format!("valid: {}", parts.join(", "))
}

/// Formats a verdict as a line of JSON.
fn line(verdict: &Verdict) -> serde_json::Result<String> {
    let mut map = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        value.map(|value| map.insert(key.to_owned(), value));
    };
    put("line", (verdict.line > 0).then(|| verdict.line.into()));
    put("index", verdict.index.map(Value::from));
    put("id", (!verdict.id.is_empty()).then(|| verdict.id.as_str().into()));
    put("valid", Some(verdict.is_valid().into()));
    put("checked", verdict.unchecked.then(|| false.into()));
    put("status", verdict.status.map(serde_json::to_value).transpose()?);
    put("moves", verdict.moves.map(Value::from));
    put("score", verdict.score.map(Value::from));
    put("cleared", verdict.cleared.map(Value::from));
    put("solutions", verdict.solutions.map(Value::from));
    let proven = matches!(verdict.class(), Class::Open | Class::Proven);
    put("proven", proven.then(|| (verdict.class() == Class::Proven).into()));
    put("allow_noop", verdict.noop.map(Value::from));
    put("bound_proven", verdict.bound_proven.then(|| true.into()));
    put("boards", (verdict.boards > 0).then(|| verdict.boards.into()));
    let fault = |fault: &Fault| -> serde_json::Result<Value> {
        let mut map = Map::new();
        map.insert("kind".into(), serde_json::to_value(fault.kind)?);
        map.insert("what".into(), fault.what.as_str().into());
        if let Some((number, board)) = &fault.at {
            map.insert("move".into(), (*number).into());
            map.insert("board".into(), rows(board).into());
        }
        if let Some(list) = fault.list.as_ref().filter(|list| !list.is_empty()) {
            map.insert("list".into(), serde_json::to_value(list)?);
        }
        Ok(map.into())
    };
    let faults = verdict.faults.iter().map(fault).collect::<Result<Vec<_>, _>>()?;
    put("faults", (!faults.is_empty()).then(|| faults.into()));
    serde_json::to_string(&map)
}
