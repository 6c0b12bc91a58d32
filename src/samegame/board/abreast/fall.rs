//! Groups that are taken off, tiles that fall, and columns that close.

use super::{Boards, tiles};
use crate::bits::abreast::{Abreast, Each};
use crate::bits::cpu::Cpu;

impl<V, const PLANES: usize> Boards<V, PLANES> {
    /// Takes the groups off; tiles fall, empty columns close to the left. Says how many tiles those were.
    #[inline(always)]
    pub fn remove<C: Cpu>(&mut self, cpu: C) -> Each
    where
        V: Abreast<C>,
    {
        let (size, gaps) = self.fall(cpu);
        if !gaps.is_empty() {
            self.slide(cpu);
        }
        debug_assert!(self.sound(cpu));
        size.numbers()
    }

    /// Takes the groups off, and the tiles above them fall. Says how many tiles those were, and on which boards an empty
    /// column lies left of a full one.
    #[inline(always)]
    fn fall<C: Cpu>(&mut self, cpu: C) -> (V, V)
    where
        V: Abreast<C>,
    {
        let one = V::every(cpu, 1);
        let (mut size, mut gaps, mut before) = (V::every(cpu, 0), V::every(cpu, 0), one);
        for col in 0..self.cols() {
            let (mut group, mut planes) = (self.groups.tiles[col], self.planes[col]);
            loop {
                // The lowest tiles that lie on one another fall out together: what is above them goes down by as many.
                let under = group.less(one);
                let carried = group.or(under).plus(one);
                let (rest, lowest, stay) = (group.and(carried), group.minus(carried), under.minus(group));
                let count = lowest.count();
                let shifts = count.shifts();
                for plane in &mut planes {
                    *plane = plane.and(stay).or(plane.down_by(shifts).minus(stay));
                }
                size = size.plus(count);
                if rest.is_empty() {
                    break;
                }
                group = rest.down_by(shifts);
            }
            self.planes[col] = planes;
            let tiles = tiles(&planes);
            gaps = gaps.or(tiles.minus(before));
            before = tiles;
        }
        (size, gaps.and(one))
    }

    /// Closes empty columns to the left of others.
    #[inline(always)]
    fn slide<C: Cpu>(&mut self, cpu: C)
    where
        V: Abreast<C>,
    {
        let cols = self.cols();
        let mut full = 0;
        loop {
            // One column per board and round; none changes left of the first that is empty anywhere.
            let mut empty = tiles(&self.planes[full]).zero();
            while empty.is_empty() {
                full += 1;
                empty = tiles(&self.planes[full]).zero();
            }
            let none = V::every(cpu, 0);
            let (mut moving, mut gaps, mut before) = (none, none, none);
            for col in full..cols {
                let right = self.planes[col + 1];
                let right_empty = tiles(&right).zero();
                moving = moving.or(empty);
                for plane in 0..PLANES {
                    self.planes[col][plane] = right[plane].pick(self.planes[col][plane], moving);
                }
                let now_empty = right_empty.pick(empty, moving);
                gaps = gaps.or(before.minus(now_empty));
                (empty, before) = (right_empty, now_empty);
            }
            if gaps.is_empty() {
                return;
            }
        }
    }
}
