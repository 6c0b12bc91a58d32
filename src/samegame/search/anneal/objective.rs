//! What an annealer maximises, in tables: points, and what tiles left cost.
//!
//! The value of a finished list is its points plus the bonus if the board is empty. For a board that is
//! nearly empty a part of the bonus is given, 0.8 × bonus × exp(−tiles left / 6): with the bare bonus a
//! search sees no way towards the empty board. A click of the tabu colour costs three quarters of what the last
//! of its tiles would add to one group of them all: that drives it together. On random boards of 15×15 with 5
//! colours that makes lists 1.2 to 1.5 % better with 3 million trials; half of it 0.6 %, twice as much 0.7 %. All
//! values are fixed-point, [`SCALE`] units a point, so that they are the same on every machine.

use crate::base::{LeftPenalty, Rules};
use crate::samegame::search::outcome::Goal;

/// Units of value a point.
pub const SCALE: i64 = 16;

/// A list that is as good as another but for its other colours may gain on that by a group of this many tiles.
const MARGIN: usize = 6;

/// The bonus for an empty board that [`Goal::Clear`] is given.
const CLEAR: f64 = 1000.0;

/// Tables for boards of a number of tiles.
#[derive(Clone, Debug)]
pub struct Objective {
    /// By size: points for a removal.
    points: Vec<i64>,
    /// By tiles left at the end: what is added.
    end: Vec<i64>,
    /// Taken for a colour left, by its tiles; empty without a penalty.
    penalty: Vec<i64>,
    /// What a click of the tabu colour costs.
    tabu: i64,
    /// The tiles from which a click of the tabu colour gains at least what it costs.
    pays: usize,
    /// The most that the end can add, by the number of tiles that have to stay, the last for more as well.
    best_end: [i64; 4],
    /// What a tile adds in a pair.
    tile: i64,
    /// What the other colours of a list may still gain on those of another list.
    margin: i64,
}

impl Objective {
    /// Tables for lists on a board of this many tiles.
    pub fn new(rules: Rules, goal: Goal, tiles: usize) -> Objective {
        let by_size = |n: usize| match goal {
            Goal::Score if n >= 2 => rules.score.points(n as u64) as i64 * SCALE,
            _ => 0,
        };
        let points: Vec<i64> = (0..=tiles).map(by_size).collect();
        let bonus = if goal == Goal::Clear { CLEAR } else { rules.clear_bonus as f64 };
        // Beyond reach of every temperature; keeps sums far from the end of the range.
        let bonus = bonus.min(1e12) * SCALE as f64;
        let slope = if goal == Goal::Clear { 10.0 * SCALE as f64 } else { 0.0 };
        let soft = |left: usize| match left {
            0 => bonus,
            _ => 0.8 * bonus * libm::exp(left as f64 / -6.0) - slope * left as f64,
        };
        let end: Vec<i64> = (0..=tiles).map(|left| soft(left).round() as i64).collect();
        let penalised = goal == Goal::Score && rules.left_penalty == LeftPenalty::N2;
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
        objective.expecting()
    }

    /// What is expected of a list, by its points.
    fn expecting(mut self) -> Objective {
        self.tile = self.points.get(2).map_or(0, |pair| pair / 2);
        self.margin = self.points[MARGIN.min(self.points.len() - 1)];
        self
    }

    /// With points to the power of 1.5, so that large groups count for more, on a board with this many tiles of the most
    /// frequent colour. A group of two fifths of these is worth what it was.
    pub fn steep(mut self, tiles: usize) -> Objective {
        let fixed = self.points[tiles * 2 / 5];
        if fixed > 0 {
            for points in &mut self.points {
                // Square roots are the same on every machine; other powers need not be.
                *points = (*points as f64 * (*points as f64 / fixed as f64).sqrt()).round() as i64;
            }
        }
        self.expecting()
    }

    /// With a cost of clicks of the tabu colour, on a board with this many tiles of the most frequent colour.
    pub fn with_tabu_cost(mut self, tiles: usize) -> Objective {
        self.tabu = (self.points[tiles] - self.points[tiles.saturating_sub(1)]) * 3 / 4;
        self.pays = self.points.iter().position(|&points| points >= self.tabu).unwrap_or(usize::MAX);
        self
    }

    /// Without the guess of [`promises`](Objective::promises): no trial ends that could come up to its mark.
    #[cfg(test)]
    pub fn exact(self) -> Objective {
        Objective { margin: i64::MAX / 4, ..self }
    }

    /// Points for removing this many tiles.
    #[inline(always)]
    pub fn points(&self, size: usize) -> i64 {
        self.points[size]
    }

    /// The value of a click that removes this many tiles, of the tabu colour or of another.
    #[inline(always)]
    pub fn value(&self, size: usize, tabu: bool) -> i64 {
        self.points[size] - (self.tabu & -i64::from(tabu))
    }

    /// The value that this many clicks of the tabu colour cost.
    #[inline(always)]
    pub fn cost(&self, clicks: usize) -> i64 {
        self.tabu * clicks as i64
    }

    /// The least that the tabu colour costs with this many tiles left: one click of them all. It is not taken from
    /// tiles that are so few that no click of them pays, for they may stay.
    #[inline(always)]
    pub fn least_cost(&self, tiles: usize) -> i64 {
        self.tabu & -i64::from(tiles >= self.pays)
    }

    /// The most that this many tiles of the tabu colour add: one click of them all.
    #[inline(always)]
    pub fn single_click(&self, tiles: usize) -> i64 {
        self.points[tiles] - self.least_cost(tiles)
    }

    /// What the other colours of a list promise against another list, by what they have gained more, and the tiles that
    /// they have left more; the clicks to come are taken to be much the same.
    #[inline(always)]
    pub fn estimated_gain(&self, gained: i64, tiles: i64) -> i64 {
        gained + tiles * self.tile + self.margin
    }

    /// The most that the end can add, if this many colours have a single tile, which stays for ever.
    #[inline(always)]
    pub fn most_at_end(&self, single: usize) -> i64 {
        self.best_end[single.min(3)]
    }

    /// What the end adds without the soft bonus, by the tiles left of each colour.
    #[inline(always)]
    pub fn at_end_bare(&self, left: usize, counts: &[u16]) -> i64 {
        self.at_end(left, counts) - if left > 0 { self.end[left] } else { 0 }
    }

    /// What the end adds, by the tiles left of each colour.
    #[inline(always)]
    pub fn at_end(&self, left: usize, counts: &[u16]) -> i64 {
        let mut value = self.end[left];
        if !self.penalty.is_empty() && left > 0 {
            value -= counts.iter().map(|&count| self.penalty[usize::from(count)]).sum::<i64>();
        }
        value
    }
}

/// Steps of the table of logarithms.
const STEPS: usize = 1 << 12;

/// Draws for Metropolis' rule: −ln u, u uniform, in 2⁻²⁰.
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
    /// How far below the old value a new one may be, by 12 random bits; the temperature in units of value.
    #[inline(always)]
    pub fn slack(&self, random: u64, temperature: i64) -> i64 {
        (i64::from(self.0[random as usize % STEPS]) * temperature) >> 20
    }

    /// Whether a step that is worse by `loss` temperatures (2⁻²⁰) is taken.
    pub fn accepts(&self, random: u64, loss: i128) -> bool {
        i128::from(self.0[random as usize % STEPS]) >= loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Score;

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
        // Without points for groups there is nothing to be steep.
        let plain = Objective::new(Rules::default(), Goal::Clear, 225);
        assert_eq!(plain.clone().steep(49).points(40), plain.points(40));
    }
}
