//! Which colours might meet on each of the boards: the question of [`gather`](super::super::gather), abreast.

use super::{Boards, COLUMNS, Columns, Groups, of_code, tiles};
use crate::bits::abreast::Abreast;
use crate::bits::cpu::Cpu;

/// The most cells of a column.
const ROWS: usize = 16;

/// Boards, what of them may be taken, and what falls by that.
#[derive(Clone, Debug)]
pub struct Meetings<V> {
    /// What lies below the lowest tile that may be taken, once those below it are, by step.
    stays: Columns<[V; ROWS]>,
    /// The steps that some board needs.
    steps: [usize; COLUMNS],
    /// Where a column vanishes when all that may be taken is, and whether one does.
    vanish: Columns<V>,
    vanishes: bool,
    /// The rows that the tiles asked about can come to.
    reach: Groups<V>,
}

impl<V> Meetings<V> {
    /// For boards of this many columns, from 1 to 16.
    #[inline(always)]
    pub fn new<C: Cpu>(cpu: C, cols: usize) -> Self
    where
        V: Abreast<C>,
    {
        let none = V::every(cpu, 0);
        Meetings {
            stays: [[none; ROWS]; COLUMNS],
            steps: [0; COLUMNS],
            vanish: [none; COLUMNS],
            vanishes: false,
            reach: Groups::new(cpu, cols),
        }
    }

    /// Tiles of a set of colours may be taken, each a bit.
    #[inline(always)]
    pub fn take<C: Cpu, const PLANES: usize>(&mut self, cpu: C, boards: &Boards<V, PLANES>, set: usize)
    where
        V: Abreast<C>,
    {
        let (none, one) = (V::every(cpu, 0), V::every(cpu, 1));
        let mut vanishes = none;
        for col in 0..self.reach.cols() {
            let planes = &boards.planes[col];
            let mut gone = none;
            for colour in 0..u32::BITS - (set as u32).leading_zeros() {
                if set >> colour & 1 == 1 {
                    gone = gone.or(of_code(cpu, planes, colour + 1));
                }
            }
            let all = tiles(planes);
            let vanish = all.minus(gone).zero().minus(all.zero());
            self.vanish[col] = vanish;
            vanishes = vanishes.or(vanish);
            let mut steps = 0;
            while !gone.is_empty() && steps < ROWS {
                let stay = gone.less(one).minus(gone);
                self.stays[col][steps] = stay;
                gone = gone.down::<1>().minus(stay);
                steps += 1;
            }
            self.steps[col] = steps;
        }
        self.vanishes = !vanishes.is_empty();
    }

    /// Where all tiles of a colour might come together: all bits. The colour is none that may be taken.
    #[inline(always)]
    pub fn meets<C: Cpu, const PLANES: usize>(
        &mut self,
        cpu: C,
        boards: &Boards<V, PLANES>,
        colour: usize,
    ) -> V
    where
        V: Abreast<C>,
    {
        let none = V::every(cpu, 0);
        let cols = self.reach.cols();
        let mut reach = [none; COLUMNS];
        for col in 0..cols {
            let mut now = of_code(cpu, &boards.planes[col], colour as u32 + 1);
            let mut all = now;
            for &stay in &self.stays[col][..self.steps[col]] {
                now = now.and(stay).or(now.down::<1>().minus(stay));
                all = all.or(now);
            }
            reach[col] = all;
        }
        if self.vanishes {
            self.close::<C>(&mut reach);
        }
        // The lowest cell of the first column that has one, and all that hang together with it.
        let (mut before, mut begun) = (none, none);
        for col in 0..cols {
            let here = reach[col];
            self.reach.set_links(col, here.and(here.down::<1>()), here.and(before));
            let lowest = here.minus(here.less(V::every(cpu, 1)));
            self.reach.tiles[col] = lowest.minus(begun);
            begun = begun.or(V::every(cpu, u16::MAX).minus(here.zero()));
            before = here;
        }
        self.reach.flood(cpu);
        let mut apart = none;
        for col in 0..cols {
            apart = apart.or(reach[col].minus(self.reach.tiles[col]));
        }
        apart.zero()
    }

    /// Slides columns left over those that vanish. None of these has a cell here.
    #[inline(always)]
    fn close<C: Cpu>(&self, reach: &mut Columns<V>)
    where
        V: Abreast<C>,
    {
        let cols = self.reach.cols();
        for gap in (0..cols).rev() {
            if self.vanish[gap].is_empty() {
                continue;
            }
            for col in gap..cols {
                reach[col] = reach[col + 1].pick(reach[col], self.vanish[gap]);
            }
        }
    }
}
