//! The groups of each board, one after the other.

use super::{Boards, COLUMNS, Columns};
use crate::bits::abreast::{Abreast, Each};
use crate::bits::cpu::Cpu;

/// A group of each board.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    /// Its tiles; 0 where the board has no more groups.
    pub sizes: Each,
    /// Its first cell: the column times 16, and the row.
    pub cells: Each,
    /// Its last column.
    pub ends: Each,
    /// The code of its colour.
    pub codes: Each,
}

/// Tiles of groups that are still to be listed.
#[derive(Clone, Copy, Debug)]
pub struct Rest<V>(Columns<V>);

impl<V, const PLANES: usize> Boards<V, PLANES> {
    /// The tiles of all groups of two or more, where `places` has all bits. The boards are linked.
    #[inline(always)]
    pub fn list<C: Cpu>(&self, cpu: C, places: &Each) -> Rest<V>
    where
        V: Abreast<C>,
    {
        let places = V::load(cpu, places);
        let mut rest = [V::every(cpu, 0); COLUMNS];
        for col in 0..self.cols() {
            let (above, left) = (self.groups.above[col], self.groups.left[col]);
            let sides = left.or(self.groups.left[col + 1]);
            rest[col] = above.or(above.up::<1>()).or(sides).and(places);
        }
        Rest(rest)
    }

    /// Takes the next group of each board from the list, in order of first cells: columns from the left, each from the
    /// bottom. It is then the group of the board.
    #[inline(always)]
    pub fn next<C: Cpu>(&mut self, cpu: C, Rest(rest): &mut Rest<V>) -> Option<Listed>
    where
        V: Abreast<C>,
    {
        let (none, one, all) = (V::every(cpu, 0), V::every(cpu, 1), V::every(cpu, u16::MAX));
        let (mut begun, mut cells) = (none, none);
        let mut coded = [none; PLANES];
        for col in 0..self.cols() {
            let here = rest[col].minus(begun);
            let below = here.less(one);
            let lowest = here.minus(below);
            let found = all.minus(here.zero());
            let cell = below.minus(here).count().plus(V::every(cpu, col as u16 * 16));
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
            sizes = sizes.plus(group.count());
            rest[col] = rest[col].minus(group);
            ends = ends.pick(V::every(cpu, col as u16), group.zero());
        }
        let mut codes = none;
        for (plane, coded) in coded.into_iter().enumerate() {
            codes = codes.or(V::every(cpu, 1 << plane).minus(coded.zero()));
        }
        Some(Listed {
            sizes: sizes.numbers(),
            cells: cells.numbers(),
            ends: ends.numbers(),
            codes: codes.numbers(),
        })
    }
}
