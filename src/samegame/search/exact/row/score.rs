//! The highest score of a row or a column, or the best result of another goal.
//!
//! `whole(l, r, k)` is the highest score of removing all cells l to r − 1, if k cells of the colour of l already touch l
//! from the left. Either l is removed now, with those k cells; or it waits for an equal cell m, for which all cells between
//! the two have to go first:
//!
//! ```text
//! whole(l, r, k) = max( points(k + 1) + whole(l + 1, r, 0)                if a group of k + 1 can be removed,
//!                       whole(l + 1, m, 0) + whole(m, r, k + 1)           for l < m < r, m equal to l )
//! ```
//!
//! Some cells may stay: `rest(i)` is the highest score of the cells from i on, where cell j stays after a stretch that is
//! removed: `rest(i) = max( rest(i + 1), whole(i, j, 0) + rest(j + 1) for j > i )`.
//!
//! # Parts of groups
//! A plan of this form may remove a part of a group without the rest, which the game forbids. This never scores more where
//! points are strictly superadditive and strictly grow. Take the last such step of a plan: it splits a group into
//! A, which is removed, and R, which stays together from then on (without A it still is one stretch of equal cells).
//! If R is removed later, in a group H, then A may wait and be removed with it: A ∪ R blocks and joins nothing
//! that R alone would not, and points(H + A) > points(H) + points(A). If R is never removed, it may as well
//! be removed with A, for points(A + R) > points(A); the cells that meet by that can only form larger groups. So a best
//! plan has no such step, and can be played. Where points are superadditive, but not strictly (`count`), each removal costs
//! the smallest part of a point, which changes no order between unequal sums. With groups of m tiles or more, A·n² + B·n + C
//! is superadditive if A ≥ 0 and C ≤ 2A·m², and grows if A·(2m + 1) + B > 0. The penalty for tiles left is
//! not a sum over stretches, so boards with that rule are not solved here.
//!
//! # Other goals
//! For the fewest clicks a removal is worth −1: one removal instead of two is then always better, and nothing stays. For
//! the fewest tiles left a removal is worth its tiles. For the largest removal the table contains the fewest clicks, and the
//! group is a longest chain of equal cells between which everything can be removed; a cell that would join the group as
//! well would make a longer chain.

use super::{Budget, Plan, fits, given_up, groups};
use crate::rules::{Colour, LeftPenalty, Rules, Score};

/// The value of a stretch that cannot be removed; sums with possible values stay in range.
const NEVER: i64 = i64::MIN / 4;

/// The values of removals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values {
    /// The points, or `None` for −1 each.
    score: Option<Score>,
    /// Units of the table per point.
    unit: i64,
    /// Units that each removal costs.
    cost: i64,
    /// The smallest group that can be removed.
    min: usize,
}

impl Values {
    /// Returns the values for the highest score under some rules, on boards of `tiles` tiles; `None` if the table would not
    /// be right.
    pub fn of_score(rules: Rules, tiles: usize) -> Option<Values> {
        let min = i64::from(rules.min_group.max(1));
        let [a, b, c] = rules.score.doubled();
        let grows = a >= 0 && a * (2 * min + 1) + b > 0 && c <= 2 * a * min * min;
        let small = [a, b, c].iter().all(|part| part.abs() <= 2000);
        let factor = i64::from(rules.clear_factor);
        if !grows || !small || factor > 1000 || rules.left_penalty != LeftPenalty::None {
            return None;
        }
        let strict = c < 2 * a * min * min;
        let (unit, cost) = if strict { (1, 0) } else { (factor * (tiles as i64 + 1), 1) };
        Some(Values { score: Some(rules.score), unit, cost, min: min as usize })
    }

    /// Returns the values for the fewest tiles left.
    pub fn of_tiles(min: usize, tiles: usize) -> Values {
        Values { score: Some(Score::Count), unit: tiles as i64 + 1, cost: 1, min }
    }

    /// Returns the values for the fewest clicks.
    pub fn of_clicks(min: usize) -> Values {
        Values { score: None, unit: 1, cost: 0, min }
    }

    /// Returns the value of a removal of `n` tiles.
    fn of(&self, n: usize) -> i64 {
        self.score.map_or(-1, |score| score.points(n as u64) * self.unit - self.cost)
    }
}

/// Returns a table, and the number of its entries; `None` if it surpasses a limit.
pub(super) fn table<'a>(cells: &'a [Colour], values: Values, budget: &Budget) -> Option<(Table<'a>, u64)> {
    let entries = Table::entries(cells);
    if !fits(entries, entries.saturating_mul(size_of::<i64>()), budget) {
        return None;
    }
    Some((Table::new(cells, values, budget)?, entries as u64))
}

impl Table<'_> {
    /// Returns a plan with the highest score; without `rules` nothing is gained by an empty board.
    pub fn best(&self, rules: Option<Rules>) -> Plan {
        let all = self.cells.len();
        let rest = self.rest();
        let cleared = self.whole(0, all, 0);
        // A bonus above the sum of all other points is reduced to a number that is still above.
        let bonus = rules.map_or(0, |rules| rules.clear_bonus.min(1 << 40) as i64 * self.values.unit);
        let factor = rules.map_or(1, |rules| i64::from(rules.clear_factor));
        let mut plan = Vec::new();
        if possible(cleared) && cleared.saturating_add(bonus).saturating_mul(factor) >= rest[0].0 {
            self.remove(0, all, &mut plan);
            return plan;
        }
        let mut at = 0;
        while at < all {
            let end = rest[at].1;
            self.remove(at, end, &mut plan);
            at = end + 1;
        }
        plan
    }

    /// Returns a plan that removes all cells; `None` if there is none.
    pub fn clear(&self) -> Option<Plan> {
        let all = self.cells.len();
        let mut plan = Vec::new();
        possible(self.whole(0, all, 0)).then(|| self.remove(0, all, &mut plan))?;
        Some(plan)
    }

    /// Returns a plan whose last removal is the largest of all plans.
    pub fn biggest(&self) -> Plan {
        let all = self.cells.len();
        // The length of the longest chain up to each cell, and the cell before it.
        let mut chains: Vec<(usize, Option<usize>)> = vec![(1, None); all];
        for l in 0..all {
            for (m, _) in self.partners(l, all) {
                if chains[l].0 + 1 > chains[m].0 {
                    chains[m] = (chains[l].0 + 1, Some(l));
                }
            }
        }
        let last =
            (0..all).max_by_key(|&cell| chains[cell].0).filter(|&cell| chains[cell].0 >= self.values.min);
        let Some(last) = last else { return Vec::new() };
        let (mut plan, mut group) = (Vec::new(), vec![last]);
        let mut cell = last;
        while let Some(before) = chains[cell].1 {
            self.remove(before + 1, cell, &mut plan);
            group.push(before);
            cell = before;
        }
        group.reverse();
        plan.push(group);
        plan
    }

    /// Adds the groups that remove a stretch to a plan.
    fn remove(&self, from: usize, to: usize, plan: &mut Plan) {
        groups(from, to, plan, |l, r, k| self.waits_for(l, r, k));
    }
}

/// Returns whether a stretch of this value can be removed. A sum with [`NEVER`] stays below zero.
fn possible(value: i64) -> bool {
    value > NEVER / 2
}

/// The values of `whole`.
pub(super) struct Table<'a> {
    cells: &'a [Colour],
    values: Values,
    /// The number of equal cells before each cell: the largest k.
    before: Vec<usize>,
    /// For each l the value of `(l, r, k)` at `(r − l) × (before + 1) + k`.
    rows: Vec<Vec<i64>>,
}

impl<'a> Table<'a> {
    /// Returns the number of equal cells before each cell.
    fn before(cells: &[Colour]) -> Vec<usize> {
        let mut seen = [0; Colour::MAX as usize + 1];
        let count = |&colour: &Colour| {
            seen[usize::from(colour)] += 1;
            seen[usize::from(colour)] - 1
        };
        cells.iter().map(count).collect()
    }

    /// Returns the number of entries of the table.
    fn entries(cells: &[Colour]) -> usize {
        let of = |(l, before): (usize, usize)| (cells.len() - l + 1).saturating_mul(before + 1);
        Self::before(cells).into_iter().enumerate().map(of).fold(0, usize::saturating_add)
    }

    /// Computes the table, unless a limit comes first.
    fn new(cells: &'a [Colour], values: Values, budget: &Budget) -> Option<Self> {
        let all = cells.len();
        let mut table = Table { cells, values, before: Self::before(cells), rows: vec![Vec::new(); all] };
        for l in (0..all).rev() {
            let width = table.before[l] + 1;
            let mut row = vec![NEVER; (all - l + 1) * width];
            let partners: Vec<_> = table.partners(l, all).collect();
            for r in l + 1..=all {
                if given_up(budget) {
                    return None;
                }
                let values = &mut row[(r - l) * width..][..width];
                let rest = table.whole(l + 1, r, 0);
                for k in table.values.min - 1..width {
                    values[k] = table.values.of(k + 1) + rest;
                }
                for &(m, between) in partners.iter().take_while(|&&(m, _)| m < r) {
                    let joined = &table.rows[m][(r - m) * (table.before[m] + 1) + 1..][..width];
                    for k in 0..width {
                        values[k] = values[k].max(between + joined[k]);
                    }
                }
            }
            table.rows[l] = row;
        }
        Some(table)
    }

    /// Returns the equal cells left of `r` that `l` may wait for, each with the value of the stretch between.
    fn partners(&self, l: usize, r: usize) -> impl Iterator<Item = (usize, i64)> + '_ {
        let equal = (l + 1..r).filter(move |&m| self.cells[m] == self.cells[l]);
        equal.map(move |m| (m, self.whole(l + 1, m, 0))).filter(|&(_, value)| possible(value))
    }

    fn whole(&self, l: usize, r: usize, k: usize) -> i64 {
        if l >= r { 0 } else { self.rows[l][(r - l) * (self.before[l] + 1) + k] }
    }

    /// Returns the cell that `l` waits for in a plan with the value of an entry; `None` if it goes with the
    /// k cells left of it.
    fn waits_for(&self, l: usize, r: usize, k: usize) -> Option<usize> {
        let value = self.whole(l, r, k);
        if k + 1 >= self.values.min && value == self.values.of(k + 1) + self.whole(l + 1, r, 0) {
            return None;
        }
        self.partners(l, r).find(|&(m, between)| value == between + self.whole(m, r, k + 1)).map(|(m, _)| m)
    }

    /// Returns the values of `rest`, each with the end of the stretch that is removed first; i itself if cell i stays.
    fn rest(&self) -> Vec<(i64, usize)> {
        let all = self.cells.len();
        let mut rest = vec![(0, all); all + 2];
        for i in (0..all).rev() {
            let mut best = (rest[i + 1].0, i);
            for end in i + 1..=all {
                let value = self.whole(i, end, 0) + rest[end + 1].0;
                if value > best.0 {
                    best = (value, end);
                }
            }
            rest[i] = best;
        }
        rest
    }
}
