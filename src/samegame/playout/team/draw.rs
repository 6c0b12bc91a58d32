//! The tiles that random games draw from, and those that they draw.

use super::{Candidates, Team};
use crate::bits::cpu::Cpu;
use crate::bits::lanes32::{Lanes32, PerBoard};
use crate::samegame::repr::batch::cells_of_code;

impl<V, const PLANES: usize> Team<V, PLANES> {
    /// Finds the tiles that are linked and those to draw from: spots of the first kind, and on boards that have none of
    /// the second. Says how many those are, and whether a board has none at all.
    #[inline(always)]
    pub fn look<C: Cpu>(&mut self, cpu: C, [from, next]: [Candidates; 2]) -> (PerBoard, bool)
    where
        V: Lanes32<C>,
    {
        self.boards.link::<C>();
        let mut count = self.find_spots(cpu, from, None);
        let mut without = count.eq_zero();
        if from != next {
            self.second = without.to_array();
            if !without.is_empty() {
                count = self.find_spots(cpu, next, Some(without));
                without = count.eq_zero();
            }
        }
        (count.to_array(), !without.is_empty())
    }

    /// Finds the spots, if asked for only on the boards where `others` has all bits; the others keep theirs. Says how many
    /// there are.
    #[inline(always)]
    fn find_spots<C: Cpu>(&mut self, cpu: C, from: Candidates, others: Option<V>) -> V
    where
        V: Lanes32<C>,
    {
        let mut count = V::splat(cpu, 0);
        for col in 0..self.boards.cols() {
            let (above, left, right) = (
                self.boards.groups.above[col],
                self.boards.groups.left[col],
                self.boards.groups.left[col + 1],
            );
            let below = above.up::<1>();
            let (starts, ends) = (above.or(right), below.or(left));
            let mut spots = starts.or(ends);
            if from != Candidates::Clickable {
                let next_below = self.boards.groups.above[col + 1].up::<1>();
                spots = starts.and_not(ends).and_not(right.and(next_below));
            }
            if let Candidates::CornersExcept(colour) = from {
                spots = spots.and_not(cells_of_code(cpu, &self.boards.planes[col], u32::from(colour) + 1));
            }
            if let Some(others) = others {
                spots = spots.select(self.spots[col], others);
            }
            self.spots[col] = spots;
            count = count.add(spots.count());
            self.until[col] = count;
        }
        count
    }

    /// Begins each group with the spot of this number, in order of columns and from the bottom; with no tile where there
    /// are no more spots than that.
    #[inline(always)]
    pub fn draw<C: Cpu>(&mut self, cpu: C, numbers: &PerBoard)
    where
        V: Lanes32<C>,
    {
        let (number, none) = (V::load(cpu, numbers), V::splat(cpu, 0));
        let (mut spots, mut before) = (none, none);
        let (mut reached, mut until) = (none, none);
        for col in 0..self.boards.cols() {
            // Once the spots up to a column are more, so are those up to all columns on its right.
            let more = self.until[col].gt(number);
            let drawn = more.and_not(reached);
            spots = spots.or(drawn.and(self.spots[col]));
            before = before.or(drawn.and(until));
            self.boards.groups.tiles[col] = drawn;
            (reached, until) = (more, self.until[col]);
        }
        let tile = nth_bit(cpu, spots, number.sub(before));
        for col in 0..self.boards.cols() {
            self.boards.groups.tiles[col] = self.boards.groups.tiles[col].and(tile);
        }
    }

    /// How many of the spots are in the group of each board.
    #[inline(always)]
    pub fn shares<C: Cpu>(&self, cpu: C) -> PerBoard
    where
        V: Lanes32<C>,
    {
        let mut share = V::splat(cpu, 0);
        for col in 0..self.boards.cols() {
            share = share.add(self.spots[col].and(self.boards.groups.tiles[col]).count());
        }
        share.to_array()
    }

    /// The groups are not taken off where `places` has all bits.
    #[inline(always)]
    pub fn pass<C: Cpu>(&mut self, cpu: C, places: &PerBoard)
    where
        V: Lanes32<C>,
    {
        let places = V::load(cpu, places);
        for col in 0..self.boards.cols() {
            self.boards.groups.tiles[col] = self.boards.groups.tiles[col].and_not(places);
        }
    }
}

/// The bit of each number with this rank: as many of its bits are lower. It has more bits than that, or is 0: then
/// anything.
#[inline(always)]
fn nth_bit<C: Cpu, V: Lanes32<C>>(cpu: C, bits: V, rank: V) -> V {
    // Is it in the lower half? Then the same of that half.
    let (bits, rank, in8) = half::<C, V, 8>(cpu, bits, rank);
    let (bits, rank, in4) = half::<C, V, 4>(cpu, bits, rank);
    let (bits, rank, in2) = half::<C, V, 2>(cpu, bits, rank);
    let (_, _, in1) = half::<C, V, 1>(cpu, bits, rank);
    let bit = V::splat(cpu, 1);
    let bit = bit.select(bit.up::<1>(), in1);
    let bit = bit.select(bit.up::<2>(), in2);
    let bit = bit.select(bit.up::<4>(), in4);
    bit.select(bit.up::<8>(), in8)
}

/// The half of twice `BITS` bits that has the bit with this rank, its rank there, and all bits where it is the lower half.
#[inline(always)]
fn half<C: Cpu, V: Lanes32<C>, const BITS: i32>(cpu: C, bits: V, rank: V) -> (V, V, V) {
    let lower = bits.and(V::splat(cpu, (1 << BITS) - 1));
    let count = lower.count();
    let in_lower = count.gt(rank);
    (lower.select(bits.down::<BITS>(), in_lower), rank.sub(count.and_not(in_lower)), in_lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::cpu::{Kernel, dispatch_with_avx512, tested_with_avx512};
    use crate::bits::lanes32::BATCH;
    use proptest::prelude::*;

    struct Nth([u16; BATCH], [u16; BATCH]);
    impl Kernel for Nth {
        type Out = [u16; BATCH];
        #[inline(always)]
        fn run<C: Cpu>(self, cpu: C) -> Self::Out {
            let (bits, rank) = (C::Lanes32::load(cpu, &self.0), C::Lanes32::load(cpu, &self.1));
            nth_bit(cpu, bits, rank).to_array()
        }
    }

    proptest! {
        #[test]
        fn the_bit_of_each_rank_is_found(bits: [u16; BATCH]) {
            for rank in 0..16 {
                for path in tested_with_avx512() {
                    let found = dispatch_with_avx512(path, Nth(bits, [rank; BATCH]));
                    for (bits, found) in bits.into_iter().zip(found).filter(|(bits, _)| bits.count_ones() > rank.into()) {
                        prop_assert_eq!(found.count_ones(), 1);
                        prop_assert!(bits & found > 0);
                        prop_assert_eq!((bits & (found - 1)).count_ones(), u32::from(rank));
                    }
                }
            }
        }
    }
}
