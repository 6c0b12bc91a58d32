//! The function that annealing maximises: the sum of the values of all clicks, and a value of the final board. Tables
//! contain the value of a click by the size of its group, and the value of a final board by the tiles left.
//!
//! | goal | value of a click | value of the final board |
//! | --- | --- | --- |
//! | score | its points | bonus, points and penalty for tiles left; a penalty by colour has its own table |
//! | clear, left | none | a bonus for the empty board, and a cost for each tile left |
//! | fewest | a cost | the cost of three clicks for each tile left |
//! | biggest | the square of its size | none |
//!
//! If the rules have a factor for the empty board, it multiplies the value of all clicks. A nearly empty board gets the
//! *soft bonus*: 0.8 × exp(−tiles left / 6) of what an empty board gets. Without the soft bonus, nothing leads a search
//! towards the empty board. Each click of the tabu colour has a cost, so that its tiles gather in few groups: three
//! quarters of the points that the last tile adds to a group of all tiles of the colour. On random boards of 15×15 with
//! 5 colours and 3 million trials, the cost makes lists 1.2 to 1.5 % better; half the cost 0.6 %, twice the cost 0.7 %.
//! All values are fixed-point, with [`SCALE`] units per point, so that they are the same on every machine.

use super::schedule::STEEP_MIN_COLOURS;
use crate::rules::grid::Grid;
use crate::rules::{LeftPenalty, Rules, Score};
use crate::samegame::search::outcome::Goal;

/// Units of value per point.
pub const SCALE: i64 = 16;

/// The bonus for an empty board if the goal is to leave few tiles.
const CLEAR: i64 = 1000 * SCALE;

/// The cost of a tile left if the goal is to leave few tiles.
const TILE_LEFT: i64 = 10 * SCALE;

/// The cost of a click if the goal is few clicks.
const CLICK: i64 = 64 * SCALE;

/// The margin of [`Objective::estimated_gain`]: the value of a removal of `MARGIN_SIZE` tiles, but at least `MARGIN`
/// points of temperature. With `MARGIN` alone, lists have 0.9 % fewer points under n², 1.1 % under n²/2 with a factor
/// for the empty board, and 0.7 % under 5n².
const MARGIN_SIZE: usize = 6;
const MARGIN: i64 = 16;

/// The number of fractional bits of the numbers in [`Objective::share`].
const SHARE_BITS: u32 = 16;

/// Returns the [steep](Objective::steep) and the plain objective of a board, with tables for up to `tiles` tiles. Both
/// are plain for rules and numbers of colours with which a steep objective gains nothing.
pub fn both(rules: Rules, goal: Goal, grid: &Grid, tiles: usize) -> [Objective; 2] {
    let most_frequent = (0..grid.colours() as u8).map(|colour| grid.count(colour)).max().unwrap_or(0);
    let plain = Objective::new(rules, goal, tiles);
    let gains = goal == Goal::Score && rules.score == Score::N2 && grid.colours() >= STEEP_MIN_COLOURS;
    let steep = if gains { plain.clone().steep(most_frequent) } else { plain.clone() };
    [steep, plain].map(|objective| objective.with_tabu_cost(most_frequent))
}

/// Returns the value of removing a group of `size` tiles for a goal.
fn click_value(rules: &Rules, goal: Goal, size: usize) -> i64 {
    match goal {
        _ if size < rules.min_group as usize => 0,
        Goal::Score => rules.score.points(size as u64) * SCALE,
        Goal::Clear | Goal::Left => 0,
        Goal::Fewest => {
            if size > 0 {
                -CLICK
            } else {
                0
            }
        }
        Goal::Biggest => (size * size) as i64 * SCALE,
    }
}

/// Returns the value of a final board with `left` tiles, without the soft bonus and the penalty by colour.
fn end_value(rules: &Rules, goal: Goal, left: usize) -> i64 {
    let tiles = left as i64;
    // The cap is far above every temperature, and small enough that sums do not overflow.
    let capped = |points: i64| points.clamp(-1_000_000_000_000, 1_000_000_000_000) * SCALE;
    match (goal, left) {
        (Goal::Score, 0) => {
            let points = rules.left_points(0).saturating_add_unsigned(rules.clear_bonus);
            capped(points.saturating_mul(rules.clear_factor.into()))
        }
        (Goal::Score, _) => {
            let cost = if rules.left_penalty == LeftPenalty::Total { (tiles - 2).pow(2) } else { 0 };
            capped(rules.left_points(left as u64).saturating_sub(cost))
        }
        (Goal::Biggest, _) | (Goal::Fewest, 0) => 0,
        (Goal::Fewest, _) => -3 * CLICK * tiles,
        (_, 0) => CLEAR,
        _ => -TILE_LEFT * tiles,
    }
}

/// Returns the value of one point of temperature. Temperatures were tuned for the score (n − 2)². For other scores they
/// are scaled by the factor of n² or, if this factor is 0, by a tenth of the factor of n.
fn unit(rules: &Rules, goal: Goal) -> i64 {
    match (goal, rules.score.doubled()) {
        (Goal::Score, [0, b, _]) => (b.abs() * SCALE / 20).max(1),
        (Goal::Score, [a, ..]) => a.abs() * SCALE / 2,
        _ => SCALE,
    }
}

/// The tables of an objective, with one entry for each size or number of tiles left up to a maximum.
#[derive(Clone, Debug)]
pub struct Objective {
    /// Value of a removal, by size.
    points: Vec<i64>,
    /// Value of the final board, by tiles left; `end` includes the soft bonus of a nearly empty board.
    bare: Vec<i64>,
    end: Vec<i64>,
    /// The share of the value of all clicks that the factor for the empty board adds, by tiles left, in units of
    /// 2^−[`SHARE_BITS`]; empty if the rules have no such factor.
    share: Vec<i64>,
    /// Penalty of a colour, by the number of its tiles left; empty without a penalty.
    penalty: Vec<i64>,
    /// The cost of a click of the tabu colour.
    tabu: i64,
    /// The smallest size of a click of the tabu colour that gains at least its cost.
    pays: usize,
    /// The highest value of a final board if 0, 1, 2, or at least 3 tiles can never be removed.
    best_end: [i64; 4],
    /// The size of the smallest group, but at least two.
    small: usize,
    /// The value of a tile in a group of `small` tiles.
    tile: i64,
    /// The margin of [`estimated_gain`](Objective::estimated_gain).
    margin: i64,
    /// The value of a point of temperature, see the function `unit`.
    pub unit: i64,
    /// Whether one removal has at least the value of two removals of the same tiles.
    superadditive: bool,
}

impl Objective {
    /// Creates the tables for lists on a board of this many tiles.
    pub fn new(rules: Rules, goal: Goal, tiles: usize) -> Objective {
        let points: Vec<i64> = (0..=tiles).map(|size| click_value(&rules, goal, size)).collect();
        let bare: Vec<i64> = (0..=tiles).map(|left| end_value(&rules, goal, left)).collect();
        let part = |left: usize| 0.8 * libm::exp(left as f64 / -6.0);
        let soft = |left: usize| {
            let gain = (bare[0] - bare[left].max(0)).max(0);
            bare[left] + (0.8 * gain as f64 * libm::exp(left as f64 / -6.0)).round() as i64
        };
        let end: Vec<i64> = (0..=tiles).map(|left| if left > 0 { soft(left) } else { bare[0] }).collect();
        let scored = goal == Goal::Score;
        let added = f64::from(rules.clear_factor.max(1) - 1) * f64::from(1 << SHARE_BITS);
        let share = |left: usize| (if left > 0 { part(left) * added } else { added }).round() as i64;
        let of_left = |n: usize| if n > 0 { (n as i64 - 2).pow(2) * SCALE } else { 0 };
        let penalised = scored && rules.left_penalty == LeftPenalty::N2;
        let multiplied = scored && rules.clear_factor > 1;
        let unit = unit(&rules, goal);
        let objective = Objective {
            tile: 0,
            small: rules.min_group.max(2) as usize,
            margin: points.get(MARGIN_SIZE).map_or(0, |&points| points).max(MARGIN * unit),
            points,
            tabu: 0,
            pays: 0,
            best_end: std::array::from_fn(|stay| {
                end[stay.min(tiles)..].iter().copied().max().unwrap_or_default()
            }),
            bare,
            end,
            share: if multiplied { (0..=tiles).map(share).collect() } else { Vec::new() },
            penalty: if penalised { (0..=tiles).map(of_left).collect() } else { Vec::new() },
            unit,
            superadditive: !scored || rules.is_superadditive(),
        };
        objective.with_expectations()
    }

    /// Sets `tile`, the value expected of a tile, from the points.
    fn with_expectations(mut self) -> Objective {
        self.tile = self.points.get(self.small).map_or(0, |value| value / self.small as i64);
        self
    }

    /// Raises the points and the margin to the power of 1.5, so that large groups count for more. `tiles` is the number
    /// of tiles of the most frequent colour; a group of two fifths as many tiles keeps its value.
    pub fn steep(mut self, tiles: usize) -> Objective {
        let fixed = self.points[tiles * 2 / 5];
        if fixed > 0 {
            for points in self.points.iter_mut().chain([&mut self.margin]) {
                // Square roots are the same on every machine; other powers need not be.
                *points = (*points as f64 * (*points as f64 / fixed as f64).sqrt()).round() as i64;
            }
        }
        self.with_expectations()
    }

    /// Adds a cost to clicks of the tabu colour, on a board with this many tiles of the most frequent colour.
    pub fn with_tabu_cost(mut self, tiles: usize) -> Objective {
        self.tabu = ((self.points[tiles] - self.points[tiles.saturating_sub(1)]) * 3 / 4).max(0);
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

    /// Returns the value of a click that removes `size` tiles; `tabu` is set for the tabu colour.
    #[inline(always)]
    pub fn value(&self, size: usize, tabu: bool) -> i64 {
        self.points[size] - (self.tabu & -i64::from(tabu))
    }

    /// Returns the cost of this many clicks of the tabu colour.
    #[inline(always)]
    pub fn cost(&self, clicks: usize) -> i64 {
        self.tabu * clicks as i64
    }

    /// Returns the lowest cost to come of the tabu colour, with this many of its tiles left: the cost of one click. The
    /// cost is 0 if a click of all tiles would gain less than its cost, because the list may leave the tiles.
    #[inline(always)]
    pub fn least_cost(&self, tiles: usize) -> i64 {
        self.tabu & -i64::from(tiles >= self.pays)
    }

    /// Returns the highest value of this many tiles of the tabu colour: the value of one click, or more if the points
    /// are not superadditive.
    #[inline(always)]
    pub fn single_click(&self, tiles: usize) -> i64 {
        let most = if self.superadditive { self.points[tiles] } else { self.most_of_many(tiles) };
        most - self.least_cost(tiles)
    }

    /// Returns the number of tiles times the highest points per tile of any group.
    #[cold]
    fn most_of_many(&self, tiles: usize) -> i64 {
        let sizes = 1..=tiles as i64;
        sizes.map(|size| self.points[size as usize] * tiles as i64 / size).max().unwrap_or(0).max(0)
    }

    /// Estimates how much more the colours other than the tabu colour gain in a new list than in the old one. So far
    /// they gained `gained` more and have `tiles` more tiles left; the rest is expected to be equal, up to a margin.
    #[inline(always)]
    pub fn estimated_gain(&self, gained: i64, tiles: i64) -> i64 {
        gained + tiles * self.tile + self.margin
    }

    /// Returns whether the empty board multiplies the value of all clicks.
    #[inline(always)]
    pub fn multiplies(&self) -> bool {
        !self.share.is_empty()
    }

    /// Returns the maximum value of a list whose clicks are worth `clicks`, if `stuck` tiles can never be removed.
    #[inline(always)]
    pub fn most(&self, clicks: i64, stuck: usize) -> i64 {
        clicks + self.best_end[stuck.min(3)] + self.added(clicks, stuck.min(3))
    }

    /// Returns the value that the factor for the empty board adds to a list, from the value of its clicks and the
    /// number of tiles left; 0 if the rules have no such factor.
    #[inline(always)]
    fn added(&self, clicks: i64, left: usize) -> i64 {
        if self.share.is_empty() {
            return 0;
        }
        let added =
            (i128::from(clicks) * i128::from(self.share[left.min(self.share.len() - 1)])) >> SHARE_BITS;
        added.clamp(-(1 << 60), 1 << 60) as i64
    }

    /// Like [`list_value`](Self::list_value), without the soft bonus.
    #[inline(always)]
    pub fn bare_value(&self, clicks: i64, left: usize, counts: &[u16]) -> i64 {
        let added = if left == 0 { self.added(clicks, 0) } else { 0 };
        clicks + added + self.bare[left] - self.penalty_of(left, counts)
    }

    /// Returns the value of a list from the value of its clicks and the tiles left of each colour.
    #[inline(always)]
    pub fn list_value(&self, clicks: i64, left: usize, counts: &[u16]) -> i64 {
        clicks + self.added(clicks, left) + self.end[left] - self.penalty_of(left, counts)
    }

    /// Returns the sum of the penalties of all colours, for the tiles that are left.
    #[inline(always)]
    fn penalty_of(&self, left: usize, counts: &[u16]) -> i64 {
        if self.penalty.is_empty() || left == 0 {
            return 0;
        }
        counts.iter().map(|&count| self.penalty[usize::from(count)]).sum::<i64>()
    }
}

/// The number of entries of [`Logs`].
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
    /// Draws how far the new value may be below the old one, from 12 random bits. The temperature is in units
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
