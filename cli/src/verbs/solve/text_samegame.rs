//! The output of `samegame solve`: the judge's output, or a text for people.

use super::answer::{Answered, Texts};
use super::run::no_answer;
use super::{Style, stopped};
use crate::verbs::goal_text;
use tilefall::ask::SolveRequest;
use tilefall::rules::puzzle::{SameGameTask, Task};
use tilefall::rules::{GameKind, Rules, Status};
use tilefall::samegame::{Goal, Outcome};
use tilefall::text::formats::{Framing, JudgeAnswer, NO_SOLUTION};
use tilefall::text::render;

/// An answer, with the parts of its request that the texts need.
struct Text<'a> {
    all: &'a Answered<'a>,
    outcome: &'a Outcome,
    rules: Rules,
    goal: Goal,
}

/// Returns the texts of an answer in a style other than [`Style::Jsonl`].
pub fn texts(all: &Answered<'_>, outcome: &Outcome, style: Style) -> Result<Texts, String> {
    let (Task::SameGame(SameGameTask { rules, .. }), SolveRequest::SameGame(request)) =
        (&all.answer.puzzle.task, all.request)
    else {
        return Err(GameKind::Mayan.wrong_game(GameKind::SameGame));
    };
    let text = Text { all, outcome, rules: rules.unwrap_or_default(), goal: request.goal() };
    match style {
        Style::Native => text.native(),
        _ => Ok((text.for_people(), None)),
    }
}

impl Text<'_> {
    fn native(&self) -> Result<(String, Option<String>), String> {
        match (&self.outcome.found, self.outcome.status, self.all.named.format.judge_answer) {
            (Some(found), _, Some(JudgeAnswer::Clicks(answer))) => {
                match answer(&self.all.answer.puzzle, &found.clicks) {
                    Err(error) => Err(error.to_string()),
                    Ok(mut text) => {
                        // The end mark of the format is printed once, after the last answer of a batch.
                        if let (Framing::Ended(end), false) = (self.all.named.format.framing, self.all.single)
                        {
                            text.truncate(text.len().saturating_sub(end.len()));
                        }
                        Ok((text, None))
                    }
                }
            }
            (None, Status::Infeasible, _) => Ok((NO_SOLUTION.into(), None)),
            (None, ..) => Ok((String::new(), Some(format!("{}: {}", self.all.named.id(), self.headline())))),
            (Some(_), ..) => Err(no_answer(GameKind::SameGame, self.all.named.format)),
        }
    }

    fn for_people(&self) -> String {
        let mut text = format!("{}: {}\n", self.all.named.id(), self.headline());
        if let Some(found) = &self.outcome.found {
            text += &render::text::clicks(&self.all.answer.puzzle.grid, &self.rules, &found.clicks);
        }
        if self.all.request.record().stats {
            text += &self.table();
        }
        text
    }

    /// Returns a line with the result or the proof, the bound, and the limit that stopped the search.
    fn headline(&self) -> String {
        let (outcome, goal) = (self.outcome, self.goal);
        let reason = outcome.stopped_by.map_or(String::new(), |reason| format!("; {}", stopped(reason)));
        let bound =
            outcome.bound.map_or(String::new(), |bound| format!("; {}", goal_text::bound(goal, bound)));
        let list = outcome.found.as_ref().map(|found| goal_text::of_list(goal, found));
        match (list, outcome.status) {
            (_, Status::Infeasible) => "no list clears the board".into(),
            (Some(list), Status::Optimal) if goal == Goal::Clear => list,
            (Some(list), Status::Optimal) => format!("{list}; {}", goal_text::proof(goal)),
            (Some(list), _) => format!("{list}{bound}{reason}"),
            (None, _) => {
                let which = if goal.needs_empty_board() { " that clears the board" } else { "" };
                format!("unknown: no list{which} found{bound}{reason}")
            }
        }
    }

    fn table(&self) -> String {
        let outcome = self.outcome;
        let gap = outcome.found.as_ref().zip(outcome.bound);
        let gap = gap.map(|(found, bound)| bound.abs_diff(goal_text::result(self.goal, found)));
        let mut rows = vec![
            ("trials or nodes", outcome.nodes.to_string()),
            ("trials to the best list", outcome.found_at.to_string()),
        ];
        rows.extend(gap.map(|gap| ("gap to the bound", gap.to_string())));
        if self.all.request.record().timings {
            let seconds = self.all.answer.seconds;
            rows.push(("seconds", format!("{:.3}", seconds)));
            rows.push((
                "seconds to the best list",
                format!("{:.3}", self.all.answer.found_after.unwrap_or(0.0)),
            ));
            rows.push(("trials a second", format!("{:.0}", outcome.nodes as f64 / seconds.max(1e-9))));
        }
        rows.iter().map(|(name, value)| format!("  {name:<28}{value:>16}\n")).collect()
    }
}
