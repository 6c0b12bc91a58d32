//! Start lists for the later runs of a long search: two good lists crossed by columns.
//!
//! Different runs find good clicks in different columns, and a click removes tiles of few columns. So two lists, the
//! parents, are merged into a new list, the child: one parent gives the clicks in the left columns, the other parent
//! the clicks in the right columns. Each click stays at about its old position in the list. Many of these clicks can no
//! longer be played, but the run repairs the list. Such a run finds better lists than a run from scratch. Searches of
//! this kind are called memetic (Moscato 1989).

use super::chain::BestList;
use super::click_list::{ClickList, Instance};
use super::state::State;
use crate::bits::plane::Plane;
use crate::rules::Random;

/// The maximum number of lists that are kept as parents.
const PARENTS: usize = 4;

/// The number of children for one run, which starts from the best child.
const CHILDREN: usize = 10;

/// The best lists of the runs so far, the best one first; no two have the same result.
#[derive(Debug, Default)]
pub(super) struct Elite(Vec<BestList>);

impl Elite {
    /// Adds the best list of a run if it is one of the best [`PARENTS`] lists and no other list has the same result.
    pub fn add(&mut self, list: BestList) {
        let at = self.0.partition_point(|other| other.rules_value > list.rules_value);
        if self.0.get(at).is_none_or(|other| other.rules_value < list.rules_value) {
            self.0.insert(at, list);
            self.0.truncate(PARENTS);
        }
    }

    /// Returns the start list of a run. Crosses the best list and a random other list [`CHILDREN`] times, completes
    /// each child with random clicks, and returns the child with the best result. If there is only one list, returns
    /// this list; without lists, returns an empty list.
    #[inline(always)]
    pub fn child<V: Plane, const PLANES: usize, const COLOURS: usize>(
        &self,
        cpu: V::Cpu,
        instance: &Instance,
        start: State<V, PLANES, COLOURS>,
        random: &mut Random,
    ) -> Vec<u16> {
        let Some((one, others)) = self.0.split_first() else { return Vec::new() };
        if others.is_empty() {
            return one.names.clone();
        }
        let other = &others[random.below(others.len())];
        let columns = start.tally.open.count_ones() as usize;
        let (low, high) = ((columns + 1) / 4, (3 * columns / 4).max((columns + 1) / 4));
        let mut best = (i64::MIN, Vec::new());
        for _ in 0..CHILDREN {
            let first = random.between(low, high) * V::BITS as usize;
            let (left, right) = if random.percent(50) { (one, other) } else { (other, one) };
            let names = cross(&left.names, &right.names, first);
            let list = ClickList::new(cpu, instance, start, &names, None, || (random.bits() >> 32) as u32);
            let (rules_value, _) = list.result(instance);
            if rules_value > best.0 {
                best = (rules_value, names);
            }
        }
        best.1
    }
}

/// Takes the names below `first` from `left` and all other names from `right`, and merges them by their relative
/// positions: a name after a third of `left` comes before a name after half of `right`.
fn cross(left: &[u16], right: &[u16], first: usize) -> Vec<u16> {
    let (mut i, mut k) = (0, 0);
    let mut names = Vec::with_capacity(left.len() + right.len());
    while i < left.len() || k < right.len() {
        if k == right.len() || i < left.len() && i * right.len() <= k * left.len() {
            names.extend(Some(left[i]).filter(|&name| usize::from(name) < first));
            i += 1;
        } else {
            names.extend(Some(right[k]).filter(|&name| usize::from(name) >= first));
            k += 1;
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_has_the_clicks_of_its_parents_in_their_columns_and_their_order() {
        let (left, right) = ([3, 40, 1, 17, 33], [18, 2, 50, 34, 19, 4, 35, 20, 51, 5]);
        // Column 2 begins with name 32: 3, 1 and 17 lie to its left, at relative positions 0, 2/5 and 3/5.
        assert_eq!(cross(&left, &right, 32), [3, 50, 34, 1, 17, 35, 51]);
        assert_eq!(cross(&left, &right, 0), right);
        assert_eq!(cross(&left, &right, 64), left);
        assert_eq!(cross(&[], &right, 32), [50, 34, 35, 51]);
        assert_eq!(cross(&left, &[], 32), [3, 1, 17]);
    }

    #[test]
    fn the_elite_is_the_best_lists_and_no_two_are_equal() {
        let mut elite = Elite::default();
        for rules_value in [5, 9, 7, 9, 3, 8, 1] {
            elite.add(BestList {
                names: vec![rules_value as u16],
                objective_value: rules_value,
                rules_value,
            });
        }
        assert_eq!(elite.0.iter().map(|list| list.rules_value).collect::<Vec<_>>(), [9, 8, 7, 5]);
    }
}
