//! The highest score of a row or a column.
//!
//! `whole(l, r, k)` is the highest score of removing all cells l to r − 1, if k cells of the colour of l already touch l
//! from the left. Either l is removed now, with those k cells; or it waits for an equal cell m, for which all cells between
//! the two have to go first:
//!
//! ```text
//! whole(l, r, k) = max( points(k + 1) + whole(l + 1, r, 0)                if k ≥ 1,
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
//! plan has no such step, and can be played. All rules but `count` are superadditive; for `count` each removal costs
//! the smallest part of a tile, which changes no order between unequal sums. The penalty for tiles left is
//! not a sum over stretches, so boards with that rule are not solved here.

use super::{Budget, Plan, fits, given_up, groups};
use crate::base::{Colour, Rules, Score};

/// The value of a stretch that cannot be removed; sums with possible values stay in range.
const NEVER: i64 = i64::MIN / 4;

/// Returns a plan with the highest score, and the number of entries of the table; `None` if the table surpasses a limit.
pub(super) fn plan(cells: &[Colour], rules: Rules, budget: &Budget) -> Option<(Plan, u64)> {
    let entries = Table::entries(cells);
    if !fits(entries, entries.saturating_mul(size_of::<i64>()), budget) {
        return None;
    }
    let table = Table::new(cells, rules.score, budget)?;
    let all = cells.len();
    let rest = table.rest();
    let cleared = table.whole(0, all, 0);
    let bonus = table.scaled(rules.clear_bonus);
    let mut plan = Vec::new();
    let mut remove = |from, to| groups(from, to, &mut plan, |l, r, k| table.waits_for(l, r, k));
    if possible(cleared) && cleared.saturating_add(bonus) >= rest[0].0 {
        remove(0, all);
    } else {
        let mut at = 0;
        while at < all {
            let end = rest[at].1;
            remove(at, end);
            at = end + 1;
        }
    }
    Some((plan, entries as u64))
}

/// Returns whether a stretch of this value can be removed. A sum with [`NEVER`] stays below zero.
fn possible(value: i64) -> bool {
    value > NEVER / 2
}

/// The values of `whole`.
struct Table<'a> {
    cells: &'a [Colour],
    score: Score,
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
    fn new(cells: &'a [Colour], score: Score, budget: &Budget) -> Option<Self> {
        let all = cells.len();
        let mut table = Table { cells, score, before: Self::before(cells), rows: vec![Vec::new(); all] };
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
                for k in 1..width {
                    values[k] = table.points(k + 1) + rest;
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

    /// Returns the points of a removal, in the units of the table; under `count` they are reduced by the smallest unit.
    fn points(&self, n: usize) -> i64 {
        match self.score {
            Score::Count => self.scaled(n as u64) - 1,
            score => score.points(n as u64),
        }
    }

    /// Converts points of the rules to the units of the table. A bonus above the sum of all other points is reduced to a
    /// number that is still above.
    fn scaled(&self, points: u64) -> i64 {
        let unit = if self.score == Score::Count { self.cells.len() as i64 + 1 } else { 1 };
        points.min(1 << 40) as i64 * unit
    }

    fn whole(&self, l: usize, r: usize, k: usize) -> i64 {
        if l >= r { 0 } else { self.rows[l][(r - l) * (self.before[l] + 1) + k] }
    }

    /// Returns the cell that `l` waits for in a plan with the value of an entry; `None` if it goes with the
    /// k cells left of it.
    fn waits_for(&self, l: usize, r: usize, k: usize) -> Option<usize> {
        let value = self.whole(l, r, k);
        if k > 0 && value == self.points(k + 1) + self.whole(l + 1, r, 0) {
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
