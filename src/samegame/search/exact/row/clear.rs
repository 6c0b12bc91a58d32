//! Clearing a row or a column.
//!
//! `alone(l, r)` holds if the cells l to r − 1 can be removed, and `helped(l, r)` if they can be removed with the help of
//! at least one cell of the colour of l that touches l from the left. Cell l either waits for an equal cell m, for which all
//! cells between the two have to go first, or is removed now, with the cells that touch it:
//!
//! ```text
//! alone(l, r)  = alone(l + 1, m) and helped(m, r)   for some m with l < m < r and m equal to l
//! helped(l, r) = alone(l, r) or alone(l + 1, r)
//! ```
//!
//! The values for one l and all r are one set of bits, so the table takes n² / 4 bytes and at most n³ / 64 steps for n tiles.
//!
//! # Whole groups
//! A plan of this form may remove a part of a group without the rest, which the game forbids. In a plan whose cells wait for
//! the first cell that they can wait for, no group is split. At the time when a group A is removed, its neighbour on the right
//! is either the next cell of its stretch, or the cell that an enclosing group waits for; its neighbour on the left is the last
//! cell of the enclosing group, if there is one. If the next cell of the stretch had the colour of A, the last cell of A could
//! have waited for it. If the enclosing group had the colour of A, its last cell could have waited for the first cell
//! of A, which comes before the cell that it waits for.

use super::{Budget, Plan, fits, given_up, groups};
use crate::rules::Colour;

/// Returns a plan that removes all cells, `None` if there is none, with the number of entries of the table; `None` instead
/// if the table surpasses a limit.
pub(super) fn plan(cells: &[Colour], budget: &Budget) -> Option<(Option<Plan>, u64)> {
    let all = cells.len();
    let entries = (all + 1) * (all + 2) / 2;
    let words = all / 64 + 1;
    if !fits(entries, 2 * (all + 1) * words * size_of::<u64>(), budget) {
        return None;
    }
    let mut table = Table { cells, alone: vec![Vec::new(); all + 1], helped: vec![Vec::new(); all + 1] };
    for l in (0..=all).rev() {
        if given_up(budget) {
            return None;
        }
        table.fill(l, words);
    }
    let plan = contains(&table.alone[0], all).then(|| {
        let mut plan = Vec::new();
        groups(0, all, &mut plan, |l, r, _| table.waits_for(l, r));
        plan
    });
    Some((plan, entries as u64))
}

/// Returns whether a set, 64 numbers to a word, contains a number.
fn contains(set: &[u64], number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 == 1
}

/// The values of `alone` and `helped`: for each l the set of all r.
struct Table<'a> {
    cells: &'a [Colour],
    alone: Vec<Vec<u64>>,
    helped: Vec<Vec<u64>>,
}

impl Table<'_> {
    /// Returns the cells that `l` may wait for: equal ones right of it, with a stretch between that can be removed.
    fn partners(&self, l: usize) -> impl Iterator<Item = usize> + '_ {
        let Table { cells, alone, .. } = self;
        (l + 1..cells.len()).filter(move |&m| cells[m] == cells[l] && contains(&alone[l + 1], m))
    }

    /// Computes the sets for `l` from the sets for all cells right of it.
    fn fill(&mut self, l: usize, words: usize) {
        let mut alone = vec![0; words];
        if l < self.cells.len() {
            for m in self.partners(l) {
                alone.iter_mut().zip(&self.helped[m]).for_each(|(to, from)| *to |= from);
            }
            self.helped[l] = alone.iter().zip(&self.alone[l + 1]).map(|(a, b)| a | b).collect();
        }
        // Nothing is left to remove of an empty stretch.
        alone[l / 64] |= 1 << (l % 64);
        self.alone[l] = alone;
    }

    /// Returns the first cell that `l` can wait for if the cells l to r − 1 are removed; `None` if it goes with the
    /// cells left of it.
    fn waits_for(&self, l: usize, r: usize) -> Option<usize> {
        self.partners(l).take_while(|&m| m < r).find(|&m| contains(&self.helped[m], r))
    }
}
