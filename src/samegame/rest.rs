//! The rest of a game as a game of its own.
//!
//! A factor for an empty board also multiplies the points p before the position: a game that empties the board with q
//! more points makes (p + q + bonus) × factor − p more points from here, that is q × factor + p × (factor − 1) + bonus
//! × factor. A search with another bonus b comes near: b × factor is a multiple of the factor; `missing` is the rest.

use super::search::{Found, Outcome};
use crate::rules::{Goal, Rules, Status};

/// The rules by which a position is searched, and the points that they lack.
#[derive(Clone, Copy, Debug)]
pub struct RestOfGame {
    /// The rules, with another bonus.
    pub rules: Rules,
    missing: i128,
}

impl RestOfGame {
    /// Creates the rules of the rest of a game with these points so far; the bonus is rounded up or down.
    pub fn new(rules: &Rules, points: i64, up: bool) -> RestOfGame {
        let factor = i128::from(rules.clear_factor.max(1));
        let end = i128::from(points) * (factor - 1) + i128::from(rules.clear_bonus) * factor;
        let bonus = (end.div_euclid(factor) + i128::from(up)).clamp(0, i128::from(u64::MAX)) as u64;
        let missing = end - i128::from(bonus) * factor;
        RestOfGame { rules: Rules { clear_bonus: bonus, ..*rules }, missing }
    }

    /// Returns `true` if the search scores every game as it is.
    pub fn is_exact(&self) -> bool {
        self.missing == 0
    }

    /// Converts a list with its score in the search.
    pub fn found(&self, found: Found) -> Found {
        let missing = if found.cleared { self.missing } else { 0 };
        Found { score: clamped(i128::from(found.score) + missing), ..found }
    }

    /// Converts the outcome of a search for a goal.
    pub fn outcome(&self, goal: Goal, outcome: Outcome) -> Outcome {
        if self.is_exact() {
            return outcome;
        }
        let found = outcome.found.map(|found| self.found(found));
        if goal != Goal::Score {
            return Outcome { found, ..outcome };
        }
        let bound = outcome.bound.map(|bound| self.bound(bound));
        let is_proven = found.as_ref().is_some_and(|found| Some(found.score) == bound);
        let status = match outcome.status {
            Status::Optimal if !is_proven => Status::Feasible,
            status => status,
        };
        Outcome { status, found, bound, ..outcome }
    }

    /// Converts a bound on the score. Games that empty the board score multiples of the factor in the search.
    fn bound(&self, bound: i64) -> i64 {
        let factor = i64::from(self.rules.clear_factor.max(1));
        let cleared = i128::from(bound.div_euclid(factor) * factor) + self.missing;
        clamped(cleared.max(bound.into()))
    }
}

fn clamped(points: i128) -> i64 {
    points.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}
