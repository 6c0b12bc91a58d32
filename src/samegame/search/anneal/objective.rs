//! The function that annealing maximises, as tables: points, and the cost of tiles left.
//!
//! The value of a finished list is its points, plus the bonus if the board is empty. A nearly empty board gets
//! a part of the bonus, 0.8 × bonus × exp(−tiles left / 6): with the bare bonus a search finds no way towards
//! the empty board. A click of the tabu colour costs three quarters of the points that its last tile would add
//! to one group of all its tiles, which drives the colour together. On random boards of 15×15 with 5 colours
//! this makes lists 1.2 to 1.5 % better with 3 million trials; half the cost 0.6 %, twice the cost 0.7 %. All
//! values are fixed-point, with [`SCALE`] units per point, so that they are the same on every machine.

use super::schedule::STEEP_MIN_COLOURS;
use crate::rules::grid::Grid;
use crate::rules::{LeftPenalty, Rules, Score};
use crate::samegame::search::outcome::Goal;

/// Units of value per point.
pub const SCALE: i64 = 16;

/// The size of the group by which the other colours of a list may still improve on those of another list.
const MARGIN: usize = 6;

/// The bonus for an empty board with [`Goal::Clear`] and [`Goal::Left`].
const CLEAR: f64 = 1000.0;

/// Returns the steep objective of a board and the plain one, with tables for this many tiles. They are the same where a steep one does
/// not help.
pub fn both(rules: Rules, goal: Goal, grid: &Grid, tiles: usize) -> [Objective; 2] {
    let most_frequent = (0..grid.colours() as u8).map(|colour| grid.count(colour)).max().unwrap_or(0);
    let plain = Objective::new(rules, goal, tiles);
    let gains = rules.score == Score::N2 && grid.colours() >= STEEP_MIN_COLOURS;
    let steep = if gains { plain.clone().steep(most_frequent) } else { plain.clone() };
    [steep, plain].map(|objective| objective.with_tabu_cost(most_frequent))
}

/// Tables for boards of up to a number of tiles.
#[derive(Clone, Debug)]
pub struct Objective {
    /// Points of a removal, by size.
    points: Vec<i64>,
    /// Value of the end, by tiles left.
    end: Vec<i64>,
    /// Penalty of a colour that is left, by its tiles; empty without a penalty.
    penalty: Vec<i64>,
    /// The cost of a click of the tabu colour.
    tabu: i64,
    /// The smallest size of a click of the tabu colour that gains at least its cost.
    pays: usize,
    /// The highest value of the end, by the number of tiles that cannot be removed; the last entry also for
    /// more.
    best_end: [i64; 4],
    /// The value of a tile in a pair.
    tile: i64,
    /// The value that the other colours of a list may still gain on those of another list.
    margin: i64,
}

impl Objective {
    /// Creates the tables for lists on a board of this many tiles.
    pub fn new(rules: Rules, goal: Goal, tiles: usize) -> Objective {
        let by_size = |n: usize| match goal {
            Goal::Score if n >= 2 => rules.score.points(n as u64) * SCALE,
            _ => 0,
        };
        let points: Vec<i64> = (0..=tiles).map(by_size).collect();
        let scored = goal == Goal::Score;
        let bonus = if scored { rules.clear_bonus as f64 } else { CLEAR };
        // Beyond every temperature, and keeps sums far from overflow.
        let bonus = bonus.min(1e12) * SCALE as f64;
        let slope = if scored { 0.0 } else { 10.0 * SCALE as f64 };
        let soft = |left: usize| match left {
            0 => bonus,
            _ => 0.8 * bonus * libm::exp(left as f64 / -6.0) - slope * left as f64,
        };
        let end: Vec<i64> = (0..=tiles).map(|left| soft(left).round() as i64).collect();
        let penalised = scored && rules.left_penalty == LeftPenalty::N2;
        let of_left = |n: usize| if n > 0 { (n as i64 - 2).pow(2) * SCALE } else { 0 };
        let objective = Objective {
            tile: 0,
            margin: 0,
            points,
            tabu: 0,
            pays: 0,
            best_end: std::array::from_fn(|stay| {
                end[stay.min(tiles)..].iter().copied().max().unwrap_or_default()
            }),
            end,
            penalty: if penalised { (0..=tiles).map(of_left).collect() } else { Vec::new() },
        };
        objective.with_expectations()
    }

    /// Sets the expectations from the points.
    fn with_expectations(mut self) -> Objective {
        self.tile = self.points.get(2).map_or(0, |pair| pair / 2);
        self.margin = self.points[MARGIN.min(self.points.len() - 1)];
        self
    }

    /// Raises the points to the power of 1.5, so that large groups count for more. `tiles` is the number of
    /// tiles of the most frequent colour; a group of two fifths of them keeps its value.
    pub fn steep(mut self, tiles: usize) -> Objective {
        let fixed = self.points[tiles * 2 / 5];
        if fixed > 0 {
            for points in &mut self.points {
                // Square roots are the same on every machine; other powers need not be.
                *points = (*points as f64 * (*points as f64 / fixed as f64).sqrt()).round() as i64;
            }
        }
        self.with_expectations()
    }

    /// Adds a cost to clicks of the tabu colour, on a board with this many tiles of the most frequent colour.
    pub fn with_tabu_cost(mut self, tiles: usize) -> Objective {
        self.tabu = (self.points[tiles] - self.points[tiles.saturating_sub(1)]) * 3 / 4;
        self.pays = self.points.iter().position(|&points| points >= self.tabu).unwrap_or(usize::MAX);
        self
    }

    /// Disables the heuristic of [`estimated_gain`](Objective::estimated_gain): no trial ends early that could
    /// still be accepted.
    #[cfg(test)]
    pub fn exact(self) -> Objective {
        Objective { margin: i64::MAX / 4, ..self }
    }

    /// Returns the points for removing this many tiles.
    #[inline(always)]
    pub fn points(&self, size: usize) -> i64 {
        self.points[size]
    }

    /// Returns the value of a click that removes this many tiles, of the tabu colour or of another one.
    #[inline(always)]
    pub fn value(&self, size: usize, tabu: bool) -> i64 {
        self.points[size] - (self.tabu & -i64::from(tabu))
    }

    /// Returns the cost of this many clicks of the tabu colour.
    #[inline(always)]
    pub fn cost(&self, clicks: usize) -> i64 {
        self.tabu * clicks as i64
    }

    /// Returns the lowest cost of the tabu colour with this many tiles left: that of one click. Zero for so few
    /// tiles that no click gains its cost, since they may stay.
    #[inline(always)]
    pub fn least_cost(&self, tiles: usize) -> i64 {
        self.tabu & -i64::from(tiles >= self.pays)
    }

    /// Returns the highest value of this many tiles of the tabu colour: that of one click.
    #[inline(always)]
    pub fn single_click(&self, tiles: usize) -> i64 {
        self.points[tiles] - self.least_cost(tiles)
    }

    /// Estimates the gain of the other colours of a list over another list, from their difference in value and
    /// in tiles left. The clicks to come are assumed to be much the same.
    #[inline(always)]
    pub fn estimated_gain(&self, gained: i64, tiles: i64) -> i64 {
        gained + tiles * self.tile + self.margin
    }

    /// Returns the highest value of the end if this many colours have a single tile, which can never be
    /// removed.
    #[inline(always)]
    pub fn max_at_end(&self, single: usize) -> i64 {
        self.best_end[single.min(3)]
    }

    /// Returns the value of the end without the soft bonus, from the tiles left of each colour.
    #[inline(always)]
    pub fn at_end_bare(&self, left: usize, counts: &[u16]) -> i64 {
        self.at_end(left, counts) - if left > 0 { self.end[left] } else { 0 }
    }

    /// Returns the value of the end, from the tiles left of each colour.
    #[inline(always)]
    pub fn at_end(&self, left: usize, counts: &[u16]) -> i64 {
        let mut value = self.end[left];
        if !self.penalty.is_empty() && left > 0 {
            value -= counts.iter().map(|&count| self.penalty[usize::from(count)]).sum::<i64>();
        }
        value
    }
}

/// Entries of the table of logarithms.
const STEPS: usize = 1 << 12;

/// Random draws for the Metropolis rule: −ln u for uniform u, in units of 2⁻²⁰.
#[derive(Clone, Debug)]
pub struct Logs(Vec<i32>);

impl Default for Logs {
    fn default() -> Logs {
        let part = |at: usize| (at as f64 + 0.5) / STEPS as f64;
        let of = |at: usize| (-libm::log(part(at)) * f64::from(1 << 20)).round() as i32;
        Logs((0..STEPS).map(of).collect())
    }
}

impl Logs {
    /// Returns how far the new value may be below the old one, from 12 random bits. The temperature is in units
    /// of value.
    #[inline(always)]
    pub fn slack(&self, random: u64, temperature: i64) -> i64 {
        (i64::from(self.0[random as usize % STEPS]) * temperature) >> 20
    }

    /// Returns `true` if a step that is worse by `loss` temperatures (in units of 2⁻²⁰) is accepted.
    pub fn accepts(&self, random: u64, loss: i128) -> bool {
        i128::from(self.0[random as usize % STEPS]) >= loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Score;

    #[test]
    fn large_groups_count_for_more_on_a_steep_slope() {
        for score in [Score::N2, Score::N1, Score::Tri, Score::Nn1] {
            for most in [8, 49, 4096] {
                let plain = Objective::new(Rules { score, ..Rules::default() }, Goal::Score, 4096);
                let steep = plain.clone().steep(most);
                let fixed = most * 2 / 5;
                assert_eq!(steep.points(fixed), plain.points(fixed));
                assert!(steep.points(2 * fixed) > 2 * plain.points(2 * fixed), "{score:?}, {most}");
                for size in 3..4096 {
                    let (one, two) = (steep.points(size), plain.points(size));
                    assert!(if size < fixed { one <= two } else { one >= two }, "{size} of {most}");
                    assert!(steep.points(size + 1) >= one, "{size} of {most}");
                }
            }
        }
        // Without points for groups, steep points are equal to the plain ones.
        let plain = Objective::new(Rules::default(), Goal::Clear, 225);
        assert_eq!(plain.clone().steep(49).points(40), plain.points(40));
    }
}
