//! Packed boards for playouts: colour planes as values, so that a 16×16 board stays in registers on a CPU path with
//! wide ones.

use super::playout_board::{Candidates, PlayoutBoard};
use crate::base::{Cell, Colour};
use crate::bits::cells::lowest;
use crate::bits::cpu::{Cpu, Kernel};
use crate::bits::plane::{Plane, cells_of_code, is_settled, occupied};
use crate::samegame::repr::random_bit;
use rand::Rng;

/// The colour planes of a board; code 0 is empty, colour c has code c + 1.
#[derive(Clone, Copy, Debug)]
pub struct PlaneBoard<V, const PLANES: usize>([V; PLANES]);

/// The tiles that are equal to the tile above, and those equal to the tile on the right.
#[derive(Clone, Copy, Debug)]
pub struct Links<V> {
    above: V,
    right: V,
}

impl<V> Links<V> {
    /// Returns the group of a bit by following links, so that the colour need not be known.
    #[inline(always)]
    fn group<C: Cpu>(&self, cpu: C, at: usize) -> V
    where
        V: Plane<C>,
    {
        V::run_kernel(cpu, LinkedFlood { links: self, at })
    }

    /// Returns the cells with those up to two steps up or down and one sideways, along links.
    #[inline(always)]
    pub(super) fn spread<C: Cpu>(&self, cells: V) -> V
    where
        V: Plane<C>,
    {
        let (above, right) = (self.above, self.right);
        let tall = cells.or(cells.and(above).up().or(cells.down().and(above)));
        let rows = tall.or(tall.and(above).up().or(tall.down().and(above)));
        rows.or(tall.and(right).right().or(tall.left().and(right)))
    }
}

/// The flood fill from one tile along links, as a kernel.
struct LinkedFlood<'a, V> {
    links: &'a Links<V>,
    at: usize,
}

impl<C: Cpu, V: Plane<C>> Kernel<C> for LinkedFlood<'_, V> {
    type Out = V;

    #[inline(always)]
    fn run(self, cpu: C) -> V {
        let LinkedFlood { links, at } = self;
        // Most groups are complete after two rounds: a test after the first would be mispredicted too often.
        let mut group = links.spread(links.spread(V::bit(cpu, at)));
        loop {
            let wider = links.spread(group);
            if wider.xor(group).is_empty() {
                return group;
            }
            group = wider;
        }
    }
}

impl<V, const PLANES: usize> PlaneBoard<V, PLANES> {
    /// Creates a board from the colour planes of a settled board.
    #[inline(always)]
    pub(in crate::samegame) fn new(planes: [V; PLANES]) -> Self {
        PlaneBoard(planes)
    }

    /// Returns the cell of a bit.
    #[inline(always)]
    fn cell<C: Cpu>(bit: usize) -> Cell
    where
        V: Plane<C>,
    {
        Cell::new(bit % V::BITS as usize, bit / V::BITS as usize)
    }

    /// Returns the cells of a colour; none for a colour that the planes cannot represent.
    #[inline(always)]
    fn cells_of_colour<C: Cpu>(&self, cpu: C, colour: Colour) -> V
    where
        V: Plane<C>,
    {
        cells_of_code(cpu, &self.0, u32::from(colour) + 1)
    }

    #[inline(always)]
    pub(super) fn candidates<C: Cpu>(&self, cpu: C, links: &Links<V>, from: Candidates) -> V
    where
        V: Plane<C>,
    {
        let (above, right) = (links.above, links.right);
        let (below, starts) = (above.up(), above.or(right));
        let ends = below.or(right.right());
        if from == Candidates::Clickable {
            return starts.or(ends);
        }
        let corners = starts.and_not(ends).and_not(right.and(below.left()));
        match from {
            Candidates::CornersExcept(colour) => corners.and_not(self.cells_of_colour(cpu, colour)),
            _ => corners,
        }
    }
}

impl<C: Cpu, V: Plane<C>, const PLANES: usize> PlayoutBoard<C> for PlaneBoard<V, PLANES> {
    type Set = V;
    type Links = Links<V>;
    type Region = V;
    /// The tiles of the groups.
    type Groups = V;

    #[inline(always)]
    fn links(&self, cpu: C) -> Links<V> {
        let (above, right) = V::links(cpu, &self.0);
        Links { above, right }
    }

    #[inline(always)]
    fn draw<R: Rng>(&self, cpu: C, links: &Links<V>, from: Candidates, rng: &mut R) -> Option<Cell> {
        Some(Self::cell(random_bit(cpu, self.candidates(cpu, links, from).words().as_ref(), rng)?))
    }

    #[inline(always)]
    fn count_candidates(&self, cpu: C, links: &Links<V>, from: Candidates, group: &V) -> usize {
        self.candidates(cpu, links, from).and(*group).count() as usize
    }

    #[inline(always)]
    fn group(&self, cpu: C, links: &Links<V>, cell: Cell) -> V {
        links.group(cpu, cell.col * V::BITS as usize + cell.row)
    }

    #[inline(always)]
    fn groups(&self, cpu: C, links: &Links<V>, region: Option<&V>, but: Option<Colour>) -> V {
        let mut rest = self.candidates(cpu, links, Candidates::Clickable);
        if let Some(&region) = region {
            rest = rest.and(region);
        }
        if let Some(colour) = but {
            rest = rest.and_not(self.cells_of_colour(cpu, colour));
        }
        rest
    }

    #[inline(always)]
    fn next_group(&self, cpu: C, links: &Links<V>, groups: &mut V) -> Option<V> {
        let group = links.group(cpu, lowest(groups.words().as_ref())?);
        *groups = groups.and_not(group);
        Some(group)
    }

    #[inline(always)]
    fn remove(&mut self, cpu: C, group: &V) {
        V::sink(cpu, &mut self.0, *group);
        debug_assert!(is_settled(cpu, &self.0), "{self:?}");
    }

    #[inline(always)]
    fn first(&self, set: &V) -> Cell {
        Self::cell(lowest(set.words().as_ref()).unwrap_or(0))
    }

    #[inline(always)]
    fn size(&self, set: &V) -> usize {
        set.count() as usize
    }

    #[inline(always)]
    fn hash(&self, set: &V) -> u64 {
        let mut code = 0_u64;
        for &word in set.words().as_ref() {
            code = (code ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        code.wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    #[inline(always)]
    fn count(&self, cpu: C, colour: Colour) -> usize {
        self.cells_of_colour(cpu, colour).count() as usize
    }

    #[inline(always)]
    fn changed_region(&self, cpu: C, group: &V) -> V {
        let occupied = occupied(&self.0);
        let falling = occupied.and_not(group.below_lowest());
        let open = occupied.columns(cpu);
        let closed = open & !occupied.and_not(*group).columns(cpu);
        if closed == 0 {
            return falling;
        }
        let first = closed.trailing_zeros();
        // A column may move to where a shorter one was, so the whole column changes, not only the cells with tiles.
        falling.or(V::full_columns(cpu, open >> first << first))
    }

    #[inline(always)]
    fn extend_region(&self, region: &mut V, group: &V) {
        *region = region.or(*group);
    }

    #[inline(always)]
    fn intersects(&self, region: &V, group: &V) -> bool {
        !region.and(*group).is_empty()
    }
}
