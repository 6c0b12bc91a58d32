//! Flood fill of groups.

use super::GroupBatch;
use crate::bits::cpu::Cpu;
use crate::bits::lanes32::Lanes32;

impl<V> GroupBatch<V> {
    /// Extends each group, which initially has one tile or none, to all connected tiles.
    #[inline(always)]
    pub fn flood<C: Cpu>(&mut self, cpu: C)
    where
        V: Lanes32<C>,
    {
        self.spread_right::<C, false>(cpu);
        // Most groups are complete now.
        while !self.spread_left(cpu).is_empty() && !self.spread_right::<C, true>(cpu).is_empty() {}
    }

    /// Extends groups up and down and into columns on the right. If `CHECKED`, returns the tiles that have yet to
    /// spread.
    #[inline(always)]
    fn spread_right<C: Cpu, const CHECKED: bool>(&mut self, cpu: C) -> V
    where
        V: Lanes32<C>,
    {
        let none = V::splat(cpu, 0);
        let (mut open, mut before) = (none, none);
        for col in 0..self.cols() {
            let left = self.left[col];
            let group = self.tall(col, self.tiles[col].or(before.and(left)));
            if CHECKED {
                open = open.or(group.and(left).and_not(before)).or(self.short(col, group));
            }
            self.tiles[col] = group;
            before = group;
        }
        open
    }

    /// Extends groups up and down and into columns on the left. Returns the tiles that have yet to spread.
    #[inline(always)]
    fn spread_left<C: Cpu>(&mut self, cpu: C) -> V
    where
        V: Lanes32<C>,
    {
        let none = V::splat(cpu, 0);
        let (mut open, mut before) = (none, none);
        for col in (0..self.cols()).rev() {
            let left = self.left[col + 1];
            let group = self.tall(col, self.tiles[col].or(before.and(left)));
            open = open.or(group.and_not(before).and(left)).or(self.short(col, group));
            self.tiles[col] = group;
            before = group;
        }
        open
    }

    /// Extends the part of a group in one column to all linked tiles above and up to three below.
    #[inline(always)]
    fn tall<C: Cpu>(&self, col: usize, group: V) -> V
    where
        V: Lanes32<C>,
    {
        let above = self.above[col];
        // Adding a tile to the links flips them all the way up: the carry ends at the tile without a link above.
        let group = group.or(above.add(group.and(above)).xor(above));
        let group = group.or(group.down::<1>().and(above));
        group.or(group.down::<2>().and(self.two_above[col]))
    }

    /// Returns the tiles below the part of a group in one column that [`tall`](Self::tall) did not reach.
    #[inline(always)]
    fn short<C: Cpu>(&self, col: usize, group: V) -> V
    where
        V: Lanes32<C>,
    {
        group.down::<1>().and(self.above[col]).and_not(group)
    }
}
