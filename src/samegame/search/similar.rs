//! Rules that differ from classic ones at the end of a game only: a factor for an empty board, or a penalty for all tiles
//! left together.
//!
//! The searches for classic rules search such a board for similar rules: with a bonus in place of the factor, and without the
//! penalty. Their lists are scored by the true rules, and their bounds hold for these as well. Let V be a bound under the
//! similar rules, whose bonus is b. A list that clears the board has at most V − b points besides the bonus, so that its true
//! score is at most (V − b + bonus) × factor. Any other list has at most V points, and at most the sum of the best points for
//! each colour; a penalty only takes some.

use super::budget::Clock;
use super::fit::SearchError;
use super::outcome::{Found, Goal, Outcome, Query, Report};
use super::request::Request;
use crate::rules::{LeftPenalty, Rules, StopReason};
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns the similar rules of a query for the score; `None` if no classic rules are similar.
///
/// The bonus is a third of what the factor could add: a usual list has a third of the points of the best possible one.
pub(super) fn rules(query: &Query) -> Option<Rules> {
    let rules = query.rules;
    let points = most_points(query).unsigned_abs();
    let factor = u64::from(rules.clear_factor);
    let added = (factor - 1).saturating_mul(points / 3);
    let bonus = rules.clear_bonus.saturating_mul(factor).saturating_add(added).min(1 << 40);
    let similar = Rules { clear_bonus: bonus, ..plain(rules) };
    (query.goal == Goal::Score && similar.is_classic()).then_some(similar)
}

/// Returns the rules without anything that happens at the end.
fn plain(rules: Rules) -> Rules {
    Rules { clear_bonus: 0, clear_factor: 1, left_penalty: LeftPenalty::None, ..rules }
}

/// Returns an upper bound on the points of all removals, from the numbers of tiles.
fn most_points(query: &Query) -> i64 {
    Query { rules: plain(query.rules), ..*query }.ceiling().max(0)
}

/// Runs a search under similar rules, and returns its outcome under the true ones.
///
/// # Errors
/// Returns the errors of the search.
pub(super) fn solve(
    query: &Query,
    rules: Rules,
    request: &Request,
    report: &dyn Report,
    search: impl FnOnce(&Query, &Request, Option<Clock>, &dyn Report) -> Result<Outcome, SearchError>,
) -> Result<Outcome, SearchError> {
    let similar = Query { rules, target: None, ..*query };
    let report = TrueScores { query, report, enough: AtomicBool::new(false) };
    // The time is over when a list suffices.
    let clock = || match request.time {
        _ if report.enough.load(Ordering::Relaxed) => 1.0,
        Some(part) => part(),
        None => 0.0,
    };
    let watched = request.time.is_some() || query.target.is_some();
    let from = request.from.map(|found| Found::playable(query.grid(), rules, &found.clicks));
    let request = Request { time: request.time.map(|_| &clock as Clock), from: from.as_ref(), ..*request };
    let outcome = search(&similar, &request, watched.then_some(&clock as Clock), &report)?;
    let found = outcome.found.and_then(|found| Found::replay(query.grid(), query.rules, found.clicks).ok());
    let bound = outcome.bound.map_or(query.ceiling(), |bound| true_bound(query, rules, bound));
    let enough = found.as_ref().is_some_and(|found| query.suffices(found)).then_some(StopReason::Target);
    let by = enough.or(outcome.stopped_by).unwrap_or(StopReason::Trials);
    Ok(Outcome::stopped(query, found, bound.min(query.ceiling()), by).after(outcome.nodes, outcome.found_at))
}

/// Converts a bound under similar rules to one under the rules of the query.
fn true_bound(query: &Query, similar: Rules, bound: i64) -> i64 {
    let Rules { clear_bonus, clear_factor, .. } = query.rules;
    let points = i128::from(bound) - i128::from(similar.clear_bonus) + i128::from(clear_bonus);
    let cleared = points * i128::from(clear_factor);
    let other = i128::from(bound.min(most_points(query)));
    i64::try_from(cleared.max(other)).unwrap_or(i64::MAX)
}

/// Reports lists by their true scores.
struct TrueScores<'a> {
    query: &'a Query<'a>,
    report: &'a dyn Report,
    /// Set when a list suffices.
    enough: AtomicBool,
}

impl Report for TrueScores<'_> {
    fn improved(&self, nodes: u64, found: &Found) {
        if let Ok(found) = Found::replay(self.query.grid(), self.query.rules, found.clicks.clone()) {
            self.report.improved(nodes, &found);
            if self.query.suffices(&found) {
                self.enough.store(true, Ordering::Relaxed);
            }
        }
    }

    fn advanced(&self, nodes: u64) {
        self.report.advanced(nodes);
    }
}
