//! What `mayan solve` prints of an answer: the judge's format, a text for people, or a record.

use crate::cli::batch::{Job, Style, stopped};
use crate::cli::puzzles::Named;
use crate::formats::{noip, p1312};
use crate::mayan::solve::{Outcome, Request, Want, Why};
use crate::mayan::{Mode, Move, Side};
use crate::puzzle::{Game, MayanTask, Puzzle, Status, Task};
use crate::record::{ResultRecord, hash};
use crate::render;
use std::fmt::Write as _;

/// An answer and what it is an answer to.
pub struct Answer<'a, 'j> {
    /// How it is to be told.
    pub job: &'a Job<'j>,
    /// The puzzle.
    pub named: &'a Named,
    /// What was asked.
    pub request: &'a Request,
    /// What was found.
    pub outcome: Outcome,
    /// All lists, for records.
    pub lists: Vec<Vec<Move>>,
    /// How many lists there were.
    pub told: u64,
    /// Seconds it took.
    pub seconds: f64,
    /// Seconds to the first list.
    pub first: Option<f64>,
}

/// One of all lists, as it is found.
pub fn list(style: Style, list: &[Move]) -> String {
    match style {
        Style::Native => noip::answer(Some(list)) + "\n",
        _ => line(list) + "\n",
    }
}

/// A list on one line: `2 1 R, 3 1 R`.
fn line(list: &[Move]) -> String {
    let word = |step: &Move| {
        let side = if step.side == Side::Right { 'R' } else { 'L' };
        format!("{} {} {side}", step.x, step.y)
    };
    list.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// The puzzle with the M and the mode that were asked for.
pub fn asked(puzzle: &Puzzle, request: &Request) -> Puzzle {
    let task = MayanTask {
        moves: Some(request.moves).filter(|&moves| moves < u64::MAX),
        mode: Some(request.mode),
        list: Vec::new(),
    };
    Puzzle { task: Task::Mayan(task), ..puzzle.clone() }
}

impl Answer<'_, '_> {
    /// What goes to standard output, and to standard error.
    pub fn text(&self) -> (String, Option<String>) {
        match self.job.style {
            Style::Native => self.native(),
            Style::Text => (self.for_people(), None),
            Style::Jsonl => (self.record().to_line(), None),
        }
    }

    fn native(&self) -> (String, Option<String>) {
        let outcome = &self.outcome;
        let unknown = || Some(format!("{}: {}", self.named.id(), self.headline()));
        let asked = asked(&self.named.puzzle, self.request);
        match (outcome.status, self.request.want, self.named.format.name) {
            (Status::Unknown, ..) => (String::new(), unknown()),
            (_, Want::Count, _) => (format!("{}\n", count(outcome)), None),
            (Status::Infeasible, ..) => ("-1\n".into(), None),
            // The lists are printed already.
            (Status::Feasible, Want::All(_), _) => (String::new(), unknown()),
            (_, Want::All(_), _) => (String::new(), None),
            (.., "p1312") => match p1312::answer(&asked, outcome.list.as_deref()) {
                Ok(text) => (text, None),
                Err(error) => (String::new(), Some(format!("{}: {error}", self.named.id()))),
            },
            _ => (noip::answer(outcome.list.as_deref()), None),
        }
    }

    fn for_people(&self) -> String {
        let mut text = format!("{}: {}\n", self.named.id(), self.headline());
        let outcome = &self.outcome;
        if self.request.want == Want::Count
            && outcome.status == Status::Optimal
            && self.request.mode == Mode::Within
        {
            for (length, count) in outcome.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let _ = writeln!(text, "  {}: {count}", moves(length as u64));
            }
        }
        if !matches!(self.request.want, Want::All(_) | Want::Count)
            && let Some(list) = &outcome.list
        {
            text += &render::text::replay(&self.named.puzzle.grid, list);
        }
        if self.job.stats && self.job.counted {
            text += &self.table();
        }
        text
    }

    /// One line that says what was found, or proven.
    fn headline(&self) -> String {
        let outcome = &self.outcome;
        let length = || moves(outcome.list.as_ref().map_or(0, Vec::len) as u64);
        let asked = match (self.request.mode, self.request.moves) {
            (Mode::Exactly, most) => format!("exactly {}", moves(most)),
            (_, u64::MAX) => "any number of moves".into(),
            (_, most) => format!("at most {}", moves(most)),
        };
        let reason = outcome.stopped_by.map_or("", stopped);
        match (outcome.status, self.request.want) {
            (Status::Unknown, _) => {
                let proven = match (self.request.mode, outcome.bound) {
                    (Mode::Exactly, _) | (_, 0 | 1) => String::new(),
                    (_, bound) => format!("; no solution in at most {}", moves(bound - 1)),
                };
                format!("unknown, {reason}{proven}")
            }
            (Status::Infeasible, _) => format!("no solution in {asked}: {}", why(outcome.why)),
            (_, Want::Count) if self.request.mode == Mode::Shortest => {
                let length = moves(outcome.counts.len().saturating_sub(1) as u64);
                format!("{} of {length}, the fewest", lists(outcome.count()))
            }
            (_, Want::Count) => format!("{} of {asked}", lists(outcome.count())),
            (Status::Feasible, _) => format!("{} of {asked}, {reason}", lists(Some(self.told.into()))),
            (_, Want::All(_)) if self.request.mode == Mode::Shortest => {
                format!("{} of {}, the fewest; these are all", lists(Some(self.told.into())), length())
            }
            (_, Want::All(_)) => {
                format!("{} of {asked}; these are all", lists(Some(self.told.into())))
            }
            _ => {
                let proven = match (self.request.mode, self.request.want) {
                    (Mode::Exactly, _) | (_, Want::First) => "the first of its kind",
                    (Mode::Shortest, _) => "no shorter list exists",
                    _ => "within the limit",
                };
                format!("cleared in {}, {proven}", length())
            }
        }
    }

    fn table(&self) -> String {
        let stats = &self.outcome.stats;
        let mut rows = vec![
            ("nodes", stats.nodes.to_string()),
            ("moves tested by the bound", stats.tried.to_string()),
            ("cut by the bound", stats.cut_bound.to_string()),
            ("cut by the table", stats.cut_table.to_string()),
            ("asleep", stats.cut_sleep.to_string()),
            ("branching factor", stats.branching().map_or("-".into(), |factor| format!("{factor:.2}"))),
        ];
        if self.job.timings {
            rows.push(("seconds", format!("{:.6}", self.seconds)));
            if let Some(first) = self.first {
                rows.push(("seconds to the first list", format!("{first:.6}")));
            }
            rows.push(("nodes a second", format!("{:.0}", stats.nodes as f64 / self.seconds.max(1e-9))));
        }
        rows.iter().map(|(name, value)| format!("  {name:<28}{value:>16}\n")).collect()
    }

    /// The result record.
    fn record(&self) -> ResultRecord {
        let outcome = &self.outcome;
        let steps = |list: &Vec<Move>| list.iter().map(|&step| step.into()).collect::<Vec<_>>();
        let all = matches!(self.request.want, Want::All(_));
        let bound = match outcome.status {
            Status::Optimal if self.request.mode == Mode::Shortest => {
                outcome.list.as_ref().map(|list| list.len() as i64)
            }
            Status::Unknown | Status::Infeasible if self.request.mode != Mode::Exactly => {
                i64::try_from(outcome.bound).ok()
            }
            Status::Unknown | Status::Feasible => i64::try_from(outcome.bound).ok(),
            _ => None,
        };
        let stats = self.job.stats && self.job.counted;
        ResultRecord {
            game: Some(Game::Mayan),
            hash: Some(hash(&asked(&self.named.puzzle, self.request))),
            moves: outcome.list.as_ref().map(steps),
            cleared: outcome.list.as_ref().map(|_| true),
            bound,
            count: (self.request.want == Want::Count && outcome.status != Status::Unknown)
                .then(|| count(outcome)),
            solutions: all.then(|| self.lists.iter().map(steps).collect()),
            nodes: self.job.counted.then_some(outcome.stats.nodes),
            seconds: self.job.timings.then_some(self.seconds),
            stopped_by: outcome.stopped_by,
            stats: stats.then(|| {
                let mut map = outcome.stats.record();
                if let Some(first) = self.first.filter(|_| self.job.timings) {
                    map.insert("first_seconds".into(), first.into());
                }
                map
            }),
            ..ResultRecord::new(self.job.index, self.named.id(), outcome.status)
        }
    }
}

/// The number of lists in digits; a sum beyond 128 bits comes as unknown and gets here no more.
fn count(outcome: &Outcome) -> String {
    outcome.count().unwrap_or(u128::MAX).to_string()
}

/// `1 move`, `2 moves`.
fn moves(number: u64) -> String {
    format!("{number} move{}", if number == 1 { "" } else { "s" })
}

/// `1 list`, `2 lists`.
fn lists(number: Option<u128>) -> String {
    let number = number.unwrap_or(u128::MAX);
    format!("{number} list{}", if number == 1 { "" } else { "s" })
}

fn why(why: Option<Why>) -> String {
    match why {
        Some(Why::Colour(name)) => format!("colour {name} has only one or two blocks"),
        Some(Why::Bound(u64::MAX)) => "the bound shows it".into(),
        Some(Why::Bound(least)) => format!("at least {least} are needed"),
        Some(Why::Exhausted(boards)) => format!("none of the {boards} boards within reach is empty"),
        Some(Why::Empty) => "the board is empty from the start".into(),
        Some(Why::Searched) | None => "all were tried".into(),
    }
}
