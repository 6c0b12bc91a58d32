//! A request for SameGame.

use super::error::RequestError;
use super::limits::{LimitRequest, RecordRequest, within};
use super::{Answer, Event, Flow, Run, Solved, Watch};
use crate::bits::cpu::CpuPath;
use crate::insight::Aim;
use crate::insight::board_after;
use crate::rules::puzzle::{Puzzle, SameGameTask, Task};
use crate::rules::{Columns, GameKind, GivenRules, Goal, Refusal, RuleParts, Rules, Step, StopReason};
use crate::samegame::{self, Method};
use crate::text::{record, report};
use serde::{Deserialize, Serialize};
use serde_json::Map;

/// A request to solve SameGame puzzles. Every field is optional.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SameGameRequest {
    /// The goal; by default the usual goal of the preset in `rules`, or the score without a preset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// The result at which the search stops: points, clicks or tiles, depending on the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<i64>,
    /// Rules that replace the rules of the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<GivenRules>,
    /// Single rules that override `rules` or, without `rules`, the puzzle's rules.
    #[serde(skip_serializing_if = "is_usual")]
    pub parts: RuleParts,
    /// The search method; [`Method::Auto`] by default.
    pub method: Method,
    /// The seed of the random numbers; 1 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Clicks of a known list to improve. Clicks that remove nothing are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub start: Vec<Step>,
    /// The limits of each search.
    pub limits: LimitRequest,
    /// The optional fields of the record.
    pub record: RecordRequest,
    /// The instruction set to use; the best one of the CPU by default.
    #[serde(skip)]
    #[doc(hidden)]
    pub path: Option<CpuPath>,
}

/// Returns `true` if no single rule is overridden.
fn is_usual(parts: &RuleParts) -> bool {
    *parts == RuleParts::default()
}

impl SameGameRequest {
    pub(super) fn check(&self) -> Result<(), RequestError> {
        let RuleParts { clear_factor, min_group, .. } = self.parts;
        within("clear_factor", clear_factor, 1..=u32::MAX)?;
        within("min_group", min_group, 1..=u32::MAX)?;
        RequestError::both(("target", self.target.is_some()), ("goal clear", self.goal() == Goal::Clear))?;
        RequestError::both(("seed", self.seed.is_some()), ("method exact", self.method == Method::Exact))
    }

    /// Returns the goal of the request, else of the preset in `rules`, else [`Goal::Score`].
    pub fn goal(&self) -> Goal {
        self.goal.or_else(|| Some(self.rules?.game?.goal)).unwrap_or_default()
    }

    /// Returns the seed of the random numbers; 1 if the request has none.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Returns the rules by which a puzzle is solved; `own` are the puzzle's rules in the input.
    pub fn rules(&self, own: Option<Rules>) -> Rules {
        self.rules.map(|given| given.rules).or(own).unwrap_or_default().with(&self.parts)
    }

    /// Returns whether columns close or stay; `None` if the puzzle's own rules decide.
    pub fn columns(&self) -> Option<Columns> {
        self.parts.columns.or_else(|| Some(self.rules?.rules.columns))
    }

    pub(super) fn asked(&self, puzzle: &Puzzle) -> Result<Puzzle, String> {
        let Task::SameGame(task) = &puzzle.task else {
            return Err(GameKind::Mayan.wrong_game(GameKind::SameGame));
        };
        let rules = Some(self.rules(task.rules));
        Ok(Puzzle { task: Task::SameGame(SameGameTask { rules, clicks: Vec::new() }), ..puzzle.clone() })
    }

    /// Returns the solver for this request, without limits.
    fn solver(&self, rules: Rules) -> samegame::Solver {
        let clicks = self.start.iter().filter_map(|step| step.click()).collect();
        let mut solver = samegame::Solver::new()
            .goal(self.goal())
            .rules(rules)
            .method(self.method)
            .seed(self.seed())
            .start_from(clicks);
        if let Some(target) = self.target {
            solver = solver.target(target);
        }
        if let Some(path) = self.path {
            solver = solver.cpu_path(path);
        }
        solver
    }

    pub(super) fn solve(
        &self,
        puzzle: &Puzzle,
        run: Run,
        observe: impl FnMut(Event<'_>) -> Flow + Send,
    ) -> Result<Answer, String> {
        let limits = run.limits.unwrap_or_else(|| self.limits.limits());
        let mut watch = Watch::start(&limits, observe);
        Refusal::check_size(&puzzle.grid).map_err(|refusal| refusal.to_string())?;
        let mut puzzle = self.asked(puzzle)?;
        let mut before = 0;
        if let Some(played) = run.played {
            if let Aim::SameGame { points, .. } = Aim::after(&puzzle, &played, self.goal()) {
                before = points;
            }
            puzzle.grid = board_after(&puzzle, &played)?;
        }
        let Task::SameGame(SameGameTask { rules: Some(rules), .. }) = puzzle.task else {
            return Err(String::new());
        };
        let solver = self.solver(rules).points_before(before).limits(limits);
        let mut found_after = 0.0;
        let outcome = solver.solve_grid_with(&puzzle.grid, |event| match event {
            samegame::Event::Better { found, nodes } => {
                found_after = watch.seconds();
                watch.notify(Event::Better { found, nodes, seconds: found_after })
            }
            samegame::Event::Progress { nodes } => watch.notify(Event::Progress { nodes, bound: None }),
        });
        let mut outcome = outcome.map_err(|unfit| unfit.to_string())?;
        if outcome.stopped_by == Some(StopReason::Interrupt) {
            outcome.stopped_by = watch.ended.or(outcome.stopped_by);
        }
        let seconds = watch.seconds();
        let hash = record::hash(&puzzle);
        let record = report::samegame::record(hash, &solver, &outcome, run.index, run.id);
        let stats = Map::from_iter([("found_at".to_owned(), outcome.found_at.into())]);
        let (measured, timed) = ((outcome.nodes, seconds), ("found_seconds", Some(found_after)));
        let record = self.record.measured(record, &self.limits, measured, stats, timed);
        let solved = Solved::SameGame(solver, outcome);
        Ok(Answer { record, seconds, found_after: Some(found_after), puzzle, solved })
    }
}
