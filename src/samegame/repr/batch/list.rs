//! Enumeration of the groups of all boards in parallel.

use super::{BoardBatch, COLUMNS, Columns};
use crate::bits::cpu::Cpu;
use crate::bits::lanes32::{Lanes32, PerBoard};

/// One group of each board.
#[derive(Clone, Copy, Debug)]
pub struct ListedGroups {
    /// The number of tiles; 0 where the board has no more groups.
    pub sizes: PerBoard,
    /// The first cell: the column times 16, plus the row.
    pub cells: PerBoard,
    /// The last column.
    pub ends: PerBoard,
    /// The code of the colour.
    pub codes: PerBoard,
}

/// The tiles of the groups that have yet to be listed.
#[derive(Clone, Copy, Debug)]
pub struct UnlistedTiles<V>(Columns<V>);

impl<V, const PLANES: usize> BoardBatch<V, PLANES> {
    /// Returns the tiles of all groups of two or more on the boards where `active` is all ones. The boards must be
    /// linked.
    #[inline(always)]
    pub fn list_groups<C: Cpu>(&self, cpu: C, active: &PerBoard) -> UnlistedTiles<V>
    where
        V: Lanes32<C>,
    {
        let active = V::load(cpu, active);
        let mut rest = [V::splat(cpu, 0); COLUMNS];
        for col in 0..self.cols() {
            let (above, left) = (self.groups.above[col], self.groups.left[col]);
            let sides = left.or(self.groups.left[col + 1]);
            rest[col] = above.or(above.up::<1>()).or(sides).and(active);
        }
        UnlistedTiles(rest)
    }

    /// Lists the next group of each board and makes it the current group. The order is by first cell, with columns
    /// from the left and each from the bottom. Returns `None` if no board has more groups.
    #[inline(always)]
    pub fn next_groups<C: Cpu>(
        &mut self,
        cpu: C,
        UnlistedTiles(rest): &mut UnlistedTiles<V>,
    ) -> Option<ListedGroups>
    where
        V: Lanes32<C>,
    {
        let (none, one, all) = (V::splat(cpu, 0), V::splat(cpu, 1), V::splat(cpu, u16::MAX));
        let (mut begun, mut cells) = (none, none);
        let mut coded = [none; PLANES];
        for col in 0..self.cols() {
            let here = rest[col].and_not(begun);
            let below = here.sub(one);
            let lowest = here.and_not(below);
            let found = all.and_not(here.eq_zero());
            let cell = below.and_not(here).count().add(V::splat(cpu, col as u16 * 16));
            cells = cells.or(cell.and(found));
            for plane in 0..PLANES {
                coded[plane] = coded[plane].or(self.planes[col][plane].and(lowest));
            }
            begun = begun.or(found);
            self.groups.tiles[col] = lowest;
        }
        if begun.is_empty() {
            return None;
        }
        self.groups.flood(cpu);
        let (mut sizes, mut ends) = (none, none);
        for col in 0..self.cols() {
            let group = self.groups.tiles[col];
            sizes = sizes.add(group.count());
            rest[col] = rest[col].and_not(group);
            ends = ends.select(V::splat(cpu, col as u16), group.eq_zero());
        }
        let mut codes = none;
        for (plane, coded) in coded.into_iter().enumerate() {
            codes = codes.or(V::splat(cpu, 1 << plane).and_not(coded.eq_zero()));
        }
        Some(ListedGroups {
            sizes: sizes.to_array(),
            cells: cells.to_array(),
            ends: ends.to_array(),
            codes: codes.to_array(),
        })
    }
}
