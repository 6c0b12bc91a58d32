//! Rules for searching the rest of a game as if it were a new game.
//!
//! The factor for an empty board also multiplies the p points made before the position. A game that empties the board
//! with q more points makes (p + q + bonus) × factor − p = (q + bonus) × factor + p × (factor − 1) points from here. A
//! search with an adjusted bonus b finds (q + b) × factor. If no integer b makes both equal, `missing` is the gap.

use super::search::{Found, Outcome};
use crate::rules::{Goal, Rules, Status};

/// The rules for searching a position, and the correction of the scores of lists that empty the board.
#[derive(Clone, Copy, Debug)]
pub struct RestOfGame {
    /// The rules of the game, with an adjusted bonus for an empty board.
    pub rules: Rules,
    missing: i128,
}

impl RestOfGame {
    /// Creates the rules for the rest of a game with `points` so far. The bonus is rounded up if `up`, else down.
    pub fn new(rules: &Rules, points: i64, up: bool) -> RestOfGame {
        let factor = i128::from(rules.clear_factor.max(1));
        let end = i128::from(points) * (factor - 1) + i128::from(rules.clear_bonus) * factor;
        let bonus = (end.div_euclid(factor) + i128::from(up)).clamp(0, i128::from(u64::MAX)) as u64;
        let missing = end - i128::from(bonus) * factor;
        RestOfGame { rules: Rules { clear_bonus: bonus, ..*rules }, missing }
    }

    /// Returns `true` if scores of the search need no correction.
    pub fn is_exact(&self) -> bool {
        self.missing == 0
    }

    /// Corrects the score of a list that the search found.
    pub fn found(&self, found: Found) -> Found {
        let missing = if found.cleared { self.missing } else { 0 };
        Found { score: clamped(i128::from(found.score) + missing), ..found }
    }

    /// Corrects the score, bound and status in the outcome of a search for `goal`.
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

    /// Corrects a bound on the score. In the search, a game that empties the board scores a multiple of the factor.
    fn bound(&self, bound: i64) -> i64 {
        let factor = i64::from(self.rules.clear_factor.max(1));
        let cleared = i128::from(bound.div_euclid(factor) * factor) + self.missing;
        clamped(cleared.max(bound.into()))
    }
}

fn clamped(points: i128) -> i64 {
    points.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}
