//! The output of `mayan solve`: the judge's output, a text for people, or a record.

use crate::io::item::InputPuzzle;
use crate::verbs::solve::run::no_answer;
use crate::verbs::solve::{Job, Style, stopped};
use std::fmt::Write as _;
use tilefall::internals::plural;
use tilefall::mayan::{InfeasibleReason, NoopEffect, Outcome, Solutions, Solver};
use tilefall::rules::notation::format_moves;
use tilefall::rules::{GameKind, Mode, Move, Status};
use tilefall::text::formats::{JudgeAnswer, NO_SOLUTION};
use tilefall::text::record::ResultRecord;
use tilefall::text::render;
use tilefall::text::report::mayan as report;

/// The question to a puzzle, and its solver.
pub struct Question {
    /// M, the number of moves.
    pub moves: u64,
    /// The meaning of M.
    pub mode: Mode,
    /// The requested solutions.
    pub want: Solutions,
    /// Whether swaps of two equal blocks are skipped.
    pub skip_noop: bool,
    pub solver: Solver,
}

/// An outcome with its question.
pub struct Answer<'a, 'j> {
    /// The output options.
    pub job: &'a Job<'j>,
    pub named: &'a InputPuzzle,
    /// The question and the solver.
    pub question: &'a Question,
    pub outcome: Outcome,
    /// The answer by the other reading of swaps of two equal blocks.
    pub noop_effect: NoopEffect,
    /// All lists, for records.
    pub lists: Vec<Vec<Move>>,
    pub list_count: u64,
    /// The time of the search in seconds.
    pub seconds: f64,
    /// The time to the first list in seconds.
    pub first: Option<f64>,
}

/// Returns a clause with the effect of the other reading of swaps of equal blocks, and its flag.
pub fn noop_clause(effect: NoopEffect, skipped: bool) -> Option<String> {
    let flag = if skipped { "without --skip-noop" } else { "--skip-noop" };
    effect.describe(skipped).map(|text| format!("{text} ({flag})"))
}

/// Formats one of all lists, as it is found.
pub fn list(style: Style, named: &InputPuzzle, list: &[Move]) -> String {
    match (style, named.format.judge_answer) {
        (Style::Native, Some(JudgeAnswer::Moves { list: text, .. })) => text(list),
        _ => format_moves(list.iter().copied()) + "\n",
    }
}

impl Answer<'_, '_> {
    /// Returns the text for standard output, and the message for standard error.
    pub fn text(&self) -> Result<(String, Option<String>), String> {
        Ok(match self.job.style {
            Style::Native => return self.native(),
            Style::Text => (self.for_people(), self.noop_note()),
            Style::Jsonl => (self.record().to_line(), None),
        })
    }

    fn native(&self) -> Result<(String, Option<String>), String> {
        let outcome = &self.outcome;
        let unknown = || Some(format!("{}: {}", self.named.id(), self.headline()));
        Ok(match (outcome.status, self.question.want, &outcome.list, self.named.format.judge_answer) {
            (Status::Unknown, ..) => (String::new(), unknown()),
            (_, Solutions::Count, ..) => (format!("{}\n", outcome.count.unwrap_or(0)), self.noop_note()),
            (Status::Infeasible, ..) => (NO_SOLUTION.into(), self.noop_note()),
            // The lists are printed already.
            (Status::Feasible, Solutions::All(_), ..) => (String::new(), unknown()),
            (_, Solutions::All(_), ..) => (String::new(), self.noop_note()),
            (status, _, Some(list), Some(JudgeAnswer::Moves { answer, .. })) => {
                let text = answer(&report::with_task(&self.named.puzzle, &self.question.solver), list);
                let note = if status == Status::Feasible { unknown() } else { self.noop_note() };
                (text.map_err(|error| error.to_string())?, note)
            }
            _ => return Err(no_answer(GameKind::Mayan, self.named.format)),
        })
    }

    /// Returns the note that the other reading of swaps of equal blocks changes the answer.
    fn noop_note(&self) -> Option<String> {
        let text = noop_clause(self.noop_effect, self.question.skip_noop)?;
        Some(format!("{}: note: {text}", self.named.id()))
    }

    fn for_people(&self) -> String {
        let mut text = format!("{}: {}\n", self.named.id(), self.headline());
        let outcome = &self.outcome;
        if self.question.mode == Mode::Within {
            for counted in outcome.counts.iter().filter(|counted| counted.lists > 0) {
                let _ = writeln!(text, "  {}: {}", plural(counted.moves, "move"), counted.lists);
            }
        }
        if !matches!(self.question.want, Solutions::All(_) | Solutions::Count)
            && let Some(list) = &outcome.list
        {
            text += &render::text::replay(&self.named.puzzle.grid, list);
        }
        if self.job.config.stats {
            text += &self.table();
        }
        text
    }

    /// Returns a line with what was found or proven.
    fn headline(&self) -> String {
        let outcome = &self.outcome;
        let length = || plural(outcome.list.as_ref().map_or(0, Vec::len), "move");
        let asked = match (self.question.mode, self.question.moves) {
            (Mode::Exactly, most) => format!("exactly {}", plural(most, "move")),
            (_, u64::MAX) => "any number of moves".into(),
            (_, most) => format!("at most {}", plural(most, "move")),
        };
        let reason = outcome.stopped_by.map(stopped).unwrap_or_default();
        match (outcome.status, self.question.want) {
            (Status::Unknown, _) => format!("unknown, {reason}{}", self.so_far()),
            (Status::Infeasible, _) => {
                let why = outcome.reason.unwrap_or(InfeasibleReason::Searched);
                format!("no solution in {asked}: {}", why.describe(&self.named.puzzle.grid))
            }
            (_, Solutions::Count) if self.question.mode == Mode::Shortest => {
                format!(
                    "{} of {}, the fewest",
                    plural(outcome.count.unwrap_or(0), "list"),
                    plural(outcome.bound, "move")
                )
            }
            (_, Solutions::Count) => format!("{} of {asked}", plural(outcome.count.unwrap_or(0), "list")),
            (Status::Feasible, Solutions::All(_)) => {
                format!("{} of {asked}, {reason}", plural(self.list_count, "list"))
            }
            (Status::Feasible, _) => {
                let proven = match self.question.mode {
                    Mode::Shortest => "no shorter list exists; an earlier one may",
                    _ => "possibly not the first of its kind",
                };
                format!("cleared in {}, {proven}; {reason}", length())
            }
            (_, Solutions::All(_)) if self.question.mode == Mode::Shortest => {
                format!("{} of {}, the fewest; these are all", plural(self.list_count, "list"), length())
            }
            (_, Solutions::All(_)) => {
                format!("{} of {asked}; these are all", plural(self.list_count, "list"))
            }
            _ => {
                let proven = match (self.question.mode, self.question.want) {
                    (Mode::Exactly, _) | (_, Solutions::First) => "the first of its kind",
                    (Mode::Shortest, _) => "no shorter list exists",
                    _ => "within the limit",
                };
                format!("cleared in {}, {proven}", length())
            }
        }
    }

    /// Returns what is known of an unknown answer: counts so far, or the bound.
    fn so_far(&self) -> String {
        let outcome = &self.outcome;
        let total = outcome.counts.iter().fold(0u128, |sum, counted| sum.saturating_add(counted.lists));
        match (self.question.mode, outcome.counts.last(), outcome.bound) {
            (Mode::Exactly, ..) => String::new(),
            (_, Some(last), _) if total == u128::MAX => {
                format!("; more than {total} lists of at most {}", plural(last.moves, "move"))
            }
            (_, Some(last), _) if total > 0 => {
                format!("; {} of at most {}", plural(total, "list"), plural(last.moves, "move"))
            }
            (_, _, 0 | 1) => String::new(),
            (_, _, bound) => format!("; no solution in at most {}", plural(bound - 1, "move")),
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
        if self.job.config.timings {
            rows.push(("seconds", format!("{:.6}", self.seconds)));
            if let Some(first) = self.first {
                rows.push(("seconds to the first list", format!("{first:.6}")));
            }
            rows.push(("nodes a second", format!("{:.0}", stats.nodes as f64 / self.seconds.max(1e-9))));
        }
        rows.iter().map(|(name, value)| format!("  {name:<28}{value:>16}\n")).collect()
    }

    fn record(&self) -> ResultRecord {
        let Answer { named, question, outcome, lists, .. } = self;
        ResultRecord {
            nodes: self.job.config.counted.then_some(outcome.stats.nodes),
            seconds: self.job.config.timings.then_some(self.seconds),
            stats: self.job.config.stats.then(|| {
                let mut map = outcome.stats.record();
                if let Some(first) = self.first.filter(|_| self.job.config.timings) {
                    map.insert("first_seconds".into(), first.into());
                }
                map
            }),
            ..report::record(&named.puzzle, &question.solver, outcome, lists, self.job.index, named.id())
        }
    }
}
