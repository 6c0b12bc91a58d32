//! Removal of groups, gravity, and closing of columns.

use super::{BoardBatch, tiles};
use crate::bits::cpu::Cpu;
use crate::bits::lanes32::{Lanes32, PerBoard};

impl<V, const PLANES: usize> BoardBatch<V, PLANES> {
    /// Removes the groups; tiles fall, empty columns close to the left. Returns the number of removed tiles.
    #[inline(always)]
    pub fn remove<C: Cpu>(&mut self, cpu: C) -> PerBoard
    where
        V: Lanes32<C>,
    {
        let (size, gaps) = self.fall(cpu);
        if !gaps.is_empty() {
            self.slide(cpu);
        }
        debug_assert!(self.all_settled(cpu));
        size.to_array()
    }

    /// Removes the groups and lets tiles fall. Returns the number of removed tiles, and the boards where an empty
    /// column lies left of an occupied one.
    #[inline(always)]
    fn fall<C: Cpu>(&mut self, cpu: C) -> (V, V)
    where
        V: Lanes32<C>,
    {
        let one = V::splat(cpu, 1);
        let (mut size, mut gaps, mut before) = (V::splat(cpu, 0), V::splat(cpu, 0), one);
        for col in 0..self.cols() {
            let (mut group, mut planes) = (self.groups.tiles[col], self.planes[col]);
            loop {
                // The lowest run of adjacent tiles is removed at once: the tiles above it move down by its length.
                let under = group.sub(one);
                let carried = group.or(under).add(one);
                let (rest, lowest, stay) = (group.and(carried), group.and_not(carried), under.and_not(group));
                let count = lowest.count();
                let shifts = count.shift_factors();
                for plane in &mut planes {
                    *plane = plane.and(stay).or(plane.shr_by(shifts).and_not(stay));
                }
                size = size.add(count);
                if rest.is_empty() {
                    break;
                }
                group = rest.shr_by(shifts);
            }
            self.planes[col] = planes;
            let tiles = tiles(&planes);
            gaps = gaps.or(tiles.and_not(before));
            before = tiles;
        }
        (size, gaps.and(one))
    }

    /// Closes empty columns left of occupied ones.
    #[inline(always)]
    fn slide<C: Cpu>(&mut self, cpu: C)
    where
        V: Lanes32<C>,
    {
        let cols = self.cols();
        let mut full = 0;
        loop {
            // Closes one column per board and round. Nothing changes left of the first column that is empty on any
            // board.
            let mut empty = tiles(&self.planes[full]).eq_zero();
            while empty.is_empty() {
                full += 1;
                empty = tiles(&self.planes[full]).eq_zero();
            }
            let none = V::splat(cpu, 0);
            let (mut moving, mut gaps, mut before) = (none, none, none);
            for col in full..cols {
                let right = self.planes[col + 1];
                let right_empty = tiles(&right).eq_zero();
                moving = moving.or(empty);
                for plane in 0..PLANES {
                    self.planes[col][plane] = right[plane].select(self.planes[col][plane], moving);
                }
                let now_empty = right_empty.select(empty, moving);
                gaps = gaps.or(before.and_not(now_empty));
                (empty, before) = (right_empty, now_empty);
            }
            if gaps.is_empty() {
                return;
            }
        }
    }
}
