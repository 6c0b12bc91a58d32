//! The groups of tiles.

use super::Groups;
use crate::bits::abreast::Abreast;
use crate::bits::cpu::Cpu;

impl<V> Groups<V> {
    /// Spreads the groups to all tiles that are linked to them; each has one tile at first, or none.
    #[inline(always)]
    pub fn flood<C: Cpu>(&mut self, cpu: C)
    where
        V: Abreast<C>,
    {
        self.spread_right::<C, false>(cpu);
        // Most groups are whole now.
        while !self.spread_left(cpu).is_empty() && !self.spread_right::<C, true>(cpu).is_empty() {}
    }

    /// Spreads groups up and down and into columns on the right. The tiles, if asked for, that have yet to spread.
    #[inline(always)]
    fn spread_right<C: Cpu, const CHECKED: bool>(&mut self, cpu: C) -> V
    where
        V: Abreast<C>,
    {
        let none = V::every(cpu, 0);
        let (mut open, mut before) = (none, none);
        for col in 0..self.cols() {
            let left = self.left[col];
            let group = self.tall(col, self.tiles[col].or(before.and(left)));
            if CHECKED {
                open = open.or(group.and(left).minus(before)).or(self.short(col, group));
            }
            self.tiles[col] = group;
            before = group;
        }
        open
    }

    /// The same with columns on the left, and always asked for.
    #[inline(always)]
    fn spread_left<C: Cpu>(&mut self, cpu: C) -> V
    where
        V: Abreast<C>,
    {
        let none = V::every(cpu, 0);
        let (mut open, mut before) = (none, none);
        for col in (0..self.cols()).rev() {
            let left = self.left[col + 1];
            let group = self.tall(col, self.tiles[col].or(before.and(left)));
            open = open.or(group.minus(before).and(left)).or(self.short(col, group));
            self.tiles[col] = group;
            before = group;
        }
        open
    }

    /// A column's part of a group, with the tiles above that are linked, and up to three below.
    #[inline(always)]
    fn tall<C: Cpu>(&self, col: usize, group: V) -> V
    where
        V: Abreast<C>,
    {
        let above = self.above[col];
        // Added to the links, a tile changes them all the way up: what is carried ends at the tile that has none.
        let group = group.or(above.plus(group.and(above)).xor(above));
        let group = group.or(group.down::<1>().and(above));
        group.or(group.down::<2>().and(self.two_above[col]))
    }

    /// The tiles below a column's part of a group that [`tall`](Self::tall) did not reach.
    #[inline(always)]
    fn short<C: Cpu>(&self, col: usize, group: V) -> V
    where
        V: Abreast<C>,
    {
        group.down::<1>().and(self.above[col]).minus(group)
    }
}
