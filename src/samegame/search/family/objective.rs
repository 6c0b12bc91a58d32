//! The function that annealing maximises, by goal.

use crate::rules::{Goal, Rules};
use crate::samegame::search::{Query, Tally};

/// Units of value per click, tile or point.
const UNIT: i64 = 16;

/// The worth of a tile left in clicks, where the board is to be emptied.
const LEFT_IN_CLICKS: i64 = 3;

/// The worth of a tile of the largest removal; the squares of all removals guide the search towards large groups.
const BIGGEST: i64 = 256;

/// The objective of a query.
#[derive(Clone, Debug)]
pub struct Objective {
    goal: Goal,
    rules: Rules,
    /// The part of the bonus for a nearly empty board, by tiles left.
    nearly_empty: Vec<f64>,
}

impl Objective {
    pub fn new(query: &Query) -> Objective {
        // As with the usual rules, a bare bonus shows no way towards the empty board.
        let part = |left: usize| 0.8 * libm::exp(left as f64 / -6.0);
        let nearly_empty = (0..query.grid().tiles().min(100)).map(part).collect();
        Objective { goal: query.goal, rules: query.rules, nearly_empty }
    }

    /// Returns the value of the end of a game, in units.
    pub fn value(&self, tally: &Tally, left: usize, counts: &[u32]) -> i64 {
        match self.goal {
            Goal::Score => {
                let score = self.rules.total(tally.points, counts.iter().map(|&count| u64::from(count)));
                let part = if left > 0 { self.nearly_empty.get(left).copied().unwrap_or(0.0) } else { 0.0 };
                let gain = self.rules.total(tally.points, []).saturating_sub(score).max(0);
                score.saturating_add((gain as f64 * part) as i64).saturating_mul(UNIT)
            }
            Goal::Clear | Goal::Left => -UNIT * left as i64,
            Goal::Fewest => -UNIT * (tally.clicks as i64 + LEFT_IN_CLICKS * left as i64),
            Goal::Biggest => BIGGEST * tally.biggest as i64 + tally.squares,
        }
    }

    /// Returns an upper bound on the value of every game that begins with these clicks.
    pub fn ceiling(&self, tally: &Tally) -> i64 {
        if self.goal == Goal::Fewest { -UNIT * tally.clicks as i64 } else { i64::MAX }
    }

    /// Returns the value by the goal itself; `None` if the game is no answer.
    pub fn result(&self, tally: &Tally, counts: &[u32]) -> Option<i64> {
        let result = tally.end(&self.rules, counts.iter().map(|&count| u64::from(count)));
        (result.left == 0 || !self.goal.needs_empty_board()).then(|| result.value(self.goal))
    }

    /// Returns the first and the last temperature, from the value of a first game.
    pub fn temperatures(&self, value: i64) -> (f64, f64) {
        let unit = UNIT as f64;
        match self.goal {
            Goal::Score => {
                let first = (value.unsigned_abs() as f64 / 40.0).max(unit);
                (first, first / 50.0)
            }
            Goal::Clear | Goal::Left => (3.0 * unit, 0.3 * unit),
            Goal::Fewest => (1.2 * unit, 0.15 * unit),
            Goal::Biggest => (1.5 * BIGGEST as f64, 0.1 * BIGGEST as f64),
        }
    }
}
