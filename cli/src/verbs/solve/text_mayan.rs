//! The output of `mayan solve`: the judge's output, or a text for people.

use super::answer::{Answered, Texts};
use super::run::no_answer;
use super::{Style, stopped};
use crate::io::puzzles::InputPuzzle;
use std::fmt::Write as _;
use tilefall::ask::SolveRequest;
use tilefall::internals::plural;
use tilefall::mayan::{InfeasibleReason, NoopEffect, Outcome, Solutions};
use tilefall::rules::notation::format_moves;
use tilefall::rules::puzzle::{MayanTask, Task};
use tilefall::rules::{GameKind, Mode, Move, Status};
use tilefall::text::formats::{JudgeAnswer, NO_SOLUTION};
use tilefall::text::render;

/// Returns a clause on how the answer would change with `--skip-noop`, or without this flag if `skipped`; `None` if the
/// answer would stay the same.
pub fn noop_clause(effect: NoopEffect, skipped: bool) -> Option<String> {
    let flag = if skipped { "without --skip-noop" } else { "--skip-noop" };
    effect.describe(skipped).map(|text| format!("{text} ({flag})"))
}

/// Formats one of several requested lists when it is found.
pub fn list(style: Style, named: &InputPuzzle, list: &[Move]) -> String {
    match (style, named.format.judge_answer) {
        (Style::Native, Some(JudgeAnswer::Moves { list: text, .. })) => text(list),
        _ => format_moves(list.iter().copied()) + "\n",
    }
}

/// An answer, with the parts of its request that the texts need.
struct Text<'a> {
    all: &'a Answered<'a>,
    outcome: &'a Outcome,
    mode: Mode,
    /// M, the number of moves; `u64::MAX` for any number.
    moves: u64,
    want: Solutions,
    skip_noop: bool,
}

/// Returns the texts of an answer in a style other than [`Style::Jsonl`].
pub fn texts(all: &Answered<'_>, outcome: &Outcome, style: Style) -> Result<Texts, String> {
    let (Task::Mayan(task), SolveRequest::Mayan(request)) = (&all.answer.puzzle.task, all.request) else {
        return Err(GameKind::SameGame.wrong_game(GameKind::Mayan));
    };
    let MayanTask { mode, moves, skip_noop, .. } = *task;
    let (mode, moves) = (mode.unwrap_or(Mode::Shortest), moves.unwrap_or(u64::MAX));
    let text = Text { all, outcome, mode, moves, want: request.want(), skip_noop };
    match style {
        Style::Native => text.native(),
        _ => Ok((text.for_people(), text.noop_note())),
    }
}

impl Text<'_> {
    fn native(&self) -> Result<(String, Option<String>), String> {
        let outcome = self.outcome;
        let unknown = || Some(format!("{}: {}", self.all.named.id(), self.headline()));
        Ok(match (outcome.status, self.want, &outcome.found, self.all.named.format.judge_answer) {
            (Status::Unknown, ..) => (String::new(), unknown()),
            (_, Solutions::Count, ..) => (format!("{}\n", outcome.count.unwrap_or(0)), self.noop_note()),
            (Status::Infeasible, ..) => (NO_SOLUTION.into(), self.noop_note()),
            // The lists were already printed when they were found.
            (Status::Feasible, Solutions::All(_), ..) => (String::new(), unknown()),
            (_, Solutions::All(_), ..) => (String::new(), self.noop_note()),
            (status, _, Some(list), Some(JudgeAnswer::Moves { answer, .. })) => {
                let text = answer(&self.all.answer.puzzle, list);
                let note = if status == Status::Feasible { unknown() } else { self.noop_note() };
                (text.map_err(|error| error.to_string())?, note)
            }
            _ => return Err(no_answer(GameKind::Mayan, self.all.named.format)),
        })
    }

    /// Returns a note with the id of the puzzle and the [`noop_clause`]; `None` without a clause.
    fn noop_note(&self) -> Option<String> {
        let text = noop_clause(self.all.noop_effect, self.skip_noop)?;
        Some(format!("{}: note: {text}", self.all.named.id()))
    }

    fn for_people(&self) -> String {
        let mut text = format!("{}: {}\n", self.all.named.id(), self.headline());
        let outcome = self.outcome;
        if self.mode == Mode::Within {
            for counted in outcome.counts.iter().filter(|counted| counted.lists > 0) {
                let _ = writeln!(text, "  {}: {}", plural(counted.moves, "move"), counted.lists);
            }
        }
        if !matches!(self.want, Solutions::All(_) | Solutions::Count)
            && let Some(list) = &outcome.found
        {
            text += &render::text::replay(&self.all.named.puzzle.grid, list);
        }
        if self.all.request.record().stats {
            text += &self.table();
        }
        text
    }

    /// Returns a line with the result and the proof.
    fn headline(&self) -> String {
        let outcome = self.outcome;
        let length = || plural(outcome.found.as_ref().map_or(0, Vec::len), "move");
        let asked = match (self.mode, self.moves) {
            (Mode::Exactly, most) => format!("exactly {}", plural(most, "move")),
            (_, u64::MAX) => "any number of moves".into(),
            (_, most) => format!("at most {}", plural(most, "move")),
        };
        let reason = outcome.stopped_by.map(stopped).unwrap_or_default();
        match (outcome.status, self.want) {
            (Status::Unknown, _) => format!("unknown, {reason}{}", self.so_far()),
            (Status::Infeasible, _) => {
                let why = outcome.reason.unwrap_or(InfeasibleReason::Searched);
                format!("no solution in {asked}: {}", why.describe(&self.all.named.puzzle.grid))
            }
            (_, Solutions::Count) if self.mode == Mode::Shortest => {
                format!(
                    "{} of {}, the fewest",
                    plural(outcome.count.unwrap_or(0), "list"),
                    plural(outcome.bound, "move")
                )
            }
            (_, Solutions::Count) => format!("{} of {asked}", plural(outcome.count.unwrap_or(0), "list")),
            (Status::Feasible, Solutions::All(_)) => {
                format!("{} of {asked}, {reason}", plural(self.all.lists, "list"))
            }
            (Status::Feasible, _) => {
                let proven = match self.mode {
                    Mode::Shortest => "no shorter list exists; an earlier one may",
                    _ => "possibly not the first of its kind",
                };
                format!("cleared in {}, {proven}; {reason}", length())
            }
            (_, Solutions::All(_)) if self.mode == Mode::Shortest => {
                format!("{} of {}, the fewest; these are all", plural(self.all.lists, "list"), length())
            }
            (_, Solutions::All(_)) => {
                format!("{} of {asked}; these are all", plural(self.all.lists, "list"))
            }
            _ => {
                let proven = match (self.mode, self.want) {
                    (Mode::Exactly, _) | (_, Solutions::First) => "the first of its kind",
                    (Mode::Shortest, _) => "no shorter list exists",
                    _ => "within the limit",
                };
                format!("cleared in {}, {proven}", length())
            }
        }
    }

    /// Returns what an answer of status `unknown` has: the counts so far, or the bound.
    fn so_far(&self) -> String {
        let outcome = self.outcome;
        let total = outcome.counts.iter().fold(0u128, |sum, counted| sum.saturating_add(counted.lists));
        match (self.mode, outcome.counts.last(), outcome.bound) {
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
        let seconds = self.all.answer.seconds;
        let mut rows = vec![
            ("nodes", stats.nodes.to_string()),
            ("moves tested by the bound", stats.tried.to_string()),
            ("cut by the bound", stats.cut_bound.to_string()),
            ("cut by the table", stats.cut_table.to_string()),
            ("asleep", stats.cut_sleep.to_string()),
            ("branching factor", stats.branching().map_or("-".into(), |factor| format!("{factor:.2}"))),
        ];
        if self.all.request.record().timings {
            rows.push(("seconds", format!("{:.6}", seconds)));
            if let Some(first) = self.all.answer.found_after {
                rows.push(("seconds to the first list", format!("{first:.6}")));
            }
            rows.push(("nodes a second", format!("{:.0}", stats.nodes as f64 / seconds.max(1e-9))));
        }
        rows.iter().map(|(name, value)| format!("  {name:<28}{value:>16}\n")).collect()
    }
}
