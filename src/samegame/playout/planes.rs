//! Packed boards in play: colour planes as values, so that on a path with wide registers a 16×16 board
//! never leaves them.

use super::live::{Live, Spots};
use crate::base::{Cell, Colour};
use crate::bits::cells::lowest;
use crate::bits::cpu::{Cpu, JobOn};
use crate::bits::plane::{Plane, occupied, of_code, sound};
use crate::samegame::board::draw;
use rand::Rng;

/// The colour planes of a board; code 0 is empty, colour c has code c + 1.
#[derive(Clone, Copy, Debug)]
pub struct Planes<V, const PLANES: usize>([V; PLANES]);

/// Which tiles are equal to the one above and to the one on the right.
#[derive(Clone, Copy, Debug)]
pub struct Links<V> {
    above: V,
    right: V,
}

impl<V> Links<V> {
    /// The group of a bit, along links, so that the colour need not be known.
    #[inline(always)]
    fn group<C: Cpu>(&self, cpu: C, at: usize) -> V
    where
        V: Plane<C>,
    {
        V::kernel(cpu, Along { links: self, at })
    }

    /// The cells and those up to two steps up or down and one sideways, along links.
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

/// The tiles that are joined to one by links.
struct Along<'a, V> {
    links: &'a Links<V>,
    at: usize,
}

impl<C: Cpu, V: Plane<C>> JobOn<C> for Along<'_, V> {
    type Out = V;

    #[inline(always)]
    fn run_on(self, cpu: C) -> V {
        let Along { links, at } = self;
        // Most groups are whole after two rounds: a test after the first would be foretold wrongly too often.
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

impl<V, const PLANES: usize> Planes<V, PLANES> {
    /// A settled board, by its colour planes.
    #[inline(always)]
    pub(in crate::samegame) fn new(planes: [V; PLANES]) -> Self {
        Planes(planes)
    }

    /// The cell of a bit.
    #[inline(always)]
    fn cell<C: Cpu>(bit: usize) -> Cell
    where
        V: Plane<C>,
    {
        Cell::new(bit % V::BITS as usize, bit / V::BITS as usize)
    }

    /// The cells of a colour; none for one that the planes cannot hold.
    #[inline(always)]
    fn of_colour<C: Cpu>(&self, cpu: C, colour: Colour) -> V
    where
        V: Plane<C>,
    {
        of_code(cpu, &self.0, u32::from(colour) + 1)
    }

    #[inline(always)]
    pub(super) fn spots<C: Cpu>(&self, cpu: C, links: &Links<V>, from: Spots) -> V
    where
        V: Plane<C>,
    {
        let (above, right) = (links.above, links.right);
        let (below, starts) = (above.up(), above.or(right));
        let ends = below.or(right.right());
        if from == Spots::Movers {
            return starts.or(ends);
        }
        let corners = starts.minus(ends).minus(right.and(below.left()));
        match from {
            Spots::CornersBut(colour) => corners.minus(self.of_colour(cpu, colour)),
            _ => corners,
        }
    }
}

impl<V, const PLANES: usize> Planes<V, PLANES> {
    /// The cells of each plane, column by column, of a board of up to 16×16 cells.
    #[inline(always)]
    pub(in crate::samegame) fn columns<C: Cpu>(&self) -> [[u16; 16]; PLANES]
    where
        V: Plane<C>,
    {
        let mut columns = [[0; 16]; PLANES];
        for (columns, plane) in columns.iter_mut().zip(&self.0) {
            let words = plane.words();
            for (col, column) in columns.iter_mut().enumerate() {
                *column = (words.as_ref()[col / 4] >> (col % 4 * 16)) as u16;
            }
        }
        columns
    }

    /// Whether no tile floats and no empty column lies left of a full one.
    pub(in crate::samegame) fn is_sound<C: Cpu>(&self, cpu: C) -> bool
    where
        V: Plane<C>,
    {
        sound(cpu, &self.0)
    }
}

impl<C: Cpu, V: Plane<C>, const PLANES: usize> Live<C> for Planes<V, PLANES> {
    type Set = V;
    type Links = Links<V>;
    type Region = V;
    /// Tiles of them.
    type Pool = V;

    #[inline(always)]
    fn links(&self, cpu: C) -> Links<V> {
        let (above, right) = V::links(cpu, &self.0);
        Links { above, right }
    }

    #[inline(always)]
    fn draw<R: Rng>(&self, cpu: C, links: &Links<V>, from: Spots, rng: &mut R) -> Option<Cell> {
        Some(Self::cell(draw(cpu, self.spots(cpu, links, from).words().as_ref(), rng)?))
    }

    #[inline(always)]
    fn share(&self, cpu: C, links: &Links<V>, from: Spots, group: &V) -> usize {
        self.spots(cpu, links, from).and(*group).count() as usize
    }

    #[inline(always)]
    fn group(&self, cpu: C, links: &Links<V>, cell: Cell) -> V {
        links.group(cpu, cell.col * V::BITS as usize + cell.row)
    }

    #[inline(always)]
    fn pool(&self, cpu: C, links: &Links<V>, region: Option<&V>, but: Option<Colour>) -> V {
        let mut rest = self.spots(cpu, links, Spots::Movers);
        if let Some(&region) = region {
            rest = rest.and(region);
        }
        if let Some(colour) = but {
            rest = rest.minus(self.of_colour(cpu, colour));
        }
        rest
    }

    #[inline(always)]
    fn next(&self, cpu: C, links: &Links<V>, pool: &mut V) -> Option<V> {
        let group = links.group(cpu, lowest(pool.words().as_ref())?);
        *pool = pool.minus(group);
        Some(group)
    }

    #[inline(always)]
    fn remove(&mut self, cpu: C, group: &V) {
        V::sink(cpu, &mut self.0, *group);
        debug_assert!(sound(cpu, &self.0), "{self:?}");
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
    fn code(&self, set: &V) -> u64 {
        let mut code = 0_u64;
        for &word in set.words().as_ref() {
            code = (code ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        code.wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    #[inline(always)]
    fn colour(&self, cpu: C, group: &V) -> Option<Colour> {
        let one = V::bit(cpu, lowest(group.words().as_ref())?);
        let mut code = 0u32;
        for (i, plane) in self.0.iter().enumerate() {
            code |= u32::from(!plane.and(one).is_empty()) << i;
        }
        code.checked_sub(1).map(|colour| colour as Colour)
    }

    #[inline(always)]
    fn is_whole(&self, cpu: C, links: &Links<V>, colour: Colour) -> bool {
        let tiles = self.of_colour(cpu, colour);
        if !tiles.minus(self.spots(cpu, links, Spots::Movers)).is_empty() {
            return false;
        }
        match lowest(tiles.words().as_ref()) {
            Some(at) => tiles.minus(links.group(cpu, at)).is_empty(),
            None => false,
        }
    }

    #[inline(always)]
    fn count(&self, cpu: C, colour: Colour) -> usize {
        self.of_colour(cpu, colour).count() as usize
    }

    #[inline(always)]
    fn touched(&self, cpu: C, group: &V) -> V {
        let occupied = occupied(&self.0);
        let falling = occupied.minus(group.below_lowest());
        let open = occupied.columns(cpu);
        let closed = open & !occupied.minus(*group).columns(cpu);
        if closed == 0 {
            return falling;
        }
        let first = closed.trailing_zeros();
        // A column may slide to where a lower one was: all of it, not only what is a tile now.
        falling.or(V::whole(cpu, open >> first << first))
    }

    #[inline(always)]
    fn widen(&self, region: &mut V, group: &V) {
        *region = region.or(*group);
    }

    #[inline(always)]
    fn hits(&self, region: &V, group: &V) -> bool {
        !region.and(*group).is_empty()
    }
}
