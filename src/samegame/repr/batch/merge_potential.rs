//! Bounds on which colours can come together, like [`merging`](super::super::merging) but for a batch.

use super::{BoardBatch, COLUMNS, Columns, GroupBatch, cells_of_code, tiles};
use crate::bits::cpu::Cpu;
use crate::bits::lanes32::Lanes32;

/// The maximum number of rows.
const ROWS: usize = 16;

/// The effect of removing tiles of some colours, and the colours that can come together then.
#[derive(Clone, Debug)]
pub struct MergeAnalysis<V> {
    /// For each column and step, the cells below the lowest removable tile once the removable tiles below are gone.
    stays: Columns<[V; ROWS]>,
    /// The number of steps per column, the maximum over all boards.
    steps: [usize; COLUMNS],
    /// All ones where a column vanishes once everything removable is gone, and whether any column does.
    vanish: Columns<V>,
    vanishes: bool,
    /// The rows that the tiles in question can reach.
    reach: GroupBatch<V>,
}

impl<V> MergeAnalysis<V> {
    /// Creates the analysis for boards of 1 to 16 columns.
    #[inline(always)]
    pub fn new<C: Cpu>(cpu: C, cols: usize) -> Self
    where
        V: Lanes32<C>,
    {
        let none = V::splat(cpu, 0);
        MergeAnalysis {
            stays: [[none; ROWS]; COLUMNS],
            steps: [0; COLUMNS],
            vanish: [none; COLUMNS],
            vanishes: false,
            reach: GroupBatch::new(cpu, cols),
        }
    }

    /// Makes the tiles of a set of colours, one bit each, removable.
    #[inline(always)]
    pub fn set_removable<C: Cpu, const PLANES: usize>(
        &mut self,
        cpu: C,
        boards: &BoardBatch<V, PLANES>,
        set: usize,
    ) where
        V: Lanes32<C>,
    {
        let (none, one) = (V::splat(cpu, 0), V::splat(cpu, 1));
        let mut vanishes = none;
        for col in 0..self.reach.cols() {
            let planes = &boards.planes[col];
            let mut gone = none;
            for colour in 0..u32::BITS - (set as u32).leading_zeros() {
                if set >> colour & 1 == 1 {
                    gone = gone.or(cells_of_code(cpu, planes, colour + 1));
                }
            }
            let all = tiles(planes);
            let vanish = all.and_not(gone).eq_zero().and_not(all.eq_zero());
            self.vanish[col] = vanish;
            vanishes = vanishes.or(vanish);
            let mut steps = 0;
            while !gone.is_empty() && steps < ROWS {
                let stay = gone.sub(one).and_not(gone);
                self.stays[col][steps] = stay;
                gone = gone.down::<1>().and_not(stay);
                steps += 1;
            }
            self.steps[col] = steps;
        }
        self.vanishes = !vanishes.is_empty();
    }

    /// Returns all ones for the boards where all tiles of a colour may come together. The colour must not be
    /// removable.
    #[inline(always)]
    pub fn may_merge<C: Cpu, const PLANES: usize>(
        &mut self,
        cpu: C,
        boards: &BoardBatch<V, PLANES>,
        colour: usize,
    ) -> V
    where
        V: Lanes32<C>,
    {
        let none = V::splat(cpu, 0);
        let cols = self.reach.cols();
        let mut reach = [none; COLUMNS];
        for col in 0..cols {
            let mut now = cells_of_code(cpu, &boards.planes[col], colour as u32 + 1);
            let mut all = now;
            for &stay in &self.stays[col][..self.steps[col]] {
                now = now.and(stay).or(now.down::<1>().and_not(stay));
                all = all.or(now);
            }
            reach[col] = all;
        }
        if self.vanishes {
            self.close::<C>(&mut reach);
        }
        // The lowest cell of the first occupied column, and everything connected to it.
        let (mut before, mut begun) = (none, none);
        for col in 0..cols {
            let here = reach[col];
            self.reach.set_links(col, here.and(here.down::<1>()), here.and(before));
            let lowest = here.and_not(here.sub(V::splat(cpu, 1)));
            self.reach.tiles[col] = lowest.and_not(begun);
            begun = begun.or(V::splat(cpu, u16::MAX).and_not(here.eq_zero()));
            before = here;
        }
        self.reach.flood(cpu);
        let mut apart = none;
        for col in 0..cols {
            apart = apart.or(reach[col].and_not(self.reach.tiles[col]));
        }
        apart.eq_zero()
    }

    /// Moves columns left over vanishing ones, in which no cell lies.
    #[inline(always)]
    fn close<C: Cpu>(&self, reach: &mut Columns<V>)
    where
        V: Lanes32<C>,
    {
        let cols = self.reach.cols();
        for gap in (0..cols).rev() {
            if self.vanish[gap].is_empty() {
                continue;
            }
            for col in gap..cols {
                reach[col] = reach[col + 1].select(reach[col], self.vanish[gap]);
            }
        }
    }
}
