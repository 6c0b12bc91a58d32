//! The function that annealing maximises, by goal.

use crate::rules::{Goal, Rules};
use crate::samegame::search::Query;

/// Units of value per click, tile or point.
const UNIT: i64 = 16;

/// The worth of a tile left in clicks, where the board is to be emptied.
const LEFT_IN_CLICKS: i64 = 3;

/// The worth of a tile of the largest removal; the squares of all removals guide the search towards large groups.
const BIGGEST: i64 = 256;

/// Counts of a game at its end, or so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// The number of clicks.
    pub clicks: i64,
    /// The points of the removals.
    pub points: i64,
    /// The sum of the squares of the removals.
    pub squares: i64,
    /// The largest removal.
    pub biggest: usize,
}

impl Tally {
    /// Adds a removal.
    pub fn add(&mut self, rules: &Rules, size: usize) {
        self.clicks += 1;
        self.points = self.points.saturating_add(rules.score.points(size as u64));
        self.squares = self.squares.saturating_add((size * size) as i64);
        self.biggest = self.biggest.max(size);
    }
}

/// The objective of a query.
#[derive(Clone, Debug)]
pub struct Objective {
    goal: Goal,
    rules: Rules,
    /// The part of the bonus for a nearly empty board, by tiles left.
    nearly_empty: Vec<f64>,
}

impl Objective {
    /// Creates the objective of a query.
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
            Goal::Fewest => -UNIT * (tally.clicks + LEFT_IN_CLICKS * left as i64),
            Goal::Biggest => BIGGEST * tally.biggest as i64 + tally.squares,
        }
    }

    /// Returns an upper bound on the value of every game that begins with these clicks.
    pub fn ceiling(&self, tally: &Tally) -> i64 {
        if self.goal == Goal::Fewest { -UNIT * tally.clicks } else { i64::MAX }
    }

    /// Returns the value by the goal itself; `None` if the game is no answer.
    pub fn result(&self, tally: &Tally, left: usize, counts: &[u32]) -> Option<i64> {
        match self.goal {
            Goal::Clear | Goal::Fewest if left > 0 => None,
            Goal::Clear => Some(0),
            Goal::Fewest => Some(-tally.clicks),
            Goal::Left => Some(-(left as i64)),
            Goal::Biggest => Some(tally.biggest as i64),
            Goal::Score => Some(self.rules.total(tally.points, counts.iter().map(|&count| u64::from(count)))),
        }
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
