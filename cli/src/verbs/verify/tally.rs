//! The summary of all verdicts, on standard error.

use crate::exit;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use tilefall::internals::plural;
use tilefall::verify::{Class, Kind, Verdict};

/// The numbers of answers by verdict, and of faults by kind.
#[derive(Debug, Default)]
pub struct Tally {
    pub answers: u64,
    plain: u64,
    open: u64,
    proven: u64,
    wrong: u64,
    unchecked: u64,
    /// The number of lines that cannot be read.
    pub unreadable: u64,
    faults: BTreeMap<Kind, u64>,
}

impl Tally {
    pub fn count(&mut self, verdict: &Verdict) {
        for fault in &verdict.faults {
            *self.faults.entry(fault.kind).or_default() += 1;
        }
        if verdict.line == 0 {
            return;
        }
        self.answers += 1;
        *match verdict.class() {
            Class::Wrong => &mut self.wrong,
            _ if verdict.unchecked => &mut self.unchecked,
            Class::Plain => &mut self.plain,
            Class::Open => &mut self.open,
            Class::Proven => &mut self.proven,
        } += 1;
    }

    /// Returns `true` if there are no faults and no unreadable lines.
    pub fn is_good(&self) -> bool {
        self.faults.is_empty() && self.unreadable == 0
    }

    /// Prints the summary on standard error. `bad` counts bad puzzles; `limit` is a text such as `with --search 2000`.
    pub fn print(&self, bad: u64, limit: &str) {
        exit::note(&self.text(bad, limit));
    }

    fn text(&self, bad: u64, limit: &str) -> String {
        let valid = self.plain + self.open + self.proven;
        let mut text = format!("{} checked, {valid} valid", plural(self.answers, "answer"));
        let mut add = |number: u64, what: &str| {
            if number > 0 {
                let _ = write!(text, ", {number} {what}");
            }
        };
        add(self.proven, "proven");
        add(self.open, &format!("not contradicted (no proof {limit})"));
        add(self.unchecked, "not checked (an error where there is nothing to solve)");
        add(self.wrong, "wrong");
        add(self.unreadable, "unreadable");
        add(self.faults.get(&Kind::Refuted).copied().unwrap_or(0), "refuted by an example");
        let mut between = ';';
        let faults = self
            .faults
            .iter()
            .filter(|(kind, _)| **kind != Kind::Refuted)
            .map(|(&kind, &number)| (name_of(kind), number));
        for (name, number) in faults.chain((bad > 0).then_some(("bad puzzles", bad))) {
            let _ = write!(text, "{between} {name}: {number}");
            between = ',';
        }
        text
    }
}

fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Puzzle => "answers to other puzzles",
        Kind::Asked => "answers to other questions",
        Kind::Move => "bad moves",
        Kind::List => "lists that do not win",
        Kind::Status => "wrong statuses",
        Kind::Field => "fields missing or out of place",
        Kind::Score => "wrong scores",
        Kind::Bound => "wrong bounds",
        Kind::Count => "wrong counts",
        Kind::Refuted => "refuted by an example",
        Kind::Duplicate => "duplicate answers",
        Kind::Order => "answers out of order",
        Kind::Stray => "answers to no puzzle",
        Kind::Missing => "missing answers",
    }
}
