//! A set of indexes, to find duplicates. It takes a few bytes for any number of indexes that rise by equal steps, as in
//! an input or a piece; otherwise one bit each if they are dense, 80 bytes each if they are far apart.

use bitvec::BitArr;
use rustc_hash::FxHashMap;

/// Bits of a block.
const BLOCK: usize = 512;

/// A set of indexes.
#[derive(Debug, Default)]
pub struct IndexSet {
    /// As long as indexes rise: stretches of equal steps, the last one growing.
    rising: Vec<Stretch>,
    /// Once an index did not rise: all indexes, by block.
    blocks: FxHashMap<u64, BitArr!(for BLOCK, in u32)>,
}

/// `first`, `first + step`, …, `last`.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    first: u64,
    last: u64,
    step: u64,
}

impl IndexSet {
    /// Adds an index; returns `false` if the set already contains it.
    ///
    /// ```
    /// use tilefall::text::record::IndexSet;
    /// let mut indexes = IndexSet::default();
    /// assert!(indexes.add(7) && indexes.add(9) && indexes.add(8));
    /// assert!(!indexes.add(9));
    /// ```
    pub fn add(&mut self, index: u64) -> bool {
        if self.blocks.is_empty() {
            match self.rising.last_mut() {
                Some(stretch) if index > stretch.last => {
                    let step = index - stretch.last;
                    if stretch.first == stretch.last || step == stretch.step {
                        (stretch.last, stretch.step) = (index, step);
                    } else {
                        self.rising.push(Stretch { first: index, last: index, step: 1 });
                    }
                    return true;
                }
                None => {
                    self.rising.push(Stretch { first: index, last: index, step: 1 });
                    return true;
                }
                // The most frequent duplicate is of the last index.
                Some(stretch) if index == stretch.last => return false,
                Some(_) => {}
            }
            for Stretch { first, last, step } in std::mem::take(&mut self.rising) {
                let mut next = Some(first);
                while let Some(index) = next.filter(|&index| index <= last) {
                    self.mark(index);
                    next = index.checked_add(step);
                }
            }
        }
        self.mark(index)
    }

    /// Returns `true` if the set contains an index.
    pub fn contains(&self, index: u64) -> bool {
        let in_block = |block: &BitArr!(for BLOCK, in u32)| block[(index % BLOCK as u64) as usize];
        let at = self.rising.partition_point(|stretch| stretch.last < index);
        let in_stretch = |stretch: &Stretch| {
            index >= stretch.first && (index - stretch.first).is_multiple_of(stretch.step)
        };
        self.blocks.get(&(index / BLOCK as u64)).is_some_and(in_block)
            || self.rising.get(at).is_some_and(in_stretch)
    }

    fn mark(&mut self, index: u64) -> bool {
        let block = self.blocks.entry(index / BLOCK as u64).or_default();
        !block.replace((index % BLOCK as u64) as usize, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn it_is_a_set() {
        let mut state = 1_u64;
        for (most, rising) in [(40, 0), (5000, 60), (u64::MAX, 10)] {
            let (mut indexes, mut set) = (IndexSet::default(), HashSet::new());
            for at in 0..300 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let index = if at < rising { at * 3 } else { (state >> 11) % most };
                assert_eq!(indexes.add(index), set.insert(index), "{index}");
            }
        }
        let mut indexes = IndexSet::default();
        assert!(indexes.add(u64::MAX - 1) && indexes.add(u64::MAX) && !indexes.add(u64::MAX));
        assert!(!indexes.add(u64::MAX - 1));
    }

    #[test]
    fn indexes_that_rise_by_equal_steps_take_no_room() {
        let mut indexes = IndexSet::default();
        assert!((0..100_000).all(|at| indexes.add(at * 64 + 5)));
        assert_eq!((indexes.rising.len(), indexes.blocks.len()), (1, 0));
    }
}
