//! The output of `samegame solve`: the judge's output, a text for people, or a record.

use crate::io::item::InputPuzzle;
use crate::verbs::goal_text;
use crate::verbs::solve::run::no_answer;
use crate::verbs::solve::{Job, Style, stopped};
use tilefall::rules::puzzle::Puzzle;
use tilefall::rules::{GameKind, Rules, Status};
use tilefall::samegame::{Goal, Outcome, Solver};
use tilefall::text::formats::{Framing, JudgeAnswer, NO_SOLUTION};
use tilefall::text::record::ResultRecord;
use tilefall::{text::render, text::report};

/// An outcome with its solver.
pub struct Answer<'a, 'j> {
    /// The output options.
    pub job: &'a Job<'j>,
    /// The puzzle as it was read.
    pub named: &'a InputPuzzle,
    /// The puzzle with the resolved rules.
    pub puzzle: &'a Puzzle,
    pub rules: Rules,
    pub hash: String,
    pub solver: Solver,
    pub goal: Goal,
    pub outcome: Outcome,
    /// The time of the search in seconds.
    pub seconds: f64,
    /// The time to the best list in seconds.
    pub found_after: f64,
}

impl Answer<'_, '_> {
    /// Returns the text for standard output, and the message for standard error.
    pub fn text(&self) -> Result<(String, Option<String>), String> {
        Ok(match self.job.style {
            Style::Native => return self.native(),
            Style::Text => (self.for_people(), None),
            Style::Jsonl => (self.record().to_line(), None),
        })
    }

    fn native(&self) -> Result<(String, Option<String>), String> {
        match (&self.outcome.found, self.outcome.status, self.named.format.judge_answer) {
            (Some(found), _, Some(JudgeAnswer::Clicks(answer))) => match answer(self.puzzle, &found.clicks) {
                Err(error) => Err(error.to_string()),
                Ok(mut text) => {
                    // The end of the input comes once, behind the last answer of a batch.
                    if let (Framing::Ended(end), false) = (self.named.format.framing, self.job.single) {
                        text.truncate(text.len().saturating_sub(end.len()));
                    }
                    Ok((text, None))
                }
            },
            (None, Status::Infeasible, _) => Ok((NO_SOLUTION.into(), None)),
            (None, ..) => Ok((String::new(), Some(format!("{}: {}", self.named.id(), self.headline())))),
            (Some(_), ..) => Err(no_answer(GameKind::SameGame, self.named.format)),
        }
    }

    fn for_people(&self) -> String {
        let mut text = format!("{}: {}\n", self.named.id(), self.headline());
        if let Some(found) = &self.outcome.found {
            text += &render::text::clicks(&self.puzzle.grid, &self.rules, &found.clicks);
        }
        if self.job.config.stats {
            text += &self.table();
        }
        text
    }

    /// Returns a line with what was found or proven, the bound, and the limit that stopped the search.
    fn headline(&self) -> String {
        let (outcome, goal) = (&self.outcome, self.goal);
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
        let outcome = &self.outcome;
        let gap = outcome.found.as_ref().zip(outcome.bound);
        let gap = gap.map(|(found, bound)| bound.abs_diff(goal_text::result(self.goal, found)));
        let mut rows = vec![
            ("trials or nodes", outcome.nodes.to_string()),
            ("trials to the best list", outcome.found_at.to_string()),
        ];
        rows.extend(gap.map(|gap| ("gap to the bound", gap.to_string())));
        if self.job.config.timings {
            rows.push(("seconds", format!("{:.3}", self.seconds)));
            rows.push(("seconds to the best list", format!("{:.3}", self.found_after)));
            rows.push(("trials a second", format!("{:.0}", outcome.nodes as f64 / self.seconds.max(1e-9))));
        }
        rows.iter().map(|(name, value)| format!("  {name:<28}{value:>16}\n")).collect()
    }

    fn record(&self) -> ResultRecord {
        let outcome = &self.outcome;
        let (index, id, hash) = (self.job.index, self.named.id(), self.hash.clone());
        ResultRecord {
            nodes: self.job.config.counted.then_some(outcome.nodes),
            seconds: self.job.config.timings.then_some(self.seconds),
            stats: self.job.config.stats.then(|| self.stats()),
            ..report::samegame::record(hash, &self.solver, outcome, index, id)
        }
    }

    fn stats(&self) -> serde_json::Map<String, serde_json::Value> {
        let mut map = serde_json::Map::new();
        map.insert("found_at".into(), self.outcome.found_at.into());
        if self.job.config.timings {
            map.insert("found_seconds".into(), self.found_after.into());
        }
        map
    }
}
